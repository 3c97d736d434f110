/* Whatever lies where the cache should be, opening it ends in a usable store or
 * a plain sentence, a stored result is never wrong, and no file is lost. */

#include "store/workplace.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* --- Files that are no cache --------------------------------------------- */

static void assert_set_aside(const char *suffix, const char *why)
{
    bool was_damaged = false;
    struct store *store = open_cache(&was_damaged);

    assert_true(was_damaged);
    assert_non_null(strstr(store_notice(store), cache));
    assert_non_null(strstr(store_notice(store), beside(suffix)));
    if (!strstr(store_notice(store), why)) {
        fail_msg("\"%s\" does not say \"%s\"", store_notice(store), why);
    }
    assert_int_equal(fs_kind(beside(suffix)), FS_FILE);
    assert_int_equal(count_runs(store), 0);
    CHECKED(put_run(store, 7, &trouble));
    store_close(store);

    store = open_sound_cache();
    assert_true(has_run(store, 7));
    store_close(store);
}

static void a_file_that_is_no_database_is_set_aside_untouched(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str kept = {0};
    struct str text =
        S("These are somebody's notes and not a database; they are "
          "longer than the hundred bytes that SQLite looks at "
          "first.\n");
    write_file(cache, text);

    assert_set_aside(".damaged", "not a database");

    CHECKED(fs_read(&arena, beside(".damaged"), 1 << 20, &kept, &trouble));
    assert_true(str_equal(kept, text));
    arena_free(&arena);
}

static void an_empty_file_is_a_new_cache(void **state)
{
    (void)state;
    write_file(cache, S(""));
    store_close(open_sound_cache());
}

static void a_newer_schema_is_set_aside_and_not_misread(void **state)
{
    (void)state;
    make_cache(3);
    scribble(cache, 60, "\0\0\0\x63", 4); /* user_version */

    assert_set_aside(".schema-99", "newer version of probatum");
}

static void sqlite(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* What an older version trained took minutes and is still true. */
static void an_older_schema_is_given_its_tables_and_keeps_its_runs(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str value = {0};
    bool found = false;
    make_cache(3);
    sqlite(
        cache,
        "DROP TABLE memos; DROP TABLE nodes; DROP TABLE graphs; CREATE TABLE "
        "pages (path TEXT); PRAGMA user_version = 1;");

    struct store *store = open_sound_cache();

    assert_int_equal(count_runs(store), 3);
    CHECKED(store_put_memo(store, "facts-1", S("a"), S("b"), &trouble));
    CHECKED(store_get_memo(store, "facts-1", S("a"), &arena, &value, &found,
                           &trouble));
    assert_true(found);
    store_close(store);
    arena_free(&arena);
}

static void count_node(void *context, const struct node *node)
{
    (void)node;
    *(int *)context += 1;
}

static void a_damaged_node_is_neither_found_nor_visited(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct node node = {S("a.md"), S("stamp"), S("value")};
    static const char *const columns[] = {"key", "stamp", "value"};
    for (int i = 0; i < 3; i++) {
        char sql[128] = {0};
        struct node got = {0};
        bool found = true;
        int visited = 0;
        struct store *store = open_sound_cache();
        CHECKED(store_put_node(store, 1, 1, &node, &trouble));
        store_close(store);
        snprintf(sql, sizeof sql, "UPDATE nodes SET %s = %s(%s, 'a', 'b');",
                 columns[i], i == 0 ? "replace" : "CAST(replace", columns[i]);
        if (i > 0) {
            strcpy(strrchr(sql, ';'), " AS BLOB);");
        }
        sqlite(cache, sql);

        store = open_sound_cache();
        CHECKED(store_get_node(store, 1, 1, i == 0 ? S("b.md") : node.key,
                               &arena, &got, &found, &trouble));
        CHECKED(store_each_node(store, 1, 1, count_node, &visited, &trouble));
        assert_false(found);
        assert_int_equal(visited, 0);
        CHECKED(store_drop_node(store, 1, 1, S("b.md"), &trouble));
        store_close(store);
    }
    arena_free(&arena);
}

/* A bit that turned in what was kept must not become a page. */
static void a_damaged_memo_is_not_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str value = {0};
    bool found = true;
    struct store *store = open_sound_cache();
    CHECKED(store_put_memo(store, "facts-1", S("a"), S("true"), &trouble));
    store_close(store);
    sqlite(cache, "UPDATE memos SET value = CAST('trua' AS BLOB);");

    store = open_sound_cache();
    CHECKED(store_get_memo(store, "facts-1", S("a"), &arena, &value, &found,
                           &trouble));
    assert_false(found);
    store_close(store);
    arena_free(&arena);
}

