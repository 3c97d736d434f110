/* The runs whose trajectory is pinned. Together they use every choice of the
 * core; a change of any bit of one that was pinned is a change of
 * CORE_NUMERICS. */
#ifndef TESTS_CORE_PINNED_H
#define TESTS_CORE_PINNED_H

#include "core/core.h"

struct pinned {
    const char *name;
    void (*choose)(struct core_config *config);
    uint64_t hash; /* core_trajectory_hash after the last step */
};

static inline void pre_layernorm(struct core_config *config)
{
    (void)config;
}

static inline void pre_rmsnorm(struct core_config *config)
{
    config->model.norm = CORE_NORM_RMSNORM;
}

static inline void post_layernorm(struct core_config *config)
{
    config->model.placement = CORE_PLACEMENT_POST;
}

static inline void post_rmsnorm(struct core_config *config)
{
    config->model.norm = CORE_NORM_RMSNORM;
    config->model.placement = CORE_PLACEMENT_POST;
}

/* Every tile has remainders. */
static inline void odd_sizes(struct core_config *config)
{
    config->model.width = 18;
    config->model.heads = 3;
    config->model.hidden = 23;
    config->model.context = 15;
    config->model.blocks = 3;
    config->train.schedule = CORE_SCHEDULE_CONSTANT;
}

static const struct pinned pinned_runs[] = {
    {"pre-layernorm", pre_layernorm, 0xed96596a60e3a802},
    {"pre-rmsnorm", pre_rmsnorm, 0xc53302df9b59c630},
    {"post-layernorm", post_layernorm, 0xf4ff60bdb68ed044},
    {"post-rmsnorm", post_rmsnorm, 0x80c9aefc1889732d},
    {"odd-sizes", odd_sizes, 0x5864f72e2e56623a},
};

enum { PINNED_COUNT = sizeof pinned_runs / sizeof pinned_runs[0] };

/* Sixty steps with every part of training at work: warmup, cosine, clipping,
 * decay, scaled residual projections. */
static inline struct core_config pinned_config(const struct pinned *pinned)
{
    struct core_config config = core_preset_decoder16();
    config.model.residual = CORE_RESIDUAL_DEPTH;
    config.model.init_std = 0.1;
    config.train.lr = 1e-2;
    config.train.warmup = 10;
    config.train.steps = 60;
    config.train.clip = 0.5;
    config.train.eval_tokens = 512;
    pinned->choose(&config);
    return config;
}

#endif
