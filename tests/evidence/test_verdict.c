/* Each verdict by each way to it, and the figures shown beside it. */

#include "support/test.h"

#include <math.h>

#include "evidence/seeds.h"
#include "oracle.h"

/* Ten differences in thousandths, on a control of 2.000; margin 10. */
static const double even[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const double wide[] = {40, -40, 35, -35, 30, -30, 25, -25, 20, -20};
static const double near_zero[] = {4, -4, 3, -3, 2, -2, 1, -1, 0.5, -0.5};

static const int64_t seeds[] = {101, 102, 103, 104, 105, 106, 107,
                                108, 109, 110, 111, 112, 113, 114,
                                115, 116, 117, 118, 119, 120, 121};

struct case_data {
    struct hypothesis_data data;
    double control[SIGNFLIP_MAX + 1], treatment[SIGNFLIP_MAX + 1];
};

/* Treatment better by shift + scale * shape, in thousandths. */
static struct case_data make_case(enum expect expect, const double shape[],
                                  double shift, double scale)
{
    struct case_data made = {.data = {
                                 .expect = expect,
                                 .scale = {.worst = 3466000000},
                                 .margin = 10000000,
                                 .level = {50000000, 1},
                                 .n = 10,
                                 .seed = seeds,
                             }};
    for (int i = 0; i < 10; i++) {
        made.control[i] = 2;
        made.treatment[i] = 2 - (shift + scale * shape[i]) / 1000;
    }
    return made;
}

static struct decision decide(struct case_data *made)
{
    made->data.control = made->control;
    made->data.treatment = made->treatment;
    struct decision decision;
    verdict_decide(&made->data, &decision);
    return decision;
}

static void assert_decision(enum expect expect, const double shape[],
                            double shift, enum verdict verdict,
                            enum size_tag size)
{
    struct case_data made = make_case(expect, shape, shift, 1);
    const struct decision decision = decide(&made);
    assert_string_equal(verdict_name(decision.verdict), verdict_name(verdict));
    assert_string_equal(size_name(decision.size), size_name(size));
    assert_int_equal(decision.reason, REASON_NONE);
}

static void an_improvement_has_four_endings(void **state)
{
    (void)state;
    const enum expect expect = EXPECT_IMPROVEMENT;
    assert_decision(expect, near_zero, 0, VERDICT_NO_EFFECT, SIZE_NONE);
    assert_decision(expect, near_zero, 3, VERDICT_NO_EFFECT, SIZE_BELOW_MARGIN);
    assert_decision(expect, near_zero, 9, VERDICT_REPLICATED, SIZE_UNCERTAIN);
    assert_decision(expect, near_zero, 20, VERDICT_REPLICATED,
                    SIZE_AT_LEAST_MARGIN);
    assert_decision(expect, near_zero, -20, VERDICT_CONTRADICTED, SIZE_NONE);
    assert_decision(expect, wide, 0, VERDICT_INCONCLUSIVE, SIZE_NONE);
}

/* A loss that is real but below the margin is no meaningful effect as well; the
 * tag speaks of gains only. */
static void a_small_loss_is_no_meaningful_effect(void **state)
{
    (void)state;
    assert_decision(EXPECT_IMPROVEMENT, near_zero, -3, VERDICT_NO_EFFECT,
                    SIZE_NONE);
}

static void no_worse_has_three_endings(void **state)
{
    (void)state;
    const enum expect expect = EXPECT_NO_WORSE;
    assert_decision(expect, near_zero, 0, VERDICT_REPLICATED, SIZE_NONE);
    assert_decision(expect, near_zero, 50, VERDICT_REPLICATED, SIZE_NONE);
    assert_decision(expect, near_zero, -30, VERDICT_CONTRADICTED, SIZE_NONE);
    assert_decision(expect, wide, 0, VERDICT_INCONCLUSIVE, SIZE_NONE);
    assert_decision(expect, near_zero, -10, VERDICT_INCONCLUSIVE, SIZE_NONE);
}

static void no_effect_has_three_endings(void **state)
{
    (void)state;
    const enum expect expect = EXPECT_NO_EFFECT;
    assert_decision(expect, near_zero, 0, VERDICT_REPLICATED, SIZE_NONE);
    assert_decision(expect, near_zero, 30, VERDICT_CONTRADICTED, SIZE_NONE);
    assert_decision(expect, near_zero, -30, VERDICT_CONTRADICTED, SIZE_NONE);
    assert_decision(expect, wide, 0, VERDICT_INCONCLUSIVE, SIZE_NONE);
}

/* The page compares with > in one place and with >= in another. */
static void a_bound_at_the_margin_counts_as_the_page_says(void **state)
{
    (void)state;
    assert_decision(EXPECT_IMPROVEMENT, even, 9, VERDICT_REPLICATED,
                    SIZE_AT_LEAST_MARGIN);
    assert_decision(EXPECT_NO_EFFECT, even, 9, VERDICT_CONTRADICTED, SIZE_NONE);
    assert_decision(EXPECT_NO_EFFECT, even, -11, VERDICT_CONTRADICTED,
                    SIZE_NONE);
    assert_decision(EXPECT_NO_WORSE, even, -11, VERDICT_INCONCLUSIVE,
                    SIZE_NONE);
    assert_decision(EXPECT_IMPROVEMENT, even, 8.999999, VERDICT_NO_EFFECT,
                    SIZE_BELOW_MARGIN);
}

static void a_margin_of_zero_leaves_a_plain_test(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 3, 1);
    made.data.margin = 0;
    assert_int_equal(decide(&made).verdict, VERDICT_REPLICATED);
    made = make_case(EXPECT_IMPROVEMENT, near_zero, 0, 1);
    made.data.margin = 0;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(decision.seeds_for_power, 0);
}

