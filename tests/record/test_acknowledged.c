/* Acknowledgements: entries and comments, what they say and how far each
 * reaches. */

#include "support/test.h"

#include "base/fs.h"
#include "record/record.h"

static struct arena arena;
static struct diags diags;
static struct project *project;
static struct test_folder root;

static const char configuration[] =
    "kinds:\n"
    "  SOTA: {role: practice, folder: practices}\n"
    "  ADR: {role: decision, folder: adr}\n"
    "  NOTE: {role: note, folder: notes, statuses: [Read, Skimmed]}\n"
    "directives:\n"
    "  inactive-ok: [link-retired, link-other]\n"
    "  unresolved-ok: [link-unresolved]\n";

static int set_up(void **state)
{
    (void)state;
    struct failure failure;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    root = test_folder_new();
    const struct str folder = str_from_c(root.path);
    const struct str path = fs_join(&arena, folder, S("probatum.yaml"));
    assert_true(
        fs_write(path.ptr, str_from_c(configuration), FS_QUICK, &failure));
    assert_true(project_load(&arena, folder, &project, &diags, &failure));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    test_folder_remove(&root);
    arena_free(&arena);
    return 0;
}

static struct record *parse(const char *text)
{
    return record_parse(&arena, project, project_kind_of(project, S("SOTA-1")),
                        source_new(&arena, S("SOTA-060.md"), str_from_c(text)),
                        S("SOTA-060"), &diags);
}

static struct record *parse_body(const char *body)
{
    return parse(arena_printf(&arena, "---\ntitle: x\n---\n%s", body).ptr);
}

/* "first-last", by lines. */
static const char *lines_of(struct place place)
{
    const struct position start =
        source_position(&arena, place.source, place.start);
    const size_t last = place.end > place.start ? place.end - 1 : place.end;
    const struct position end = source_position(&arena, place.source, last);
    return arena_printf(&arena, "%zu-%zu", start.line, end.line).ptr;
}

static void entries_are_data(void **state)
{
    (void)state;
    const struct record *record = parse(
        "---\n"
        "acknowledged:\n"
        "- {rule: link-retired, target: ADR-029, status: Superseded, "
        "reason: named as history, until: 2027-01-31}\n"
        "- {rule: [a-rule, b-rule], target: claim, version: 4, reason: x}\n"
        "---\n");
    assert_int_equal(diags.len, 0);
    assert_int_equal(record->acknowledged_count, 2);
    const struct acknowledgement *first = &record->acknowledged[0];
    assert_str(first->rules.at[0], "link-retired");
    assert_str(first->target, "ADR-029");
    assert_str(first->status, "Superseded");
    assert_str(first->reason, "named as history");
    assert_str(first->until, "2027-01-31");
    assert_false(first->is_comment);
    assert_string_equal(lines_of(first->covers), "1-5");
    assert_int_equal(record->acknowledged[1].rules.len, 2);
    assert_int_equal(record->acknowledged[1].version, 4);
}

static void entries_need_a_rule_and_a_reason(void **state)
{
    (void)state;
    parse("---\nacknowledged: [{target: ADR-029}]\n---\n");
    assert_int_equal(test_count_rule(&diags, "field-empty"), 2);
}

static void a_comment_names_targets_status_and_end(void **state)
{
    (void)state;
    const struct record *record =
        parse_body("<!-- inactive-ok: ADR-029, SOTA-027 SOTA-028 \xe2\x80\x94 "
                   "Proposed; kept - for now until 2027-01-31 -->\n");
    assert_int_equal(record->acknowledged_count, 3);
    const struct acknowledgement *last = &record->acknowledged[2];
    assert_str(record->acknowledged[0].target, "ADR-029");
    assert_str(record->acknowledged[1].target, "SOTA-027");
    assert_str(last->target, "SOTA-028");
    assert_str(last->status, "Proposed");
    assert_str(last->reason, "Proposed; kept - for now");
    assert_str(last->until, "2027-01-31");
    assert_int_equal(last->rules.len, 2);
    assert_str(last->rules.at[1], "link-other");
    assert_true(last->is_comment);
}

static struct str status_of(const char *target, const char *reason)
{
    const struct str text =
        arena_printf(&arena, "<!-- inactive-ok: %s - %s -->", target, reason);
    return parse_body(text.ptr)->acknowledged[0].status;
}

static void the_status_is_the_one_that_the_reason_names(void **state)
{
    (void)state;
    assert_str(status_of("ADR-029", "Proposed. Every mention"), "Proposed");
    assert_str(status_of("ADR-029", "a Proposed practice"), "Proposed");
    assert_str(status_of("ADR-029", "which is itself `Rejected`"), "Rejected");
    assert_str(status_of("ADR-029", "Superseded by an Active one"),
               "Superseded");
    assert_str(status_of("ADR-029", "was Active, now Rejected"), "");
    assert_str(status_of("ADR-029", "an inactive, proposed thing"), "");
    assert_str(status_of("NOTE-001", "Read, closely"), "Read");
    assert_str(status_of("ADR-029", "Read, closely"), "");
    assert_str(status_of("claim", "Proposed"), "");
}

