/* What the procedure does over many experiments, against the properties its
 * page promises: error rates at zero, at the margin and beyond it, coverage,
 * power, equivalence. Seeded, so the same figures in every run; with 20000
 * experiments a rate of 5 % has a standard error of 0.15 points and one of 50 %
 * of 0.35, and the tolerances are four or more of those.
 *
 * One draw serves every true effect: the test of x + d at zero is the test of x
 * at -d. PRINT_RATES=1 in the environment prints what was found. */

#include "support/test.h"

#include <stdio.h>

#include "evidence/verdict.h"
#include "oracle.h"

enum { EXPERIMENTS = 20000 };

#define SD ((int64_t)1000000) /* units in one sd of the differences */

static const struct significance five_percent = {50000000, 1};

/* -- Counting over experiments --------------------------------------------- */

/* A rule as seen on noise around zero when the truth is at `effect` sd and the
 * margin at `margin` sd; `limit` is where it has to pass. */
struct rate {
    enum verdict_rule rule;
    double effect, margin;
    double expected, tolerance;
    int passed;
};

typedef double (*draw_noise)(struct dice *);

/* P of the rule for (noise + effect), by moving every threshold instead. */
static int64_t moved_p(const struct rate *rate, const struct signflip *test)
{
    const int64_t effect = (int64_t)(rate->effect * (double)SD);
    const int64_t margin = (int64_t)(rate->margin * (double)SD);
    switch (rate->rule) {
    case RULE_BETTER:
        return signflip_p_above(test, -effect);
    case RULE_WORSE:
        return signflip_p_below(test, -effect);
    case RULE_NO_WORSE:
        return signflip_p_above(test, -margin - effect);
    case RULE_WORSE_BY_MARGIN:
        return signflip_p_below(test, -margin - effect);
    case RULE_AT_LEAST_MARGIN:
        return signflip_p_above_or_at(test, margin - effect);
    case RULE_AT_MOST_MARGIN:
        return signflip_p_below_or_at(test, -margin - effect);
    case RULE_EQUIVALENT: {
        const int64_t low = signflip_p_above(test, -margin - effect);
        const int64_t high = signflip_p_below(test, margin - effect);
        return low > high ? low : high;
    }
    case RULE_NONE:
    case RULE_COUNT:
        break;
    }
    fail_msg("no such rule");
    return 0;
}

static void run_experiments(struct rate rate[], int count, int n,
                            draw_noise draw)
{
    struct dice dice = {(uint64_t)n};
    for (int i = 0; i < EXPERIMENTS; i++) {
        int64_t delta[SIGNFLIP_MAX];
        for (int seed = 0; seed < n; seed++) {
            delta[seed] = (int64_t)llround(draw(&dice) * (double)SD);
        }
        struct signflip test;
        signflip_init(&test, delta, n);
        for (int r = 0; r < count; r++) {
            rate[r].passed += moved_p(&rate[r], &test) <=
                              verdict_rule_rank(rate[r].rule, five_percent, n);
        }
    }
}

static void assert_rates(struct rate rate[], int count, int n, draw_noise draw)
{
    run_experiments(rate, count, n, draw);
    for (int r = 0; r < count; r++) {
        const double found = (double)rate[r].passed / EXPERIMENTS;
        if (getenv("PRINT_RATES") != NULL) {
            printf("# n=%d %s effect %.2f margin %.2f: %.4f (%.3f)\n", n,
                   verdict_rule_name(rate[r].rule), rate[r].effect,
                   rate[r].margin, found, rate[r].expected);
        }
        if (fabs(found - rate[r].expected) > rate[r].tolerance) {
            fail_msg("n=%d %s effect %.2f margin %.2f: %.4f, expected %.3f", n,
                     verdict_rule_name(rate[r].rule), rate[r].effect,
                     rate[r].margin, found, rate[r].expected);
        }
    }
}

/* -- Errors ---------------------------------------------------------------- */

static void at_no_difference_each_side_errs_at_its_exact_rate(void **state)
{
    (void)state;
    static const struct {
        int n;
        double side;
    } sizes[] = {{5, 0}, {6, 1.0 / 64}, {8, 6.0 / 256}, {10, 25.0 / 1024}};
    for (int i = 0; i < 4; i++) {
        struct rate rates[] = {
            {RULE_BETTER, 0, 0, sizes[i].side, 0.005, 0},
            {RULE_WORSE, 0, 0, sizes[i].side, 0.005, 0},
        };
        assert_rates(rates, 2, sizes[i].n, dice_normal);
    }
}

/* improvement: "replicated" at zero and below; "at least the margin" at the
 * margin; "no meaningful effect" at the margin and beyond it. */
