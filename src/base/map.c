/* Open addressing over indexes into the list of entries. */

#include "base/map.h"

#include "base/bug.h"

/* FNV-1a, 64 bits (Fowler, Noll and Vo). Good enough for ids and field names,
 * which are short and not chosen to collide. */
static uint64_t hash_of(struct str key)
{
    uint64_t hash = 0xcbf29ce484222325U;
    for (size_t i = 0; i < key.len; i++) {
        hash = (hash ^ (unsigned char)key.ptr[i]) * 0x100000001b3U;
    }
    return hash ^ hash >> 32;
}

/* The slot that holds the key, or the empty one where it belongs. A slot is
 * an index into the entries plus one. */
static size_t slot_of(const struct map *map, struct str key)
{
    size_t slot = (size_t)hash_of(key) & (map->slot_count - 1);
    while (map->slots[slot] != 0 &&
           !str_equal(map->at[map->slots[slot] - 1].key, key)) {
        slot = (slot + 1) & (map->slot_count - 1);
    }
    return slot;
}

void *map_get(const struct map *map, struct str key)
{
    if (map->len == 0) {
        return NULL;
    }
    uint32_t index = map->slots[slot_of(map, key)];
    return index == 0 ? NULL : map->at[index - 1].value;
}

static void grow_slots(struct arena *arena, struct map *map)
{
    map->slot_count = map->slot_count ? map->slot_count * 2 : 16;
    map->slots = ARENA_ARRAY(arena, uint32_t, map->slot_count);
    for (size_t i = 0; i < map->len; i++) {
        map->slots[slot_of(map, map->at[i].key)] = (uint32_t)(i + 1);
    }
}

void **map_slot(struct arena *arena, struct map *map, struct str key)
{
    if (map->len >= map->slot_count / 2) {
        grow_slots(arena, map);
    }
    size_t slot = slot_of(map, key);
    if (map->slots[slot] == 0) {
        if (map->len >= UINT32_MAX - 1) {
            BUG("a map with more than %u entries", UINT32_MAX - 1);
        }
        *LIST_PUSH(arena, map) = (struct map_entry){key, NULL};
        map->slots[slot] = (uint32_t)map->len;
    }
    return &map->at[map->slots[slot] - 1].value;
}