static void comments_reach_a_line_a_block_or_the_file(void **state)
{
    (void)state;
    const struct record *record =
        parse_body("<!-- inactive-ok: ADR-001 - a -->\n"
                   "line five\n"
                   "line six\n"
                   "\n"
                   "line eight\n"
                   "<!-- inactive-ok-block: ADR-002 - "
                   "b -->\n"
                   "\n"
                   "line eleven\n"
                   "line twelve\n"
                   "\n"
                   "<!-- inactive-ok-file: ADR-003 -\n"
                   "     wrapped\n"
                   "     reason -->\n"
                   "line seventeen\n");
    assert_int_equal(record->acknowledged_count, 3);
    assert_string_equal(lines_of(record->acknowledged[0].covers), "4-5");
    assert_string_equal(lines_of(record->acknowledged[1].covers), "9-12");
    assert_string_equal(lines_of(record->acknowledged[2].covers), "1-17");
    assert_str(record->acknowledged[2].reason, "wrapped reason");
}

static void comments_one_above_another_reach_the_same_line(void **state)
{
    (void)state;
    const struct record *record =
        parse_body("<!-- inactive-ok: ADR-001 - a -->\n"
                   "<!-- inactive-ok: ADR-002 - b -->\n"
                   "line six\n"
                   "line seven\n");
    assert_string_equal(lines_of(record->acknowledged[0].covers), "4-6");
    assert_string_equal(lines_of(record->acknowledged[1].covers), "5-6");
}

static void other_comments_acknowledge_nothing(void **state)
{
    (void)state;
    const struct record *record =
        parse_body("<!-- a remark: inactive-ok: ADR-001 - x -->\n\n"
                   "<!-- inactive: ADR-001 - x -->\n\n"
                   "<!-- inactive-ok-page: ADR-001 - x -->\n\n"
                   "`<!-- inactive-ok: ADR-001 - x -->`\n");
    assert_int_equal(record->acknowledged_count, 0);
}

static void comments_in_front_matter_reach_the_field_below(void **state)
{
    (void)state;
    const struct record *record = parse("---\n"
                                        "title: x\n"
                                        "# inactive-ok: SOTA-136 - the\n"
                                        "# successor, a Proposed practice\n"
                                        "superseded_by: SOTA-136\n"
                                        "date: 2026-01-01\n"
                                        "# inactive-ok-block: SOTA-002 - b\n"
                                        "source:\n"
                                        "- LIT-001\n"
                                        "tags: [a]\n"
                                        "history:\n"
                                        "  # inactive-ok: SOTA-003 - c\n"
                                        "  - version: 1\n"
                                        "    note: SOTA-003\n"
                                        "  - version: 2\n"
                                        "# unresolved-ok-file: SOTA-004 - d\n"
                                        "summary: >-\n"
                                        "  # inactive-ok: SOTA-005 - text\n"
                                        "---\n");
    assert_int_equal(record->acknowledged_count, 4);
    static const struct {
        const char *target, *lines, *status;
    } expected[] = {{"SOTA-136", "3-5", "Proposed"},
                    {"SOTA-002", "7-9", ""},
                    {"SOTA-003", "12-14", ""},
                    {"SOTA-004", "1-19", ""}};
    for (size_t i = 0; i < 4; i++) {
        const struct acknowledgement *one = &record->acknowledged[i];
        assert_str(one->target, expected[i].target);
        assert_string_equal(lines_of(one->covers), expected[i].lines);
        assert_str(one->status, expected[i].status);
    }
    assert_str(record->acknowledged[0].reason,
               "the successor, a Proposed practice");
    assert_str(record->acknowledged[3].rules.at[0], "link-unresolved");
}

static void a_thousand_comments_cost_little(void **state)
{
    (void)state;
    struct out text = {0};
    out_c(&text, "---\n");
    for (int i = 0; i < 20000; i++) {
        out_c(&text, "# inactive-ok: ADR-001 - a\n");
    }
    out_c(&text, "title: x\n---\n");
    for (int i = 0; i < 4000; i++) {
        out_c(&text, "<!-- inactive-ok: ADR-001 - a -->\n");
    }
    const struct record *record = parse(arena_cstr(&arena, out_text(&text)));
    assert_int_equal(record->acknowledged_count, 24000);
    out_free(&text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(entries_are_data),
        TEST(entries_need_a_rule_and_a_reason),
        TEST(a_comment_names_targets_status_and_end),
        TEST(the_status_is_the_one_that_the_reason_names),
        TEST(comments_reach_a_line_a_block_or_the_file),
        TEST(comments_one_above_another_reach_the_same_line),
        TEST(other_comments_acknowledge_nothing),
        TEST(comments_in_front_matter_reach_the_field_below),
        TEST(a_thousand_comments_cost_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
