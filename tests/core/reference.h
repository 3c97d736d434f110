/* The decoder once more, as plainly as can be: one sequence, double precision,
 * no vectors, libm, written from the formulas and not from src/core. The oracle
 * of forward. */
#ifndef TESTS_CORE_REFERENCE_H
#define TESTS_CORE_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/core.h"

enum { REFERENCE_CONTEXT = 32, REFERENCE_WIDTH = 32 };

typedef double reference_stream[REFERENCE_CONTEXT][REFERENCE_WIDTH];

struct reference {
    const struct core_model *model;
    const void *parameters; /* floats or doubles at core_tensor's offsets */
    bool is_double;
};

/* Element [row, column] of the tensor of this name in a block, 0 if absent. */
static inline double reference_at(const struct reference *r, const char *name,
                                  uint32_t block, uint32_t row, uint32_t column)
{
    for (uint32_t i = 0; i < core_tensor_count(r->model); i++) {
        struct core_tensor t = core_tensor(r->model, i);
        if (t.block == block && strcmp(t.name, name) == 0) {
            size_t at = t.offset + (size_t)row * t.columns + column;
            return r->is_double ? ((const double *)r->parameters)[at]
                                : (double)((const float *)r->parameters)[at];
        }
    }
    return 0;
}

static inline void reference_map(const struct reference *r, const char *name,
                                 const char *bias, uint32_t block,
                                 const double *x, uint32_t columns, double *y,
                                 uint32_t rows)
{
    for (uint32_t j = 0; j < rows; j++) {
        y[j] = bias ? reference_at(r, bias, block, 0, j) : 0;
        for (uint32_t k = 0; k < columns; k++) {
            y[j] += reference_at(r, name, block, j, k) * x[k];
        }
    }
}

static inline void reference_norm(const struct reference *r, const char *gain,
                                  const char *bias, uint32_t block,
                                  const double *x, double *y)
{
    uint32_t d = r->model->width;
    bool is_layernorm = r->model->norm == CORE_NORM_LAYERNORM;
    double mean = 0;
    double square = 0;
    for (uint32_t c = 0; c < d; c++) {
        mean += is_layernorm ? x[c] / d : 0;
    }
    for (uint32_t c = 0; c < d; c++) {
        square += (x[c] - mean) * (x[c] - mean) / d;
    }
    double scale = 1 / sqrt(square + 1e-5);
    for (uint32_t c = 0; c < d; c++) {
        y[c] = (x[c] - mean) * scale * reference_at(r, gain, block, 0, c);
        y[c] += is_layernorm ? reference_at(r, bias, block, 0, c) : 0;
    }
}

/* out[t] = the attention sublayer's output for inputs x. */
static inline void reference_attention(const struct reference *r,
                                       uint32_t block, reference_stream x,
                                       reference_stream out)
{
    const struct core_model *m = r->model;
    uint32_t d = m->width;
    uint32_t size = d / m->heads;
    static reference_stream q, k, v;
    for (uint32_t t = 0; t < m->context; t++) {
        double mixed[REFERENCE_WIDTH] = {0};
        reference_map(r, "attention.query", NULL, block, x[t], d, q[t], d);
        reference_map(r, "attention.key", NULL, block, x[t], d, k[t], d);
        reference_map(r, "attention.value", NULL, block, x[t], d, v[t], d);
        for (uint32_t h = 0; h < m->heads; h++) {
            double weight[REFERENCE_CONTEXT];
            double total = 0;
            for (uint32_t j = 0; j <= t; j++) {
                double score = 0;
                for (uint32_t c = h * size; c < (h + 1) * size; c++) {
                    score += q[t][c] * k[j][c];
                }
                weight[j] = exp(score / sqrt(size));
                total += weight[j];
            }
            for (uint32_t j = 0; j <= t; j++) {
                for (uint32_t c = h * size; c < (h + 1) * size; c++) {
                    mixed[c] += weight[j] / total * v[j][c];
                }
            }
        }
        reference_map(r, "attention.output", NULL, block, mixed, d, out[t], d);
    }
}

static inline void reference_mlp(const struct reference *r, uint32_t block,
                                 const double *x, double *out)
{
    const struct core_model *m = r->model;
    double hidden[4 * REFERENCE_WIDTH];
    reference_map(r, "mlp.in", "mlp.in.bias", block, x, m->width, hidden,
                  m->hidden);
    for (uint32_t c = 0; c < m->hidden; c++) {
        hidden[c] = fmax(hidden[c], 0);
    }
    reference_map(r, "mlp.out", "mlp.out.bias", block, hidden, m->hidden, out,
                  m->width);
}

static inline void reference_block(const struct reference *r, uint32_t block,
                                   reference_stream x)
{
    static reference_stream in, out;
    const struct core_model *m = r->model;
    bool is_pre = m->placement == CORE_PLACEMENT_PRE;
    for (int sublayer = 0; sublayer < 2; sublayer++) {
        const char *gain = sublayer ? "mlp.norm.gain" : "attention.norm.gain";
        const char *bias = sublayer ? "mlp.norm.bias" : "attention.norm.bias";
        for (uint32_t t = 0; t < m->context; t++) {
            memcpy(in[t], x[t], sizeof in[t]);
            if (is_pre) {
                reference_norm(r, gain, bias, block, x[t], in[t]);
            }
        }
        if (sublayer == 0) {
            reference_attention(r, block, in, out);
        }
        for (uint32_t t = 0; t < m->context; t++) {
            double sum[REFERENCE_WIDTH];
            if (sublayer == 1) {
                reference_mlp(r, block, in[t], out[t]);
            }
            for (uint32_t c = 0; c < m->width; c++) {
                sum[c] = x[t][c] + out[t][c];
            }
            memcpy(x[t], sum, sizeof sum);
            if (!is_pre) {
                reference_norm(r, gain, bias, block, sum, x[t]);
            }
        }
    }
}

/* The sum of -ln P(token[t + 1] | token[0..t]) over t < context. */
static inline double reference_loss(const struct reference *r,
                                    const uint8_t *token)
{
    static reference_stream x;
    const struct core_model *m = r->model;
    double loss = 0;
    for (uint32_t t = 0; t < m->context; t++) {
        for (uint32_t c = 0; c < m->width; c++) {
            double angle = t / pow(10000, (c - c % 2) / (double)m->width);
            x[t][c] = reference_at(r, "embedding", UINT32_MAX, token[t], c) +
                      (c % 2 ? cos(angle) : sin(angle));
        }
    }
    for (uint32_t block = 0; block < m->blocks; block++) {
        reference_block(r, block, x);
    }
    for (uint32_t t = 0; t < m->context; t++) {
        double last[REFERENCE_WIDTH];
        double logits[256];
        double total = 0;
        reference_norm(r, "final.norm.gain", "final.norm.bias", UINT32_MAX,
                       x[t], last);
        reference_map(r, "head", NULL, UINT32_MAX, last, m->width, logits,
                      m->vocab);
        for (uint32_t j = 0; j < m->vocab; j++) {
            total += exp(logits[j]);
        }
        loss += log(total) - logits[token[t + 1]];
    }
    return loss;
}

#endif
