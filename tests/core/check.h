/* What every test of core includes first: cmocka with the headers it wants, and
 * numbers that are near each other. */
#ifndef TESTS_CORE_CHECK_H
#define TESTS_CORE_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_near(actual, expected, tolerance) \
    check_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

static inline void check_near(double actual, double expected, double tolerance,
                              const char *what, const char *file, int line)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        print_error("%s is %.17g, not within %g of %.17g\n", what, actual,
                    tolerance, expected);
        _fail(file, line);
    }
}

/* A repeatable number in [-1, 1), for operands that mean nothing. */
static inline double check_number(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (double)(int64_t)(*state ^ *state >> 29) * 0x1p-63;
}

#endif
