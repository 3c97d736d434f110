/* One pass over the bytes for what has a place: record ids, comments, link
 * targets. */

#include "md/mark.h"

#include <string.h>

#include "base/ascii.h"

/* No token is longer. Searches stop there, or a body made of openings alone
 * would take the square of its length. */
enum { LONGEST_TOKEN = 1024 };

/* Whether no word ends before the byte or starts at it. An underscore belongs
 * to a word on its other side, else it is Markdown's emphasis. */
static bool is_boundary_before(struct str text, size_t at)
{
    while (at > 0 && text.ptr[at - 1] == '_') {
        at--;
    }
    return at == 0 ||
           (!ascii_is_alnum(text.ptr[at - 1]) && text.ptr[at - 1] != '-');
}

static bool is_boundary_after(struct str text, size_t at)
{
    while (at < text.len && text.ptr[at] == '_') {
        at++;
    }
    return at == text.len || !ascii_is_alnum(text.ptr[at]);
}

/* The prefix that ends right before the hyphen, or the empty text. What is
 * part of a longer word or code (`XSOTA-1`, `LU-ADR-013`) is none. */
static struct str prefix_before(struct str text, size_t hyphen,
                                const struct strs *prefixes)
{
    for (size_t i = 0; prefixes && i < prefixes->len; i++) {
        struct str prefix = prefixes->at[i];
        if (prefix.len == 0 || prefix.len > hyphen) {
            continue;
        }
        size_t start = hyphen - prefix.len;
        if (is_boundary_before(text, start) &&
            str_equal(str_slice(text, start, hyphen), prefix)) {
            return prefix;
        }
    }
    return (struct str){0};
}

/* Bytes of the number or left-over code at the offset; 0 for anything else. */
static size_t number_length(struct str text, size_t at)
{
    size_t end = at;
    bool is_code = str_starts(str_from(text, at), S("tmp"));
    while (end < text.len && (ascii_is_digit(text.ptr[end]) ||
                              (is_code && ascii_is_letter(text.ptr[end])))) {
        end++;
    }
    return is_boundary_after(text, end) && end - at > (is_code ? 3 : 0)
               ? end - at
               : 0;
}

/* Bytes from the hyphen to the number on the next line. 0 when the next line
 * does not start with one, or starts a list with it. Where YAML has folded
 * the line break to a blank, only a left-over code is told from prose. */
static size_t break_length(struct str text, size_t at)
{
    struct str rest = str_from(text, at);
    if (str_starts(rest, S(" tmp"))) {
        return 1;
    }
    size_t i = at + str_starts(rest, S("\r"));
    if (i >= text.len || text.ptr[i] != '\n') {
        return 0;
    }
    i++;
    while (i < text.len && strchr(" \t>", text.ptr[i])) {
        i++;
    }
    size_t end = i + number_length(text, i);
    bool is_list = end + 1 < text.len && strchr(".)", text.ptr[end]) &&
                   strchr(" \t\r\n", text.ptr[end + 1]);
    return end == i || is_list ? 0 : i - at;
}

/* In a bare URL, an address, or right behind a "<" an id is no reference:
 * nothing there is linked, and covering it could undo what it is part of. */
static bool is_in_url(struct str text, size_t at)
{
    size_t start = at;
    while (start > 0 && at - start < LONGEST_TOKEN &&
           !strchr(" \t\r\n(<>[", text.ptr[start - 1])) {
        start--;
    }
    size_t end = at;
    while (end < text.len && end - at < LONGEST_TOKEN &&
           !strchr(" \t\r\n)>]", text.ptr[end])) {
        end++;
    }
    bool is_in_angle = start > 0 && text.ptr[start - 1] == '<';
    return is_in_angle ||
           str_find(str_slice(text, start, at), S("://")) != STR_NONE ||
           str_find_char(str_slice(text, start, end), '@') != STR_NONE;
}

static bool id_at(struct arena *arena, struct str text, size_t hyphen,
                  const struct strs *prefixes, struct md_id *id)
{
    struct str prefix = prefix_before(text, hyphen, prefixes);
    if (prefix.len == 0) {
        return false;
    }
    size_t gap = break_length(text, hyphen + 1);
    size_t number = hyphen + 1 + gap;
    size_t length = number_length(text, number);
    if (length == 0) {
        return false;
    }
    id->start = hyphen - prefix.len;
    id->end = number + length;
    id->id = gap == 0 ? arena_copy(arena, str_slice(text, id->start, id->end))
                      : arena_printf(arena, "%.*s-%.*s", STR_ARG(prefix),
                                     (int)length, text.ptr + number);
    return true;
}

