/* The decoder: embedding, blocks of attention and MLP around a residual stream,
 * a last norm, the head and the loss; forward, and backward in the opposite
 * order. Vaswani et al. (2017), figure 1, right half without cross-attention.
 *
 * A block is two branches off the stream, and all that differs between the
 * placements of norms and the forms of residuals happens in branch_in and
 * branch_out. */
#ifndef CORE_LANES_MODEL_H
#define CORE_LANES_MODEL_H

#include "core/lanes/norm.h"
#include "core/lanes/sublayer.h"

/* ---- Norms -------------------------------------------------------------- */

/* One norm of the model: its parameters, and its state in this pass. */
struct norm_site {
    enum core_tensor_id gain, bias;
    uint32_t block;
    struct norm_state state;
};

LANE_FUNCTION struct norm norm_of(const struct scene *s,
                                  const struct norm_site *site)
{
    return (struct norm){
        .width = s->width,
        .is_centred = s->pass->model->norm == CORE_NORM_LAYERNORM,
        .gain = s->has_gain ? parameter(s, site->gain, site->block) : NULL,
        .bias = s->has_bias ? parameter(s, site->bias, site->block) : NULL};
}

LANE_FUNCTION void norm_in(const struct scene *s, const struct norm_site *site,
                           struct grid x)
{
    struct norm norm = norm_of(s, site);
    norm_forward(&norm, s->tokens, x, &site->state);
}

/* dx = onto + the gradient through the norm of dy; that of its trained
 * parameters as well. */
LANE_FUNCTION void norm_out(const struct scene *s, const struct norm_site *site,
                            struct grid dy, struct grid onto, struct grid dx)
{
    struct norm norm = norm_of(s, site);
    struct norm_gradient d = {.dy = dy, .onto = onto, .dx = dx};
    norm_backward_gain(
        s->tokens, s->width, dy, &site->state,
        s->trains_gain ? gradient(s, site->gain, site->block) : NULL,
        s->trains_bias ? gradient(s, site->bias, site->block) : NULL);
    norm_backward_input(&norm, s->tokens, &site->state, &d);
}

LANE_FUNCTION struct norm_site final_norm(const struct scene *s)
{
    return (struct norm_site){.gain = CORE_TENSOR_FINAL_NORM_GAIN,
                              .bias = CORE_TENSOR_FINAL_NORM_BIAS,
                              .state = s->work.final};
}

/* ---- Branches ----------------------------------------------------------- */

struct branch {
    enum sight sight; /* SIGHT_ATTENTION or SIGHT_MLP: which it is */
    uint32_t block;
    struct block_state state;
    struct norm_site norm, after;
};

LANE_FUNCTION struct branch attention_branch(const struct scene *s,
                                             uint32_t block)
{
    struct block_state state = block_of(s, block);
    return (struct branch){.sight = SIGHT_ATTENTION,
                           .block = block,
                           .state = state,
                           .norm = {.gain = CORE_TENSOR_ATTENTION_NORM_GAIN,
                                    .bias = CORE_TENSOR_ATTENTION_NORM_BIAS,
                                    .block = block,
                                    .state = state.attention.norm},
                           .after = {.gain = CORE_TENSOR_ATTENTION_AFTER_GAIN,
                                     .bias = CORE_TENSOR_ATTENTION_AFTER_BIAS,
                                     .block = block,
                                     .state = state.attention.after}};
}

LANE_FUNCTION struct branch mlp_branch(const struct scene *s, uint32_t block)
{
    struct block_state state = block_of(s, block);
    return (struct branch){.sight = SIGHT_MLP,
                           .block = block,
                           .state = state,
                           .norm = {.gain = CORE_TENSOR_MLP_NORM_GAIN,
                                    .bias = CORE_TENSOR_MLP_NORM_BIAS,
                                    .block = block,
                                    .state = state.mlp.norm},
                           .after = {.gain = CORE_TENSOR_MLP_AFTER_GAIN,
                                     .bias = CORE_TENSOR_MLP_AFTER_BIAS,
                                     .block = block,
                                     .state = state.mlp.after}};
}

