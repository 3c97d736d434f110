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
    bool has_norm;
    bool norms_input;  /* of a branch: pre, both */
    bool norms_output; /* of a branch: both */
    bool norms_sum;    /* behind a branch: post */
    bool has_gain, trains_gain, has_bias, trains_bias;
    real attention_scale; /* of q.k */
    real stream_scale;    /* of the stream where a branch joins: DeepNorm */
    real logit_scale;     /* muP */
};

/* At width = base_width both factors are 1 and change no bit. */
LANE_FUNCTION double mup_factor(const struct core_model *model)
{
    return model->parameterisation == CORE_PARAMETERISATION_MUP
               ? (double)model->base_width / model->width
               : 1;
}

/* sqrt(d0) / d = sqrt(d0 / d) / sqrt(d), and d0 / d = base_width / width. */
LANE_FUNCTION real attention_scale_of(const struct core_model *model)
{
    uint32_t width = model->width / model->heads;
    return (real)(1 / core_sqrt((double)width) * core_sqrt(mup_factor(model)));
}

LANE_FUNCTION real stream_scale_of(const struct core_model *model)
{
    return model->residual == CORE_RESIDUAL_DEEPNORM
               ? (real)core_sqrt(core_sqrt(2.0 * model->blocks))
               : 1;
}

LANE_FUNCTION struct scene scene_of(const struct pass *pass)
{
    const struct core_model *model = pass->model;
    bool has_norm = model->norm != CORE_NORM_NONE;
    bool has_gain = has_norm && model->norm_gain != CORE_NORM_GAIN_NONE;
    bool has_bias = model->norm == CORE_NORM_LAYERNORM &&
                    model->norm_bias != CORE_NORM_BIAS_NONE;
    return (struct scene){
        .pass = pass,
        .work = core_work(model, LANES, pass->work),
        .tokens = model->context,
        .width = model->width,
        .hidden = model->hidden,
        .heads = model->heads,
        .has_norm = has_norm,
        .norms_input = has_norm && model->placement != CORE_PLACEMENT_POST,
        .norms_output = model->placement == CORE_PLACEMENT_BOTH,
        .norms_sum = model->placement == CORE_PLACEMENT_POST,
        .has_gain = has_gain,
        .trains_gain = has_gain && model->norm_gain == CORE_NORM_GAIN_TRAINED,
        .has_bias = has_bias,
        .trains_bias = has_bias && model->norm_bias == CORE_NORM_BIAS_TRAINED,
        .attention_scale = attention_scale_of(model),
        .stream_scale = stream_scale_of(model),
        .logit_scale = (real)mup_factor(model)};
}

/* ---- Parameters and states of a block ----------------------------------- */

LANE_FUNCTION const real *parameter(const struct scene *s,
                                    enum core_tensor_id id, uint32_t block)
{
    return s->pass->parameters + core_layout_at(s->pass->layout, id, block);
}

LANE_FUNCTION real *gradient(const struct scene *s, enum core_tensor_id id,
                             uint32_t block)
{
    return s->pass->gradient + core_layout_at(s->pass->layout, id, block);
}

/* A tied head's is kept apart; see pass_finish. */
LANE_FUNCTION real *head_gradient(const struct scene *s)
{
    return s->pass->model->head == CORE_HEAD_TIED
               ? s->pass->gradient + s->pass->layout->size
               : gradient(s, CORE_TENSOR_HEAD, 0);
}

LANE_FUNCTION struct grid shifted(struct grid grid, size_t numbers)
{
    return (struct grid){.at = grid.at + numbers, .stride = grid.stride};
}

LANE_FUNCTION struct norm_state norm_shifted(struct norm_state state,
                                             size_t numbers)
{
    return (struct norm_state){.normal = shifted(state.normal, numbers),
                               .scale = shifted(state.scale, numbers),
                               .output = shifted(state.output, numbers)};
}

LANE_FUNCTION struct branch_state branch_shifted(struct branch_state state,
                                                 size_t numbers)
{
    return (struct branch_state){.norm = norm_shifted(state.norm, numbers),
                                 .after = norm_shifted(state.after, numbers)};
}

LANE_FUNCTION struct head head_shifted(const struct head *head, size_t numbers,
                                       size_t weights)
{
    return (struct head){.width = head->width,
                         .query = shifted(head->query, numbers),
                         .key = shifted(head->key, numbers),
                         .value = shifted(head->value, numbers),
                         .weight = shifted(head->weight, weights)};
}

LANE_FUNCTION struct block_state block_of(const struct scene *s, uint32_t block)
{
    const struct block_state *first = &s->work.block;
    size_t numbers = block * s->work.block_stride;
    return (struct block_state){
        .attention = branch_shifted(first->attention, numbers),
        .mlp = branch_shifted(first->mlp, numbers),
        .head = head_shifted(&first->head, numbers, numbers),
        .query_norm = norm_shifted(first->query_norm, numbers),
        .key_norm = norm_shifted(first->key_norm, numbers),
        .mixed = shifted(first->mixed, numbers),
        .hidden = shifted(first->hidden, numbers),
        .slope = shifted(first->slope, numbers),
        .gate = shifted(first->gate, numbers)};
}

/* The index-th head; heads share the memory of weights if `is_shared`. */
LANE_FUNCTION struct head head_of(const struct scene *s,
                                  const struct head *first, size_t index,
                                  bool is_shared)
{
    size_t numbers = index * s->tokens * first->query.stride * LANES;
    size_t weights = index * s->tokens * first->weight.stride * LANES;
    return head_shifted(first, numbers, is_shared ? 0 : weights);
}

/* A whole tensor of a block as a matrix, with a bias or NULL. */
LANE_FUNCTION struct matrix matrix_of(const struct scene *s,
                                      enum core_tensor_id id, uint32_t block,
                                      const real *bias)
{
    size_t columns = core_tensor_columns(s->pass->model, id);
    return (struct matrix){.weight = parameter(s, id, block),
                           .down = columns,
                           .right = 1,
                           .rows = core_tensor_rows(s->pass->model, id),
                           .columns = columns,
                           .bias = bias,
                           .scratch = s->work.scratch};
}

/* The rows of a projection that belong to one head. */
LANE_FUNCTION struct matrix head_matrix(const struct scene *s,
                                        enum core_tensor_id id, uint32_t block,
                                        size_t head)
{
    struct matrix m = matrix_of(s, id, block, NULL);
    m.rows = s->width / s->heads;
    m.weight += head * m.rows * m.columns;
    return m;
}

#endif
