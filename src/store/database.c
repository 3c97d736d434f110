/* Opening the file and judging what is found there.
 *
 * Write-ahead logging, because several workers write at once and may be killed:
 * a reader never waits, a kill leaves at most an unfinished tail in the log
 * that the next one to open ignores. Without an fsync at each commit
 * (synchronous NORMAL) a power cut may lose the last runs, which are computed
 * again, and cannot damage the file.
 *
 * The file is never opened here other than by SQLite: closing any descriptor
 * of a file drops all of this process's locks on it (POSIX fcntl). */

#include "store/database.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"

enum {
    SCHEMA = 4, /* raised when a table is added; older ones are kept */
    APPLICATION = 0x70726f62, /* "prob", in the file's header */
};

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS runs ("
    "  key TEXT PRIMARY KEY,"
    "  digest TEXT NOT NULL,"
    "  blob BLOB NOT NULL) STRICT;"
    "DROP TABLE IF EXISTS pages;" /* until 2; nodes hold what it held */
    "CREATE TABLE IF NOT EXISTS memos ("
    "  kind TEXT NOT NULL,"
    "  key TEXT NOT NULL,"
    "  digest TEXT NOT NULL,"
    "  value BLOB NOT NULL,"
    "  PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS graphs ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE IF NOT EXISTS nodes ("
    "  graph INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  stamp BLOB NOT NULL,"
    "  value BLOB NOT NULL,"
    "  seal INTEGER NOT NULL,"
    "  PRIMARY KEY (graph, kind, key)) STRICT, WITHOUT ROWID;"
    "CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5 ("
    "  id, title, claim, prose,"
    "  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');";

/* --- From SQLite's answers to sentences ---------------------------------- */

/* SQLITE_ERROR counts as damage while the file is being judged, because our SQL
 * is right: a table is missing or the format is not SQLite's. */
static bool is_damage(int status)
{
    int primary = status & 0xff;

    return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
}

/* Closing writes the log into the file and deletes it, unless told not to: a
 * file that is set aside stays as it was found. */
static void keep_log(struct store *store, bool is_kept)
{
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept,
                      NULL);
}

static bool explain(struct store *store, int status, const char *act,
                    struct failure *failure)
{
    int primary = status & 0xff;
    int cause = sqlite3_system_errno(store->db);
    const char *why = sqlite3_errmsg(store->db);

    if (is_damage(status)) {
        store->is_damaged = true;
        keep_log(store, true);
        return fail(failure, "the cache %s is damaged: %s", store->name, why);
    }
    if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) {
        return fail(failure,
                    "cannot %s the cache %s: another program has been using "
                    "it for %d seconds",
                    act, store->name, DATABASE_PATIENCE_MS / 1000);
    }
    if (primary == SQLITE_FULL) {
        return fail(failure, "cannot %s the cache %s: the disk is full", act,
                    store->name);
    }
    if ((primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY) &&
        store->folder && access(store->folder, W_OK) != 0) {
        return fail(failure,
                    "cannot %s the cache %s: its folder cannot be "
                    "written: %s",
                    act, store->name, strerror(errno));
    }
    if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && cause) {
        return fail(failure, "cannot %s the cache %s: %s", act, store->name,
                    strerror(cause));
    }
    return fail(failure, "cannot %s the cache %s: %s", act, store->name, why);
}

sqlite3_stmt *database_statement(struct store *store, enum statement which)
{
    if (store->process != getpid()) {
        BUG("a store was carried over a fork");
    }
    return store->statements[which];
}

