/* One more item or pair. */

#include "yml/edit.h"

#include <string.h>

#include "base/bug.h"

/* -- In brackets ----------------------------------------------------------- */

static bool is_separator(struct str text)
{
    return str_find_char(text, '#') == STR_NONE &&
           str_find_char(text, ',') == str_rfind_char(text, ',') &&
           str_find_char(text, ',') != STR_NONE;
}

/* What stands between the parts: as between the two before the new one, else a
 * line end where each part has a line of its own. */
static struct str separator(struct arena *arena,
                            const struct yml_node *collection, size_t after)
{
    struct str text = yml_text_of(collection);
    struct place place = yml_part_place(collection, after);
    if (after > 0) {
        struct str between = str_slice(
            text, yml_part_place(collection, after - 1).end, place.start);
        if (is_separator(between)) {
            return between;
        }
    }
    bool has_own_line =
        yml_line_start(text, place.start) > collection->place.start;
    if (!has_own_line) {
        return S(", ");
    }
    struct str eol = yml_eol_at(text, collection->place.start);
    return arena_printf(arena, ",%.*s%*s", STR_ARG(eol),
                        (int)yml_column_of(text, place.start), "");
}

/* A comment behind the part, on its line, stays there: the new part goes to
 * the next line. */
static bool add_behind_comment(struct yml_edit *edit, struct place part,
                               struct str written)
{
    struct str text = part.source->text;
    size_t at = yml_skip_blanks(text, part.end);
    bool has_comma = at < text.len && text.ptr[at] == ',';
    at = yml_skip_blanks(text, at + has_comma);
    if (at >= text.len || text.ptr[at] != '#') {
        return false;
    }
    struct str eol = yml_eol_at(text, part.end);
    struct str line = arena_printf(edit->arena, "%.*s%*s%.*s%s", STR_ARG(eol),
                                   (int)yml_column_of(text, part.start), "",
                                   STR_ARG(written), has_comma ? "," : "");
    yml_splice(edit, part.end, part.end, has_comma ? S("") : S(","));
    yml_splice(edit, yml_line_end(text, at), yml_line_end(text, at), line);
    return true;
}

/* Behind the part `after`, or as the first one. */
static void add_in_brackets(struct yml_edit *edit,
                            const struct yml_node *collection, size_t after,
                            struct str written)
{
    if (collection->len == 0) {
        size_t at = collection->place.start + 1;
        yml_splice(edit, at, at, written);
        return;
    }
    struct place part = yml_part_place(collection, after);
    if (!add_behind_comment(edit, part, written)) {
        struct str between = separator(edit->arena, collection, after);
        yml_splice(edit, part.end, part.end,
                   arena_printf(edit->arena, "%.*s%.*s", STR_ARG(between),
                                STR_ARG(written)));
    }
}

/* -- An item --------------------------------------------------------------- */

/* A map that has, of each key in the maps of the list, the last value. */
static const struct yml_node *model_of(struct arena *arena,
                                       const struct yml_node *list)
{
    struct yml_node *model = NULL;
    for (size_t i = list->len; i-- > 0;) {
        const struct yml_node *item = list->items[i];
        if (item->kind != YML_MAP) {
            continue;
        }
        if (!model) {
            model = yml_new_map(arena);
            model->place = item->place;
            model->is_flow = item->is_flow;
        }
        for (size_t k = 0; k < item->len; k++) {
            const char *key = arena_cstr(arena, item->pairs[k].key->text);
            if (!yml_get(model, key)) {
                yml_map_add(arena, model, key, item->pairs[k].value);
            }
        }
    }
    return model;
}

static bool has_blank_line(struct str text, size_t from, size_t to)
{
    size_t at = yml_next_line(text, from);
    while (at < to) {
        if (yml_skip_blanks(text, at) == yml_line_end(text, at)) {
            return true;
        }
        at = yml_next_line(text, at);
    }
    return false;
}

static struct yml_slot item_slot(struct arena *arena,
                                 const struct yml_node *list,
                                 const struct yml_node *item)
{
    struct str text = yml_text_of(list);
    const struct yml_node *last = list->items[list->len - 1];
    size_t column = yml_column_of(text, list->place.start);
    size_t end = yml_end_of(last, column);
    struct yml_slot slot = {.eol = yml_eol_at(text, end),
                            .column = column,
                            .list_gap = 2,
                            .map_gap = 2,
                            .text_gap = 2,
                            .is_item = true,
                            .is_last = end == text.len,
                            .model = last};
    if (item->kind == YML_MAP) {
        slot.model = model_of(arena, list);
    }
    if (last->kind == YML_MAP && !last->is_flow) {
        slot.map_gap = yml_column_of(text, last->place.start) - column;
    }
    return slot;
}

