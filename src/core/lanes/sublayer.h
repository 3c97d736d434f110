/* The two sublayers of a block, each forward and backward: attention with its
 * projections, and the MLP. What stands around them, norms and the residual
 * stream, is model.h's. */
#ifndef CORE_LANES_SUBLAYER_H
#define CORE_LANES_SUBLAYER_H

#include "core/lanes/attention.h"
#include "core/lanes/elementwise.h"
#include "core/lanes/norm.h"
#include "core/lanes/scene.h"

/* ---- Queries and keys: q = turn(norm(W x)), k alike --------------------- */

LANE_FUNCTION bool has_head_norm(const struct scene *s)
{
    return s->pass->model->qk_norm == CORE_QK_NORM_RMSNORM;
}

LANE_FUNCTION bool has_rope(const struct scene *s)
{
    return s->pass->model->positions == CORE_POSITIONS_ROPE;
}

/* The norm of queries or of keys; the heads share its gain. */
LANE_FUNCTION struct norm head_norm(const struct scene *s,
                                    enum core_tensor_id id, uint32_t block)
{
    return (struct norm){.width = s->width / s->heads,
                         .gain = parameter(s, id, block)};
}

/* The index-th head's part of the norms of all. */
LANE_FUNCTION struct norm_state head_norm_of(const struct scene *s,
                                             struct norm_state first,
                                             size_t index)
{
    size_t token = index * s->tokens;
    size_t numbers = token * first.normal.stride * LANES;
    return (struct norm_state){
        .normal = shifted(first.normal, numbers),
        .scale = shifted(first.scale, token * first.scale.stride * LANES),
        .output = shifted(first.output, numbers)};
}

/* Norm and turn of one head's query and key, in place. */
LANE_FUNCTION void head_in(const struct scene *s, uint32_t block,
                           const struct block_state *state, size_t index,
                           const struct head *head)
{
    if (has_head_norm(s)) {
        struct norm query = head_norm(s, CORE_TENSOR_QUERY_GAIN, block);
        struct norm key = head_norm(s, CORE_TENSOR_KEY_GAIN, block);
        struct norm_state q = head_norm_of(s, state->query_norm, index);
        struct norm_state k = head_norm_of(s, state->key_norm, index);
        norm_forward(&query, s->tokens, head->query, &q);
        norm_forward(&key, s->tokens, head->key, &k);
    }
    if (has_rope(s)) {
        const real *angle = s->pass->positions;
        rope_turn(s->tokens, head->width, angle, false, head->query);
        rope_turn(s->tokens, head->width, angle, false, head->key);
    }
}

/* Gradient through the norms of queries or keys of all heads at once, in place
 * in d. One head's tokens follow those of another, so that all count as those
 * of one: a gain that the heads share is summed over heads in each lane. */
LANE_FUNCTION void head_norm_out(const struct scene *s, enum core_tensor_id id,
                                 uint32_t block, const struct norm_state *state,
                                 struct grid d)
{
    struct norm norm = head_norm(s, id, block);
    struct norm_gradient in_place = {.dy = d, .dx = d};
    size_t tokens = s->heads * s->tokens;
    norm_backward_gain(tokens, norm.width, d, state, gradient(s, id, block),
                       NULL);
    norm_backward_input(&norm, tokens, state, &in_place);
}

