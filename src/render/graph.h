#ifndef RENDER_GRAPH_H
#define RENDER_GRAPH_H

/* What is known of earlier builds into the same folder: each page with its
 * fingerprint and trace, each other file with its fingerprint. An empty
 * fingerprint says that the file is being written: should the build end there,
 * the next one writes it again and knows it for its own. */

#include "base/map.h"
#include "store/store.h"

struct graph {
    struct arena *arena;
    struct store *store; /* NULL: nothing is known, and nothing is kept */
    int64_t id;
    struct map pages;  /* place -> struct graph_node */
    struct map extras; /* path -> struct graph_node */
};

/* Reads what is known of builds into this folder. */
bool graph_open(struct graph *graph, struct arena *arena, struct store *store,
                struct str folder, struct failure *failure);

/* NULL when it is not known. Stamp: the fingerprint; value: the trace. */
const struct node *graph_page(const struct graph *graph, struct str place);
const struct node *graph_extra(const struct graph *graph, struct str path);

/* What is put or kept in this build is still made; the rest is old. */
void graph_keep_page(struct graph *graph, struct str place);
void graph_keep_extra(struct graph *graph, struct str path);
bool graph_put_page(struct graph *graph, struct str place,
                    struct str fingerprint, struct str trace,
                    struct failure *failure);
bool graph_put_extra(struct graph *graph, struct str path,
                     struct str fingerprint, struct failure *failure);

/* What an earlier build made and this one did not, by name. */
struct strs graph_old_pages(const struct graph *graph);
struct strs graph_old_extras(const struct graph *graph);
bool graph_drop_page(struct graph *graph, struct str place,
                     struct failure *failure);
bool graph_drop_extra(struct graph *graph, struct str path,
                      struct failure *failure);

/* Several changes as one. */
bool graph_begin(struct graph *graph, struct failure *failure);
bool graph_commit(struct graph *graph, struct failure *failure);

#endif
