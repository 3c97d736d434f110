/* The linear map y = W x + b of every token, W[rows, columns].
 *
 *     forward    y[t] = W x[t] + b
 *     backward   dx[t] = W^T dy[t];  dW += sum over t of dy[t] x[t]^T;
 *                db += sum over t of dy[t]
 *
 * Nine tenths of a step's arithmetic happens here, so the products are tiled
 * over tokens and outputs to reuse what is in registers. Every element is one
 * sum in index order whatever the tile. Built with CORE_PLAIN there are no
 * tiles, and a test compares the bits of the two. */
#ifndef CORE_LANES_LINEAR_H
#define CORE_LANES_LINEAR_H

#include "core/lanes/lane.h"
#include "core/work.h"

static const struct grid nowhere = {0};

LANE_INLINE real *grid_at(struct grid grid, size_t t, size_t feature)
{
    return grid.at + (t * grid.stride + feature) * LANES;
}

/* The matrix of a product, W[row][column] at weight[row * down + column *
 * right], so that one routine serves W and its transpose. */
struct matrix {
    const real *weight;
    size_t down, right;
    size_t rows, columns;
    const real *bias; /* [rows], or NULL for none */
};

/* y = onto + (W x + b), or without onto when it has no memory, for `high`
 * tokens from t and `wide` rows from j, both constants. */
LANE_INLINE void product_tile(const struct matrix *m, struct grid x,
                              struct grid onto, struct grid y, size_t t,
                              size_t j, size_t high, size_t wide)
{
    lanes sum[HIGH][WIDE];
    LANE_UNROLL
    for (size_t b = 0; b < wide; b++) {
        lanes start = lane_all(m->bias ? m->bias[j + b] : 0);
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            sum[a][b] = start;
        }
    }
    const real *weight = m->weight + j * m->down;
    const real *in = grid_at(x, t, 0);
    for (size_t k = 0; k < m->columns; k++) {
        lanes v[HIGH];
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            v[a] = lane_load(in + a * x.stride * LANES);
        }
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            lanes w = lane_all(weight[b * m->down]);
            LANE_UNROLL
            for (size_t a = 0; a < high; a++) {
                sum[a][b] += w * v[a];
            }
        }
        weight += m->right;
        in += LANES;
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            lanes result = sum[a][b];
            if (onto.at) {
                result = lane_load(grid_at(onto, t + a, j + b)) + result;
            }
            lane_store(grid_at(y, t + a, j + b), result);
        }
    }
}

LANE_FUNCTION void product(const struct matrix *m, size_t tokens, struct grid x,
                           struct grid onto, struct grid y)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        size_t j = 0;
        for (; j + WIDE <= m->rows; j += WIDE) {
            product_tile(m, x, onto, y, t, j, HIGH, WIDE);
        }
        for (; j < m->rows; j++) {
            product_tile(m, x, onto, y, t, j, HIGH, 1);
        }
    }
    for (; t < tokens; t++) {
        for (size_t j = 0; j < m->rows; j++) {
            product_tile(m, x, onto, y, t, j, 1, 1);
        }
    }
}

/* y[tokens, rows] = onto + (W x[tokens, columns] + b). */
LANE_INLINE void linear_forward(const struct matrix *m, size_t tokens,
                                struct grid x, struct grid onto, struct grid y)
{
    product(m, tokens, x, onto, y);
}

/* dx[tokens, columns] = onto + W^T dy[tokens, rows]. */
LANE_INLINE void linear_backward_input(const struct matrix *m, size_t tokens,
                                       struct grid dy, struct grid onto,
                                       struct grid dx)
{
    struct matrix transpose = {.weight = m->weight,
                               .down = m->right,
                               .right = m->down,
                               .rows = m->columns,
                               .columns = m->rows};
    product(&transpose, tokens, dy, onto, dx);
}

/* dW of `high` rows from j and four columns, or one, from k. */
LANE_INLINE void weight_tile(size_t tokens, struct grid x, struct grid dy,
                             real *dw, size_t columns, size_t j, size_t k,
                             size_t high, size_t wide)
{
    lanes sum[WIDE][4];
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            sum[a][b] = lane_all(0);
        }
    }
    const real *in = grid_at(x, 0, k);
    const real *out = grid_at(dy, 0, j);
    for (size_t t = 0; t < tokens; t++) {
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes d = lane_load(out + a * LANES);
            LANE_UNROLL
            for (size_t b = 0; b < wide; b++) {
                sum[a][b] += d * lane_load(in + b * LANES);
            }
        }
        in += x.stride * LANES;
        out += dy.stride * LANES;
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        real *at = dw + (j + a) * columns + k;
        if (wide == 4) {
            lane_reduce4(at, sum[a][0], sum[a][1], sum[a][2], sum[a][3]);
        } else {
            lane_reduce(at, sum[a][0]);
        }
    }
}

/* dW[rows, columns] += the sum over tokens and lanes of dy x^T. The matrix
 * stands row by row. */
LANE_FUNCTION void linear_backward_weight(size_t tokens, size_t rows,
                                          size_t columns, struct grid x,
                                          struct grid dy, real *dw)
{
    size_t j = 0;
    for (; HIGH == 4 && columns % 4 == 0 && j + WIDE <= rows; j += WIDE) {
        for (size_t k = 0; k < columns; k += 4) {
            weight_tile(tokens, x, dy, dw, columns, j, k, WIDE, 4);
        }
    }
    for (; j < rows; j++) {
        for (size_t k = 0; k < columns; k++) {
            weight_tile(tokens, x, dy, dw, columns, j, k, 1, 1);
        }
    }
}

/* sum[rows] += the sum over tokens and lanes of a, or of a times b if b has
 * memory: four rows at a time for speed, each in the order of its tokens. */
LANE_INLINE void token_sums_tile(size_t tokens, struct grid a, struct grid b,
                                 real *sum, size_t j, size_t wide)
{
    lanes total[4];
    LANE_UNROLL
    for (size_t i = 0; i < wide; i++) {
        total[i] = lane_all(0);
    }
    for (size_t t = 0; t < tokens; t++) {
        LANE_UNROLL
        for (size_t i = 0; i < wide; i++) {
            lanes x = lane_load(grid_at(a, t, j + i));
            if (b.at) {
                x = x * lane_load(grid_at(b, t, j + i));
            }
            total[i] += x;
        }
    }
    if (wide == 4) {
        lane_reduce4(sum + j, total[0], total[1], total[2], total[3]);
    } else {
        lane_reduce(sum + j, total[0]);
    }
}

LANE_INLINE void token_sums(size_t tokens, size_t rows, struct grid a,
                            struct grid b, real *sum)
{
    size_t j = 0;
    for (; HIGH == 4 && j + 4 <= rows; j += 4) {
        token_sums_tile(tokens, a, b, sum, j, 4);
    }
    for (; j < rows; j++) {
        token_sums_tile(tokens, a, b, sum, j, 1);
    }
}

/* db[rows] += the sum over tokens and lanes of dy. */
LANE_FUNCTION void linear_backward_bias(size_t tokens, size_t rows,
                                        struct grid dy, real *db)
{
    token_sums(tokens, rows, dy, nowhere, db);
}

#endif
