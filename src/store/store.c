/* Runs and pages in the cache. Every blob lies beside its SHA-256: SQLite finds
 * damage in its own structure, not in what it carries, and a result with one
 * changed bit would be worse than none. */

#include "store/database.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"

/* --- Helpers ------------------------------------------------------------- */

/* An empty text has no pointer, and SQLite would bind NULL for it. */
static const char *bytes(struct str text)
{
    return text.ptr ? text.ptr : "";
}

static int bind_text(sqlite3_stmt *statement, int at, struct str text)
{
    return sqlite3_bind_text64(statement, at, bytes(text), text.len,
                               SQLITE_STATIC, SQLITE_UTF8);
}

static int bind_blob(sqlite3_stmt *statement, int at, struct str blob)
{
    return sqlite3_bind_blob64(statement, at, bytes(blob), blob.len,
                               SQLITE_STATIC);
}

/* Borrowed until the statement's next step. The blob of a text is its bytes as
 * they were put, without conversion. */
static struct str column(sqlite3_stmt *statement, int at)
{
    const char *ptr = sqlite3_column_blob(statement, at);

    return (struct str){ptr, (size_t)sqlite3_column_bytes(statement, at)};
}

/* The first failure, else what the step gives. */
static int step_if_ok(sqlite3_stmt *statement, int status)
{
    return status == SQLITE_OK ? sqlite3_step(statement) : status;
}

/* SQLite undoes a transaction by itself when it runs out of room; what comes
 * after must not be kept alone. */
static bool is_undone(struct store *store, struct failure *failure)
{
    if (!store->has_begun || !sqlite3_get_autocommit(store->db)) {
        return false;
    }
    fail(failure,
         "the changes to the cache %s were undone because one could not be "
         "written",
         store->name);
    return true;
}

static bool run_simple(struct store *store, enum statement which,
                       struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, which);

    return database_finish(store, statement, sqlite3_step(statement), "write",
                           failure);
}

/* --- Runs ---------------------------------------------------------------- */

static struct str run_key(const char *key)
{
    struct str text = str_from_c(key);

    if (text.len != 64) {
        BUG("a run's key has %zu digits, not 64", text.len);
    }
    return text;
}

bool store_drop_run(struct store *store, const char *key,
                    struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_RUN);
    if (is_undone(store, failure)) {
        return false;
    }
    int status = bind_text(statement, 1, run_key(key));
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

/* Best effort: whoever cannot delete it still does not use it. */
static void drop_damaged(struct store *store, const char *key)
{
    struct failure ignored = {0};
    store_drop_run(store, key, &ignored);
    snprintf(store->notice, sizeof store->notice,
             "the cache %s held a damaged result (%.12s), which was dropped",
             store->name, key);
}

bool store_get_run(struct store *store, const char *key, struct arena *arena,
                   struct str *blob, bool *found, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_RUN);
    bool is_true = true;

    *blob = (struct str){0};
    *found = false;
    int status = bind_text(statement, 1, run_key(key));
    status = step_if_ok(statement, status);
    if (status == SQLITE_ROW) {
        struct str stored = column(statement, 1);
        struct sha256_hex digest = sha256_of(stored);
        is_true = str_is(column(statement, 0), digest.text);
        if (is_true) {
            *blob = arena_copy(arena, stored);
            *found = true;
        }
    }
    if (!database_finish(store, statement, status, "read", failure)) {
        return false;
    }
    if (!is_true) {
        drop_damaged(store, key);
    }
    return true;
}

bool store_put_run(struct store *store, const char *key, struct str blob,
                   struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_RUN);
    struct sha256_hex digest = sha256_of(blob);
    if (is_undone(store, failure)) {
        return false;
    }

    int status = bind_text(statement, 1, run_key(key));
    if (status == SQLITE_OK) {
        status = bind_text(statement, 2, str_from_c(digest.text));
    }
    if (status == SQLITE_OK) {
        status = bind_blob(statement, 3, blob);
    }
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

bool store_count_runs(struct store *store, int64_t *count,
                      struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_COUNT_RUNS);

    int status = sqlite3_step(statement);
    *count = sqlite3_column_int64(statement, 0);
    return database_finish(store, statement, status, "read", failure);
}

