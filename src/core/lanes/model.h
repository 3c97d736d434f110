/* The decoder: embedding, blocks of attention and MLP around a residual stream,
 * a last norm, the head and the loss; forward, and backward in the opposite
 * order. Vaswani et al. (2017), figure 1, right half without cross-attention;
 * where the norms stand: Xiong et al. (2020), figure 1. */
#ifndef CORE_LANES_MODEL_H
#define CORE_LANES_MODEL_H

#include "core/kernel.h"
#include "core/lanes/attention.h"
#include "core/lanes/elementwise.h"
#include "core/lanes/linear.h"
#include "core/lanes/norm.h"

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

/* ---- Norms -------------------------------------------------------------- */

LANE_FUNCTION void norm_in(const struct scene *s, enum core_tensor_id gain,
                           enum core_tensor_id bias, uint32_t block,
                           struct grid x, const struct norm_state *state)
{
    norm_forward(s->tokens, s->width, x, parameter(s, gain, block),
                 has_norm_bias(s) ? parameter(s, bias, block) : NULL, state);
}

/* dx = onto + the gradient through the norm of dy; its parameters' as well. */
LANE_FUNCTION void norm_out(const struct scene *s, enum core_tensor_id gain,
                            enum core_tensor_id bias, uint32_t block,
                            const struct norm_state *state, struct grid dy,
                            struct grid onto, struct grid dx)
{
    norm_backward_gain(s->tokens, s->width, dy, state, gradient(s, gain, block),
                       has_norm_bias(s) ? gradient(s, bias, block) : NULL);
    struct norm_gradient d = {.gain = parameter(s, gain, block),
                              .is_centred = has_norm_bias(s),
                              .dy = dy,
                              .onto = onto,
                              .dx = dx};
    norm_backward_input(&d, state, s->tokens, s->width);
}

/* ---- Sublayers: out = onto + f(in) -------------------------------------- */

LANE_FUNCTION void attention_in(const struct scene *s, uint32_t block,
                                const struct block_state *state, struct grid in,
                                struct grid onto, struct grid out)
{
    for (size_t h = 0; h < s->heads; h++) {
        struct head head = head_of(s, &state->head, h, false);
        struct matrix query = head_matrix(s, CORE_TENSOR_QUERY, block, h);
        struct matrix key = head_matrix(s, CORE_TENSOR_KEY, block, h);
        struct matrix value = head_matrix(s, CORE_TENSOR_VALUE, block, h);
        linear_forward(&query, s->tokens, in, nowhere, head.query);
        linear_forward(&key, s->tokens, in, nowhere, head.key);
        linear_forward(&value, s->tokens, in, nowhere, head.value);
        attention_forward(&head, s->tokens,
                          shifted(state->mixed, h * head.width * LANES));
    }
    struct matrix output = matrix_of(s, CORE_TENSOR_OUTPUT, block, NULL);
    linear_forward(&output, s->tokens, state->mixed, onto, out);
}

/* Gradient of one projection of one head: of its weights, and added to dx. */
LANE_FUNCTION void projection_out(const struct scene *s, enum core_tensor_id id,
                                  uint32_t block, size_t head, struct grid in,
                                  struct grid dy, struct grid onto,
                                  struct grid dx)
{
    struct matrix m = head_matrix(s, id, block, head);
    linear_backward_weight(s->tokens, m.rows, m.columns, in, dy,
                           gradient(s, id, block) + head * m.rows * m.columns);
    linear_backward_input(&m, s->tokens, dy, onto, dx);
}

/* dx = onto + the gradient through the sublayer of dout; dout may be dx. */
LANE_FUNCTION void attention_out(const struct scene *s, uint32_t block,
                                 const struct block_state *state,
                                 struct grid in, struct grid dout,
                                 struct grid onto, struct grid dx)
{
    struct matrix output = matrix_of(s, CORE_TENSOR_OUTPUT, block, NULL);
    linear_backward_weight(s->tokens, s->width, s->width, state->mixed, dout,
                           gradient(s, CORE_TENSOR_OUTPUT, block));
    linear_backward_input(&output, s->tokens, dout, nowhere, s->work.d_branch);
    for (size_t h = 0; h < s->heads; h++) {
        struct head head = head_of(s, &state->head, h, false);
        struct head d_head = head_of(s, &s->work.d_head, h, true);
        attention_backward(&head, &d_head, s->tokens,
                           shifted(s->work.d_branch, h * head.width * LANES));
    }
    for (size_t h = 0; h < s->heads; h++) {
        struct head d_head = head_of(s, &s->work.d_head, h, true);
        projection_out(s, CORE_TENSOR_QUERY, block, h, in, d_head.query, onto,
                       dx);
        projection_out(s, CORE_TENSOR_KEY, block, h, in, d_head.key, dx, dx);
        projection_out(s, CORE_TENSOR_VALUE, block, h, in, d_head.value, dx,
                       dx);
        onto = dx;
    }
}

