/* Prints one row for each pinned run and instruction set: its name, the set,
 * the trajectory hash. tests/core/matrix compares what many builds of this
 * print. Exit 1 when a hash is not the pinned one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/pinned.h"

static int run(const struct pinned *pinned, enum core_isa isa)
{
    struct core_config config = pinned_config(pinned);
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    struct core_run *run = core_start_on(memory, size, &config, 1, isa);
    if (!run) {
        free(memory);
        return 0;
    }
    while (core_step(run)) {
    }
    uint64_t hash = core_trajectory_hash(run);
    bool is_pinned = hash == pinned->hash;
    printf("%-16s %-12s %016" PRIx64 " eval %.9f%s\n", pinned->name,
           core_isa_name(isa), hash, core_evaluate(run).loss,
           is_pinned ? "" : "  DIFFERS");
    free(memory);
    return is_pinned ? 0 : 1;
}

int main(void)
{
    int status = 0;
    const char *error = core_self_test();
    if (error) {
        (void)fprintf(stderr, "self-test: %s\n", error);
        status = 1;
    }
    for (int i = 0; i < PINNED_COUNT; i++) {
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            status |= run(&pinned_runs[i], (enum core_isa)isa);
        }
    }
    return status;
}