static void a_database_of_another_program_is_set_aside(void **state)
{
    (void)state;
    make_cache(3);
    scribble(cache, 68, "\0\0\0\1", 4); /* application_id */

    assert_set_aside(".foreign", "another program's database");
}

/* An interrupted program may have left only what SQLite itself writes. */
static void a_database_without_tables_or_marks_is_begun(void **state)
{
    (void)state;
    make_cache(0);
    scribble(cache, 100 + 3, "\0\0", 2); /* cells of the schema's page */
    scribble(cache, 60, "\0\0\0\0", 4);
    scribble(cache, 68, "\0\0\0\0", 4);

    struct store *store = open_sound_cache();
    CHECKED(put_run(store, 1, &trouble));
    store_close(store);
}

static void our_database_without_its_tables_is_set_aside(void **state)
{
    (void)state;
    make_cache(0);
    scribble(cache, 100 + 3, "\0\0", 2);

    assert_set_aside(".damaged", "no such table");
}

static void a_second_damaged_file_replaces_the_first(void **state)
{
    (void)state;
    write_file(cache, S("first"));
    assert_set_aside(".damaged", "not a database");
    write_file(cache, S("second"));
    write_file(beside("-wal"), S("log"));
    assert_set_aside(".damaged", "not a database");
    assert_int_equal(file_size(beside(".damaged")), 6);
    assert_int_equal(file_size(beside(".damaged-wal")), 3);

    /* The third has no log, and must not be joined with the second's. */
    write_file(cache, S("the third"));
    assert_set_aside(".damaged", "not a database");
    assert_int_equal(file_size(beside(".damaged")), 9);
    assert_int_equal(fs_kind(beside(".damaged-wal")), FS_MISSING);
}

static void a_log_of_rubbish_is_ignored(void **state)
{
    (void)state;
    make_cache(3);
    write_file(beside("-wal"), S("this is no log, though it lies where one "
                                 "would, and is longer than its header"));
    struct store *store = open_sound_cache();
    assert_int_equal(count_runs(store), 3);
    store_close(store);
}

/* --- Damage anywhere ----------------------------------------------------- */

enum { MANY = 60 };

/* Reads and rewrites all runs, beginning anew when damage is met. Every run
 * found is right (get_run sees to it); afterwards all are there. */
static void use_to_the_full(struct store *store)
{
    int renewals = 0;
    for (int i = 0; i < 2 * MANY; i++) {
        bool found = false;
        struct failure failure = {0};
        bool is_ok = get_run(store, i % MANY, &found, &failure) &&
                     (found || put_run(store, i % MANY, &failure));
        if (!is_ok) {
            assert_true(store_is_damaged(store));
            assert_non_null(strstr(failure.why, "is damaged"));
            assert_int_equal(renewals++, 0);
            CHECKED(store_begin_anew(&store, &trouble));
            assert_false(store_is_damaged(store));
            assert_non_null(strstr(store_notice(store), ".damaged"));
            i = -1;
        }
    }
    for (int i = 0; i < MANY; i++) {
        assert_true(has_run(store, i));
    }
    store_close(store);
}

static void a_file_cut_anywhere_gives_no_wrong_run(void **state)
{
    (void)state;
    make_cache(MANY);
    long whole = file_size(cache);
    const long sizes[] = {
        1,    50,        100,       512,          4095,         4096,     4097,
        8192, whole / 3, whole / 2, whole - 4096, whole - 4000, whole - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool was_damaged = false;
        assert_int_equal(remove(cache), 0);
        make_cache(MANY);
        assert_int_equal(truncate(cache, sizes[i]), 0);

        use_to_the_full(open_cache(&was_damaged));

        store_close(open_sound_cache());
    }
}

