/* What was measured, against what is written about it: numbers typed beside an
 * experiment, and the direction of a claim. The decision is made by hand. */

#include "check/place.h"

static struct place_of_work place;
static struct evidence_decision decided;

#define PRACTICE(claim, body)                                   \
    "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nversion: " \
    "1\nclaim: " claim "\nevidence: [EXP-001.larger]\nbody: |\n  " body "\n"

static int tear_down(void **state)
{
    (void)state;
    place_free(&place);
    return 0;
}

static struct ratio ratio_of(double value)
{
    return (struct ratio){(int64_t)(value * NANO), 1};
}

/* Adds evidence whose one hypothesis came out so; + is better, which here is
 * lower. Then checks again. */
static void measure(const char *files, enum verdict verdict, double mean,
                    double lo, double hi)
{
    place = place_new();
    place_put_all(&place, S(CONFIG));
    place_put_all(&place, str_from_c(files));
    place_check(&place, &(struct check_options){0});
    decided = (struct evidence_decision){
        .id = S("larger"),
        .practice = S("SOTA-001"),
        .metric = S("final-loss"),
        .sentence = S("It was measured."),
        .decision = {.verdict = verdict,
                     .n = 10,
                     .margin = NANO / 100,
                     .mean = ratio_of(mean),
                     .interval = {25, ratio_of(lo), ratio_of(hi)}},
    };
    evidences_add(
        &place.arena, &place.evidences,
        &(struct evidence){
            .id = S("EXP-001"),
            .plan = place.plans.at,
            .decisions = &decided,
            .decision_count = 1,
            .source = source_new(&place.arena, S("e/evidence/EXP-001.json"),
                                 S("{}\n")),
        });
    place.diags = (struct diags){.arena = &place.arena};
    check_run(&place.arena, &place.input, &(struct check_options){0},
              &place.diags, &place.summary);
}

static void assert_places(const char *rule, const char *expected)
{
    assert_string_equal(place_of_rule(&place, rule, OUTCOME_FINDING), expected);
}

/* -- number-evidence-disagree --------------------------------------------- */

#define LOWER       "Large steps end at a lower loss."
#define TYPED(body) PLAN PRACTICE(LOWER, body)

static void a_typed_number_is_one_that_the_experiment_has(void **state)
{
    (void)state;
    measure(TYPED("In EXP-001 it is lower by 0.0598 or 0.06 nats, at 0.01."),
            VERDICT_REPLICATED, 0.0598, 0.026, 0.109);
    assert_places("number-evidence-disagree", "");
}

static void one_that_it_does_not_have_is_found_with_the_nearest(void **state)
{
    (void)state;
    measure(TYPED("In EXP-001 it is lower by 0.0610 nats."), VERDICT_REPLICATED,
            0.0598, 0.026, 0.109);
    assert_string_equal(
        place_text(&place),
        "p/SOTA-001.yaml:7:29: warning: 0.0610 is typed beside EXP-001 and is "
        "none of its numbers [number-evidence-disagree]\n"
        "  hint: EXP-001.larger.delta is 0.060; say beside what it is of when "
        "it is of something else\n");
}

static void other_sentences_and_about_right_are_not_asked(void **state)
{
    (void)state;
    measure(TYPED("EXP-001 is lower. Elsewhere 0.5. In EXP-001 about 0.7 and "
                  "over 0.8."),
            VERDICT_REPLICATED, 0.0598, 0.026, 0.109);
    assert_places("number-evidence-disagree", "");
}

static void a_number_may_be_of_another_record_in_the_sentence(void **state)
{
    (void)state;
    measure(
        "== l/LIT-001.yaml\ntitle: T\nstatus: Active\nurl: "
        "https://a.b/\nreports: [{id: a, what: loss, value: '2.167'}]\n" PLAN
            PRACTICE(LOWER, "LIT-001 has 2.167 and EXP-001 0.060."),
        VERDICT_REPLICATED, 0.0598, 0.026, 0.109);
    assert_places("number-evidence-disagree", "");
}

static void beside_what_was_not_run_nothing_can_be_checked(void **state)
{
    (void)state;
    place = place_new();
    place_put_all(&place, S(CONFIG TYPED("In EXP-001 it is 0.061.")));
    place_check(&place, &(struct check_options){0});
    assert_places("number-evidence-disagree", "");
    assert_string_equal(
        place_of_rule(&place, "number-evidence-disagree", OUTCOME_CANNOT_CHECK),
        "p/SOTA-001.yaml:7:20");
}

/* -- effect-opposite, hypothesis-direction -------------------------------- */

