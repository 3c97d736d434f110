/* The pinned runs for WebAssembly: `trajectory(i)` is the hash after run i.
 * tests/core/wasm.bats builds this with src/core and compares. */
#include "core/pinned.h"

/* What the compiler may ask of a C library where there is none. */
void *memset(void *to, int value, size_t count);
void *memcpy(void *to, const void *from, size_t count);

void *memset(void *to, int value, size_t count)
{
    volatile unsigned char *at = to;
    while (count-- > 0) {
        *at++ = (unsigned char)value;
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t count)
{
    volatile unsigned char *at = to;
    const unsigned char *source = from;
    while (count-- > 0) {
        *at++ = *source++;
    }
    return to;
}

static unsigned char memory[8U << 20];

uint64_t trajectory(int index);
int self_test(void);

int self_test(void)
{
    return core_self_test() == NULL;
}

uint64_t trajectory(int index)
{
    struct core_config config = pinned_config(&pinned_runs[index]);
    struct core_run *run = core_start(memory, sizeof memory, &config, 1);
    if (!run) {
        return 0;
    }
    while (core_step(run)) {
    }
    return core_trajectory_hash(run);
}