/* SQLite rounds the length up and would open it; the last page here is one
 * whose structure shows that its end is gone. */
static void a_file_cut_inside_its_last_page_is_noticed_when_opened(void **state)
{
    (void)state;
    char path[64] = {0};
    struct store *store = open_sound_cache();
    CHECKED(store_begin(store, &trouble));
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "practices/SOTA-%04d.html", i);
        const struct node node = {.key = str_from_c(path),
                                  .stamp = str_from_c(run_name(i).text)};
        CHECKED(store_put_node(store, 1, 1, &node, &trouble));
    }
    CHECKED(store_commit(store, &trouble));
    store_close(store);
    assert_int_equal(truncate(cache, file_size(cache) - 2000), 0);

    assert_set_aside(".damaged", "it is damaged");
}

static void bytes_changed_anywhere_give_no_wrong_run(void **state)
{
    (void)state;
    char rubbish[64] = {0};
    for (int i = 0; i < 64; i++) {
        rubbish[i] = (char)(i * 37 + 11);
    }
    make_cache(MANY);
    long whole = file_size(cache);
    for (long at = 0; at + 64 < whole; at += at < 512 ? 16 : 2039) {
        bool was_damaged = false;
        assert_int_equal(remove(cache), 0);
        make_cache(MANY);
        scribble(cache, at, rubbish, sizeof rubbish);

        use_to_the_full(open_cache(&was_damaged));
    }
}

/* One bit in what is carried, where SQLite sees nothing wrong. */
static void a_changed_bit_in_a_result_drops_that_result_alone(void **state)
{
    (void)state;
    char bytes[BLOB_LEN] = {0};
    struct arena arena = {0};
    struct str file = {0};
    make_cache(5);
    CHECKED(fs_read(&arena, cache, 1 << 20, &file, &trouble));
    struct str blob = run_blob(3, bytes);
    size_t at = str_find(file, str_slice(blob, 100, 300));
    assert_int_not_equal(at, STR_NONE);
    char changed = (char)(file.ptr[at] ^ 1);
    scribble(cache, (long)at, &changed, 1);

    struct store *store = open_sound_cache();
    assert_true(has_run(store, 2));
    assert_false(has_run(store, 3));
    assert_non_null(strstr(store_notice(store), "damaged result"));
    assert_false(store_is_damaged(store));
    assert_int_equal(count_runs(store), 4);
    CHECKED(put_run(store, 3, &trouble));
    assert_true(has_run(store, 3));
    store_close(store);
    arena_free(&arena);
}

