/* Makes a text that libyaml can read to its end out of one that it cannot. */

#include "yml/text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum { MOST_REPORTS = 20 };

/* Bytes of the stray comment that starts the text, 0 when there is none: the
 * lines through the one on which it ends. One that never ends, or only where
 * the next one does, is its first line. */
static size_t comment_length(struct str text)
{
    if (!str_starts(text, S("<!--"))) {
        return 0;
    }
    size_t close = str_find(text, S("-->"));
    size_t next = str_find(str_from(text, 4), S("<!--"));
    bool is_closed =
        close != STR_NONE && (next == STR_NONE || close < next + 4);
    size_t from = is_closed ? close : 0;
    size_t line_end = str_find_char(str_from(text, from), '\n');
    return line_end == STR_NONE ? text.len : from + line_end + 1;
}

static void report_comment(struct yml_text *text, size_t offset, size_t length,
                           struct diags *diags)
{
    struct place place = {text->source, offset, offset + length};
    struct diag *diag =
        diag_add(diags, SEVERITY_ERROR, "yaml-html-comment", place,
                 "an HTML comment is no comment in YAML");
    diag_hint(diags, diag, "start the line with #, outside of any value");
}

/* Copies the document line by line and leaves stray comments out. */
static void copy_lines(struct arena *arena, struct yml_text *text,
                       struct str document, struct diags *diags)
{
    size_t at = 0;
    while (at < document.len) {
        struct str rest = str_from(document, at);
        size_t comment = comment_length(rest);
        if (comment > 0) {
            report_comment(text, text->start + at, comment, diags);
            at += comment;
            struct yml_cut cut = {text->len, at - text->len};
            *LIST_PUSH(arena, &text->cuts) = cut;
            continue;
        }
        size_t line_end = str_find_char(rest, '\n');
        size_t length = line_end == STR_NONE ? rest.len : line_end + 1;
        memcpy(text->ptr + text->len, rest.ptr, length);
        text->len += length;
        at += length;
    }
}

/* What YAML 1.2.2, section 5.1, lets stand in a document. Three line
 * separators that YAML 1.1, and so libyaml, breaks lines at are left out. */
static bool is_allowed(uint32_t c)
{
    if (c < 0x20) {
        return c == '\t' || c == '\n' || c == '\r';
    }
    if (c >= 0x7f && c <= 0x9f) {
        return false;
    }
    return c != 0x2028 && c != 0x2029 && c != 0xfffe && c != 0xffff;
}

static void report_character(struct yml_text *text, size_t offset,
                             uint32_t code_point, bool is_valid,
                             struct diags *diags)
{
    size_t origin = yml_text_origin(text, offset);
    struct place place = {text->source, origin, origin + 1};
    unsigned byte = (unsigned char)text->ptr[offset];
    if (!is_valid) {
        diag_add(diags, SEVERITY_ERROR, "text-invalid", place,
                 "the byte 0x%02X is not valid UTF-8", byte);
        return;
    }
    diag_add(diags, SEVERITY_ERROR, "text-invalid", place,
             "the control character U+%04X may not stand here",
             (unsigned)code_point);
}

/* Replaces what may not stand there by as many '?', so that all offsets stay.
 * A run of such bytes is reported once. */
static void clean(struct yml_text *text, struct diags *diags)
{
    struct str rest = {text->ptr, text->len};
    size_t reports = 0;
    size_t run_end = SIZE_MAX;
    while ((rest = str_from(rest, ascii_plain_run(rest, ""))).len > 0) {
        size_t at = text->len - rest.len;
        uint32_t c = utf8_next(&rest);
        size_t size = text->len - rest.len - at;
        text->is_ascii = text->is_ascii && size == 1;
        bool is_valid = c != 0xfffd || size > 1;
        if (is_valid && is_allowed(c)) {
            continue;
        }
        if (at != run_end && reports < MOST_REPORTS) {
            report_character(text, at, c, is_valid, diags);
            reports++;
        }
        memset(text->ptr + at, '?', size);
        run_end = at + size;
    }
}

struct yml_text yml_text_make(struct arena *arena, struct source *source,
                              size_t start, size_t end, struct diags *diags)
{
    struct yml_text text = {.source = source, .start = start, .is_ascii = true};
    struct str document = str_slice(source->text, start, end);
    text.ptr = arena_alloc(arena, document.len + 1, 1);
    if (document.len > 0 && str_find(document, S("<!--")) == STR_NONE) {
        memcpy(text.ptr, document.ptr, document.len);
        text.len = document.len;
    } else {
        copy_lines(arena, &text, document, diags);
    }
    clean(&text, diags);
    return text;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The text is valid UTF-8 by now: code points are counted by first bytes,
 * from where the last answer was, because marks come nearly in order. */
size_t yml_text_byte(struct yml_text *text, size_t code_point)
{
    if (text->is_ascii) {
        return code_point < text->len ? code_point : text->len;
    }
    while (text->code_point > code_point) {
        do {
            text->byte--;
        } while (is_continuation(text->ptr[text->byte]));
        text->code_point--;
    }
    while (text->code_point < code_point && text->byte < text->len) {
        const size_t ascii =
            ascii_run(str_slice((struct str){text->ptr, text->len}, text->byte,
                                text->byte + code_point - text->code_point));
        text->byte += ascii;
        text->code_point += ascii;
        if (text->code_point == code_point || text->byte == text->len) {
            break;
        }
        do {
            text->byte++;
        } while (text->byte < text->len &&
                 is_continuation(text->ptr[text->byte]));
        text->code_point++;
    }
    return text->byte;
}

size_t yml_text_origin(const struct yml_text *text, size_t byte)
{
    size_t left_out = 0;
    for (size_t i = 0; i < text->cuts.len && text->cuts.at[i].at <= byte; i++) {
        left_out = text->cuts.at[i].before;
    }
    return text->start + byte + left_out;
}
