/* The error of core's functions in units in the last place (ulp), over every
 * float of a range or over some of them. The truth is libm's in higher
 * precision, whose own error is too small to be seen here. */
#ifndef TESTS_CORE_ACCURACY_H
#define TESTS_CORE_ACCURACY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define CORE_LANES 4
#include "core/lanes/function.h"

/* What was found over the numbers tried. */
struct accuracy {
    uint64_t tried;
    uint64_t exact; /* as if rounded correctly */
    double worst;   /* ulp */
    double at;      /* where */
};

/* A function of floats with its truth. */
struct judged_float {
    const char *name;
    lanes (*function)(lanes x);
    double (*truth)(double x);
};

/* From `low` to `high`, both of one sign, -low the nearer to zero. */
struct float_range {
    float low, high;
};

static inline float float_of_bits(uint32_t bits)
{
    float x = 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t bits_of_float(float x)
{
    uint32_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline void accuracy_note(struct accuracy *accuracy, double at,
                                 double error, bool is_exact)
{
    accuracy->tried++;
    accuracy->exact += is_exact;
    if (!(error <= accuracy->worst)) {
        accuracy->worst = error;
        accuracy->at = at;
    }
}

/* The step from a normal float to the next one away from zero. */
static inline double float_unit(float x)
{
    uint32_t bits = bits_of_float(x) & 0x7f800000U;
    return (double)float_of_bits(bits) * 0x1p-23;
}

/* Tries the floats whose bits are first, first + stride, ... up to last. */
static inline struct accuracy accuracy_of_floats(const struct judged_float *f,
                                                 uint32_t first, uint32_t last,
                                                 uint32_t stride)
{
    struct accuracy accuracy = {0};
    for (uint64_t bits = first; bits <= last; bits += stride) {
        float x = float_of_bits((uint32_t)bits);
        float got = f->function(lane_all(x))[0];
        double truth = f->truth((double)x);
        float nearest = (float)truth;
        double error = fabs((double)got - truth) / float_unit(nearest);
        accuracy_note(&accuracy, (double)x, error, got == nearest);
    }
    return accuracy;
}

/* A function of doubles; of those that are near 0 where it crosses zero, as
 * sine and cosine do, the error is in ulp of 1. */
struct judged_double {
    const char *name;
    double (*function)(double x);
    long double (*truth)(long double x);
    double low, high;
    bool is_absolute;
    double stated; /* ulp, in core/math.h */
};

static inline void accuracy_of_double(struct accuracy *accuracy,
                                      const struct judged_double *f, double x)
{
    long double truth = f->truth((long double)x);
    double got = f->function(x);
    double nearest = (double)truth;
    double unit = f->is_absolute ? 0x1p-52
                                 : nextafter(fabs(nearest), (double)INFINITY) -
                                       fabs(nearest);
    double error =
        (double)(fabsl((long double)got - truth) / (long double)unit);
    accuracy_note(accuracy, x, error, got == nearest);
}

/* ---- What core has ------------------------------------------------------ */

static inline lanes exp_lanes(lanes x)
{
    lane_exp(&x, 1);
    return x;
}

static inline lanes log_lanes(lanes x)
{
    return lane_log(x);
}

static inline lanes sigmoid_lanes(lanes x)
{
    lane_sigmoid(&x, 1);
    return x;
}

static inline double sigmoid_truth(double x)
{
    return 1 / (1 + exp(-x));
}

static const struct judged_float judged_exp = {"lane_exp", exp_lanes, exp};
static const struct judged_float judged_log = {"lane_log", log_lanes, log};
static const struct judged_float judged_sigmoid = {
    "lane_sigmoid", sigmoid_lanes, sigmoid_truth};

/* What core/lanes/function.h states. */
#define EXP_ULP     1.0
#define LOG_ULP     0.83
#define SIGMOID_ULP 2.45

/* The ranges that its statements are about; -87.3 and below give 0. */
static const struct float_range exp_ranges[2] = {{0.0F, 88.0F},
                                                 {-0.0F, -87.3F}};
static const struct float_range log_ranges[2] = {{0x1p-126F, 1.0F},
                                                 {1.0F, 0x1.fffffep127F}};
static const struct float_range sigmoid_ranges[2] = {{0.0F, 0x1.fffffep127F},
                                                     {-0.0F, -87.3F}};

static const struct judged_double judged_doubles[] = {
    {"core_exp", core_exp, expl, -708.39, 709.78, false, 1.25},
    {"core_log", core_log, logl, 0x1p-1022, 0x1.fffffffffffffp1023, false, 1},
    {"core_log near 1", core_log, logl, 0.5, 2, false, 1},
    {"core_sin", core_sin, sinl, -1e5, 1e5, true, 0.85},
    {"core_cos", core_cos, cosl, -1e5, 1e5, true, 0.85},
};

#endif
