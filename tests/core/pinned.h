/* The runs whose trajectory is pinned: each placement with each norm, and one
 * of odd sizes, where every tile has remainders. A change of any bit of these
 * is a change of CORE_NUMERICS. */
#ifndef TESTS_CORE_PINNED_H
#define TESTS_CORE_PINNED_H

#include "core/core.h"

struct pinned {
    const char *name;
    enum core_norm norm;
    enum core_placement placement;
    bool is_odd;
    uint64_t hash; /* core_trajectory_hash after the last step */
};

enum { PINNED_COUNT = 5 };

static const struct pinned pinned_runs[PINNED_COUNT] = {
    {"pre-layernorm", CORE_NORM_LAYERNORM, CORE_PLACEMENT_PRE, false,
     0xed96596a60e3a802},
    {"pre-rmsnorm", CORE_NORM_RMSNORM, CORE_PLACEMENT_PRE, false,
     0xc53302df9b59c630},
    {"post-layernorm", CORE_NORM_LAYERNORM, CORE_PLACEMENT_POST, false,
     0xf4ff60bdb68ed044},
    {"post-rmsnorm", CORE_NORM_RMSNORM, CORE_PLACEMENT_POST, false,
     0x80c9aefc1889732d},
    {"odd-sizes", CORE_NORM_LAYERNORM, CORE_PLACEMENT_PRE, true,
     0x5864f72e2e56623a},
};

/* Sixty steps with every part of training at work: warmup, cosine, clipping,
 * decay, scaled residual projections. */
static inline struct core_config pinned_config(const struct pinned *pinned)
{
    struct core_config config = core_preset_decoder16();
    config.model.norm = pinned->norm;
    config.model.placement = pinned->placement;
    config.model.residual = CORE_RESIDUAL_DEPTH;
    config.model.init_std = 0.1;
    config.train.lr = 1e-2;
    config.train.warmup = 10;
    config.train.steps = 60;
    config.train.clip = 0.5;
    config.train.eval_tokens = 512;
    if (pinned->is_odd) {
        config.model.width = 18;
        config.model.heads = 3;
        config.model.hidden = 23;
        config.model.context = 15;
        config.model.blocks = 3;
        config.train.schedule = CORE_SCHEDULE_CONSTANT;
    }
    return config;
}

#endif
