/* Changing one thing and no other byte. An edit is one or two replacements of
 * bytes, found from the places in the tree: comments, quotes, order, line ends
 * and long lines around them stay as their author wrote them. */

#include "yml/edit.h"

#include <string.h>

#include "base/ascii.h"
#include "base/bug.h"

/* -- A value in place of another ------------------------------------------- */

/* The key's or dash's last byte before the value, and its column. */
struct anchor {
    size_t end; /* behind the colon or dash */
    size_t column;
    bool is_item;
};

static const struct yml_pair *pair_of(const struct yml_node *value)
{
    for (size_t i = 0; i < value->parent->len; i++) {
        if (value->parent->pairs[i].value == value) {
            return &value->parent->pairs[i];
        }
    }
    return NULL;
}

/* Behind the last byte before the offset that is no blank or line end. */
static size_t text_end(struct str text, size_t at)
{
    while (at > 0 && ascii_is_space(text.ptr[at - 1])) {
        at--;
    }
    return at;
}

/* False where no colon on the key's line, or no dash, leads to the value. */
static bool find_anchor(const struct yml_node *value, struct anchor *anchor)
{
    struct str text = yml_text_of(value);
    *anchor = (struct anchor){.is_item = value->parent->kind == YML_LIST};
    if (anchor->is_item) {
        anchor->end = text_end(text, value->place.start);
        anchor->column = yml_column_of(text, value->parent->place.start);
        return anchor->end > 0 && text.ptr[anchor->end - 1] == '-' &&
               yml_column_of(text, anchor->end - 1) == anchor->column;
    }
    const struct yml_pair *pair = pair_of(value);
    size_t colon =
        pair ? yml_skip_blanks(text, pair->key->place.end) : text.len;
    if (colon >= text.len || text.ptr[colon] != ':') {
        return false;
    }
    anchor->end = colon + 1;
    anchor->column = yml_column_of(text, pair->key->place.start);
    return true;
}

/* The indentation of a block scalar's first line that is not blank. */
static size_t text_column(const struct yml_node *scalar, size_t otherwise)
{
    struct str text = yml_text_of(scalar);
    size_t at = yml_next_line(text, scalar->place.start);
    while (at < scalar->place.end) {
        size_t first = yml_skip_blanks(text, at);
        if (first < yml_line_end(text, at)) {
            return first - at;
        }
        at = yml_next_line(text, at);
    }
    return otherwise;
}

static bool is_block_scalar(const struct yml_node *node)
{
    return node->kind == YML_SCALAR &&
           (node->style == YML_LITERAL || node->style == YML_FOLDED);
}

/* The slot behind an anchor, with the old value's gaps where it has them. */
static struct yml_slot slot_at(const struct yml_node *old,
                               const struct anchor *anchor)
{
    struct str text = yml_text_of(old);
    size_t column = anchor->column;
    struct yml_slot slot = {.eol = yml_eol_at(text, old->place.end),
                            .column = column,
                            .used = yml_column_of(text, anchor->end),
                            .list_gap = yml_list_gap(old->parent),
                            .map_gap = 2,
                            .text_gap = 2,
                            .is_item = anchor->is_item,
                            .is_last =
                                yml_line_end(text, old->place.end) == text.len,
                            .model = old};
    size_t start = yml_column_of(text, old->place.start);
    bool is_below = yml_line_start(text, old->place.start) > anchor->end;
    if (is_block_scalar(old)) {
        slot.text_gap = text_column(old, column + 2) - column;
    } else if (old->kind == YML_LIST && is_below && start >= column) {
        slot.list_gap = start - column;
    } else if (old->kind == YML_MAP && !old->is_flow && start > column) {
        slot.map_gap = start - column;
    }
    slot.keeps_line = old->kind == YML_SCALAR && !is_block_scalar(old) &&
                      old->place.start < old->place.end;
    return slot;
}

/* What stays on the line of the key, and the lines below it. */
static void halve(struct str written, struct str eol, struct str *head,
                  struct str *tail)
{
    size_t at = str_find(written, eol);
    *head = str_slice(written, 0, at);
    *tail = at == STR_NONE ? (struct str){0} : str_from(written, at);
}

static struct str written_at(struct arena *arena, const struct yml_slot *slot,
                             const struct yml_node *value)
{
    struct out out = {0};
    yml_write_value(&out, slot, value);
    return out_take(&out, arena);
}

/* The old value begins below its key: its lines go, unless one of text
 * takes another, and lines of comment between stay, behind which no text in
 * lines can be begun. */
