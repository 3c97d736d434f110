/* The sentences, byte for byte. */

#include "support/test.h"

#include "evidence/holm.h"
#include "evidence/sentence.h"

static const struct sentence_names names = {
    .treatment = {"rmsnorm", 7},
    .control = {"layernorm", 9},
    .metric = {"final-loss", 10},
    .unit = {"nats", 4},
};

/* Differences in ten-thousandths, + is lower loss; margin 0.010. */
static struct decision decide(enum expect expect, const int delta[], int n)
{
    static const int64_t seeds[20] = {101, 102, 103, 104, 105, 106, 107};
    double control[20];
    double treatment[20];
    for (int i = 0; i < n; i++) {
        control[i] = 2.5;
        treatment[i] = 2.5 - delta[i] / 10000.0;
    }
    const struct hypothesis_data data = {
        .expect = expect,
        .scale = {.worst = 3466000000},
        .margin = 10000000,
        .level = {50000000, 1},
        .n = n,
        .seed = seeds,
        .control = control,
        .treatment = treatment,
    };
    struct decision decision;
    verdict_decide(&data, &decision);
    return decision;
}

static void assert_sentence(const struct decision *decision,
                            const char *expected)
{
    struct out out = {0};
    out_decision_sentence(&out, decision, &names);
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static const int gains[] = {100, 130, 150, 90, 120, 180, 60, 140, 110, 150};
static const int losses[] = {-300, -330, -350, -290, -320,
                             -380, -260, -340, -310, 0};
static const int mixed[] = {300, -250, 280, -310, 40, -20, 150, -180, 90, 20};
static const int small[] = {4, -3, 5, 6, -2, 8, 3, 1, 0, 2};
static const int nothing[10] = {0};

static void a_gain_is_told_in_the_direction_of_the_metric(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.0123 nats [0.0098, 0.0148], 10 of 10 seeds, margin "
                    "0.01: replicated (size uncertain).");
}

static void a_loss_turns_number_and_interval_round(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_NO_WORSE, losses, 10);
    assert_sentence(
        &decision,
        "Treatment rmsnorm against layernorm: final-loss higher by "
        "0.0288 nats [0.0210, 0.0342], 9 of 10 seeds (1 tied), margin "
        "0.01: contradicted.");
}

static void an_open_result_says_how_many_seeds_it_takes(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_IMPROVEMENT, mixed, 10);
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.001 nats [-0.014, 0.016], 6 of 10 seeds, margin 0.01: "
                    "inconclusive; 37 seeds would have 80 % power at the "
                    "margin.");
}

static void a_small_gain_is_no_meaningful_effect(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_IMPROVEMENT, small, 10);
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.00024 nats [0.00000, 0.00050], 7 of 10 seeds (1 tied), "
                    "margin 0.01: no meaningful effect.");
}

static void no_difference_has_no_direction(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_NO_EFFECT, nothing, 10);
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss the same "
                    "on average, 0.00 nats [0.00, 0.00], 0 of 10 seeds (10 "
                    "tied), margin 0.01: replicated.");
}

static void a_pilot_says_what_it_cannot_do(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 5);
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.012 nats, 5 of 5 seeds, margin 0.01: not decided: 5 "
                    "seeds cannot pass 0.05 two-sided (smallest p 0.0625), at "
                    "least 6 are needed.");
}

static void diverged_runs_are_in_the_sentence(void **state)
{
    (void)state;
    struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    decision.treatment.diverged = 2;
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.0123 nats [0.0098, 0.0148], 10 of 10 seeds, 2 of 10 "
                    "treatment runs diverged, margin 0.01: replicated (size "
                    "uncertain).");
}

static void a_broken_run_says_what_broke(void **state)
{
    (void)state;
    struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    decision.verdict = VERDICT_NOT_DECIDED;
    decision.size = SIZE_NONE;
    decision.reason = REASON_SEEDS_MISSING;
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.0123 nats [0.0098, 0.0148], 10 of 10 seeds, margin "
                    "0.01: not decided: planned seeds are missing.");
}

static void a_family_is_named_with_its_size(void **state)
{
    (void)state;
    struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    decision.verdict = VERDICT_INCONCLUSIVE;
    decision.size = SIZE_NONE;
    decision.reason = REASON_FAMILY;
    decision.family_size = 30;
    decision.seeds_for_power = 14;
    assert_sentence(&decision,
                    "Treatment rmsnorm against layernorm: final-loss lower by "
                    "0.0123 nats [0.0098, 0.0148], 10 of 10 seeds, margin "
                    "0.01: inconclusive: it does not survive the adjustment "
                    "for its family of 30; 14 seeds would have 80 % power at "
                    "the margin.");
}

static void what_was_not_run_has_no_figures(void **state)
{
    (void)state;
    const struct decision untested = {.verdict = VERDICT_NOT_TESTED};
    assert_sentence(&untested,
                    "Treatment rmsnorm against layernorm: not tested.");
    const struct decision large = {.verdict = VERDICT_NOT_RUNNABLE};
    assert_sentence(&large, "Treatment rmsnorm against layernorm: not runnable "
                            "at this scale.");
    const struct decision many = {.verdict = VERDICT_NOT_DECIDED,
                                  .reason = REASON_TOO_MANY_SEEDS,
                                  .n = 21};
    assert_sentence(&many, "Treatment rmsnorm against layernorm: not decided: "
                           "more seeds than the exact test takes.");
}

