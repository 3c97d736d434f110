/* The linear map y = W x + b of every token, W[rows, columns].
 *
 *     forward    y[t] = W x[t] + b
 *     backward   dx[t] = W^T dy[t];  dW += sum over t of dy[t] x[t]^T;
 *                db += sum over t of dy[t]
 *
 * The gradient of the weights is tiled and goes in blocks as the products do,
 * and has the same bits without. */
#ifndef CORE_LANES_LINEAR_H
#define CORE_LANES_LINEAR_H

#include "core/lanes/pair.h"
#include "core/lanes/product.h"

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
                               .columns = m->rows,
                               .scratch = m->scratch};
    product(&transpose, tokens, dy, onto, dx);
}

/* ---- The gradient of the weights ---------------------------------------- */

/* dW of `high` rows, which begin at dw and whose dy begins where the grid does,
 * and of four columns or one, whose x does. */
LANE_INLINE void weight_tile(size_t tokens, struct grid x, struct grid dy,
                             real *dw, size_t down, size_t high, size_t wide)
{
    struct side left = {.at = dy.at, .down = 1, .along = dy.stride};
    struct side right = {.at = x.at, .down = 1, .along = x.stride};
    lanes sum[4 * TALL];
    pair_sums(sum, left, right, tokens, high, wide);
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        real *at = dw + y * down;
        if (wide == 4) {
            lane_reduce4(at, sum[4 * y], sum[4 * y + 1], sum[4 * y + 2],
                         sum[4 * y + 3]);
        } else {
            lane_reduce(at, sum[y]);
        }
    }
}

/* Gathers features of all tokens, `wide` side by side of one token after
 * another, then the next. */
LANE_INLINE void features_gather(size_t tokens, struct grid x, size_t count,
                                 size_t wide, real *panel)
{
    for (size_t t = 0; t < tokens; t++) {
        const real *in = grid_at(x, t, 0);
        real *to = panel + t * wide * LANES;
        for (size_t c = 0; c < count; c += wide) {
            LANE_UNROLL
            for (size_t i = 0; i < wide; i++) {
                lane_store(to + (c * tokens + i) * LANES,
                           lane_load(in + (c + i) * LANES));
            }
        }
    }
}

/* The part of dW that begins at dw, from gathered features. */
LANE_INLINE void weight_block(size_t tokens, size_t rows, size_t columns,
                              real *left, real *right, real *dw, size_t down)
{
    for (size_t j = 0; j < rows; j += TALL) {
        struct grid dy = {.at = left + j * tokens * LANES, .stride = TALL};
        for (size_t k = 0; k < columns; k += 4) {
            struct grid x = {.at = right + k * tokens * LANES, .stride = 4};
            weight_tile(tokens, x, dy, dw + j * down + k, down, TALL, 4);
        }
    }
}

/* A block is as many columns as the first cache holds, then as many rows as the
 * second does: both counted for the tokens of struct work's scratch. */
LANE_FUNCTION void weight_in_blocks(const struct matrix *m, size_t tokens,
                                    struct grid x, struct grid dy, real *dw)
{
    size_t high = WORK_BLOCK_TOKENS * WORK_BLOCK_ROWS / tokens / 4 * 4;
    size_t wide = high >= 128 ? 16 : high >= 64 ? 8 : 4;
    real *left = m->scratch;
    real *right = left + high * tokens * LANES;
    for (size_t j = 0; j < m->rows; j += high) {
        size_t rows = least(high, m->rows - j);
        features_gather(tokens, grid_from(dy, 0, j), rows, TALL, left);
        for (size_t k = 0; k < m->columns; k += wide) {
            size_t columns = least(wide, m->columns - k);
            features_gather(tokens, grid_from(x, 0, k), columns, 4, right);
            weight_block(tokens, rows, columns, left, right,
                         dw + j * m->columns + k, m->columns);
        }
    }
}

/* dW[rows, columns] += the sum over tokens and lanes of dy x^T. The matrix
 * stands row by row. */
LANE_FUNCTION void linear_backward_weight(const struct matrix *m, size_t tokens,
                                          struct grid x, struct grid dy,
                                          real *dw)
{
    bool is_tiled = HIGH > 1 && m->columns % 4 == 0;
    size_t j = 0;
    if (is_tiled && matrix_is_large(m) && m->rows % TALL == 0 &&
        tokens <= 512) {
        weight_in_blocks(m, tokens, x, dy, dw);
        return;
    }
    for (; is_tiled && j + TALL <= m->rows; j += TALL) {
        for (size_t k = 0; k < m->columns; k += 4) {
            weight_tile(tokens, grid_from(x, 0, k), grid_from(dy, 0, j),
                        dw + j * m->columns + k, m->columns, TALL, 4);
        }
    }
    for (; j < m->rows; j++) {
        for (size_t k = 0; k < m->columns; k++) {
            weight_tile(tokens, grid_from(x, 0, k), grid_from(dy, 0, j),
                        dw + j * m->columns + k, m->columns, 1, 1);
        }
    }
}

/* ---- Sums over tokens --------------------------------------------------- */

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
    for (; HIGH > 1 && j + 4 <= rows; j += 4) {
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
