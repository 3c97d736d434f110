/* Causal attention of one head, in every lane. Vaswani et al. (2017), eq. 1,
 * with places after the query masked.
 *
 *     forward    s[t,j] = scale (q[t] . k[j])               j <= t
 *                p[t] = softmax of s[t];  o[t] = sum over j of p[t,j] v[j]
 *     backward   dp[t,j] = do[t] . v[j]
 *                ds[t,j] = p[t,j] (dp[t,j] - sum over i of p[t,i] dp[t,i])
 *                          scale
 *                dq[t] = sum over j of ds[t,j] k[j]
 *                dk[j] = sum over t of ds[t,j] q[t]
 *                dv[j] = sum over t of p[t,j] do[t]
 *
 * Everything here is one of three products of lanes with lanes, restricted to
 * j <= t; each is tiled like the linear map, with the same bits. */
#ifndef CORE_LANES_ATTENTION_H
#define CORE_LANES_ATTENTION_H

#include "core/lanes/function.h"
#include "core/lanes/linear.h"

/* s[t, j] = scale * (a[t] . b[j]) for `high` places t and `wide` places j. */
LANE_INLINE void dots_tile(struct grid a, struct grid b, size_t width,
                           real scale, struct grid s, size_t t, size_t j,
                           size_t high, size_t wide)
{
    lanes sum[HIGH][WIDE];
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            sum[y][x] = lane_all(0);
        }
    }
    for (size_t c = 0; c < width; c++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes right = lane_load(grid_at(b, j + x, c));
            LANE_UNROLL
            for (size_t y = 0; y < high; y++) {
                sum[y][x] += lane_load(grid_at(a, t + y, c)) * right;
            }
        }
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lane_store(grid_at(s, t + y, j + x), sum[y][x] * scale);
        }
    }
}

/* s[t, j] = scale * (a[t] . b[j]) for `high` places from t and all j up to the
 * last of them; what lies above the diagonal is never read. */
LANE_INLINE void dots(struct grid a, struct grid b, size_t width, real scale,
                      struct grid s, size_t t, size_t high)
{
    size_t wide = high == 1 ? 1 : WIDE;
    for (size_t j = 0; j < t + high; j += wide) {
        dots_tile(a, b, width, scale, s, t, j, high, wide);
    }
}

/* o[t, c] = sum over j <= t of w[t, j] b[j, c], `high` places from t. */
LANE_INLINE void mix_tile(struct grid w, struct grid b, struct grid o, size_t t,
                          size_t c, size_t high, size_t wide)
{
    lanes sum[HIGH][WIDE];
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            sum[y][x] = lane_all(0);
        }
    }
    for (size_t j = 0; j < t; j++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes right = lane_load(grid_at(b, j, c + x));
            LANE_UNROLL
            for (size_t y = 0; y < high; y++) {
                sum[y][x] += lane_load(grid_at(w, t + y, j)) * right;
            }
        }
    }
    LANE_UNROLL
    for (size_t j = 0; j < high; j++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes right = lane_load(grid_at(b, t + j, c + x));
            LANE_UNROLL
            for (size_t y = j; y < high; y++) {
                sum[y][x] += lane_load(grid_at(w, t + y, t + j)) * right;
            }
        }
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lane_store(grid_at(o, t + y, c + x), sum[y][x]);
        }
    }
}

LANE_INLINE void mix(struct grid w, struct grid b, size_t width, struct grid o,
                     size_t t, size_t high)
{
    size_t c = 0;
    for (; c + WIDE <= width; c += WIDE) {
        mix_tile(w, b, o, t, c, high, WIDE);
    }
    for (; c < width; c++) {
        mix_tile(w, b, o, t, c, high, 1);
    }
}

/* o[j, c] = sum over t >= j of w[t, j] a[t, c], `high` places from j. */
LANE_INLINE void gather_tile(size_t tokens, struct grid w, struct grid a,
                             struct grid o, size_t j, size_t c, size_t high,
                             size_t wide)
{
    lanes sum[HIGH][WIDE];
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            sum[y][x] = lane_all(0);
        }
    }
    LANE_UNROLL
    for (size_t t = 0; t < high; t++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes right = lane_load(grid_at(a, j + t, c + x));
            LANE_UNROLL
            for (size_t y = 0; y <= t; y++) {
                sum[y][x] += lane_load(grid_at(w, j + t, j + y)) * right;
            }
        }
    }
    for (size_t t = j + high; t < tokens; t++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lanes right = lane_load(grid_at(a, t, c + x));
            LANE_UNROLL
            for (size_t y = 0; y < high; y++) {
                sum[y][x] += lane_load(grid_at(w, t, j + y)) * right;
            }
        }
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        LANE_UNROLL
        for (size_t x = 0; x < wide; x++) {
            lane_store(grid_at(o, j + y, c + x), sum[y][x]);
        }
    }
}

LANE_INLINE void gather_rows(size_t tokens, struct grid w, struct grid a,
                             size_t width, struct grid o, size_t j, size_t high)
{
    size_t c = 0;
    for (; c + WIDE <= width; c += WIDE) {
        gather_tile(tokens, w, a, o, j, c, high, WIDE);
    }
    for (; c < width; c++) {
        gather_tile(tokens, w, a, o, j, c, high, 1);
    }
}

LANE_FUNCTION void gather(size_t tokens, struct grid w, struct grid a,
                          size_t width, struct grid o)
{
    size_t j = 0;
    for (; j + HIGH <= tokens; j += HIGH) {
        gather_rows(tokens, w, a, width, o, j, HIGH);
    }
    for (; j < tokens; j++) {
        gather_rows(tokens, w, a, width, o, j, 1);
    }
}

