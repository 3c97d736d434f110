/* The two layouts that are shipped: this project's own, and an anthology kept
 * as record/practices.d, read from configuration alone. */

#include "support/test.h"

#include "base/fs.h"
#include "record/library.h"

static struct arena arena;
static struct diags diags;
static struct project *project;
static struct failure failure;

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct library *load_anthology(void)
{
    struct str text;
    bool is_incomplete = true;
    assert_true(fs_read(&arena, "tests/corpus/probatum.yaml", YML_SIZE_CEILING,
                        &text, &failure));
    assert_true(project_parse(&arena, S("tests/fixtures/anthology"), text,
                              &project, &diags, &failure));
    assert_string_equal(test_diags_text(&arena, &diags), "");
    struct library *library =
        library_load(&arena, project, &diags, &is_incomplete);
    assert_false(is_incomplete);
    return library;
}

static void the_projects_own_records_are_read_without_a_finding(void **state)
{
    (void)state;
    bool is_incomplete = true;
    assert_true(project_load(&arena, S("."), &project, &diags, &failure));
    const struct library *library =
        library_load(&arena, project, &diags, &is_incomplete);
    assert_string_equal(test_diags_text(&arena, &diags), "");
    assert_false(is_incomplete);
    assert_non_null(library_find(library, S("SOTA-060")));
    assert_non_null(library_find(library, S("ADR-029")));
}

static void an_anthology_is_read_whole(void **state)
{
    (void)state;
    const struct library *library = load_anthology();
    assert_int_equal(library->file_count, 9);
    assert_int_equal(library->record_count, 9);
    assert_string_equal(
        test_diags_text(&arena, &diags),
        "record/literature.d/LIT-001.md:15:1: error: an HTML comment is no "
        "comment in YAML [yaml-html-comment]\n"
        "  hint: start the line with #, outside of any value\n"
        "record/literature.d/LIT-002.md:3:1: error: the key \"number\" stands "
        "here twice [yaml-duplicate-key]\n"
        "  hint: line 2 has the first one, which is kept; remove one of "
        "them\n");
    static const char *const ids[] = {"SOTA-001", "SOTA-tmpa1b2c", "LIT-001",
                                      "LIT-002",  "THEORY-001",    "ADR-001",
                                      "DP-001",   "NOTE-001"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (!library_find(library, str_from_c(ids[i]))) {
            fail_msg("not found: %s", ids[i]);
        }
    }
    assert_str(library->records[7]->id, "2026/09/05/200044");
    assert_str(library->records[8]->id, "20260909-071939");
}

static void its_short_forms_and_comments_mean_what_they_say(void **state)
{
    (void)state;
    const struct library *library = load_anthology();
    const struct record *practice = library_find(library, S("SOTA-001"));
    assert_int_equal(practice->citations.len, 1);
    assert_str(practice->citations.at[0].ref, "LIT-001");
    assert_int_equal(practice->fields[FIELD_INTRODUCED_BY].presence,
                     PRESENCE_EMPTY);
    assert_int_equal(practice->acknowledged_count, 2);
    assert_str(practice->acknowledged[0].target, "LIT-002");
    assert_str(practice->acknowledged[1].target, "ADR-001");
    assert_str(practice->acknowledged[1].status, "Proposed");
    assert_true(record_is_retired(library_find(library, S("LIT-002"))));
    assert_false(record_is_retired(library_find(library, S("NOTE-001"))));
    for (size_t i = 0; i < library->record_count; i++) {
        const struct links *links = &library->records[i]->links;
        for (size_t j = 0; j < links->len; j++) {
            assert_non_null(links->at[j].to);
        }
    }
    assert_int_equal(library_find(library, S("LIT-001"))->backlink_count, 11);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_projects_own_records_are_read_without_a_finding),
        TEST(an_anthology_is_read_whole),
        TEST(its_short_forms_and_comments_mean_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
