/* Words are counted in code points: ids and options are ASCII, and prose in
 * wider scripts merely breaks early. */

#include "cli/text.h"

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
