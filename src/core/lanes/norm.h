/* LayerNorm and RMSNorm over the features of every token.
 *
 *     LayerNorm  n = (x - mean) / sqrt(mean of (x - mean)^2 + eps)
 *                y = gain n + bias         Ba, Kiros & Hinton (2016), eq. 3-4
 *     RMSNorm    n = x / sqrt(mean of x^2 + eps)
 *                y = gain n                Zhang & Sennrich (2019), eq. 4
 *
 * eps is 1e-5 and stands inside the root; both means divide by the number of
 * features. A gain that is absent counts as 1, a bias as 0. With
 * s = 1 / sqrt(...) and g = gain dy, backward is
 *
 *     LayerNorm  dx = s (g - mean(g) - n mean(g n))
 *     RMSNorm    dx = s (g - n mean(g n))
 *     dgain += sum of dy n;   dbias += sum of dy */
#ifndef CORE_LANES_NORM_H
#define CORE_LANES_NORM_H

#include "core/lanes/linear.h"

#define NORM_EPS ((real)1e-5)

struct norm {
    size_t width;
    bool is_centred;         /* LayerNorm, else RMSNorm */
    const real *gain, *bias; /* [width], or NULL for none */
};

/* A gain, or its absence, as numbers that stand `step` apart. */
struct gains {
    const real *at;
    size_t step;
};

LANE_INLINE struct gains gains_of(const struct norm *norm)
{
    static const real one = 1;
    return (struct gains){.at = norm->gain ? norm->gain : &one,
                          .step = norm->gain ? 1 : 0};
}

/* Tokens are independent of each other, and each is a chain of sums, so `high`
 * of them go side by side. What is passed by value stays in registers; behind a
 * pointer, every store might have changed it. */
LANE_INLINE void norm_tokens(struct norm norm, struct grid x,
                             struct norm_state state, size_t t, size_t high)
{
    const struct gains gain = gains_of(&norm);
    const real *bias = norm.bias;
    size_t width = norm.width;
    real share = (real)1 / (real)width;
    lanes mean[HIGH];
    lanes scale[HIGH];
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        mean[a] = lane_all(0);
        scale[a] = lane_all(0);
    }
    for (size_t c = 0; norm.is_centred && c < width; c++) {
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            mean[a] += lane_load(grid_at(x, t + a, c));
        }
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        mean[a] = mean[a] * share;
    }
    for (size_t c = 0; c < width; c++) {
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes centred = lane_load(grid_at(x, t + a, c)) - mean[a];
            scale[a] += centred * centred;
        }
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        scale[a] = (real)1 / lane_sqrt(scale[a] * share + NORM_EPS);
        lane_store(grid_at(state.scale, t + a, 0), scale[a]);
    }
    for (size_t c = 0; c < width; c++) {
        lanes shift = lane_all(bias ? bias[c] : 0);
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes centred = lane_load(grid_at(x, t + a, c)) - mean[a];
            lanes normal = centred * scale[a];
            lanes y = normal * gain.at[c * gain.step];
            lane_store(grid_at(state.normal, t + a, c), normal);
            if (bias) {
                y += shift;
            }
            lane_store(grid_at(state.output, t + a, c), y);
        }
    }
}

/* Fills the state from x[tokens, width]; x may be the output's memory. */
LANE_FUNCTION void norm_forward(const struct norm *norm, size_t tokens,
                                struct grid x, const struct norm_state *state)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        norm_tokens(*norm, x, *state, t, HIGH);
    }
    for (; t < tokens; t++) {
        norm_tokens(*norm, x, *state, t, 1);
    }
}

/* What a norm's backward pass reads and writes; see norm_backward_input. */
struct norm_gradient {
    struct grid dy, onto, dx;
};

LANE_INLINE void norm_tokens_backward(struct norm norm, struct norm_gradient d,
                                      struct norm_state state, size_t t,
                                      size_t high)
{
    const struct gains gain = gains_of(&norm);
    size_t width = norm.width;
    real share = (real)1 / (real)width;
    lanes mean[HIGH];
    lanes product[HIGH];
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        mean[a] = lane_all(0);
        product[a] = lane_all(0);
    }
    for (size_t c = 0; c < width; c++) {
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes g =
                lane_load(grid_at(d.dy, t + a, c)) * gain.at[c * gain.step];
            mean[a] += g;
            product[a] += g * lane_load(grid_at(state.normal, t + a, c));
        }
    }
    LANE_UNROLL
    for (size_t a = 0; a < high; a++) {
        mean[a] = mean[a] * (norm.is_centred ? share : 0);
        product[a] = product[a] * share;
    }
    for (size_t c = 0; c < width; c++) {
        LANE_UNROLL
        for (size_t a = 0; a < high; a++) {
            lanes g =
                lane_load(grid_at(d.dy, t + a, c)) * gain.at[c * gain.step];
            lanes n = lane_load(grid_at(state.normal, t + a, c));
            lanes dx = (g - mean[a] - n * product[a]) *
                       lane_load(grid_at(state.scale, t + a, 0));
            if (d.onto.at) {
                dx = lane_load(grid_at(d.onto, t + a, c)) + dx;
            }
            lane_store(grid_at(d.dx, t + a, c), dx);
        }
    }
}

/* dx = onto + the gradient through the norm, or without onto when it has no
 * memory. dy may be the memory of onto and of dx. */
LANE_FUNCTION void norm_backward_input(const struct norm *norm, size_t tokens,
                                       const struct norm_state *state,
                                       const struct norm_gradient *d)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        norm_tokens_backward(*norm, *d, *state, t, HIGH);
    }
    for (; t < tokens; t++) {
        norm_tokens_backward(*norm, *d, *state, t, 1);
    }
}

/* dgain[width] += sum of dy n over tokens and lanes; dbias[width] += sum of dy;
 * either may be NULL. */
LANE_FUNCTION void norm_backward_gain(size_t tokens, size_t width,
                                      struct grid dy,
                                      const struct norm_state *state,
                                      real *dgain, real *dbias)
{
    if (dgain) {
        token_sums(tokens, width, dy, state->normal, dgain);
    }
    if (dbias) {
        token_sums(tokens, width, dy, nowhere, dbias);
    }
}

#endif
