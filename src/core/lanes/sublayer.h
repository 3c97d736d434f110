/* The two sublayers of a block, each forward and backward: attention with its
 * projections, and the MLP. What stands around them, norms and the residual
 * stream, is model.h's. */
#ifndef CORE_LANES_SUBLAYER_H
#define CORE_LANES_SUBLAYER_H

#include "core/lanes/attention.h"
#include "core/lanes/elementwise.h"
#include "core/lanes/scene.h"

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

#endif
