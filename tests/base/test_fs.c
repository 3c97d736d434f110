/* Files: whole or not at all, also when the disk is full or the program is
 * killed at the worst moment. */

#include "support/test.h"

#include "base/fs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* rename as the program under test sees it: the name here wins over the C
 * library's, which lets a test kill the program between write and rename. */
static bool is_killed_before_rename;

int rename(const char *from, const char *to)
{
    if (is_killed_before_rename) {
        kill(getpid(), SIGKILL);
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

struct fixture {
    struct arena arena;
    struct test_folder folder;
    struct failure failure;
};

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
    test_folder_remove(&f->folder);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static const char *path_in(struct fixture *f, const char *name)
{
    return fs_join(&f->arena, str_from_c(f->folder.path), str_from_c(name)).ptr;
}

static void assert_file(struct fixture *f, const char *path,
                        const char *expected)
{
    struct str text = {0};
    if (!fs_read(&f->arena, path, 1 << 20, &text, &f->failure)) {
        fail_msg("%s", f->failure.why);
    }
    assert_str(text, expected);
}

static size_t count_entries(struct fixture *f)
{
    struct fs_entries entries = {0};
    assert_true(fs_list(&f->arena, f->folder.path, &entries, &f->failure));
    return entries.len;
}

static void written_text_reads_back_and_folders_are_made(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "a/b/c.md");
    assert_true(fs_write(path, S("one"), FS_DURABLE, &f->failure));
    assert_file(f, path, "one");
    assert_true(fs_write(path, S(""), FS_QUICK, &f->failure));
    assert_file(f, path, "");
}

static void missing_folder_pipe_and_large_files_are_failures(void **state)
{
    struct fixture *f = *state;
    struct str text = {0};
    assert_false(fs_read(&f->arena, path_in(f, "no"), 10, &text, &f->failure));
    assert_non_null(strstr(f->failure.why, "No such file"));
    assert_false(fs_read(&f->arena, f->folder.path, 10, &text, &f->failure));
    assert_int_equal(mkfifo(path_in(f, "pipe"), 0600), 0);
    assert_false(
        fs_read(&f->arena, path_in(f, "pipe"), 10, &text, &f->failure));
    const char *path = path_in(f, "large");
    assert_true(fs_write(path, S("12345678901"), FS_QUICK, &f->failure));
    assert_false(fs_read(&f->arena, path, 10, &text, &f->failure));
    assert_non_null(strstr(f->failure.why, "too large"));
    assert_true(fs_read(&f->arena, path, 11, &text, &f->failure));
}

static void equal_text_leaves_the_file_untouched(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "page.html");
    bool has_changed = false;
    assert_true(fs_write_changed(path, S("page"), &has_changed, &f->failure));
    assert_true(has_changed);
    struct stat before;
    assert_int_equal(stat(path, &before), 0);
    assert_true(fs_write_changed(path, S("page"), &has_changed, &f->failure));
    assert_false(has_changed);
    struct stat after;
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_true(fs_write_changed(path, S("Page"), &has_changed, &f->failure));
    assert_true(has_changed);
    assert_file(f, path, "Page");
}

static void permissions_and_links_are_kept(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "secret.md");
    const char *link_path = path_in(f, "link.md");
    assert_true(fs_write(path, S("old"), FS_QUICK, &f->failure));
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(symlink("secret.md", link_path), 0);
    assert_true(fs_write(link_path, S("new"), FS_DURABLE, &f->failure));
    assert_file(f, path, "new");
    struct stat info;
    assert_int_equal(lstat(link_path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
}

/* A limit on file size fails writes as a full disk does, without root. */
static void a_full_disk_is_a_sentence_and_the_old_file_stays(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "record.md");
    assert_true(fs_write(path, S("old"), FS_QUICK, &f->failure));
    pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        struct rlimit limit = {1000, 1000};
        setrlimit(RLIMIT_FSIZE, &limit);
        static char large[5000];
        memset(large, 'x', sizeof large);
        struct str text = {large, sizeof large};
        bool is_written = fs_write(path, text, FS_DURABLE, &f->failure);
        bool is_named = strstr(f->failure.why, "record.md: File too large");
        _exit(is_written || !is_named);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_file(f, path, "old");
    assert_int_equal(count_entries(f), 1);
}