static void damage_met_at_work_is_told_from_other_failures(void **state)
{
    (void)state;
    struct arena arena = {0};
    make_cache(MANY);
    struct store *store = open_sound_cache();
    long whole = file_size(cache);
    char *rubbish = arena_alloc(&arena, (size_t)whole, 1);
    memset(rubbish, 0x5a, (size_t)whole);

    pid_t child = fork(); /* closing the file here would drop our locks */
    if (child == 0) {
        FILE *file = fopen(cache, "r+b");
        bool is_ok = file && fseek(file, 4096, SEEK_SET) == 0 &&
                     fwrite(rubbish, 1, (size_t)whole - 4096, file) > 0 &&
                     fclose(file) == 0;
        _exit(is_ok ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);

    bool found = true;
    struct failure failure = {0};
    assert_false(get_run(store, MANY / 2, &found, &failure));
    assert_false(found);
    assert_true(store_is_damaged(store));
    assert_non_null(strstr(failure.why, "the cache "));
    assert_non_null(strstr(failure.why, " is damaged"));
    use_to_the_full(store);
    assert_int_equal(file_size(beside(".damaged")), whole);
    arena_free(&arena);
}

/* Beginning anew looks before it throws away. */
static void a_sound_file_is_kept_when_asked_to_begin_anew(void **state)
{
    (void)state;
    make_cache(3);
    struct store *store = open_sound_cache();
    CHECKED(store_begin_anew(&store, &trouble));
    assert_int_equal(count_runs(store), 3);
    assert_string_equal(store_notice(store), "");
    store_close(store);
}

/* --- Folders and permissions --------------------------------------------- */

static void assert_refused(const char *path, const char *why)
{
    struct store *store = NULL;
    bool was_damaged = true;
    struct failure failure = {0};

    assert_false(store_open(path, &store, &was_damaged, &failure));
    assert_null(store);
    assert_false(was_damaged);
    if (!strstr(failure.why, why)) {
        fail_msg("\"%s\" does not say \"%s\"", failure.why, why);
    }
}

static void a_folder_in_the_place_of_the_cache_is_said(void **state)
{
    (void)state;
    CHECKED(fs_make_folders(cache, &trouble));
    assert_refused(cache, "it is a folder");
    assert_int_equal(fs_kind(cache), FS_FOLDER);
}

static void a_file_in_the_place_of_the_folder_is_said(void **state)
{
    (void)state;
    char path[128] = {0};
    write_file(cache, S("x"));
    snprintf(path, sizeof path, "%s/cache.db", cache);
    assert_refused(path, cache);
}

/* Root may write anywhere, so the test becomes nobody in a child. Answers 0
 * when opening fails and says `why`, 1 when it opens, 2 when it says something
 * else. */
static int open_as_nobody(const char *why)
{
    pid_t child = fork();
    if (child == 0) {
        struct store *store = NULL;
        bool was_damaged = false;
        struct failure failure = {0};
        if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) {
            _exit(3);
        }
        bool is_open = store_open(cache, &store, &was_damaged, &failure);
        if (!is_open && !strstr(failure.why, why)) {
            print_error("%s\n", failure.why);
        }
        _exit(is_open ? 1 : strstr(failure.why, why) ? 0 : 2);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void a_read_only_folder_is_said_and_nothing_is_lost(void **state)
{
    (void)state;
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(open_as_nobody("its folder cannot be written"), 0);

    assert_int_equal(chmod(folder, 0755), 0);
    make_cache(3);
    assert_int_equal(chmod(cache, 0444), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(open_as_nobody("its folder cannot be written"), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    assert_int_equal(open_as_nobody("Permission denied"), 0);

    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(cache, 0644), 0);
    struct store *store = open_sound_cache();
    assert_int_equal(count_runs(store), 3);
    store_close(store);
}

static void a_damaged_file_in_a_read_only_folder_stays(void **state)
{
    (void)state;
    write_file(cache, S("no database"));
    assert_int_equal(chmod(cache, 0666), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(open_as_nobody("cannot be renamed"), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(file_size(cache), 11);
}

/* --- No room ------------------------------------------------------------- */

/* No file may grow past this many bytes; 0 lifts the limit. */
static void limit_files(size_t bytes)
{
    struct rlimit limit = {0};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, bytes ? SIG_IGN : SIG_DFL);
}

/* Puts runs until one fails; the number that succeeded. */
static int fill(struct store *store, struct failure *failure)
{
    int count = 0;
    while (count < 10000 && put_run(store, count, failure)) {
        count++;
    }
    return count;
}

static void a_full_disk_is_said_and_what_was_put_stays(void **state)
{
    (void)state;
    struct failure failure = {0};
    struct store *store = open_sound_cache();

    limit_files(400000);
    int count = fill(store, &failure);
    int64_t counted = -1;
    struct failure ignored = {0};
    bool can_count = store_count_runs(store, &counted, &ignored);
    bool is_damaged = store_is_damaged(store);
    limit_files(0);

    assert_in_range(count, 10, 9999);
    assert_non_null(strstr(failure.why, "cannot write the cache "));
    assert_true(can_count);
    assert_int_equal(counted, count);
    assert_false(is_damaged);

    /* There is room again. */
    CHECKED(put_run(store, count, &trouble));
    store_close(store);
    store = open_sound_cache();
    for (int i = 0; i <= count; i++) {
        assert_true(has_run(store, i));
    }
    store_close(store);
}

static void a_full_disk_undoes_what_was_begun_as_a_whole(void **state)
{
    (void)state;
    struct failure failure = {0};
    make_cache(3);
    struct store *store = open_sound_cache();

    limit_files(100000);
    bool has_begun = store_begin(store, &failure);
    bool is_ok = true;
    for (int i = 3; i < 3000 && is_ok; i++) {
        is_ok = put_run(store, i, &failure);
    }
    limit_files(0);
    /* Now there is room, but what comes after must not be kept alone. */
    struct failure later = {0};
    const struct node node = {.key = S("a")};
    int64_t graph = 0;
    bool is_later_ok = put_run(store, 5000, &later) ||
                       store_put_node(store, 1, 1, &node, &later) ||
                       store_drop_node(store, 1, 1, S("a"), &later) ||
                       store_open_graph(store, S("new"), &graph, &later);
    bool is_committed = store_commit(store, &later);

    assert_true(has_begun);
    assert_false(is_ok);
    assert_non_null(strstr(failure.why, "cannot write the cache "));
    assert_false(is_later_ok);
    assert_false(is_committed);
    assert_non_null(strstr(later.why, "were undone"));
    assert_int_equal(count_runs(store), 3);
    CHECKED(store_begin(store, &trouble));
    CHECKED(put_run(store, 3, &trouble));
    CHECKED(store_commit(store, &trouble));
    assert_int_equal(count_runs(store), 4);
    store_close(store);
}

static void no_room_for_a_new_cache_is_said(void **state)
{
    (void)state;
    struct store *store = NULL;
    bool was_damaged = true;
    struct failure failure = {0};

    limit_files(1000);
    bool is_ok = store_open(cache, &store, &was_damaged, &failure);
    limit_files(0);

    assert_false(is_ok);
    assert_null(store);
    assert_false(was_damaged);
    assert_non_null(strstr(failure.why, "cannot open the cache "));
    store_close(open_sound_cache());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_that_is_no_database_is_set_aside_untouched),
        IN_FOLDER(an_empty_file_is_a_new_cache),
        IN_FOLDER(a_newer_schema_is_set_aside_and_not_misread),
        IN_FOLDER(an_older_schema_is_given_its_tables_and_keeps_its_runs),
        IN_FOLDER(a_damaged_node_is_neither_found_nor_visited),
        IN_FOLDER(a_damaged_memo_is_not_found),
        IN_FOLDER(a_database_of_another_program_is_set_aside),
        IN_FOLDER(a_database_without_tables_or_marks_is_begun),
        IN_FOLDER(our_database_without_its_tables_is_set_aside),
        IN_FOLDER(a_second_damaged_file_replaces_the_first),
        IN_FOLDER(a_log_of_rubbish_is_ignored),
        IN_FOLDER(a_file_cut_anywhere_gives_no_wrong_run),
        IN_FOLDER(a_file_cut_inside_its_last_page_is_noticed_when_opened),
        IN_FOLDER(bytes_changed_anywhere_give_no_wrong_run),
        IN_FOLDER(a_changed_bit_in_a_result_drops_that_result_alone),
        IN_FOLDER(damage_met_at_work_is_told_from_other_failures),
        IN_FOLDER(a_sound_file_is_kept_when_asked_to_begin_anew),
        IN_FOLDER(a_folder_in_the_place_of_the_cache_is_said),
        IN_FOLDER(a_file_in_the_place_of_the_folder_is_said),
        IN_FOLDER(a_read_only_folder_is_said_and_nothing_is_lost),
        IN_FOLDER(a_damaged_file_in_a_read_only_folder_stays),
        IN_FOLDER(a_full_disk_is_said_and_what_was_put_stays),
        IN_FOLDER(a_full_disk_undoes_what_was_begun_as_a_whole),
        IN_FOLDER(no_room_for_a_new_cache_is_said),
    };
    return cmocka_run_group_tests_name("store: damage", tests, NULL, NULL);
}