/* Gradient through turn and norm of all heads' queries and keys, in place. */
LANE_FUNCTION void heads_out(const struct scene *s, uint32_t block,
                             const struct block_state *state)
{
    for (size_t h = 0; has_rope(s) && h < s->heads; h++) {
        struct head d = head_of(s, &s->work.d_head, h, true);
        rope_turn(s->tokens, d.width, s->pass->positions, true, d.query);
        rope_turn(s->tokens, d.width, s->pass->positions, true, d.key);
    }
    if (has_head_norm(s)) {
        head_norm_out(s, CORE_TENSOR_QUERY_GAIN, block, &state->query_norm,
                      s->work.d_head.query);
        head_norm_out(s, CORE_TENSOR_KEY_GAIN, block, &state->key_norm,
                      s->work.d_head.key);
    }
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
        head_in(s, block, state, h, &head);
        if (s->pass->watcher) {
            attention_scores(&head, s->tokens, s->attention_scale);
            s->pass->watcher->look(s->pass->watcher, SIGHT_SCORES, block,
                                   head.weight, s->tokens);
        }
        attention_forward(&head, s->tokens, s->attention_scale,
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
    linear_backward_weight(&m, s->tokens, in, dy,
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
    linear_backward_weight(&output, s->tokens, state->mixed, dout,
                           gradient(s, CORE_TENSOR_OUTPUT, block));
    linear_backward_input(&output, s->tokens, dout, nowhere, s->work.d_branch);
    for (size_t h = 0; h < s->heads; h++) {
        struct head head = head_of(s, &state->head, h, false);
        struct head d_head = head_of(s, &s->work.d_head, h, true);
        attention_backward(&head, &d_head, s->tokens, s->attention_scale,
                           shifted(s->work.d_branch, h * head.width * LANES));
    }
    heads_out(s, block, state);
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

LANE_FUNCTION bool has_gate(const struct scene *s)
{
    return s->pass->model->activation == CORE_ACTIVATION_SWIGLU;
}

/* state->hidden becomes the activation of itself, and of the gate with SwiGLU;
 * what backward needs is left in state->slope and state->gate. */
LANE_FUNCTION void activation_in(const struct scene *s,
                                 const struct block_state *state)
{
    switch (s->pass->model->activation) {
    case CORE_ACTIVATION_RELU:
        relu_forward(s->tokens, s->hidden, state->hidden);
        break;
    case CORE_ACTIVATION_GELU:
        gelu_forward(s->tokens, s->hidden, state->hidden, state->slope);
        break;
    case CORE_ACTIVATION_SWIGLU:
        swiglu_forward(s->tokens, s->hidden, state->hidden, state->gate,
                       state->slope);
        break;
    }
}

/* work.d_hidden becomes the gradient before the activation, and work.d_gate
 * that of the gate with SwiGLU. */
LANE_FUNCTION void activation_out(const struct scene *s,
                                  const struct block_state *state)
{
    struct grid d = s->work.d_hidden;
    switch (s->pass->model->activation) {
    case CORE_ACTIVATION_RELU:
        relu_backward(s->tokens, s->hidden, state->hidden, d);
        break;
    case CORE_ACTIVATION_GELU:
        slope_backward(s->tokens, s->hidden, state->slope, d, d);
        break;
    case CORE_ACTIVATION_SWIGLU:
        slope_backward(s->tokens, s->hidden, state->gate, d, s->work.d_gate);
        slope_backward(s->tokens, s->hidden, state->slope, d, d);
        break;
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
    if (has_gate(s)) {
        struct matrix gate = matrix_of(s, CORE_TENSOR_MLP_GATE, block, NULL);
        linear_forward(&gate, s->tokens, in, nowhere, state->gate);
    }
    activation_in(s, state);
    linear_forward(&second, s->tokens, state->hidden, onto, out);
}

/* Gradient of the gate's matrix, and what comes through it added to dx. */
LANE_FUNCTION void gate_out(const struct scene *s, uint32_t block,
                            struct grid in, struct grid dx)
{
    struct matrix gate = matrix_of(s, CORE_TENSOR_MLP_GATE, block, NULL);
    linear_backward_weight(&gate, s->tokens, in, s->work.d_gate,
                           gradient(s, CORE_TENSOR_MLP_GATE, block));
    linear_backward_input(&gate, s->tokens, s->work.d_gate, dx, dx);
}

/* dx = onto + the gradient through the sublayer of dout; dout may be dx. */
LANE_FUNCTION void mlp_out(const struct scene *s, uint32_t block,
                           const struct block_state *state, struct grid in,
                           struct grid dout, struct grid onto, struct grid dx)
{
    struct matrix first = matrix_of(s, CORE_TENSOR_MLP_IN, block, NULL);
    struct matrix second = matrix_of(s, CORE_TENSOR_MLP_OUT, block, NULL);
    struct grid d_hidden = s->work.d_hidden;
    linear_backward_weight(&second, s->tokens, state->hidden, dout,
                           gradient(s, CORE_TENSOR_MLP_OUT, block));
    linear_backward_bias(s->tokens, s->width, dout,
                         gradient(s, CORE_TENSOR_MLP_OUT_BIAS, block));
    linear_backward_input(&second, s->tokens, dout, nowhere, d_hidden);
    activation_out(s, state);
    linear_backward_weight(&first, s->tokens, in, d_hidden,
                           gradient(s, CORE_TENSOR_MLP_IN, block));
    linear_backward_bias(s->tokens, s->hidden, d_hidden,
                         gradient(s, CORE_TENSOR_MLP_IN_BIAS, block));
    linear_backward_input(&first, s->tokens, d_hidden, onto, dx);
    if (has_gate(s)) {
        gate_out(s, block, in, dx);
    }
}

#endif
