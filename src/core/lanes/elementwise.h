/* Operations on single features: the activation of the MLP, the turning of
 * queries and keys by their place, the embedding of tokens, and the loss. */
#ifndef CORE_LANES_ELEMENTWISE_H
#define CORE_LANES_ELEMENTWISE_H

#include "core/lanes/function.h"
#include "core/lanes/linear.h"

/* ---- ReLU: y = x where x > 0, else 0; dx = dy where y > 0 ---------------- */

LANE_FUNCTION void relu_forward(size_t tokens, size_t width, struct grid x)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            real *at = grid_at(x, t, c);
            lanes value = lane_load(at);
            lane_store(at, lane_keep(value > lane_all(0), value));
        }
    }
}

/* y is the output of forward; dx overwrites dy. */
LANE_FUNCTION void relu_backward(size_t tokens, size_t width, struct grid y,
                                 struct grid dy)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            lane_bits is_on = lane_load(grid_at(y, t, c)) > lane_all(0);
            real *at = grid_at(dy, t, c);
            lane_store(at, lane_keep(is_on, lane_load(at)));
        }
    }
}

/* ---- GELU: y = x s(z), z = 2 c (x + 0.044715 x^3), c = sqrt(2 / pi) ------ */

/* s is the logistic function: tanh(z / 2) = 2 s(z) - 1, so this is the form of
 * Hendrycks & Gimpel (2016) with tanh, by one exponential. What backward needs
 * is the slope
 *
 *     dy/dx = s + x s (1 - s) dz/dx,   dz/dx = 2 c (1 + 3 * 0.044715 x^2)
 *
 * which costs little where s is known. */

LANE_INLINE void gelu_row(real *x, real *slope, size_t count)
{
    const real first = (real)1.5957691216057308;   /* 2 c */
    const real third = (real)0.071354816272600251; /* 2 c * 0.044715 */
    lanes in[HIGH];
    lanes s[HIGH];
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        in[i] = lane_load(x + i * LANES);
        s[i] = in[i] * (in[i] * in[i] * third + first);
    }
    lane_sigmoid(s, count);
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        lanes y = in[i] * s[i];
        lanes dz = in[i] * in[i] * (3 * third) + first;
        lane_store(x + i * LANES, y);
        lane_store(slope + i * LANES, s[i] + y * ((real)1 - s[i]) * dz);
    }
}

/* x[tokens, width] becomes y; slope[tokens, width] becomes dy/dx. */
LANE_FUNCTION void gelu_forward(size_t tokens, size_t width, struct grid x,
                                struct grid slope)
{
    for (size_t t = 0; t < tokens; t++) {
        size_t c = 0;
        for (; c + HIGH <= width; c += HIGH) {
            gelu_row(grid_at(x, t, c), grid_at(slope, t, c), HIGH);
        }
        for (; c < width; c++) {
            gelu_row(grid_at(x, t, c), grid_at(slope, t, c), 1);
        }
    }
}

/* ---- SwiGLU: y = g s(g) x ------------------------------------------------ */

/* s is the logistic function. Shazeer (2020), eq. 6, with beta = 1.
 *
 *     dy/dx = g s;   dy/dg = x (s + g s (1 - s)) */

LANE_INLINE void swiglu_row(real *x, real *gate, real *slope, size_t count)
{
    lanes g[HIGH];
    lanes s[HIGH];
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        g[i] = lane_load(gate + i * LANES);
        s[i] = g[i];
    }
    lane_sigmoid(s, count);
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        lanes in = lane_load(x + i * LANES);
        lanes open = g[i] * s[i];
        lane_store(x + i * LANES, open * in);
        lane_store(slope + i * LANES, open);
        lane_store(gate + i * LANES, in * (s[i] + open * ((real)1 - s[i])));
    }
}

/* x[tokens, width] becomes y, gate[tokens, width] dy/dg, slope dy/dx. */
LANE_FUNCTION void swiglu_forward(size_t tokens, size_t width, struct grid x,
                                  struct grid gate, struct grid slope)
{
    for (size_t t = 0; t < tokens; t++) {
        size_t c = 0;
        for (; c + HIGH <= width; c += HIGH) {
            swiglu_row(grid_at(x, t, c), grid_at(gate, t, c),
                       grid_at(slope, t, c), HIGH);
        }
        for (; c < width; c++) {
            swiglu_row(grid_at(x, t, c), grid_at(gate, t, c),
                       grid_at(slope, t, c), 1);
        }
    }
}

/* ---- Backward of an activation that left its slope: dx = dy * slope ------ */

/* dx may be dy. */
LANE_FUNCTION void slope_backward(size_t tokens, size_t width,
                                  struct grid slope, struct grid dy,
                                  struct grid dx)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            lanes d = lane_load(grid_at(dy, t, c));
            lane_store(grid_at(dx, t, c), d * lane_load(grid_at(slope, t, c)));
        }
    }
}

/* ---- RoPE: features 2i and 2i + 1 of place t turned by t / 10000^(2i/d) -- */

/* Su et al. (2021), eq. 15, places counted from 0. angle[tokens, width] has at
 * 2i the sine and at 2i + 1 the cosine of that angle. In place; backward is the
 * turn the other way. The width is even. */
LANE_FUNCTION void rope_turn(size_t tokens, size_t width, const real *angle,
                             bool is_backward, struct grid x)
{
    for (size_t t = 0; t < tokens; t++) {
        const real *row = angle + t * width;
        for (size_t c = 0; c < width; c += 2) {
            real sine = is_backward ? -row[c] : row[c];
            lanes a = lane_load(grid_at(x, t, c));
            lanes b = lane_load(grid_at(x, t, c + 1));
            lane_store(grid_at(x, t, c), a * row[c + 1] - b * sine);
            lane_store(grid_at(x, t, c + 1), a * sine + b * row[c + 1]);
        }
    }
}

