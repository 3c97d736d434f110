/* Borrowed text: comparing, searching, cutting and reading numbers. */

#include "base/str.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

int str_compare(struct str a, struct str b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common == 0 ? 0 : memcmp(a.ptr, b.ptr, common);
    if (order != 0) {
        return order;
    }
    return (a.len > b.len) - (a.len < b.len);
}

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_equal_nocase(struct str a, struct str b)
{
    if (a.len != b.len) {
        return false;
    }
    for (size_t i = 0; i < a.len; i++) {
        if (fold(a.ptr[i]) != fold(b.ptr[i])) {
            return false;
        }
    }
    return true;
}

size_t str_find_nocase(struct str text, struct str needle)
{
    for (size_t i = 0; i + needle.len <= text.len; i++) {
        if (str_equal_nocase(str_slice(text, i, i + needle.len), needle)) {
            return i;
        }
    }
    return STR_NONE;
}

bool str_starts(struct str text, struct str prefix)
{
    return text.len >= prefix.len &&
           str_equal(str_slice(text, 0, prefix.len), prefix);
}

bool str_ends(struct str text, struct str suffix)
{
    return text.len >= suffix.len &&
           str_equal(str_from(text, text.len - suffix.len), suffix);
}

/* Mostly the needle's first byte is rare, and looking for that alone is several
 * times as fast; where it is not, memmem takes over. */
size_t str_find(struct str text, struct str needle)
{
    enum { TRIES = 8 };
    if (needle.len == 0) {
        return 0;
    }
    const char *from = text.ptr;
    for (int tries = 0; tries < TRIES; tries++) {
        const size_t left = text.len - (size_t)(from - text.ptr);
        const char *found = left < needle.len ? NULL
                                              : memchr(from, needle.ptr[0],
                                                       left - needle.len + 1);
        if (!found) {
            return STR_NONE;
        }
        if (memcmp(found, needle.ptr, needle.len) == 0) {
            return (size_t)(found - text.ptr);
        }
        from = found + 1;
    }
    const size_t left = text.len - (size_t)(from - text.ptr);
    const char *found = memmem(from, left, needle.ptr, needle.len);
    return found ? (size_t)(found - text.ptr) : STR_NONE;
}

size_t str_find_char(struct str text, char c)
{
    const char *found = text.len ? memchr(text.ptr, c, text.len) : NULL;
    return found ? (size_t)(found - text.ptr) : STR_NONE;
}

size_t str_rfind_char(struct str text, char c)
{
    const char *found = text.len ? memrchr(text.ptr, c, text.len) : NULL;
    return found ? (size_t)(found - text.ptr) : STR_NONE;
}

struct str str_trim(struct str text)
{
    size_t from = 0;
    size_t to = text.len;
    while (from < to && ascii_is_space(text.ptr[from])) {
        from++;
    }
    while (to > from && ascii_is_space(text.ptr[to - 1])) {
        to--;
    }
    return str_slice(text, from, to);
}

bool str_cut(struct str text, char separator, struct str *head,
             struct str *tail)
{
    size_t at = str_find_char(text, separator);
    *head = str_slice(text, 0, at);
    *tail = at == STR_NONE ? (struct str){0} : str_from(text, at + 1);
    return at != STR_NONE;
}

bool str_next_line(struct str *rest, struct str *line)
{
    if (rest->len == 0) {
        *line = (struct str){0};
        return false;
    }
    str_cut(*rest, '\n', line, rest);
    if (line->len > 0 && line->ptr[line->len - 1] == '\r') {
        line->len--;
    }
    return true;
}

bool str_is_blank(struct str text)
{
    return str_trim(text).len == 0;
}

bool str_to_int64(struct str text, int64_t *value)
{
    bool is_negative = text.len > 0 && text.ptr[0] == '-';
    bool has_sign = is_negative || (text.len > 0 && text.ptr[0] == '+');
    struct str digits = str_from(text, has_sign ? 1 : 0);
    if (digits.len == 0) {
        return false;
    }
    int64_t sum = 0; /* kept negative: there is one more negative number */
    for (size_t i = 0; i < digits.len; i++) {
        if (!ascii_is_digit(digits.ptr[i]) ||
            __builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_sub_overflow(sum, digits.ptr[i] - '0', &sum)) {
            return false;
        }
    }
    if (!is_negative && sum == INT64_MIN) {
        return false;
    }
    *value = is_negative ? sum : -sum;
    return true;
}

static size_t digits_at(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && ascii_is_digit(text.ptr[end])) {
        end++;
    }
    return end - at;
}

static size_t sign_at(struct str text, size_t at)
{
    return at < text.len && (text.ptr[at] == '-' || text.ptr[at] == '+');
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
 * YAML 1.2.2, section 10.3.2. */
static bool is_core_number(struct str text)
{
    size_t at = sign_at(text, 0);
    size_t whole = digits_at(text, at);
    at += whole;
    if (at < text.len && text.ptr[at] == '.') {
        size_t fraction = digits_at(text, at + 1);
        if (whole + fraction == 0) {
            return false;
        }
        at += 1 + fraction;
    } else if (whole == 0) {
        return false;
    }
    if (at < text.len && (text.ptr[at] == 'e' || text.ptr[at] == 'E')) {
        at++;
        at += sign_at(text, at);
        size_t exponent = digits_at(text, at);
        if (exponent == 0) {
            return false;
        }
        at += exponent;
    }
    return at == text.len;
}

bool str_to_double(struct str text, double *value)
{
    char copy[1024];
    if (text.len >= sizeof copy || !is_core_number(text)) {
        return false;
    }
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    /* The C library keeps one such object: this costs no allocation. */
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double read = strtod_l(copy, NULL, c);
    freelocale(c);
    if (read - read != 0) {
        return false;
    }
    *value = read;
    return true;
}

enum { DISTANCE_MAX = 256 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Damerau (1964) in the restricted form: no text is edited twice. */
size_t str_distance(struct str a, struct str b)
{
    if (a.len > DISTANCE_MAX || b.len > DISTANCE_MAX) {
        return SIZE_MAX;
    }
    uint16_t rows[3][DISTANCE_MAX + 1];
    uint16_t *before = rows[0];
    uint16_t *above = rows[1];
    uint16_t *row = rows[2];
    for (size_t j = 0; j <= b.len; j++) {
        above[j] = (uint16_t)j;
        before[j] = 0;
    }
    for (size_t i = 1; i <= a.len; i++) {
        row[0] = (uint16_t)i;
        for (size_t j = 1; j <= b.len; j++) {
            size_t cost = a.ptr[i - 1] != b.ptr[j - 1];
            size_t best = least(above[j] + 1U, row[j - 1] + 1U);
            best = least(best, above[j - 1] + cost);
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
                a.ptr[i - 2] == b.ptr[j - 1]) {
                best = least(best, before[j - 2] + 1U);
            }
            row[j] = (uint16_t)best;
        }
        uint16_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[b.len];
}
