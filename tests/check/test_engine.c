/* The engine around the rules: levels, acknowledgements, subjects and topics,
 * the three outcomes, and the report. */

#include "check/place.h"

#include "base/json.h"

static struct place_of_work place;

static int set_up(void **state)
{
    (void)state;
    place = place_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_free(&place);
    return 0;
}

static void check_text(const char *files, const struct check_options *options)
{
    place_put_all(&place, str_from_c(files));
    place_check(&place, options);
}

#define check(files) check_text(files, &(struct check_options){0})

static void assert_places(const char *rule, const char *expected)
{
    assert_string_equal(place_of_rule(&place, rule, OUTCOME_FINDING), expected);
}

#define CLAIM "claim: A is better than B.\nevidence: [EXP-001.larger]\n"

/* -- Levels --------------------------------------------------------------- */

static void levels_of_the_project_replace_those_of_the_rule(void **state)
{
    (void)state;
    check(CONFIG "rules: {link-unresolved: warning, practice-without-claim: "
                 "off, practice-without-evidence: note}\n"
                 "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\n"
                 "source: [LIT-004]\n");
    assert_int_equal(place.summary.errors, 0);
    assert_int_equal(place.summary.warnings, 1);
    assert_int_equal(place.summary.notes, 1);
    assert_int_equal(test_count_rule(&place.diags, "practice-without-claim"),
                     0);
    assert_false(check_fails(&place.diags, SEVERITY_ERROR));
    assert_true(check_fails(&place.diags, SEVERITY_WARNING));
}

/* -- Acknowledgements ----------------------------------------------------- */

#define TWO_LINKS                                                           \
    "== p/SOTA-009.yaml\ntitle: Nine\nstatus: Rejected\n"                   \
    "version: 3\nhistory: [{version: 2, date: '2026-01-01', note: It was "  \
    "made "                                                                 \
    "clearer.}, {version: 3, date: '2026-01-01', note: It was rejected in " \
    "print.}]\n"

static void what_is_held_back_is_counted_and_does_not_fail(void **state)
{
    (void)state;
    check(CONFIG TWO_LINKS
          "== p/SOTA-001.md\n---\ntitle: One\nstatus: Active\nclaim: A.\n"
          "acknowledged:\n- {rule: [link-retired, practice-without-evidence], "
          "reason: known}\n---\nSOTA-009 and SOTA-009.\n");
    assert_int_equal(place.summary.suppressed, 3);
    assert_int_equal(place.summary.acknowledgements, 1);
    assert_int_equal(place.summary.warnings, 0);
    assert_false(check_fails(&place.diags, SEVERITY_NOTE));
    assert_int_equal(test_count_rule(&place.diags, "link-retired"), 2);
}

static void an_acknowledgement_of_an_old_version_is_void(void **state)
{
    (void)state;
    check(
        CONFIG TWO_LINKS
        "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nclaim: A.\n"
        "summary: As SOTA-009.\nacknowledged:\n"
        "- {rule: link-retired, target: SOTA-009, version: 2, reason: was}\n");
    assert_places("acknowledgement-untrue", "p/SOTA-001.yaml:6:3");
    assert_places("link-retired", "p/SOTA-001.yaml:4:13");
    assert_int_equal(place.summary.acknowledgements, 0);
    assert_int_equal(place.summary.suppressed, 0);
}

static void an_acknowledgement_holds_back_only_its_target(void **state)
{
    (void)state;
    check(
        CONFIG TWO_LINKS
        "== p/SOTA-008.yaml\ntitle: Eight\nstatus: Rejected\n"
        "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nclaim: A.\n"
        "summary: As SOTA-009 and SOTA-008.\nacknowledged:\n"
        "- {rule: link-retired, target: SOTA-009, version: 3, reason: was}\n");
    assert_places("link-retired", "p/SOTA-001.yaml:4:26");
    assert_places("acknowledgement-unused", "");
}

