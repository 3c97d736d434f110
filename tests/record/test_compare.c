/* Two readings of one record: which fields differ, how it is told, and how much
 * it matters. */

#include "support/test.h"

#include "record/compare.h"

static struct arena arena;
static struct project *project;

static const char configuration[] =
    "kinds:\n"
    "  SOTA:\n"
    "    role: practice\n"
    "    folder: practices\n"
    "    fields:\n"
    "      commit: text\n"
    "      keywords: strings\n"
    "      supersedes: references\n"
    "  LIT: {role: literature, folder: literature}\n"
    "  NOTE: {role: note, folder: notes}\n"
    "  EXP: {role: experiment, folder: experiments}\n";

static int set_up(void **state)
{
    (void)state;
    struct failure failure;
    arena = (struct arena){0};
    struct diags diags = {.arena = &arena};
    assert_true(project_parse(&arena, S("/nowhere"), str_from_c(configuration),
                              &project, &diags, &failure));
    assert_int_equal(diags.len, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct record *read(const char *prefix, struct str text)
{
    struct diags diags = {.arena = &arena};
    const struct str id = arena_printf(&arena, "%s-1", prefix);
    const struct str path = arena_printf(&arena, "%s-1.md", prefix);
    return record_parse(&arena, project, project_kind_of(project, id),
                        source_new(&arena, path, text), id, &diags);
}

/* The changes, one a line: "level field: old -> new". */
static const char *told(const struct field_changes *changes)
{
    struct out out = {0};
    for (size_t i = 0; i < changes->len; i++) {
        const struct field_change *change = &changes->at[i];
        out_printf(&out, "%s %.*s: %.*s -> %.*s\n", level_name(change->level),
                   STR_ARG(change->field), STR_ARG(change->old_text),
                   STR_ARG(change->new_text));
    }
    return out_take(&out, &arena).ptr;
}

static struct field_changes compare(const char *prefix, const char *from,
                                    const char *to)
{
    struct field_changes changes = {0};
    record_compare(&arena, read(prefix, str_from_c(from)),
                   read(prefix, str_from_c(to)), &changes);
    return changes;
}

static void assert_changes_of(const char *prefix, const char *from,
                              const char *to, const char *expected)
{
    const char *const format = "---\nid: X\n%s---\n";
    const struct field_changes changes =
        compare(prefix, arena_printf(&arena, format, from).ptr,
                arena_printf(&arena, format, to).ptr);
    assert_string_equal(told(&changes), expected);
}

/* Of two practices with these lines of front matter. */
static void assert_changes(const char *from, const char *to,
                           const char *expected)
{
    assert_changes_of("SOTA", from, to, expected);
}

static void assert_bodies(const char *from, const char *to,
                          const char *expected)
{
    const char *const format = "---\nid: X\n---\n%s";
    const struct field_changes changes =
        compare("SOTA", arena_printf(&arena, format, from).ptr,
                arena_printf(&arena, format, to).ptr);
    assert_string_equal(told(&changes), expected);
}

/* -- What is no change ---------------------------------------------------- */

static void layout_quotes_comments_and_the_order_of_sets_are_no_change(
    void **state)
{
    (void)state;
    assert_changes("title: Warm up\ntags: [a, b]\nsummary: One\n"
                   "evidence: [EXP-1.x, EXP-2.y]\n"
                   "ablation: {present: false, where: §2}\n",
                   "# why\ntags:\n- b # second\n- 'a'\nsummary: >-\n  One\n"
                   "evidence:\n- EXP-2.y\n- EXP-1.x\ntitle: \"Warm up\"\n"
                   "ablation:\n  where: '§2'\n  present: false\n",
                   "");
}

static void a_citation_in_its_other_form_is_no_change(void **state)
{
    (void)state;
    assert_changes("source: [LIT-1]\nintroduced_by: LIT-2\n",
                   "citations:\n- {ref: LIT-2, role: introduced_by}\n"
                   "- ref: LIT-1\n",
                   "");
}

static void version_and_history_are_left_out(void **state)
{
    (void)state;
    assert_changes("version: 1\n",
                   "version: 2\nhistory: [{version: 2, note: More.}]\n", "");
}

static void a_scale_is_a_number_and_a_reported_value_a_literal(void **state)
{
    (void)state;
    assert_changes("scale: {params: 8300000000}\n", "scale: {params: 8.3e9}\n",
                   "");
    assert_changes_of("LIT", "reports: [{what: loss, value: 2.44}]\n",
                      "reports: [{what: loss, value: 2.440}]\n",
                      "minor reports[loss].value: 2.44 -> 2.440\n");
}

/* -- Statements ----------------------------------------------------------- */

static void another_title_or_claim_is_major(void **state)
{
    (void)state;
    assert_changes("title: Start at 0.02\n", "title: Start at 0.03\n",
                   "major title: Start at 0.02 -> Start at 0.03\n");
    assert_changes("claim: Warmup helps.\n", "claim: Warmup does not help.\n",
                   "major claim: Warmup helps. -> Warmup does not help.\n");
    assert_changes("claim: A is worse\n", "claim: >-\n  B is\n  worse\n",
                   "major claim: A is worse -> B is worse\n");
}

static void a_slip_put_right_is_a_patch(void **state)
{
    (void)state;
    assert_changes(
        "title: Draw the wieghts, from N(0, 1)\n",
        "title: Draw the weights from N(0, 1)\n",
        "patch title: Draw the wieghts, from N(0, 1) -> Draw the weights from "
        "N(0, 1)\n");
    assert_changes("claim: rmsnorm is fast\n", "claim: RMSNorm is 'fast'.\n",
                   "patch claim: rmsnorm is fast -> RMSNorm is 'fast'.\n");
}

static void what_a_slip_could_not_be_is_major(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"typical layers", "atypical layers"},
        {"use 8M", "use 8m"},
        {"post-norm wins", "pre-norm wins"},
        {"lr 1e-3", "lr 1e-4"},
        {"wieghts of laers", "weights of layers"},
        {"a > b", "a < b"},
        {"add it", "add it not"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct field_changes changes = compare(
            "SOTA",
            arena_printf(&arena, "---\ntitle: %s\n---\n", pairs[i][0]).ptr,
            arena_printf(&arena, "---\ntitle: %s\n---\n", pairs[i][1]).ptr);
        assert_int_equal(changes_level(&changes), LEVEL_MAJOR);
    }
}

static void scope_is_major_and_metadata_a_patch(void **state)
{
    (void)state;
    assert_changes("scale: {params: 1e9, data: web}\ntags: [a]\n",
                   "scale: {params: 1e6, data: web}\ntags: [a, b]\n",
                   "patch tags: a -> a, b\n"
                   "major scale.params: 1e9 -> 1e6\n");
}

static void out_of_force_is_major_and_other_statuses_minor(void **state)
{
    (void)state;
    assert_changes("status: Proposed\n", "status: Active\n",
                   "minor status: Proposed -> Active\n");
    assert_changes("status: Active\n",
                   "status: Superseded\nsuperseded_by: [SOTA-2]\n",
                   "major status: Active -> Superseded\n"
                   "major superseded_by:  -> SOTA-2\n");
    assert_changes("status: Rejected\n", "status: Active\n",
                   "major status: Rejected -> Active\n");
}

/* -- Citations ------------------------------------------------------------ */

static void another_work_in_a_role_is_major(void **state)
{
    (void)state;
    assert_changes("source: [LIT-1]\n", "source: [LIT-2]\n",
                   "major citations[LIT-1 source].ref: LIT-1 -> LIT-2\n");
    assert_changes("citations: [{ref: LIT-1, locator: §1}]\n",
                   "citations: [{ref: LIT-2, locator: §2}]\n",
                   "major citations[LIT-1 source].ref: LIT-1 -> LIT-2\n"
                   "minor citations[LIT-2 source].locator: §1 -> §2\n");
}

static void another_role_of_a_work_is_major(void **state)
{
    (void)state;
    assert_changes(
        "citations: [{ref: LIT-1, role: source}]\n",
        "citations: [{ref: LIT-1, role: introduced_by}]\n",
        "major citations[LIT-1 source].role: source -> introduced_by\n");
}

static void a_citation_that_came_is_minor(void **state)
{
    (void)state;
    assert_changes("source: [LIT-1]\n", "source: [LIT-1, LIT-2]\n",
                   "minor citations[LIT-2 source]:  -> LIT-2\n");
    assert_changes("source: [LIT-1]\n",
                   "citations:\n- {ref: LIT-3, role: contested_by, locator: "
                   "§2}\nsource: [LIT-1]\n",
                   "minor citations[LIT-3 contested_by]:  -> LIT-3, §2\n");
}

static void a_citation_that_went_is_major_when_nothing_takes_its_role(
    void **state)
{
    (void)state;
    assert_changes("source: [LIT-1, LIT-2]\n", "source: [LIT-1]\n",
                   "minor citations[LIT-2 source]: LIT-2 -> \n");
    assert_changes("source: [LIT-1]\nintroduced_by: [LIT-2]\n",
                   "source: [LIT-1]\n",
                   "major citations[LIT-2 introduced_by]: LIT-2 -> \n");
}

static void parts_of_a_citation_are_told_one_by_one(void **state)
{
    (void)state;
    assert_changes(
        "citations:\n- ref: LIT-1\n  locator: §1\n  quote: a b\n  note: N\n"
        "  reports: [{what: loss, value: 1.0}]\n",
        "citations:\n- ref: LIT-1\n  locator: §2\n  quote: >-\n    a\n    c\n"
        "  note: M\n  ablation: none\n"
        "  reports: [{what: loss, value: 1.5}, {what: time, value: 2}]\n",
        "minor citations[LIT-1 source].locator: §1 -> §2\n"
        "minor citations[LIT-1 source].quote: a b -> a c\n"
        "patch citations[LIT-1 source].note: N -> M\n"
        "minor citations[LIT-1 source].ablation:  -> none\n"
        "minor citations[LIT-1 source].reports[loss].value: 1.0 -> 1.5\n"
        "minor citations[LIT-1 source].reports[time]:  -> what: time, value: "
        "2\n");
}

static void two_passages_of_one_work_are_told_apart_by_locator(void **state)
{
    (void)state;
    assert_changes("citations:\n- {ref: LIT-1, locator: §1, quote: a}\n"
                   "- {ref: LIT-1, locator: §2, quote: b}\n",
                   "citations:\n- {ref: LIT-1, locator: §2, quote: c}\n"
                   "- {ref: LIT-1, locator: §1, quote: a}\n",
                   "minor citations[LIT-1 source, §2].quote: b -> c\n");
}

static void none_is_another_statement_than_silence(void **state)
{
    (void)state;
    assert_changes("title: T\n", "title: T\nintroduced_by: []\n",
                   "minor introduced_by:  -> \n");
    const struct field_changes changes = compare(
        "SOTA", "---\ntitle: T\n---\n", "---\ntitle: T\nevidence: []\n---\n");
    assert_int_equal(changes.len, 1);
    assert_int_equal(changes.at[0].from, PRESENCE_ABSENT);
    assert_int_equal(changes.at[0].to, PRESENCE_EMPTY);
}

/* -- Other lists and kinds ------------------------------------------------ */

static void an_entry_is_followed_by_what_names_it(void **state)
{
    (void)state;
    assert_changes_of(
        "LIT",
        "excerpts:\n- {locator: §1, text: one}\n- {locator: §2, text: two}\n",
        "excerpts:\n- {locator: §9, text: two}\n- {locator: §1, text: uno}\n"
        "- {locator: §3, text: three}\n",
        "minor excerpts[§9].locator: §2 -> §9\n"
        "minor excerpts[§1].text: one -> uno\n"
        "minor excerpts[§3]:  -> locator: §3, text: three\n");
    assert_changes_of("LIT",
                      "reports: [{id: a, what: w, value: 1}, {id: b, what: w, "
                      "value: 2}]\n",
                      "reports: [{id: b, what: w, value: 3}]\n",
                      "minor reports[b].value: 2 -> 3\n"
                      "minor reports[a]: id: a, what: w, value: 1 -> \n");
}

static void a_list_that_came_whole_is_told_entry_by_entry(void **state)
{
    (void)state;
    assert_changes("title: T\n",
                   "title: T\nflags:\n- {since: 1, text: Too broad.}\n",
                   "minor flags[Too broad.]:  -> since: 1, text: Too broad.\n");
    assert_changes("flags: [{since: 1, text: Too broad.}]\n",
                   "flags: [{since: 1, text: Too broad., resolved: 3}]\n",
                   "minor flags[Too broad.].resolved:  -> 3\n");
}

static void another_number_of_a_work_is_another_work(void **state)
{
    (void)state;
    assert_changes_of("LIT", "arxiv: 2104.04473\n", "arxiv: 2104.04374\n",
                      "major arxiv: 2104.04473 -> 2104.04374\n");
    assert_changes_of("LIT", "arxiv: 2104.04473\n", "arxiv: 2104.04473v5\n",
                      "minor arxiv: 2104.04473 -> 2104.04473v5\n");
    assert_changes_of("LIT", "url: u\n", "url: u\ndoi: 10.1000/x\n",
                      "patch doi:  -> 10.1000/x\n");
    assert_changes_of("LIT", "doi: 10.1000/x\n", "doi: 10.1000/X\n",
                      "patch doi: 10.1000/x -> 10.1000/X\n");
    assert_changes_of("LIT", "read: full\n",
                      "read: full\nretracted: 2026-03-01, data withdrawn\n",
                      "major retracted:  -> 2026-03-01, data withdrawn\n");
}

static void the_order_of_authors_counts(void **state)
{
    (void)state;
    assert_changes_of("LIT", "authors: [A, B]\n", "authors: [B, A]\n",
                      "patch authors: A, B -> B, A\n");
}

static void fields_that_a_kind_adds_are_compared(void **state)
{
    (void)state;
    assert_changes("commit: 52e8107\nkeywords: [b, a]\n",
                   "keywords: [a, b]\nsupersedes: SOTA-2\ncommit: 52e8108\n",
                   "minor supersedes:  -> SOTA-2\n"
                   "patch commit: 52e8107 -> 52e8108\n");
}

static void what_a_plan_sets_is_compared(void **state)
{
    (void)state;
    assert_changes_of(
        "EXP",
        "train: {lr: 1e-3, steps: 10}\narms: {a: {}, b: {x: 1}}\n"
        "hypotheses:\n- {id: h, expect: no-worse, margin: 0.01}\n",
        "train: {lr: 1e-2, steps: 10}\narms: {a: {}, b: {x: 2}}\n"
        "hypotheses:\n- {id: h, expect: better, margin: 0.01}\n",
        "minor train.lr: 1e-3 -> 1e-2\n"
        "minor arms.b.x: 1 -> 2\n"
        "major hypotheses[h].expect: no-worse -> better\n");
}

/* A field that cannot be read as what it is meant to be still changed. */
static void a_malformed_value_is_compared_as_it_stands(void **state)
{
    (void)state;
    assert_changes("status: Active\n", "status: [Active, x]\n",
                   "minor status: Active -> Active, x\n");
    assert_changes("citations: [{ref: LIT-1}]\n", "citations: LIT-1\n",
                   "major citations[LIT-1 source]: LIT-1 -> \n");
}

/* -- Bodies --------------------------------------------------------------- */

static void a_body_is_told_by_the_sentences_that_went_and_came(void **state)
{
    (void)state;
    assert_bodies("# T\n\nOne is here. Two is\nthere. Three.\n",
                  "# T\n\nOne is here. Two was there. Three.\n",
                  "patch body: Two is there. -> Two was there.\n");
    assert_bodies("A.\n\nB.\n\nC.\n", "A.\n\nD. E.\n\nC.\n\nF.\n",
                  "patch body: B. -> D. E. … F.\n");
}

static void broken_lines_are_layout_but_not_in_code(void **state)
{
    (void)state;
    assert_bodies("One two\nthree.\n- a\n- b\n",
                  "One\ntwo three.\n\n-  a\n- b\n", "");
    assert_bodies("```\nif x:\n  y\n```\n", "```\nif x:\n    y\n```\n",
                  "patch body: y -> y\n");
}

static void a_sentence_goes_on_past_an_abbreviation(void **state)
{
    (void)state;
    assert_bodies("Radford et al. (2019) wrote 0.02 in §2.3. It is so.\n",
                  "Radford et al. (2018) wrote 0.02 in §2.3. It is so.\n",
                  "patch body: Radford et al. (2019) wrote 0.02 in §2.3. -> "
                  "Radford et al. (2018) wrote 0.02 in §2.3.\n");
}

static void a_body_in_yaml_is_compared_too(void **state)
{
    (void)state;
    const struct field_changes changes =
        compare("LIT", "---\nid: LIT-1\nbody: |\n  One. Two.\n---\n",
                "---\nid: LIT-1\nbody: |\n  One. Three.\n---\n");
    assert_string_equal(told(&changes), "patch body: Two. -> Three.\n");
}

static void a_change_of_the_body_is_placed_at_its_sentence(void **state)
{
    (void)state;
    const struct field_changes changes =
        compare("SOTA", "---\nid: X\n---\n\nOne is. Two is.\n",
                "---\nid: X\n---\n\nOne is. Two was.\n");
    const struct place place = changes.at[0].place;
    const struct position position =
        source_position(&arena, place.source, place.start);
    assert_int_equal(position.line, 5);
    assert_str(str_trim(str_slice(place.source->text, place.start, place.end)),
               "Two was.");
}

static void changes_come_in_the_order_of_the_fields(void **state)
{
    (void)state;
    const struct field_changes changes = compare(
        "SOTA",
        "---\ncommit: a\nsource: [LIT-1]\ntags: [a]\ntitle: T\n---\nA.\n",
        "---\ncommit: b\nsource: [LIT-2]\ntags: [b]\ntitle: U\n---\nB.\n");
    assert_string_equal(told(&changes),
                        "major title: T -> U\n"
                        "patch tags: a -> b\n"
                        "major citations[LIT-1 source].ref: LIT-1 -> LIT-2\n"
                        "patch commit: a -> b\n"
                        "patch body: A. -> B.\n");
    assert_int_equal(changes.at[0].which, FIELD_TITLE);
    assert_int_equal(changes.at[2].which, FIELD_CITATIONS);
    assert_int_equal(changes.at[3].which, FIELD_COUNT);
    assert_int_equal(changes.at[4].which, FIELD_BODY);
}

/* -- Levels --------------------------------------------------------------- */

static void every_field_asks_for_a_level_but_those_a_bump_writes(void **state)
{
    (void)state;
    for (enum field field = 0; field < FIELD_COUNT; field++) {
        const bool is_written =
            field == FIELD_VERSION || field == FIELD_HISTORY;
        assert_true((field_level(field) == LEVEL_NONE) == is_written);
    }
}

static void levels_are_read_by_their_names(void **state)
{
    (void)state;
    enum level level = LEVEL_NONE;
    assert_true(level_parse(S("minor"), &level));
    assert_int_equal(level, LEVEL_MINOR);
    assert_false(level_parse(S("none"), &level));
    assert_false(level_parse(S("Major"), &level));
    const struct field_changes none = {0};
    assert_int_equal(changes_level(&none), LEVEL_NONE);
}

/* Ten thousand sentences against ten thousand others take no table. */
static void long_bodies_are_compared_in_time(void **state)
{
    (void)state;
    struct out from = {0}, to = {0};
    out_c(&from, "---\nid: X\n---\nSame.\n\n");
    out_c(&to, "---\nid: X\n---\nSame.\n\n");
    for (size_t i = 0; i < 10000; i++) {
        out_printf(&from, "Old %zu.\n\n", i);
        out_printf(&to, "New %zu.\n\n", i);
    }
    const struct field_changes changes =
        compare("SOTA", out_take(&from, &arena).ptr, out_take(&to, &arena).ptr);
    assert_int_equal(changes.len, 1);
    assert_true(str_starts(changes.at[0].new_text, S("New 0. New 1.")));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(layout_quotes_comments_and_the_order_of_sets_are_no_change),
        TEST(a_citation_in_its_other_form_is_no_change),
        TEST(version_and_history_are_left_out),
        TEST(a_scale_is_a_number_and_a_reported_value_a_literal),
        TEST(another_title_or_claim_is_major),
        TEST(a_slip_put_right_is_a_patch),
        TEST(what_a_slip_could_not_be_is_major),
        TEST(scope_is_major_and_metadata_a_patch),
        TEST(out_of_force_is_major_and_other_statuses_minor),
        TEST(another_work_in_a_role_is_major),
        TEST(another_role_of_a_work_is_major),
        TEST(a_citation_that_came_is_minor),
        TEST(a_citation_that_went_is_major_when_nothing_takes_its_role),
        TEST(parts_of_a_citation_are_told_one_by_one),
        TEST(two_passages_of_one_work_are_told_apart_by_locator),
        TEST(none_is_another_statement_than_silence),
        TEST(an_entry_is_followed_by_what_names_it),
        TEST(a_list_that_came_whole_is_told_entry_by_entry),
        TEST(another_number_of_a_work_is_another_work),
        TEST(the_order_of_authors_counts),
        TEST(fields_that_a_kind_adds_are_compared),
        TEST(what_a_plan_sets_is_compared),
        TEST(a_malformed_value_is_compared_as_it_stands),
        TEST(a_body_is_told_by_the_sentences_that_went_and_came),
        TEST(broken_lines_are_layout_but_not_in_code),
        TEST(a_sentence_goes_on_past_an_abbreviation),
        TEST(a_body_in_yaml_is_compared_too),
        TEST(a_change_of_the_body_is_placed_at_its_sentence),
        TEST(changes_come_in_the_order_of_the_fields),
        TEST(every_field_asks_for_a_level_but_those_a_bump_writes),
        TEST(levels_are_read_by_their_names),
        TEST(long_bodies_are_compared_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