/* --- Pages --------------------------------------------------------------- */

bool store_get_page(struct store *store, struct str path, struct arena *arena,
                    struct str *fingerprint, bool *found,
                    struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_PAGE);

    *fingerprint = (struct str){0};
    *found = false;
    int status = step_if_ok(statement, bind_text(statement, 1, path));
    if (status == SQLITE_ROW) {
        *fingerprint = arena_copy(arena, column(statement, 0));
        *found = true;
    }
    return database_finish(store, statement, status, "read", failure);
}

bool store_put_page(struct store *store, struct str path,
                    struct str fingerprint, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_PAGE);
    if (is_undone(store, failure)) {
        return false;
    }

    int status = bind_text(statement, 1, path);
    if (status == SQLITE_OK) {
        status = bind_blob(statement, 2, fingerprint);
    }
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

bool store_list_pages(struct store *store, struct arena *arena,
                      struct strs *paths, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_LIST_PAGES);

    *paths = (struct strs){0};
    int status = sqlite3_step(statement);
    while (status == SQLITE_ROW) {
        *LIST_PUSH(arena, paths) = arena_copy(arena, column(statement, 0));
        status = sqlite3_step(statement);
    }
    return database_finish(store, statement, status, "read", failure);
}

bool store_drop_page(struct store *store, struct str path,
                     struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_PAGE);
    if (is_undone(store, failure)) {
        return false;
    }

    int status = bind_text(statement, 1, path);
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

/* --- Memos --------------------------------------------------------------- */

bool store_get_memo(struct store *store, const char *kind, struct str key,
                    struct arena *arena, struct str *value, bool *found,
                    struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_MEMO);

    *value = (struct str){0};
    *found = false;
    int status = bind_text(statement, 1, str_from_c(kind));
    if (status == SQLITE_OK) {
        status = bind_text(statement, 2, key);
    }
    status = step_if_ok(statement, status);
    if (status == SQLITE_ROW) {
        struct str stored = column(statement, 1);
        struct sha256_hex digest = sha256_of(stored);
        *found = str_is(column(statement, 0), digest.text);
        *value = *found ? arena_copy(arena, stored) : (struct str){0};
    }
    return database_finish(store, statement, status, "read", failure);
}

bool store_put_memo(struct store *store, const char *kind, struct str key,
                    struct str value, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_MEMO);
    struct sha256_hex digest = sha256_of(value);
    if (is_undone(store, failure)) {
        return false;
    }

    int status = bind_text(statement, 1, str_from_c(kind));
    if (status == SQLITE_OK) {
        status = bind_text(statement, 2, key);
    }
    if (status == SQLITE_OK) {
        status = bind_text(statement, 3, str_from_c(digest.text));
    }
    if (status == SQLITE_OK) {
        status = bind_blob(statement, 4, value);
    }
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

bool store_drop_memos(struct store *store, const char *kind,
                      struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_MEMOS);
    if (is_undone(store, failure)) {
        return false;
    }

    int status = bind_text(statement, 1, str_from_c(kind));
    return database_finish(store, statement, step_if_ok(statement, status),
                           "write", failure);
}

/* --- Several writes as one ----------------------------------------------- */

bool store_begin(struct store *store, struct failure *failure)
{
    if (store->has_begun) {
        BUG("a transaction was begun inside another");
    }
    store->has_begun = run_simple(store, STATEMENT_BEGIN, failure);
    return store->has_begun;
}

bool store_commit(struct store *store, struct failure *failure)
{
    if (!store->has_begun) {
        BUG("a commit without a begin");
    }
    bool is_ok = !is_undone(store, failure) &&
                 run_simple(store, STATEMENT_COMMIT, failure);
    if (!is_ok) {
        store_rollback(store);
    }
    store->has_begun = false;
    return is_ok;
}

void store_rollback(struct store *store)
{
    struct failure ignored = {0};

    if (!sqlite3_get_autocommit(store->db)) {
        run_simple(store, STATEMENT_ROLLBACK, &ignored);
    }
    store->has_begun = false;
}
