#ifndef BASE_MAP_H
#define BASE_MAP_H

/* A hash map from text to pointer that remembers the order of insertion, so
 * that whatever is printed from it is the same on every run. Keys are
 * borrowed. {0} is the empty map. */

#include "base/arena.h"

struct map_entry {
    struct str key;
    void *value;
};

struct map {
    struct map_entry *at; /* in the order of insertion */
    size_t len, cap;
    uint32_t *slots;
    size_t slot_count;
};

/* The value, or NULL. */
void *map_get(const struct map *map, struct str key);

/* The place of the value, made (with NULL) when the key is new. Valid until
 * the next map_slot. */
void **map_slot(struct arena *arena, struct map *map, struct str key);

#endif
