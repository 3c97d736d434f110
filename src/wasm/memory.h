/* The memory of the module above what its compiler laid out. */
#ifndef WASM_MEMORY_H
#define WASM_MEMORY_H

#include <stddef.h>

/* `size` bytes from `offset` on, the memory grown as far as needed; NULL when
 * it does not go that far. Growing moves nothing. */
void *memory_at(size_t offset, size_t size);

#endif
