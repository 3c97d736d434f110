/* Phrases by the letter they begin with, as bits: at a word's first letter one
 * look tells whether any phrase could start there. */

#include "check/phrase.h"

#include <string.h>

#include "base/ascii.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static inline bool is_word_char(char c)
{
    const unsigned char folded = (unsigned char)c | 0x20;
    return (unsigned char)(folded - 'a') < 26 || ascii_is_digit(c) ||
           (unsigned char)c >= 0x80;
}

/* -- Sentences ------------------------------------------------------------ */

/* A blank line, or a line that begins a heading, an item, a quotation or a
 * row, ends what was said before it. */
static bool is_break(struct str text, size_t line)
{
    const struct str rest = str_from(text, line);
    size_t at = 0;
    while (at < rest.len && (rest.ptr[at] == ' ' || rest.ptr[at] == '\t')) {
        at++;
    }
    if (at == rest.len || strchr("\r\n#|>", rest.ptr[at])) {
        return true;
    }
    return at + 1 < rest.len && strchr("-*+", rest.ptr[at]) &&
           rest.ptr[at + 1] == ' ';
}

/* "et al.", "e.g.", "Eq.", "vs." and an initial do not end a sentence. */
static bool is_abbreviation(struct str text, size_t stop)
{
    static const char *const known[] = {"al",  "eq",  "fig", "vs", "cf",
                                        "e.g", "i.e", "sec", "no"};
    size_t start = stop;
    while (start > 0 &&
           (is_word_char(text.ptr[start - 1]) || text.ptr[start - 1] == '.')) {
        start--;
    }
    const struct str word = str_slice(text, start, stop);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (str_equal_nocase(word, str_from_c(known[i]))) {
            return true;
        }
    }
    return word.len == 1 && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
}

/* Whether the character at the offset is the last of a sentence. */
static bool is_end(struct str text, size_t at)
{
    const char c = text.ptr[at];
    if (c == '\n') {
        return is_break(text, at + 1);
    }
    if (c != '.' && c != '?' && c != '!') {
        return false;
    }
    size_t next = at + 1;
    while (next < text.len && strchr(")\"'*_`]", text.ptr[next])) {
        next++;
    }
    return (next == text.len || ascii_is_space(text.ptr[next])) &&
           (c != '.' || !is_abbreviation(text, at));
}

struct str phrase_word_before(struct str text, size_t start)
{
    size_t end = start;
    while (end > 0 && !is_word_char(text.ptr[end - 1])) {
        if (is_end(text, end - 1)) {
            return (struct str){0};
        }
        end--;
    }
    start = end;
    while (start > 0 && is_word_char(text.ptr[start - 1])) {
        start--;
    }
    return str_slice(text, start, end);
}

/* -- Phrases -------------------------------------------------------------- */

/* The offset behind the comment that starts here, or the same offset. */
static size_t skip_comment(struct str text, size_t at)
{
    if (!str_starts(str_from(text, at), S("<!--"))) {
        return at;
    }
    const size_t end = str_find(str_from(text, at), S("-->"));
    return end == STR_NONE ? text.len : at + end + 3;
}

/* Past blanks, line ends and mark-up between two words. */
static size_t skip_between(struct str text, size_t at)
{
    while (at < text.len && !is_word_char(text.ptr[at]) &&
           strchr(" \t\r\n*_`\"", text.ptr[at])) {
        if (is_end(text, at)) {
            break;
        }
        at++;
    }
    return at;
}

/* The offset behind one word of the phrase at the offset of the text. */
static size_t match_word(struct str text, size_t at, struct str word)
{
    if (text.len - at < word.len ||
        (at + word.len < text.len && is_word_char(text.ptr[at + word.len]))) {
        return STR_NONE;
    }
    for (size_t i = 0; i < word.len; i++) {
        if (lower(text.ptr[at + i]) != word.ptr[i]) {
            return STR_NONE;
        }
    }
    return at + word.len;
}

static size_t match(struct str text, size_t at, struct str phrase);

/* What is left out is at most as long as a long sentence. */
enum { LEFT_OUT_MOST = 400 };