static void add_line_item(struct yml_edit *edit, const struct yml_node *list,
                          const struct yml_node *item)
{
    struct str text = yml_text_of(list);
    const struct yml_node *last = list->items[list->len - 1];
    struct yml_slot slot = item_slot(edit->arena, list, item);
    size_t at = yml_end_of(last, slot.column);
    struct out out = {0};
    bool is_apart = list->len > 1 &&
                    has_blank_line(text, list->items[list->len - 2]->place.end,
                                   last->place.start);
    out_str(&out, is_apart ? slot.eol : S(""));
    out_str(&out, slot.eol);
    out_repeat(&out, ' ', slot.column);
    yml_write_item(&out, &slot, item);
    yml_splice(edit, at, at, out_take(&out, edit->arena));
}

/* `[]` becomes a list in lines when its first item asks for them. */
static bool is_to_be_lined(const struct yml_node *list,
                           const struct yml_node *item)
{
    return list->len == 0 && list->parent && list->parent->kind == YML_MAP &&
           !list->parent->is_flow && item->kind == YML_MAP && !item->is_flow;
}

static struct str written_in_brackets(struct arena *arena,
                                      const struct yml_node *model,
                                      const struct yml_node *value)
{
    const struct yml_slot slot = {.is_flow = true, .model = model};
    struct out out = {0};
    yml_write_value(&out, &slot, value);
    return str_from(out_take(&out, arena), 1);
}

struct str yml_with_item(struct arena *arena, const struct yml_node *list,
                         const struct yml_node *item)
{
    if (list->kind != YML_LIST) {
        BUG("only a list can be given an item");
    }
    struct yml_node *own = yml_new_word(arena, (struct str){0});
    *own = *item;
    if (is_to_be_lined(list, item)) {
        struct yml_node *whole = yml_new_list(arena);
        yml_list_add(arena, whole, own);
        return yml_with_node(arena, list, whole);
    }
    struct yml_edit edit = yml_edit_new(arena, list, item);
    edit.change.kind = YML_ADD_ITEM;
    if (list->is_flow) {
        const struct yml_node *model =
            item->kind == YML_MAP ? model_of(arena, list)
            : list->len > 0       ? list->items[list->len - 1]
                                  : NULL;
        add_in_brackets(&edit, list, list->len - 1,
                        written_in_brackets(arena, model, item));
    } else if (list->len > 0) { /* it is not behind a syntax error */
        add_line_item(&edit, list, item);
    }
    return yml_finish(&edit);
}

/* -- A pair ---------------------------------------------------------------- */

static void add_line_pair(struct yml_edit *edit, const struct yml_node *map,
                          size_t after, const struct yml_pair *pair)
{
    struct str text = yml_text_of(map);
    size_t column = yml_column_of(text, map->place.start);
    struct yml_slot slot = {.eol = yml_eol_at(text, map->place.start),
                            .column = column,
                            .list_gap = yml_list_gap(map),
                            .map_gap = 2,
                            .text_gap = 2};
    struct out out = {0};
    size_t at = map->place.start;
    if (map->len > 0) {
        at = yml_end_of(map->pairs[after].value, column);
        slot.eol = yml_eol_at(text, at);
        slot.is_last = at == text.len;
        out_str(&out, slot.eol);
        out_repeat(&out, ' ', column);
    }
    yml_write_pair(&out, &slot, pair);
    out_str(&out, map->len > 0 ? S("") : slot.eol);
    yml_splice(edit, at, at, out_take(&out, edit->arena));
}

static struct str pair_in_brackets(struct arena *arena,
                                   const struct yml_pair *pair)
{
    struct yml_node *map = yml_new_map(arena);
    map->pairs = ARENA_NEW(arena, struct yml_pair);
    map->pairs[map->len++] = *pair;
    struct str written = written_in_brackets(arena, NULL, map);
    return str_slice(written, 1, written.len - 1);
}

struct str yml_with_pair(struct arena *arena, const struct yml_node *map,
                         const char *key, const struct yml_node *value,
                         const char *after)
{
    if (map->kind != YML_MAP) {
        BUG("only a map can be given a pair");
    }
    const struct yml_node *old = yml_get(map, key);
    if (old) {
        return yml_with_node(arena, old, value);
    }
    struct yml_node *own = yml_new_word(arena, (struct str){0});
    *own = *value;
    const struct yml_pair pair = {yml_new_word(arena, str_from_c(key)), own};
    struct yml_edit edit = yml_edit_new(arena, map, value);
    edit.change.kind = YML_ADD_PAIR;
    edit.change.key = key;
    size_t behind = yml_index_of(map, after, map->len - 1);
    if (map->is_flow) {
        add_in_brackets(&edit, map, behind, pair_in_brackets(arena, &pair));
    } else {
        add_line_pair(&edit, map, behind, &pair);
    }
    return yml_finish(&edit);
}
