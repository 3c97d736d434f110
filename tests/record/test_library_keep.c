/* A library read again and again: files that did not move are not read, and
 * nobody can tell. */

#include "support/test.h"

#include <unistd.h>

#include "base/fs.h"
#include "record/library_keep.h"

/* Lives from one reading to the next, as in a process that stays. */
static struct library_keep keep;
static struct test_folder root;

/* Of one reading. */
static struct arena arena;
static struct diags diags;
static struct library *library;
static bool is_incomplete;

static const char configuration[] =
    "kinds:\n"
    "  SOTA: {role: practice, folder: practices}\n"
    "  LIT: {role: literature, folder: literature}\n";

static void put(const char *path, const char *text)
{
    struct failure failure;
    struct arena scratch = {0};
    const struct str full =
        fs_join(&scratch, str_from_c(root.path), str_from_c(path));
    assert_true(fs_write(full.ptr, str_from_c(text), FS_QUICK, &failure));
    arena_free(&scratch);
}

static int set_up(void **state)
{
    (void)state;
    keep = (struct library_keep){0};
    arena = (struct arena){0};
    root = test_folder_new();
    put("probatum.yaml", configuration);
    put("practices/SOTA-001.md",
        "---\ntitle: One\nsource: [LIT-001]\n---\nAs SOTA-002 has it.\n");
    put("practices/SOTA-002.md", "---\ntitle: Two\ncolour: red\n---\n");
    put("literature/LIT-001.md", "---\ntitle: Paper\n---\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    test_folder_remove(&root);
    library_keep_end(&keep);
    arena_free(&arena);
    return 0;
}

/* Whatever the reading before had beside what is kept is gone. `stamp`: how all
 * files look; `kept`: where records are kept, NULL for nowhere. */
static void read_all(const char *stamp, struct library_keep *kept)
{
    struct failure failure;
    struct project *project = NULL;
    arena_free(&arena);
    diags = (struct diags){.arena = &arena};
    assert_true(project_load(&arena, str_from_c(root.path), &project, &diags,
                             &failure));
    if (kept != NULL) {
        project = library_keep_begin(kept, project);
    }
    is_incomplete = false;
    struct library_files files =
        library_list(&arena, project, NULL, &diags, &is_incomplete);
    for (size_t i = 0; i < files.len; i++) {
        files.at[i].stamp = str_from_c(stamp);
    }
    files.keep = kept;
    library = library_read(&arena, project, &files, &diags, &is_incomplete);
}

static const struct record *record(const char *id)
{
    const struct record *found = library_find(library, str_from_c(id));
    assert_non_null(found);
    return found;
}

static void a_file_that_looks_as_it_did_is_not_read(void **state)
{
    (void)state;
    read_all("morning", &keep);
    const struct record *first = record("SOTA-001");
    put("practices/SOTA-001.md", "---\ntitle: Other\n---\n");
    read_all("morning", &keep);
    assert_ptr_equal(record("SOTA-001"), first);
    read_all("noon", &keep);
    assert_true(str_is(record("SOTA-001")->title, "Other"));
}

static void a_file_that_was_written_a_moment_ago_is_read_again(void **state)
{
    (void)state;
    read_all("", &keep);
    put("practices/SOTA-001.md", "---\ntitle: Other\n---\n");
    read_all("", &keep);
    assert_true(str_is(record("SOTA-001")->title, "Other"));
}

static void links_are_those_of_the_files_that_are_there_now(void **state)
{
    (void)state;
    read_all("morning", &keep);
    assert_int_equal(record("SOTA-002")->backlink_count, 1);
    put("practices/SOTA-003.md", "---\ntitle: Three\n---\nAfter SOTA-002.\n");
    read_all("morning", &keep);
    assert_int_equal(record("SOTA-001")->links.len, 2);
    assert_int_equal(record("SOTA-002")->backlink_count, 2);
    put("practices/SOTA-001.md", "---\ntitle: One\n---\n");
    read_all("noon", &keep);
    assert_int_equal(record("LIT-001")->backlink_count, 0);
    assert_int_equal(record("SOTA-002")->backlink_count, 1);
}

static void a_record_whose_file_is_gone_is_gone(void **state)
{
    (void)state;
    read_all("morning", &keep);
    const struct str path =
        fs_join(&arena, str_from_c(root.path), S("literature/LIT-001.md"));
    assert_int_equal(unlink(path.ptr), 0);
    read_all("morning", &keep);
    assert_null(library_find(library, S("LIT-001")));
    assert_null(record("SOTA-001")->links.at[0].to);
}

static void findings_are_told_at_each_reading(void **state)
{
    (void)state;
    struct arena lasting = {0};
    read_all("morning", NULL);
    const struct str expected =
        arena_copy(&lasting, str_from_c(test_diags_text(&arena, &diags)));
    assert_true(str_find(expected, S("colour")) != STR_NONE);
    for (int i = 0; i < 3; i++) {
        read_all("morning", &keep);
        assert_string_equal(test_diags_text(&arena, &diags), expected.ptr);
    }
    arena_free(&lasting);
}

static void what_could_not_be_read_is_tried_again(void **state)
{
    (void)state;
    const struct str path =
        fs_join(&arena, str_from_c(root.path), S("practices/SOTA-003.md"));
    assert_int_equal(symlink("nowhere", path.ptr), 0);
    read_all("morning", &keep);
    assert_true(is_incomplete);
    put("practices/nowhere", "---\ntitle: Three\n---\n");
    read_all("morning", &keep);
    assert_false(is_incomplete);
    assert_true(str_is(record("SOTA-003")->title, "Three"));
}

static void other_settings_read_everything_anew(void **state)
{
    (void)state;
    read_all("morning", &keep);
    const char *swapped = "kinds:\n"
                          "  SOTA: {role: literature, folder: practices}\n"
                          "  LIT: {role: practice, folder: literature}\n";
    put("probatum.yaml", swapped);
    read_all("morning", &keep);
    assert_int_equal(record("SOTA-001")->kind->role, ROLE_LITERATURE);
    assert_int_equal(record("LIT-001")->kind->role, ROLE_PRACTICE);
}

static void what_is_kept_does_not_grow_with_each_reading(void **state)
{
    (void)state;
    size_t most = 0;
    for (int i = 0; i < 2000; i++) {
        read_all("", &keep);
        most = keep.size > most ? keep.size : most;
    }
    assert_in_range(most, 1 << 20, 2 << 20);
}

int main(void)
{
#define KEEP_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        KEEP_TEST(a_file_that_looks_as_it_did_is_not_read),
        KEEP_TEST(a_file_that_was_written_a_moment_ago_is_read_again),
        KEEP_TEST(links_are_those_of_the_files_that_are_there_now),
        KEEP_TEST(a_record_whose_file_is_gone_is_gone),
        KEEP_TEST(findings_are_told_at_each_reading),
        KEEP_TEST(what_could_not_be_read_is_tried_again),
        KEEP_TEST(other_settings_read_everything_anew),
        KEEP_TEST(what_is_kept_does_not_grow_with_each_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
