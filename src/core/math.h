/* Functions others take from libm, in double precision, with only + - * / and
 * integer arithmetic, so that their bits are the same everywhere. They serve
 * what is computed once: schedules, positions, tables, floors. */
#ifndef CORE_MATH_H
#define CORE_MATH_H

#include <stdbool.h>
#include <stdint.h>

/* 3.14159..., nearest double. */
#define CORE_PI 0x1.921fb54442d18p+1

/* IEEE 754 rounds the square root correctly, so the instruction will do. */
static inline double core_sqrt(double x)
{
    return __builtin_sqrt(x);
}

static inline float core_sqrtf(float x)
{
    return __builtin_sqrtf(x);
}

/* The errors were measured against libm's long double at twenty million places
 * each (make exhaustive); ulp is a unit in the last place of the result. */

/* e^x, within 1.25 ulp; infinity above 709.78, 0 below -708.39 (no subnormals),
 * NaN of NaN. Reduction by Cody & Waite (1980), then Taylor to degree 13. */
double core_exp(double x);

/* ln x of a positive normal x, within 1 ulp; minus infinity of 0, NaN of what
 * is negative or NaN. ln((1+s)/(1-s)) = 2 (s + s^3/3 + ...). */
double core_log(double x);

/* Within 0.85 ulp of 1 for |x| <= 1e5; NaN of infinities and NaN. Reduction to
 * [-pi/4, pi/4] by Cody & Waite (1980), then Taylor. */
double core_sin(double x);
double core_cos(double x);

/* The x for which a standard normal falls below x with probability p, 0 < p <
 * 1; relative error about 1e-16. Wichura (1988), AS 241, PPND16. */
double core_normal_quantile(double p);

static inline bool core_is_finite(double x)
{
    return x - x == 0;
}

static inline uint32_t core_float_bits(float x)
{
    union {
        float number;
        uint32_t bits;
    } both = {.number = x};
    return both.bits;
}

#endif