/* -- Against the rules as the page writes them ----------------------------- */

static int against(struct ratio bound, int64_t units)
{
    return ratio_compare(bound, ratio_of_units(units));
}

static bool is_inside(const struct decision *d)
{
    return against(d->equivalence.lo, -d->margin) > 0 &&
           against(d->equivalence.hi, d->margin) < 0;
}

static enum verdict verdict_by_bounds(const struct decision *d)
{
    const struct ratio lo = d->interval.lo;
    const struct ratio hi = d->interval.hi;
    switch (d->expect) {
    case EXPECT_IMPROVEMENT:
        return is_inside(d)         ? VERDICT_NO_EFFECT
               : against(lo, 0) > 0 ? VERDICT_REPLICATED
               : against(hi, 0) < 0 ? VERDICT_CONTRADICTED
                                    : VERDICT_INCONCLUSIVE;
    case EXPECT_NO_WORSE:
        return against(lo, -d->margin) > 0   ? VERDICT_REPLICATED
               : against(hi, -d->margin) < 0 ? VERDICT_CONTRADICTED
                                             : VERDICT_INCONCLUSIVE;
    case EXPECT_NO_EFFECT:
        return is_inside(d) ? VERDICT_REPLICATED
               : against(lo, d->margin) >= 0 || against(hi, -d->margin) <= 0
                   ? VERDICT_CONTRADICTED
                   : VERDICT_INCONCLUSIVE;
    case EXPECT_COUNT:
        break;
    }
    return VERDICT_NOT_DECIDED;
}

static void verdicts_are_those_of_the_bounds(void **state)
{
    (void)state;
    struct dice dice = {21};
    int seen[VERDICT_COUNT] = {0};
    for (int round = 0; round < 3000; round++) {
        struct case_data made =
            make_case((enum expect)(round % EXPECT_COUNT), even, 0, 0);
        made.data.n = 6 + round % 6;
        const int64_t shift = dice_between(&dice, -25, 25);
        const int64_t spread = dice_between(&dice, 0, 12);
        for (int i = 0; i < made.data.n; i++) {
            made.control[i] = 2;
            made.treatment[i] =
                2 -
                (double)(shift + dice_between(&dice, -spread, spread)) / 1000;
        }
        const struct decision decision = decide(&made);
        assert_int_equal(decision.verdict, verdict_by_bounds(&decision));
        seen[decision.verdict]++;
    }
    assert_true(seen[VERDICT_NO_EFFECT] > 50);
    assert_true(seen[VERDICT_REPLICATED] > 50);
    assert_true(seen[VERDICT_CONTRADICTED] > 50);
    assert_true(seen[VERDICT_INCONCLUSIVE] > 50);
}

