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
    X(PUT_GRAPH, "INSERT INTO graphs (name) VALUES (?1)"                  \
                 " ON CONFLICT (name) DO NOTHING")                        \
    X(GET_GRAPH, "SELECT id FROM graphs WHERE name = ?1")                 \
    X(LIST_GRAPHS, "SELECT name FROM graphs ORDER BY name")               \
    X(DROP_GRAPH, "DELETE FROM graphs WHERE id = ?1")                     \
    X(GET_NODE, "SELECT key, stamp, value, seal FROM nodes"               \
                " WHERE graph = ?1 AND kind = ?2 AND key = ?3")           \
    X(LIST_NODES, "SELECT key, stamp, value, seal FROM nodes"             \
                  " WHERE graph = ?1 AND kind = ?2 ORDER BY key")         \
    X(PUT_NODE, "INSERT OR REPLACE INTO nodes"                            \
                " (graph, kind, key, stamp, value, seal)"                 \
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6)")                       \
    X(DROP_NODE, "DELETE FROM nodes"                                      \
                 " WHERE graph = ?1 AND kind = ?2 AND key = ?3")          \
    X(DROP_NODES, "DELETE FROM nodes WHERE graph = ?1")                   \
    X(GET_MEMO, "SELECT digest, value FROM memos"                         \
                " WHERE kind = ?1 AND key = ?2")                          \
    X(PUT_MEMO, "INSERT OR REPLACE INTO memos (kind, key, digest, value)" \
                " VALUES (?1, ?2, ?3, ?4)")                               \
    X(DROP_MEMOS, "DELETE FROM memos WHERE kind = ?1")                    \
    X(DROP_SEARCH, "DELETE FROM search")                                  \
    X(PUT_SEARCH, "INSERT INTO search (id, title, claim, prose)"          \
                  " VALUES (?1, ?2, ?3, ?4)")                             \
    X(COUNT_SEARCH, "SELECT count(*) FROM search WHERE search MATCH ?1")  \
    X(FIND_SEARCH, "SELECT id, title,"                                    \
                   " snippet(search, -1, char(2), char(3),"               \
                   " '\xe2\x80\xa6', 16)"                                 \
                   " FROM search WHERE search MATCH ?1"                   \
                   " ORDER BY bm25(search, 10.0, 8.0, 4.0, 1.0), id"      \
                   " LIMIT ?2")                                           \
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

/* A parameter of the statement. What is bound is borrowed until the statement
 * is finished with. */
int database_bind_text(sqlite3_stmt *statement, int at, struct str text);
int database_bind_blob(sqlite3_stmt *statement, int at, struct str blob);

/* A column of the row. Borrowed until the statement's next step. */
struct str database_column(sqlite3_stmt *statement, int at);

/* Takes a step unless binding failed. */
int database_step(sqlite3_stmt *statement, int status);

/* True when what was begun has been undone behind our back, with a failure:
 * nothing more may be written before the rollback. */
bool database_is_undone(struct store *store, struct failure *failure);

/* Readies the statement for the next use. The answer is true when status, what
 * the last step gave, is SQLITE_DONE, SQLITE_ROW or SQLITE_OK; otherwise the
 * failure says what could not be done ("read", "write") and why. */
bool database_finish(struct store *store, sqlite3_stmt *statement, int status,
                     const char *act, struct failure *failure);

#endif
