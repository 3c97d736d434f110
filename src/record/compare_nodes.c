/* Two YAML values of any shape. Layout, quotes, the order of keys and that of
 * sets are no difference; a list of one and its only item are the same. */

#include "record/compare_parts.h"

#include <stdlib.h>

#include "record/record_read.h"

/* -- One line ------------------------------------------------------------- */

static void write_line(struct out *out, const struct yml_node *node,
                       bool is_inside);

static void write_pairs(struct out *out, const struct yml_node *map)
{
    for (size_t i = 0; i < map->len; i++) {
        out_c(out, i > 0 ? ", " : "");
        out_str(out, map->pairs[i].key->text);
        out_c(out, ": ");
        write_line(out, map->pairs[i].value, true);
    }
}

/* Inside another value, lists and maps keep their brackets. */
static void write_line(struct out *out, const struct yml_node *node,
                       bool is_inside)
{
    switch (node->kind) {
    case YML_SCALAR:
        out_str(out, str_trim(node->text));
        break;
    case YML_LIST:
        out_c(out, is_inside ? "[" : "");
        for (size_t i = 0; i < node->len; i++) {
            out_c(out, i > 0 ? ", " : "");
            write_line(out, node->items[i], true);
        }
        out_c(out, is_inside ? "]" : "");
        break;
    case YML_MAP:
        out_c(out, is_inside ? "{" : "");
        write_pairs(out, node);
        out_c(out, is_inside ? "}" : "");
        break;
    }
}

struct str compare_line(struct arena *arena, const struct yml_node *node)
{
    struct out out = {0};
    if (compare_presence(node) == PRESENCE_FILLED) {
        write_line(&out, node, false);
    }
    return read_one_line(arena, out_take(&out, arena));
}

/* -- Telling -------------------------------------------------------------- */

enum presence compare_presence(const struct yml_node *node)
{
    return node == NULL          ? PRESENCE_ABSENT
           : read_is_empty(node) ? PRESENCE_EMPTY
                                 : PRESENCE_FILLED;
}

/* The spot of the node itself, where it is there to point at. */
static struct spot spot_at(const struct spot *spot, const struct yml_node *node)
{
    struct spot here = *spot;
    if (node && node->place.end > node->place.start) {
        here.place = node->place;
    }
    return here;
}

static void add(struct comparison *comparison, const struct spot *spot,
                const struct yml_node *old_node,
                const struct yml_node *new_node)
{
    struct spot here = spot_at(spot, new_node);
    const struct change_texts texts = {
        .from = compare_presence(old_node),
        .to = compare_presence(new_node),
        .old_text = compare_line(comparison->arena, old_node),
        .new_text = compare_line(comparison->arena, new_node),
    };
    /* "Nobody looked" and "there is none" differ for whoever checks; neither
     * is what a major change is about. */
    if (texts.from != PRESENCE_FILLED && texts.to != PRESENCE_FILLED &&
        here.level > LEVEL_MINOR) {
        here.level = LEVEL_MINOR;
    }
    compare_add(comparison, &here, &texts);
}

/* -- Lists ---------------------------------------------------------------- */

/* A scalar stands for a list of one. */
static size_t count_of(const struct yml_node *node)
{
    return node->kind == YML_LIST ? node->len : 1;
}

static int by_text(const void *left, const void *right)
{
    return str_compare(*(const struct str *)left, *(const struct str *)right);
}

static struct str *lines_of(struct arena *arena, const struct yml_node *node,
                            bool is_ordered)
{
    const size_t count = count_of(node);
    struct str *lines = ARENA_ARRAY(arena, struct str, count + 1);
    for (size_t i = 0; i < count; i++) {
        lines[i] =
            compare_line(arena, node->kind == YML_LIST ? node->items[i] : node);
    }
    if (!is_ordered) {
        qsort(lines, count, sizeof *lines, by_text);
    }
    return lines;
}

static bool is_same_list(struct arena *arena, const struct spot *spot,
                         const struct yml_node *a, const struct yml_node *b)
{
    if (count_of(a) != count_of(b)) {
        return false;
    }
    const struct str *left = lines_of(arena, a, spot->is_ordered);
    const struct str *right = lines_of(arena, b, spot->is_ordered);
    for (size_t i = 0; i < count_of(a); i++) {
        if (!str_equal(left[i], right[i])) {
            return false;
        }
    }
    return true;
}