/* -- Not decided ----------------------------------------------------------- */

static void integrity_comes_before_any_number(void **state)
{
    (void)state;
    static const enum reason reasons[] = {
        REASON_PLAN_CHANGED, REASON_SEEDS_OVERLAP,  REASON_SEEDS_MISSING,
        REASON_SEEDS_EXTRA,  REASON_BUDGETS_DIFFER,
    };
    for (int i = 0; i < 5; i++) {
        struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
        made.data.integrity = REASON_BIT(reasons[i]);
        const struct decision decision = decide(&made);
        assert_int_equal(decision.verdict, VERDICT_NOT_DECIDED);
        assert_int_equal(decision.reason, reasons[i]);
        assert_int_equal(decision.size, SIZE_NONE);
        assert_int_equal(decision.wins, 10);
    }
}

static void the_gravest_reason_is_told_and_all_are_kept(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
    made.data.integrity =
        REASON_BIT(REASON_SEEDS_MISSING) | REASON_BIT(REASON_PLAN_CHANGED);
    const struct decision decision = decide(&made);
    assert_int_equal(decision.reason, REASON_PLAN_CHANGED);
    assert_int_equal(decision.integrity, made.data.integrity);
}

static void five_seeds_are_a_pilot(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
    made.data.n = 5;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.verdict, VERDICT_NOT_DECIDED);
    assert_int_equal(decision.reason, REASON_TOO_FEW_SEEDS);
    assert_int_equal(decision.interval.rank, 0);
    assert_int_equal(decision.equivalence.rank, 0);
    assert_int_equal(decision.fewest_seeds, 6);
    assert_int_equal(decision.p_two_sided, 2); /* 2/32 = 0.0625 */
    assert_int_equal(decision.wins, 5);
}

static void twenty_one_seeds_are_too_many(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
    made.data.n = SIGNFLIP_MAX + 1;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.verdict, VERDICT_NOT_DECIDED);
    assert_int_equal(decision.reason, REASON_TOO_MANY_SEEDS);
}

static void no_seed_is_not_tested(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
    made.data.n = 0;
    assert_int_equal(decide(&made).verdict, VERDICT_NOT_TESTED);
}

static void a_second_look_asks_for_stronger_evidence(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 9, 1);
    made.data.n = 6;
    assert_int_equal(decide(&made).verdict, VERDICT_REPLICATED);
    made.data.level.looks = 2;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.reason, REASON_TOO_FEW_SEEDS);
    assert_int_equal(decision.fewest_seeds, 7);
}

/* -- Sensitivity ----------------------------------------------------------- */

static struct decision decide_with_arm(enum expect expect, double shift,
                                       double arm_shift)
{
    struct case_data made = make_case(expect, near_zero, shift, 1);
    double arm[10];
    for (int i = 0; i < 10; i++) {
        arm[i] = 2 - (arm_shift + near_zero[i]) / 1000;
    }
    made.data.sensitivity = arm;
    made.data.sensitivity_expect = DIRECTION_WORSE;
    return decide(&made);
}

static void a_null_verdict_needs_an_arm_that_was_seen(void **state)
{
    (void)state;
    static const struct {
        enum expect expect;
        enum verdict verdict;
    } nulls[] = {{EXPECT_IMPROVEMENT, VERDICT_NO_EFFECT},
                 {EXPECT_NO_WORSE, VERDICT_REPLICATED},
                 {EXPECT_NO_EFFECT, VERDICT_REPLICATED}};
    for (int i = 0; i < 3; i++) {
        const struct decision seen = decide_with_arm(nulls[i].expect, 0, -50);
        assert_int_equal(seen.sensitivity, SENSITIVITY_DETECTED);
        assert_int_equal(seen.verdict, nulls[i].verdict);
        /* Nothing there, and the wrong way round. */
        for (int shift = 0; shift <= 50; shift += 50) {
            const struct decision missed =
                decide_with_arm(nulls[i].expect, 0, shift);
            assert_int_equal(missed.sensitivity, SENSITIVITY_MISSED);
            assert_int_equal(missed.verdict, VERDICT_NOT_DECIDED);
            assert_int_equal(missed.reason, REASON_NOT_SENSITIVE);
        }
    }
}

