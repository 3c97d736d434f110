/* Graphs and their nodes. There are tens of thousands of nodes, most of them
 * are read at every build and few are written, so each is sealed with a hash
 * that is quick rather than strong: it has to find damage, not forgery. */

#include "store/database.h"

#include "base/hash.h"

/* --- Seals --------------------------------------------------------------- */

static int64_t seal_of(const struct node *node)
{
    const uint64_t hash =
        hash_text(hash_text(hash_text(0, node->key), node->stamp), node->value);
    return (int64_t)(hash >> 1);
}

/* --- Graphs -------------------------------------------------------------- */

static bool find_graph(struct store *store, struct str name, int64_t *graph,
                       bool *is_found, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_GRAPH);
    const int status =
        database_step(statement, database_bind_text(statement, 1, name));
    *is_found = status == SQLITE_ROW;
    *graph = *is_found ? sqlite3_column_int64(statement, 0) : 0;
    return database_finish(store, statement, status, "read", failure);
}

bool store_open_graph(struct store *store, struct str name, int64_t *graph,
                      struct failure *failure)
{
    bool is_found = false;
    if (!find_graph(store, name, graph, &is_found, failure)) {
        return false;
    }
    if (is_found) {
        return true;
    }
    if (database_is_undone(store, failure)) {
        return false;
    }
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_GRAPH);
    const int status =
        database_step(statement, database_bind_text(statement, 1, name));
    return database_finish(store, statement, status, "write", failure) &&
           find_graph(store, name, graph, &is_found, failure);
}

bool store_list_graphs(struct store *store, struct arena *arena,
                       struct strs *names, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_LIST_GRAPHS);
    *names = (struct strs){0};
    int status = sqlite3_step(statement);
    while (status == SQLITE_ROW) {
        *LIST_PUSH(arena, names) =
            arena_copy(arena, database_column(statement, 0));
        status = sqlite3_step(statement);
    }
    return database_finish(store, statement, status, "read", failure);
}

static bool drop_by_id(struct store *store, enum statement which, int64_t graph,
                       struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, which);
    if (database_is_undone(store, failure)) {
        return false;
    }
    const int status =
        database_step(statement, sqlite3_bind_int64(statement, 1, graph));
    return database_finish(store, statement, status, "write", failure);
}

bool store_drop_graph(struct store *store, struct str name,
                      struct failure *failure)
{
    int64_t graph = 0;
    bool is_found = false;
    return find_graph(store, name, &graph, &is_found, failure) &&
           (!is_found ||
            (drop_by_id(store, STATEMENT_DROP_NODES, graph, failure) &&
             drop_by_id(store, STATEMENT_DROP_GRAPH, graph, failure)));
}

/* --- Nodes --------------------------------------------------------------- */

static int bind_address(sqlite3_stmt *statement, int64_t graph, int kind)
{
    const int status = sqlite3_bind_int64(statement, 1, graph);
    return status == SQLITE_OK ? sqlite3_bind_int(statement, 2, kind) : status;
}

/* Borrowed until the next step; false when it is not what was put. */
static bool take_node(sqlite3_stmt *statement, struct node *node)
{
    *node = (struct node){
        .key = database_column(statement, 0),
        .stamp = database_column(statement, 1),
        .value = database_column(statement, 2),
    };
    return sqlite3_column_int64(statement, 3) == seal_of(node);
}

bool store_get_node(struct store *store, int64_t graph, int kind,
                    struct str key, struct arena *arena, struct node *node,
                    bool *found, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_GET_NODE);
    struct node stored = {0};

    *node = (struct node){0};
    *found = false;
    int status = bind_address(statement, graph, kind);
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 3, key);
    }
    status = database_step(statement, status);
    if (status == SQLITE_ROW && take_node(statement, &stored)) {
        *node = (struct node){arena_copy(arena, stored.key),
                              arena_copy(arena, stored.stamp),
                              arena_copy(arena, stored.value)};
        *found = true;
    }
    return database_finish(store, statement, status, "read", failure);
}

bool store_put_node(struct store *store, int64_t graph, int kind,
                    const struct node *node, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_PUT_NODE);
    if (database_is_undone(store, failure)) {
        return false;
    }

    int status = bind_address(statement, graph, kind);
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 3, node->key);
    }
    if (status == SQLITE_OK) {
        status = database_bind_blob(statement, 4, node->stamp);
    }
    if (status == SQLITE_OK) {
        status = database_bind_blob(statement, 5, node->value);
    }
    if (status == SQLITE_OK) {
        status = sqlite3_bind_int64(statement, 6, seal_of(node));
    }
    return database_finish(store, statement, database_step(statement, status),
                           "write", failure);
}

bool store_drop_node(struct store *store, int64_t graph, int kind,
                     struct str key, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_DROP_NODE);
    if (database_is_undone(store, failure)) {
        return false;
    }

    int status = bind_address(statement, graph, kind);
    if (status == SQLITE_OK) {
        status = database_bind_text(statement, 3, key);
    }
    return database_finish(store, statement, database_step(statement, status),
                           "write", failure);
}

bool store_each_node(struct store *store, int64_t graph, int kind,
                     void (*visit)(void *context, const struct node *node),
                     void *context, struct failure *failure)
{
    sqlite3_stmt *statement = database_statement(store, STATEMENT_LIST_NODES);
    struct node node = {0};
    int status = database_step(statement, bind_address(statement, graph, kind));
    while (status == SQLITE_ROW) {
        if (take_node(statement, &node)) {
            visit(context, &node);
        }
        status = sqlite3_step(statement);
    }
    return database_finish(store, statement, status, "read", failure);
}
