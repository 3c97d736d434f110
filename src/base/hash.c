/* Multiply and fold; each step is a bijection of what was hashed before it. */

#include "base/hash.h"

#include <string.h>

uint64_t hash_int(uint64_t before, uint64_t value)
{
    const uint64_t mixed = (before ^ value) * 0x9e3779b97f4a7c15U;
    return mixed ^ mixed >> 32;
}

/* The length stands for the zeros that fill up the last word. */
uint64_t hash_text(uint64_t before, struct str text)
{
    uint64_t hash = hash_int(before + 1, text.len);
    uint64_t word = 0;
    size_t at = 0;
    for (; at + sizeof word <= text.len; at += sizeof word) {
        memcpy(&word, text.ptr + at, sizeof word);
        hash = hash_int(hash, word);
    }
    word = 0;
    if (at < text.len) {
        memcpy(&word, text.ptr + at, text.len - at);
    }
    /* Once more, so that what the last bytes say reaches every bit. */
    return hash_int(hash_int(hash, word), 0);
}
