/* exp, log and the logistic function in every lane, in single precision,
 * without a table: polynomials of Cephes (Moshier, 1992, expf.c and logf.c),
 * each operation rounded as written. The errors stated are the largest of all
 * floats in the range (make exhaustive). In the double build of the tests exp
 * and log are those of core/math.h. */
#ifndef CORE_LANES_FUNCTION_H
#define CORE_LANES_FUNCTION_H

#include "core/lanes/lane.h"

#ifdef CORE_DOUBLE

LANE_INLINE void lane_exp(lanes *x, size_t count)
{
    for (size_t i = 0; i < count * LANES; i++) {
        ((real *)x)[i] = core_exp(((real *)x)[i]);
    }
}

LANE_INLINE lanes lane_log(lanes x)
{
    for (int i = 0; i < CORE_LANES; i++) {
        x[i] = core_log(x[i]);
    }
    return x;
}

#else

/* Each of count vectors, up to HIGH of them, becomes e^x, for x up to 88: below
 * 1 ulp from -87.3 on and 0 below, so no subnormal ever comes out; NaN of NaN.
 * x = n ln 2 + r with n whole, by adding and taking away 1.5 * 2^23, whose sum
 * also holds n in its low bits. ln 2 is split so that n * ln2_high is exact.
 * One exponential is a chain of twenty operations, so several go side by
 * side. */
LANE_INLINE void lane_exp(lanes *x, size_t count)
{
    static const real coefficient[] = {1.3981999507e-3F, 8.3334519073e-3F,
                                       4.1665795894e-2F, 1.6666665459e-1F,
                                       5.0000001201e-1F};
    const real magic = 12582912.0F;
    const real ln2_high = 0.693359375F;
    const real ln2_low = -2.12194440e-4F;
    lanes shifted[HIGH];
    lanes r[HIGH];
    lanes p[HIGH];
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        shifted[i] = x[i] * 1.44269504088896341F + magic;
    }
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        lanes n = shifted[i] - magic;
        r[i] = x[i] - n * ln2_high - n * ln2_low;
        p[i] = lane_all(1.9875691500e-4F);
    }
    LANE_UNROLL
    for (size_t k = 0; k < 5; k++) {
        LANE_UNROLL
        for (size_t i = 0; i < count; i++) {
            p[i] = p[i] * r[i] + coefficient[k];
        }
    }
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        p[i] = p[i] * (r[i] * r[i]) + r[i] + 1.0F;
        lane_words power = ((lane_words)shifted[i] << 23) + 0x3f800000U;
        x[i] = lane_keep(~(x[i] < lane_all(-87.3F)), p[i] * (lanes)power);
    }
}

/* ln x, below 0.83 ulp, for positive normal x; NaN of NaN.
 * x = 2^e m with m in [sqrt(1/2), sqrt 2), then a polynomial in m - 1. */
LANE_INLINE lanes lane_log(lanes x)
{
    lane_words bits = (lane_words)x;
    lane_bits e = (lane_bits)(bits >> 23) - 126;
    lanes m = (lanes)((bits & 0x007fffffU) | 0x3f000000U);
    lane_bits is_low = m < lane_all(0.707106781186547524F);
    e += is_low;
    lanes f = m + lane_keep(is_low, m) - 1.0F;
    lanes z = f * f;
    lanes p = f * 7.0376836292e-2F - 1.1514610310e-1F;
    p = p * f + 1.1676998740e-1F;
    p = p * f - 1.2420140846e-1F;
    p = p * f + 1.4249322787e-1F;
    p = p * f - 1.6668057665e-1F;
    p = p * f + 2.0000714765e-1F;
    p = p * f - 2.4999993993e-1F;
    p = p * f + 3.3333331174e-1F;
    lanes n = __builtin_convertvector(e, lanes);
    lanes y = p * f * z + n * -2.12194440e-4F - z * 0.5F;
    lanes value = f + y + n * 0.693359375F;
    return lane_select(x == x, value, x);
}

#endif

/* Minus the absolute value. */
LANE_INLINE lanes lane_negative(lanes x)
{
    const real_word sign = (real_word)1 << (8 * sizeof(real) - 1);
    return (lanes)((lane_words)x | sign);
}

/* Each of count vectors, up to HIGH of them, becomes 1 / (1 + e^-x), for any x:
 * below 2.45 ulp from -87.3 on and 0 below; NaN of NaN. The exponential
 * is of -|x|, so nothing overflows: where x is negative it is e^x / (1 +
 * e^x). */
LANE_INLINE void lane_sigmoid(lanes *x, size_t count)
{
    lanes e[HIGH];
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        e[i] = lane_negative(x[i]);
    }
    lane_exp(e, count);
    LANE_UNROLL
    for (size_t i = 0; i < count; i++) {
        lanes above = lane_select(x[i] < lane_all(0), e[i], lane_all(1));
        x[i] = above / (e[i] + (real)1);
    }
}

/* The largest of s[0..count). Four running maxima, for speed: their order
 * decides nothing, as a largest of +0 or -0 leaves the same differences. */
LANE_INLINE lanes row_max(const real *s, size_t count)
{
    lanes first = lane_load(s);
    lanes largest[4] = {first, first, first, first};
    size_t j = 0;
    for (; j + 4 <= count; j += 4) {
        LANE_UNROLL
        for (size_t i = 0; i < 4; i++) {
            largest[i] = lane_max(lane_load(s + (j + i) * LANES), largest[i]);
        }
    }
    for (; j < count; j++) {
        largest[0] = lane_max(lane_load(s + j * LANES), largest[0]);
    }
    return lane_max(lane_max(largest[0], largest[1]),
                    lane_max(largest[2], largest[3]));
}

/* s[0..count) becomes e^(s - largest); returns the sum, in order. */
LANE_INLINE lanes row_exp(real *s, size_t count, lanes largest)
{
    lanes total = lane_all(0);
    size_t j = 0;
    for (; j + HIGH <= count; j += HIGH) {
        lanes e[HIGH];
        LANE_UNROLL
        for (size_t i = 0; i < HIGH; i++) {
            e[i] = lane_load(s + (j + i) * LANES) - largest;
        }
        lane_exp(e, HIGH);
        LANE_UNROLL
        for (size_t i = 0; i < HIGH; i++) {
            total += e[i];
            lane_store(s + (j + i) * LANES, e[i]);
        }
    }
    for (; j < count; j++) {
        lanes e = lane_load(s + j * LANES) - largest;
        lane_exp(&e, 1);
        total += e;
        lane_store(s + j * LANES, e);
    }
    return total;
}

#endif
