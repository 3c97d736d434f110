/* exp, log and the logistic function of the kernels, in single precision,
 * against libm in double, at one float of each thousand or so; `make
 * exhaustive` tries them all. */
#include "core/accuracy.h"
#include "core/check.h"

/* A prime, so that no pattern of the bits is stepped over. */
#define STRIDE 1009

static void assert_accurate(const struct judged_float *f,
                            const struct float_range ranges[2], double stated)
{
    for (int i = 0; i < 2; i++) {
        struct accuracy found =
            accuracy_of_floats(f, bits_of_float(ranges[i].low),
                               bits_of_float(ranges[i].high), STRIDE);
        if (!(found.worst < stated)) {
            fail_msg("%s is %g ulp off at %.9g, more than is stated", f->name,
                     found.worst, found.at);
        }
    }
}

static void exp_is_below_one_ulp(void **state)
{
    (void)state;
    assert_accurate(&judged_exp, exp_ranges, EXP_ULP);
}

static void exp_keeps_its_edges(void **state)
{
    (void)state;
    lanes y = exp_lanes((lanes){0, -87.4F, -INFINITY, NAN});
    assert_true(y[0] == 1);
    assert_true(y[1] == 0 && !signbit(y[1]));
    assert_true(y[2] == 0);
    assert_true(isnan(y[3]));
}

static void log_is_below_one_ulp(void **state)
{
    (void)state;
    assert_accurate(&judged_log, log_ranges, LOG_ULP);
}

static void log_keeps_its_edges(void **state)
{
    (void)state;
    lanes y = lane_log((lanes){1, NAN, 2, 0.5F});
    assert_true(y[0] == 0);
    assert_true(isnan(y[1]));
    assert_true(y[2] == -y[3]);
}

static void sigmoid_is_below_two_and_a_half_ulp(void **state)
{
    (void)state;
    assert_accurate(&judged_sigmoid, sigmoid_ranges, SIGMOID_ULP);
}

static void sigmoid_keeps_its_edges(void **state)
{
    (void)state;
    lanes y = sigmoid_lanes((lanes){0, -0.0F, INFINITY, -INFINITY});
    assert_true(y[0] == 0.5F);
    assert_true(y[1] == 0.5F);
    assert_true(y[2] == 1);
    assert_true(y[3] == 0 && !signbit(y[3]));
    y = sigmoid_lanes((lanes){-87.4F, NAN, -1e-30F, 1e38F});
    assert_true(y[0] == 0 && !signbit(y[0]));
    assert_true(isnan(y[1]));
    assert_true(y[2] == 0.5F);
    assert_true(y[3] == 1);
}

static void functions_of_several_are_those_of_each(void **state)
{
    (void)state;
    lanes x[HIGH];
    for (int i = 0; i < HIGH; i++) {
        x[i] = (lanes){-3.25F, 0.75F, 11, -0.125F} * (float)(i + 1);
    }
    lanes single[HIGH];
    memcpy(single, x, sizeof x);
    lane_sigmoid(x, HIGH);
    for (int i = 0; i < HIGH; i++) {
        single[i] = sigmoid_lanes(single[i]);
    }
    assert_memory_equal(single, x, sizeof x);
}

static void sums_go_by_pairs_in_a_group(void **state)
{
    (void)state;
    const float big = 16777216;
    float sums[4] __attribute__((aligned(16))) = {0};
    lanes a = {big, 1, -big, 1}; /* (big - big) + (1 + 1) */
    lanes b = {big, -big, 1, 1}; /* (big + 1) + (-big + 1): 1 is lost once */
    float alone = 0;
    lane_reduce4(sums, a, b, a, b);
    lane_reduce(&alone, b);
    assert_true(sums[0] == 2);
    assert_true(sums[1] == 1);
    assert_true(alone == sums[1]);
}

static void selecting_never_sees_the_other_value(void **state)
{
    (void)state;
    lanes a = {1, NAN, 3, -0.0F};
    lanes b = {2, 1, NAN, 0};
    lanes larger = lane_max(a, b);
    assert_true(larger[0] == 2);
    assert_true(larger[1] == 1);
    assert_true(isnan(larger[2]));
    assert_true(larger[3] == 0 && !signbit(larger[3]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_below_one_ulp),
        cmocka_unit_test(exp_keeps_its_edges),
        cmocka_unit_test(log_is_below_one_ulp),
        cmocka_unit_test(log_keeps_its_edges),
        cmocka_unit_test(sigmoid_is_below_two_and_a_half_ulp),
        cmocka_unit_test(sigmoid_keeps_its_edges),
        cmocka_unit_test(functions_of_several_are_those_of_each),
        cmocka_unit_test(sums_go_by_pairs_in_a_group),
        cmocka_unit_test(selecting_never_sees_the_other_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
