/* Causal attention of one head, in every lane. Vaswani et al. (2017), eq. 1,
 * with places after the query masked.
 *
 *     forward    s[t,j] = scale (q[t] . k[j])               j <= t
 *                p[t] = softmax of s[t];  o[t] = sum over j of p[t,j] v[j]
 *     backward   dp[t,j] = do[t] . v[j]
 *                ds[t,j] = p[t,j] (dp[t,j] - sum over i of p[t,i] dp[t,i])
 *                          scale
 *                dq[t] = sum over j of ds[t,j] k[j]
 *                dk[j] = sum over t of ds[t,j] q[t]
 *                dv[j] = sum over t of p[t,j] do[t]
 *
 * Everything here is one of three products of lanes with lanes, for HIGH places
 * at a time or for one. Of HIGH queries each sees also the places up to the
 * last, but with a score of minus infinity, so that its weight there is +0:
 * what that adds to a sum, which began as +0, changes no bit. */
#ifndef CORE_LANES_ATTENTION_H
#define CORE_LANES_ATTENTION_H

#include "core/lanes/function.h"
#include "core/lanes/linear.h"
#include "core/lanes/pair.h"

/* A grid as one side of a product: rows are places, and sums go over features;
 * or rows are features, and sums go over places. */
LANE_INLINE struct side side_places(struct grid grid, size_t t)
{
    return (struct side){
        .at = grid_at(grid, t, 0), .down = grid.stride, .along = 1};
}

LANE_INLINE struct side side_features(struct grid grid, size_t t, size_t c)
{
    return (struct side){
        .at = grid_at(grid, t, c), .down = 1, .along = grid.stride};
}

/* s[t, j] = scale * (a[t] . b[j]) for `high` places from t and all j up to the
 * last of them. */
LANE_INLINE void dots(struct grid a, struct grid b, size_t width, real scale,
                      struct grid s, size_t t, size_t high)
{
    pair_product(side_places(a, t), side_places(b, 0), high, t + high, width,
                 scale, grid_at(s, t, 0), s.stride);
}

/* o[t, c] = sum over j <= t of w[t, j] b[j, c], `high` places from t. */
LANE_INLINE void mix(struct grid w, struct grid b, size_t width, struct grid o,
                     size_t t, size_t high)
{
    pair_product(side_places(w, t), side_features(b, 0, 0), high, width,
                 t + high, 1, grid_at(o, t, 0), o.stride);
}

/* o[j, c] = sum over t >= j of w[t, j] a[t, c], `high` places from j. */
LANE_INLINE void gather(size_t tokens, struct grid w, struct grid a,
                        size_t width, struct grid o, size_t j, size_t high)
{
    pair_product(side_features(w, j, j), side_features(a, j, 0), high, width,
                 tokens - j, 1, grid_at(o, j, 0), o.stride);
}

/* Of `high` queries from t, what comes after each. */
LANE_INLINE void mask(struct grid s, size_t t, size_t high)
{
    LANE_UNROLL
    for (size_t y = 0; y + 1 < high; y++) {
        LANE_UNROLL
        for (size_t j = y + 1; j < high; j++) {
            lane_store(grid_at(s, t + y, t + j),
                       lane_all((real)-__builtin_inff()));
        }
    }
}

/* Rows t.. of s become their softmax over places up to t + high - 1, in order.
 * Subtracting the largest changes nothing but the range. `high` rows go side by
 * side: one alone is a chain of waiting operations. */
LANE_INLINE void softmax_rows(struct grid s, size_t t, size_t high)
{
    lanes largest[HIGH];
    lanes total[HIGH];
    real *row = grid_at(s, t, 0);
    size_t next = s.stride * LANES;
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        largest[y] = lane_load(row + y * next);
        total[y] = lane_all(0);
    }
    for (size_t j = 1; j < t + high; j++) {
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            lanes score = lane_load(row + y * next + j * LANES);
            largest[y] = lane_max(score, largest[y]);
        }
    }
    for (size_t j = 0; j < t + high; j++) {
        lanes e[HIGH];
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            e[y] = lane_load(row + y * next + j * LANES) - largest[y];
        }
        lane_exp(e, high);
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            total[y] += e[y];
            lane_store(row + y * next + j * LANES, e[y]);
        }
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        total[y] = (real)1 / total[y];
    }
    for (size_t j = 0; j < t + high; j++) {
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            real *at = row + y * next + j * LANES;
            lane_store(at, lane_load(at) * total[y]);
        }
    }
}