LANE_FUNCTION void mlp_in(const struct scene *s, uint32_t block,
                          const struct block_state *state, struct grid in,
                          struct grid onto, struct grid out)
{
    struct matrix first =
        matrix_of(s, CORE_TENSOR_MLP_IN, block,
                  parameter(s, CORE_TENSOR_MLP_IN_BIAS, block));
    struct matrix second =
        matrix_of(s, CORE_TENSOR_MLP_OUT, block,
                  parameter(s, CORE_TENSOR_MLP_OUT_BIAS, block));
    linear_forward(&first, s->tokens, in, nowhere, state->hidden);
    relu_forward(s->tokens, s->hidden, state->hidden);
    linear_forward(&second, s->tokens, state->hidden, onto, out);
}

/* dx = onto + the gradient through the sublayer of dout; dout may be dx. */
LANE_FUNCTION void mlp_out(const struct scene *s, uint32_t block,
                           const struct block_state *state, struct grid in,
                           struct grid dout, struct grid onto, struct grid dx)
{
    struct matrix first = matrix_of(s, CORE_TENSOR_MLP_IN, block, NULL);
    struct matrix second = matrix_of(s, CORE_TENSOR_MLP_OUT, block, NULL);
    struct grid d_hidden = s->work.d_hidden;
    linear_backward_weight(s->tokens, s->width, s->hidden, state->hidden, dout,
                           gradient(s, CORE_TENSOR_MLP_OUT, block));
    linear_backward_bias(s->tokens, s->width, dout,
                         gradient(s, CORE_TENSOR_MLP_OUT_BIAS, block));
    linear_backward_input(&second, s->tokens, dout, nowhere, d_hidden);
    relu_backward(s->tokens, s->hidden, state->hidden, d_hidden);
    linear_backward_weight(s->tokens, s->hidden, s->width, in, d_hidden,
                           gradient(s, CORE_TENSOR_MLP_IN, block));
    linear_backward_bias(s->tokens, s->hidden, d_hidden,
                         gradient(s, CORE_TENSOR_MLP_IN_BIAS, block));
    linear_backward_input(&first, s->tokens, d_hidden, onto, dx);
}

/* ---- Blocks ------------------------------------------------------------- */

/* Returns where the stream is afterwards: in place with pre-norm, the output of
 * the last norm with post-norm. */
LANE_FUNCTION struct grid block_in(const struct scene *s, uint32_t block,
                                   struct grid stream)
{
    struct block_state state = block_of(s, block);
    struct grid first = state.attention_norm.output;
    struct grid second = state.mlp_norm.output;
    if (s->is_pre) {
        norm_in(s, CORE_TENSOR_ATTENTION_NORM_GAIN,
                CORE_TENSOR_ATTENTION_NORM_BIAS, block, stream,
                &state.attention_norm);
        attention_in(s, block, &state, first, stream, stream);
        norm_in(s, CORE_TENSOR_MLP_NORM_GAIN, CORE_TENSOR_MLP_NORM_BIAS, block,
                stream, &state.mlp_norm);
        mlp_in(s, block, &state, second, stream, stream);
        return stream;
    }
    attention_in(s, block, &state, stream, stream, first);
    norm_in(s, CORE_TENSOR_ATTENTION_NORM_GAIN, CORE_TENSOR_ATTENTION_NORM_BIAS,
            block, first, &state.attention_norm);
    mlp_in(s, block, &state, first, first, second);
    norm_in(s, CORE_TENSOR_MLP_NORM_GAIN, CORE_TENSOR_MLP_NORM_BIAS, block,
            second, &state.mlp_norm);
    return second;
}

