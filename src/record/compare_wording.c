/* Whether two sentences say the same. A claim is what people act on, so
 * nothing is guessed: only what cannot change the meaning is passed over. */

#include "record/compare_parts.h"

#include "base/ascii.h"

/* A word this long may have one letter wrong and still be the same word. */
enum { SLIP_LENGTH = 5 };

static bool is_edge(char c)
{
    return c == ',' || c == '.' || c == ';' || c == ':' || c == '\'' ||
           c == '"' || c == '`';
}

/* The next word without the marks around it; false at the end. */
static bool next_word(struct str *rest, struct str *word)
{
    *rest = str_trim(*rest);
    if (rest->len == 0) {
        return false;
    }
    size_t end = 0;
    while (end < rest->len && !ascii_is_space(rest->ptr[end])) {
        end++;
    }
    *word = str_slice(*rest, 0, end);
    *rest = str_from(*rest, end);
    while (word->len > 1 && is_edge(word->ptr[word->len - 1])) {
        word->len--;
    }
    while (word->len > 1 && is_edge(word->ptr[0])) {
        *word = str_from(*word, 1);
    }
    return true;
}

/* Letters and hyphens alone: no number, no formula, no name with a digit. */
static bool is_plain_word(struct str word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (!ascii_is_letter(word.ptr[i]) && word.ptr[i] != '-') {
            return false;
        }
    }
    return word.len > 1; /* M is not m */
}

/* The first letter counts: typical is not atypical, faster is not raster. */
static bool is_slip(struct str a, struct str b)
{
    return a.len >= SLIP_LENGTH && b.len >= SLIP_LENGTH &&
           str_equal_nocase(str_slice(a, 0, 1), str_slice(b, 0, 1)) &&
           str_distance(a, b) <= 1;
}

static bool is_same_word(struct str a, struct str b)
{
    return str_equal(a, b) || (is_plain_word(a) && is_plain_word(b) &&
                               (str_equal_nocase(a, b) || is_slip(a, b)));
}

bool compare_is_rewording(struct str old_text, struct str new_text)
{
    struct str a, b;
    size_t slips = 0;
    for (;;) {
        const bool has_old = next_word(&old_text, &a);
        const bool has_new = next_word(&new_text, &b);
        if (!has_old || !has_new) {
            return has_old == has_new && slips <= 1;
        }
        if (!is_same_word(a, b)) {
            return false;
        }
        slips += !str_equal_nocase(a, b);
    }
}

struct str compare_cut(struct arena *arena, struct str text, size_t most)
{
    if (text.len <= most) {
        return text;
    }
    size_t end = most;
    while (end > 0 && ((unsigned char)text.ptr[end] & 0xc0) == 0x80) {
        end--;
    }
    return arena_printf(arena, "%.*s…", STR_ARG(str_slice(text, 0, end)));
}
