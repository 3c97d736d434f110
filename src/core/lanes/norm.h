/* LayerNorm and RMSNorm over the features of every token.
 *
 *     LayerNorm  n = (x - mean) / sqrt(mean of (x - mean)^2 + eps)
 *                y = gain n + bias         Ba, Kiros & Hinton (2016), eq. 3-4
 *     RMSNorm    n = x / sqrt(mean of x^2 + eps)
 *                y = gain n                Zhang & Sennrich (2019), eq. 4
 *
 * eps is 1e-5 and stands inside the root; both means divide by the number of
 * features. A norm without a bias is an RMSNorm. With s = 1 / sqrt(...) and
 * g = gain dy, backward is
 *
 *     LayerNorm  dx = s (g - mean(g) - n mean(g n))
 *     RMSNorm    dx = s (g - n mean(g n))
 *     dgain += sum of dy n;   dbias += sum of dy */
#ifndef CORE_LANES_NORM_H
#define CORE_LANES_NORM_H

#include "core/lanes/linear.h"

#define NORM_EPS ((real)1e-5)

LANE_INLINE void norm_token(struct grid x, const real *gain, const real *bias,
                            size_t width, const struct norm_state *state,
                            size_t t)
{
    real share = (real)1 / (real)width;
    lanes mean = lane_all(0);
    if (bias) {
        for (size_t c = 0; c < width; c++) {
            mean += lane_load(grid_at(x, t, c));
        }
        mean = mean * share;
    }
    lanes square = lane_all(0);
    for (size_t c = 0; c < width; c++) {
        lanes centred = lane_load(grid_at(x, t, c)) - mean;
        square += centred * centred;
    }
    lanes scale = (real)1 / lane_sqrt(square * share + NORM_EPS);
    lane_store(grid_at(state->scale, t, 0), scale);
    for (size_t c = 0; c < width; c++) {
        lanes normal = (lane_load(grid_at(x, t, c)) - mean) * scale;
        lane_store(grid_at(state->normal, t, c), normal);
        lanes y = normal * gain[c];
        if (bias) {
            y += lane_all(bias[c]);
        }
        lane_store(grid_at(state->output, t, c), y);
    }
}

/* Fills the state from x[tokens, width]; x may be the output's memory. */
LANE_FUNCTION void norm_forward(size_t tokens, size_t width, struct grid x,
                                const real *gain, const real *bias,
                                const struct norm_state *state)
{
    for (size_t t = 0; t < tokens; t++) {
        norm_token(x, gain, bias, width, state, t);
    }
}

/* dx = onto + the gradient through the norm, or without onto when it has no
 * memory. dy may be the memory of onto and of dx. */
LANE_FUNCTION void norm_backward_input(size_t tokens, size_t width,
                                       struct grid dy, const real *gain,
                                       bool is_centred,
                                       const struct norm_state *state,
                                       struct grid onto, struct grid dx)
{
    real share = (real)1 / (real)width;
    for (size_t t = 0; t < tokens; t++) {
        lanes mean = lane_all(0);
        lanes product = lane_all(0);
        for (size_t c = 0; c < width; c++) {
            lanes g = lane_load(grid_at(dy, t, c)) * gain[c];
            mean += g;
            product += g * lane_load(grid_at(state->normal, t, c));
        }
        mean = mean * (is_centred ? share : 0);
        product = product * share;
        lanes scale = lane_load(grid_at(state->scale, t, 0));
        for (size_t c = 0; c < width; c++) {
            lanes g = lane_load(grid_at(dy, t, c)) * gain[c];
            lanes n = lane_load(grid_at(state->normal, t, c));
            lanes d = (g - mean - n * product) * scale;
            if (onto.at) {
                d = lane_load(grid_at(onto, t, c)) + d;
            }
            lane_store(grid_at(dx, t, c), d);
        }
    }
}

/* dgain[width] += sum of dy n over tokens and lanes; dbias[width] += sum of dy
 * unless it is NULL. */
LANE_FUNCTION void norm_backward_gain(size_t tokens, size_t width,
                                      struct grid dy,
                                      const struct norm_state *state,
                                      real *dgain, real *dbias)
{
    for (size_t c = 0; c < width; c++) {
        lanes sum = lane_all(0);
        for (size_t t = 0; t < tokens; t++) {
            sum += lane_load(grid_at(dy, t, c)) *
                   lane_load(grid_at(state->normal, t, c));
        }
        lane_reduce(dgain + c, sum);
    }
    if (dbias) {
        linear_backward_bias(tokens, width, dy, dbias);
    }
}

#endif
