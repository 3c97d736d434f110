/* Finding $...$ and $$...$$. Prices must stay text: a dollar opens only
 * before a character that is not blank, closes only behind one, and never
 * closes before a digit. */

#include "md/mark.h"

#include <string.h>

#include "base/ascii.h"

/* An opening that finds no end within this many bytes is text. Without a
 * limit a body made of openings would take the square of its length. */
enum { LONGEST_INLINE = 2000, LONGEST_TOKEN = 1024 };

/* Behind the run of the same character that starts at the offset. */
static size_t run_end(struct str text, size_t at)
{
    char c = text.ptr[at];
    while (at < text.len && text.ptr[at] == c) {
        at++;
    }
    return at;
}

/* Behind the code span that starts at the offset, or behind its backticks
 * when no equal run closes it. */
static size_t skip_code(struct str text, size_t at)
{
    size_t open_end = run_end(text, at);
    size_t ticks = open_end - at;
    for (size_t i = open_end; i < text.len;) {
        if (text.ptr[i] != '`') {
            i++;
            continue;
        }
        size_t end = run_end(text, i);
        if (end - i == ticks) {
            return end;
        }
        i = end;
    }
    return open_end;
}

/* Behind the comment or <scheme:...> at the offset, or behind the "<". */
static size_t skip_angle(struct str text, size_t at)
{
    struct str rest = str_slice(text, at, at + LONGEST_TOKEN);
    if (str_starts(rest, S("<!--"))) {
        size_t close = str_find(rest, S("-->"));
        return close == STR_NONE ? at + 4 : at + close + 3;
    }
    size_t close = str_find_char(rest, '>');
    if (close == STR_NONE) {
        return at + 1;
    }
    struct str inside = str_slice(rest, 1, close);
    bool is_link = str_find_char(inside, ':') != STR_NONE &&
                   str_find_char(inside, ' ') == STR_NONE &&
                   str_find_char(inside, '\n') == STR_NONE;
    return is_link ? at + close + 1 : at + 1;
}

/* Behind the target of a link, whose dollars are part of a URL. */
static size_t skip_target(struct str text, size_t at)
{
    size_t i = at + 2;
    text = str_slice(text, 0, at + LONGEST_TOKEN);
    for (size_t depth = 0; i < text.len && !ascii_is_space(text.ptr[i]); i++) {
        depth += text.ptr[i] == '(';
        if (text.ptr[i] == ')' && depth-- == 0) {
            return i;
        }
    }
    return at + 2;
}

/* The dollar that closes a formula opened at the offset, or STR_NONE. */
static size_t inline_close(struct str text, size_t at)
{
    if (at + 1 >= text.len || ascii_is_space(text.ptr[at + 1]) ||
        (at > 0 && ascii_is_alnum(text.ptr[at - 1]))) {
        return STR_NONE;
    }
    text = str_slice(text, 0, at + LONGEST_INLINE);
    for (size_t i = at + 1; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '\\') {
            i++;
        } else if (c == '`') {
            i = skip_code(text, i) - 1;
        } else if (c == '$') {
            bool is_close = i > at + 1 && !ascii_is_space(text.ptr[i - 1]);
            char next = i + 1 < text.len ? text.ptr[i + 1] : ' ';
            bool is_price = next >= '0' && next <= '9';
            if (is_close && !is_price) {
                return i;
            }
        }
    }
    return STR_NONE;
}

/* The $$ that closes a display opened at the offset, before any blank line,
 * or STR_NONE. */
static size_t display_close(struct str text, size_t at)
{
    bool is_blank_line = false;
    for (size_t i = at + 2; i + 1 < text.len; i++) {
        char c = text.ptr[i];
        if (c == '\\') {
            i++;
            is_blank_line = false;
        } else if (c == '$' && text.ptr[i + 1] == '$') {
            return i;
        } else if (c == '\n') {
            if (is_blank_line) {
                return STR_NONE;
            }
            is_blank_line = true;
        } else if (!ascii_is_space(c) && c != '>') {
            is_blank_line = false;
        }
    }
    return STR_NONE;
}

/* The quote marks that lead the line which holds the byte. */
static size_t quote_depth(struct str text, size_t at)
{
    size_t line = at;
    while (line > 0 && text.ptr[line - 1] != '\n') {
        line--;
    }
    size_t depth = 0;
    while (line < at && strchr(" \t>", text.ptr[line])) {
        depth += text.ptr[line] == '>';
        line++;
    }
    return depth;
}

