/* Doubles to integers once, and integers back to text. */

#include "support/test.h"

#include <float.h>
#include <math.h>

#include "evidence/units.h"

static const struct metric_scale loss = {.worst = 3466000000};
static const struct metric_scale accuracy = {.is_higher_better = true,
                                             .worst = 0};

static int64_t units_of(double value)
{
    int64_t units = -1;
    assert_true(units_from_double(value, &units));
    return units;
}

static void decimals_become_the_nearest_unit(void **state)
{
    (void)state;
    assert_int_equal(units_of(0.05), 50000000);
    assert_int_equal(units_of(0.010), 10000000);
    assert_int_equal(units_of(2.140), 2140000000);
    assert_int_equal(units_of(-3.466), -3466000000);
    assert_int_equal(units_of(1e8), METRIC_LIMIT);
    assert_int_equal(units_of(DBL_MIN), 0);
    assert_int_equal(units_of(4.9e-324), 0);
}

static void equal_gaps_become_equal_differences(void **state)
{
    (void)state;
    /* As doubles these six gaps of 0.05 are not all equal. */
    static const double control[] = {0.30, 0.55, 0.80, 0.45, 0.90, 0.15};
    static const double treatment[] = {0.25, 0.50, 0.75, 0.40, 0.85, 0.10};
    bool has_unequal_doubles = false;
    for (int i = 0; i < 6; i++) {
        const double gap = control[i] - treatment[i];
        has_unequal_doubles |= gap != control[0] - treatment[0];
        assert_int_equal(units_of(control[i]) - units_of(treatment[i]),
                         50000000);
    }
    assert_true(has_unequal_doubles);
}

static void rounding_is_half_to_even_on_the_exact_value(void **state)
{
    (void)state;
    /* 2^-10 is 976562.5 units, exactly: a true tie. */
    assert_int_equal(units_of(0.0009765625), 976562);
    assert_int_equal(units_of(3 * 0.0009765625), 2929688);
    assert_int_equal(units_of(-0.0009765625), -976562);
    /* Just beside the tie it is not one. */
    assert_int_equal(units_of(nextafter(0.0009765625, 1)), 976563);
    assert_int_equal(units_of(nextafter(3 * 0.0009765625, 0)), 2929687);
}

static void minus_zero_is_zero(void **state)
{
    (void)state;
    enum metric_state kept = METRIC_DIVERGED;
    assert_int_equal(metric_units(-0.0, &loss, &kept), 0);
    assert_int_equal(kept, METRIC_KEPT);
}

static void values_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    int64_t units = 7;
    assert_false(units_from_double((double)NAN, &units));
    assert_false(units_from_double(HUGE_VAL, &units));
    assert_false(units_from_double(-HUGE_VAL, &units));
    assert_false(units_from_double(1.1e8, &units));
    assert_int_equal(units, 7);
}

static void assert_scored(double value, const struct metric_scale *scale,
                          int64_t units, enum metric_state expected)
{
    enum metric_state found = METRIC_KEPT;
    assert_int_equal(metric_units(value, scale, &found), units);
    assert_int_equal(found, expected);
}

static void a_diverged_run_scores_worst_and_says_so(void **state)
{
    (void)state;
    assert_scored((double)NAN, &loss, loss.worst, METRIC_DIVERGED);
    assert_scored(HUGE_VAL, &loss, loss.worst, METRIC_DIVERGED);
    /* Minus infinity is no good loss, nor is infinity a good accuracy. */
    assert_scored(-HUGE_VAL, &loss, loss.worst, METRIC_DIVERGED);
    assert_scored(HUGE_VAL, &accuracy, 0, METRIC_DIVERGED);
}

static void a_value_beyond_worst_is_clipped_on_its_own_side_only(void **state)
{
    (void)state;
    assert_scored(3.466, &loss, loss.worst, METRIC_KEPT);
    assert_scored(3.4660001, &loss, loss.worst, METRIC_CLIPPED);
    assert_scored(1e300, &loss, loss.worst, METRIC_CLIPPED);
    assert_scored(-1.5, &loss, -1500000000, METRIC_KEPT);
    assert_scored(-0.25, &accuracy, 0, METRIC_CLIPPED);
    assert_scored(0.25, &accuracy, 250000000, METRIC_KEPT);
}

