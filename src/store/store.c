/* Runs and memos in the cache. Every blob lies beside its SHA-256: SQLite finds
 * damage in its own structure, not in what it carries, and a result with one
 * changed bit would be worse than none. */

#include "store/database.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"

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
    if (database_is_undone(store, failure)) {
        return false;
    }
    int status = database_bind_text(statement, 1, run_key(key));
    return database_finish(store, statement, database_step(statement, status),
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
    int status = database_bind_text(statement, 1, run_key(key));
    status = database_step(statement, status);
    if (status == SQLITE_ROW) {
        struct str stored = database_column(statement, 1);
        struct sha256_hex digest = sha256_of(stored);
        is_true = str_is(database_column(statement, 0), digest.text);
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
    if (database_is_undone(store, failure)) {
        return false;
    }

    int status = database_bind_text(statement, 1, run_key(key));
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 2, str_from_c(digest.text));
    }
    if (status == SQLITE_OK) {
        status = database_bind_blob(statement, 3, blob);
    }
    return database_finish(store, statement, database_step(statement, status),
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

/* --- Memos --------------------------------------------------------------- */

bool store_get_memo(struct store *store, const char *kind, struct str key,
                    struct arena *arena, struct str *value, bool *found,
                    struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_MEMO);

    *value = (struct str){0};
    *found = false;
    int status = database_bind_text(statement, 1, str_from_c(kind));
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 2, key);
    }
    status = database_step(statement, status);
    if (status == SQLITE_ROW) {
        struct str stored = database_column(statement, 1);
        struct sha256_hex digest = sha256_of(stored);
        *found = str_is(database_column(statement, 0), digest.text);
        *value = *found ? arena_copy(arena, stored) : (struct str){0};
    }
    return database_finish(store, statement, status, "read", failure);
}

bool store_put_memo(struct store *store, const char *kind, struct str key,
                    struct str value, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_MEMO);
    struct sha256_hex digest = sha256_of(value);
    if (database_is_undone(store, failure)) {
        return false;
    }

    int status = database_bind_text(statement, 1, str_from_c(kind));
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 2, key);
    }
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 3, str_from_c(digest.text));
    }
    if (status == SQLITE_OK) {
        status = database_bind_blob(statement, 4, value);
    }
    return database_finish(store, statement, database_step(statement, status),
                           "write", failure);
}

bool store_drop_memos(struct store *store, const char *kind,
                      struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_MEMOS);
    if (database_is_undone(store, failure)) {
        return false;
    }

    int status = database_bind_text(statement, 1, str_from_c(kind));
    return database_finish(store, statement, database_step(statement, status),
                           "write", failure);
}

/* --- Several writes as one ----------------------------------------------- */

static bool run_simple(struct store *store, enum statement which,
                       struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, which);

    return database_finish(store, statement, sqlite3_step(statement), "write",
                           failure);
}

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
    bool is_ok = !database_is_undone(store, failure) &&
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
