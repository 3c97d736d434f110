/* Open addressing, at most half full. */

#include "check/keys.h"

static size_t slot_of(const struct keys *keys, uint64_t key)
{
    size_t slot = (size_t)key & (keys->slot_count - 1);
    while (keys->keys[slot] != 0 && keys->keys[slot] != key) {
        slot = (slot + 1) & (keys->slot_count - 1);
    }
    return slot;
}

uint32_t keys_get(const struct keys *keys, uint64_t key)
{
    if (keys->len == 0) {
        return KEYS_NONE;
    }
    const size_t slot = slot_of(keys, key);
    return keys->keys[slot] == 0 ? KEYS_NONE : keys->values[slot];
}

static void grow(struct arena *arena, struct keys *keys)
{
    const struct keys old = *keys;
    keys->slot_count = old.slot_count ? old.slot_count * 2 : 1024;
    keys->keys = ARENA_ARRAY(arena, uint64_t, keys->slot_count);
    keys->values = ARENA_ARRAY(arena, uint32_t, keys->slot_count);
    for (size_t i = 0; i < old.slot_count; i++) {
        if (old.keys[i] != 0) {
            const size_t slot = slot_of(keys, old.keys[i]);
            keys->keys[slot] = old.keys[i];
            keys->values[slot] = old.values[i];
        }
    }
}

uint32_t keys_put(struct arena *arena, struct keys *keys, uint64_t key,
                  uint32_t value)
{
    if (keys->len >= keys->slot_count / 2) {
        grow(arena, keys);
    }
    const size_t slot = slot_of(keys, key);
    if (keys->keys[slot] == 0) {
        keys->keys[slot] = key;
        keys->values[slot] = value;
        keys->len++;
    }
    return keys->values[slot];
}
