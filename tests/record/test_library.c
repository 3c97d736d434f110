/* Many files: links both ways, ids that clash, and files that cannot be read
 * beside those that can. */

#include "support/test.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "record/library.h"

static struct arena arena;
static struct diags diags;
static struct project *project;
static struct library *library;
static struct test_folder root;
static bool is_incomplete;

static const char configuration[] =
    "kinds:\n"
    "  SOTA:\n"
    "    role: practice\n"
    "    folder: practices\n"
    "    fields: {implementations: strings, rests_on: references}\n"
    "  LIT: {role: literature, folder: literature}\n"
    "  THEORY: {role: theory, folder: theory}\n"
    "  EXP: {role: experiment, folder: experiments}\n"
    "  log: {role: journal, folder: log, front_matter: optional}\n";

static void put(const char *path, const char *text)
{
    struct failure failure;
    const struct str full =
        fs_join(&arena, str_from_c(root.path), str_from_c(path));
    assert_true(fs_write(full.ptr, str_from_c(text), FS_QUICK, &failure));
}

static int set_up(void **state)
{
    (void)state;
    arena = (struct arena){0};
    diags = (struct diags){.arena = &arena};
    root = test_folder_new();
    put("probatum.yaml", configuration);
    put("practices/SOTA-060.md", "---\ntitle: Scale\n---\n# SOTA-060: Scale\n");
    put("literature/LIT-022.md", "---\ntitle: Paper\n---\n");
    put("theory/THEORY-011.md", "---\ntitle: Account\n---\n");
    put("experiments/EXP-002-norm.yaml", "title: Norm\n");
    put("log/2026/09/one.md", "An entry.\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    test_folder_remove(&root);
    arena_free(&arena);
    return 0;
}

static void load(void)
{
    struct failure failure;
    assert_true(project_load(&arena, str_from_c(root.path), &project, &diags,
                             &failure));
    library = library_load(&arena, project, &diags, &is_incomplete);
}

static void assert_reports(const char *expected)
{
    assert_string_equal(test_diags_text(&arena, &diags), expected);
}

/* "line:column field id origin", one link a line; "?" behind what leads
 * nowhere. */
static const char *links_of(const char *id)
{
    static const char *const origins[] = {"field", "citation", "prose",
                                          "summary", "history"};
    struct out out = {0};
    const struct record *record = library_find(library, str_from_c(id));
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        const struct position at =
            source_position(&arena, link->place.source, link->place.start);
        out_printf(&out, "%zu:%zu %.*s %.*s %s%s\n", at.line, at.column,
                   STR_ARG(link->field), STR_ARG(link->id),
                   origins[link->origin], link->to ? "" : " ?");
    }
    const char *text = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    return text;
}

static void records_are_found_by_id(void **state)
{
    (void)state;
    load();
    assert_reports("");
    assert_false(is_incomplete);
    assert_int_equal(library->record_count, 5);
    assert_int_equal(library->file_count, 5);
    assert_str(library_find(library, S("SOTA-060"))->title, "Scale");
    assert_str(library_find(library, S("EXP-002"))->title, "Norm");
    assert_null(library_find(library, S("SOTA-061")));
    assert_null(library_find(library, S("2026/09/one")));
    assert_str(library->records[4]->id, "2026/09/one");
}

static void former_ids_lead_to_the_record(void **state)
{
    (void)state;
    put("practices/SOTA-061.md",
        "---\ntitle: New\nformerly: [SOTA-tmpab1, OLD-7]\n---\n");
    load();
    assert_reports("");
    assert_str(library_find(library, S("SOTA-tmpab1"))->id, "SOTA-061");
    assert_str(library_find(library, S("OLD-7"))->id, "SOTA-061");
}

static void a_file_is_read_as_if_it_held_another_text(void **state)
{
    (void)state;
    struct map texts = {0};
    struct str text = S("---\ntitle: Other\nformerly: [OLD-7]\n---\n");
    load();
    const struct str path = library_find(library, S("SOTA-060"))->source->path;
    *map_slot(&arena, &texts, path) = &text;
    library =
        library_load_with(&arena, project, &texts, &diags, &is_incomplete);
    assert_str(library_find(library, S("OLD-7"))->title, "Other");
    assert_int_equal(library->record_count, 5);
    library = library_load(&arena, project, &diags, &is_incomplete);
    assert_str(library_find(library, S("SOTA-060"))->title, "Scale");
}

