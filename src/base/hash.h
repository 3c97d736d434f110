#ifndef BASE_HASH_H
#define BASE_HASH_H

/* A quick hash of text, for tables and for finding out whether something moved:
 * 64 bits, eight bytes at a time. Texts of one length that differ in one word
 * never meet. Against whoever wants them to meet it is no help; that is what
 * SHA-256 is for. The same on machines of one byte order. */

#include "base/str.h"

/* Of the text, behind what was hashed before it; 0 at the beginning. */
uint64_t hash_text(uint64_t before, struct str text);

uint64_t hash_int(uint64_t before, uint64_t value);

#endif
