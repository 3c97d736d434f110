#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/* UTF-8 as The Unicode Standard defines it: no surrogates, no overlong forms,
 * nothing past U+10FFFF. */

#include "base/str.h"

/* Offset of the first byte that is not valid UTF-8, or STR_NONE. */
size_t utf8_first_invalid(struct str text);

/* Number of code points. Each invalid byte counts as one. */
size_t utf8_length(struct str text);

/* Takes the next code point off *rest. An invalid byte gives U+FFFD. The text
 * must not be empty. */
uint32_t utf8_next(struct str *rest);

/* Writes the code point's bytes; returns their number. */
size_t utf8_encode(uint32_t code_point, char bytes[4]);

/* Byte offset of the given code point index, clipped to the length. libyaml
 * counts its marks in code points. */
size_t utf8_offset(struct str text, size_t index);

/* What a terminal may take as an order (C0, DEL, C1), and what turns the text
 * around it or ends its line in some programs: marks of direction, isolates,
 * U+2028, U+2029. */
bool utf8_is_order(uint32_t code_point);

/* A digit of any script, a fraction, a Roman numeral of its own, a number in a
 * circle: what Unicode calls a number (Nd, Nl, No). */
bool utf8_is_number(uint32_t code_point);

#endif