bool database_finish(struct store *store, sqlite3_stmt *statement, int status,
                     const char *act, struct failure *failure)
{
    bool is_ok =
        status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE;

    if (!is_ok) {
        explain(store, status, act, failure);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return is_ok;
}

/* --- Statements ---------------------------------------------------------- */

/* An empty text has no pointer, and SQLite would bind NULL for it. */
static const char *bytes(struct str text)
{
    return text.ptr ? text.ptr : "";
}

int database_bind_text(sqlite3_stmt *statement, int at, struct str text)
{
    return sqlite3_bind_text64(statement, at, bytes(text), text.len,
                               SQLITE_STATIC, SQLITE_UTF8);
}

int database_bind_blob(sqlite3_stmt *statement, int at, struct str blob)
{
    return sqlite3_bind_blob64(statement, at, bytes(blob), blob.len,
                               SQLITE_STATIC);
}

/* The blob of a text is its bytes as they were put, without conversion. */
struct str database_column(sqlite3_stmt *statement, int at)
{
    const char *ptr = sqlite3_column_blob(statement, at);

    return (struct str){ptr, (size_t)sqlite3_column_bytes(statement, at)};
}

int database_step(sqlite3_stmt *statement, int status)
{
    return status == SQLITE_OK ? sqlite3_step(statement) : status;
}

/* SQLite undoes a transaction by itself when it runs out of room; what comes
 * after must not be kept alone. */
bool database_is_undone(struct store *store, struct failure *failure)
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

/* --- Judging the file ---------------------------------------------------- */

static enum fitness judge(struct store *store, int status,
                          struct reason *reason, struct failure *failure)
{
    if (is_damage(status) || (status & 0xff) == SQLITE_ERROR) {
        strcpy(reason->suffix, "damaged");
        snprintf(reason->text, sizeof reason->text, "it is damaged (%s)",
                 sqlite3_errmsg(store->db));
        return UNFIT;
    }
    explain(store, status, "open", failure);
    return FAILED;
}

/* The first column of the first row, as a number. */
static int query_int(sqlite3 *db, const char *sql, int64_t *value)
{
    sqlite3_stmt *statement = NULL;

    int status = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (status == SQLITE_OK) {
        status = sqlite3_step(statement);
        *value = sqlite3_column_int64(statement, 0);
        status = status == SQLITE_ROW ? SQLITE_OK : status;
    }
    sqlite3_finalize(statement);
    return status;
}

/* A relative path gets "./" so that ":memory:", "file:…" and "" are names of
 * files like any other. */
static enum fitness connect_file(struct store *store, struct failure *failure)
{
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    struct arena_mark mark = arena_mark(&store->arena);
    const char *file = ":memory:";
    if (store->path) {
        const char *here = store->path[0] == '/' ? "" : "./";
        file = arena_printf(&store->arena, "%s%s", here, store->path).ptr;
    }
    int status = sqlite3_open_v2(file, &store->db, flags, NULL);
    arena_rewind(&store->arena, mark);

    if (status != SQLITE_OK && store->path &&
        fs_kind(store->path) == FS_FOLDER) {
        fail(failure, "cannot open the cache %s: it is a folder", store->name);
        return FAILED;
    }
    if (status != SQLITE_OK) {
        explain(store, status, "open", failure);
        return FAILED;
    }
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, DATABASE_PATIENCE_MS);
    keep_log(store, true);
    return FIT;
}

/* Ours, of this version or an older one, which lacks tables and is given them,
 * or new. The first query is also the first that reads the file. */
static enum fitness judge_identity(struct store *store, bool *lacks_tables,
                                   struct reason *reason,
                                   struct failure *failure)
{
    int64_t application = 0;
    int64_t schema = 0;
    int64_t objects = 0;
    int status = query_int(store->db, "PRAGMA application_id", &application);
    if (status == SQLITE_OK) {
        status = query_int(store->db, "PRAGMA user_version", &schema);
    }
    if (status == SQLITE_OK) {
        status = query_int(store->db, "SELECT count(*) FROM sqlite_schema",
                           &objects);
    }
    if (status != SQLITE_OK) {
        return judge(store, status, reason, failure);
    }

    const bool is_ours = application == APPLICATION;
    *lacks_tables = (application == 0 && schema == 0 && objects == 0) ||
                    (is_ours && schema >= 1 && schema < SCHEMA);
    if (*lacks_tables || (is_ours && schema == SCHEMA)) {
        return FIT;
    }
    if (is_ours) {
        snprintf(reason->suffix, sizeof reason->suffix, "schema-%lld",
                 (long long)schema);
        snprintf(reason->text, sizeof reason->text,
                 "it was written by %s version of probatum",
                 schema > SCHEMA ? "a newer" : "another");
    } else {
        strcpy(reason->suffix, "foreign");
        strcpy(reason->text, "it is another program's database");
    }
    return UNFIT;
}