/* work.d_stream becomes the gradient at the block's entrance. */
LANE_FUNCTION void block_out(const struct scene *s, uint32_t block)
{
    struct block_state state = block_of(s, block);
    struct grid d = s->work.d_stream;
    struct grid branch = s->work.d_branch;
    if (s->is_pre) {
        mlp_out(s, block, &state, state.mlp_norm.output, d, nowhere, branch);
        norm_out(s, CORE_TENSOR_MLP_NORM_GAIN, CORE_TENSOR_MLP_NORM_BIAS, block,
                 &state.mlp_norm, branch, d, d);
        attention_out(s, block, &state, state.attention_norm.output, d, nowhere,
                      branch);
        norm_out(s, CORE_TENSOR_ATTENTION_NORM_GAIN,
                 CORE_TENSOR_ATTENTION_NORM_BIAS, block, &state.attention_norm,
                 branch, d, d);
        return;
    }
    struct grid entrance =
        block == 0 ? s->work.stream : block_of(s, block - 1).mlp_norm.output;
    norm_out(s, CORE_TENSOR_MLP_NORM_GAIN, CORE_TENSOR_MLP_NORM_BIAS, block,
             &state.mlp_norm, d, nowhere, d);
    mlp_out(s, block, &state, state.attention_norm.output, d, d, d);
    norm_out(s, CORE_TENSOR_ATTENTION_NORM_GAIN,
             CORE_TENSOR_ATTENTION_NORM_BIAS, block, &state.attention_norm, d,
             nowhere, d);
    attention_out(s, block, &state, entrance, d, d, d);
}

/* ---- The whole ---------------------------------------------------------- */

LANE_FUNCTION void stream_squares(const struct scene *s, struct grid stream,
                                  real *squares)
{
    lanes sum = lane_all(0);
    for (size_t t = 0; t < s->tokens; t++) {
        for (size_t c = 0; c < s->width; c++) {
            lanes x = lane_load(grid_at(stream, t, c));
            sum += x * x;
        }
    }
    lane_store(squares, sum);
}

LANE_FUNCTION void model_forward(const struct pass *pass)
{
    struct scene s = scene_of(pass);
    struct grid stream = s.work.stream;
    embedding_forward(s.tokens, s.width,
                      parameter(&s, CORE_TENSOR_EMBEDDING, 0), pass->tokens,
                      pass->positions, stream);
    for (uint32_t block = 0; block < pass->model->blocks; block++) {
        if (pass->squares) {
            stream_squares(&s, stream, pass->squares + block * LANES);
        }
        stream = block_in(&s, block, stream);
    }
    if (pass->squares) {
        stream_squares(&s, stream, pass->squares + pass->model->blocks * LANES);
    }
    norm_in(&s, CORE_TENSOR_FINAL_NORM_GAIN, CORE_TENSOR_FINAL_NORM_BIAS, 0,
            stream, &s.work.final);
    struct matrix head = matrix_of(&s, CORE_TENSOR_HEAD, 0, NULL);
    linear_forward(&head, s.tokens, s.work.final.output, nowhere,
                   s.work.logits);
    lane_store(pass->loss,
               cross_entropy(s.tokens, pass->model->vocab, pass->tokens + LANES,
                             pass->scale, s.work.logits));
}

LANE_FUNCTION void model_backward(const struct pass *pass)
{
    struct scene s = scene_of(pass);
    struct matrix head = matrix_of(&s, CORE_TENSOR_HEAD, 0, NULL);
    linear_backward_weight(s.tokens, head.rows, head.columns,
                           s.work.final.output, s.work.logits,
                           gradient(&s, CORE_TENSOR_HEAD, 0));
    linear_backward_input(&head, s.tokens, s.work.logits, nowhere,
                          s.work.d_branch);
    norm_out(&s, CORE_TENSOR_FINAL_NORM_GAIN, CORE_TENSOR_FINAL_NORM_BIAS, 0,
             &s.work.final, s.work.d_branch, nowhere, s.work.d_stream);
    for (uint32_t block = pass->model->blocks; block > 0; block--) {
        block_out(&s, block - 1);
    }
    embedding_backward(s.tokens, s.width, pass->tokens, s.work.d_stream,
                       gradient(&s, CORE_TENSOR_EMBEDDING, 0));
}

#endif
