#ifndef STORE_STORE_H
#define STORE_STORE_H

/* build/cache.db: what has been computed, so that nothing known is rerun or
 * rewritten. It holds only what files can rebuild: deleting it loses nothing
 * but time. A file that cannot be used (damaged, no database, written by
 * another version) is never misread and never deleted: it is renamed, said
 * once, and a new one begun.
 *
 * Several processes may write at once and any may be killed at any moment:
 * what was put before is there, what was begun and not committed is not. A
 * store is for one thread of one process; after fork() the child opens its
 * own. */

#include "base/arena.h"
#include "base/bug.h"

struct store;

/* Opens or makes the database, making its folder. `was_damaged` says that a
 * file was set aside; store_notice then says which and why. NULL path keeps
 * the store in memory, which is how to go on when the folder cannot be written
 * or the disk is full. */
bool store_open(const char *path, struct store **store, bool *was_damaged,
                struct failure *failure);

/* Undoes what was begun and not committed. NULL is allowed. */
void store_close(struct store *store);

/* One sentence that the user should see about the cache, or the empty text: a
 * file was set aside, or a stored result was damaged and dropped. Borrowed
 * until the next call. */
const char *store_notice(const struct store *store);

/* After a failure: whether it came from damage in the file, in which case
 * store_begin_anew helps, and nothing else does. */
bool store_is_damaged(const struct store *store);

/* Checks the file whole, sets it aside when it is damaged and begins a new one.
 * On failure *store is closed and NULL: go on without. */
bool store_begin_anew(struct store **store, struct failure *failure);

/* --- runs: key (64 hex digits) -> one blob, written once ---------------- */

/* A blob that is not what was put is dropped and counts as not found. */
bool store_get_run(struct store *store, const char *key, struct arena *arena,
                   struct str *blob, bool *found, struct failure *failure);

/* Keeps the first blob when the key is there already. */
bool store_put_run(struct store *store, const char *key, struct str blob,
                   struct failure *failure);
/* So that a result made anew can take the place of one that is not trusted. */
bool store_drop_run(struct store *store, const char *key,
                    struct failure *failure);
bool store_count_runs(struct store *store, int64_t *count,
                      struct failure *failure);

/* --- graphs: what was made, and what each part of it was made from -------- */

/* A graph is a set of nodes under a name, such as the folder of a site. What
 * its nodes mean is decided by whoever keeps it: the kind is a number of its
 * own, the stamp is what is compared first. */
struct node {
    struct str key, stamp, value;
};

/* Finds or makes the graph. Numbers hold for as long as the graph does. */
bool store_open_graph(struct store *store, struct str name, int64_t *graph,
                      struct failure *failure);
/* The names of all graphs, sorted by bytes. */
bool store_list_graphs(struct store *store, struct arena *arena,
                       struct strs *names, struct failure *failure);
/* With all its nodes; two writes, so begin first. */
bool store_drop_graph(struct store *store, struct str name,
                      struct failure *failure);

/* A node that is not what was put counts as not found. */
bool store_get_node(struct store *store, int64_t graph, int kind,
                    struct str key, struct arena *arena, struct node *node,
                    bool *found, struct failure *failure);
bool store_put_node(struct store *store, int64_t graph, int kind,
                    const struct node *node, struct failure *failure);
bool store_drop_node(struct store *store, int64_t graph, int kind,
                     struct str key, struct failure *failure);

/* Visits every node of the kind, sorted by the bytes of their keys. The node is
 * borrowed for the call, which must not use the store. */
bool store_each_node(struct store *store, int64_t graph, int kind,
                     void (*visit)(void *context, const struct node *node),
                     void *context, struct failure *failure);

/* --- memos: what a pure function gave, by its name and what it was given -- */

/* `kind` names the function and its version ("history-commit-2"), so that one
 * which comes to answer otherwise takes a new kind and drops the old one. A
 * value that is not what was put counts as not found. */
bool store_get_memo(struct store *store, const char *kind, struct str key,
                    struct arena *arena, struct str *value, bool *found,
                    struct failure *failure);
bool store_put_memo(struct store *store, const char *kind, struct str key,
                    struct str value, struct failure *failure);
bool store_drop_memos(struct store *store, const char *kind,
                      struct failure *failure);

/* Several writes as one; nests not. Other processes wait with their writes
 * until the commit. When a write in between fails for lack of room, all of
 * them are undone and the rest, store_commit too, fails. After a failed commit
 * nothing of it is kept and the store can be used again. */
bool store_begin(struct store *store, struct failure *failure);
bool store_commit(struct store *store, struct failure *failure);
void store_rollback(struct store *store);

#endif
