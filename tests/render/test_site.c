/* Building a site: what is made, made again, left alone and removed, from which
 * templates, and what happens when it cannot be done. */

#include "support/site.h"

#include <signal.h>
#include <sys/resource.h>

#include "base/fs.h"

/* ---- Tests --------------------------------------------------------------- */

static void every_record_has_a_page_in_both_forms(void **state)
{
    (void)state;
    const struct site_summary summary = build("out", NULL);
    assert_int_equal(summary.pages, SITE_PAGES);
    assert_int_equal(summary.written, SITE_PAGES);
    assert_int_equal(summary.broken, 1);
    sh("test $(find %s/out -name '*.html' | wc -l) = %d", site_folder(),
       SITE_PAGES);
    sh("test $(find %s/out -name '*.md' | wc -l) = %d", site_folder(),
       SITE_PAGES);
    sh("test -f %s/out/assets/style.css", site_folder());
}

static void two_builds_are_the_same_bytes(void **state)
{
    (void)state;
    build("out", NULL);
    build("again", NULL);
    sh("diff -rq %s/out %s/again", site_folder(), site_folder());
}

static struct store *new_store(void)
{
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    return store;
}

static void a_second_build_makes_nothing(void **state)
{
    (void)state;
    struct store *store = new_store();
    build("out", store);
    const struct site_summary summary = build("out", store);
    assert_int_equal(summary.made, 0);
    assert_int_equal(summary.written, 0);
    assert_int_equal(summary.files_written, 0);
    store_close(store);
}

static void editing_a_body_rewrites_its_page_alone(void **state)
{
    (void)state;
    struct store *store = new_store();
    build("out", store);
    sh("echo 'One more line.' >> %s/project/decisions/ADR-001.md",
       site_folder());
    const struct site_summary summary = build("out", store);
    assert_int_equal(summary.made, 1);
    assert_int_equal(summary.written, 1);
    build("again", NULL);
    sh("diff -rq %s/out %s/again", site_folder(), site_folder());
    store_close(store);
}

static void editing_a_field_rewrites_the_pages_that_show_it(void **state)
{
    (void)state;
    struct store *store = new_store();
    build("out", store);
    sh("sed -i 's/^title: On training longer/title: On training shorter/' "
       "%s/project/literature/LIT-001.yaml",
       site_folder());
    const struct site_summary summary = build("out", store);
    /* its own and its history, its list, SOTA-001 and SOTA-008 that cite it,
     * NOTE-001 that reads it, the history of SOTA-001 with a note that names
     * it, the page for attention, where it is suspect, and the graph */
    assert_int_equal(summary.written, 9);
    assert_true(summary.made < SITE_PAGES);
    build("again", NULL);
    sh("diff -rq %s/out %s/again", site_folder(), site_folder());
    store_close(store);
}

/* What a build on top of an earlier one gives is what one from nothing
 * gives. */
static void assert_same_as_from_nothing(struct store *store, struct str after)
{
    build("out", store);
    sh("rm -rf %s/again", site_folder());
    build("again", NULL);
    char command[512] = {0};
    snprintf(command, sizeof command, "diff -rq %s/out %s/again", site_folder(),
             site_folder());
    if (system(command) != 0) {
        fail_msg("pages are stale after %.*s changed", STR_ARG(after));
    }
}

static void list_files(struct arena *arena, struct str path, struct strs *files)
{
    struct failure failure = {0};
    struct fs_entries entries = {0};
    assert_true(fs_list(arena, arena_cstr(arena, path), &entries, &failure));
    for (size_t i = 0; i < entries.len; i++) {
        if (entries.at[i].kind == FS_FOLDER) {
            list_files(arena, entries.at[i].path, files);
        } else if (!str_is(entries.at[i].name, "probatum.yaml")) {
            *LIST_PUSH(arena, files) = entries.at[i].path;
        }
    }
}

static void after_any_change_the_site_is_what_it_would_be_from_nothing(
    void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = new_store();
    struct strs files = {0};
    build("out", store);
    list_files(&arena, arena_printf(&arena, "%s/project", site_folder()),
               &files);
    assert_true(files.len > 20);
    for (size_t i = 0; i < files.len; i++) {
        /* titles and status words of records, numbers of evidence */
        sh("sed -i 's/^title: /title: X /; s/^status: Active/status: Odd/; "
           "s/\"diverged_at\": null/\"diverged_at\": 3/' '%.*s'",
           STR_ARG(files.at[i]));
        assert_same_as_from_nothing(store, files.at[i]);
    }
    for (size_t i = 0; i < files.len; i++) {
        sh("sed -i '3s/[{}]/[/' '%.*s'", STR_ARG(files.at[i]));
        assert_same_as_from_nothing(store, files.at[i]);
    }
    for (size_t i = 0; i < files.len; i++) {
        sh("rm '%.*s'", STR_ARG(files.at[i]));
        assert_same_as_from_nothing(store, files.at[i]);
    }
    store_close(store);
    arena_free(&arena);
}

static void a_page_that_is_gone_is_made_again(void **state)
{
    (void)state;
    struct store *store = new_store();
    build("out", store);
    sh("rm %s/out/practices/SOTA-001.md", site_folder());
    const struct site_summary summary = build("out", store);
    assert_int_equal(summary.made, 1);
    sh("test -f %s/out/practices/SOTA-001.md", site_folder());
    store_close(store);
}

