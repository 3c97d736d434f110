/* The interval of an arm's mean against all subset means written out. */

#include "support/test.h"

#include "evidence/mean_interval.h"

#include <math.h>

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void the_ends_are_ranks_among_all_subset_means(void **state)
{
    (void)state;
    static const double values[] = {1.5, 1.25, 1.75, 2, 1.375, 1.625, 1.125};
    enum { N = 7, SUBSETS = (1 << N) - 1, RANK = 3 };
    double means[SUBSETS] = {0};
    for (int subset = 1; subset <= SUBSETS; subset++) {
        int size = 0;
        for (int i = 0; i < N; i++) {
            if (subset >> i & 1) {
                means[subset - 1] += values[i];
                size++;
            }
        }
        means[subset - 1] /= size;
    }
    qsort(means, SUBSETS, sizeof *means, by_value);
    struct mean_interval interval = {0};
    assert_true(mean_interval(values, N, &interval));
    assert_true(fabs(interval.lo - means[RANK - 1]) < 1e-8);
    assert_true(fabs(interval.hi - means[SUBSETS - RANK]) < 1e-8);
    assert_true(interval.coverage == 1 - 2.0 * RANK / (1 << N));
    assert_true(interval.coverage >= 0.95);
}

static void equal_values_have_an_interval_of_no_width(void **state)
{
    (void)state;
    static const double values[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    struct mean_interval interval = {0};
    assert_true(mean_interval(values, 6, &interval));
    assert_true(interval.lo == 0.5 && interval.hi == 0.5);
}

static void where_there_is_none_it_says_so(void **state)
{
    (void)state;
    double values[21] = {0};
    struct mean_interval interval = {0};
    assert_false(mean_interval(values, 0, &interval));
    assert_false(mean_interval(values, 5, &interval));
    assert_true(mean_interval(values, 6, &interval));
    assert_true(mean_interval(values, 20, &interval));
    assert_false(mean_interval(values, 21, &interval));
    static const double odd[] = {(double)NAN, (double)INFINITY,
                                 -(double)INFINITY, 1e9};
    for (size_t i = 0; i < 4; i++) {
        values[3] = odd[i];
        assert_false(mean_interval(values, 6, &interval));
    }
    values[3] = -0.0;
    assert_true(mean_interval(values, 6, &interval));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ends_are_ranks_among_all_subset_means),
        cmocka_unit_test(equal_values_have_an_interval_of_no_width),
        cmocka_unit_test(where_there_is_none_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