/* out = onto + f(in), or without onto when it has no memory. */
LANE_FUNCTION void sublayer_in(const struct scene *s, const struct branch *b,
                               struct grid in, struct grid onto,
                               struct grid out)
{
    if (b->sight == SIGHT_ATTENTION) {
        attention_in(s, b->block, &b->state, in, onto, out);
    } else {
        mlp_in(s, b->block, &b->state, in, onto, out);
    }
}

/* dx = onto + the gradient of dout through f; dout may be dx. */
LANE_FUNCTION void sublayer_out(const struct scene *s, const struct branch *b,
                                struct grid in, struct grid dout,
                                struct grid onto, struct grid dx)
{
    if (b->sight == SIGHT_ATTENTION) {
        attention_out(s, b->block, &b->state, in, dout, onto, dx);
    } else {
        mlp_out(s, b->block, &b->state, in, dout, onto, dx);
    }
}

/* out = scale in */
LANE_FUNCTION void grid_scale(size_t tokens, size_t width, real scale,
                              struct grid in, struct grid out)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            lane_store(grid_at(out, t, c),
                       lane_load(grid_at(in, t, c)) * scale);
        }
    }
}

/* out = a + b */
LANE_FUNCTION void grid_add(size_t tokens, size_t width, struct grid a,
                            struct grid b, struct grid out)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            lane_store(grid_at(out, t, c), lane_load(grid_at(a, t, c)) +
                                               lane_load(grid_at(b, t, c)));
        }
    }
}

/* sum + the sum of a b over tokens and then features. */
LANE_FUNCTION lanes grid_dot(size_t tokens, size_t width, struct grid a,
                             struct grid b, lanes sum)
{
    for (size_t t = 0; t < tokens; t++) {
        for (size_t c = 0; c < width; c++) {
            sum += lane_load(grid_at(a, t, c)) * lane_load(grid_at(b, t, c));
        }
    }
    return sum;
}

LANE_FUNCTION bool is_rezero(const struct scene *s)
{
    return s->pass->model->residual == CORE_RESIDUAL_REZERO;
}

LANE_FUNCTION bool is_deepnorm(const struct scene *s)
{
    return s->pass->model->residual == CORE_RESIDUAL_DEEPNORM;
}

LANE_FUNCTION real residual_alpha(const struct scene *s, uint32_t block)
{
    return *parameter(s, CORE_TENSOR_RESIDUAL_ALPHA, block);
}

LANE_FUNCTION void show(const struct scene *s, enum sight sight, uint32_t block,
                        struct grid grid, size_t features)
{
    struct watcher *watcher = s->pass->watcher;
    if (watcher) {
        watcher->look(watcher, sight, block, grid, features);
    }
}

/* Sublayer, norm after it and factor, each on its own: what the branch adds to
 * the stream, in memory of its own. */
LANE_FUNCTION struct grid addition(const struct scene *s,
                                   const struct branch *b, struct grid in)
{
    bool is_kept = s->norms_output || is_rezero(s);
    struct grid f = is_kept ? b->after.state.output : s->work.d_stream;
    sublayer_in(s, b, in, nowhere, f);
    if (s->norms_output) {
        norm_in(s, &b->after, f);
    }
    if (is_rezero(s)) {
        grid_scale(s->tokens, s->width, residual_alpha(s, b->block), f,
                   s->work.d_stream);
        f = s->work.d_stream;
    }
    show(s, b->sight, b->block, f, s->width);
    return f;
}

/* Returns where the stream is after the branch: in place if the sublayer read a
 * norm of it, else in memory of its own, as backward needs what went in.
 *
 *     pre   x + f(norm(x))          post   norm(x + f(x))
 *     both  x + norm(f(norm(x)))    none   x + f(x)
 *
 * with a f for f in ReZero, and a x for x in DeepNorm. */
