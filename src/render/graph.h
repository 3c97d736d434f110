#ifndef RENDER_GRAPH_H
#define RENDER_GRAPH_H

/* What is known of earlier builds into the same folder: of each page its
 * fingerprint and trace, of each other file its fingerprint, of each file that
 * was read its stamp and facts, of each experiment its digest.
 *
 * Pages and other files stand for themselves: an empty fingerprint says that
 * the file is being written, and should the build end there, the next one
 * writes it again and knows it for its own. The rest is of the moment when the
 * graph was last settled, and is changed at once. It is settled from the end of
 * one build to the beginning of the next that changes anything: then what was
 * made is as the rest says. */

#include "base/map.h"
#include "store/store.h"

struct graph {
    struct arena *arena;
    struct store *store; /* NULL: nothing is known, and nothing is kept */
    int64_t id;
    struct map known[5]; /* by kind, once they were read: key -> node */
};

enum graph_kind {
    GRAPH_PAGE,   /* by place; fingerprint, trace */
    GRAPH_EXTRA,  /* by path in the site; fingerprint, nothing */
    GRAPH_FILE,   /* by path in the project; stamp, facts */
    GRAPH_DIGEST, /* by id of an experiment; digest, names of its families */
    GRAPH_BASIS,  /* by name, what every page rests on; its hash, nothing */
    GRAPH_HEAD,   /* one, with an empty key; see below */
};

/* Finds or begins the graph of the folder. */
bool graph_open(struct graph *graph, struct arena *arena, struct store *store,
                struct str folder, struct failure *failure);

/* One node; found is false when it is not known. */
bool graph_get(struct graph *graph, enum graph_kind kind, struct str key,
               struct node *node, bool *found, struct failure *failure);
bool graph_put(struct graph *graph, enum graph_kind kind, struct str key,
               struct str stamp, struct str value, struct failure *failure);
bool graph_drop(struct graph *graph, enum graph_kind kind, struct str key,
                struct failure *failure);

/* Visits them by the bytes of their keys. The node is borrowed for the call. */
bool graph_each(struct graph *graph, enum graph_kind kind,
                void (*visit)(void *context, const struct node *node),
                void *context, struct failure *failure);

/* -- The graph as a whole -------------------------------------------------- */

/* Reads pages and other files, which then need no further look into the store.
 * NULL when it is not known. */
bool graph_read(struct graph *graph, struct failure *failure);
const struct node *graph_known(const struct graph *graph, enum graph_kind kind,
                               struct str key);

/* What is put or kept in this build is still made; the rest is old. */
void graph_keep(struct graph *graph, enum graph_kind kind, struct str key);
struct strs graph_old(const struct graph *graph, enum graph_kind kind);

/* -- Whether it is settled ------------------------------------------------- */

/* What the graph said of the whole site when it was last settled. */
struct graph_head {
    struct str global; /* fingerprint_global; empty: never settled */
    bool is_settled;
    struct str past; /* history_key */
    size_t pages, broken;
    struct strs lists; /* places of pages that are not of one record */
};

bool graph_get_head(struct graph *graph, struct graph_head *head,
                    struct failure *failure);
bool graph_put_head(struct graph *graph, const struct graph_head *head,
                    struct failure *failure);

/* -- Several changes as one ------------------------------------------------ */

bool graph_begin(struct graph *graph, struct failure *failure);
bool graph_commit(struct graph *graph, struct failure *failure);

#endif
