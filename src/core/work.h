/* What a pass keeps between forward and backward, and where. One function both
 * lays it out and measures it, in a header because the tests compile it for
 * doubles, too. Sizes are in numbers; every array is [token][feature][lane]. */
#ifndef CORE_WORK_H
#define CORE_WORK_H

#include "core/kernel.h"

/* What a norm keeps for its backward pass, and its output. */
struct norm_state {
    struct grid normal; /* [context, width] the normalised input */
    struct grid scale;  /* [context, 1] what it was multiplied with */
    struct grid output; /* [context, width] */
};

/* The matrices of one head, one behind another for each head: q, k, v
 * [context, width of a head] and the attention weights [context, context]. */
struct head {
    size_t width;
    struct grid query, key, value;
    struct grid weight;
};

/* A branch off the residual stream: what stands around its sublayer. */
struct branch_state {
    struct norm_state norm;  /* before the sublayer, or after the addition */
    struct norm_state after; /* before the addition; its output holds what the
                                branch gives, if backward needs that */
};

struct block_state {
    struct branch_state attention, mlp;
    struct head head;                       /* the first one */
    struct norm_state query_norm, key_norm; /* its q and k; or none */
    struct grid mixed;  /* [context, width] what the heads found */
    struct grid hidden; /* [context, hidden] inside the MLP */
    struct grid slope;  /* [context, hidden] derivative of hidden by what went
                           into the activation; or none */
    struct grid gate;   /* [context, hidden] the same by the gate; or none */
};

struct work {
    struct block_state block; /* the first one */
    size_t block_stride;      /* numbers from a block to the next */
    struct grid stream;       /* [context, width] the residual stream */
    struct norm_state final;
    struct grid logits;   /* [context, vocab], then their gradient */
    struct grid d_stream; /* [context, width] gradient of the stream */
    struct grid d_branch; /* [context, width] gradient inside a sublayer */
    struct grid d_scaled; /* [context, width] of a branch that is scaled */
    struct grid d_hidden; /* [context, hidden] */
    struct grid d_gate;   /* [context, hidden]; or none */
    struct head d_head;   /* of all heads, but the weights of one */
    real *scratch;        /* for products of large matrices, or NULL */
    uint64_t size;        /* numbers, all together */
};

/* From a token to the next is an odd number of vectors: tokens a power of two
 * apart would share few sets of the cache. */
static inline size_t work_stride(size_t features)
{
    return features | 1;
}

/* A matrix of so many numbers is worked through in blocks, which live in this
 * scratch: of rows for some tokens the sums so far, a vector each, and a panel
 * of weights; or gathered activations in the place of both. Figures found by
 * measuring; they decide no bit. */
#define WORK_BLOCK_TOKENS  ((size_t)32)
#define WORK_BLOCK_ROWS    ((size_t)128)
#define WORK_PANEL_COLUMNS ((size_t)256)
#define WORK_PANEL_GAP     ((size_t)16)

static inline bool work_is_large(size_t rows, size_t columns)
{
    return rows * columns >= 32768;
}

static inline uint64_t work_scratch(const struct core_model *model,
                                    size_t lane_count)
{
    size_t longest = model->vocab;
    longest = model->width > longest ? model->width : longest;
    longest = model->hidden > longest ? model->hidden : longest;
    return work_is_large(model->width, longest)
               ? WORK_BLOCK_ROWS * (WORK_BLOCK_TOKENS * lane_count +
                                    WORK_PANEL_COLUMNS + WORK_PANEL_GAP)
               : 0;
}

/* Hands out parts of the memory, or only counts when there is none. */
struct cursor {
    real *memory;
    uint64_t used;
    size_t lane_count;
};

static inline struct grid take(struct cursor *cursor, size_t copies,
                               size_t tokens, size_t features)
{
    struct grid grid = {.at = cursor->memory ? cursor->memory + cursor->used
                                             : NULL,
                        .stride = work_stride(features)};
    cursor->used +=
        (uint64_t)copies * tokens * grid.stride * cursor->lane_count;
    return grid;
}

/* Without a norm there may still be an output. */
static inline struct norm_state take_norm(struct cursor *cursor,
                                          const struct core_model *model,
                                          bool has_norm, bool has_output)
{
    return (struct norm_state){
        .normal = take(cursor, has_norm, model->context, model->width),
        .scale = take(cursor, has_norm, model->context, 1),
        .output = take(cursor, has_output, model->context, model->width)};
}