static void a_detected_effect_stands_without_the_arm(void **state)
{
    (void)state;
    const struct decision better = decide_with_arm(EXPECT_IMPROVEMENT, 20, 0);
    assert_int_equal(better.verdict, VERDICT_REPLICATED);
    const struct decision worse = decide_with_arm(EXPECT_NO_WORSE, -30, 0);
    assert_int_equal(worse.verdict, VERDICT_CONTRADICTED);
    const struct decision other = decide_with_arm(EXPECT_NO_EFFECT, 30, 0);
    assert_int_equal(other.verdict, VERDICT_CONTRADICTED);
}

static void an_arm_can_be_expected_to_be_better(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_NO_EFFECT, near_zero, 0, 1);
    double arm[10];
    double own_control[10];
    for (int i = 0; i < 10; i++) {
        arm[i] = 2.5;
        own_control[i] = 3;
    }
    made.data.sensitivity = arm;
    made.data.sensitivity_expect = DIRECTION_BETTER;
    assert_int_equal(decide(&made).sensitivity, SENSITIVITY_MISSED);
    made.data.sensitivity_control = own_control;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.sensitivity, SENSITIVITY_DETECTED);
    assert_int_equal(decision.sensitivity_result.p, 1);
}

/* -- Figures --------------------------------------------------------------- */

static void the_figures_beside_a_verdict_are_counted(void **state)
{
    (void)state;
    static const double shape[] = {5, 0, -2, 7, 7, -2, 1, 1, 1, 2};
    struct case_data made = make_case(EXPECT_IMPROVEMENT, shape, 0, 1);
    const struct decision decision = decide(&made);
    assert_int_equal(decision.wins, 7);
    assert_int_equal(decision.ties, 1);
    assert_int_equal(decision.losses, 2);
    assert_int_equal(decision.mean.sum, 20000000);
    assert_int_equal(decision.mean.size, 10);
    assert_int_equal(decision.lowest.seed, 103);
    assert_int_equal(decision.lowest.delta, -2000000);
    assert_int_equal(decision.highest.seed, 104);
    assert_int_equal(decision.highest.delta, 7000000);
    /* 0.002 of 2 is 0.1 %. */
    assert_true(decision.has_relative);
    assert_int_equal(decision.relative, 100000000);
    assert_int_equal(decision.interval.rank, 25);
    assert_int_equal(decision.equivalence.rank, 51);
}

static void a_control_of_zero_has_no_relative_difference(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 0, 1);
    for (int i = 0; i < 10; i++) {
        made.control[i] = -0.0;
    }
    assert_false(decide(&made).has_relative);
}

/* PC-16: the file's two arms, with a worst of 4. */
static void diverged_runs_count_and_never_win(void **state)
{
    (void)state;
    const double base[] = {2.91, 2.88, (double)NAN, 2.95, 2.90};
    const double new[] = {2.71, HUGE_VAL, 2.69, 0, -0.0};
    const struct hypothesis_data data = {
        .scale = {.worst = 4000000000},
        .margin = 10000000,
        .level = {50000000, 1},
        .n = 5,
        .seed = seeds,
        .control = base,
        .treatment = new,
    };
    struct decision decision;
    verdict_decide(&data, &decision);
    assert_int_equal(decision.control.diverged, 1);
    assert_int_equal(decision.treatment.diverged, 1);
    assert_int_equal(decision.delta[1], -1120000000);
    assert_int_equal(decision.delta[2], 1310000000);
    assert_int_equal(decision.delta[3], 2950000000);
    assert_int_equal(decision.delta[4], 2900000000);
    assert_int_equal(decision.losses, 1);
}

static void runs_beyond_worst_are_clipped_and_counted_apart(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 0, 1);
    made.treatment[4] = 9;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.treatment.clipped, 1);
    assert_int_equal(decision.treatment.diverged, 0);
    assert_int_equal(decision.delta[4], 2000000000 - 3466000000);
}