static void links_come_from_every_kind_of_place(void **state)
{
    (void)state;
    put("practices/SOTA-061.md",
        "---\n"
        "title: New\n"
        "source: LIT-022\n"
        "citations:\n"
        "- {ref: LIT-023, note: after SOTA-060}\n"
        "formerly_cited:\n"
        "- {ref: LIT-043, note: dropped}\n"
        "explained_by: [THEORY-011]\n"
        "evidence: [EXP-002.no-worse]\n"
        "summary: >-\n"
        "  As SOTA-060, in `SOTA-060`, LU-SOTA-060, and THEORY-\n"
        "  011 with [LIT-022](LIT-022.md) or [it](x/LIT-022.md).\n"
        "history:\n"
        "- {version: 2, note: Was LIT-025.}\n"
        "implementations: [llama2, LIT-022]\n"
        "rests_on: [SOTA-061]\n"
        "---\n"
        "# SOTA-061: New, unlike SOTA-060\n"
        "\n"
        "See SOTA-061 and [LIT-022](../literature/LIT-022.md), then\n"
        "[it](LIT-022.md) and [LIT-022](x) [LIT-022](y).\n");
    load();
    assert_reports("");
    assert_string_equal(links_of("SOTA-061"),
                        "3:9 source LIT-022 field\n"
                        "5:9 citations LIT-023 citation ?\n"
                        "5:30 citations SOTA-060 summary\n"
                        "7:9 formerly_cited LIT-043 history ?\n"
                        "8:16 explained_by THEORY-011 field\n"
                        "9:12 evidence EXP-002 field\n"
                        "11:6 summary SOTA-060 summary\n"
                        "11:48 summary THEORY-011 summary\n"
                        "12:13 summary LIT-022 summary\n"
                        "14:26 history LIT-025 history ?\n"
                        "15:27 implementations LIT-022 field\n"
                        "16:12 rests_on SOTA-061 field\n"
                        "18:25 body SOTA-060 prose\n"
                        "20:5 body SOTA-061 prose\n"
                        "20:19 body LIT-022 prose\n"
                        "21:6 body LIT-022 prose\n"
                        "21:23 body LIT-022 prose\n"
                        "21:36 body LIT-022 prose\n");
}

static void plans_link_to_what_they_test(void **state)
{
    (void)state;
    put("experiments/EXP-003-a.yaml",
        "id: EXP-003\ntitle: x\n"
        "question: Is SOTA-060 right?\n"
        "hypotheses:\n- {id: h, practice: SOTA-060}\n"
        "reported:\n- {arm: a, ref: LIT-022#rms-in}\n");
    load();
    assert_reports("");
    assert_string_equal(links_of("EXP-003"), "3:14 question SOTA-060 summary\n"
                                             "5:21 hypotheses SOTA-060 field\n"
                                             "7:17 reported LIT-022 field\n");
}

static void backlinks_lead_back_and_leave_oneself_out(void **state)
{
    (void)state;
    put("practices/SOTA-061.md",
        "---\ntitle: x\nextends: [SOTA-060, SOTA-061]\n---\nSOTA-060.\n");
    load();
    const struct record *to = library_find(library, S("SOTA-060"));
    const struct record *from = library_find(library, S("SOTA-061"));
    assert_int_equal(to->backlink_count, 2);
    assert_ptr_equal(to->backlinks[0]->from, from);
    assert_str(to->backlinks[0]->field, "extends");
    assert_int_equal(to->backlinks[1]->origin, LINK_PROSE);
    assert_int_equal(from->backlink_count, 0);
    assert_int_equal(from->links.len, 3);
}

static void records_are_ordered_by_number(void **state)
{
    (void)state;
    put("practices/SOTA-1000.md", "---\ntitle: x\n---\n");
    put("practices/SOTA-999.md", "---\ntitle: x\n---\n");
    put("practices/SOTA-101.md", "---\ntitle: x\n---\n");
    load();
    static const char *const expected[] = {"SOTA-060", "SOTA-101", "SOTA-999",
                                           "SOTA-1000", "LIT-022"};
    for (size_t i = 0; i < 5; i++) {
        assert_str(library->records[i]->id, expected[i]);
    }
}