static inline struct branch_state take_branch(struct cursor *cursor,
                                              const struct core_model *model)
{
    bool has_after = model->placement == CORE_PLACEMENT_BOTH;
    bool is_kept = has_after || model->residual == CORE_RESIDUAL_REZERO;
    bool has_norm = model->norm != CORE_NORM_NONE;
    return (struct branch_state){
        .norm = take_norm(cursor, model, has_norm, true),
        .after = take_norm(cursor, model, has_after, is_kept)};
}

static inline struct head take_head(struct cursor *cursor,
                                    const struct core_model *model,
                                    size_t weights)
{
    size_t context = model->context;
    size_t width = model->width / model->heads;
    return (struct head){.width = width,
                         .query = take(cursor, model->heads, context, width),
                         .key = take(cursor, model->heads, context, width),
                         .value = take(cursor, model->heads, context, width),
                         .weight = take(cursor, weights, context, context)};
}

/* One norm for each head, whose output is the heads' own memory. */
static inline struct norm_state take_head_norm(struct cursor *cursor,
                                               const struct core_model *model,
                                               struct grid output)
{
    size_t copies = model->qk_norm == CORE_QK_NORM_RMSNORM ? model->heads : 0;
    size_t width = model->width / model->heads;
    return (struct norm_state){.normal =
                                   take(cursor, copies, model->context, width),
                               .scale = take(cursor, copies, model->context, 1),
                               .output = output};
}

static inline struct block_state take_block(struct cursor *cursor,
                                            const struct core_model *model)
{
    size_t slopes = model->activation != CORE_ACTIVATION_RELU;
    size_t gates = model->activation == CORE_ACTIVATION_SWIGLU;
    struct block_state block = {0};
    block.attention = take_branch(cursor, model);
    block.mlp = take_branch(cursor, model);
    block.head = take_head(cursor, model, model->heads);
    block.query_norm = take_head_norm(cursor, model, block.head.query);
    block.key_norm = take_head_norm(cursor, model, block.head.key);
    block.mixed = take(cursor, 1, model->context, model->width);
    block.hidden = take(cursor, 1, model->context, model->hidden);
    block.slope = take(cursor, slopes, model->context, model->hidden);
    block.gate = take(cursor, gates, model->context, model->hidden);
    return block;
}

/* What is needed for a while in the backward pass, in the same memory: the
 * logits, then at each block what its MLP and what its attention need. A pass
 * with sixteen lanes touches a tenth less, which the second cache notices. */
static inline void take_passing(struct cursor *cursor,
                                const struct core_model *model,
                                struct work *work)
{
    const uint64_t from = cursor->used;
    work->logits = take(cursor, 1, model->context, model->vocab);
    uint64_t most = cursor->used;
    cursor->used = from;
    work->d_hidden = take(cursor, 1, model->context, model->hidden);
    work->d_gate = take(cursor, model->activation == CORE_ACTIVATION_SWIGLU,
                        model->context, model->hidden);
    most = cursor->used > most ? cursor->used : most;
    cursor->used = from;
    work->d_head = take_head(cursor, model, 1);
    cursor->used = cursor->used > most ? cursor->used : most;
}

static inline struct work core_work(const struct core_model *model,
                                    size_t lane_count, real *memory)
{
    struct cursor cursor = {.memory = memory, .lane_count = lane_count};
    struct work work = {0};
    bool has_norm = model->norm != CORE_NORM_NONE;
    bool is_scaled = model->placement == CORE_PLACEMENT_BOTH ||
                     model->residual == CORE_RESIDUAL_REZERO ||
                     model->residual == CORE_RESIDUAL_DEEPNORM;
    work.block = take_block(&cursor, model);
    work.block_stride = (size_t)cursor.used;
    cursor.used *= model->blocks;
    work.stream = take(&cursor, 1, model->context, model->width);
    work.final = take_norm(&cursor, model, has_norm, has_norm);
    work.d_stream = take(&cursor, 1, model->context, model->width);
    work.d_branch = take(&cursor, 1, model->context, model->width);
    work.d_scaled = take(&cursor, is_scaled, model->context, model->width);
    take_passing(&cursor, model, &work);
    uint64_t scratch = work_scratch(model, lane_count);
    work.scratch = memory && scratch > 0 ? memory + cursor.used : NULL;
    work.size = cursor.used + scratch;
    return work;
}

#endif
