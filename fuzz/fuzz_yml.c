/* Feeds arbitrary bytes to the YAML reader. Beyond not crashing: every place
 * lies in the file, no two keys are equal, plain scalars are their bytes, and
 * an edited value reads back, and the other edits do not crash. */

#include "yml/yml.h"

#include "base/bug.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_place(struct place place)
{
    if (!place.source || place.start > place.end ||
        place.end > place.source->text.len) {
        BUG("a place outside its file: %zu to %zu", place.start, place.end);
    }
}

static bool has_only(struct str text, unsigned char least)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.ptr[i] < least) {
            return false;
        }
    }
    return true;
}

/* A plain scalar on one line is written as it is read, unless a character
 * that may not stand was replaced in it. */
static void check_scalar(const struct yml_node *node, bool is_clean)
{
    struct str bytes =
        str_slice(node->place.source->text, node->place.start, node->place.end);
    bool is_one_line = str_find_char(bytes, '\n') == STR_NONE &&
                       str_find_char(bytes, '\r') == STR_NONE;
    if (is_clean && node->style == YML_PLAIN && is_one_line &&
        !str_equal(bytes, node->text)) {
        BUG("\"%.*s\" is read from \"%.*s\"", STR_ARG(node->text),
            STR_ARG(bytes));
    }
}

static void check_keys(const struct yml_node *map)
{
    for (size_t i = 0; i < map->len && i < 50; i++) {
        for (size_t k = 0; k < i; k++) {
            if (str_equal(map->pairs[i].key->text, map->pairs[k].key->text)) {
                BUG("two equal keys");
            }
        }
    }
}

static void check_node(const struct yml_node *node, bool is_clean)
{
    check_place(node->place);
    if (node->kind == YML_SCALAR) {
        check_scalar(node, is_clean);
        return;
    }
    for (size_t i = 0; i < node->len; i++) {
        if (node->kind == YML_LIST) {
            check_node(node->items[i], is_clean);
        } else {
            check_node(node->pairs[i].key, is_clean);
            check_node(node->pairs[i].value, is_clean);
        }
    }
    if (node->kind == YML_MAP) {
        check_keys(node);
    }
}

/* Sets the first scalar among the root's values and reads the result. */
static void check_edit(struct arena *arena, const struct yml_node *root,
                       const struct yml_front *front)
{
    static const char value[] = "it's: \"new\" # [text] \\ \xc3\xa9";
    for (size_t i = 0; root->kind == YML_MAP && i < root->len; i++) {
        const struct yml_node *old = root->pairs[i].value;
        if (old->kind != YML_SCALAR) {
            continue;
        }
        struct str text = yml_with_value(arena, old, str_from_c(value));
        if (text.len == 0) {
            return;
        }
        struct diags diags = {.arena = arena};
        struct source *source = source_new(arena, S("x.yaml"), text);
        size_t end =
            text.len - (root->place.source->text.len - front->yaml_end);
        const struct yml_node *again =
            yml_parse(arena, source, front->yaml_start, end, &diags);
        const struct yml_node *edited =
            yml_get(again, arena_cstr(arena, root->pairs[i].key->text));
        if (diags.len > 0 || !edited || !str_is(edited->text, value)) {
            BUG("an edited value does not read back");
        }
        return;
    }
}

/* Adds to every list and map, and takes from every map. What is answered has
 * been compared with the tree by the edit itself. */
static void check_additions(struct arena *arena, const struct yml_node *node)
{
    struct arena_mark mark = arena_mark(arena);
    struct yml_node *value = yml_new_map(arena);
    yml_map_add(arena, value, "note", yml_new_text(arena, S("two\nlines")));
    if (node->kind == YML_LIST) {
        yml_with_item(arena, node, value);
        yml_with_node(arena, node, value);
    } else if (node->kind == YML_MAP && node->len > 0) {
        struct str key = node->pairs[node->len / 2].key->text;
        yml_with_pair(arena, node, "added", value, arena_cstr(arena, key));
        yml_without_pair(arena, node, arena_cstr(arena, key));
    }
    arena_rewind(arena, mark);
    for (size_t i = 0; node->kind != YML_SCALAR && i < node->len; i++) {
        check_additions(arena, node->kind == YML_LIST ? node->items[i]
                                                      : node->pairs[i].value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct str text =
        arena_copy(&arena, (struct str){(const char *)data, size});
    bool is_yaml = size % 2 == 0;
    struct source *source =
        source_new(&arena, is_yaml ? S("x.yaml") : S("x.md"), text);
    struct yml_front front = yml_front(source, &diags);
    const struct yml_node *root =
        yml_parse(&arena, source, front.yaml_start, front.yaml_end, &diags);
    for (size_t i = 0; i < diags.len; i++) {
        check_place(diags.at[i].place);
    }
    if (root) {
        check_node(root, diags.len == 0);
    }
    /* Keys with a NUL cannot be asked for, and are reported. */
    if (root && diags.len == 0 && has_only(text, '\t')) {
        check_edit(&arena, root, &front);
    }
    if (root && size < 4096) {
        check_additions(&arena, root);
    }
    arena_free(&arena);
    return 0;
}
