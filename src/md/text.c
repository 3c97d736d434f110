/* Covering and uncovering. */

#include "md/text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/bug.h"
#include "base/utf8.h"

enum { MOST_REPORTS = 20 };

/* Private-use characters: those of three bytes are few and kept for what is
 * too short for one of four, of which there are more than a body has room
 * for. */
enum {
    SHORT_FIRST = 0xe000,
    SHORT_COUNT = 0xf900 - 0xe000,
    LONG_FIRST = 0xf0000,
    LONG_COUNT = 0xfffe,
};

struct md_text md_text_new(struct arena *arena, struct source *source,
                           size_t cap)
{
    return (struct md_text){.arena = arena,
                            .source = source,
                            .ptr = arena_alloc(arena, cap + 1, 1),
                            .cap = cap};
}

void md_text_add(struct md_text *text, struct str bytes, size_t origin)
{
    if (bytes.len > text->cap - text->len) {
        BUG("a text of %zu bytes is too small", text->cap);
    }
    *LIST_PUSH(text->arena, &text->segments) =
        (struct md_segment){text->len, origin};
    if (bytes.len > 0) {
        memcpy(text->ptr + text->len, bytes.ptr, bytes.len);
    }
    text->len += bytes.len;
}

/* The last segment that starts at or before the byte. */
static const struct md_segment *segment_of(const struct md_text *text,
                                           size_t at)
{
    size_t low = 0;
    size_t high = text->segments.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (text->segments.at[middle].at <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &text->segments.at[low];
}

size_t md_text_origin(const struct md_text *text, size_t at)
{
    if (text->segments.len == 0) {
        return 0;
    }
    const struct md_segment *segment = segment_of(text, at);
    return segment->origin == STR_NONE ? 0 : segment->origin + at - segment->at;
}

static bool is_nowhere(const struct md_text *text, size_t at)
{
    return segment_of(text, at)->origin == STR_NONE;
}

struct place md_text_place(const struct md_text *text, size_t start, size_t end)
{
    while (start < end && is_nowhere(text, start)) {
        start++;
    }
    while (start < end && is_nowhere(text, end - 1)) {
        end--;
    }
    struct place place = {text->source, 0, 0};
    if (start < end) {
        place.start = md_text_origin(text, start);
        place.end = md_text_origin(text, end - 1) + 1;
    }
    return place;
}

static bool is_private(uint32_t c)
{
    return (c >= 0xe000 && c <= 0xf8ff) || c >= 0xf0000;
}

static bool is_control(uint32_t c)
{
    bool is_layout = c == '\t' || c == '\n' || c == '\r';
    return (c < 0x20 && !is_layout) || (c >= 0x7f && c <= 0x9f);
}

static void report_character(const struct md_text *text, size_t at, uint32_t c,
                             bool is_valid, struct diags *diags)
{
    size_t origin = md_text_origin(text, at);
    struct place place = {text->source, origin, origin + 1};
    if (!is_valid) {
        diag_add(diags, SEVERITY_ERROR, "text-invalid", place,
                 "the byte 0x%02X is not valid UTF-8",
                 (unsigned)(unsigned char)text->ptr[at]);
        return;
    }
    diag_add(diags, SEVERITY_ERROR, "text-invalid", place,
             "the %s character U+%04X may not stand here",
             is_control(c) ? "control" : "private-use", (unsigned)c);
}

/* What the & at the start stands for when it begins a numeric character
 * reference: cmark turns "&#xF0000;" into a character that looks like a mark.
 * Otherwise the & itself. */
static uint32_t character_reference(struct str rest)
{
    if (!str_starts(rest, S("&#"))) {
        return '&';
    }
    rest = str_slice(rest, 2, 10);
    bool is_hex = str_starts(rest, S("x")) || str_starts(rest, S("X"));
    uint32_t value = 0;
    for (size_t i = is_hex; i < rest.len && rest.ptr[i] != ';'; i++) {
        char c = rest.ptr[i];
        if (c >= '0' && c <= '9') {
            value = value * (is_hex ? 16 : 10) + (uint32_t)(c - '0');
        } else if (is_hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
            value = value * 16 + (uint32_t)((c | 0x20) - 'a') + 10;
        } else {
            return '&';
        }
    }
    return value;
}

void md_text_clean(struct md_text *text, struct diags *diags)
{
    struct str rest = {text->ptr, text->len};
    size_t reports = 0;
    size_t run_end = SIZE_MAX;
    while ((rest = str_from(rest, ascii_plain_run(rest, "&"))).len > 0) {
        size_t at = text->len - rest.len;
        uint32_t c = utf8_next(&rest);
        size_t size = text->len - rest.len - at;
        bool is_valid = c != 0xfffd || size > 1;
        if (c == '&') {
            c = character_reference(md_text_slice(text, at, text->len));
        }
        if (is_valid && !is_control(c) && !is_private(c)) {
            continue;
        }
        if (diags && at != run_end && reports < MOST_REPORTS) {
            report_character(text, at, c, is_valid, diags);
            reports++;
        }
        memset(text->ptr + at, '?', size);
        run_end = at + size;
    }
}

/* The character for a new mark of that size; 0 when all are taken. */
static uint32_t new_character(struct md_text *text, size_t size)
{
    size_t index = text->marks.len;
    if (size >= MD_MARK_LONG && index < 2 * (size_t)LONG_COUNT) {
        size_t plane = index / LONG_COUNT;
        return (uint32_t)(LONG_FIRST + plane * 0x10000 + index % LONG_COUNT);
    }
    if (size < MD_MARK_LONG && text->short_marks.len < SHORT_COUNT) {
        *LIST_PUSH(text->arena, &text->short_marks) = index;
        return (uint32_t)(SHORT_FIRST + text->short_marks.len - 1);
    }
    return 0;
}

bool md_text_cover(struct md_text *text, size_t start, size_t end,
                   struct md_mark mark)
{
    mark.size = end - start;
    if (mark.size < MD_MARK_LEAST) {
        BUG("a mark over %zu bytes", mark.size);
    }
    uint32_t character = new_character(text, mark.size);
    if (character == 0) {
        return false;
    }
    mark.original =
        md_text_restore(text->arena, text, md_text_slice(text, start, end));
    *LIST_PUSH(text->arena, &text->marks) = mark;
    char bytes[4];
    size_t size = utf8_encode(character, bytes);
    memcpy(text->ptr + start, bytes, size);
    memset(text->ptr + start + size, 'x', mark.size - size);
    return true;
}

const struct md_mark *md_text_mark(const struct md_text *text, struct str rest)
{
    if (rest.len < MD_MARK_LEAST || (unsigned char)rest.ptr[0] < 0xee) {
        return NULL;
    }
    uint32_t c = utf8_next(&rest);
    size_t index = SIZE_MAX;
    if (c >= LONG_FIRST && c % 0x10000 < LONG_COUNT) {
        index = (c - LONG_FIRST) / 0x10000 * LONG_COUNT + c % 0x10000;
    } else if (c >= SHORT_FIRST && c - SHORT_FIRST < text->short_marks.len) {
        index = text->short_marks.at[c - SHORT_FIRST];
    }
    return index < text->marks.len ? &text->marks.at[index] : NULL;
}

size_t md_text_plain_run(struct str passed)
{
    size_t len = 0;
    while ((len += ascii_run(str_from(passed, len))) < passed.len &&
           (unsigned char)passed.ptr[len] < 0xee) {
        len++;
    }
    return len;
}

struct str md_text_restore(struct arena *arena, const struct md_text *text,
                           struct str passed)
{
    size_t plain = md_text_plain_run(passed);
    if (plain == passed.len) {
        return arena_copy(arena, passed);
    }
    struct out out = {0};
    while (passed.len > 0) {
        plain = md_text_plain_run(passed);
        out_str(&out, str_slice(passed, 0, plain));
        passed = str_from(passed, plain);
        const struct md_mark *mark = md_text_mark(text, passed);
        out_str(&out, mark ? mark->original : str_slice(passed, 0, 1));
        passed = str_from(passed, mark ? mark->size : 1);
    }
    return out_take(&out, arena);
}

/* Behind the next line end, or STR_NONE. */
static size_t next_line(struct str text, size_t at)
{
    size_t feed = str_find_char(str_from(text, at), '\n');
    return feed == STR_NONE ? STR_NONE : at + feed + 1;
}

/* The same for the rare text that has carriage returns: alone or before a
 * line feed they end a line. */
static size_t next_line_after_return(struct str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r') {
        at++;
    }
    if (at >= text.len) {
        return STR_NONE;
    }
    bool is_pair =
        text.ptr[at] == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
    return at + (is_pair ? 2 : 1);
}

void md_text_find_lines(struct md_text *text)
{
    struct str all = {text->ptr, text->len};
    bool has_return = str_find_char(all, '\r') != STR_NONE;
    LIST(size_t) lines = {0};
    size_t at = 0;
    while (at != STR_NONE) {
        *LIST_PUSH(text->arena, &lines) = at;
        at = has_return ? next_line_after_return(all, at) : next_line(all, at);
    }
    text->lines = lines.at;
    text->line_count = lines.len;
}

size_t md_text_line_start(const struct md_text *text, int line)
{
    if (line < 1) {
        return 0;
    }
    size_t index = (size_t)line - 1;
    return index < text->line_count ? text->lines[index] : text->len;
}

size_t md_text_line_end(const struct md_text *text, int line)
{
    size_t end = md_text_line_start(text, line < 1 ? 2 : line + 1);
    size_t start = md_text_line_start(text, line);
    while (end > start &&
           (text->ptr[end - 1] == '\n' || text->ptr[end - 1] == '\r')) {
        end--;
    }
    return end;
}

struct str md_text_slice(const struct md_text *text, size_t start, size_t end)
{
    return str_slice((struct str){text->ptr, text->len}, start, end);
}
