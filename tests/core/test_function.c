/* exp, log and the logistic function of the kernels, in single precision, against libm in double.
 * Sampled; with PROBATUM_EXHAUSTIVE=1 every float of the range is tried. */
#include "core/check.h"

#define CORE_LANES 4
#include "core/lanes/function.h"

static float float_of(uint32_t bits)
{
    float x = 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* How many floats to step over: a prime, unless every one is asked for. */
static uint32_t stride(void)
{
    const char *wish = getenv("PROBATUM_EXHAUSTIVE");
    return wish && strcmp(wish, "1") == 0 ? 1 : 1009;
}

static double ulps(float got, double wanted)
{
    float nearest = fabsf((float)wanted);
    float unit = nextafterf(nearest, INFINITY) - nearest;
    return fabs((double)got - wanted) / (double)unit;
}

/* The largest error from the float `low` to `high`, both of one sign. */
static double worst_error(lanes (*function)(lanes), double (*truth)(double),
                          float low, float high)
{
    double worst = 0;
    uint32_t last = bits_of(high);
    for (uint32_t bits = bits_of(low); bits <= last; bits += stride()) {
        float x = float_of(bits);
        lanes value = function(lane_all(x));
        worst = fmax(worst, ulps(value[0], truth((double)x)));
    }
    return worst;
}

static lanes exp_lanes(lanes x)
{
    lane_exp(&x, 1);
    return x;
}

static lanes log_lanes(lanes x)
{
    return lane_log(x);
}

static void exp_is_below_one_ulp(void **state)
{
    (void)state;
    assert_true(worst_error(exp_lanes, exp, 1e-10F, 88.0F) < 1);
    assert_true(worst_error(exp_lanes, exp, -1e-10F, -87.29F) < 1);
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
    assert_true(worst_error(log_lanes, log, 1.0F, 256.0F) < 1);
}

static void log_keeps_its_edges(void **state)
{
    (void)state;
    lanes y = lane_log((lanes){1, NAN, 2, 0.5F});
    assert_true(y[0] == 0);
    assert_true(isnan(y[1]));
    assert_true(y[2] == -y[3]);
}

static lanes sigmoid_lanes(lanes x)
{
    lane_sigmoid(&x, 1);
    return x;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static void sigmoid_is_below_two_and_a_half_ulp(void **state)
{
    (void)state;
    assert_true(worst_error(sigmoid_lanes, sigmoid, 1e-10F, 200.0F) < 2.5);
    assert_true(worst_error(sigmoid_lanes, sigmoid, -1e-10F, -87.29F) < 2.5);
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