static void what_is_no_longer_made_is_removed_and_nothing_else(void **state)
{
    (void)state;
    struct store *store = new_store();
    build("out", store);
    sh("touch %s/out/mine.html %s/out/notes/mine.html", site_folder(),
       site_folder());
    sh("rm %s/project/notes/NOTE-001.md", site_folder());
    const struct site_summary summary = build("out", store);
    assert_int_equal(summary.removed, 2);
    sh("test ! -e %s/out/history/NOTE-001.html", site_folder());
    sh("test ! -e %s/out/notes/NOTE-001.html", site_folder());
    sh("test ! -e %s/out/notes/NOTE-001.md", site_folder());
    sh("test -f %s/out/mine.html && test -f %s/out/notes/mine.html",
       site_folder(), site_folder());
    store_close(store);
}

/* ---- Templates ----------------------------------------------------------- */

static void a_folder_replaces_single_templates(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct site_summary summary = {0};
    sh("mkdir -p %s/mine/parts", site_folder());
    sh("echo '<p>{{id}} as I like it</p>' > %s/mine/record.html",
       site_folder());
    const struct str mine = arena_printf(&arena, "%s/mine/", site_folder());
    if (!try_build("out", mine.ptr, NULL, &summary, &failure)) {
        fail_msg("%s", failure.why);
    }
    assert_true(str_is(page(&arena, "decisions/ADR-001.html"),
                       "<p>ADR-001 as I like it</p>\n"));
    assert_has(page(&arena, "literature/LIT-001.html"), "<main");
    arena_free(&arena);
}

static void a_faulty_template_is_named_by_file_and_line(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct site_summary summary = {0};
    sh("mkdir -p %s/mine && printf '<p>\\n{{#id}}\\n' > %s/mine/record.html",
       site_folder(), site_folder());
    const struct str mine = arena_printf(&arena, "%s/mine", site_folder());
    assert_false(try_build("out", mine.ptr, NULL, &summary, &failure));
    assert_string_equal(
        failure.why, "record.html:2: the section \"id\" is never closed; end "
                     "it with {{/id}}");
    sh("printf '<p>\\n\\n{{> parts/haed.html}}\\n' > %s/mine/record.html",
       site_folder());
    assert_false(try_build("out", mine.ptr, NULL, &summary, &failure));
    assert_string_equal(failure.why, "record.html:3: no template is called "
                                     "\"parts/haed.html\"; did you mean "
                                     "\"parts/head.html\"?");
    arena_free(&arena);
}

static void a_template_folder_that_is_not_there_is_a_failure(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct site_summary summary = {0};
    assert_false(try_build("out", "/nowhere/at/all", NULL, &summary, &failure));
    assert_true(has(str_from_c(failure.why), "/nowhere/at/all"));
}

static void changed_templates_make_every_page_again(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct failure failure = {0};
    struct site_summary summary = {0};
    struct store *store = new_store();
    build("out", store);
    sh("mkdir -p %s/mine/parts && printf '\\n' > %s/mine/parts/tail.md",
       site_folder(), site_folder());
    const struct str mine = arena_printf(&arena, "%s/mine", site_folder());
    assert_true(try_build("out", mine.ptr, store, &summary, &failure));
    assert_int_equal(summary.made, SITE_PAGES);
    assert_true(summary.written < SITE_PAGES);
    store_close(store);
    arena_free(&arena);
}

static void a_folder_that_cannot_be_written_is_a_failure(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct site_summary summary = {0};
    sh("touch %s/file", site_folder());
    assert_false(try_build("file/out", "", NULL, &summary, &failure));
    assert_true(failure.why[0] != '\0');
}

/* Files may grow to `bytes` and no further, as on a disk that is full. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit = {0};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_leaves_old_pages_whole_and_the_next_build_mends(
    void **state)
{
    (void)state;
    struct failure failure = {0};
    struct site_summary summary = {0};
    struct store *store = new_store();
    build("out", store);
    sh("cp -r %s/out %s/before", site_folder(), site_folder());
    sh("sed -i 's/^title: On training longer/title: On training shorter/' "
       "%s/project/literature/LIT-001.yaml",
       site_folder());
    signal(SIGXFSZ, SIG_IGN);
    limit_files(100);
    const bool is_done = try_build("out", "", store, &summary, &failure);
    limit_files(RLIM_INFINITY);
    assert_false(is_done);
    assert_true(failure.why[0] != '\0');
    sh("diff -rq %s/out %s/before", site_folder(), site_folder());
    build("out", store);
    build("again", NULL);
    sh("diff -rq %s/out %s/again", site_folder(), site_folder());
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(every_record_has_a_page_in_both_forms),
        SITE_TEST(two_builds_are_the_same_bytes),
        SITE_TEST(a_second_build_makes_nothing),
        SITE_TEST(editing_a_body_rewrites_its_page_alone),
        SITE_TEST(editing_a_field_rewrites_the_pages_that_show_it),
        SITE_TEST(after_any_change_the_site_is_what_it_would_be_from_nothing),
        SITE_TEST(a_page_that_is_gone_is_made_again),
        SITE_TEST(what_is_no_longer_made_is_removed_and_nothing_else),
        SITE_TEST(a_folder_replaces_single_templates),
        SITE_TEST(a_faulty_template_is_named_by_file_and_line),
        SITE_TEST(a_template_folder_that_is_not_there_is_a_failure),
        SITE_TEST(changed_templates_make_every_page_again),
        SITE_TEST(a_folder_that_cannot_be_written_is_a_failure),
        SITE_TEST(a_full_disk_leaves_old_pages_whole_and_the_next_build_mends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