/* The TeX without the indentation and quote marks of its lines. */
static struct str tex_of(struct md_text *text, size_t start, size_t end)
{
    struct str all = {text->ptr, text->len};
    struct str rest =
        md_text_restore(text->arena, text, md_text_slice(text, start, end));
    bool is_one_line = str_find_char(rest, '\n') == STR_NONE;
    size_t depth = is_one_line ? 0 : quote_depth(all, start);
    struct str line = {0};
    struct out out = {0};
    bool is_first = true;
    while (str_next_line(&rest, &line)) {
        size_t skip = 0;
        for (size_t quotes = 0; !is_first && skip < line.len; skip++) {
            char c = line.ptr[skip];
            if (c == '>' ? quotes++ == depth : !ascii_is_space(c)) {
                break;
            }
        }
        out_c(&out, is_first ? "" : "\n");
        out_str(&out, str_from(line, skip));
        is_first = false;
    }
    struct str tex = arena_copy(text->arena, str_trim(out_text(&out)));
    out_free(&out);
    return tex;
}

/* Whether a backslash was taken off a bar between these bytes: there the
 * bytes of the file run ahead of those of the text. */
static bool has_lost_backslash(const struct md_text *text, size_t start,
                               size_t end)
{
    size_t origin = md_text_origin(text, start);
    return md_text_origin(text, end - 1) - origin != end - 1 - start;
}

static void cover(struct md_text *text, size_t start, size_t end, size_t fence)
{
    struct md_mark mark = {.kind = MD_MARK_MATH,
                           .place = md_text_place(text, start, end),
                           .value = tex_of(text, start + fence, end - fence),
                           .is_display = fence == 2,
                           .has_table_bar =
                               has_lost_backslash(text, start, end)};
    if (mark.value.len > 0) {
        md_text_cover(text, start, end, mark);
    }
}

/* Deals with the dollar at the offset; gives where to go on. */
static size_t dollar(struct md_text *text, size_t at, size_t end, size_t limit,
                     struct md_unclosed *unclosed)
{
    struct str bytes = md_text_slice(text, 0, end);
    if (at + 1 < end && text->ptr[at + 1] == '$') {
        size_t close = display_close(md_text_slice(text, 0, limit), at);
        if (close == STR_NONE) {
            if (unclosed) {
                *LIST_PUSH(text->arena, unclosed) = md_text_origin(text, at);
            }
            return run_end(bytes, at);
        }
        cover(text, at, close + 2, 2);
        return close + 2;
    }
    size_t close = inline_close(bytes, at);
    if (close == STR_NONE) {
        return at + 1;
    }
    cover(text, at, close + 1, 1);
    return close + 1;
}

/* Bytes of the mark that was made before, 1 when there is none. */
static size_t covered_length(const struct md_text *text, size_t at)
{
    const struct md_mark *mark =
        md_text_mark(text, md_text_slice(text, at, text->len));
    return mark ? mark->size : 1;
}

size_t md_mark_math(struct md_text *text, size_t start, size_t end,
                    size_t limit, struct md_unclosed *unclosed)
{
    struct str bytes = md_text_slice(text, 0, end);
    size_t i = start;
    while (i < end) {
        const size_t from = i;
        const char sign = text->ptr[i];
        switch (sign) {
        case '\\':
            i += 2;
            break;
        case '`':
            i = skip_code(bytes, i);
            break;
        case '<':
            i = skip_angle(bytes, i);
            break;
        case ']':
            i = i + 1 < end && text->ptr[i + 1] == '(' ? skip_target(bytes, i)
                                                       : i + 1;
            break;
        case '$':
            i = dollar(text, i, end, limit, unclosed);
            break;
        case '[':
            i = text->has_notes ? md_mark_note(text, i, end) : i + 1;
            break;
        case ':':
            i = text->has_directives ? md_mark_directive(text, i, end) : i + 1;
            break;
        default:
            i += covered_length(text, i);
        }
        if (text->skipped && sign != '\\' && i > from + 1) {
            *LIST_PUSH(text->arena, text->skipped) =
                (struct md_region){from, i, from};
        }
    }
    return i;
}