/* ---- Embedding: x[t] = E[token of t] + position[t] ---------------------- */

/* tokens[t, lane]; table[vocab, width]; position[t, width], or NULL where none
 * is added. Each lane reads a row of its own, so groups of four rows are
 * transposed four by four. */

LANE_INLINE void group_transpose(group *a, group *b, group *c, group *d)
{
    group ab_low = __builtin_shufflevector(*a, *b, 0, 4, 1, 5);
    group ab_high = __builtin_shufflevector(*a, *b, 2, 6, 3, 7);
    group cd_low = __builtin_shufflevector(*c, *d, 0, 4, 1, 5);
    group cd_high = __builtin_shufflevector(*c, *d, 2, 6, 3, 7);
    *a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    *b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    *c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    *d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/* Four numbers anywhere: rows of a table are not aligned. */
typedef real loose_group
    __attribute__((vector_size(GROUP_SIZE), aligned(sizeof(real)), may_alias));

LANE_INLINE group group_load(const real *at)
{
    return (group) * (const loose_group *)at;
}

LANE_INLINE void embedding_token(const real *table, size_t width,
                                 const uint8_t *token, const real *position,
                                 real *x)
{
    size_t c = 0;
    for (; c + 4 <= width; c += 4) {
        group a = group_load(table + token[0] * width + c);
        group b = group_load(table + token[1] * width + c);
        group d = group_load(table + token[2] * width + c);
        group e = group_load(table + token[3] * width + c);
        group_transpose(&a, &b, &d, &e);
        if (position) {
            a += position[c + 0];
            b += position[c + 1];
            d += position[c + 2];
            e += position[c + 3];
        }
        *(group *)(x + (c + 0) * LANES) = a;
        *(group *)(x + (c + 1) * LANES) = b;
        *(group *)(x + (c + 2) * LANES) = d;
        *(group *)(x + (c + 3) * LANES) = e;
    }
    for (; c < width; c++) {
        for (size_t i = 0; i < 4; i++) {
            real at = table[token[i] * width + c];
            x[c * LANES + i] = position ? at + position[c] : at;
        }
    }
}

LANE_FUNCTION void embedding_forward(size_t tokens, size_t width,
                                     const real *table, const uint8_t *token,
                                     const real *position, struct grid x)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t i = 0; i < LANES; i += 4) {
            embedding_token(table, width, token + t * LANES + i,
                            position ? position + t * width : NULL,
                            grid_at(x, t, 0) + i);
        }
    }
}

LANE_INLINE void group_add(real *at, group x)
{
    *(loose_group *)at += (loose_group)x;
}

LANE_INLINE void embedding_token_backward(size_t width, const uint8_t *token,
                                          const real *dx, real *dtable)
{
    size_t c = 0;
    for (; c + 4 <= width; c += 4) {
        group a = *(const group *)(dx + (c + 0) * LANES);
        group b = *(const group *)(dx + (c + 1) * LANES);
        group d = *(const group *)(dx + (c + 2) * LANES);
        group e = *(const group *)(dx + (c + 3) * LANES);
        group_transpose(&a, &b, &d, &e);
        group_add(dtable + token[0] * width + c, a);
        group_add(dtable + token[1] * width + c, b);
        group_add(dtable + token[2] * width + c, d);
        group_add(dtable + token[3] * width + c, e);
    }
    for (; c < width; c++) {
        for (size_t i = 0; i < 4; i++) {
            dtable[token[i] * width + c] += dx[c * LANES + i];
        }
    }
}

/* dtable[token] += dx. Rows are added one after another: group by group, in a
 * group token by token, of a token lane by lane; so the order is that of four
 * lanes whatever the vector. */
LANE_FUNCTION void embedding_backward(size_t tokens, size_t width,
                                      const uint8_t *token, struct grid dx,
                                      real *dtable)
{
    for (size_t i = 0; i < LANES; i += 4) {
        for (size_t t = 0; t < tokens; t++) {
            embedding_token_backward(width, token + t * LANES + i,
                                     grid_at(dx, t, 0) + i, dtable);
        }
    }
}

/* dposition[tokens, width] += dx, summed over lanes. */
LANE_FUNCTION void position_backward(size_t tokens, size_t width,
                                     struct grid dx, real *dposition)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            lane_reduce(dposition + t * width + c,
                        lane_load(grid_at(dx, t, c)));
        }
    }
}

/* ---- Cross-entropy: loss[t] = ln sum over j of e^l[t,j] - l[t,target] ---- */

/* Returns the sum of the losses of a lane's tokens, in order. The logits l
 * [tokens, vocab] become their gradient scale (softmax(l) - [j = target]). */
LANE_FUNCTION lanes cross_entropy(size_t tokens, size_t vocab,
                                  const uint8_t *target, real scale,
                                  struct grid logits)
{
    lanes loss = lane_all(0);
    for (size_t t = 0; t < tokens; t++) {
        real *l = grid_at(logits, t, 0);
        lanes largest = row_max(l, vocab);
        lanes right = largest;
        for (size_t i = 0; i < LANES; i++) {
            right[i] = l[target[t * LANES + i] * LANES + i];
        }
        lanes total = row_exp(l, vocab, largest);
        loss += lane_log(total) + (largest - right);
        lanes share = scale / total;
        for (size_t j = 0; j < vocab; j++) {
            lane_store(l + j * LANES, lane_load(l + j * LANES) * share);
        }
        for (size_t i = 0; i < LANES; i++) {
            l[target[t * LANES + i] * LANES + i] -= scale;
        }
    }
    return loss;
}

#endif
