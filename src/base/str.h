#ifndef BASE_STR_H
#define BASE_STR_H

/* Borrowed text. Everything probatum reads stays in memory for as long as the
 * command runs, so a piece of it is a pointer and a length and nothing is
 * copied or terminated. {0} is the empty text. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *ptr;
    size_t len;
};

#define STR_NONE SIZE_MAX

/* A literal as text: S("id"). */
#define S(literal) ((struct str){"" literal "", sizeof(literal) - 1})

/* For printf: printf("%.*s", STR_ARG(text)). */
#define STR_ARG(text) (int)(text).len, ((text).ptr ? (text).ptr : "")

/* The five that follow are called for every word of every record, and are a
 * few instructions each: they are inline.
 *
 * The text of a terminated C string; NULL is the empty text. */
static inline struct str str_from_c(const char *text)
{
    return (struct str){text, text ? strlen(text) : 0};
}

static inline bool str_equal(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool str_is(struct str text, const char *literal)
{
    return str_equal(text, str_from_c(literal));
}

/* Bytes [from, to), clipped to the text. Who reads the source to find bugs is
 * not shown how: an empty text would look like a NULL that is read. */
#ifdef __clang_analyzer__
struct str str_slice(struct str text, size_t from, size_t to);
#else
static inline struct str str_slice(struct str text, size_t from, size_t to)
{
    if (to > text.len) {
        to = text.len;
    }
    if (from >= to) {
        return (struct str){NULL, 0};
    }
    return (struct str){text.ptr + from, to - from};
}
#endif

static inline struct str str_from(struct str text, size_t from)
{
    return str_slice(text, from, text.len);
}

/* Negative, zero or positive by unsigned bytes, as memcmp then by length. */
int str_compare(struct str a, struct str b);

/* Equality and search that fold ASCII case only. */
bool str_equal_nocase(struct str a, struct str b);
size_t str_find_nocase(struct str text, struct str needle);

/* Whether the text is the word, which begins with a small letter, in any letter
 * case. For lists of words: most are told apart by their first letter. */
static inline bool str_is_nocase(struct str text, const char *word)
{
    return text.len > 0 && (text.ptr[0] | 0x20) == word[0] &&
           str_equal_nocase(text, str_from_c(word));
}

bool str_starts(struct str text, struct str prefix);
bool str_ends(struct str text, struct str suffix);

/* Offset of the first occurrence, or STR_NONE. */
size_t str_find(struct str text, struct str needle);
size_t str_find_char(struct str text, char c);
size_t str_rfind_char(struct str text, char c);

/* Without leading and trailing blanks, tabs and line ends. */
struct str str_trim(struct str text);

/* Splits at the first separator. Without one, head is the whole text, tail is
 * empty and the answer is false. */
bool str_cut(struct str text, char separator, struct str *head,
             struct str *tail);

/* Takes the next line (without its "\n" or "\r\n") off *rest; false at the
 * end. */
bool str_next_line(struct str *rest, struct str *line);

bool str_is_blank(struct str text);

/* Whole-text decimal integers; false on anything else or overflow. */
bool str_to_int64(struct str text, int64_t *value);

/* Whole-text decimal number in YAML 1.2 core form (1e-5, .5, -2.0), read with
 * correct rounding in any locale; false for anything else. */
bool str_to_double(struct str text, double *value);

/* Damerau-Levenshtein distance in bytes, for "did you mean"; texts past 256
 * bytes count as far apart (SIZE_MAX). */
size_t str_distance(struct str a, struct str b);

#endif