static void two_files_with_one_id_are_both_kept(void **state)
{
    (void)state;
    put("practices/other.md", "---\ntitle: Other\nid: SOTA-060\n---\n");
    load();
    assert_int_equal(library->record_count, 6);
    assert_str(library_find(library, S("SOTA-060"))->title, "Scale");
    assert_reports(
        "practices/other.md:3:5: error: SOTA-060 is the id of another record "
        "already [id-duplicate]\n"
        "  hint: the other is practices/SOTA-060.md; give one of them a new "
        "number\n");
}

static void a_former_id_that_lives_elsewhere_is_told(void **state)
{
    (void)state;
    put("practices/SOTA-061.md", "---\ntitle: x\nformerly: [SOTA-060]\n---\n");
    load();
    assert_str(library_find(library, S("SOTA-060"))->title, "Scale");
    assert_reports(
        "practices/SOTA-061.md:3:12: error: SOTA-060 is said to be the former "
        "id of this record, and belongs to SOTA-060 [id-duplicate]\n"
        "  hint: the other is practices/SOTA-060.md\n");
}

static void broken_records_stand_beside_good_ones(void **state)
{
    (void)state;
    put("practices/SOTA-070.md", "---\ntitle: [\n---\nBody.\n");
    put("practices/SOTA-071.md", "---\ntitle: x\n");
    put("practices/SOTA-072.md", "# No front matter\n");
    put("practices/SOTA-073.md", "");
    put("practices/_template.md", "---\nstatus: wrong\n");
    put("practices/.hidden.md", "---\n");
    put("practices/notes.txt", "---\n");
    load();
    assert_false(is_incomplete);
    assert_int_equal(library->record_count, 9);
    for (int i = 0; i < 4; i++) {
        const struct str id = arena_printf(&arena, "SOTA-07%d", i);
        assert_true(library_find(library, id)->is_broken);
    }
    assert_false(library_find(library, S("SOTA-060"))->is_broken);
    assert_int_equal(diags.len, 4);
}

static void what_cannot_be_read_is_a_finding(void **state)
{
    (void)state;
    const struct str folder = str_from_c(root.path);
    const struct str gone = fs_join(&arena, folder, S("practices/SOTA-080.md"));
    const struct str pipe = fs_join(&arena, folder, S("practices/SOTA-081.md"));
    assert_int_equal(symlink("/nonexistent/file", gone.ptr), 0);
    assert_int_equal(mkfifo(pipe.ptr, 0600), 0);
    load();
    assert_true(is_incomplete);
    assert_int_equal(test_count_rule(&diags, "file-unreadable"), 2);
    assert_int_equal(library->record_count, 5);
}

static void a_file_too_large_is_a_finding_and_not_cut(void **state)
{
    (void)state;
    const size_t size = YML_SIZE_CEILING + MD_SIZE_CEILING + 1;
    char *text = ARENA_ARRAY(&arena, char, size + 1);
    memset(text, 'x', size);
    put("practices/SOTA-080.md", text);
    load();
    assert_true(is_incomplete);
    assert_null(library_find(library, S("SOTA-080")));
}

static void a_folder_in_place_of_a_folder_that_is_a_file(void **state)
{
    (void)state;
    test_folder_remove(&root);
    put("probatum.yaml", "kinds:\n  SOTA: {role: practice, folder: p}\n"
                         "  LIT: {role: literature, folder: l}\n");
    put("p", "a file");
    load();
    assert_true(is_incomplete);
    assert_int_equal(test_count_rule(&diags, "file-unreadable"), 2);
    assert_int_equal(library->record_count, 0);
}

static void a_missing_folder_is_a_note(void **state)
{
    (void)state;
    put("probatum.yaml",
        "kinds:\n  SOTA: {role: practice, folder: practices}\n"
        "  LIT:\n    role: literature\n    folder: litrature\n");
    load();
    assert_false(is_incomplete);
    assert_reports("probatum.yaml:5:13: note: there is no folder litrature, so "
                   "no record of the kind LIT [file-unreadable]\n");
}

