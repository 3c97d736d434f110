/* Blocks of memory handed out from front to back, zeroed piece by piece: most
 * of a scratch arena's block is never asked for. A block is at least 64 KiB
 * and twice its predecessor up to 4 MiB, so that a command over ten thousand
 * files asks the system a few dozen times. Rewinding keeps the first block:
 * a scratch arena rewound per file settles on it. */

#include "base/arena.h"

#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#define HIDE(ptr, size) ASAN_POISON_MEMORY_REGION((ptr), (size))
#define SHOW(ptr, size) ASAN_UNPOISON_MEMORY_REGION((ptr), (size))
/* Poison has a grain of eight bytes, and a gap after each piece shows who
 * writes one past the end. */
enum { LEAST_ALIGN = 8, GAP = 16, HAS_HUGE_PAGES = 0 };
#else
#define HIDE(ptr, size) ((void)(ptr), (void)(size))
#define SHOW(ptr, size) ((void)(ptr), (void)(size))
enum { LEAST_ALIGN = 1, GAP = 0, HAS_HUGE_PAGES = 1 };
#endif

enum {
    FIRST_BLOCK = 64 << 10,
    LARGEST_BLOCK = 4 << 20,
    HUGE_PAGE = 2 << 20,
};

struct arena_block {
    struct arena_block *before;
    size_t size, used;
    size_t mapped; /* bytes to unmap; 0 when the block is malloc's */
    size_t dirty;  /* bytes from here on are zero: mapped, never handed out */
    _Alignas(max_align_t) char bytes[];
};

/* Large blocks come in huge pages where the system has them: ten thousand
 * records fill hundreds of megabytes, and the faults of small pages would cost
 * more than parsing. Zeroed; NULL when memory is out. */
static void *pages_new(size_t size)
{
    char *start = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        return NULL;
    }
    const size_t head = (size_t)(-(uintptr_t)start & (HUGE_PAGE - 1));
    if (head > 0) {
        munmap(start, head);
    }
    munmap(start + head + size, HUGE_PAGE - head);
    madvise(start + head, size, MADV_HUGEPAGE);
    return start + head;
}

static struct arena_block *block_new(struct arena_block *before, size_t least)
{
    size_t size = before ? before->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK) {
        size = LARGEST_BLOCK;
    }
    if (size < least) {
        size = least;
    }
    if (size > SIZE_MAX / 2) {
        out_of_memory(size);
    }
    const size_t total = size + sizeof(struct arena_block);
    const bool is_mapped = total >= HUGE_PAGE && HAS_HUGE_PAGES;
    const size_t room =
        is_mapped ? (total + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1) : total;
    struct arena_block *block = is_mapped ? pages_new(room) : malloc(room);
    if (!block) {
        out_of_memory(size);
    }
    block->before = before;
    block->size = room - sizeof *block;
    block->used = 0;
    block->mapped = is_mapped ? room : 0;
    block->dirty = is_mapped ? 0 : block->size;
    HIDE(block->bytes, block->size);
    return block;
}

/* The offset of the next piece in the block. */
static size_t block_next(const struct arena_block *block, size_t align)
{
    const uintptr_t next = (uintptr_t)(block->bytes + block->used);
    return block->used + (size_t)(-next & (align - 1));
}

/* The next piece and how many bytes at its start may hold what was there
 * before. */
static inline void *piece_new(struct arena *arena, size_t size, size_t align,
                              size_t *stale)
{
    if (align == 0 || (align & (align - 1)) != 0) {
        BUG("alignment %zu is not a power of two", align);
    }
    if (size > SIZE_MAX / 2 || align > SIZE_MAX / 4) {
        out_of_memory(size);
    }
    if (align < LEAST_ALIGN) {
        align = LEAST_ALIGN;
    }
    struct arena_block *block = arena->block;
    size_t start = block ? block_next(block, align) : 0;
    if (!block || start > block->size || block->size - start < size + GAP) {
        block = block_new(block, size + GAP + align);
        arena->block = block;
        start = block_next(block, align);
    }
    char *piece = block->bytes + start;
    block->used = start + size + GAP;
    SHOW(piece, size);
    *stale = start < block->dirty ? block->dirty - start : 0;
    *stale = *stale < size ? *stale : size;
    if (block->dirty < block->used) {
        block->dirty = block->used;
    }
    return piece;
}