static void nothing_acknowledges_an_untrue_acknowledgement(void **state)
{
    (void)state;
    check(
        CONFIG TWO_LINKS
        "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nclaim: A.\n"
        "acknowledged:\n"
        "- {rule: link-retired, target: SOTA-009, status: Active, reason: a}\n"
        "- {rule: acknowledgement-untrue, reason: no}\n");
    assert_places("acknowledgement-untrue", "p/SOTA-001.yaml:5:3");
}

static void a_comment_covers_only_what_it_reaches(void **state)
{
    (void)state;
    check(CONFIG TWO_LINKS
          "== p/SOTA-001.md\n---\ntitle: One\nstatus: Active\nclaim: A.\n---\n"
          "<!-- inactive-ok: SOTA-009 - Rejected, on purpose -->\n"
          "SOTA-009 is named\nand SOTA-009 again.\n");
    assert_places("link-retired", "p/SOTA-001.md:8:5");
    assert_int_equal(place.summary.suppressed, 1);
}

/* -- Choosing ------------------------------------------------------------- */

#define FAULTY \
    "title: T\nstatus: Active\ntags: [inti]\nsource: [LIT-004]\nsumary: S\n"

static void a_subject_is_an_id_a_path_or_a_folder(void **state)
{
    (void)state;
    struct str subject[] = {S("SOTA-002"), S("p/SOTA-002.yaml"), S("l/")};
    static const char *const expected[] = {"p/SOTA-002.yaml:4:10",
                                           "p/SOTA-002.yaml:4:10", ""};
    place_put_all(&place,
                  S(CONFIG "== p/SOTA-001.yaml\n" FAULTY
                           "== p/SOTA-002.yaml\n" FAULTY
                           "== l/LIT-001.yaml\ntitle: L\nstatus: Active\n"));
    for (size_t i = 0; i < 3; i++) {
        place_check(&place,
                    &(struct check_options){.subjects = {&subject[i], 1, 1}});
        assert_places("link-unresolved", expected[i]);
        assert_int_equal(place.summary.records, 1);
    }
    assert_places("identifier-missing", "l/LIT-001.yaml:1:8");
}

static void a_topic_leaves_out_every_other_rule(void **state)
{
    (void)state;
    check_text(CONFIG "== p/SOTA-001.yaml\n" FAULTY,
               &(struct check_options){.topic = S("link")});
    assert_places("link-unresolved", "p/SOTA-001.yaml:4:10");
    assert_int_equal(place.diags.len, 1);
}

/* An acknowledgement may be for what the topic leaves out. */
static void a_topic_calls_no_acknowledgement_unused(void **state)
{
    (void)state;
    check_text(CONFIG "== p/SOTA-001.yaml\n" FAULTY
                      "acknowledged: [{rule: word-undeclared, reason: yes}]\n",
               &(struct check_options){.topic = S("acknowledgement")});
    assert_int_equal(place.diags.len, 0);
}

/* -- Outcomes ------------------------------------------------------------- */

#define CANNOT                                                              \
    CONFIG PLAN                                                             \
        "== l/LIT-001.yaml\ntitle: L\nstatus: Active\ntype: supplied\n"     \
        "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\n"                  \
        "citations:\n- {ref: LIT-001, locator: §1, quote: 'never kept'}\n" \
        "ablation: {present: false}\n" CLAIM

static void a_source_without_excerpts_is_no_pass_and_no_finding(void **state)
{
    (void)state;
    check(CANNOT);
    assert_places("quote-not-found", "");
    assert_string_equal(
        place_of_rule(&place, "quote-not-found", OUTCOME_CANNOT_CHECK),
        "p/SOTA-001.yaml:4:38");
    assert_string_equal(
        place_of_rule(&place, "ablation-contradiction", OUTCOME_CANNOT_CHECK),
        "p/SOTA-001.yaml:5:11");
    assert_false(check_fails(&place.diags, SEVERITY_ERROR));
}

