/* The decoder once more, as plainly as can be: one sequence, double precision,
 * no vectors, libm, written from the formulas of core.h and not from the rest
 * of src/core. The oracle of forward, whatever is chosen. */
#ifndef TESTS_CORE_REFERENCE_H
#define TESTS_CORE_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/core.h"

enum { REFERENCE_CONTEXT = 32, REFERENCE_WIDTH = 32 };

typedef double reference_stream[REFERENCE_CONTEXT][REFERENCE_WIDTH];

struct reference {
    const struct core_model *model;
    const void *parameters; /* floats or doubles at core_tensor's offsets */
    bool is_double;
    struct core_activity *sums; /* or NULL; added to: what would be means */
};

/* ---- Parameters --------------------------------------------------------- */

/* The tensor of this name in a block; without rows if the model has none. */
static inline struct core_tensor reference_tensor(const struct reference *r,
                                                  const char *name,
                                                  uint32_t block)
{
    for (uint32_t i = 0; name && i < core_tensor_count(r->model); i++) {
        struct core_tensor t = core_tensor(r->model, i);
        if (t.block == block && strcmp(t.name, name) == 0) {
            return t;
        }
    }
    return (struct core_tensor){0};
}

/* Its element [row, column], or `absent`. */
static inline double reference_or(const struct reference *r,
                                  const struct core_tensor *tensor,
                                  uint32_t row, uint32_t column, double absent)
{
    size_t at = tensor->offset + (size_t)row * tensor->columns + column;
    if (tensor->rows == 0) {
        return absent;
    }
    return r->is_double ? ((const double *)r->parameters)[at]
                        : (double)((const float *)r->parameters)[at];
}

static inline double reference_at(const struct reference *r, const char *name,
                                  uint32_t block, uint32_t row, uint32_t column)
{
    struct core_tensor tensor = reference_tensor(r, name, block);
    return reference_or(r, &tensor, row, column, 0);
}

static inline void reference_map(const struct reference *r, const char *name,
                                 const char *bias, uint32_t block,
                                 const double *x, uint32_t columns, double *y,
                                 uint32_t rows)
{
    struct core_tensor w = reference_tensor(r, name, block);
    struct core_tensor b = reference_tensor(r, bias, block);
    for (uint32_t j = 0; j < rows; j++) {
        y[j] = reference_or(r, &b, 0, j, 0);
        for (uint32_t k = 0; k < columns; k++) {
            y[j] += reference_or(r, &w, j, k, 0) * x[k];
        }
    }
}

/* width / base_width with muP, else 1. */
static inline double reference_m(const struct core_model *model)
{
    return model->parameterisation == CORE_PARAMETERISATION_MUP
               ? (double)model->width / model->base_width
               : 1;
}

/* The sum of the magnitudes of count numbers. */
static inline double reference_size(const double *x, uint32_t count)
{
    double sum = 0;
    for (uint32_t c = 0; c < count; c++) {
        sum += fabs(x[c]);
    }
    return sum;
}

/* ---- Norms -------------------------------------------------------------- */

/* The norm of count numbers, whose parameters are NAME.gain and NAME.bias. */
static inline void reference_norm_of(const struct reference *r,
                                     const char *name, uint32_t block,
                                     bool is_layernorm, uint32_t count,
                                     const double *x, double *y)
{
    char part[64];
    double mean = 0;
    double square = 0;
    (void)snprintf(part, sizeof part, "%s.gain", name);
    struct core_tensor gain = reference_tensor(r, part, block);
    (void)snprintf(part, sizeof part, "%s.bias", name);
    struct core_tensor bias = reference_tensor(r, part, block);
    for (uint32_t c = 0; c < count; c++) {
        mean += is_layernorm ? x[c] / count : 0;
    }
    for (uint32_t c = 0; c < count; c++) {
        square += (x[c] - mean) * (x[c] - mean) / count;
    }
    for (uint32_t c = 0; c < count; c++) {
        y[c] = (x[c] - mean) / sqrt(square + 1e-5) *
                   reference_or(r, &gain, 0, c, 1) +
               reference_or(r, &bias, 0, c, 0);
    }
}

