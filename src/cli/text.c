/* Words are counted in code points: ids and options are ASCII, and prose in
 * wider scripts merely breaks early. */

#include "cli/text.h"

#include <string.h>

#include "base/utf8.h"

/* C0 and C1 controls and DEL: a terminal may take them as orders. */
static bool is_control(uint32_t code_point)
{
    return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
}

void text_put(struct out *out, struct str text)
{
    while (text.len > 0) {
        struct str rest = text;
        bool is_shown = !is_control(utf8_next(&rest));
        out_str(out,
                is_shown ? str_slice(text, 0, text.len - rest.len) : S(" "));
        text = rest;
    }
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
    size_t used = utf8_length(text);
    text_put(out, text);
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

/* Bytes that may pass as they are at the start of the text; 0 when there is a
 * control character. */
static size_t passing_length(struct str text, bool has_colour)
{
    struct str rest = text;
    const uint32_t code_point = utf8_next(&rest);
    if (!is_control(code_point) || code_point == '\n' || code_point == '\t') {
        return text.len - rest.len;
    }
    return has_colour ? colour_length(text) : 0;
}

void text_guard(struct out *out, bool has_colour)
{
    size_t at = 0;
    while (at < out->len) {
        struct str rest = str_from(out_text(out), at);
        size_t length = passing_length(rest, has_colour);
        if (length == 0) {
            utf8_next(&rest);
            length = out->len - at - rest.len;
            memset(out->ptr + at, ' ', length);
        }
        at += length;
    }
}
