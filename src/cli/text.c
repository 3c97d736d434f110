/* Words are counted in code points: ids and options are ASCII, and prose in
 * wider scripts merely breaks early. */

#include "cli/text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

void text_put(struct out *out, struct str text)
{
    out_terminal(out, text);
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Takes the next word off *rest; false when none is left. */
static bool next_word(struct str *rest, struct str *word)
{
    *rest = str_trim(*rest);
    size_t end = 0;
    while (end < rest->len && !is_gap(rest->ptr[end])) {
        end++;
    }
    *word = str_slice(*rest, 0, end);
    *rest = str_from(*rest, end);
    return word->len > 0;
}

void text_wrap(struct out *out, struct str text, size_t used, size_t indent)
{
    struct str word;
    bool is_first = true; /* of its line */
    while (next_word(&text, &word)) {
        size_t width = utf8_length(word);
        if (!is_first && used + 1 + width > TEXT_WIDTH) {
            out_char(out, '\n');
            out_repeat(out, ' ', indent);
            used = indent;
            is_first = true;
        }
        if (!is_first) {
            out_char(out, ' ');
            used++;
        }
        text_put(out, word);
        used += width;
        is_first = false;
    }
    out_char(out, '\n');
}

void text_pad(struct out *out, struct str text, size_t width)
{
    const size_t start = out->len;
    text_put(out, text);
    const size_t used = utf8_length(str_from(out_text(out), start));
    out_repeat(out, ' ', used < width ? width - used : 1);
}

/* Length of the sequence that sets a colour, ESC [ digits m, which the text
 * begins with; 0 when it begins otherwise. */
static size_t colour_length(struct str text)
{
    if (!str_starts(text, S("\x1b["))) {
        return 0;
    }
    size_t at = 2;
    while (at < text.len && ((text.ptr[at] >= '0' && text.ptr[at] <= '9') ||
                             text.ptr[at] == ';')) {
        at++;
    }
    return at < text.len && text.ptr[at] == 'm' ? at + 1 : 0;
}

/* Bytes that may pass as they are at the start of the text; 0 when there is
 * something to obey, or a stray byte. */
static size_t passing_length(struct str text, bool has_colour)
{
    struct str rest = text;
    const uint32_t c = utf8_next(&rest);
    const size_t size = text.len - rest.len;
    if (c == '\n' || c == '\t' ||
        (!utf8_is_order(c) && (c != 0xfffd || size == 3))) {
        return size;
    }
    return has_colour ? colour_length(text) : 0;
}

/* Offset of the first byte that may not pass, or the length. */
static size_t passing_run(struct str text, bool has_colour)
{
    size_t at = 0;
    while (at < text.len) {
        at += ascii_plain_run(str_from(text, at), "");
        const size_t length =
            at < text.len ? passing_length(str_from(text, at), has_colour) : 0;
        if (length == 0) {
            break;
        }
        at += length;
    }
    return at;
}

void text_guard(struct out *out, bool has_colour)
{
    struct out guarded = {.ceiling = out->ceiling};
    struct str rest = out_text(out);
    size_t run = passing_run(rest, has_colour);
    if (run == rest.len) {
        return;
    }
    while (rest.len > 0) {
        out_str(&guarded, str_slice(rest, 0, run));
        rest = str_from(rest, run);
        struct str behind = rest;
        if (rest.len > 0) {
            utf8_next(&behind);
            out_terminal(&guarded, str_slice(rest, 0, rest.len - behind.len));
        }
        rest = behind;
        run = passing_run(rest, has_colour);
    }
    guarded.is_full |= out->is_full;
    out_free(out);
    *out = guarded;
}