static void a_higher_metric_can_be_the_better_one(void **state)
{
    (void)state;
    struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    decision.is_higher_better = true;
    struct out out = {0};
    const struct sentence_names plain = {.treatment = S("a"),
                                         .control = S("b"),
                                         .metric = S("accuracy"),
                                         .margin = S("0.010")};
    out_decision_sentence(&out, &decision, &plain);
    assert_str(out_text(&out),
               "Treatment a against b: accuracy higher by 0.0123 [0.0098, "
               "0.0148], 10 of 10 seeds, margin 0.010: replicated (size "
               "uncertain).");
    out_free(&out);
}

/* -- Digits ---------------------------------------------------------------- */

static int decimals_for(int64_t lo, int64_t hi)
{
    const struct decision decision = {
        .margin = 10000000,
        .mean = {(lo + hi) / 2, 1},
        .interval = {25, {lo, 1}, {hi, 1}},
    };
    return decision_decimals(&decision);
}

static void two_digits_of_the_half_width_are_shown(void **state)
{
    (void)state;
    assert_int_equal(decimals_for(5000000, 20000000), 4);
    assert_int_equal(decimals_for(5000000, 25000000), 3);
    assert_int_equal(decimals_for(50000000000, 70000000000), 0);
    assert_int_equal(decimals_for(50000000000, 60000000000), 1);
    assert_int_equal(decimals_for(3, 5), 9);
    assert_int_equal(decimals_for(3000000000, 3000000000), 2);
}

static void a_bound_is_never_shown_as_what_it_is_not(void **state)
{
    (void)state;
    /* Rounded to four decimals these would read 0.0000 and 0.0100. */
    assert_int_equal(decimals_for(20000, 15000000), 5);
    assert_int_equal(decimals_for(0, 15000000), 4);
    assert_int_equal(decimals_for(-5000000, 9998000), 6);
    assert_int_equal(decimals_for(-10000001, 5000000), 9);
}

/* -- Certainty ------------------------------------------------------------- */

static void assert_sure(const struct decision *decision,
                        enum certainty_level level, const char *expected)
{
    struct out out = {0};
    out_certainty_sentence(&out, decision, level, &names);
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void the_verb_is_as_strong_as_the_certainty(void **state)
{
    (void)state;
    const struct decision decision = decide(EXPECT_IMPROVEMENT, gains, 10);
    assert_sure(&decision, CERTAINTY_HIGH,
                "rmsnorm lowers final-loss by 0.0123 nats [0.0098, 0.0148] "
                "against layernorm.");
    assert_sure(&decision, CERTAINTY_MODERATE,
                "rmsnorm likely lowers final-loss by 0.0123 nats [0.0098, "
                "0.0148] against layernorm.");
    assert_sure(&decision, CERTAINTY_LOW,
                "rmsnorm may lower final-loss by 0.0123 nats [0.0098, 0.0148] "
                "against layernorm.");
    assert_sure(&decision, CERTAINTY_VERY_LOW,
                "The evidence is very uncertain about whether rmsnorm lowers "
                "final-loss against layernorm.");
    assert_sure(&decision, CERTAINTY_NONE,
                "It is not settled here whether rmsnorm improves final-loss "
                "against layernorm.");
}

static void other_findings_have_their_own_verbs(void **state)
{
    (void)state;
    const struct decision no_worse = decide(EXPECT_NO_WORSE, small, 10);
    assert_sure(&no_worse, CERTAINTY_MODERATE,
                "rmsnorm is likely no worse in final-loss (margin 0.01 nats) "
                "than layernorm.");
    const struct decision same = decide(EXPECT_IMPROVEMENT, small, 10);
    assert_sure(&same, CERTAINTY_LOW,
                "rmsnorm may make no meaningful difference to final-loss "
                "(margin 0.01 nats) against layernorm.");
    const struct decision worse = decide(EXPECT_IMPROVEMENT, losses, 10);
    assert_sure(&worse, CERTAINTY_HIGH,
                "rmsnorm raises final-loss by 0.0288 nats [0.0210, 0.0342] "
                "against layernorm.");
    const struct decision open = decide(EXPECT_NO_WORSE, mixed, 10);
    assert_sure(&open, CERTAINTY_LOW,
                "It is not settled here whether rmsnorm is no worse in "
                "final-loss than layernorm.");
}

static void one_of_a_unit_is_singular(void **state)
{
    (void)state;
    const struct str unit = S("doublings");
    assert_true(str_is(unit_behind(S("1"), unit), "doubling"));
    assert_true(str_is(unit_behind(S("1.00"), unit), "doublings"));
    assert_true(str_is(unit_behind(S("10"), unit), "doublings"));
    assert_int_equal(unit_behind(S("1"), S("")).len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_a_unit_is_singular),
        cmocka_unit_test(a_gain_is_told_in_the_direction_of_the_metric),
        cmocka_unit_test(a_loss_turns_number_and_interval_round),
        cmocka_unit_test(an_open_result_says_how_many_seeds_it_takes),
        cmocka_unit_test(a_small_gain_is_no_meaningful_effect),
        cmocka_unit_test(no_difference_has_no_direction),
        cmocka_unit_test(a_pilot_says_what_it_cannot_do),
        cmocka_unit_test(diverged_runs_are_in_the_sentence),
        cmocka_unit_test(a_broken_run_says_what_broke),
        cmocka_unit_test(a_family_is_named_with_its_size),
        cmocka_unit_test(what_was_not_run_has_no_figures),
        cmocka_unit_test(a_higher_metric_can_be_the_better_one),
        cmocka_unit_test(two_digits_of_the_half_width_are_shown),
        cmocka_unit_test(a_bound_is_never_shown_as_what_it_is_not),
        cmocka_unit_test(the_verb_is_as_strong_as_the_certainty),
        cmocka_unit_test(other_findings_have_their_own_verbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
