/* Gradients against central finite differences, in double precision. An op is
 * seen as a function from an array of numbers to one number: a fixed random
 * mixture of its outputs over all lanes. */
#ifndef TESTS_CORE_GRADIENT_H
#define TESTS_CORE_GRADIENT_H

#include "core/check.h"

#define CORE_DOUBLE
#define CORE_LANES 4
#include "core/lanes/kernel.h"

/* Activations for a test, filled with numbers in [-1, 1) that mean nothing;
 * strides are longer than needed, so that a confusion shows. */
static inline struct grid test_grid(size_t tokens, size_t features,
                                    uint64_t seed)
{
    struct grid grid = {.stride = features + 3};
    size_t bytes = tokens * grid.stride * LANE_SIZE;
    grid.at = aligned_alloc(64, (bytes + 63) / 64 * 64);
    for (size_t i = 0; i < tokens * grid.stride * LANES; i++) {
        grid.at[i] = check_number(&seed);
    }
    return grid;
}

static inline real *test_numbers(size_t count, uint64_t seed)
{
    size_t bytes = (count * sizeof(real) + 63) / 64 * 64;
    real *numbers = aligned_alloc(64, bytes);
    for (size_t i = 0; i < bytes / sizeof(real); i++) {
        numbers[i] = check_number(&seed);
    }
    return numbers;
}

static inline real *test_zeros(size_t count)
{
    size_t bytes = (count * sizeof(real) + 63) / 64 * 64;
    real *numbers = aligned_alloc(64, bytes);
    memset(numbers, 0, bytes);
    return numbers;
}

/* The sum over tokens, features and lanes of y times its weight. */
static inline double test_mixture(struct grid y, struct grid weight,
                                  size_t tokens, size_t features)
{
    double sum = 0;
    for (size_t t = 0; t < tokens; t++) {
        for (size_t i = 0; i < features * LANES; i++) {
            sum += grid_at(y, t, 0)[i] * grid_at(weight, t, 0)[i];
        }
    }
    return sum;
}

/* The slope of function(context) in *x by central differences over h and 2 h,
 * whose error is of order h^4. */
static inline double test_slope(double (*function)(void *), void *context,
                                real *x, double h)
{
    static const double steps[4] = {-2, -1, 1, 2};
    static const double weights[4] = {1, -8, 8, -1};
    double kept = *x;
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        *x = kept + steps[i] * h;
        sum += weights[i] * function(context);
    }
    *x = kept;
    return sum / (12 * h);
}

/* Compares gradient[count] with the slopes of function(context) in x[count]. */
static inline void check_gradient(double (*function)(void *), void *context,
                                  real *x, const real *gradient, size_t count,
                                  double h, const char *what)
{
    for (size_t i = 0; i < count; i++) {
        double slope = test_slope(function, context, x + i, h);
        if (!(fabs(slope - gradient[i]) <= 2e-8 * (1 + fabs(slope)))) {
            fail_msg("%s: element %zu has slope %.12g and gradient %.12g", what,
                     i, slope, gradient[i]);
        }
    }
}

/* The same for the features of a grid, token by token. */
static inline void check_grid_gradient(double (*function)(void *),
                                       void *context, struct grid x,
                                       struct grid gradient, size_t tokens,
                                       size_t features, double h,
                                       const char *what)
{
    for (size_t t = 0; t < tokens; t++) {
        check_gradient(function, context, grid_at(x, t, 0),
                       grid_at(gradient, t, 0), features * LANES, h, what);
    }
}

#endif