static void improvement_errs_no_more_than_stated(void **state)
{
    (void)state;
    struct rate rates[] = {
        {RULE_BETTER, 0, 1, 0.0244, 0.005, 0},
        {RULE_BETTER, -0.5, 1, 0.0, 0.003, 0},
        {RULE_AT_LEAST_MARGIN, 1, 1, 0.0244, 0.005, 0},
        {RULE_AT_LEAST_MARGIN, 0.5, 1, 0.0, 0.003, 0},
        {RULE_EQUIVALENT, 1, 1, 0.0498, 0.006, 0},
        {RULE_EQUIVALENT, -1, 1, 0.0498, 0.006, 0},
        {RULE_EQUIVALENT, 1.5, 1, 0.0, 0.003, 0},
        {RULE_WORSE, 0, 1, 0.0244, 0.005, 0},
    };
    assert_rates(rates, 8, 10, dice_normal);
}

/* no-worse: "replicated" when the treatment is worse by the margin or more,
 * "contradicted" when it is worse by no more than the margin. */
static void no_worse_errs_no_more_than_stated(void **state)
{
    (void)state;
    struct rate rates[] = {
        {RULE_NO_WORSE, -1, 1, 0.0244, 0.005, 0},
        {RULE_NO_WORSE, -1.5, 1, 0.0, 0.003, 0},
        {RULE_WORSE_BY_MARGIN, -1, 1, 0.0244, 0.005, 0},
        {RULE_WORSE_BY_MARGIN, -0.5, 1, 0.0, 0.003, 0},
        {RULE_WORSE_BY_MARGIN, 0, 1, 0.0, 0.003, 0},
    };
    assert_rates(rates, 5, 10, dice_normal);
}

/* no-effect: "replicated" at either margin and beyond, "contradicted" at the
 * margin and inside. */
static void no_effect_errs_no_more_than_stated(void **state)
{
    (void)state;
    struct rate rates[] = {
        {RULE_EQUIVALENT, -1.5, 1, 0.0, 0.003, 0},
        {RULE_AT_LEAST_MARGIN, 1, 1, 0.0244, 0.005, 0},
        {RULE_AT_MOST_MARGIN, -1, 1, 0.0244, 0.005, 0},
        {RULE_AT_LEAST_MARGIN, 0, 1, 0.0, 0.003, 0},
    };
    assert_rates(rates, 4, 10, dice_normal);
}

/* With heavy tails the error stays exact: only symmetry is assumed. */
static double draw_heavy(struct dice *dice)
{
    const double normal = dice_normal(dice);
    return dice_unit(dice) < 0.1 ? 10 * normal : normal;
}

/* The difference of two runs with the same skewed noise is symmetric. */
static double draw_skewed_pair(struct dice *dice)
{
    return log(dice_unit(dice)) - log(dice_unit(dice));
}

static void errors_are_exact_for_any_symmetric_noise(void **state)
{
    (void)state;
    const draw_noise draws[] = {draw_heavy, draw_skewed_pair};
    for (int i = 0; i < 2; i++) {
        struct rate rates[] = {
            {RULE_BETTER, 0, 0, 0.0244, 0.005, 0},
            {RULE_WORSE, 0, 0, 0.0244, 0.005, 0},
        };
        assert_rates(rates, 2, 10, draws[i]);
    }
}

/* Only when one arm's noise is skewed and three times as wide as the other's
 * are the differences themselves skewed. Then the 5 % become 8, nearly all of
 * them on one side: the limit of the assumption, kept here so that it is
 * known. */
static double draw_skewed(struct dice *dice)
{
    return -log(dice_unit(dice)) + log(dice_unit(dice)) / 3 - 2.0 / 3;
}

static void skewed_differences_cost_three_points_on_one_side(void **state)
{
    (void)state;
    struct rate rates[] = {
        {RULE_BETTER, 0, 0, 0.007, 0.005, 0},
        {RULE_WORSE, 0, 0, 0.074, 0.008, 0},
    };
    assert_rates(rates, 2, 10, draw_skewed);
}

/* -- Coverage -------------------------------------------------------------- */

static void the_interval_covers_as_often_as_it_says(void **state)
{
    (void)state;
    struct dice dice = {77};
    const int64_t truth = 3 * SD / 10;
    const int64_t rank = signflip_rank(five_percent, 10);
    const int64_t wide = signflip_rank_equivalence(five_percent, 10);
    int inside = 0;
    int inside_narrow = 0;
    enum { ROUNDS = 8000 };
    for (int i = 0; i < ROUNDS; i++) {
        int64_t delta[10];
        for (int seed = 0; seed < 10; seed++) {
            delta[seed] =
                truth + (int64_t)llround(dice_normal(&dice) * (double)SD);
        }
        struct signflip test;
        signflip_init(&test, delta, 10);
        const struct ratio centre = ratio_of_units(truth);
        inside += ratio_compare(signflip_smallest(&test, rank), centre) <= 0 &&
                  ratio_compare(signflip_largest(&test, rank), centre) >= 0;
        inside_narrow +=
            ratio_compare(signflip_smallest(&test, wide), centre) <= 0 &&
            ratio_compare(signflip_largest(&test, wide), centre) >= 0;
    }
    if (getenv("PRINT_RATES") != NULL) {
        printf("# coverage %.4f and %.4f\n", (double)inside / ROUNDS,
               (double)inside_narrow / ROUNDS);
    }
    assert_true(fabs((double)inside / ROUNDS - 974.0 / 1024) < 0.01);
    assert_true(fabs((double)inside_narrow / ROUNDS - 922.0 / 1024) < 0.014);
}