static void a_value_too_good_to_be_kept_is_told_apart(void **state)
{
    (void)state;
    assert_scored(-1e12, &loss, -METRIC_LIMIT, METRIC_TOO_LARGE);
    assert_scored(1e12, &accuracy, METRIC_LIMIT, METRIC_TOO_LARGE);
}

static void a_difference_is_positive_when_the_treatment_is_better(void **state)
{
    (void)state;
    assert_int_equal(metric_delta(5, 3, &loss), 2);
    assert_int_equal(metric_delta(5, 3, &accuracy), -2);
}

static void tasks_are_pooled_in_their_own_norm(void **state)
{
    (void)state;
    static const int64_t first[] = {10000000, -10000000, 3};
    static const int64_t second[] = {500000000, 500000000, 0};
    const int64_t *const deltas[] = {first, second};
    const int64_t norm[] = {10000000, 250000000};
    int64_t pooled[3] = {0};
    assert_true(deltas_pool(deltas, norm, 2, 3, pooled));
    assert_int_equal(pooled[0], 1500000000);
    assert_int_equal(pooled[1], 500000000);
    assert_int_equal(pooled[2], 150);
    const int64_t tiny[] = {1, 1};
    assert_false(deltas_pool(deltas, tiny, 2, 3, pooled));
}

static void assert_text(struct ratio value, int decimals, const char *expected)
{
    struct out out = {0};
    out_ratio(&out, value, decimals);
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void fractions_are_written_half_to_even(void **state)
{
    (void)state;
    assert_text((struct ratio){12345678, 1}, 4, "0.0123");
    assert_text((struct ratio){-12345678, 1}, 4, "-0.0123");
    assert_text((struct ratio){12350000, 1}, 4, "0.0124");
    assert_text((struct ratio){12250000, 1}, 4, "0.0122");
    assert_text((struct ratio){-12250000, 1}, 4, "-0.0122");
    assert_text((struct ratio){1000000000, 3}, 9, "0.333333333");
    assert_text((struct ratio){2000000000, 3}, 2, "0.67");
    assert_text((struct ratio){-4000000, 1}, 2, "0.00");
    assert_text((struct ratio){1500000000, 1}, 0, "2");
    assert_text((struct ratio){METRIC_LIMIT, 1}, 1, "100000000.0");
}

static void assert_units_text(int64_t units, int least, const char *expected)
{
    struct out out = {0};
    out_units(&out, units, least);
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void plan_values_keep_the_decimals_they_need(void **state)
{
    (void)state;
    assert_units_text(10000000, 2, "0.01");
    assert_units_text(10000000, 3, "0.010");
    assert_units_text(0, 2, "0.00");
    assert_units_text(1, 2, "0.000000001");
    assert_units_text(-2500000000, 0, "-2.5");
    assert_units_text(3000000000, 0, "3");
}

static void fractions_compare_by_value(void **state)
{
    (void)state;
    const struct ratio third = {1, 3};
    assert_true(ratio_compare(third, (struct ratio){333333333, 1000000000}) >
                0);
    assert_int_equal(ratio_compare(third, (struct ratio){2, 6}), 0);
    assert_true(ratio_compare(ratio_negate(third), third) < 0);
    /* Past 64 bits when multiplied out. */
    const struct ratio large = {METRIC_LIMIT * 40, 19};
    const struct ratio larger = {METRIC_LIMIT * 40 + 1, 19};
    assert_true(ratio_compare(large, larger) < 0);
    assert_int_equal(ratio_sign(large), 1);
    assert_int_equal(ratio_sign(ratio_of_units(0)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals_become_the_nearest_unit),
        cmocka_unit_test(equal_gaps_become_equal_differences),
        cmocka_unit_test(rounding_is_half_to_even_on_the_exact_value),
        cmocka_unit_test(minus_zero_is_zero),
        cmocka_unit_test(values_that_are_not_finite_are_refused),
        cmocka_unit_test(a_diverged_run_scores_worst_and_says_so),
        cmocka_unit_test(a_value_beyond_worst_is_clipped_on_its_own_side_only),
        cmocka_unit_test(a_value_too_good_to_be_kept_is_told_apart),
        cmocka_unit_test(a_difference_is_positive_when_the_treatment_is_better),
        cmocka_unit_test(tasks_are_pooled_in_their_own_norm),
        cmocka_unit_test(fractions_are_written_half_to_even),
        cmocka_unit_test(plan_values_keep_the_decimals_they_need),
        cmocka_unit_test(fractions_compare_by_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
