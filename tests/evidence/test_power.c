/* The seeds that an inconclusive result is told to use, and whether they would
 * in fact do. */

#include "support/test.h"

#include <stdio.h>

#include "evidence/power.h"
#include "oracle.h"

#define SD ((int64_t)1000000)

static const struct significance five_percent = {50000000, 1};

static void normal_quantiles_are_those_of_the_tables(void **state)
{
    (void)state;
    static const struct {
        double tail, x;
    } known[] = {
        {.025, 1.959963985},    {.05, 1.644853627}, {.1, 1.281551566},
        {.2, 0.841621234},      {.49, 0.025068908}, {1.0 / 64, 2.153874694},
        {1.0 / 1048576, 4.763},
    };
    for (int i = 0; i < 6; i++) {
        assert_true(fabs(normal_upper(known[i].tail) - known[i].x) < 1e-8);
    }
    assert_true(fabs(normal_upper(known[6].tail) - known[6].x) < 0.001);
}

/* Two differences with sample variance sd^2: +-sd / sqrt 2. */
static int seeds_for(double effect, enum power_rule rule)
{
    const int64_t off = 707107;
    const int64_t delta[] = {off, -off};
    return power_seeds(delta, 2, (int64_t)(effect * (double)SD), five_percent,
                       rule);
}

static void sizes_are_those_of_the_paired_t_test_or_a_little_more(void **state)
{
    (void)state;
    /* Paired t needs 20, 15, 10 and 6 pairs; six seeds can be decided, but
     * only at 1.6 % a side. */
    assert_int_equal(seeds_for(0.67, POWER_BOUND), 20);
    assert_int_equal(seeds_for(0.8, POWER_BOUND), 15);
    assert_int_equal(seeds_for(1, POWER_BOUND), 10);
    assert_int_equal(seeds_for(1.5, POWER_BOUND), 7);
    assert_int_equal(seeds_for(1, POWER_EQUIVALENCE), 10);
    assert_int_equal(seeds_for(0.1, POWER_BOUND), 787);
    assert_int_equal(seeds_for(50, POWER_BOUND), 6);
}

static bool passes(const struct signflip *test, double effect,
                   enum power_rule rule)
{
    const int64_t margin = (int64_t)(effect * (double)SD);
    if (rule == POWER_BOUND) {
        return signflip_p_above(test, -margin) <=
               signflip_rank(five_percent, test->n);
    }
    const int64_t rank = signflip_rank_equivalence(five_percent, test->n);
    return signflip_p_above(test, -margin) <= rank &&
           signflip_p_below(test, margin) <= rank;
}

static double power_at(int n, double effect, enum power_rule rule)
{
    enum { EXPERIMENTS = 4000 };
    struct dice dice = {31};
    int passed = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
        int64_t delta[SIGNFLIP_MAX];
        for (int seed = 0; seed < n; seed++) {
            delta[seed] = (int64_t)(dice_normal(&dice) * (double)SD);
        }
        struct signflip test;
        signflip_init(&test, delta, n);
        passed += passes(&test, effect, rule);
    }
    return (double)passed / EXPERIMENTS;
}

static void the_stated_seeds_have_about_80_percent_power(void **state)
{
    (void)state;
    static const double effects[] = {0.7, 0.8, 1, 1.2, 1.5};
    for (int i = 0; i < 5; i++) {
        for (int rule = 0; rule < 2; rule++) {
            const int n = seeds_for(effects[i], (enum power_rule)rule);
            if (n > SIGNFLIP_MAX) {
                continue;
            }
            const double power = power_at(n, effects[i], (enum power_rule)rule);
            if (getenv("PRINT_RATES") != NULL) {
                printf("# effect %.1f rule %d: n = %d, power %.3f\n",
                       effects[i], rule, n, power);
            }
            assert_true(power > 0.77);
            assert_true(n == 6 || power_at(n - 1, effects[i],
                                           (enum power_rule)rule) < 0.83);
        }
    }
}

static void nothing_is_said_where_nothing_can_be(void **state)
{
    (void)state;
    const int64_t delta[] = {1000000, -1000000};
    assert_int_equal(power_seeds(delta, 1, SD, five_percent, POWER_BOUND), 0);
    assert_int_equal(power_seeds(delta, 2, 0, five_percent, POWER_BOUND), 0);
    assert_int_equal(power_seeds(delta, 2, 1, five_percent, POWER_BOUND), 0);
}

static void more_looks_need_more_seeds(void **state)
{
    (void)state;
    const int64_t delta[] = {707107, -707107};
    const struct significance five_looks = {50000000, 5};
    const int one = power_seeds(delta, 2, SD, five_percent, POWER_BOUND);
    const int five = power_seeds(delta, 2, SD, five_looks, POWER_BOUND);
    assert_true(five > one);
    const struct significance strict = {1, 1};
    assert_true(power_seeds(delta, 2, SD, strict, POWER_BOUND) > SIGNFLIP_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_quantiles_are_those_of_the_tables),
        cmocka_unit_test(sizes_are_those_of_the_paired_t_test_or_a_little_more),
        cmocka_unit_test(the_stated_seeds_have_about_80_percent_power),
        cmocka_unit_test(nothing_is_said_where_nothing_can_be),
        cmocka_unit_test(more_looks_need_more_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