/* -- Power, and the page's table ------------------------------------------- */

static void power_and_equivalence_are_those_of_the_table(void **state)
{
    (void)state;
    static const struct row {
        int n;
        double power[4];
        double equivalent[2];
    } rows[] = {
        {6, {.18, .25, .35, .66}, {.37, .83}},
        {8, {.36, .47, .65, .94}, {.61, .96}},
        {10, {.47, .61, .80, .99}, {.79, .99}},
        {12, {.57, .72, .89, 1.0}, {.88, 1.0}},
    };
    for (int i = 0; i < 4; i++) {
        const struct row *const row = &rows[i];
        struct rate rates[] = {
            {RULE_BETTER, 0.67, 0, row->power[0], 0.02, 0},
            {RULE_BETTER, 0.8, 0, row->power[1], 0.02, 0},
            {RULE_BETTER, 1, 0, row->power[2], 0.02, 0},
            {RULE_BETTER, 1.5, 0, row->power[3], 0.02, 0},
            {RULE_EQUIVALENT, 0, 1, row->equivalent[0], 0.02, 0},
            {RULE_EQUIVALENT, 0, 1.5, row->equivalent[1], 0.02, 0},
        };
        assert_rates(rates, 6, row->n, dice_normal);
    }
}

/* -- Whole decisions ------------------------------------------------------- */

/* How often each verdict falls when the truth is at `effect` sd, margin 1
 * sd. */
static void decide_often(enum expect expect, double effect, int found[])
{
    struct dice dice = {9};
    static const int64_t seed[10] = {101, 102, 103, 104, 105,
                                     106, 107, 108, 109, 110};
    for (int i = 0; i < VERDICT_COUNT; i++) {
        found[i] = 0;
    }
    for (int i = 0; i < 2000; i++) {
        double control[10];
        double treatment[10];
        for (int s = 0; s < 10; s++) {
            control[s] = 2 + 0.01 * dice_normal(&dice);
            treatment[s] = control[s] - 0.001 * (effect + dice_normal(&dice));
        }
        const struct hypothesis_data data = {
            .expect = expect,
            .scale = {.worst = 3466000000},
            .margin = SD,
            .level = five_percent,
            .n = 10,
            .seed = seed,
            .control = control,
            .treatment = treatment,
        };
        struct decision decision;
        verdict_decide(&data, &decision);
        found[decision.verdict]++;
    }
}

/* Of 2000 decisions 5 % are 100, with a standard error of 10. */
static void verdicts_are_wrong_as_rarely_as_their_rules(void **state)
{
    (void)state;
    int found[VERDICT_COUNT];
    decide_often(EXPECT_IMPROVEMENT, 0, found);
    assert_in_range(found[VERDICT_REPLICATED], 0, 60);
    assert_in_range(found[VERDICT_CONTRADICTED], 0, 60);
    assert_in_range(found[VERDICT_NO_EFFECT], 1500, 1700);
    decide_often(EXPECT_IMPROVEMENT, 1, found);
    assert_in_range(found[VERDICT_NO_EFFECT], 70, 135);
    assert_int_equal(found[VERDICT_CONTRADICTED], 0);
    decide_often(EXPECT_NO_WORSE, -1, found);
    assert_in_range(found[VERDICT_REPLICATED], 25, 80);
    assert_in_range(found[VERDICT_CONTRADICTED], 25, 80);
    decide_often(EXPECT_NO_EFFECT, 1.5, found);
    assert_in_range(found[VERDICT_REPLICATED], 0, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_no_difference_each_side_errs_at_its_exact_rate),
        cmocka_unit_test(improvement_errs_no_more_than_stated),
        cmocka_unit_test(no_worse_errs_no_more_than_stated),
        cmocka_unit_test(no_effect_errs_no_more_than_stated),
        cmocka_unit_test(errors_are_exact_for_any_symmetric_noise),
        cmocka_unit_test(skewed_differences_cost_three_points_on_one_side),
        cmocka_unit_test(the_interval_covers_as_often_as_it_says),
        cmocka_unit_test(power_and_equivalence_are_those_of_the_table),
        cmocka_unit_test(verdicts_are_wrong_as_rarely_as_their_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
