/* Muon: the update of a matrix is its momentum, made nearly orthogonal. Jordan
 * et al. (2024), algorithm 2:
 *
 *     X = G / (|G| + 1e-7)           |G| the root of the sum of squares
 *     five times  X = a X + (b X X^T + c (X X^T)^2) X
 *
 * with a = 3.4445, b = -4.7750, c = 2.0315, on the transpose where G is higher
 * than wide. Singular values of the first X from 0.002 to 1 end between 0.68
 * and 1.21; the iteration is not meant to converge to 1.
 *
 * Lanes are columns here and every element of a product is one sum in index
 * order, so neither lanes nor tiles change a bit. Built with CORE_PLAIN there
 * are no tiles. */
#ifndef CORE_LANES_MUON_H
#define CORE_LANES_MUON_H

#include "core/lanes/optimizer.h"

/* out = share onto + factor (left right), left[high, inner] and right[inner,
 * wide]; without onto where it is NULL. Strides are of rows, in numbers. */
struct muon_product {
    const real *left, *right, *onto;
    real *out;
    size_t left_stride, stride; /* stride: of all but left */
    size_t high, inner, wide;
    real share, factor;
};

/* `high` rows from i and `wide` vectors of columns from j, both constants. */
LANE_INLINE void muon_tile(const struct muon_product *p, size_t i, size_t j,
                           size_t high, size_t wide)
{
    lanes sum[HIGH][WIDE];
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            sum[a][b] = lane_all(0);
        }
    }
    const real *left = p->left + i * p->left_stride;
    const real *right = p->right + j;
    for (size_t k = 0; k < p->inner; k++) {
        lanes v[WIDE];
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            v[b] = lane_load(right + b * LANES);
        }
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes w = lane_all(left[a * p->left_stride + k]);
            LANE_UNROLL
            for (size_t b = 0; b < wide; b++) {
                sum[a][b] += w * v[b];
            }
        }
        right += p->stride;
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            size_t at = (i + a) * p->stride + j + b * LANES;
            lanes result = sum[a][b] * p->factor;
            if (p->onto) {
                result += lane_load(p->onto + at) * p->share;
            }
            lane_store(p->out + at, result);
        }
    }
}

/* Rows after rows for the columns of a tile, whose part of `right` then stays
 * near; the columns that pad a row to whole vectors are computed along. */
LANE_FUNCTION void muon_multiply(const struct muon_product *p)
{
    size_t j = 0;
    for (; WIDE > 1 && j + (WIDE - 1) * LANES < p->wide; j += WIDE * LANES) {
        size_t i = 0;
        for (; i + HIGH <= p->high; i += HIGH) {
            muon_tile(p, i, j, HIGH, WIDE);
        }
        for (; i < p->high; i++) {
            muon_tile(p, i, j, 1, WIDE);
        }
    }
    for (; j < p->wide; j += LANES) {
        size_t i = 0;
        for (; i + HIGH <= p->high; i += HIGH) {
            muon_tile(p, i, j, HIGH, 1);
        }
        for (; i < p->high; i++) {
            muon_tile(p, i, j, 1, 1);
        }
    }
}

/* to[columns, rows] = from[rows, columns] turned; what pads its rows becomes
 * 0. */
LANE_FUNCTION void muon_turn(const real *from, size_t from_stride, size_t rows,
                             size_t columns, real *to, size_t to_stride)
{
    for (size_t column = 0; column < columns; column++) {
        real *at = to + column * to_stride;
        for (size_t row = 0; row < rows; row++) {
            at[row] = from[row * from_stride + column];
        }
        for (size_t row = rows; row < to_stride; row++) {
            at[row] = 0;
        }
    }
}

