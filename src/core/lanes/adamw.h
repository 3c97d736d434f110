/* The optimiser's pass over all parameters: AdamW of Loshchilov & Hutter (2019),
 * algorithm 2, decay decoupled and applied to the old parameter. Gradients are
 * already sums over lanes here; lanes are 4, 8 or 16 parameters side by side. */
#ifndef CORE_LANES_ADAMW_H
#define CORE_LANES_ADAMW_H

#include "core/kernel.h"
#include "core/lanes/lane.h"

/* Updates one tensor, lanes numbers at a time; see core_start in core.h. */
LANE_FUNCTION void adamw_update(const struct adamw *step,
                                const struct adamw_span *span)
{
    for (size_t i = 0; i < span->count; i += LANES) {
        lanes g = lane_load(span->gradient + i) * step->scale;
        lanes first =
            lane_load(span->first + i) * step->beta1 + g * step->rest1;
        lanes second =
            lane_load(span->second + i) * step->beta2 + g * step->rest2 * g;
        lane_store(span->first + i, first);
        lane_store(span->second + i, second);
        lanes root = lane_sqrt(second * step->unbias2) + step->eps;
        lanes move = first * step->unbias1 * step->rate / root;
        lane_store(span->parameter + i,
                   lane_load(span->parameter + i) * span->keep - move);
    }
}

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

#endif
