#ifndef BASE_ARENA_H
#define BASE_ARENA_H

/* Memory with a lifetime instead of an owner: one arena per command, a scratch
 * arena rewound per file. Allocation never fails (running out of memory is
 * reported and ends the program with status 3) and is always zeroed. Free
 * space is poisoned under AddressSanitizer, which cannot otherwise see an
 * overflow inside a block. */

#include "base/str.h"

#include <stdarg.h>

struct arena_block;

struct arena {
    struct arena_block *block;
};

struct arena_mark {
    struct arena_block *block;
    size_t used;
};

/* Zeroed bytes with at least the given power-of-two alignment; never NULL. */
void *arena_alloc(struct arena *arena, size_t size, size_t align)
    __attribute__((returns_nonnull));

#define ARENA_NEW(arena, type) \
    ((type *)arena_alloc((arena), sizeof(type), _Alignof(type)))
#define ARENA_ARRAY(arena, type, count) \
    ((type *)arena_alloc_array((arena), (count), sizeof(type), _Alignof(type)))
void *arena_alloc_array(struct arena *arena, size_t count, size_t size,
                        size_t align) __attribute__((returns_nonnull));

/* Gives back everything allocated since the mark. */
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

/* Gives back everything. The arena is {0} again. */
void arena_free(struct arena *arena);

/* Copies; the result is also terminated, so .ptr serves as a C string. */
struct str arena_copy(struct arena *arena, struct str text);
const char *arena_cstr(struct arena *arena, struct str text);
/* The texts one after the other, as often as printf would be too slow:
 * ARENA_JOIN(arena, root, place, S(".html")). */
#define ARENA_JOIN(arena, ...)                             \
    arena_join((arena), (const struct str[]){__VA_ARGS__}, \
               sizeof((const struct str[]){__VA_ARGS__}) / sizeof(struct str))
struct str arena_join(struct arena *arena, const struct str *texts,
                      size_t count);
struct str arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct str arena_vprintf(struct arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* A growable array whose storage is in an arena:
 *
 *     LIST(struct record) records;
 *     *LIST_PUSH(arena, &records) = record;
 *     for (size_t i = 0; i < records.len; i++) { records.at[i] ... }
 *
 * {0} is the empty list. Growing moves the elements: keep indexes, not
 * pointers, while pushing. */
#define LIST(type)       \
    struct {             \
        type *at;        \
        size_t len, cap; \
    }
#define LIST_PUSH(arena, list)                                 \
    ((list)->len == (list)->cap                                \
         ? list_grow((arena), &(list)->at, sizeof *(list)->at) \
         : (void)0,                                            \
     (list)->at + (list)->len++)

/* `at` is the address of the member: `len` and `cap` follow it. */
void list_grow(struct arena *arena, void *at, size_t size);

/* The lists that several modules pass around. */
struct strs {
    struct str *at;
    size_t len, cap;
};

bool strs_has(const struct strs *list, struct str text);

#endif