/* A file whose length does not agree with its header was cut. */
static bool looks_cut(struct store *store)
{
    int64_t page_size = 0;
    int64_t page_count = 0;
    struct stat info;
    if (!store->path || stat(store->path, &info) != 0 ||
        query_int(store->db, "PRAGMA page_size", &page_size) != SQLITE_OK ||
        query_int(store->db, "PRAGMA page_count", &page_count) != SQLITE_OK) {
        return false;
    }
    return info.st_size % page_size != 0 ||
           info.st_size < page_size * page_count;
}

static enum fitness judge_pages(struct store *store, const char *check,
                                struct reason *reason, struct failure *failure)
{
    sqlite3_stmt *statement = NULL;
    enum fitness fitness = FIT;

    int status = sqlite3_prepare_v2(store->db, check, -1, &statement, NULL);
    if (status == SQLITE_OK) {
        status = sqlite3_step(statement);
    }
    if (status != SQLITE_ROW) {
        fitness = judge(store, status, reason, failure);
        goto done;
    }

    const unsigned char *answer = sqlite3_column_text(statement, 0);
    if (!answer || strcmp((const char *)answer, "ok") != 0) {
        strcpy(reason->suffix, "damaged");
        snprintf(reason->text, sizeof reason->text, "it is damaged (%s)",
                 answer ? (const char *)answer : "out of memory");
        fitness = UNFIT;
    }

done:
    sqlite3_finalize(statement);
    return fitness;
}

/* SQLite falls back to reading when it may not write; a store that keeps
 * nothing is of no use. A file that could be written and is not has a header
 * that asks for it. */
static enum fitness judge_writable(struct store *store, struct reason *reason,
                                   struct failure *failure)
{
    if (!store->path || sqlite3_db_readonly(store->db, "main") == 0) {
        return FIT;
    }
    if (access(store->path, W_OK) == 0) {
        strcpy(reason->suffix, "damaged");
        strcpy(reason->text, "it is damaged (it says it is read-only)");
        return UNFIT;
    }
    fail(failure, "cannot write the cache %s: %s", store->name,
         strerror(errno));
    return FAILED;
}

/* Journal mode first: it cannot change inside a transaction. */
static int prepare(struct store *store, bool lacks_tables)
{
    static const char *const sql[STATEMENT_COUNT] = {
#define STATEMENT_SQL(name, text) [STATEMENT_##name] = text,
        STATEMENTS(STATEMENT_SQL)
#undef STATEMENT_SQL
    };
    char setup[4096] = {0};
    snprintf(setup, sizeof setup,
             "BEGIN IMMEDIATE; %s PRAGMA application_id = %d; "
             "PRAGMA user_version = %d; COMMIT;",
             tables, APPLICATION, SCHEMA);

    int status = sqlite3_exec(store->db,
                              "PRAGMA journal_mode = WAL;"
                              "PRAGMA synchronous = NORMAL;"
                              "PRAGMA cell_size_check = ON;"
                              "PRAGMA trusted_schema = OFF;",
                              NULL, NULL, NULL);
    if (status == SQLITE_OK && lacks_tables) {
        status = sqlite3_exec(store->db, setup, NULL, NULL, NULL);
    }
    for (int i = 0; status == SQLITE_OK && i < STATEMENT_COUNT; i++) {
        status =
            sqlite3_prepare_v3(store->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL);
    }
    return status;
}

void database_close(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(store->statements[i]);
        store->statements[i] = NULL;
    }
    sqlite3_close(store->db);
    store->db = NULL;
    store->is_damaged = false;
    store->has_begun = false;
}

enum fitness database_open(struct store *store, enum care care,
                           struct reason *reason, struct failure *failure)
{
    bool lacks_tables = false;
    enum fitness fitness = connect_file(store, failure);
    if (fitness == FIT) {
        fitness = judge_identity(store, &lacks_tables, reason, failure);
    }
    if (fitness == FIT) {
        fitness = judge_writable(store, reason, failure);
    }
    if (fitness == FIT && care == CARE_WHOLE) {
        fitness =
            judge_pages(store, "PRAGMA integrity_check(1)", reason, failure);
    } else if (fitness == FIT && looks_cut(store)) {
        fitness = judge_pages(store, "PRAGMA quick_check(1)", reason, failure);
    }
    if (fitness == FIT) {
        int status = prepare(store, lacks_tables);
        if (status != SQLITE_OK) {
            fitness = judge(store, status, reason, failure);
        }
    }
    if (fitness == FIT) {
        keep_log(store, false);
    } else {
        database_close(store);
    }
    return fitness;
}