bool md_find_id(struct arena *arena, struct str text, size_t from,
                const struct strs *prefixes, struct md_id *id)
{
    for (;;) {
        size_t hyphen = str_find_char(str_from(text, from), '-');
        if (hyphen == STR_NONE) {
            return false;
        }
        hyphen += from;
        if (id_at(arena, text, hyphen, prefixes, id)) {
            return true;
        }
        from = hyphen + 1;
    }
}

/* Whether a bracket is open before the byte on its line. */
static bool is_in_brackets(struct str text, size_t at)
{
    for (size_t i = 0; i < LONGEST_TOKEN && at > 0; i++) {
        at--;
        if (text.ptr[at] == '[') {
            return true;
        }
        if (text.ptr[at] == ']' || text.ptr[at] == '\n') {
            return false;
        }
    }
    return false;
}

bool md_may_have_breaks(struct str text)
{
    for (size_t at = 0, i = 0;
         (at = str_find_char(str_from(text, i), '\n')) != STR_NONE;
         i += at + 1) {
        size_t end = i + at;
        end -= end > 0 && text.ptr[end - 1] == '\r';
        if (end > 1 && text.ptr[end - 1] == '-' &&
            ascii_is_alnum(text.ptr[end - 2])) {
            return true;
        }
    }
    return false;
}

/* A broken id is told from a URL that ends its line by the blank before it. */
static bool follows_blank(struct str text, size_t at)
{
    while (at > 0 && strchr("*_([", text.ptr[at - 1])) {
        at--;
    }
    return at == 0 || strchr(" \t\r\n>", text.ptr[at - 1]);
}

static bool is_in_one(const struct md_regions *regions, struct md_id id)
{
    for (size_t i = 0; i < regions->len; i++) {
        if (id.start >= regions->at[i].start && id.end <= regions->at[i].end) {
            return true;
        }
    }
    return false;
}

static void mark_ids(struct md_text *text, const struct strs *prefixes,
                     const struct md_regions *prose, struct md_labels *labels)
{
    struct str bytes = {text->ptr, text->len};
    struct md_id id = {0};
    size_t from = 0;
    while (md_find_id(text->arena, bytes, from, prefixes, &id)) {
        from = id.end;
        struct place place = md_text_place(text, id.start, id.end);
        bool has_break = id.end - id.start > id.id.len;
        if (is_in_url(bytes, id.start) ||
            (has_break &&
             !(is_in_one(prose, id) && follows_blank(bytes, id.start)))) {
            continue;
        }
        if (labels && is_in_brackets(bytes, id.start)) {
            if (!str_starts(str_from(bytes, id.end), S("]:"))) {
                *LIST_PUSH(text->arena, labels) =
                    (struct md_label){id.id, place};
            }
            continue;
        }
        md_text_cover(text, id.start, id.end,
                      (struct md_mark){.kind = MD_MARK_REFERENCE,
                                       .place = place,
                                       .value = id.id});
    }
}

/* Bytes, four at most, at the offset that may be covered without changing
 * what cmark makes of them. */
static size_t coverable(struct str text, size_t at, const char *special)
{
    size_t size = 0;
    while (size < MD_MARK_LONG && at + size < text.len) {
        char c = text.ptr[at + size];
        if (c < 0x20 || c > 0x7e || strchr(special, c)) {
            break;
        }
        size++;
    }
    return size;
}

/* `close` is where the comment's end mark starts. */
static void mark_comment(struct md_text *text, size_t at, size_t close)
{
    struct str bytes = {text->ptr, text->len};
    if (close < at + 8 || coverable(bytes, at + 4, "->`") < MD_MARK_LONG) {
        return;
    }
    struct place place = md_text_place(text, at, close + 3);
    md_text_cover(text, at + 4, at + 8,
                  (struct md_mark){.kind = MD_MARK_COMMENT, .place = place});
}