/* The same without turning. */
LANE_FUNCTION void muon_copy(const real *from, size_t from_stride, size_t rows,
                             size_t columns, real *to, size_t to_stride)
{
    for (size_t row = 0; row < rows; row++) {
        real *at = to + row * to_stride;
        for (size_t column = 0; column < columns; column++) {
            at[column] = from[row * from_stride + column];
        }
        for (size_t column = columns; column < to_stride; column++) {
            at[column] = 0;
        }
    }
}

/* X becomes a X + (b X X^T + c (X X^T)^2) X. */
LANE_FUNCTION void muon_iterate(struct muon_space *s)
{
    muon_turn(s->x, s->wide_stride, s->high, s->wide, s->other, s->high_stride);
    struct muon_product gram = {.left = s->x,
                                .right = s->other,
                                .out = s->gram,
                                .left_stride = s->wide_stride,
                                .stride = s->high_stride,
                                .high = s->high,
                                .inner = s->wide,
                                .wide = s->high,
                                .factor = 1};
    muon_multiply(&gram);
    struct muon_product mixture = {.left = s->gram,
                                   .right = s->gram,
                                   .onto = s->gram,
                                   .out = s->mixture,
                                   .left_stride = s->high_stride,
                                   .stride = s->high_stride,
                                   .high = s->high,
                                   .inner = s->high,
                                   .wide = s->high,
                                   .share = (real)-4.7750,
                                   .factor = (real)2.0315};
    muon_multiply(&mixture);
    struct muon_product next = {.left = s->mixture,
                                .right = s->x,
                                .onto = s->x,
                                .out = s->other,
                                .left_stride = s->high_stride,
                                .stride = s->wide_stride,
                                .high = s->high,
                                .inner = s->high,
                                .wide = s->wide,
                                .share = (real)3.4445,
                                .factor = 1};
    muon_multiply(&next);
    real *old = s->x;
    s->x = s->other;
    s->other = old;
}

/* What G is multiplied with at first. A norm beyond all numbers makes NaN, so
 * that the run is found to have diverged, as it is by a gradient's. */
LANE_FUNCTION real muon_inverse_norm(size_t count, const real *g)
{
    real norm = lane_sqrt(lane_all(square_sum(count, g)))[0];
    return norm - norm == 0 ? 1 / (norm + (real)1e-7)
                            : (real)__builtin_nanf("");
}

/* g[rows, columns], without gaps and padded to count numbers, becomes O(g). */
LANE_FUNCTION void muon_orthogonalise(size_t rows, size_t columns, size_t count,
                                      real *g, real *memory)
{
    struct muon_space s = muon_space(rows, columns, memory);
    real inverse = muon_inverse_norm(count, g);
    bool is_turned = rows > columns;
    for (size_t i = 0; i < count; i += LANES) {
        lane_store(g + i, lane_load(g + i) * inverse);
    }
    if (is_turned) {
        muon_turn(g, columns, rows, columns, s.x, s.wide_stride);
    } else {
        muon_copy(g, columns, rows, columns, s.x, s.wide_stride);
    }
    for (int step = 0; step < 5; step++) {
        muon_iterate(&s);
    }
    if (is_turned) {
        muon_turn(s.x, s.wide_stride, columns, rows, g, columns);
    } else {
        muon_copy(s.x, s.wide_stride, rows, columns, g, columns);
    }
}

/* m = momentum m + g;  p -= rate O(g + momentum m). */
LANE_FUNCTION void muon_update(const struct update *u)
{
    for (size_t i = 0; i < u->count; i += LANES) {
        lanes g = update_gradient(u, i);
        lanes first = lane_load(u->first + i) * u->momentum + g;
        lane_store(u->first + i, first);
        lane_store(u->gradient + i, g + first * u->momentum);
    }
    muon_orthogonalise(u->rows, u->columns, u->count, u->gradient, u->space);
    for (size_t i = 0; i < u->count; i += LANES) {
        lanes move = lane_load(u->gradient + i) * u->rate;
        lane_store(u->parameter + i,
                   lane_load(u->parameter + i) * u->keep - move);
    }
}

#endif