/* A quote is kept of the source by the citation itself. */
static void numbers_are_found_in_the_citations_own_quote(void **state)
{
    (void)state;
    check(CONFIG "== l/LIT-001.yaml\ntitle: L\nstatus: Active\ntype: supplied\n"
                 "== p/SOTA-001.yaml\ntitle: Draw from N(0, 0.02)\nstatus: "
                 "Active\ncitations:\n- {ref: LIT-001, locator: §1, quote: "
                 "'N(0, 0.02)'}\n" CLAIM);
    assert_places("number-not-cited", "");
    place_put(&place, S("p/SOTA-001.yaml"),
              S("title: Draw from N(0, 0.02)\nstatus: Active\n"
                "source: [LIT-001]\n"));
    place_check(&place, &(struct check_options){0});
    assert_string_equal(
        place_of_rule(&place, "number-not-cited", OUTCOME_CANNOT_CHECK),
        "p/SOTA-001.yaml:1:20 p/SOTA-001.yaml:1:23");
}

/* What stands behind a fault is not called missing. */
static void a_broken_record_is_asked_for_nothing(void **state)
{
    (void)state;
    check(CONFIG "== p/SOTA-001.yaml\nstatus: Proposed\ntags: [inti\n"
                 "version: 3\n");
    assert_int_equal(test_count_rule(&place.diags, "yaml-syntax"), 1);
    assert_places("required-missing", "");
    assert_places("history-missing", "");
    assert_places("practice-without-claim", "");
}

/* -- The report ----------------------------------------------------------- */

static const char *printed(void (*print)(struct out *out, struct arena *scratch,
                                         const struct diags *diags,
                                         const struct check_summary *summary))
{
    struct out out = {0};
    struct arena scratch = {0};
    print(&out, &scratch, &place.diags, &place.summary);
    const char *text = arena_cstr(&place.arena, out_text(&out));
    out_free(&out);
    arena_free(&scratch);
    return text;
}

static void print_text(struct out *out, struct arena *scratch,
                       const struct diags *diags,
                       const struct check_summary *summary)
{
    check_print_text(out, scratch, diags, summary, S("../"), false);
}

#define REPORTED                                                          \
    CANNOT                                                                \
    "== p/SOTA-002.yaml\ntitle: Two\nstatus: Active\nsource: [LIT-100]\n" \
    "claim: C is better than D.\nacknowledged: [{rule: "                  \
    "practice-without-evidence, reason: \"not\\tyet\"}]\n"

static void the_text_ends_with_a_count_of_all_outcomes(void **state)
{
    (void)state;
    check(REPORTED);
    assert_string_equal(
        printed(print_text),
        "../p/SOTA-001.yaml:7:12: warning: there is no evidence yet for "
        "EXP-001.larger [evidence-missing]\n"
        "  hint: probatum run EXP-001\n"
        "../p/SOTA-002.yaml:3:10: error: no record has the id \"LIT-100\" "
        "[link-unresolved]\n"
        "could not check: changed-without-bump, 1 place\n"
        "could not check: quote-not-found, 1 place\n"
        "could not check: ablation-contradiction, 1 place\n"
        "4 records: 1 error, 1 warning, 0 notes; 36 passed, 3 could not be "
        "checked; 1 held back by 1 acknowledgement\n");
}