/* A norm of the stream, in place; nothing where the model has none. */
static inline void reference_norm(const struct reference *r, const char *name,
                                  uint32_t block, double *x)
{
    double y[REFERENCE_WIDTH];
    const struct core_model *m = r->model;
    if (m->norm != CORE_NORM_NONE) {
        reference_norm_of(r, name, block, m->norm == CORE_NORM_LAYERNORM,
                          m->width, x, y);
        memcpy(x, y, m->width * sizeof *y);
    }
}

/* ---- Attention ---------------------------------------------------------- */

/* One head's query or key at place t: normed, then turned. */
static inline void reference_head(const struct reference *r, const char *name,
                                  uint32_t block, uint32_t t, double *x)
{
    const struct core_model *m = r->model;
    uint32_t size = m->width / m->heads;
    double y[REFERENCE_WIDTH];
    if (m->qk_norm == CORE_QK_NORM_RMSNORM) {
        reference_norm_of(r, name, block, false, size, x, y);
        memcpy(x, y, size * sizeof *y);
    }
    for (uint32_t c = 0; m->positions == CORE_POSITIONS_ROPE && c < size;
         c += 2) {
        double angle = t / pow(10000, c / (double)size);
        double a = x[c];
        double b = x[c + 1];
        x[c] = a * cos(angle) - b * sin(angle);
        x[c + 1] = a * sin(angle) + b * cos(angle);
    }
}

static inline double reference_score(const struct core_model *m,
                                     const double *q, const double *k)
{
    uint32_t size = m->width / m->heads;
    double d = size;
    double d0 = d / reference_m(m);
    double sum = 0;
    for (uint32_t c = 0; c < size; c++) {
        sum += q[c] * k[c];
    }
    return sum * sqrt(d0) / d;
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
        for (uint32_t h = 0; h < d; h += size) {
            double weight[REFERENCE_CONTEXT];
            double total = 0;
            reference_head(r, "attention.query", block, t, q[t] + h);
            reference_head(r, "attention.key", block, t, k[t] + h);
            for (uint32_t j = 0; j <= t; j++) {
                double score = reference_score(m, q[t] + h, k[j] + h);
                weight[j] = exp(score);
                total += weight[j];
                if (r->sums) {
                    r->sums->largest_attention_logit =
                        fmax(r->sums->largest_attention_logit, fabs(score));
                }
            }
            for (uint32_t j = 0; j <= t; j++) {
                for (uint32_t c = h; c < h + size; c++) {
                    mixed[c] += weight[j] / total * v[j][c];
                }
            }
        }
        reference_map(r, "attention.output", NULL, block, mixed, d, out[t], d);
    }
}

/* ---- MLP ---------------------------------------------------------------- */

static inline double reference_activation(enum core_activation activation,
                                          double u, double gate)
{
    switch (activation) {
    case CORE_ACTIVATION_RELU:
        return fmax(u, 0);
    case CORE_ACTIVATION_GELU:
        return u / 2 *
               (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * u * u * u)));
    case CORE_ACTIVATION_SWIGLU:
        return gate / (1 + exp(-gate)) * u;
    }
    return 0;
}

static inline void reference_mlp(const struct reference *r, uint32_t block,
                                 const double *x, double *out)
{
    const struct core_model *m = r->model;
    double hidden[4 * REFERENCE_WIDTH];
    double gate[4 * REFERENCE_WIDTH];
    reference_map(r, "mlp.in", "mlp.in.bias", block, x, m->width, hidden,
                  m->hidden);
    reference_map(r, "mlp.gate", NULL, block, x, m->width, gate, m->hidden);
    for (uint32_t c = 0; c < m->hidden; c++) {
        hidden[c] = reference_activation(m->activation, hidden[c], gate[c]);
    }
    reference_map(r, "mlp.out", "mlp.out.bias", block, hidden, m->hidden, out,
                  m->width);
}

/* ---- Blocks ------------------------------------------------------------- */

/* The stream's features at one place become those after the branch that found
 * f there, and f what it adds. */
