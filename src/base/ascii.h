#ifndef BASE_ASCII_H
#define BASE_ASCII_H

/* Classes of ASCII bytes. <ctype.h> asks the locale, and is undefined for the
 * bytes of UTF-8 where char is signed; these know ASCII alone, and every other
 * byte is in no class. */

#include "base/str.h"

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_is_alnum(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c);
}

/* A blank, a tab or a piece of a line's end. */
static inline bool ascii_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Bytes at the start that are printable ASCII or line feeds, and none of
 * `except`: nearly all of any text, which readers step over in one go. */
size_t ascii_plain_run(struct str text, const char *except);

/* Bytes at the start below 0x80. */
size_t ascii_run(struct str text);

#endif
