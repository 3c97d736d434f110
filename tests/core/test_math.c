/* The functions core has instead of libm's: their error in units in the last
 * place, against libm in higher precision, and their edges. */
#include "core/check.h"

#include "core/math.h"

/* Distance in units in the last place of the double nearest to the truth. */
static double ulps(double got, long double wanted)
{
    double nearest = (double)wanted;
    double unit = nextafter(fabs(nearest), (double)INFINITY) - fabs(nearest);
    return (double)(fabsl((long double)got - wanted) / (long double)unit);
}

static void exp_stays_within_its_error(void **state)
{
    (void)state;
    double worst = 0;
    for (double x = -708.3; x < 709.7; x += 0.00731) {
        worst = fmax(worst, ulps(core_exp(x), expl((long double)x)));
    }
    assert_true(worst < 1.5);
}

static void exp_keeps_its_edges(void **state)
{
    (void)state;
    assert_true(core_exp(0) == 1);
    assert_true(core_exp(-1000) == 0);
    assert_true(core_exp(-(double)INFINITY) == 0);
    assert_true(isinf(core_exp(1000)));
    assert_true(isnan(core_exp((double)NAN)));
    assert_near(core_exp(709.75) / exp(709.75), 1, 1e-15);
}

static void log_stays_within_its_error(void **state)
{
    (void)state;
    double worst = 0;
    for (double x = 1e-300; x < 1e300; x *= 1.0173) {
        worst = fmax(worst, ulps(core_log(x), logl((long double)x)));
    }
    for (double x = 0.5; x < 2; x += 1.1e-5) {
        worst = fmax(worst, ulps(core_log(x), logl((long double)x)));
    }
    assert_true(worst < 1.5);
}

static void log_keeps_its_edges(void **state)
{
    (void)state;
    assert_true(core_log(1) == 0);
    assert_true(isinf(core_log(0)) && core_log(0) < 0);
    assert_true(isnan(core_log(-1)));
    assert_true(isnan(core_log((double)NAN)));
    assert_true(isinf(core_log((double)INFINITY)));
}

static void sine_and_cosine_stay_within_their_error(void **state)
{
    (void)state;
    double worst = 0;
    for (double x = -1e5; x < 1e5; x += 1.37) {
        worst = fmax(worst, fabs(core_sin(x) - (double)sinl((long double)x)));
        worst = fmax(worst, fabs(core_cos(x) - (double)cosl((long double)x)));
    }
    assert_true(worst < 2 * 0x1p-52);
}

static void cosine_of_pi_is_minus_one(void **state)
{
    (void)state;
    assert_true(core_cos(0) == 1);
    assert_true(core_cos(CORE_PI) == -1);
    assert_true(core_sin(0) == 0);
    assert_true(isnan(core_sin((double)INFINITY)));
}

/* Wichura (1988), table of test values, and symmetry. */
static void normal_quantile_meets_the_published_values(void **state)
{
    (void)state;
    assert_near(core_normal_quantile(0.25), -0.6744897501960817, 1e-15);
    assert_near(core_normal_quantile(0.001), -3.090232306167814, 1e-14);
    assert_near(core_normal_quantile(1e-20), -9.262340089798408, 1e-14);
    assert_true(core_normal_quantile(0.5) == 0);
    assert_true(core_normal_quantile(0.875) == -core_normal_quantile(0.125));
}

/* The inverse is inverted by erfc of libm. */
static void normal_quantile_inverts_the_distribution(void **state)
{
    (void)state;
    double worst = 0;
    for (double p = 1e-12; p < 0.5; p *= 1.01) {
        long double x = (long double)core_normal_quantile(p);
        long double back = 0.5L * erfcl(-x / sqrtl(2));
        worst = fmax(worst, (double)fabsl(back / (long double)p - 1));
    }
    assert_true(worst < 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_stays_within_its_error),
        cmocka_unit_test(exp_keeps_its_edges),
        cmocka_unit_test(log_stays_within_its_error),
        cmocka_unit_test(log_keeps_its_edges),
        cmocka_unit_test(sine_and_cosine_stay_within_their_error),
        cmocka_unit_test(cosine_of_pi_is_minus_one),
        cmocka_unit_test(normal_quantile_meets_the_published_values),
        cmocka_unit_test(normal_quantile_inverts_the_distribution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