LANE_INLINE void attention_forward_rows(const struct head *head, real scale,
                                        struct grid output, size_t t,
                                        size_t high)
{
    dots(head->query, head->key, head->width, scale, head->weight, t, high);
    mask(head->weight, t, high);
    softmax_rows(head->weight, t, high);
    mix(head->weight, head->value, head->width, output, t, high);
}

/* Fills head->weight and output[tokens, width]. */
LANE_FUNCTION void attention_forward(const struct head *head, size_t tokens,
                                     real scale, struct grid output)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        attention_forward_rows(head, scale, output, t, HIGH);
    }
    for (; t < tokens; t++) {
        attention_forward_rows(head, scale, output, t, 1);
    }
}

/* Fills head->weight with the scores s, to the same bits as forward, which goes
 * on to their softmax in place. For probes. */
LANE_FUNCTION void attention_scores(const struct head *head, size_t tokens,
                                    real scale)
{
    for (size_t t = 0; t < tokens; t++) {
        dots(head->query, head->key, head->width, scale, head->weight, t, 1);
    }
}

/* ds from dp in place, for `high` queries from t. */
LANE_INLINE void softmax_rows_backward(struct grid p, struct grid s, real scale,
                                       size_t t, size_t high)
{
    lanes mean[HIGH];
    const real *weight = grid_at(p, t, 0);
    real *row = grid_at(s, t, 0);
    size_t down = p.stride * LANES;
    size_t next = s.stride * LANES;
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        mean[y] = lane_all(0);
    }
    for (size_t j = 0; j < (t + high) * LANES; j += LANES) {
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            mean[y] += lane_load(weight + y * down + j) *
                       lane_load(row + y * next + j);
        }
    }
    for (size_t j = 0; j < (t + high) * LANES; j += LANES) {
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            lanes d = lane_load(row + y * next + j) - mean[y];
            lane_store(row + y * next + j,
                       lane_load(weight + y * down + j) * d * scale);
        }
    }
}

LANE_INLINE void attention_backward_rows(const struct head *head,
                                         const struct head *gradient,
                                         real scale, struct grid doutput,
                                         size_t t, size_t high)
{
    dots(doutput, head->value, head->width, 1, gradient->weight, t, high);
    softmax_rows_backward(head->weight, gradient->weight, scale, t, high);
    mix(gradient->weight, head->key, head->width, gradient->query, t, high);
}

LANE_INLINE void attention_backward_places(const struct head *head,
                                           const struct head *gradient,
                                           size_t tokens, struct grid doutput,
                                           size_t j, size_t high)
{
    gather(tokens, gradient->weight, head->query, head->width, gradient->key, j,
           high);
    gather(tokens, head->weight, doutput, head->width, gradient->value, j,
           high);
}

/* Fills every grid of the gradient (its weights: ds) from doutput. */
LANE_FUNCTION void attention_backward(const struct head *head,
                                      const struct head *gradient,
                                      size_t tokens, real scale,
                                      struct grid doutput)
{
    size_t t = 0;
    size_t j = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        attention_backward_rows(head, gradient, scale, doutput, t, HIGH);
    }
    for (; t < tokens; t++) {
        attention_backward_rows(head, gradient, scale, doutput, t, 1);
    }
    for (; j + HIGH <= tokens; j += HIGH) {
        attention_backward_places(head, gradient, tokens, doutput, j, HIGH);
    }
    for (; j < tokens; j++) {
        attention_backward_places(head, gradient, tokens, doutput, j, 1);
    }
}

#endif