static void replace_below(struct yml_edit *edit, const struct anchor *anchor,
                          const struct yml_node *value)
{
    const struct yml_node *old = edit->change.target;
    struct str text = yml_text_of(old);
    struct yml_slot slot = slot_at(old, anchor);
    size_t line = yml_line_start(text, old->place.start);
    size_t above = yml_line_end(text, line - 1);
    if (above > yml_line_end(text, anchor->end)) {
        slot.keeps_line = true;
        slot.model = is_block_scalar(old) ? NULL : old;
    }
    struct str head;
    struct str tail;
    struct str written = written_at(edit->arena, &slot, value);
    if (old->kind == YML_SCALAR && slot.model && value->kind == YML_SCALAR) {
        yml_splice(edit, old->place.start, old->place.end,
                   str_from(written, 1));
        return;
    }
    halve(written, slot.eol, &head, &tail);
    yml_splice(edit, anchor->end, anchor->end, head);
    yml_splice(edit, above, yml_line_end(text, old->place.end), tail);
}

/* Blanks behind the colon stay as wide as they are, and a comment behind the
 * value stays on its line. */
static void replace_beside(struct yml_edit *edit, const struct anchor *anchor,
                           const struct yml_node *value)
{
    const struct yml_node *old = edit->change.target;
    const struct yml_slot slot = slot_at(old, anchor);
    struct place place = old->place;
    struct str head;
    struct str tail;
    halve(written_at(edit->arena, &slot, value), slot.eol, &head, &tail);
    if (place.start > anchor->end && head.len > 0 && place.end > place.start) {
        head = str_from(head, yml_skip_blanks(head, 0));
    } else {
        place.start = anchor->end;
    }
    yml_splice(edit, place.start, place.end, head);
    size_t line = yml_line_end(yml_text_of(old), place.end);
    yml_splice(edit, line, line, tail);
}

static void replace_in_lines(struct yml_edit *edit, const struct yml_node *old,
                             const struct yml_node *value)
{
    struct anchor anchor;
    if (!find_anchor(old, &anchor)) {
        return;
    }
    if (yml_line_start(yml_text_of(old), old->place.start) > anchor.end) {
        replace_below(edit, &anchor, value);
    } else {
        replace_beside(edit, &anchor, value);
    }
}

/* Whether a value written at the offset belongs to what stands before it: to
 * `key:` or to `-`. In `{key}` and `? key` the colon is missing. */
static bool takes_value(struct str text, size_t at)
{
    return at == 0 || text.ptr[at - 1] == ':' ||
           (text.ptr[at - 1] == '-' &&
            (at == 1 || strchr(" \n-?", text.ptr[at - 2])));
}

static void replace_on_line(struct yml_edit *edit, const struct yml_node *old,
                            const struct yml_node *value)
{
    const struct yml_slot slot = {.is_flow = true, .model = old};
    size_t start = old->place.start;
    bool is_missing = start == old->place.end;
    if (is_missing && !takes_value(yml_text_of(old), start)) {
        return;
    }
    struct str written = written_at(edit->arena, &slot, value);
    yml_splice(edit, start, old->place.end, str_from(written, !is_missing));
}

/* Whether the list is the old one with one more item behind. */
static bool is_longer_by_one(const struct yml_node *old,
                             const struct yml_node *value)
{
    if (old->kind != YML_LIST || value->kind != YML_LIST || old->len == 0 ||
        value->len != old->len + 1) {
        return false;
    }
    for (size_t i = 0; i < old->len; i++) {
        if (!yml_same(old->items[i], value->items[i])) {
            return false;
        }
    }
    return true;
}

struct str yml_with_node(struct arena *arena, const struct yml_node *old,
                         const struct yml_node *value)
{
    if (yml_same(old, value)) {
        return yml_text_of(old);
    }
    if (is_longer_by_one(old, value)) {
        return yml_with_item(arena, old, value->items[old->len]);
    }
    struct yml_edit edit = yml_edit_new(arena, old, value);
    edit.change.kind = YML_REPLACE;
    if (!old->parent || old->parent->is_flow) {
        replace_on_line(&edit, old, value);
    } else {
        replace_in_lines(&edit, old, value);
    }
    return yml_finish(&edit);
}

struct str yml_with_value(struct arena *arena, const struct yml_node *scalar,
                          struct str value)
{
    if (scalar->kind != YML_SCALAR) {
        BUG("only a scalar can be given a value");
    }
    return yml_with_node(arena, scalar, yml_new_word(arena, value));
}
