/* A pass over some sequences with what follows from it: where each block's
 * parameters, gradients and states are, and the matrices of its linear maps. */
#ifndef CORE_LANES_SCENE_H
#define CORE_LANES_SCENE_H

#include "core/kernel.h"
#include "core/lanes/linear.h"
#include "core/work.h"

/* A pass and what follows from it. */
struct scene {
    const struct pass *pass;
    struct work work;
    size_t tokens, width, hidden, heads;
    bool is_pre;
};

LANE_INLINE struct scene scene_of(const struct pass *pass)
{
    const struct core_model *model = pass->model;
    return (struct scene){.pass = pass,
                          .work = core_work(model, LANES, pass->work),
                          .tokens = model->context,
                          .width = model->width,
                          .hidden = model->hidden,
                          .heads = model->heads,
                          .is_pre = model->placement == CORE_PLACEMENT_PRE};
}

/* ---- Parameters and states of a block ----------------------------------- */

LANE_INLINE const real *parameter(const struct scene *s, enum core_tensor_id id,
                                  uint32_t block)
{
    return s->pass->parameters + core_layout_at(s->pass->layout, id, block);
}

LANE_INLINE real *gradient(const struct scene *s, enum core_tensor_id id,
                           uint32_t block)
{
    return s->pass->gradient + core_layout_at(s->pass->layout, id, block);
}

LANE_INLINE bool has_norm_bias(const struct scene *s)
{
    return s->pass->model->norm == CORE_NORM_LAYERNORM;
}

LANE_INLINE struct grid shifted(struct grid grid, size_t numbers)
{
    return (struct grid){.at = grid.at + numbers, .stride = grid.stride};
}

LANE_INLINE struct norm_state norm_shifted(struct norm_state state,
                                           size_t numbers)
{
    return (struct norm_state){.normal = shifted(state.normal, numbers),
                               .scale = shifted(state.scale, numbers),
                               .output = shifted(state.output, numbers)};
}

LANE_INLINE struct head head_shifted(const struct head *head, size_t numbers,
                                     size_t weights)
{
    return (struct head){.width = head->width,
                         .query = shifted(head->query, numbers),
                         .key = shifted(head->key, numbers),
                         .value = shifted(head->value, numbers),
                         .weight = shifted(head->weight, weights)};
}

LANE_INLINE struct block_state block_of(const struct scene *s, uint32_t block)
{
    const struct block_state *first = &s->work.block;
    size_t numbers = block * s->work.block_stride;
    return (struct block_state){
        .attention_norm = norm_shifted(first->attention_norm, numbers),
        .mlp_norm = norm_shifted(first->mlp_norm, numbers),
        .head = head_shifted(&first->head, numbers, numbers),
        .mixed = shifted(first->mixed, numbers),
        .hidden = shifted(first->hidden, numbers)};
}

/* The index-th head; heads share the memory of weights if `is_shared`. */
LANE_INLINE struct head head_of(const struct scene *s, const struct head *first,
                                size_t index, bool is_shared)
{
    size_t numbers = index * s->tokens * first->query.stride * LANES;
    size_t weights = index * s->tokens * first->weight.stride * LANES;
    return head_shifted(first, numbers, is_shared ? 0 : weights);
}

/* A whole tensor of a block as a matrix, with a bias or NULL. */
LANE_INLINE struct matrix matrix_of(const struct scene *s,
                                    enum core_tensor_id id, uint32_t block,
                                    const real *bias)
{
    size_t columns = core_tensor_columns(s->pass->model, id);
    return (struct matrix){.weight = parameter(s, id, block),
                           .down = columns,
                           .right = 1,
                           .rows = core_tensor_rows(s->pass->model, id),
                           .columns = columns,
                           .bias = bias};
}

/* The rows of a projection that belong to one head. */
LANE_INLINE struct matrix head_matrix(const struct scene *s,
                                      enum core_tensor_id id, uint32_t block,
                                      size_t head)
{
    struct matrix m = matrix_of(s, id, block, NULL);
    m.rows = s->width / s->heads;
    m.weight += head * m.rows * m.columns;
    return m;
}

#endif
