/* Rules about what was run. The evidence is made by hand: what it says of each
 * hypothesis is all that these rules look at. */

#include "check/place.h"

static struct place_of_work place;
static struct evidence_decision decided;

#define PRACTICE                                                   \
    "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nversion: 1\n" \
    "claim: Large steps are better than small ones.\n"             \
    "evidence: [EXP-001.larger]\n"

static int set_up(void **state)
{
    (void)state;
    place = place_new();
    place_put_all(&place, S(CONFIG PLAN PRACTICE));
    place_check(&place, &(struct check_options){0});
    decided = (struct evidence_decision){.id = S("larger"),
                                         .practice = S("SOTA-001")};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_free(&place);
    return 0;
}

static struct evidence *add_evidence(enum verdict verdict)
{
    decided.decision.verdict = verdict;
    *LIST_PUSH(&place.arena, &place.evidences) = (struct evidence){
        .id = S("EXP-001"),
        .plan = place.plans.at,
        .decisions = &decided,
        .decision_count = 1,
        .source =
            source_new(&place.arena, S("e/evidence/EXP-001.json"), S("{}\n")),
    };
    return &place.evidences.at[place.evidences.len - 1];
}

/* The findings that counts have, with their hints, as if the evidence had been
 * read from its file. */
static void assert_reports(const char *expected)
{
    place.diags = (struct diags){.arena = &place.arena};
    check_run(&place.arena, &place.input, &(struct check_options){0},
              &place.diags, &place.summary);
    assert_string_equal(place_text(&place), expected);
}

static void evidence_that_is_there_is_enough(void **state)
{
    (void)state;
    add_evidence(VERDICT_REPLICATED);
    assert_reports("");
}

static void every_verdict_but_one_stands_beside_a_practice(void **state)
{
    (void)state;
    add_evidence(VERDICT_NO_EFFECT);
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
        if (verdict != VERDICT_CONTRADICTED) {
            decided.decision.verdict = (enum verdict)verdict;
            assert_reports("");
        }
    }
}

static void a_contradiction_in_force_must_be_said(void **state)
{
    (void)state;
    add_evidence(VERDICT_CONTRADICTED);
    assert_reports(
        "p/SOTA-001.yaml:5:12: warning: EXP-001.larger contradicts SOTA-001, "
        "which is Active [evidence-contradicting]\n"
        "  hint: narrow the claim, retire the practice, or say what is known: "
        "flags: [{since: 1, text: 'EXP-001.larger …'}]\n");
}

static void put_practice(const char *more)
{
    place_put(&place, S("p/SOTA-001.yaml"),
              arena_printf(&place.arena, "%s%s",
                           &PRACTICE[sizeof "== p/SOTA-001.yaml\n" - 1], more));
    place_check(&place, &(struct check_options){0});
}

static void a_flag_that_names_the_experiment_says_it(void **state)
{
    (void)state;
    put_practice("flags: [{since: 1, text: EXP-001 is against it}]\n");
    add_evidence(VERDICT_CONTRADICTED);
    assert_reports("");
}

static void a_resolved_flag_says_nothing_any_more(void **state)
{
    (void)state;
    put_practice(
        "flags: [{since: 1, text: EXP-001 is against it, resolved: '1'}]\n");
    add_evidence(VERDICT_CONTRADICTED);
    assert_int_equal(test_count_rule(&place.diags, "evidence-contradicting"),
                     0);
    place.diags = (struct diags){.arena = &place.arena};
    check_run(&place.arena, &place.input, &(struct check_options){0},
              &place.diags, &place.summary);
    assert_int_equal(test_count_rule(&place.diags, "evidence-contradicting"),
                     1);
}