static void a_real_effect_the_other_way_is_said(void **state)
{
    (void)state;
    measure(TYPED("Words."), VERDICT_NO_EFFECT, -0.006, -0.009, -0.002);
    assert_string_equal(
        place_text(&place),
        "p/SOTA-001.yaml:5:12: warning: the claim says that final-loss is "
        "lower, and EXP-001.larger measured it higher [effect-opposite]\n"
        "  hint: It was measured. Narrow the claim, or say it in a flag that "
        "names EXP-001\n");
}

static void what_may_be_zero_has_no_sign(void **state)
{
    (void)state;
    measure(TYPED("Words."), VERDICT_INCONCLUSIVE, -0.006, -0.015, 0.001);
    assert_places("effect-opposite", "");
}

static void a_contradiction_is_reported_once(void **state)
{
    (void)state;
    measure(TYPED("Words."), VERDICT_CONTRADICTED, -0.06, -0.09, -0.02);
    assert_places("effect-opposite", "");
    assert_places("evidence-contradicting", "p/SOTA-001.yaml:5:12");
}

static void a_claim_of_no_worse_is_not_contradicted_by_a_little(void **state)
{
    (void)state;
    measure(PLAN PRACTICE("Large steps leave the loss no worse.", "Words."),
            VERDICT_REPLICATED, -0.006, -0.009, -0.002);
    assert_places("effect-opposite", "");
}

static void an_open_flag_says_it(void **state)
{
    (void)state;
    measure(TYPED("Words.") "flags: [{since: 1, text: EXP-001 is against "
                            "it}]\n",
            VERDICT_NO_EFFECT, -0.006, -0.009, -0.002);
    assert_places("effect-opposite", "");
}

#define REPORTED(control, treatment)                                          \
    "== l/LIT-001.yaml\ntitle: T\nstatus: Active\nurl: "                      \
    "https://a.b/\nreports: "                                                 \
    "[{id: a, what: test loss, value: '" control "', unit: nats}, {id: b, "   \
    "what: test loss, value: '" treatment "', unit: nats}]\n" PLAN            \
    "reported:\n- {arm: small, metric: final-loss, ref: LIT-001#a}\n- {arm: " \
    "large, metric: final-loss, ref: LIT-001#b}\n" PRACTICE(LOWER, "Words.")

static void two_reports_that_go_the_other_way_are_found(void **state)
{
    (void)state;
    measure(REPORTED("2.1", "2.3"), VERDICT_REPLICATED, 0.06, 0.02, 0.1);
    assert_places("effect-opposite", "e/EXP-001.yaml:17:41");
}

static void two_reports_that_agree_or_are_equal_pass(void **state)
{
    (void)state;
    measure(REPORTED("2.3", "2.1"), VERDICT_REPLICATED, 0.06, 0.02, 0.1);
    assert_places("effect-opposite", "");
    place_free(&place);
    measure(REPORTED("2.3", "2.3"), VERDICT_REPLICATED, 0.06, 0.02, 0.1);
    assert_places("effect-opposite", "");
}

/* The plan with one word replaced. */
static const char *plan_with(struct arena *arena, const char *from,
                             const char *to)
{
    const struct str plan = S(PLAN PRACTICE(LOWER, "Words."));
    const size_t at = str_find(plan, str_from_c(from));
    assert_true(at != STR_NONE);
    return arena_printf(arena, "%.*s%s%.*s", STR_ARG(str_slice(plan, 0, at)),
                        to, STR_ARG(str_from(plan, at + strlen(from))))
        .ptr;
}

static void a_plan_that_asks_for_less_than_the_claim_is_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    measure(plan_with(&arena, "improvement", "no-worse"), VERDICT_REPLICATED,
            0.06, 0.02, 0.1);
    assert_places("hypothesis-direction", "p/SOTA-001.yaml:5:11");
    arena_free(&arena);
}

static void a_plan_that_looks_the_other_way_is_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    measure(plan_with(&arena, "better: lower", "better: higher"),
            VERDICT_REPLICATED, 0.06, 0.02, 0.1);
    assert_places("hypothesis-direction", "p/SOTA-001.yaml:5:12");
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
        TEST(a_typed_number_is_one_that_the_experiment_has),
        TEST(one_that_it_does_not_have_is_found_with_the_nearest),
        TEST(other_sentences_and_about_right_are_not_asked),
        TEST(a_number_may_be_of_another_record_in_the_sentence),
        TEST(beside_what_was_not_run_nothing_can_be_checked),
        TEST(a_real_effect_the_other_way_is_said),
        TEST(what_may_be_zero_has_no_sign),
        TEST(a_contradiction_is_reported_once),
        TEST(a_claim_of_no_worse_is_not_contradicted_by_a_little),
        TEST(an_open_flag_says_it),
        TEST(two_reports_that_go_the_other_way_are_found),
        TEST(two_reports_that_agree_or_are_equal_pass),
        TEST(a_plan_that_asks_for_less_than_the_claim_is_found),
        TEST(a_plan_that_looks_the_other_way_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