static void records_below_their_folder_are_told_and_other_kinds_are_not(
    void **state)
{
    (void)state;
    put("probatum.yaml", "kinds:\n"
                         "  SOTA: {role: practice, folder: practices}\n"
                         "  LIT: {role: literature, folder: practices/lit}\n");
    put("practices/lit/LIT-022.md", "---\ntitle: Paper\n---\n");
    put("practices/old/SOTA-061.md", "---\ntitle: Lost\n---\n");
    put("practices/_old/SOTA-062.md", "---\ntitle: Left out\n---\n");
    put("practices/data/one.json", "{}");
    load();
    assert_false(is_incomplete);
    assert_reports("practices/old:1:1: warning: no record is read from a "
                   "folder below that of SOTA [file-unreadable]\n"
                   "  hint: move its files up, or begin its name with _ to "
                   "leave it out\n");
    assert_int_equal(library->record_count, 2);
}

static void the_nearest_id_is_found_by_the_slip(void **state)
{
    (void)state;
    put("literature/LIT-733.md", "---\ntitle: x\n---\n");
    put("literature/LIT-713.md", "---\ntitle: x\n---\n");
    put("literature/LIT-1290.md", "---\ntitle: x\n---\n");
    load();
    static const struct {
        const char *wrong, *right;
    } slips[] = {
        {"LIT-734", "LIT-733"},  {"LIT-22", "LIT-022"},
        {"LIT-202", "LIT-022"},  {"LTI-733", "LIT-733"},
        {"LIT-7333", "LIT-733"}, {"LIT-190", "LIT-1290"},
        {"LIT-555", ""},         {"LIT-", ""},
        {"ZEBRA-1", ""},         {"LIT-tmpabc", ""},
        {"LIT-99999999999", ""}, {"LIT--22", ""},
    };
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        assert_str(library_nearest(library, str_from_c(slips[i].wrong)),
                   slips[i].right);
    }
}

/* Grows tenfold with ten times the records, not a hundredfold. */
static double seconds_for(int count)
{
    struct timespec start, end;
    test_folder_remove(&root);
    put("probatum.yaml", configuration);
    for (int i = 1; i <= count; i++) {
        const struct str path =
            arena_printf(&arena, "practices/SOTA-%04d.md", i);
        const struct str text =
            arena_printf(&arena,
                         "---\ntitle: Practice %d\nextends: [SOTA-%04d]\n---\n"
                         "# SOTA-%04d: Practice %d\n\nBuilds on SOTA-0001.\n",
                         i, i == 1 ? 2 : i - 1, i, i);
        put(path.ptr, text.ptr);
    }
    clock_gettime(CLOCK_MONOTONIC, &start);
    load();
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_int_equal(library->record_count, count);
    return (double)(end.tv_sec - start.tv_sec) +
           (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static void the_time_grows_with_the_records(void **state)
{
    (void)state;
    seconds_for(200);
    const double few = seconds_for(200);
    const double many = seconds_for(2000);
    if (many > 40 * few) {
        fail_msg("%g s for 200 records and %g s for 2000", few, many);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(records_are_found_by_id),
        TEST(former_ids_lead_to_the_record),
        TEST(a_file_is_read_as_if_it_held_another_text),
        TEST(links_come_from_every_kind_of_place),
        TEST(plans_link_to_what_they_test),
        TEST(backlinks_lead_back_and_leave_oneself_out),
        TEST(records_are_ordered_by_number),
        TEST(two_files_with_one_id_are_both_kept),
        TEST(a_former_id_that_lives_elsewhere_is_told),
        TEST(broken_records_stand_beside_good_ones),
        TEST(what_cannot_be_read_is_a_finding),
        TEST(a_file_too_large_is_a_finding_and_not_cut),
        TEST(a_folder_in_place_of_a_folder_that_is_a_file),
        TEST(a_missing_folder_is_a_note),
        TEST(records_below_their_folder_are_told_and_other_kinds_are_not),
        TEST(the_nearest_id_is_found_by_the_slip),
        TEST(the_time_grows_with_the_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
