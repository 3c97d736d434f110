#ifndef TESTS_STORE_WORKPLACE_H
#define TESTS_STORE_WORKPLACE_H

/* What the store's tests share: a temporary folder with a cache in it, runs
 * whose blobs can be told by their number, and files changed behind the store's
 * back. */

#include "support/test.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/sha256.h"
#include "store/store.h"

static struct test_folder place;
static const char *const folder = place.path;
static char cache[96]; /* folder/cache.db */

static inline int make_folder(void **state)
{
    (void)state;
    place = test_folder_new();
    snprintf(cache, sizeof cache, "%s/cache.db", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    test_folder_remove(&place);
    return 0;
}

#define IN_FOLDER(test) \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

/* For calls that must succeed:
 *     CHECKED(store_begin(store, &trouble)); */
static struct failure trouble;
#define CHECKED(call)                    \
    do {                                 \
        if (!(call)) {                   \
            fail_msg("%s", trouble.why); \
        }                                \
    } while (0)

static inline struct store *open_cache(bool *was_damaged)
{
    struct store *store = NULL;
    CHECKED(store_open(cache, &store, was_damaged, &trouble));
    return store;
}

static inline struct store *open_sound_cache(void)
{
    bool was_damaged = true;
    struct store *store = open_cache(&was_damaged);
    if (was_damaged) {
        fail_msg("%s", store_notice(store));
    }
    assert_string_equal(store_notice(store), "");
    return store;
}

static inline struct sha256_hex run_name(int number)
{
    char text[32] = {0};
    snprintf(text, sizeof text, "run %d", number);
    return sha256_of(str_from_c(text));
}

enum { BLOB_LEN = 3000 };

static inline struct str run_blob(int number, char bytes[BLOB_LEN])
{
    uint32_t noise = (uint32_t)number;
    for (int i = 0; i < BLOB_LEN; i++) {
        noise = noise * 1664525 + 1013904223;
        bytes[i] = (char)(noise >> 24);
    }
    return (struct str){bytes, BLOB_LEN};
}

static inline bool put_run(struct store *store, int number,
                           struct failure *failure)
{
    char bytes[BLOB_LEN] = {0};
    return store_put_run(store, run_name(number).text, run_blob(number, bytes),
                         failure);
}

/* Whether it is found; then it must have the right bytes. */
static inline bool get_run(struct store *store, int number, bool *found,
                           struct failure *failure)
{
    char bytes[BLOB_LEN] = {0};
    struct arena arena = {0};
    struct str blob = {0};
    bool is_ok = store_get_run(store, run_name(number).text, &arena, &blob,
                               found, failure);
    if (is_ok && *found) {
        assert_true(str_equal(blob, run_blob(number, bytes)));
    }
    arena_free(&arena);
    return is_ok;
}

static inline bool has_run(struct store *store, int number)
{
    bool found = false;
    CHECKED(get_run(store, number, &found, &trouble));
    return found;
}

static inline int64_t count_runs(struct store *store)
{
    int64_t count = -1;
    CHECKED(store_count_runs(store, &count, &trouble));
    return count;
}

/* Runs 0 to count - 1, in a file that is then closed. */
static inline void make_cache(int count)
{
    struct store *store = open_sound_cache();
    CHECKED(store_begin(store, &trouble));
    for (int i = 0; i < count; i++) {
        CHECKED(put_run(store, i, &trouble));
    }
    CHECKED(store_commit(store, &trouble));
    store_close(store);
}

static inline long file_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

/* Overwrites bytes of the file. */
static inline void scribble(const char *path, long offset, const char *bytes,
                            size_t len)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static inline void write_file(const char *path, struct str text)
{
    CHECKED(fs_write(path, text, FS_QUICK, &trouble));
}

/* The path of a file beside the cache: beside(".damaged"). Kept until the next
 * call. */
static inline const char *beside(const char *suffix)
{
    static char path[128];
    snprintf(path, sizeof path, "%s%s", cache, suffix);
    return path;
}

#endif
