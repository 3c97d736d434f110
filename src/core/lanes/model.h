/* The decoder: embedding, blocks of attention and MLP around a residual stream,
 * a last norm, the head and the loss; forward, and backward in the opposite
 * order. Vaswani et al. (2017), figure 1, right half without cross-attention;
 * where the norms stand: Xiong et al. (2020), figure 1. */
#ifndef CORE_LANES_MODEL_H
#define CORE_LANES_MODEL_H

#include "core/lanes/norm.h"
#include "core/lanes/sublayer.h"

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
