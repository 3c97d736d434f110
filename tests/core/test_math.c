/* The functions core has instead of libm's: their error in units in the last
 * place, against libm in higher precision, and their edges. */
#include "core/accuracy.h"
#include "core/check.h"

/* Evenly over the range and evenly over its exponents, on both sides of 0. */
static void assert_accurate(const struct judged_double *f)
{
    const int count = 100000;
    struct accuracy found = {0};
    double step = f->high / count - f->low / count;
    double smallest = f->low > 0 ? f->low : 0x1p-60;
    double ratio = exp((log(f->high) - log(smallest)) / count);
    for (int i = 0; i < count; i++) {
        accuracy_of_double(&found, f, f->low + i * step);
    }
    for (double x = smallest; x < f->high; x *= ratio) {
        accuracy_of_double(&found, f, x);
        if (-x >= f->low) {
            accuracy_of_double(&found, f, -x);
        }
    }
    if (!(found.worst < f->stated)) {
        fail_msg("%s is %g ulp off at %.17g, more than is stated", f->name,
                 found.worst, found.at);
    }
}

static void functions_stay_within_their_errors(void **state)
{
    (void)state;
    const size_t count = sizeof judged_doubles / sizeof judged_doubles[0];
    for (size_t i = 0; i < count; i++) {
        assert_accurate(&judged_doubles[i]);
    }
}

/* The least accurate places that `make exhaustive` found, and where reductions
 * change over. */
static void functions_stay_within_their_errors_where_it_is_hard(void **state)
{
    (void)state;
    const double ln2 = 0.693147180559945309;
    const struct judged_double *exponential = &judged_doubles[0];
    const struct judged_double *logarithm = &judged_doubles[1];
    struct accuracy of_exp = {0};
    struct accuracy of_log = {0};
    for (int n = -1020; n <= 1022; n++) {
        for (int d = -3; d <= 3; d++) {
            accuracy_of_double(&of_exp, exponential,
                               (n + 0.5) * ln2 + d * 1e-9);
            accuracy_of_double(&of_exp, exponential, n * ln2 + d * 1e-9);
            accuracy_of_double(&of_log, logarithm,
                               ldexp(sqrt(0.5), n) * (1 + d * 1e-15));
            accuracy_of_double(&of_log, logarithm, ldexp(1 + d * 0x1p-52, n));
        }
    }
    assert_true(of_exp.worst < exponential->stated);
    assert_true(of_log.worst < logarithm->stated);
}

/* Multiples of a quarter turn, where the reduction cancels most. */
static void sine_and_cosine_are_accurate_at_quarter_turns(void **state)
{
    (void)state;
    struct accuracy found = {0};
    for (int n = -63661; n <= 63661; n++) {
        double x = n * (CORE_PI / 2);
        accuracy_of_double(&found, &judged_doubles[3], x);
        accuracy_of_double(&found, &judged_doubles[4], x);
        accuracy_of_double(&found, &judged_doubles[3], x + CORE_PI / 4);
    }
    assert_true(found.worst < judged_doubles[3].stated);
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

static void log_keeps_its_edges(void **state)
{
    (void)state;
    assert_true(core_log(1) == 0);
    assert_true(isinf(core_log(0)) && core_log(0) < 0);
    assert_true(isnan(core_log(-1)));
    assert_true(isnan(core_log((double)NAN)));
    assert_true(isinf(core_log((double)INFINITY)));
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
        cmocka_unit_test(functions_stay_within_their_errors),
        cmocka_unit_test(functions_stay_within_their_errors_where_it_is_hard),
        cmocka_unit_test(sine_and_cosine_are_accurate_at_quarter_turns),
        cmocka_unit_test(exp_keeps_its_edges),
        cmocka_unit_test(log_keeps_its_edges),
        cmocka_unit_test(cosine_of_pi_is_minus_one),
        cmocka_unit_test(normal_quantile_meets_the_published_values),
        cmocka_unit_test(normal_quantile_inverts_the_distribution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