static void killed_before_the_rename_the_old_file_stays(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "record.md");
    assert_true(fs_write(path, S("old"), FS_QUICK, &f->failure));
    pid_t child = fork();
    if (child == 0) {
        is_killed_before_rename = true;
        fs_write(path, S("new text"), FS_DURABLE, &f->failure);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_file(f, path, "old");
    /* What is left behind is hidden, no record, and in nobody's way. */
    struct fs_entries entries = {0};
    assert_true(fs_list(&f->arena, f->folder.path, &entries, &f->failure));
    assert_int_equal(entries.len, 2);
    assert_true(str_starts(entries.at[0].name, S(".probatum-")));
    assert_true(str_ends(entries.at[0].name, S(".tmp")));
    assert_true(fs_write(path, S("new text"), FS_DURABLE, &f->failure));
    assert_file(f, path, "new text");
}

static void a_folder_in_the_place_of_the_file_is_a_failure(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "folder");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(fs_write(path, S("x"), FS_QUICK, &f->failure));
    assert_int_equal(count_entries(f), 1);
    assert_true(fs_write(path_in(f, "file"), S("x"), FS_QUICK, &f->failure));
    assert_false(
        fs_write(path_in(f, "file/below"), S("x"), FS_QUICK, &f->failure));
}

/* Root reads everything, so the act is done by another user. */
static void unreadable_folders_are_failures_that_name_them(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "closed");
    assert_int_equal(mkdir(path, 0000), 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0) {
            _exit(2);
        }
        struct fs_entries entries = {0};
        bool is_listed = fs_list(&f->arena, path, &entries, &f->failure);
        _exit(is_listed || !strstr(f->failure.why, "closed"));
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void what_a_closed_folder_hides_is_not_called_missing(void **state)
{
    struct fixture *f = *state;
    const char *path = path_in(f, "closed/file");
    assert_int_equal(fs_kind(path), FS_MISSING);
    assert_true(fs_write(path, S("x"), FS_QUICK, &f->failure));
    assert_int_equal(chmod(path_in(f, "closed"), 0000), 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0) {
            _exit(2);
        }
        _exit(fs_kind(path) != FS_OTHER);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_int_equal(chmod(path_in(f, "closed"), 0700), 0);
    assert_int_equal(status, 0);
}

static void a_link_on_the_way_is_found(void **state)
{
    struct fixture *f = *state;
    const char *folder = f->folder.path;
    assert_int_equal(mkdir(path_in(f, "real"), 0700), 0);
    assert_int_equal(symlink("real", path_in(f, "link")), 0);
    assert_int_equal(symlink("nowhere", path_in(f, "real/end")), 0);
    assert_false(fs_has_link(folder, S("real/page.html")));
    assert_false(fs_has_link(folder, S("new/page.html")));
    assert_true(fs_has_link(folder, S("link/page.html")));
    assert_true(fs_has_link(folder, S("real/end")));
    /* How the folder itself is reached is its owner's business. */
    assert_false(fs_has_link(path_in(f, "link"), S("page.html")));
    assert_str(fs_real(&f->arena, path_in(f, "link")),
               fs_real(&f->arena, path_in(f, "real")).ptr);
    assert_int_equal(fs_real(&f->arena, path_in(f, "gone")).len, 0);
}

static void lists_are_sorted_and_say_what_links_point_to(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(mkdir(path_in(f, "b"), 0700), 0);
    assert_true(fs_write(path_in(f, "a.md"), S(""), FS_QUICK, &f->failure));
    assert_int_equal(symlink("b", path_in(f, "Z")), 0);
    assert_int_equal(symlink("nowhere", path_in(f, "c")), 0);
    struct fs_entries entries = {0};
    assert_true(fs_list(&f->arena, f->folder.path, &entries, &f->failure));
    assert_int_equal(entries.len, 4);
    static const struct {
        const char *name;
        enum fs_kind kind;
        bool is_link;
    } expected[] = {{"Z", FS_FOLDER, true},
                    {"a.md", FS_FILE, false},
                    {"b", FS_FOLDER, false},
                    {"c", FS_MISSING, true}};
    for (size_t i = 0; i < 4; i++) {
        assert_str(entries.at[i].name, expected[i].name);
        assert_int_equal(entries.at[i].kind, expected[i].kind);
        assert_int_equal(entries.at[i].is_link, expected[i].is_link);
    }
    assert_false(fs_list(&f->arena, path_in(f, "c"), &entries, &f->failure));
}

