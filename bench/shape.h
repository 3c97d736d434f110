/* The models that bench_core measures: decoder-16, and the same made wide. */
#ifndef BENCH_SHAPE_H
#define BENCH_SHAPE_H

#include "core/core.h"

struct shape {
    uint32_t width, heads, hidden;
};

/* A run of that shape, longer than anyone measures. */
static inline struct core_config shape_config(struct shape shape)
{
    struct core_config config = core_preset_decoder16();
    config.model.width = shape.width;
    config.model.heads = shape.heads;
    config.model.hidden = shape.hidden;
    config.train.steps = 10000000;
    return config;
}

/* Floating-point operations of a step's matrix products, forward and twice that
 * backward; of attention only what lies up to the diagonal. */
static inline double shape_operations(const struct core_config *config)
{
    const struct core_model *m = &config->model;
    double tokens = (double)config->train.batch * m->context;
    double matrices = 0;
    for (uint32_t i = 0; i < core_tensor_count(m); i++) {
        struct core_tensor tensor = core_tensor(m, i);
        if (tensor.kind == CORE_KIND_HIDDEN ||
            tensor.kind == CORE_KIND_READOUT) {
            matrices += (double)tensor.rows * tensor.columns;
        }
    }
    double attention = 2.0 * m->blocks * m->width * (m->context + 1) / 2;
    return 6 * tokens * (matrices + attention);
}

#endif