static void stale_evidence_says_what_moved(void **state)
{
    (void)state;
    struct evidence *evidence = add_evidence(VERDICT_REPLICATED);
    evidence->is_stale = true;
    evidence->stale_reason = S("train.lr of arm large is 0.01, was 0.02");
    assert_reports(
        "e/evidence/EXP-001.json:1:1: error: the evidence is not that of the "
        "plan any more: train.lr of arm large is 0.01, was 0.02 "
        "[evidence-stale]\n"
        "  hint: probatum run EXP-001\n");
    evidence->plan = NULL;
    evidence->stale_reason = S("there is no such plan any more");
    assert_reports(
        "e/evidence/EXP-001.json:1:1: error: the evidence is not that of the "
        "plan any more: there is no such plan any more [evidence-stale]\n"
        "  hint: remove it, or take the plan of EXP-001 back from git\n");
}

static void pending_evidence_must_be_decided(void **state)
{
    (void)state;
    add_evidence(VERDICT_REPLICATED)->is_pending_present = true;
    assert_reports(
        "e/evidence/EXP-001.json:1:1: error: a later run of EXP-001 awaits "
        "review beside it [evidence-pending]\n"
        "  hint: compare EXP-001.pending.json with it, then keep one of the "
        "two\n");
}

/* The evidence beside a practice that has none, and says this in its body. */
static const char *unreferenced_beside(const char *body, size_t hypotheses)
{
    place_put(&place, S("p/SOTA-001.yaml"),
              arena_printf(&place.arena,
                           "title: One\nstatus: Active\nversion: 1\nclaim: "
                           "Large steps.\nevidence: []\nbody: %s\n",
                           body));
    place_check(&place, &(struct check_options){0});
    place.plans.at->hypothesis_count = hypotheses;
    add_evidence(VERDICT_REPLICATED);
    place.diags = (struct diags){.arena = &place.arena};
    check_run(&place.arena, &place.input, &(struct check_options){0},
              &place.diags, &place.summary);
    return place_of_rule(&place, "evidence-unreferenced", OUTCOME_FINDING);
}

static void evidence_that_no_practice_names_is_found(void **state)
{
    (void)state;
    assert_string_equal(unreferenced_beside("As EXP-001 shows.", 1),
                        "e/evidence/EXP-001.json:1:1");
}

/* It decides nothing, so that no practice can have it as evidence. */
static void a_survey_is_named_anywhere(void **state)
{
    (void)state;
    assert_string_equal(unreferenced_beside("As EXP-001 shows.", 0), "");
    assert_string_equal(unreferenced_beside("As others show.", 0),
                        "e/evidence/EXP-001.json:1:1");
}

static void a_hypothesis_that_the_file_lacks_was_not_run(void **state)
{
    (void)state;
    add_evidence(VERDICT_REPLICATED);
    decided.id = S("another");
    assert_reports("p/SOTA-001.yaml:5:12: warning: there is no evidence yet "
                   "for EXP-001.larger [evidence-missing]\n"
                   "  hint: probatum run EXP-001\n");
}

static void a_planned_experiment_is_offered_to_its_practice(void **state)
{
    (void)state;
    place_put_all(
        &place,
        S("== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nclaim: A.\n"));
    struct str plan = S(PLAN);
    const size_t at = str_find(plan, S("active"));
    place_put_all(&place, arena_printf(&place.arena, "%.*splanned%.*s",
                                       STR_ARG(str_slice(plan, 0, at)),
                                       STR_ARG(str_from(plan, at + 6))));
    place_check(&place, &(struct check_options){0});
    assert_string_equal(
        place_text(&place),
        "p/SOTA-001.yaml:1:8: warning: SOTA-001 is not tested yet "
        "[practice-without-evidence]\n"
        "  hint: add `evidence: [EXP-001.larger]`\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(evidence_that_is_there_is_enough),
        TEST(every_verdict_but_one_stands_beside_a_practice),
        TEST(a_contradiction_in_force_must_be_said),
        TEST(a_flag_that_names_the_experiment_says_it),
        TEST(a_resolved_flag_says_nothing_any_more),
        TEST(stale_evidence_says_what_moved),
        TEST(pending_evidence_must_be_decided),
        TEST(evidence_that_no_practice_names_is_found),
        TEST(a_survey_is_named_anywhere),
        TEST(a_hypothesis_that_the_file_lacks_was_not_run),
        TEST(a_planned_experiment_is_offered_to_its_practice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