LANE_FUNCTION struct grid branch_in(const struct scene *s,
                                    const struct branch *b, struct grid x)
{
    struct grid y = s->norms_input ? x : b->norm.state.output;
    struct grid in = x;
    struct grid onto = x;
    if (s->norms_input) {
        norm_in(s, &b->norm, x);
        in = b->norm.state.output;
    }
    if (is_deepnorm(s)) {
        onto = s->work.d_scaled;
        grid_scale(s->tokens, s->width, s->stream_scale, x, onto);
    }
    if (s->norms_output || is_rezero(s) || s->pass->watcher) {
        grid_add(s->tokens, s->width, onto, addition(s, b, in), y);
    } else {
        sublayer_in(s, b, in, onto, y); /* the same sum, in one go */
    }
    if (s->norms_sum) {
        norm_in(s, &b->norm, y);
    }
    return y;
}

/* work.d_stream becomes the gradient before the branch, where the stream was x.
 * The part of the block's ReZero factor adds to d_alpha, lane by lane. */
LANE_FUNCTION void branch_out(const struct scene *s, const struct branch *b,
                              struct grid x, lanes *d_alpha)
{
    struct grid d = s->work.d_stream;
    struct grid scaled = s->work.d_scaled;
    struct grid df = d;
    struct grid onto = d;
    if (s->norms_sum) {
        norm_out(s, &b->norm, d, nowhere, d);
    }
    if (is_deepnorm(s)) {
        onto = scaled;
        grid_scale(s->tokens, s->width, s->stream_scale, d, onto);
    }
    if (is_rezero(s)) {
        *d_alpha =
            grid_dot(s->tokens, s->width, d, b->after.state.output, *d_alpha);
        df = scaled;
        grid_scale(s->tokens, s->width, residual_alpha(s, b->block), d, df);
    }
    if (s->norms_output) {
        norm_out(s, &b->after, df, nowhere, scaled);
        df = scaled;
    }
    if (s->norms_input) {
        sublayer_out(s, b, b->norm.state.output, df, nowhere, s->work.d_branch);
        norm_out(s, &b->norm, s->work.d_branch, onto, d);
    } else {
        sublayer_out(s, b, x, df, onto, d);
    }
}

/* ---- Blocks ------------------------------------------------------------- */

LANE_FUNCTION struct grid block_in(const struct scene *s, uint32_t block,
                                   struct grid stream)
{
    struct branch attention = attention_branch(s, block);
    struct branch mlp = mlp_branch(s, block);
    return branch_in(s, &mlp, branch_in(s, &attention, stream));
}

/* Where the stream was at a block's entrance, or at the end; overwritten since
 * if the branches went in place. */
LANE_FUNCTION struct grid stream_at(const struct scene *s, uint32_t block)
{
    return block == 0 || s->norms_input
               ? s->work.stream
               : block_of(s, block - 1).mlp.norm.output;
}

/* work.d_stream becomes the gradient at the block's entrance. */
LANE_FUNCTION void block_out(const struct scene *s, uint32_t block)
{
    struct branch attention = attention_branch(s, block);
    struct branch mlp = mlp_branch(s, block);
    lanes d_alpha = lane_all(0);
    branch_out(s, &mlp, attention.norm.state.output, &d_alpha);
    branch_out(s, &attention, stream_at(s, block), &d_alpha);
    if (is_rezero(s)) {
        lane_reduce(gradient(s, CORE_TENSOR_RESIDUAL_ALPHA, block), d_alpha);
    }
}

/* ---- The ends ----------------------------------------------------------- */

/* What is added to the embedding; NULL where places turn queries and keys. */
LANE_FUNCTION const real *added_positions(const struct scene *s)
{
    switch (s->pass->model->positions) {
    case CORE_POSITIONS_SINUSOIDAL:
        return s->pass->positions;
    case CORE_POSITIONS_LEARNED:
        return parameter(s, CORE_TENSOR_POSITIONS, 0);
    case CORE_POSITIONS_ROPE:
        break;
    }
    return NULL;
}