static void a_value_too_large_to_keep_is_not_decided_on(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, 0, 1);
    made.treatment[0] = -1e30;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.verdict, VERDICT_NOT_DECIDED);
    assert_int_equal(decision.reason, REASON_VALUE_TOO_LARGE);
}

static void higher_can_be_better(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, near_zero, -20, 1);
    made.data.scale.is_higher_better = true;
    made.data.scale.worst = 0;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.verdict, VERDICT_REPLICATED);
    assert_int_equal(decision.wins, 10);
}

static void the_same_runs_make_a_noise_band_of_zero(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, wide, 0, 1);
    made.data.noise = made.control;
    made.data.noise_n = 10;
    const struct decision decision = decide(&made);
    assert_int_equal(decision.noise.n, 10);
    assert_int_equal(decision.noise.interval.rank, 25);
    assert_int_equal(decision.noise.interval.lo.sum, 0);
    assert_int_equal(decision.noise.interval.hi.sum, 0);
    assert_int_equal(decision.noise.p, 1024);
}

static void the_noise_band_is_the_test_on_the_control_twice(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, wide, 0, 1);
    double noise[12];
    int64_t delta[10];
    for (int i = 0; i < 12; i++) {
        noise[i] = 2 - wide[i % 10] / 1000;
    }
    for (int i = 0; i < 10; i++) {
        delta[i] = (int64_t)(wide[i] * 1e6);
    }
    noise[3] = (double)NAN;
    delta[3] = 2000000000 - 3466000000;
    made.data.noise = noise;
    made.data.noise_n = 12; /* two more than there are claim seeds */
    const struct decision decision = decide(&made);
    struct signflip test;
    signflip_init(&test, delta, 10);
    assert_int_equal(decision.noise.n, 10);
    assert_int_equal(decision.noise.trouble.diverged, 1);
    assert_int_equal(
        ratio_compare(decision.noise.interval.lo, signflip_smallest(&test, 25)),
        0);
    assert_int_equal(decision.noise.p, signflip_p_two_sided(&test));
    made.data.noise_n = 3;
    const struct decision few = decide(&made);
    assert_int_equal(few.noise.n, 3);
    assert_int_equal(few.noise.interval.rank, 0);
}

static void inconclusive_says_how_many_seeds_would_do(void **state)
{
    (void)state;
    struct case_data made = make_case(EXPECT_IMPROVEMENT, wide, 0, 1);
    const struct decision decision = decide(&made);
    /* sd 32.5 against 10: (1.960 + 0.842)^2 * 10.56 + 1.92 = 84.7. */
    assert_int_equal(decision.verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(decision.seeds_for_power, 85);
    made.data.expect = EXPECT_NO_EFFECT;
    assert_true(decide(&made).seeds_for_power > 85);
    struct case_data clear = make_case(EXPECT_IMPROVEMENT, near_zero, 20, 1);
    assert_int_equal(decide(&clear).seeds_for_power, 0);
}

/* -- Seeds and names ------------------------------------------------------- */

static void seed_sets_must_not_meet(void **state)
{
    (void)state;
    const int64_t tuning[] = {1, 2, 3};
    const int64_t noise[] = {11, 12};
    const int64_t claim[] = {101, 102};
    const int64_t reused[] = {101, 3};
    const int64_t twice[] = {7, 7};
    const struct seed_set apart[] = {{tuning, 3}, {noise, 2}, {claim, 2}};
    assert_int_equal(seeds_overlap(apart, 3), 0);
    const struct seed_set met[] = {{tuning, 3}, {noise, 2}, {reused, 2}};
    assert_int_equal(seeds_overlap(met, 3), REASON_BIT(REASON_SEEDS_OVERLAP));
    const struct seed_set doubled[] = {{twice, 2}};
    assert_int_equal(seeds_overlap(doubled, 1),
                     REASON_BIT(REASON_SEEDS_OVERLAP));
}

static void missing_and_extra_seeds_are_told_apart(void **state)
{
    (void)state;
    const int64_t planned[] = {1, 2, 3};
    const int64_t found[] = {3, 2, 9};
    const unsigned missing = REASON_BIT(REASON_SEEDS_MISSING);
    const unsigned extra = REASON_BIT(REASON_SEEDS_EXTRA);
    const struct seed_set all = {planned, 3};
    assert_int_equal(seeds_differ(all, all), 0);
    assert_int_equal(seeds_differ(all, (struct seed_set){found, 2}), missing);
    assert_int_equal(seeds_differ((struct seed_set){planned, 2}, all), extra);
    assert_int_equal(seeds_differ(all, (struct seed_set){found, 3}),
                     missing | extra);
}

static void names_go_out_and_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++) {
        enum verdict verdict = VERDICT_COUNT;
        const char *const name = verdict_name((enum verdict)i);
        assert_true(verdict_from_name(str_from_c(name), &verdict));
        assert_int_equal(verdict, i);
        assert_true(strlen(verdict_words((enum verdict)i)) > 0);
    }
    enum verdict verdict = VERDICT_REPLICATED;
    assert_false(verdict_from_name(S("Replicated"), &verdict));
    assert_int_equal(verdict, VERDICT_REPLICATED);
    for (int i = 0; i < RULE_COUNT; i++) {
        assert_non_null(verdict_rule_name((enum verdict_rule)i));
        assert_int_equal(verdict_rule_sides((enum verdict_rule)i),
                         i == RULE_EQUIVALENT ? 1 : 2);
    }
    for (int i = 0; i < REASON_COUNT; i++) {
        assert_non_null(reason_words((enum reason)i));
    }
}