/* The phrase at some later word of the sentence. */
static size_t match_later(struct str text, size_t at, struct str phrase)
{
    const size_t last = at + LEFT_OUT_MOST;
    while (at < text.len && at < last && !is_end(text, at)) {
        if (is_word_char(text.ptr[at]) && !is_word_char(text.ptr[at - 1])) {
            const size_t end = match(text, at, phrase);
            if (end != STR_NONE) {
                return end;
            }
        }
        const size_t behind = skip_comment(text, at);
        at = behind > at ? behind : at + 1;
    }
    return STR_NONE;
}

static size_t match(struct str text, size_t at, struct str phrase)
{
    struct str word;
    while (phrase.len > 0) {
        str_cut(phrase, ' ', &word, &phrase);
        if (str_is(word, "...")) {
            return match_later(text, at, phrase);
        }
        const size_t end = match_word(text, at, word);
        if (end == STR_NONE || phrase.len == 0) {
            return end;
        }
        at = str_starts(phrase, S("...")) ? end : skip_between(text, end);
    }
    return at;
}

/* Bits of the phrases that have each letter first, and second. */
struct initials {
    uint64_t first[26], second[26];
};

static struct initials initials_of(const struct phrases *phrases)
{
    struct initials initials = {{0}, {0}};
    for (size_t i = 0; i < phrases->len; i++) {
        initials.first[phrases->at[i][0] - 'a'] |= (uint64_t)1 << i;
        initials.second[phrases->at[i][1] - 'a'] |= (uint64_t)1 << i;
    }
    return initials;
}

/* The word at the offset, and the letter that the next one begins with: "the"
 * alone begins seven phrases, and nearly always none of them. */
struct opening {
    struct str word;
    char next; /* in lower case */
};

static size_t word_end(struct str text, size_t at)
{
    while (at < text.len && is_word_char(text.ptr[at])) {
        at++;
    }
    return at;
}

static struct opening opening_at(struct str text, size_t at)
{
    const size_t end = word_end(text, at);
    const size_t next = skip_between(text, end);
    return (struct opening){str_slice(text, at, end),
                            next < text.len ? lower(text.ptr[next]) : '\0'};
}

static bool may_open(const struct opening *opening, const char *phrase)
{
    for (size_t i = 0; i < opening->word.len; i++) {
        if (lower(opening->word.ptr[i]) != phrase[i]) {
            return false;
        }
    }
    const char *rest = phrase + opening->word.len;
    return *rest == '\0' ||
           (*rest == ' ' && (rest[1] == '.' || rest[1] == opening->next));
}

static bool match_any(const struct phrases *phrases, uint64_t bits,
                      struct str text, struct phrase_hit *hit)
{
    const struct opening opening = opening_at(text, hit->start);
    for (; bits != 0; bits &= bits - 1) {
        const size_t i = (size_t)__builtin_ctzll(bits);
        if (!may_open(&opening, phrases->at[i])) {
            continue;
        }
        hit->end = match(text, hit->start, str_from_c(phrases->at[i]));
        if (hit->end != STR_NONE) {
            hit->phrase = i;
            return true;
        }
    }
    return false;
}

/* Those that could start with the two letters at the offset. */
static uint64_t bits_at(const struct initials *initials, struct str text,
                        size_t at)
{
    const char first = lower(text.ptr[at]);
    const char second = at + 1 < text.len ? lower(text.ptr[at + 1]) : ' ';
    return ascii_is_letter(first) && ascii_is_letter(second)
               ? initials->first[first - 'a'] & initials->second[second - 'a']
               : 0;
}

bool phrase_find(const struct phrases *phrases, struct str text, size_t from,
                 struct phrase_hit *hit)
{
    const struct initials initials = initials_of(phrases);
    if (from > 0 && is_word_char(text.ptr[from - 1])) {
        from = word_end(text, from); /* not in the middle of a word */
    }
    for (size_t at = from; at < text.len; at++) {
        const char c = text.ptr[at];
        if (c == '<') {
            const size_t behind = skip_comment(text, at);
            at = behind > at ? behind - 1 : at;
            continue;
        }
        if (!is_word_char(c)) {
            continue;
        }
        const uint64_t bits = bits_at(&initials, text, at);
        hit->start = at;
        if (bits != 0 && match_any(phrases, bits, text, hit)) {
            return true;
        }
        at = word_end(text, at) - 1;
    }
    return false;
}