static bool holds_maps(const struct yml_node *node)
{
    return node && node->kind == YML_LIST && node->len > 0 &&
           node->items[0]->kind == YML_MAP;
}

/* An empty or missing list may stand against one of entries. */
static bool are_entries(const struct yml_node *a, const struct yml_node *b)
{
    return (holds_maps(a) || holds_maps(b)) &&
           (holds_maps(a) || compare_presence(a) != PRESENCE_FILLED) &&
           (holds_maps(b) || compare_presence(b) != PRESENCE_FILLED);
}

/* -- Maps ----------------------------------------------------------------- */

static bool is_left_out(const char *const *leave_out, struct str key)
{
    for (size_t i = 0; leave_out && leave_out[i]; i++) {
        if (str_is(key, leave_out[i])) {
            return true;
        }
    }
    return false;
}

/* A note tells of what stands beside it. */
static struct spot spot_of_key(struct arena *arena, const struct spot *spot,
                               struct str key)
{
    struct spot inner = *spot;
    inner.path =
        arena_printf(arena, "%.*s.%.*s", STR_ARG(spot->path), STR_ARG(key));
    inner.key = key;
    if (str_is(key, "note") && inner.level > LEVEL_PATCH) {
        inner.level = LEVEL_PATCH;
    }
    return inner;
}

void compare_maps(struct comparison *comparison, const struct spot *spot,
                  const struct yml_node *old_map,
                  const struct yml_node *new_map, const char *const *leave_out)
{
    const struct yml_node *maps[] = {new_map, old_map};
    const struct spot here = spot_at(spot, new_map);
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; maps[m] && i < maps[m]->len; i++) {
            const struct str key = maps[m]->pairs[i].key->text;
            const char *name = arena_cstr(comparison->arena, key);
            const bool is_done = m == 1 && yml_pair(new_map, name);
            if (!is_done && !is_left_out(leave_out, key)) {
                const struct spot inner =
                    spot_of_key(comparison->arena, &here, key);
                compare_nodes(comparison, &inner, yml_get(old_map, name),
                              yml_get(new_map, name));
            }
        }
    }
}

/* -- Any ------------------------------------------------------------------ */

/* A scale is a number however it is written; elsewhere 2.440 is not 2.44. */
static bool is_same_scalar(const struct comparison *comparison,
                           const struct yml_node *a, const struct yml_node *b)
{
    double x, y;
    if (comparison->which == FIELD_SCALE && yml_real(a, &x) &&
        yml_real(b, &y)) {
        return !(x < y) && !(x > y);
    }
    return str_equal(read_one_line(comparison->arena, a->text),
                     read_one_line(comparison->arena, b->text));
}

static bool is_filled(const struct yml_node *node)
{
    return compare_presence(node) == PRESENCE_FILLED;
}

static bool is_same_value(const struct comparison *comparison,
                          const struct spot *spot, const struct yml_node *a,
                          const struct yml_node *b)
{
    if (!is_filled(a) || !is_filled(b)) {
        return compare_presence(a) == compare_presence(b);
    }
    if (a->kind == YML_SCALAR && b->kind == YML_SCALAR) {
        return is_same_scalar(comparison, a, b);
    }
    return a->kind != YML_MAP && b->kind != YML_MAP &&
           is_same_list(comparison->arena, spot, a, b);
}

void compare_nodes(struct comparison *comparison, const struct spot *spot,
                   const struct yml_node *old_node,
                   const struct yml_node *new_node)
{
    if (are_entries(old_node, new_node)) {
        const struct spot here = spot_at(spot, new_node);
        compare_entry_lists(comparison, &here, old_node, new_node);
    } else if (is_filled(old_node) && is_filled(new_node) &&
               old_node->kind == YML_MAP && new_node->kind == YML_MAP) {
        compare_maps(comparison, spot, old_node, new_node, NULL);
    } else if (!is_same_value(comparison, spot, old_node, new_node)) {
        add(comparison, spot, old_node, new_node);
    }
}
