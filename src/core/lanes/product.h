/* Products of a matrix of weights with the activations of tokens.
 *
 * Nine tenths of a step's arithmetic happens here and in the gradients of the
 * weights, so the products are tiled over tokens and rows, to reuse what is in
 * registers; and over columns, rows and tokens in blocks, to reuse what is in
 * caches, where the matrix is large. Every element is one sum in the order of
 * its columns whatever the tile: between two blocks of columns the sum rests in
 * memory, which changes no bit. Built with CORE_PLAIN there are neither tiles
 * nor blocks, and a test compares the bits of the two. */
#ifndef CORE_LANES_PRODUCT_H
#define CORE_LANES_PRODUCT_H

#include "core/lanes/lane.h"
#include "core/work.h"

static const struct grid nowhere = {0};

LANE_INLINE real *grid_at(struct grid grid, size_t t, size_t feature)
{
    return grid.at + (t * grid.stride + feature) * LANES;
}

/* The grid from a token and a feature on; nowhere stays nowhere. */
LANE_INLINE struct grid grid_from(struct grid grid, size_t t, size_t feature)
{
    return (struct grid){.at = grid.at ? grid_at(grid, t, feature) : NULL,
                         .stride = grid.stride};
}

LANE_INLINE size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The matrix of a product, W[row][column] at weight[row * down + column *
 * right], so that one routine serves W and its transpose. */
struct matrix {
    const real *weight;
    size_t down, right;
    size_t rows, columns;
    const real *bias; /* [rows], or NULL for none */
    real *scratch;    /* of struct work; with NULL nothing goes in blocks */
};

/* Whether blocks pay; see work_is_large. */
LANE_INLINE bool matrix_is_large(const struct matrix *m)
{
    return HIGH > 1 && m->scratch && work_is_large(m->rows, m->columns);
}

/* ---- One block ---------------------------------------------------------- */

/* Some columns of some rows for some tokens. The weights are in the matrix or
 * were gathered; that of row b and column k of a tile lies b * across + k *
 * along from its first, and the next tile of WIDE rows begins `down`
 * further. */
struct block {
    struct grid x;
    size_t tokens, rows, columns;
    const real *weight;
    size_t across, along, down;
    const real *bias;  /* what the sums begin with, or NULL for 0; */
    struct grid begun; /* or the sums so far, */
    struct grid onto;  /* what they are added to at last, or nowhere, */
    struct grid y;     /* and where they go */
};

typedef lanes product_sums[HIGH][WIDE];

LANE_INLINE void sums_begin(product_sums sum, const real *bias, size_t high,
                            size_t wide)
{
    LANE_UNROLL
    for (size_t b = 0; b < wide; b++) {
        lanes start = lane_all(bias ? bias[b] : 0);
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            sum[a][b] = start;
        }
    }
}

LANE_INLINE void sums_load(product_sums sum, const real *from, size_t stride,
                           size_t high, size_t wide)
{
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            sum[a][b] = lane_load(from + (a * stride + b) * LANES);
        }
    }
}

/* sum = onto + sum. */
LANE_INLINE void sums_add(product_sums sum, const real *onto, size_t stride,
                          size_t high, size_t wide)
{
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            sum[a][b] = lane_load(onto + (a * stride + b) * LANES) + sum[a][b];
        }
    }
}

LANE_INLINE void sums_store(product_sums sum, real *to, size_t stride,
                            size_t high, size_t wide)
{
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            lane_store(to + (a * stride + b) * LANES, sum[a][b]);
        }
    }
}

/* `high` tokens from t and `wide` rows from j, both constants. */
LANE_INLINE void product_tile(const struct block *p, const real *weight,
                              size_t t, size_t j, size_t high, size_t wide)
{
    product_sums sum;
    if (p->begun.at) {
        sums_load(sum, grid_at(p->begun, t, j), p->begun.stride, high, wide);
    } else {
        sums_begin(sum, p->bias ? p->bias + j : NULL, high, wide);
    }
    const real *in = grid_at(p->x, t, 0);
    size_t next = p->x.stride * LANES;
    size_t across = p->across;
    size_t along = p->along;
    for (size_t k = p->columns; k > 0; k--) {
        lanes v[HIGH];
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            v[a] = lane_held(lane_load(in + a * next));
        }
        LANE_UNROLL
        for (size_t b = 0; b < wide; b++) {
            lanes w = lane_all(weight[b * across]);
            LANE_UNROLL
            for (size_t a = 0; a < high; a++) {
                sum[a][b] += w * v[a];
            }
        }
        weight += along;
        in += LANES;
    }
    if (p->onto.at) {
        sums_add(sum, grid_at(p->onto, t, j), p->onto.stride, high, wide);
    }
    sums_store(sum, grid_at(p->y, t, j), p->y.stride, high, wide);
}

