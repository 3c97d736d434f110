/* Several files as one: whenever the program dies, and whatever lies there as a
 * journal. */

#include "support/test.h"

#include "base/batch.h"
#include "base/fs.h"
#include "base/sha256.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The calls that change files, as the program under test sees them: the names
 * here win over the C library's, which lets a test end the program at any one
 * of them, before it is made or after. */
static int calls_left = -1;

static void count_call(void)
{
    if (calls_left > 0 && --calls_left == 0) {
        _exit(9);
    }
}

int rename(const char *from, const char *to)
{
    count_call();
    int result = renameat(AT_FDCWD, from, AT_FDCWD, to);
    count_call();
    return result;
}

int unlink(const char *path)
{
    count_call();
    int result = unlinkat(AT_FDCWD, path, 0);
    count_call();
    return result;
}

int fsync(int file)
{
    count_call();
    return (int)syscall(SYS_fsync, file);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    count_call();
    /* Half of it first, as a full disk or a signal may have it. */
    if (calls_left > 0 && size > 1) {
        size /= 2;
    }
    return syscall(SYS_write, file, bytes, size);
}

struct fixture {
    struct arena arena;
    struct test_folder folder;
    struct failure failure;
    struct batch batch;
};

static const char *path_in(struct fixture *f, const char *name)
{
    return fs_join(&f->arena, str_from_c(f->folder.path), str_from_c(name)).ptr;
}

static void put(struct fixture *f, const char *name, const char *text)
{
    if (!fs_write(path_in(f, name), str_from_c(text), FS_QUICK, &f->failure)) {
        fail_msg("%s", f->failure.why);
    }
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->folder = test_folder_new();
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    calls_left = -1;
    test_folder_remove(&f->folder);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static struct str text_of(struct fixture *f, const char *name)
{
    struct str text = S("(none)");
    if (fs_kind(path_in(f, name)) != FS_MISSING) {
        assert_true(
            fs_read(&f->arena, path_in(f, name), 1000, &text, &f->failure));
    }
    return text;
}

static size_t count_entries(struct fixture *f, const char *folder)
{
    struct fs_entries entries = {0};
    assert_true(fs_list(&f->arena, path_in(f, folder), &entries, &f->failure));
    return entries.len;
}

static void add(struct fixture *f, struct batch_change change)
{
    *LIST_PUSH(&f->arena, &f->batch) = change;
}

/* One file changed, one in a folder, one made and one removed. */
static void plan(struct fixture *f)
{
    put(f, "a.md", "old a");
    put(f, "in/b.md", "old b");
    put(f, "c.md", "old c");
    f->batch = (struct batch){0};
    add(f, (struct batch_change){.path = S("a.md"),
                                 .old_text = S("old a"),
                                 .new_text = S("new a")});
    add(f, (struct batch_change){.path = S("in/b.md"),
                                 .old_text = S("old b"),
                                 .new_text = S("new b")});
    add(f, (struct batch_change){
               .path = S("d.md"), .new_text = S("new d"), .is_new = true});
    add(f, (struct batch_change){
               .path = S("c.md"), .old_text = S("old c"), .is_gone = true});
}

static void assert_old(struct fixture *f)
{
    assert_str(text_of(f, "a.md"), "old a");
    assert_str(text_of(f, "in/b.md"), "old b");
    assert_str(text_of(f, "c.md"), "old c");
    assert_str(text_of(f, "d.md"), "(none)");
}

static void assert_new(struct fixture *f)
{
    assert_str(text_of(f, "a.md"), "new a");
    assert_str(text_of(f, "in/b.md"), "new b");
    assert_str(text_of(f, "c.md"), "(none)");
    assert_str(text_of(f, "d.md"), "new d");
}

static void all_files_change_together(void **state)
{
    struct fixture *f = *state;
    plan(f);
    assert_true(batch_commit(f->folder.path, &f->batch, &f->failure));
    assert_new(f);
    assert_int_equal(count_entries(f, ""), 3); /* a, d and the folder */
    assert_int_equal(count_entries(f, "in"), 1);
}

static void a_file_that_moved_on_stops_them_all(void **state)
{
    struct fixture *f = *state;
    plan(f);
    put(f, "c.md", "edited");
    assert_false(batch_commit(f->folder.path, &f->batch, &f->failure));
    assert_string_equal(f->failure.why,
                        "c.md was changed or removed while this was prepared; "
                        "nothing is written, try again");
    put(f, "c.md", "old c");
    put(f, "d.md", "another's");
    assert_false(batch_commit(f->folder.path, &f->batch, &f->failure));
    assert_string_equal(f->failure.why, "d.md is there already");
    assert_str(text_of(f, "a.md"), "old a");
    assert_str(text_of(f, "d.md"), "another's");
    assert_int_equal(count_entries(f, ""), 4);
    assert_int_equal(count_entries(f, "in"), 1);
}

static void paths_and_links_out_of_the_root_are_refused(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {
        "../out.md", "/etc/passwd", ".git/hooks/x", "a/.hidden/b", "", "a\nb"};
    plan(f);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct batch batch = {0};
        *LIST_PUSH(&f->arena, &batch) = (struct batch_change){
            .path = str_from_c(paths[i]), .new_text = S("x"), .is_new = true};
        assert_false(batch_commit(f->folder.path, &batch, &f->failure));
    }
    assert_int_equal(symlink("/tmp", path_in(f, "link")), 0);
    struct batch batch = {0};
    *LIST_PUSH(&f->arena, &batch) = (struct batch_change){
        .path = S("link/x.md"), .new_text = S("x"), .is_new = true};
    assert_false(batch_commit(f->folder.path, &batch, &f->failure));
    assert_non_null(strstr(f->failure.why, "symbolic link"));
    assert_old(f);
}

