/* The optimisers' passes over all parameters, number by number; Muon, which
 * sees whole matrices, is in muon.h. Gradients are already sums over lanes
 * here; lanes are 4, 8 or 16 parameters side by side. */
#ifndef CORE_LANES_OPTIMIZER_H
#define CORE_LANES_OPTIMIZER_H

#include "core/lanes/lane.h"
#include "core/update.h"

/* g of the rules below: clipped, then with its decay if that is l2. */
LANE_INLINE lanes update_gradient(const struct update *u, size_t i)
{
    lanes g = lane_load(u->gradient + i) * u->scale;
    if (u->pull != 0) {
        g += lane_load(u->parameter + i) * u->pull;
    }
    return g;
}

/* ---- AdamW: Loshchilov & Hutter (2019), algorithm 2 ---------------------- */

LANE_FUNCTION void adamw_update(const struct update *u)
{
    for (size_t i = 0; i < u->count; i += LANES) {
        lanes g = update_gradient(u, i);
        lanes first = lane_load(u->first + i) * u->beta1 + g * u->rest1;
        lanes second = lane_load(u->second + i) * u->beta2 + g * u->rest2 * g;
        lane_store(u->first + i, first);
        lane_store(u->second + i, second);
        lanes root = lane_sqrt(second * u->unbias2) + u->eps;
        lanes move = first * u->unbias1 * u->rate / root;
        lane_store(u->parameter + i,
                   lane_load(u->parameter + i) * u->keep - move);
    }
}

/* ---- SGD with momentum: m = momentum m + g; p -= rate m ------------------ */

LANE_FUNCTION void sgd_update(const struct update *u)
{
    for (size_t i = 0; i < u->count; i += LANES) {
        lanes g = update_gradient(u, i);
        lanes first = lane_load(u->first + i) * u->momentum + g;
        lane_store(u->first + i, first);
        lane_store(u->parameter + i,
                   lane_load(u->parameter + i) * u->keep - first * u->rate);
    }
}

/* ---- All numbers of an array -------------------------------------------- */

/* The sum of squares of count numbers, a multiple of 16, by sixteen running
 * sums: number i goes to sum i mod 16; then the sums in groups of four. */
LANE_FUNCTION real square_sum(size_t count, const real *g)
{
    lanes sum[16 / CORE_LANES];
    for (size_t part = 0; part < 16 / LANES; part++) {
        sum[part] = lane_all(0);
    }
    for (size_t i = 0; i < count; i += 16) {
        LANE_UNROLL
        for (size_t part = 0; part < 16 / LANES; part++) {
            lanes x = lane_load(g + i + part * LANES);
            sum[part] += x * x;
        }
    }
    real total = 0;
    for (size_t part = 0; part < 16 / LANES; part++) {
        lane_reduce(&total, sum[part]);
    }
    return total;
}

/* Whether none of count numbers, a multiple of 16, is infinite or NaN. */
LANE_FUNCTION bool all_finite(size_t count, const real *x)
{
    lane_bits is_not = lane_bits_all(0);
    real_bits any = 0;
    for (size_t i = 0; i < count; i += LANES) {
        lanes value = lane_load(x + i);
        is_not |= (value - value) != lane_all(0);
    }
    for (size_t lane = 0; lane < LANES; lane++) {
        any |= is_not[lane];
    }
    return any == 0;
}

#endif
