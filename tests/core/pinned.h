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

static inline void rezero_gelu(struct core_config *config)
{
    config->model.norm = CORE_NORM_NONE;
    config->model.residual = CORE_RESIDUAL_REZERO;
    config->model.activation = CORE_ACTIVATION_GELU;
    config->model.positions = CORE_POSITIONS_LEARNED;
    config->train.schedule = CORE_SCHEDULE_CONSTANT;
    config->train.clip = 0;
    config->train.steps = 30;
}

static inline void peri_swiglu(struct core_config *config)
{
    config->model.placement = CORE_PLACEMENT_BOTH;
    config->model.activation = CORE_ACTIVATION_SWIGLU;
    config->model.positions = CORE_POSITIONS_ROPE;
    config->model.head = CORE_HEAD_TIED;
    config->model.qk_norm = CORE_QK_NORM_RMSNORM;
    config->train.steps = 30;
}

static inline void deepnorm_sgd(struct core_config *config)
{
    config->model.placement = CORE_PLACEMENT_POST;
    config->model.residual = CORE_RESIDUAL_DEEPNORM;
    config->model.init = CORE_INIT_XAVIER;
    config->train.optimizer = CORE_OPTIMIZER_SGD;
    config->train.lr = 0.1;
    config->train.momentum = 0.9;
    config->train.steps = 30;
}

static inline void mup_independent(struct core_config *config)
{
    config->model.width = 32;
    config->model.parameterisation = CORE_PARAMETERISATION_MUP;
    config->model.norm = CORE_NORM_RMSNORM;
    config->model.norm_gain = CORE_NORM_GAIN_NONE;
    config->train.decay_form = CORE_DECAY_FORM_INDEPENDENT;
    config->train.schedule = CORE_SCHEDULE_WSD;
    config->train.cooldown = 10;
    config->train.steps = 30;
}

static inline void muon_frozen(struct core_config *config)
{
    config->model.residual = CORE_RESIDUAL_PLAIN;
    config->model.init = CORE_INIT_HE;
    config->model.norm_gain = CORE_NORM_GAIN_FROZEN;
    config->model.norm_bias = CORE_NORM_BIAS_NONE;
    config->train.optimizer = CORE_OPTIMIZER_MUON;
    config->train.steps = 30;
}

static inline void zero_l2(struct core_config *config)
{
    config->model.residual = CORE_RESIDUAL_ZERO;
    config->model.norm_bias = CORE_NORM_BIAS_FROZEN;
    config->model.activation = CORE_ACTIVATION_GELU;
    config->train.decay_form = CORE_DECAY_FORM_L2;
    config->train.batch = 48;
    config->train.steps = 10;
}

/* Every choice that adds an op, at sizes with remainders in every tile. */
static inline void odd_choices(struct core_config *config)
{
    config->model.width = 18;
    config->model.heads = 3;
    config->model.hidden = 23;
    config->model.context = 15;
    config->model.norm = CORE_NORM_RMSNORM;
    config->model.placement = CORE_PLACEMENT_BOTH;
    config->model.residual = CORE_RESIDUAL_REZERO;
    config->model.residual_alpha = 0.7;
    config->model.activation = CORE_ACTIVATION_SWIGLU;
    config->model.positions = CORE_POSITIONS_ROPE;
    config->model.head = CORE_HEAD_TIED;
    config->model.qk_norm = CORE_QK_NORM_RMSNORM;
    config->train.optimizer = CORE_OPTIMIZER_MUON;
    config->train.steps = 20;
}

/* Products larger than the blocks that caches ask for, with remainders; plain
 * SGD, since AdamW hides the last bits of a gradient. */
static inline void wide(struct core_config *config)
{
    config->model.width = 264;
    config->model.heads = 4;
    config->model.hidden = 530;
    config->model.context = 13;
    config->model.blocks = 1;
    config->train.optimizer = CORE_OPTIMIZER_SGD;
    config->train.steps = 2;
    config->train.eval_tokens = 100;
}

/* Its loss stops being finite on the way. */
static inline void diverging(struct core_config *config)
{
    config->model.norm = CORE_NORM_NONE;
    config->train.optimizer = CORE_OPTIMIZER_SGD;
    config->train.lr = 100;
    config->train.clip = 0;
    config->train.warmup = 0;
    config->train.steps = 30;
}

static const struct pinned pinned_runs[] = {
    {"pre-layernorm", pre_layernorm, 0xed96596a60e3a802},
    {"pre-rmsnorm", pre_rmsnorm, 0xc53302df9b59c630},
    {"post-layernorm", post_layernorm, 0xf4ff60bdb68ed044},
    {"post-rmsnorm", post_rmsnorm, 0x80c9aefc1889732d},
    {"odd-sizes", odd_sizes, 0x5864f72e2e56623a},
    {"rezero-gelu", rezero_gelu, 0x6aedfb020af0b9ae},
    {"peri-swiglu", peri_swiglu, 0x411c7f64f97d5157},
    {"deepnorm-sgd", deepnorm_sgd, 0xf6b1538869f0fba7},
    {"mup-independent", mup_independent, 0x644aebb993cbc9b0},
    {"muon-frozen", muon_frozen, 0x0897ef01973a2d36},
    {"zero-l2", zero_l2, 0xb6b5a1800f585fc2},
    {"odd-choices", odd_choices, 0x8776b91cea9e9eaf},
    {"wide", wide, 0x70caadb13e289ff9},
    {"diverging", diverging, 0xaf14833233fcd36f},
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