/* The heart of it. Ends the program at its Nth call, for every N there is. */
static bool dies_at(struct fixture *f, int call)
{
    pid_t child = fork();
    if (child == 0) {
        calls_left = call;
        bool is_done = batch_commit(f->folder.path, &f->batch, &f->failure);
        _exit(is_done ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 9);
    return WEXITSTATUS(status) == 9;
}

static void recover(struct fixture *f)
{
    size_t count = 0;
    if (!batch_recover(f->folder.path, &count, &f->failure)) {
        fail_msg("%s", f->failure.why);
    }
}

static void whenever_it_dies_all_is_old_or_all_is_new(void **state)
{
    struct fixture *f = *state;
    int call = 1;
    bool was_new = false;
    plan(f);
    for (; dies_at(f, call); call++) {
        recover(f);
        bool is_new = fs_kind(path_in(f, "d.md")) == FS_FILE;
        is_new ? assert_new(f) : assert_old(f);
        assert_true(is_new || !was_new);
        was_new = is_new;
        assert_int_equal(count_entries(f, ""), 3);
        fs_remove(path_in(f, "d.md"), &f->failure);
        plan(f);
        struct fs_entries entries = {0};
        assert_true(
            fs_list(&f->arena, path_in(f, "in"), &entries, &f->failure));
        fs_sweep(&entries);
        assert_int_equal(count_entries(f, "in"), 1);
    }
    assert_true(was_new);
    assert_true(call > 20);
    assert_new(f);
}

/* Whoever finishes may die as well. */
static void finishing_can_be_interrupted_too(void **state)
{
    struct fixture *f = *state;
    for (int call = 1;; call++) {
        fs_remove(path_in(f, "d.md"), &f->failure);
        plan(f);
        int first = 1;
        while (dies_at(f, first) &&
               fs_kind(path_in(f, BATCH_JOURNAL)) == FS_MISSING) {
            recover(f);
            first++;
        }
        pid_t child = fork();
        if (child == 0) {
            calls_left = call;
            recover(f);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        recover(f);
        assert_new(f);
        if (WEXITSTATUS(status) == 0) {
            assert_true(call > 5);
            return;
        }
    }
}

static void an_edit_after_the_death_is_not_written_over(void **state)
{
    struct fixture *f = *state;
    size_t count = 0;
    plan(f);
    for (int call = 1; dies_at(f, call); call++) {
        if (fs_kind(path_in(f, BATCH_JOURNAL)) == FS_FILE) {
            break;
        }
        recover(f);
    }
    put(f, "in/b.md", "edited by hand");
    assert_false(batch_recover(f->folder.path, &count, &f->failure));
    assert_non_null(strstr(f->failure.why, "in/b.md has been edited since"));
    assert_str(text_of(f, "a.md"), "old a");
    assert_str(text_of(f, "in/b.md"), "edited by hand");
    assert_true(fs_remove(path_in(f, BATCH_JOURNAL), &f->failure));
    recover(f);
    assert_str(text_of(f, "a.md"), "old a");
    assert_int_equal(count_entries(f, ""), 3);
}

/* A journal with a right sum, as one who knows the format would plant it. */
static void plant(struct fixture *f, const char *lines)
{
    struct str body = arena_printf(&f->arena, "probatum journal 1\n%s", lines);
    put(f, BATCH_JOURNAL,
        arena_printf(&f->arena, "%.*s%s\n", STR_ARG(body), sha256_of(body).text)
            .ptr);
}

static void planted_journals_are_refused(void **state)
{
    struct fixture *f = *state;
    size_t count = 0;
    const struct sha256_hex evil = sha256_of(S("evil"));
    static const char *const steps[][2] = {
        {"- ", " .probatum-1-1.tmp ../out.md\n"},
        {"- ", " .probatum-1-1.tmp .git/hooks/pre-commit\n"},
        {"- ", " .probatum-1-1.tmp /tmp/out.md\n"},
        {"- ", " ../.probatum-1-1.tmp out.md\n"},
        {"- ", " .probatum-1-1.tmp link/out.md\n"},
        {"- ", " - out.md\n"},
        {"- ", " .probatum-1-1.tmp\n"},
        {"", " - - .git/config\n"},
        {"- ", " in/b.md out.md\n"},
        {"- short", " .probatum-1-1.tmp out.md\n"},
    };
    plan(f);
    put(f, ".probatum-1-1.tmp", "evil");
    assert_int_equal(symlink("/tmp", path_in(f, "link")), 0);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        plant(f, arena_printf(&f->arena, "%s%s%s", steps[i][0], evil.text,
                              steps[i][1])
                     .ptr);
        assert_false(batch_recover(f->folder.path, &count, &f->failure));
        assert_old(f);
        assert_str(text_of(f, "out.md"), "(none)");
    }
    plant(f, "");
    assert_false(batch_recover(f->folder.path, &count, &f->failure));
    put(f, BATCH_JOURNAL, "probatum journal 1\nno sum\n");
    assert_false(batch_recover(f->folder.path, &count, &f->failure));
    put(f, BATCH_JOURNAL, "");
    assert_false(batch_recover(f->folder.path, &count, &f->failure));
    assert_true(fs_remove(path_in(f, BATCH_JOURNAL), &f->failure));
    assert_int_equal(symlink("/dev/zero", path_in(f, BATCH_JOURNAL)), 0);
    assert_false(batch_recover(f->folder.path, &count, &f->failure));
    assert_non_null(strstr(f->failure.why, "symbolic link"));
    assert_old(f);
}

static void only_leftovers_of_the_dead_are_swept(void **state)
{
    struct fixture *f = *state;
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    waitpid(child, NULL, 0);
    struct str dead =
        arena_printf(&f->arena, ".probatum-%ld-0.tmp", (long)child);
    struct str own =
        arena_printf(&f->arena, ".probatum-%ld-7.tmp", (long)getpid());
    static const char *const kept[] = {".probatum-x-0.tmp", "probatum-1-0.tmp",
                                       ".probatum--5-0.tmp", ".other"};
    put(f, dead.ptr, "half");
    put(f, own.ptr, "half");
    for (size_t i = 0; i < 4; i++) {
        put(f, kept[i], "kept");
    }
    recover(f);
    assert_str(text_of(f, dead.ptr), "(none)");
    assert_str(text_of(f, own.ptr), "half");
    for (size_t i = 0; i < 4; i++) {
        assert_str(text_of(f, kept[i]), "kept");
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_files_change_together),
        TEST(a_file_that_moved_on_stops_them_all),
        TEST(paths_and_links_out_of_the_root_are_refused),
        TEST(whenever_it_dies_all_is_old_or_all_is_new),
        TEST(finishing_can_be_interrupted_too),
        TEST(an_edit_after_the_death_is_not_written_over),
        TEST(planted_journals_are_refused),
        TEST(only_leftovers_of_the_dead_are_swept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
