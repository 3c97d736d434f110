/* Operations on single features: the activation of the MLP, the embedding of
 * tokens, and the loss. */
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

/* ---- Embedding: x[t] = E[token of t] + position[t] ---------------------- */

/* tokens[t, lane]; table[vocab, width]; position[t, width]. Each lane reads a
 * row of its own, so groups of four rows are transposed four by four. */

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
        *(group *)(x + (c + 0) * LANES) = a + position[c + 0];
        *(group *)(x + (c + 1) * LANES) = b + position[c + 1];
        *(group *)(x + (c + 2) * LANES) = d + position[c + 2];
        *(group *)(x + (c + 3) * LANES) = e + position[c + 3];
    }
    for (; c < width; c++) {
        for (size_t i = 0; i < 4; i++) {
            x[c * LANES + i] = table[token[i] * width + c] + position[c];
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
                            position + t * width, grid_at(x, t, 0) + i);
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
        lane_bits wanted = lane_from_bytes(target + t * LANES);
        lanes largest = row_max(l, vocab);
        lane_bits right = lane_bits_all(0);
        for (size_t j = 0; j < vocab; j++) {
            lane_bits is_right = wanted == lane_bits_all((real_bits)j);
            right |= is_right & (lane_bits)lane_load(l + j * LANES);
        }
        lanes total = row_exp(l, vocab, largest);
        loss += lane_log(total) + (largest - (lanes)right);
        lanes share = scale / total;
        for (size_t j = 0; j < vocab; j++) {
            lanes d = lane_load(l + j * LANES) * share;
            lanes off = lane_keep(wanted == lane_bits_all((real_bits)j),
                                  lane_all(scale));
            lane_store(l + j * LANES, d - off);
        }
    }
    return loss;
}

#endif