/* Place j of rows t + from .. t + high - 1 becomes its exponential, and adds to
 * the rows' totals. */
LANE_INLINE void softmax_column(struct grid s, size_t t, size_t j, size_t from,
                                size_t high, const lanes *largest, lanes *total)
{
    lanes e[HIGH];
    LANE_UNROLL
    for (size_t y = from; y < high; y++) {
        e[y] = lane_load(grid_at(s, t + y, j)) - largest[y];
    }
    lane_exp(e + from, high - from);
    LANE_UNROLL
    for (size_t y = from; y < high; y++) {
        total[y] += e[y];
        lane_store(grid_at(s, t + y, j), e[y]);
    }
}

LANE_INLINE void scale_column(struct grid s, size_t t, size_t j, size_t from,
                              size_t high, const lanes *scale)
{
    LANE_UNROLL
    for (size_t y = from; y < high; y++) {
        real *at = grid_at(s, t + y, j);
        lane_store(at, lane_load(at) * scale[y]);
    }
}

/* Rows t.. of s become their softmax over places up to their own, in order.
 * Subtracting the largest changes nothing but the range. `high` rows go side by
 * side: one alone is a chain of waiting operations. */
LANE_INLINE void softmax_rows(struct grid s, size_t t, size_t high)
{
    lanes largest[HIGH];
    lanes total[HIGH];
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        largest[y] = lane_load(grid_at(s, t + y, 0));
        total[y] = lane_all(0);
    }
    for (size_t j = 0; j < t; j++) {
        LANE_UNROLL
        for (size_t y = 0; y < high; y++) {
            lanes score = lane_load(grid_at(s, t + y, j));
            largest[y] = lane_max(score, largest[y]);
        }
    }
    LANE_UNROLL
    for (size_t j = 0; j < high; j++) {
        LANE_UNROLL
        for (size_t y = j; y < high; y++) {
            lanes score = lane_load(grid_at(s, t + y, t + j));
            largest[y] = lane_max(score, largest[y]);
        }
    }
    for (size_t j = 0; j < t; j++) {
        softmax_column(s, t, j, 0, high, largest, total);
    }
    LANE_UNROLL
    for (size_t j = 0; j < high; j++) {
        softmax_column(s, t, t + j, j, high, largest, total);
    }
    LANE_UNROLL
    for (size_t y = 0; y < high; y++) {
        total[y] = (real)1 / total[y];
    }
    for (size_t j = 0; j < t; j++) {
        scale_column(s, t, j, 0, high, total);
    }
    LANE_UNROLL
    for (size_t j = 0; j < high; j++) {
        scale_column(s, t, t + j, j, high, total);
    }
}

LANE_INLINE void attention_forward_rows(const struct head *head, real scale,
                                        struct grid output, size_t t,
                                        size_t high)
{
    dots(head->query, head->key, head->width, scale, head->weight, t, high);
    softmax_rows(head->weight, t, high);
    mix(head->weight, head->value, head->width, output, t, high);
}

/* Fills head->weight and output[tokens, width]. */
LANE_FUNCTION void attention_forward(const struct head *head, size_t tokens,
                                     real scale, struct grid output)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        attention_forward_rows(head, scale, output, t, HIGH);
    }
    for (; t < tokens; t++) {
        attention_forward_rows(head, scale, output, t, 1);
    }
}

/* Fills head->weight with the scores s, to the same bits as forward, which goes
 * on to their softmax in place. For probes. */
LANE_FUNCTION void attention_scores(const struct head *head, size_t tokens,
                                    real scale)
{
    for (size_t t = 0; t < tokens; t++) {
        dots(head->query, head->key, head->width, scale, head->weight, t, 1);
    }
}

/* ds from dp in place, for one query. */
LANE_INLINE void softmax_row_backward(const real *p, real *s, size_t count,
                                      real scale)
{
    lanes mean = lane_all(0);
    for (size_t j = 0; j < count; j++) {
        mean += lane_load(p + j * LANES) * lane_load(s + j * LANES);
    }
    for (size_t j = 0; j < count; j++) {
        lanes d = lane_load(s + j * LANES) - mean;
        lane_store(s + j * LANES, lane_load(p + j * LANES) * d * scale);
    }
}

LANE_INLINE void attention_backward_rows(const struct head *head,
                                         const struct head *gradient,
                                         real scale, struct grid doutput,
                                         size_t t, size_t high)
{
    dots(doutput, head->value, head->width, 1, gradient->weight, t, high);
    for (size_t y = 0; y < high; y++) {
        softmax_row_backward(grid_at(head->weight, t + y, 0),
                             grid_at(gradient->weight, t + y, 0), t + y + 1,
                             scale);
    }
    mix(gradient->weight, head->key, head->width, gradient->query, t, high);
}

/* Fills every grid of the gradient (its weights: ds) from doutput. */
LANE_FUNCTION void attention_backward(const struct head *head,
                                      const struct head *gradient,
                                      size_t tokens, real scale,
                                      struct grid doutput)
{
    size_t t = 0;
    for (; t + HIGH <= tokens; t += HIGH) {
        attention_backward_rows(head, gradient, scale, doutput, t, HIGH);
    }
    for (; t < tokens; t++) {
        attention_backward_rows(head, gradient, scale, doutput, t, 1);
    }
    gather(tokens, gradient->weight, head->query, head->width, gradient->key);
    gather(tokens, head->weight, doutput, head->width, gradient->value);
}

#endif
