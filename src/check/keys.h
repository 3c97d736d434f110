#ifndef CHECK_KEYS_H
#define CHECK_KEYS_H

/* A table from hashes to numbers, for what is asked thousands of times in one
 * check: which word of the vocabulary, which of the titles. Hashes are taken
 * for what they stand for; 0 is none. {0} is the empty table. */

#include "base/arena.h"

#define KEYS_NONE UINT32_MAX

struct keys {
    uint64_t *keys; /* 0: free */
    uint32_t *values;
    size_t slot_count, len;
};

/* The value, or KEYS_NONE. */
uint32_t keys_get(const struct keys *keys, uint64_t key);

/* Keeps the value unless the key has one already; returns what it has. */
uint32_t keys_put(struct arena *arena, struct keys *keys, uint64_t key,
                  uint32_t value);

#endif
