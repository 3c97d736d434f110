#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

/* The SQLite side of the store, for this module only: the open file, its
 * prepared statements, and how SQLite's answers become plain sentences. */

#include "store/store.h"

#include <sqlite3.h>
#include <sys/types.h>

/* Every statement, once: name, SQL. Prepared when the file is opened, which
 * also shows whether the tables are there. */
#define STATEMENTS(X)                                                     \
    X(GET_RUN, "SELECT digest, blob FROM runs WHERE key = ?1")            \
    X(PUT_RUN, "INSERT INTO runs (key, digest, blob) VALUES (?1, ?2, ?3)" \
               " ON CONFLICT (key) DO NOTHING")                           \
    X(DROP_RUN, "DELETE FROM runs WHERE key = ?1")                        \
    X(COUNT_RUNS, "SELECT count(*) FROM runs")                            \
    X(GET_PAGE, "SELECT fingerprint FROM pages WHERE path = ?1")          \
    X(PUT_PAGE, "INSERT INTO pages (path, fingerprint) VALUES (?1, ?2)"   \
                " ON CONFLICT (path) DO UPDATE"                           \
                " SET fingerprint = excluded.fingerprint")                \
    X(LIST_PAGES, "SELECT path FROM pages ORDER BY path")                 \
    X(DROP_PAGE, "DELETE FROM pages WHERE path = ?1")                     \
    X(GET_MEMO, "SELECT digest, value FROM memos"                         \
                " WHERE kind = ?1 AND key = ?2")                          \
    X(PUT_MEMO, "INSERT OR REPLACE INTO memos (kind, key, digest, value)" \
                " VALUES (?1, ?2, ?3, ?4)")                               \
    X(DROP_MEMOS, "DELETE FROM memos WHERE kind = ?1")                    \
    X(BEGIN, "BEGIN IMMEDIATE")                                           \
    X(COMMIT, "COMMIT")                                                   \
    X(ROLLBACK, "ROLLBACK")

enum statement {
#define STATEMENT_ID(name, sql) STATEMENT_##name,
    STATEMENTS(STATEMENT_ID)
#undef STATEMENT_ID
        STATEMENT_COUNT
};

struct store {
    struct arena arena; /* holds this struct too */
    const char *path;   /* as it was given; NULL in memory */
    const char *folder; /* that it lies in; NULL in memory */
    const char *name;   /* the path, for sentences */
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    pid_t process; /* whose it is */
    bool is_damaged;
    bool has_begun; /* between begin and commit */
    char notice[512];
};

/* How long another program may keep the file before we give up. */
enum { DATABASE_PATIENCE_MS = 30000 };

enum fitness {
    FIT,
    UNFIT,  /* to be set aside, for the reason given */
    FAILED, /* cannot be opened at all; a failure was written */
};

struct reason {
    char suffix[32]; /* what the file set aside is called: "damaged" */
    char text[256];  /* "it is damaged (...)" */
};

/* Quick looks at the file's header and length; whole reads all of it. */
enum care { CARE_QUICK, CARE_WHOLE };

/* Opens the file at store->path and readies every statement. Unless the file
 * is fit nothing stays open. */
enum fitness database_open(struct store *store, enum care care,
                           struct reason *reason, struct failure *failure);
void database_close(struct store *store);

/* The statement with nothing bound. */
sqlite3_stmt *database_statement(struct store *store, enum statement which);

/* Readies the statement for the next use. The answer is true when status, what
 * the last step gave, is SQLITE_DONE, SQLITE_ROW or SQLITE_OK; otherwise the
 * failure says what could not be done ("read", "write") and why. */
bool database_finish(struct store *store, sqlite3_stmt *statement, int status,
                     const char *act, struct failure *failure);

#endif
