/* Lines and columns of a file that is edited, and the change of its bytes. */

#include "yml/edit.h"

#include "base/utf8.h"

/* -- Lines ----------------------------------------------------------------- */

struct str yml_text_of(const struct yml_node *node)
{
    return node->place.source->text;
}

size_t yml_line_start(struct str text, size_t at)
{
    size_t end = str_rfind_char(str_slice(text, 0, at), '\n');
    if (end != STR_NONE) {
        return end + 1;
    }
    return str_starts(text, S("\xef\xbb\xbf")) && at >= 3 ? 3 : 0;
}

/* Where the line's text ends, before its line end. */
size_t yml_line_end(struct str text, size_t at)
{
    size_t end = str_find_char(str_from(text, at), '\n');
    if (end == STR_NONE) {
        return text.len;
    }
    at += end;
    return at > 0 && text.ptr[at - 1] == '\r' ? at - 1 : at;
}

/* Behind the line's end; the end of the text for the last one. */
size_t yml_next_line(struct str text, size_t at)
{
    size_t end = str_find_char(str_from(text, at), '\n');
    return end == STR_NONE ? text.len : at + end + 1;
}

size_t yml_column_of(struct str text, size_t at)
{
    return at - yml_line_start(text, at);
}

/* How lines end here: as this one does, as the one before where it has no end,
 * else with a line feed. */
struct str yml_eol_at(struct str text, size_t at)
{
    size_t end = yml_line_end(text, at);
    size_t start = yml_line_start(text, at);
    if (end == text.len && start >= 2) {
        end = start - (text.ptr[start - 2] == '\r' ? 2 : 1);
    }
    return end < text.len && text.ptr[end] == '\r' ? S("\r\n") : S("\n");
}

size_t yml_skip_blanks(struct str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) {
        at++;
    }
    return at;
}

/* -- Where a value ends ---------------------------------------------------- */

/* The scalar on which the value ends. */
static const struct yml_node *last_scalar(const struct yml_node *value)
{
    while (value->kind != YML_SCALAR && value->len > 0 && !value->is_flow) {
        value = value->kind == YML_LIST ? value->items[value->len - 1]
                                        : value->pairs[value->len - 1].value;
    }
    return value;
}

/* `|+` and `>+` own the blank lines that follow. */
static bool keeps_blank_lines(const struct yml_node *value)
{
    const struct yml_node *last = last_scalar(value);
    struct str header = str_from(yml_text_of(last), last->place.start);
    return (last->style == YML_LITERAL || last->style == YML_FOLDED) &&
           last->kind == YML_SCALAR &&
           str_find_char(str_slice(header, 0, 3), '+') != STR_NONE;
}

/* The end of the last line that belongs to the value of a key or dash in this
 * column: a comment behind the value does, and lines of comment below it that
 * are indented deeper. */
size_t yml_end_of(const struct yml_node *value, size_t column)
{
    struct str text = yml_text_of(value);
    size_t end = yml_line_end(text, value->place.end);
    bool has_blank_lines = keeps_blank_lines(value);
    for (size_t at = yml_next_line(text, end); at < text.len && at > end;) {
        size_t first = yml_skip_blanks(text, at);
        bool is_comment =
            first < text.len && text.ptr[first] == '#' && first - at > column;
        bool is_blank = first == yml_line_end(text, at) && has_blank_lines;
        if (!is_comment && !is_blank) {
            break;
        }
        end = yml_line_end(text, at);
        at = yml_next_line(text, at);
    }
    return end;
}

/* From a key to the dashes of its list: as in the nearest list of the map. */
size_t yml_list_gap(const struct yml_node *map)
{
    for (size_t i = 0; map->kind == YML_MAP && i < map->len; i++) {
        const struct yml_node *value = map->pairs[i].value;
        if (value->kind == YML_LIST && !value->is_flow) {
            size_t key =
                yml_column_of(yml_text_of(map), map->pairs[i].key->place.start);
            size_t dash = yml_column_of(yml_text_of(map), value->place.start);
            return dash > key ? dash - key : 0;
        }
    }
    return 0;
}

/* -- Replacing bytes ------------------------------------------------------- */

void yml_splice(struct yml_edit *edit, size_t start, size_t end,
                struct str text)
{
    edit->splices[edit->len++] = (struct yml_splice){start, end, text};
}

static bool is_valid(const struct yml_node *value)
{
    for (size_t i = 0; i < value->len; i++) {
        if (value->kind == YML_LIST ? !is_valid(value->items[i])
                                    : !is_valid(value->pairs[i].key) ||
                                          !is_valid(value->pairs[i].value)) {
            return false;
        }
    }
    return utf8_first_invalid(value->text) == STR_NONE;
}

/* The edited text, or nothing when it does not say what it should. */
struct str yml_finish(struct yml_edit *edit)
{
    struct str text = yml_text_of(edit->change.target);
    if (edit->len == 0 ||
        (edit->change.value && !is_valid(edit->change.value))) {
        return (struct str){0};
    }
    struct out out = {0};
    size_t at = 0;
    for (size_t i = 0; i < edit->len; i++) {
        const struct yml_splice *part = &edit->splices[i];
        out_str(&out, str_slice(text, at, part->start));
        out_str(&out, part->text);
        at = part->end;
    }
    out_str(&out, str_from(text, at));
    struct str result = out_take(&out, edit->arena);
    bool is_right = yml_holds_change(edit->arena, &edit->change, result);
    return is_right ? result : (struct str){0};
}

struct yml_edit yml_edit_new(struct arena *arena, const struct yml_node *target,
                             const struct yml_node *value)
{
    return (struct yml_edit){.arena = arena,
                             .change = {.target = target, .value = value}};
}

/* -- Parts ----------------------------------------------------------------- */

struct place yml_part_place(const struct yml_node *collection, size_t i)
{
    if (collection->kind == YML_LIST) {
        return collection->items[i]->place;
    }
    struct place place = collection->pairs[i].key->place;
    place.end = collection->pairs[i].value->place.end > place.end
                    ? collection->pairs[i].value->place.end
                    : place.end;
    return place;
}

size_t yml_index_of(const struct yml_node *map, const char *key,
                    size_t otherwise)
{
    for (size_t i = 0; key && i < map->len; i++) {
        if (str_is(map->pairs[i].key->text, key)) {
            return i;
        }
    }
    return otherwise;
}
