/* What a pass keeps between forward and backward, and where. One function both
 * lays it out and measures it, in a header because the tests compile it for
 * doubles, too. Sizes are in numbers; every array is [token][feature][lane]. */
#ifndef CORE_WORK_H
#define CORE_WORK_H

#include "core/kernel.h"

/* Activations: `stride` features from a token to the next. */
struct grid {
    real *at;
    size_t stride;
};

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

struct block_state {
    struct norm_state attention_norm, mlp_norm;
    struct head head;   /* the first one */
    struct grid mixed;  /* [context, width] what the heads found */
    struct grid hidden; /* [context, hidden] inside the MLP */
};

struct work {
    struct block_state block; /* the first one */
    size_t block_stride;      /* numbers from a block to the next */
    struct grid stream;       /* [context, width] the residual stream */
    struct norm_state final;
    struct grid logits;   /* [context, vocab], then their gradient */
    struct grid d_stream; /* [context, width] gradient of the stream */
    struct grid d_branch; /* [context, width] gradient inside a sublayer */
    struct grid d_hidden; /* [context, hidden] */
    struct head d_head;   /* of all heads, but the weights of one */
    uint64_t size;        /* numbers, all together */
};

/* From a token to the next is an odd number of vectors: tokens a power of two
 * apart would share few sets of the cache. */
static inline size_t work_stride(size_t features)
{
    return features | 1;
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

static inline struct norm_state take_norm(struct cursor *cursor,
                                          const struct core_model *model)
{
    return (struct norm_state){
        .normal = take(cursor, 1, model->context, model->width),
        .scale = take(cursor, 1, model->context, 1),
        .output = take(cursor, 1, model->context, model->width)};
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

static inline struct work core_work(const struct core_model *model,
                                    size_t lane_count, real *memory)
{
    struct cursor cursor = {.memory = memory, .lane_count = lane_count};
    struct work work = {0};
    work.block = (struct block_state){
        .attention_norm = take_norm(&cursor, model),
        .mlp_norm = take_norm(&cursor, model),
        .head = take_head(&cursor, model, model->heads),
        .mixed = take(&cursor, 1, model->context, model->width),
        .hidden = take(&cursor, 1, model->context, model->hidden)};
    work.block_stride = (size_t)cursor.used;
    cursor.used *= model->blocks;
    work.stream = take(&cursor, 1, model->context, model->width);
    work.final = take_norm(&cursor, model);
    work.logits = take(&cursor, 1, model->context, model->vocab);
    work.d_stream = take(&cursor, 1, model->context, model->width);
    work.d_branch = take(&cursor, 1, model->context, model->width);
    work.d_hidden = take(&cursor, 1, model->context, model->hidden);
    work.d_head = take_head(&cursor, model, 1);
    work.size = cursor.used;
    return work;
}

#endif