LANE_FUNCTION void entrance_in(const struct scene *s)
{
    embedding_forward(s->tokens, s->width,
                      parameter(s, CORE_TENSOR_EMBEDDING, 0), s->pass->tokens,
                      added_positions(s), s->work.stream);
}

LANE_FUNCTION void entrance_out(const struct scene *s)
{
    embedding_backward(s->tokens, s->width, s->pass->tokens, s->work.d_stream,
                       gradient(s, CORE_TENSOR_EMBEDDING, 0));
    if (s->pass->model->positions == CORE_POSITIONS_LEARNED) {
        position_backward(s->tokens, s->width, s->work.d_stream,
                          gradient(s, CORE_TENSOR_POSITIONS, 0));
    }
}

LANE_FUNCTION struct matrix head_of_model(const struct scene *s)
{
    bool is_tied = s->pass->model->head == CORE_HEAD_TIED;
    return matrix_of(s, is_tied ? CORE_TENSOR_EMBEDDING : CORE_TENSOR_HEAD, 0,
                     NULL);
}

/* What the head reads. */
LANE_FUNCTION struct grid head_input(const struct scene *s)
{
    return s->has_norm ? s->work.final.output
                       : stream_at(s, s->pass->model->blocks);
}

/* muP's factor, on logits or on their gradient. */
LANE_FUNCTION void scale_logits(const struct scene *s)
{
    if (s->pass->model->parameterisation == CORE_PARAMETERISATION_MUP) {
        grid_scale(s->tokens, s->pass->model->vocab, s->logit_scale,
                   s->work.logits, s->work.logits);
    }
}

LANE_FUNCTION void exit_in(const struct scene *s, struct grid stream)
{
    const struct pass *pass = s->pass;
    struct norm_site norm = final_norm(s);
    struct matrix head = head_of_model(s);
    if (s->has_norm) {
        norm_in(s, &norm, stream);
    }
    linear_forward(&head, s->tokens, head_input(s), nowhere, s->work.logits);
    scale_logits(s);
    show(s, SIGHT_LOGITS, pass->model->blocks, s->work.logits,
         pass->model->vocab);
    lane_store(pass->loss, cross_entropy(s->tokens, pass->model->vocab,
                                         pass->tokens + LANES, pass->scale,
                                         s->work.logits));
}

LANE_FUNCTION void exit_out(const struct scene *s)
{
    struct norm_site norm = final_norm(s);
    struct matrix head = head_of_model(s);
    struct grid dx = s->has_norm ? s->work.d_branch : s->work.d_stream;
    scale_logits(s);
    linear_backward_weight(&head, s->tokens, head_input(s), s->work.logits,
                           head_gradient(s));
    linear_backward_input(&head, s->tokens, s->work.logits, nowhere, dx);
    if (s->has_norm) {
        norm_out(s, &norm, dx, nowhere, s->work.d_stream);
    }
}

/* ---- The whole ---------------------------------------------------------- */

LANE_FUNCTION void model_forward(const struct pass *pass)
{
    struct scene s = scene_of(pass);
    struct grid stream = s.work.stream;
    uint32_t blocks = pass->model->blocks;
    entrance_in(&s);
    for (uint32_t block = 0; block < blocks; block++) {
        show(&s, SIGHT_STREAM, block, stream, s.width);
        stream = block_in(&s, block, stream);
    }
    show(&s, SIGHT_STREAM, blocks, stream, s.width);
    exit_in(&s, stream);
}

LANE_FUNCTION void model_backward(const struct pass *pass)
{
    struct scene s = scene_of(pass);
    exit_out(&s);
    for (uint32_t block = pass->model->blocks; block > 0; block--) {
        block_out(&s, block - 1);
    }
    entrance_out(&s);
}

#endif
