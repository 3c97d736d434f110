/* Memory as WebAssembly has it, and what a compiler asks of a C library where
 * there is none. Empty where this is compiled for anything else, to be read by
 * tools. */
#include "wasm/memory.h"

#ifdef __wasm__

#include <stdint.h>

#define PAGE 65536U

void *memset(void *to, int value, size_t count);
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);

/* With bulk memory each of these is one instruction. */
void *memset(void *to, int value, size_t count)
{
    return __builtin_memset(to, value, count);
}

void *memcpy(void *to, const void *from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

/* Where the linker's own part ends. */
extern unsigned char __heap_base;

void *memory_at(size_t offset, size_t size)
{
    uint64_t end = (uint64_t)(uintptr_t)&__heap_base + offset + size;
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end > have) {
        uint64_t pages = (end - have + PAGE - 1) / PAGE;
        if (pages > UINT16_MAX ||
            __builtin_wasm_memory_grow(0, (size_t)pages) == SIZE_MAX) {
            return NULL;
        }
    }
    return &__heap_base + offset;
}

#endif
