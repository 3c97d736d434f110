#ifndef CHECK_NUMBER_H
#define CHECK_NUMBER_H

/* Numbers in prose: 0.02, 1,000, 1e-3, 2×10⁸, 20%, 8.3B, the 1 and the 2 of
 * 1/sqrt(2N), both ends of 0.97–1.0. A digit within a word or behind its hyphen
 * (GPT-2, L2, SOTA-060) is a name. Values are compared in decimal, so that 1.0
 * is 1 and nothing is lost in binary. */

#include "base/arena.h"

/* digits × 10^exponent, without zeros at either end of the digits. */
struct decimal {
    char digits[32];
    int exponent;
};

struct number {
    struct decimal value;
    int scale; /* power of ten that a unit adds: 9 for "B", -2 for "%" */
    size_t start, end;
    int last; /* power of ten of the last digit as written: -3 of 2.440 */
};
struct numbers {
    struct number *at;
    size_t len, cap;
};

/* Appends the numbers of the text, in order. */
void numbers_read(struct arena *arena, struct str text,
                  struct numbers *numbers);

/* Appends the numbers that the text spells out: zero to twelve, a dozen, two
 * hundred thousand, half. */
void numbers_read_words(struct arena *arena, struct str text,
                        struct numbers *numbers);

/* Whether the number of the text tells where or when something is and not how
 * much: a section, a table, a page, a version, a year in brackets, a date, an
 * arXiv number, a piece of an address. */
bool number_is_label(struct str text, const struct number *number);

/* The same value, with or without what a unit adds: 8.3B is 8,300,000,000 and
 * also the 8.3 of a table whose unit stands elsewhere. */
bool number_is_same(const struct number *a, const struct number *b);

/* The value without what a unit adds, to the nearest double. */
double number_value(const struct number *number);

/* Whether the other, rounded to the last digit of the number as written, is the
 * number; signs do not count. 0.060 rounds 0.0598, and 0.06 does too. */
bool number_rounds(const struct number *number, double value);

#endif