static inline void reference_join(const struct reference *r, uint32_t block,
                                  double *x, double *f)
{
    const struct core_model *m = r->model;
    double keep = 1;
    double add = 1;
    if (m->residual == CORE_RESIDUAL_DEEPNORM) {
        keep = pow(2.0 * m->blocks, 0.25);
    }
    if (m->residual == CORE_RESIDUAL_REZERO) {
        add = reference_at(r, "residual.alpha", block, 0, 0);
    }
    for (uint32_t c = 0; c < m->width; c++) {
        f[c] = add * f[c];
        x[c] = keep * x[c] + f[c];
    }
}

static inline void reference_branch(const struct reference *r, uint32_t block,
                                    bool is_mlp, reference_stream x)
{
    static reference_stream in, out;
    const struct core_model *m = r->model;
    const char *norm = is_mlp ? "mlp.norm" : "attention.norm";
    const char *after = is_mlp ? "mlp.after" : "attention.after";
    for (uint32_t t = 0; t < m->context; t++) {
        memcpy(in[t], x[t], sizeof in[t]);
        if (m->placement != CORE_PLACEMENT_POST) {
            reference_norm(r, norm, block, in[t]);
        }
    }
    if (!is_mlp) {
        reference_attention(r, block, in, out);
    }
    for (uint32_t t = 0; t < m->context; t++) {
        if (is_mlp) {
            reference_mlp(r, block, in[t], out[t]);
        }
        if (m->placement == CORE_PLACEMENT_BOTH) {
            reference_norm(r, after, block, out[t]);
        }
        reference_join(r, block, x[t], out[t]);
        if (r->sums) {
            double *sums = is_mlp ? r->sums->mlp : r->sums->attention;
            sums[block] += reference_size(out[t], m->width);
        }
        if (m->placement == CORE_PLACEMENT_POST) {
            reference_norm(r, norm, block, x[t]);
        }
    }
}

/* ---- The whole ---------------------------------------------------------- */

static inline double reference_position(const struct reference *r, uint32_t t,
                                        uint32_t c)
{
    double angle = t / pow(10000, (c - c % 2) / (double)r->model->width);
    switch (r->model->positions) {
    case CORE_POSITIONS_SINUSOIDAL:
        return c % 2 ? cos(angle) : sin(angle);
    case CORE_POSITIONS_LEARNED:
        return reference_at(r, "positions", UINT32_MAX, t, c);
    case CORE_POSITIONS_ROPE:
        break;
    }
    return 0;
}

/* logits[t] of every place. */
static inline void reference_logits(const struct reference *r,
                                    const uint8_t *token,
                                    double logits[REFERENCE_CONTEXT][256])
{
    static reference_stream x;
    const struct core_model *m = r->model;
    const char *head = m->head == CORE_HEAD_TIED ? "embedding" : "head";
    for (uint32_t t = 0; t < m->context; t++) {
        for (uint32_t c = 0; c < m->width; c++) {
            x[t][c] = reference_at(r, "embedding", UINT32_MAX, token[t], c) +
                      reference_position(r, t, c);
        }
    }
    for (uint32_t t = 0; r->sums && t < m->context; t++) {
        r->sums->embedding += reference_size(x[t], m->width);
    }
    for (uint32_t block = 0; block < m->blocks; block++) {
        reference_branch(r, block, false, x);
        reference_branch(r, block, true, x);
    }
    for (uint32_t t = 0; t < m->context; t++) {
        if (r->sums) {
            r->sums->stream += reference_size(x[t], m->width);
        }
        reference_norm(r, "final.norm", UINT32_MAX, x[t]);
        reference_map(r, head, NULL, UINT32_MAX, x[t], m->width, logits[t],
                      m->vocab);
        for (uint32_t j = 0; j < m->vocab; j++) {
            logits[t][j] /= reference_m(m);
        }
        if (r->sums) {
            r->sums->logits += reference_size(logits[t], m->vocab);
        }
    }
}

/* The sum of -ln P(token[t + 1] | token[0..t]) over t < context. */
static inline double reference_loss(const struct reference *r,
                                    const uint8_t *token)
{
    static double logits[REFERENCE_CONTEXT][256];
    double loss = 0;
    reference_logits(r, token, logits);
    for (uint32_t t = 0; t < r->model->context; t++) {
        double total = 0;
        for (uint32_t j = 0; j < r->model->vocab; j++) {
            total += exp(logits[t][j]);
        }
        loss += log(total) - logits[t][token[t + 1]];
    }
    return loss;
}

#endif