static void the_json_has_every_outcome_with_its_place(void **state)
{
    (void)state;
    check(CONFIG
          "== p/SOTA-002.yaml\ntitle: Two\nstatus: Active\n"
          "source: [LIT-001]\nclaim: A is better.\nacknowledged: [{rule: "
          "practice-without-evidence, reason: \"not\\tyet\"}]\n");
    assert_string_equal(
        printed(check_print_json),
        "{\n"
        "  \"findings\": [\n"
        "    {\n"
        "      \"outcome\": \"acknowledged\",\n"
        "      \"severity\": \"warning\",\n"
        "      \"rule\": \"practice-without-evidence\",\n"
        "      \"path\": \"p/SOTA-002.yaml\",\n"
        "      \"line\": 1,\n"
        "      \"column\": 8,\n"
        "      \"record\": \"SOTA-002\",\n"
        "      \"target\": \"evidence\",\n"
        "      \"message\": \"no experiment of this project tests SOTA-002\",\n"
        "      \"hint\": \"`probatum new experiment` starts a plan; name its "
        "hypothesis here as `evidence: [EXP-….…]`\"\n"
        "    },\n"
        "    {\n"
        "      \"outcome\": \"finding\",\n"
        "      \"severity\": \"error\",\n"
        "      \"rule\": \"link-unresolved\",\n"
        "      \"path\": \"p/SOTA-002.yaml\",\n"
        "      \"line\": 3,\n"
        "      \"column\": 10,\n"
        "      \"record\": \"SOTA-002\",\n"
        "      \"target\": \"LIT-001\",\n"
        "      \"message\": \"no record has the id \\\"LIT-001\\\"\"\n"
        "    }\n"
        "  ],\n"
        "  \"summary\": {\n"
        "    \"records\": 1,\n"
        "    \"chapters\": 0,\n"
        "    \"files\": 1,\n"
        "    \"errors\": 1,\n"
        "    \"warnings\": 0,\n"
        "    \"notes\": 0,\n"
        "    \"passed\": 7,\n"
        "    \"cannot_check\": 0,\n"
        "    \"suppressed\": 1,\n"
        "    \"acknowledgements\": 1\n"
        "  }\n"
        "}\n");
}

/* -- Superseding (PC-14) -------------------------------------------------- */

static void a_chain_that_is_told_at_one_end_is_reported_at_both(void **state)
{
    (void)state;
    check("== probatum.yaml\nkinds:\n  P:\n    role: decision\n    folder: p\n"
          "    statuses: {accepted: , superseded: {retired: true}}\n"
          "    fields: {supersedes: references}\n"
          "== p/P-010.md\n---\nid: P-010\nstatus: accepted\n---\n# Old\n"
          "== p/P-011.md\n---\nid: P-011\nstatus: accepted\n"
          "supersedes: [P-010]\n---\n# New\n"
          "== p/P-012.md\n---\nid: P-012\nstatus: accepted\n"
          "supersedes: [P-011]\n---\n# Newer\n");
    assert_places("superseding-one-sided",
                  "p/P-010.md:3:9 p/P-011.md:3:9 p/P-011.md:4:14 "
                  "p/P-012.md:4:14");
}

static void a_chain_stays_a_chain(void **state)
{
    (void)state;
    check(
        "== probatum.yaml\nkinds:\n  P:\n    role: decision\n    folder: p\n"
        "    statuses: {accepted: , superseded: {retired: true}}\n"
        "    fields: {supersedes: references}\n"
        "== p/P-010.md\n---\nstatus: superseded\nsuperseded_by: [P-011]\n---\n"
        "== p/P-011.md\n---\nstatus: superseded\nsuperseded_by: [P-012]\n"
        "supersedes: [P-010]\n---\nInstead of P-010.\n"
        "== p/P-012.md\n---\nstatus: accepted\nsupersedes: [P-011]\n---\n"
        "P-011 was too slow.\n");
    assert_string_equal(place_text(&place), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(levels_of_the_project_replace_those_of_the_rule),
        TEST(what_is_held_back_is_counted_and_does_not_fail),
        TEST(an_acknowledgement_of_an_old_version_is_void),
        TEST(an_acknowledgement_holds_back_only_its_target),
        TEST(nothing_acknowledges_an_untrue_acknowledgement),
        TEST(a_comment_covers_only_what_it_reaches),
        TEST(a_subject_is_an_id_a_path_or_a_folder),
        TEST(a_topic_leaves_out_every_other_rule),
        TEST(a_topic_calls_no_acknowledgement_unused),
        TEST(a_source_without_excerpts_is_no_pass_and_no_finding),
        TEST(numbers_are_found_in_the_citations_own_quote),
        TEST(a_broken_record_is_asked_for_nothing),
        TEST(the_text_ends_with_a_count_of_all_outcomes),
        TEST(the_json_has_every_outcome_with_its_place),
        TEST(a_chain_that_is_told_at_one_end_is_reported_at_both),
        TEST(a_chain_stays_a_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
