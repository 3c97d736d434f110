/* Every step down and up, one at a time, from an input that has none. */

#include "support/test.h"

#include "evidence/certainty.h"

/* Replicated, by at least the margin, on ten seeds with a detected arm. */
static struct decision strong_decision(void)
{
    return (struct decision){
        .verdict = VERDICT_REPLICATED,
        .size = SIZE_AT_LEAST_MARGIN,
        .expect = EXPECT_IMPROVEMENT,
        .margin = 10000000,
        .n = 10,
        .mean = {200000000, 10},
        .interval = {25, {12000000, 1}, {28000000, 1}},
        .sensitivity = SENSITIVITY_DETECTED,
    };
}

static struct certainty_input clean_input(const struct decision *decision)
{
    return (struct certainty_input){
        .decision = decision,
        .is_preregistered = true,
        .is_baseline_tuned = true,
        .has_matched_budgets = true,
        .has_held_out_seeds = true,
        .source = SOURCE_NOT_ABLATED,
        .here = {5000, 2000000, S("letters")},
        .claimed = {5000, 2000000, S("letters")},
    };
}

static struct certainty assess(const struct certainty_input *input)
{
    struct certainty certainty;
    certainty_assess(input, &certainty);
    return certainty;
}

static void assert_side(const struct certainty_side *side, const char *expected)
{
    struct out out = {0};
    out_certainty_side(&out, side);
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void a_clean_rerun_is_high_here(void **state)
{
    (void)state;
    const struct decision decision = strong_decision();
    const struct certainty_input input = clean_input(&decision);
    const struct certainty found = assess(&input);
    assert_int_equal(found.here.level, CERTAINTY_HIGH);
    assert_int_equal(found.here.count, 0);
    assert_side(&found.here, "high: high");
    /* At the very scale of the claim it carries over whole. */
    assert_int_equal(found.claimed, CERTAINTY_HIGH);
}

/* -- Down ------------------------------------------------------------------ */

static void assert_here(const struct certainty_input *input,
                        const char *expected)
{
    const struct certainty found = assess(input);
    assert_side(&found.here, expected);
}

static void each_risk_of_bias_costs_a_level_once(void **state)
{
    (void)state;
    const struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    input.is_preregistered = false;
    assert_here(&input, "moderate: high, −1 risk of bias (not preregistered)");
    input.is_baseline_tuned = false;
    input.has_matched_budgets = false;
    input.has_held_out_seeds = false;
    assert_here(&input, "moderate: high, −1 risk of bias (not preregistered), "
                        "risk of bias (baseline untuned), "
                        "risk of bias (budgets not matched), "
                        "risk of bias (no held-out seeds)");
}

static void a_missing_or_missed_arm_costs_a_level(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    const struct certainty_input input = clean_input(&decision);
    decision.sensitivity = SENSITIVITY_NONE;
    assert_here(&input, "moderate: high, −1 no sensitivity arm");
    decision.sensitivity = SENSITIVITY_MISSED;
    assert_here(&input, "moderate: high, −1 sensitivity arm not detected");
}

static void few_seeds_are_imprecise(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    const struct certainty_input input = clean_input(&decision);
    decision.n = 7;
    assert_here(&input, "moderate: high, −1 imprecision (fewer than 8 seeds)");
    decision.size = SIZE_UNCERTAIN;
    assert_here(&input, "moderate: high, −1 imprecision (interval crosses the "
                        "margin), imprecision (fewer than 8 seeds)");
}

static void a_null_is_imprecise_when_its_interval_leaves_the_margin(
    void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    const struct certainty_input input = clean_input(&decision);
    decision.verdict = VERDICT_NO_EFFECT;
    decision.size = SIZE_NONE;
    decision.interval = (struct interval){25, {-1, 1}, {9999999, 1}};
    assert_int_equal(assess(&input).here.level, CERTAINTY_HIGH);
    decision.interval.hi.sum = 10000000;
    assert_int_equal(assess(&input).here.level, CERTAINTY_MODERATE);
    decision.interval = (struct interval){25, {-10000000, 1}, {1, 1}};
    assert_int_equal(assess(&input).here.level, CERTAINTY_MODERATE);
    decision.verdict = VERDICT_REPLICATED;
    decision.expect = EXPECT_NO_EFFECT;
    assert_int_equal(assess(&input).here.level, CERTAINTY_MODERATE);
}

static void no_worse_may_leave_the_far_margin(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    const struct certainty_input input = clean_input(&decision);
    decision.expect = EXPECT_NO_WORSE;
    decision.size = SIZE_NONE;
    decision.interval = (struct interval){25, {-5000000, 1}, {40000000, 1}};
    assert_int_equal(assess(&input).here.level, CERTAINTY_HIGH);
}

static void inconclusive_opposite_and_disagreeing_add_up(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    decision.verdict = VERDICT_INCONCLUSIVE;
    decision.size = SIZE_NONE;
    input.versus = VERSUS_OPPOSITE;
    input.do_tasks_disagree = true;
    assert_here(&input, "low: high, −1 inconsistency (opposite to the report), "
                        "inconsistency (tasks disagree), "
                        "−1 imprecision (inconclusive)");
}

static void a_level_never_falls_below_very_low(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    struct certainty_input input = {.decision = &decision,
                                    .versus = VERSUS_OPPOSITE};
    decision.verdict = VERDICT_INCONCLUSIVE;
    decision.size = SIZE_NONE;
    decision.sensitivity = SENSITIVITY_NONE;
    const struct certainty found = assess(&input);
    assert_int_equal(found.here.level, CERTAINTY_VERY_LOW);
    int sum = (int)found.here.start;
    for (int i = 0; i < found.here.count; i++) {
        sum += found.here.step[i].change;
    }
    assert_int_equal(sum, found.here.level);
}

static void what_was_not_decided_is_not_assessed(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    decision.verdict = VERDICT_NOT_DECIDED;
    assert_here(&input, "not assessed: not decided");
    decision.verdict = VERDICT_NOT_TESTED;
    assert_here(&input, "not assessed: not run here");
    decision.verdict = VERDICT_NOT_RUNNABLE;
    assert_here(&input, "not assessed: not run here");
    input.decision = NULL;
    assert_here(&input, "not assessed: not run here");
    assert_int_equal(assess(&input).claimed, CERTAINTY_VERY_LOW);
}

/* -- Up -------------------------------------------------------------------- */

static void one_level_is_given_back_at_most(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    decision.sensitivity = SENSITIVITY_NONE;
    input.is_preregistered = false;
    decision.interval.lo.sum = 30000001;
    input.monotone_scales = 3;
    input.tasks_replicated = 2;
    assert_here(&input, "moderate: high, −1 no sensitivity arm, "
                        "−1 risk of bias (not preregistered), "
                        "+1 lower bound above 3 margins, "
                        "monotone over 3 or more scales, "
                        "replicated on 2 or more tasks");
    decision.interval.lo.sum = 30000000;
    input.monotone_scales = 2;
    input.tasks_replicated = 1;
    assert_here(&input, "low: high, −1 no sensitivity arm, "
                        "−1 risk of bias (not preregistered)");
}

/* -- At the claimed scale -------------------------------------------------- */

static void sources_give_the_level_that_a_rerun_cannot(void **state)
{
    (void)state;
    struct certainty_input input = {.source = SOURCE_ABLATED};
    assert_int_equal(assess(&input).claimed, CERTAINTY_LOW);
    input.source_groups = 2;
    assert_int_equal(assess(&input).claimed, CERTAINTY_MODERATE);
    input.do_sources_disagree = true;
    assert_int_equal(assess(&input).claimed, CERTAINTY_LOW);
    static const enum source_ablation without[] = {
        SOURCE_NONE, SOURCE_UNKNOWN, SOURCE_NOT_ABLATED, SOURCE_PARTLY};
    for (int i = 0; i < 4; i++) {
        input = (struct certainty_input){.source = without[i]};
        assert_int_equal(assess(&input).claimed, CERTAINTY_VERY_LOW);
    }
}

static void a_single_group_is_a_reporting_bias(void **state)
{
    (void)state;
    struct certainty_input input = {.source = SOURCE_ABLATED,
                                    .source_groups = 1};
    const struct certainty biased = assess(&input);
    assert_side(&biased.sources,
                "very low: low, −1 reporting bias (single group)");
    input.has_negative_results_sought = true;
    const struct certainty sought = assess(&input);
    assert_side(&sought.sources, "low: low");
}

static void assert_carried(struct certainty_input *input, int64_t params,
                           int64_t tokens, const char *expected)
{
    input->claimed.params = params;
    input->claimed.tokens = tokens;
    const struct certainty found = assess(input);
    assert_side(&found.carried, expected);
}

static void a_scale_gap_costs_one_level_or_two(void **state)
{
    (void)state;
    const struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    assert_carried(&input, 50000, 20000000, "high: high");
    assert_carried(&input, 50001, 2000000,
                   "low: high, −1 indirectness (params ×10), "
                   "−1 at most low (a small rerun alone)");
    assert_carried(&input, 2500000, 2000000,
                   "low: high, −1 indirectness (params ×500), "
                   "−1 at most low (a small rerun alone)");
    assert_carried(&input, 5000000, 2000000,
                   "low: high, −1 indirectness (params ×1000), "
                   "−1 at most low (a small rerun alone)");
    assert_carried(&input, 5000, 2600000000,
                   "low: high, −2 indirectness (tokens ×1300)");
    assert_carried(&input, 7000000000, 2000000000000,
                   "low: high, −2 indirectness (params ×1400000)");
    /* A rerun larger than the claim is as far off. */
    assert_carried(&input, 50, 2000000,
                   "low: high, −1 indirectness (params ×100), "
                   "−1 at most low (a small rerun alone)");
    assert_carried(&input, 0, 2000000,
                   "low: high, −2 indirectness (scale not stated)");
}

static void a_small_rerun_alone_never_lifts_the_claim_above_low(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    decision.interval.lo.sum = 900000000;
    struct certainty_input input = clean_input(&decision);
    input.monotone_scales = 9;
    input.tasks_replicated = 9;
    for (int64_t gap = 11; gap < 1000000; gap *= 7) {
        input.claimed.params = input.here.params * gap;
        const struct certainty found = assess(&input);
        assert_int_equal(found.here.level, CERTAINTY_HIGH);
        assert_int_equal(found.claimed, CERTAINTY_LOW);
    }
}

static void other_data_and_architecture_cost_one_more(void **state)
{
    (void)state;
    const struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    input.claimed.params = 5000000000;
    input.claimed.data = S("web text");
    input.is_other_architecture = true;
    const struct certainty found = assess(&input);
    assert_side(&found.carried,
                "very low: high, −2 indirectness (params ×1000000), "
                "−1 indirectness (other data), "
                "indirectness (other architecture)");
    assert_int_equal(found.claimed, CERTAINTY_VERY_LOW);
}

static void a_contradiction_weighs_on_the_sources(void **state)
{
    (void)state;
    struct decision decision = strong_decision();
    struct certainty_input input = clean_input(&decision);
    input.source = SOURCE_ABLATED;
    decision.verdict = VERDICT_CONTRADICTED;
    decision.size = SIZE_NONE;
    const struct certainty found = assess(&input);
    assert_side(&found.sources,
                "very low: low, −1 inconsistency (contradicted here)");
    assert_int_equal(found.carried.level, CERTAINTY_NONE);
    assert_int_equal(found.claimed, CERTAINTY_VERY_LOW);
}

static void what_does_not_speak_for_the_claim_carries_nothing(void **state)
{
    (void)state;
    static const enum verdict silent[] = {
        VERDICT_INCONCLUSIVE, VERDICT_NO_EFFECT, VERDICT_NOT_DECIDED};
    for (int i = 0; i < 3; i++) {
        struct decision decision = strong_decision();
        const struct certainty_input input = clean_input(&decision);
        decision.verdict = silent[i];
        decision.size = SIZE_NONE;
        const struct certainty found = assess(&input);
        assert_int_equal(found.carried.level, CERTAINTY_NONE);
        assert_int_equal(found.claimed, CERTAINTY_VERY_LOW);
    }
}

/* -- Against the report ---------------------------------------------------- */

static void assert_versus(int64_t lo, int64_t hi, int64_t reported,
                          enum versus_report expected)
{
    const struct decision decision = {.interval = {25, {lo, 1}, {hi, 1}}};
    assert_string_equal(
        versus_name(versus_report(&decision, true, true, reported)),
        versus_name(expected));
}

static void a_report_is_compared_with_the_interval(void **state)
{
    (void)state;
    assert_versus(10, 30, 20, VERSUS_CONSISTENT);
    assert_versus(10, 30, 10, VERSUS_CONSISTENT);
    assert_versus(10, 30, 30, VERSUS_CONSISTENT);
    assert_versus(10, 30, 31, VERSUS_SMALLER);
    assert_versus(-10, 30, 31, VERSUS_SMALLER);
    assert_versus(10, 30, 9, VERSUS_LARGER);
    assert_versus(-30, -10, 20, VERSUS_OPPOSITE);
    assert_versus(10, 30, -20, VERSUS_OPPOSITE);
    assert_versus(-30, -10, -31, VERSUS_SMALLER);
    assert_versus(-30, -10, -9, VERSUS_LARGER);
    assert_versus(10, 30, 0, VERSUS_LARGER);
}

static void without_a_common_unit_nothing_is_compared(void **state)
{
    (void)state;
    const struct decision decision = strong_decision();
    const struct decision pilot = {.n = 5};
    assert_int_equal(versus_report(&decision, false, true, 0),
                     VERSUS_NOT_REPORTED);
    assert_int_equal(versus_report(&decision, true, false, 20000000),
                     VERSUS_NOT_COMPARABLE);
    assert_int_equal(versus_report(&pilot, true, true, 20000000),
                     VERSUS_NOT_COMPARABLE);
}

static void every_word_is_there(void **state)
{
    (void)state;
    for (int i = 0; i < CERTAINTY_REASON_COUNT; i++) {
        const enum certainty_reason reason = (enum certainty_reason)i;
        assert_true(strlen(certainty_reason_name(reason)) > 0);
        assert_true(strlen(certainty_reason_words(reason)) > 0);
        const char *const sentence = certainty_reason_sentence(reason);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
    }
    for (int i = 0; i < SOURCE_COUNT; i++) {
        assert_non_null(certainty_source_name((enum source_ablation)i));
        assert_non_null(certainty_source_sentence((enum source_ablation)i));
    }
    assert_string_equal(certainty_name(CERTAINTY_VERY_LOW), "very-low");
    assert_string_equal(versus_words(VERSUS_SMALLER), "smaller than reported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clean_rerun_is_high_here),
        cmocka_unit_test(each_risk_of_bias_costs_a_level_once),
        cmocka_unit_test(a_missing_or_missed_arm_costs_a_level),
        cmocka_unit_test(few_seeds_are_imprecise),
        cmocka_unit_test(
            a_null_is_imprecise_when_its_interval_leaves_the_margin),
        cmocka_unit_test(no_worse_may_leave_the_far_margin),
        cmocka_unit_test(inconclusive_opposite_and_disagreeing_add_up),
        cmocka_unit_test(a_level_never_falls_below_very_low),
        cmocka_unit_test(what_was_not_decided_is_not_assessed),
        cmocka_unit_test(one_level_is_given_back_at_most),
        cmocka_unit_test(sources_give_the_level_that_a_rerun_cannot),
        cmocka_unit_test(a_single_group_is_a_reporting_bias),
        cmocka_unit_test(a_scale_gap_costs_one_level_or_two),
        cmocka_unit_test(a_small_rerun_alone_never_lifts_the_claim_above_low),
        cmocka_unit_test(other_data_and_architecture_cost_one_more),
        cmocka_unit_test(a_contradiction_weighs_on_the_sources),
        cmocka_unit_test(what_does_not_speak_for_the_claim_carries_nothing),
        cmocka_unit_test(a_report_is_compared_with_the_interval),
        cmocka_unit_test(without_a_common_unit_nothing_is_compared),
        cmocka_unit_test(every_word_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
