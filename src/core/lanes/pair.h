/* Products of lanes with lanes: sums over k of left[y][k] right[x][k], each in
 * the order of k whatever the tile. Attention and the gradients of weights are
 * made of them. */
#ifndef CORE_LANES_PAIR_H
#define CORE_LANES_PAIR_H

#include "core/lanes/lane.h"

/* One side of such a product: the k-th vector of row y is at[(y * down + k *
 * along) * LANES], so that one routine serves a grid and its transpose. */
struct side {
    const real *at;
    size_t down, along;
};

LANE_INLINE struct side side_from(struct side side, size_t row)
{
    side.at += row * side.down * LANES;
    return side;
}

/* Fills sum[high][wide], both constants, over count vectors. */
LANE_INLINE void pair_sums(lanes *sum, struct side left, struct side right,
                           size_t count, size_t high, size_t wide)
{
    LANE_UNROLL
    for (size_t i = 0; i < high * wide; i++) {
        sum[i] = lane_all(0);
    }
    const real *a = left.at;
    const real *b = right.at;
    for (size_t k = count; k > 0; k--) {
        lanes v[HIGH];
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            v[y] = lane_held(lane_load(a + y * left.down * LANES));
        }
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes w = lane_held(lane_load(b + x * right.down * LANES));
            LANE_UNROLL
            for (size_t y = 0; y < high; y++) {
                sum[y * wide + x] += v[y] * w;
            }
        }
        a += left.along * LANES;
        b += right.along * LANES;
    }
}

LANE_INLINE void pair_tile(struct side left, struct side right, size_t count,
                           real scale, real *out, size_t stride, size_t high,
                           size_t wide)
{
    lanes sum[HIGH * WIDE];
    pair_sums(sum, left, right, count, high, wide);
    if (scale != 1) {
        LANE_UNROLL
        for (size_t i = 0; i < high * wide; i++) {
            sum[i] = sum[i] * scale;
        }
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lane_store(out + (y * stride + x) * LANES, sum[y * wide + x]);
        }
    }
}

/* `high` rows, a constant. */
LANE_INLINE void pair_rows(struct side left, struct side right, size_t columns,
                           size_t count, real scale, real *out, size_t stride,
                           size_t high)
{
    size_t x = 0;
    for (; x + WIDE <= columns; x += WIDE) {
        pair_tile(left, side_from(right, x), count, scale, out + x * LANES,
                  stride, high, WIDE);
    }
    for (; x < columns; x++) {
        pair_tile(left, side_from(right, x), count, scale, out + x * LANES,
                  stride, high, 1);
    }
}

/* out[y * stride + x] = scale * sum over k < count of left[y][k] right[x][k],
 * for x < columns and for HIGH rows y, or for one. */
LANE_CALLED void pair_product(struct side left, struct side right, size_t rows,
                              size_t columns, size_t count, real scale,
                              real *out, size_t stride)
{
    if (rows == HIGH) {
        pair_rows(left, right, columns, count, scale, out, stride, HIGH);
    } else {
        pair_rows(left, right, columns, count, scale, out, stride, 1);
    }
}

#endif
