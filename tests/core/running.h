/* Runs for tests: memory, a short default configuration, and to the end. */
#ifndef TESTS_CORE_RUNNING_H
#define TESTS_CORE_RUNNING_H

#include "core/check.h"
#include "core/core.h"

static inline struct core_config short_config(uint32_t steps)
{
    struct core_config config = core_preset_decoder16();
    config.train.steps = steps;
    config.train.warmup = steps / 10;
    config.train.lr = 1e-2;
    config.train.eval_tokens = 512;
    return config;
}

/* Memory exactly as large as the run says, so that sanitizers see its end. */
static inline struct core_run *run_new(const struct core_config *config,
                                       uint32_t seed, void **memory)
{
    size_t size = core_memory(config);
    *memory = malloc(size);
    struct core_run *run = core_start(*memory, size, config, seed);
    assert_non_null(run);
    return run;
}

static inline void run_to_end(struct core_run *run)
{
    while (core_step(run)) {
    }
}

#endif