LANE_FUNCTION void product_block(const struct block *p)
{
    size_t t = 0;
    for (; t + HIGH <= p->tokens; t += HIGH) {
        const real *weight = p->weight;
        size_t j = 0;
        for (; j + WIDE <= p->rows; j += WIDE) {
            product_tile(p, weight, t, j, HIGH, WIDE);
            weight += p->down;
        }
        for (; j < p->rows; j++) {
            product_tile(p, weight, t, j, HIGH, 1);
            weight += p->across;
        }
    }
    for (; t < p->tokens; t++) {
        const real *weight = p->weight;
        for (size_t j = 0; j < p->rows; j++) {
            bool is_last = j % WIDE == WIDE - 1;
            product_tile(p, weight, t, j, 1, 1);
            weight += is_last ? p->down - (WIDE - 1) * p->across : p->across;
        }
    }
}

/* ---- Blocks of a large matrix ------------------------------------------- */

/* Neighbours in memory, as many as a tile has rows. */
typedef real strip __attribute__((vector_size(WIDE * sizeof(real)),
                                  aligned(sizeof(real)), may_alias));

/* Gathers the weights of a block whose rows lie side by side in memory, those
 * of a tile one column behind another. A gap after each tile keeps tiles a
 * power of two apart from sharing few sets of the cache. */
LANE_INLINE void block_gather(struct block *p, real *panel)
{
    const size_t ahead = 16;
    size_t down = WIDE * p->columns + WORK_PANEL_GAP;
    for (size_t k = 0; k < p->columns; k++) {
        const real *from = p->weight + k * p->along;
        real *to = panel + k * WIDE;
        size_t j = 0;
        for (; j + WIDE <= p->rows; j += WIDE) {
            if (j % 16 == 0) {
                __builtin_prefetch(from + ahead * p->along + j);
            }
            *(strip *)(to + j / WIDE * down) = *(const strip *)(from + j);
        }
        for (; j < p->rows; j++) {
            to[j / WIDE * down + j % WIDE] = from[j];
        }
    }
    p->weight = panel;
    p->along = WIDE;
    p->down = down;
}

/* Columns of a block: such that the activations of a tile stay in the second
 * cache, and if they are gathered the weights too. */
LANE_INLINE size_t block_columns(const struct matrix *m)
{
    return m->right == 1 ? 1024 : WORK_PANEL_COLUMNS;
}

LANE_INLINE void product_in_blocks(const struct matrix *m, size_t tokens,
                                   struct grid x, struct grid onto,
                                   struct grid y, size_t j, size_t t)
{
    struct grid sums = {.at = m->scratch, .stride = WORK_BLOCK_ROWS};
    real *panel = m->scratch + WORK_BLOCK_TOKENS * WORK_BLOCK_ROWS * LANES;
    struct block p = {.tokens = least(WORK_BLOCK_TOKENS, tokens - t),
                      .rows = least(WORK_BLOCK_ROWS, m->rows - j),
                      .across = m->down,
                      .bias = m->bias ? m->bias + j : NULL,
                      .y = sums};
    for (size_t k = 0; k < m->columns; k += block_columns(m)) {
        p.columns = least(block_columns(m), m->columns - k);
        p.x = grid_from(x, t, k);
        p.weight = m->weight + j * m->down + k * m->right;
        p.along = m->right;
        p.down = WIDE * m->down;
        if (m->right > 1) {
            block_gather(&p, panel);
        }
        if (k + p.columns == m->columns) {
            p.onto = grid_from(onto, t, j);
            p.y = grid_from(y, t, j);
        }
        product_block(&p);
        p.begun = sums;
    }
}

/* y[tokens, rows] = onto + (W x[tokens, columns] + b), or without onto when it
 * has no memory. y may be onto. */
LANE_FUNCTION void product(const struct matrix *m, size_t tokens, struct grid x,
                           struct grid onto, struct grid y)
{
    if (matrix_is_large(m)) {
        for (size_t j = 0; j < m->rows; j += WORK_BLOCK_ROWS) {
            for (size_t t = 0; t < tokens; t += WORK_BLOCK_TOKENS) {
                product_in_blocks(m, tokens, x, onto, y, j, t);
            }
        }
        return;
    }
    struct block p = {.x = x,
                      .tokens = tokens,
                      .rows = m->rows,
                      .columns = m->columns,
                      .weight = m->weight,
                      .across = m->down,
                      .along = m->right,
                      .down = WIDE * m->down,
                      .bias = m->bias,
                      .onto = onto,
                      .y = y};
    product_block(&p);
}

#endif