static void the_root_is_found_upwards(void **state)
{
    struct fixture *f = *state;
    assert_true(
        fs_write(path_in(f, "probatum.yaml"), S(""), FS_QUICK, &f->failure));
    assert_true(fs_make_folders(path_in(f, "x/y/z"), &f->failure));
    struct str root =
        fs_find_upwards(&f->arena, path_in(f, "x/y/z"), "probatum.yaml");
    assert_str(root, f->folder.path);
    assert_str(fs_find_upwards(&f->arena, path_in(f, "x"), "no-such-file"), "");
    assert_str(fs_find_upwards(&f->arena, path_in(f, "gone"), "x"), "");
}

static void paths_that_leave_their_folder_are_told(void **state)
{
    (void)state;
    static const char *const inside[] = {"a", "a/b.md", "..a/b", "a/...", "."};
    static const char *const outside[] = {
        "", "/a", "..", "a/../b", "a//b", "a\\b", "a\nb", "a/", "../a", "a/.."};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        assert_true(fs_is_inside(str_from_c(inside[i])));
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_false(fs_is_inside(str_from_c(outside[i])));
    }
    assert_false(fs_is_inside(S("a\0b")));
}

/* ---- Stamps -------------------------------------------------------------- */

static struct fs_stamp stamp_of(const char *path)
{
    struct fs_stamp stamp = {0};
    assert_true(fs_stamp(path, &stamp));
    return stamp;
}

/* Half a minute ago, so that what is done now cannot share its tick. */
static void age(const char *path)
{
    struct timespec then[2] = {{0}};
    clock_gettime(CLOCK_REALTIME, &then[0]);
    then[0].tv_sec -= 30;
    then[1] = then[0];
    assert_int_equal(utimensat(AT_FDCWD, path, then, 0), 0);
}

static void a_stamp_moves_with_whatever_is_done_to_a_file(void **state)
{
    struct fixture *f = *state;
    const char *path = arena_printf(&f->arena, "%s/a", f->folder.path).ptr;
    assert_true(fs_write(path, S("one"), FS_QUICK, &f->failure));
    age(path);
    const struct fs_stamp first = stamp_of(path);
    const struct fs_stamp again = stamp_of(path);
    assert_memory_equal(&first, &again, sizeof first);

    assert_true(fs_write(path, S("two"), FS_QUICK, &f->failure));
    age(path);
    const struct fs_stamp second = stamp_of(path);
    assert_int_equal(second.size, first.size);
    assert_true(second.inode != first.inode ||
                second.changed_ns != first.changed_ns);
    assert_false(fs_stamp("/nowhere/at/all", &(struct fs_stamp){0}));
}

static void a_file_just_written_is_not_settled(void **state)
{
    struct fixture *f = *state;
    const char *path = arena_printf(&f->arena, "%s/a", f->folder.path).ptr;
    assert_true(fs_write(path, S("one"), FS_QUICK, &f->failure));
    struct fs_stamp stamp = stamp_of(path);
    assert_false(fs_is_settled(&stamp, fs_now()));
    age(path); /* its content is old; what is known of it is not */
    stamp = stamp_of(path);
    assert_false(fs_is_settled(&stamp, fs_now()));
    assert_true(fs_is_settled(&stamp, fs_now() + 3000000000));
    stamp.modified_ns = fs_now() + 3600 * (int64_t)1000000000;
    assert_false(fs_is_settled(&stamp, fs_now() + 3000000000));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(written_text_reads_back_and_folders_are_made),
        TEST(missing_folder_pipe_and_large_files_are_failures),
        TEST(equal_text_leaves_the_file_untouched),
        TEST(permissions_and_links_are_kept),
        TEST(a_full_disk_is_a_sentence_and_the_old_file_stays),
        TEST(killed_before_the_rename_the_old_file_stays),
        TEST(a_folder_in_the_place_of_the_file_is_a_failure),
        TEST(unreadable_folders_are_failures_that_name_them),
        TEST(what_a_closed_folder_hides_is_not_called_missing),
        TEST(a_link_on_the_way_is_found),
        TEST(lists_are_sorted_and_say_what_links_point_to),
        TEST(the_root_is_found_upwards),
        TEST(a_stamp_moves_with_whatever_is_done_to_a_file),
        TEST(a_file_just_written_is_not_settled),
        cmocka_unit_test(paths_that_leave_their_folder_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
