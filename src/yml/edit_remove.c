/* One pair or item less. What stands above it stays, comments too. */

#include "yml/edit.h"

#include "base/bug.h"

static void remove_from_brackets(struct yml_edit *edit,
                                 const struct yml_node *collection, size_t i)
{
    size_t start = yml_part_place(collection, i).start;
    size_t end = yml_part_place(collection, i).end;
    if (i > 0) {
        start = yml_part_place(collection, i - 1).end;
    } else if (collection->len > 1) {
        end = yml_part_place(collection, 1).start;
    }
    yml_splice(edit, start, end, S(""));
}

/* Whole lines, from the one that begins at `own_line` to that of `end`. */
static void remove_lines(struct yml_edit *edit, struct str text,
                         size_t own_line, size_t end)
{
    size_t below = yml_next_line(text, end);
    if (below == text.len && own_line > 0 &&
        yml_line_end(text, end) == text.len) {
        /* The last line has no end, and the new last one gets none. */
        yml_splice(edit, yml_line_end(text, own_line - 1), text.len, S(""));
    } else {
        yml_splice(edit, own_line, below, S(""));
    }
}

/* -- A pair ---------------------------------------------------------------- */

static void remove_line_pair(struct yml_edit *edit, const struct yml_node *map,
                             size_t i)
{
    struct str text = yml_text_of(map);
    size_t start = map->pairs[i].key->place.start;
    size_t end = map->pairs[i].value->place.end;
    size_t own_line = yml_line_start(text, start);
    end = end > start ? end : map->pairs[i].key->place.end;
    if (yml_skip_blanks(text, own_line) < start) {
        /* A dash leads the line: what follows takes the pair's place. */
        size_t below = yml_next_line(text, end);
        yml_splice(edit, start, yml_skip_blanks(text, below), S(""));
    } else {
        remove_lines(edit, text, own_line, end);
    }
}

struct str yml_without_pair(struct arena *arena, const struct yml_node *map,
                            const char *key)
{
    size_t i = yml_index_of(map, key, map->len);
    if (map->kind != YML_MAP || i == map->len) {
        return yml_text_of(map);
    }
    struct yml_edit edit = yml_edit_new(arena, map, NULL);
    edit.change.kind = YML_REMOVE_PAIR;
    edit.change.key = key;
    if (map->is_flow) {
        remove_from_brackets(&edit, map, i);
    } else {
        remove_line_pair(&edit, map, i);
    }
    return yml_finish(&edit);
}

/* -- An item --------------------------------------------------------------- */

/* The start of the line that the item's dash leads; a dash behind another one
 * leads none, and then the edit is not made. */
static bool find_dash_line(const struct yml_node *list, size_t i, size_t *line)
{
    struct str text = yml_text_of(list);
    const size_t column = yml_column_of(text, list->place.start);
    *line = yml_line_start(text, list->items[i]->place.start);
    for (;;) {
        const size_t dash = yml_skip_blanks(text, *line);
        if (dash < text.len && text.ptr[dash] == '-' &&
            yml_column_of(text, dash) == column) {
            return true;
        }
        if (*line == 0 || *line <= list->place.start) {
            return false;
        }
        *line = yml_line_start(text, *line - 1);
    }
}

struct str yml_without_item(struct arena *arena, const struct yml_node *list,
                            size_t index)
{
    if (list->kind != YML_LIST || index >= list->len) {
        BUG("only an item of a list can be removed from it");
    }
    struct yml_edit edit = yml_edit_new(arena, list, NULL);
    size_t line = 0;
    edit.change.kind = YML_REMOVE_ITEM;
    edit.change.index = index;
    if (list->is_flow) {
        remove_from_brackets(&edit, list, index);
    } else if (find_dash_line(list, index, &line)) {
        const struct place place = list->items[index]->place;
        remove_lines(&edit, yml_text_of(list), line,
                     place.end > place.start ? place.end : place.start);
    }
    return yml_finish(&edit);
}