static void verdict_names_are_those_of_the_pages(void **state)
{
    (void)state;
    static const char *const names[VERDICT_COUNT] = {
        "not-tested",           "not-runnable", "not-decided",  "inconclusive",
        "no-meaningful-effect", "replicated",   "contradicted",
    };
    for (int i = 0; i < VERDICT_COUNT; i++) {
        assert_string_equal(verdict_name((enum verdict)i), names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_improvement_has_four_endings),
        cmocka_unit_test(a_small_loss_is_no_meaningful_effect),
        cmocka_unit_test(no_worse_has_three_endings),
        cmocka_unit_test(no_effect_has_three_endings),
        cmocka_unit_test(a_bound_at_the_margin_counts_as_the_page_says),
        cmocka_unit_test(a_margin_of_zero_leaves_a_plain_test),
        cmocka_unit_test(verdicts_are_those_of_the_bounds),
        cmocka_unit_test(integrity_comes_before_any_number),
        cmocka_unit_test(the_gravest_reason_is_told_and_all_are_kept),
        cmocka_unit_test(five_seeds_are_a_pilot),
        cmocka_unit_test(twenty_one_seeds_are_too_many),
        cmocka_unit_test(no_seed_is_not_tested),
        cmocka_unit_test(a_second_look_asks_for_stronger_evidence),
        cmocka_unit_test(a_null_verdict_needs_an_arm_that_was_seen),
        cmocka_unit_test(a_detected_effect_stands_without_the_arm),
        cmocka_unit_test(an_arm_can_be_expected_to_be_better),
        cmocka_unit_test(the_figures_beside_a_verdict_are_counted),
        cmocka_unit_test(a_control_of_zero_has_no_relative_difference),
        cmocka_unit_test(diverged_runs_count_and_never_win),
        cmocka_unit_test(runs_beyond_worst_are_clipped_and_counted_apart),
        cmocka_unit_test(a_value_too_large_to_keep_is_not_decided_on),
        cmocka_unit_test(higher_can_be_better),
        cmocka_unit_test(the_same_runs_make_a_noise_band_of_zero),
        cmocka_unit_test(the_noise_band_is_the_test_on_the_control_twice),
        cmocka_unit_test(inconclusive_says_how_many_seeds_would_do),
        cmocka_unit_test(seed_sets_must_not_meet),
        cmocka_unit_test(missing_and_extra_seeds_are_told_apart),
        cmocka_unit_test(names_go_out_and_come_back),
        cmocka_unit_test(verdict_names_are_those_of_the_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