static size_t target_end(struct str text, size_t at)
{
    size_t depth = 0;
    text = str_slice(text, 0, at + LONGEST_TOKEN);
    for (; at < text.len && !strchr(" \t\r\n<>", text.ptr[at]); at++) {
        depth += text.ptr[at] == '(';
        if (text.ptr[at] == ')' && depth-- == 0) {
            break;
        }
    }
    return at;
}

static void mark_target(struct md_text *text, size_t at)
{
    struct str bytes = {text->ptr, text->len};
    while (at < bytes.len && bytes.ptr[at] == ' ') {
        at++;
    }
    at += at < bytes.len && bytes.ptr[at] == '<';
    size_t end = target_end(bytes, at);
    size_t size =
        coverable(str_slice(bytes, 0, end), at, "()<>[]\\&*_`$!~\"' ");
    if (size < MD_MARK_LEAST) {
        return;
    }
    md_text_cover(text, at, at + size,
                  (struct md_mark){.kind = MD_MARK_LINK,
                                   .place = md_text_place(text, at, end)});
}

/* Where the next comment ends, STR_NONE when none does; asked again only
 * when the last answer is behind. */
static size_t next_close(const struct md_text *text, size_t at, size_t known)
{
    if (known == STR_NONE || known >= at) {
        return known;
    }
    size_t close = str_find(md_text_slice(text, at, text->len), S("-->"));
    return close == STR_NONE ? STR_NONE : at + close;
}

size_t md_marks_length(struct str line)
{
    size_t len = 0;
    while (len < line.len && line.ptr[len] != '\0' &&
           strchr(" \t>*+-0123456789.)", line.ptr[len])) {
        len++;
    }
    return len;
}

/* Whether the bracket and colon end the label that starts its line. */
static bool is_definition(const struct md_text *text, size_t at)
{
    size_t start = at;
    while (start > 0 && at - start < LONGEST_TOKEN &&
           text->ptr[start - 1] != '\n') {
        start--;
    }
    struct str line = md_text_slice(text, start, at);
    return str_starts(str_from(line, md_marks_length(line)), S("["));
}

/* Where the character stands next, at or after `at`, or the text's length. */
static size_t next_char(const struct md_text *text, size_t at, char c)
{
    size_t found = str_find_char(md_text_slice(text, at, text->len), c);
    return found == STR_NONE ? text->len : at + found;
}

static void mark_bracket(struct md_text *text, size_t at)
{
    if (text->ptr[at + 1] == '(' ||
        (text->ptr[at + 1] == ':' && is_definition(text, at))) {
        mark_target(text, at + 2);
    }
}

/* Targets and comments first: their places reach to their ends, which must
 * still be readable. Where each sign stands next is asked again only when it
 * was passed; meanwhile a mark may have covered it. */
void md_mark_places(struct md_text *text, const struct strs *prefixes,
                    const struct md_regions *prose, struct md_labels *labels)
{
    size_t close = 0;
    size_t bracket = next_char(text, 0, ']');
    size_t angle = next_char(text, 0, '<');
    for (;;) {
        const size_t at = bracket < angle ? bracket : angle;
        if (at + 4 >= text->len) {
            break;
        }
        if (text->ptr[at] == ']') {
            mark_bracket(text, at);
        } else if (memcmp(text->ptr + at, "<!--", 4) == 0) {
            close = next_close(text, at + 4, close);
            mark_comment(text, at, close == STR_NONE ? 0 : close);
        }
        if (at == bracket) {
            bracket = next_char(text, at + 1, ']');
        } else {
            angle = next_char(text, at + 1, '<');
        }
    }
    mark_ids(text, prefixes, prose, labels);
}

struct md_pieces md_definitions(const struct md_text *text)
{
    struct md_pieces lines = {0};
    struct str rest = md_text_slice(text, 0, text->len);
    struct str line = {0};
    if (str_find(rest, S("]:")) == STR_NONE) {
        return lines;
    }
    while (str_next_line(&rest, &line)) {
        struct str definition = str_from(line, md_marks_length(line));
        if (str_starts(definition, S("[")) &&
            !str_starts(definition, S("[^")) &&
            str_find(definition, S("]:")) != STR_NONE) {
            size_t at = (size_t)(definition.ptr - text->ptr);
            *LIST_PUSH(text->arena, &lines) =
                (struct md_piece){definition, md_text_origin(text, at)};
        }
    }
    return lines;
}