void *arena_alloc(struct arena *arena, size_t size, size_t align)
{
    size_t stale = 0;
    void *piece = piece_new(arena, size, align, &stale);
    if (stale > 0) {
        memset(piece, 0, stale);
    }
    return piece;
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size,
                        size_t align)
{
    size_t total = 0;
    if (__builtin_mul_overflow(count, size, &total)) {
        out_of_memory(SIZE_MAX);
    }
    return arena_alloc(arena, total, align);
}

struct arena_mark arena_mark(const struct arena *arena)
{
    struct arena_block *block = arena->block;
    return (struct arena_mark){block, block ? block->used : 0};
}

static struct arena_block *block_drop(struct arena_block *block)
{
    struct arena_block *before = block->before;
    SHOW(block->bytes, block->size);
    if (block->mapped > 0) {
        munmap(block, block->mapped);
    } else {
        free(block);
    }
    return before;
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
    struct arena_block *block = arena->block;
    while (block && block != mark.block && block->before) {
        block = block_drop(block);
    }
    arena->block = block;
    if (!block) {
        return;
    }
    block->used = block == mark.block ? mark.used : 0;
    HIDE(block->bytes + block->used, block->size - block->used);
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->block;
    while (block) {
        block = block_drop(block);
    }
    arena->block = NULL;
}

struct str arena_copy(struct arena *arena, struct str text)
{
    size_t stale = 0;
    char *copy = piece_new(arena, text.len + 1, 1, &stale);
    if (text.len > 0) {
        memcpy(copy, text.ptr, text.len);
    }
    copy[text.len] = '\0';
    return (struct str){copy, text.len};
}

const char *arena_cstr(struct arena *arena, struct str text)
{
    return arena_copy(arena, text).ptr;
}

struct str arena_join(struct arena *arena, const struct str *texts,
                      size_t count)
{
    size_t len = 0;
    size_t stale = 0;
    for (size_t i = 0; i < count; i++) {
        len += texts[i].len;
    }
    char *joined = piece_new(arena, len + 1, 1, &stale);
    char *at = joined;
    for (size_t i = 0; i < count; i++) {
        if (texts[i].len > 0) {
            memcpy(at, texts[i].ptr, texts[i].len);
            at += texts[i].len;
        }
    }
    *at = '\0';
    return (struct str){joined, len};
}

struct str arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct str text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

/* Most of what is printed is short: once, then, and copied. */
struct str arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    char shortly[256];
    va_list again;
    va_copy(again, args);
    const int printed = vsnprintf(shortly, sizeof shortly, format, args);
    if (printed < 0) {
        BUG("cannot print with the format \"%s\"", format);
    }
    struct str text = {shortly, (size_t)printed};
    if (text.len < sizeof shortly) {
        text = arena_copy(arena, text);
    } else {
        char *whole = arena_alloc(arena, text.len + 1, 1);
        vsnprintf(whole, text.len + 1, format, again);
        text.ptr = whole;
    }
    va_end(again);
    return text;
}

/* The part of every list that grows. It is copied in and out, because the
 * lists are types of their own and may not be read through this one. */
struct list {
    void *at;
    size_t len, cap;
};

void list_grow(struct arena *arena, void *at, size_t size)
{
    struct list list;
    memcpy(&list, at, sizeof list);
    size_t cap = list.cap ? list.cap * 2 : 8;
    void *grown = arena_alloc_array(arena, cap, size, _Alignof(max_align_t));
    if (list.len > 0) {
        memcpy(grown, list.at, list.len * size);
    }
    list.at = grown;
    list.cap = cap;
    memcpy(at, &list, sizeof list);
}

bool strs_has(const struct strs *list, struct str text)
{
    for (size_t i = 0; i < list->len; i++) {
        if (str_equal(list->at[i], text)) {
            return true;
        }
    }
    return false;
}
