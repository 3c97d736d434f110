/* The build graph in the store. */

#include "render/graph.h"

/* Kinds of nodes. Their numbers are in files: never give one a new meaning. */
enum { NODE_PAGE = 1, NODE_EXTRA = 2 };

struct graph_node {
    struct node node;
    bool is_made; /* in this build */
};

struct reading {
    struct graph *graph;
    struct map *map;
};

static void remember(void *context, const struct node *node)
{
    const struct reading *reading = context;
    struct arena *arena = reading->graph->arena;
    struct graph_node *kept = ARENA_NEW(arena, struct graph_node);
    kept->node = (struct node){arena_copy(arena, node->key),
                               arena_copy(arena, node->stamp),
                               arena_copy(arena, node->value)};
    *map_slot(arena, reading->map, kept->node.key) = kept;
}

bool graph_open(struct graph *graph, struct arena *arena, struct store *store,
                struct str folder, struct failure *failure)
{
    *graph = (struct graph){.arena = arena, .store = store};
    if (store == NULL) {
        return true;
    }
    struct reading pages = {graph, &graph->pages};
    struct reading extras = {graph, &graph->extras};
    return store_open_graph(store, folder, &graph->id, failure) &&
           store_each_node(store, graph->id, NODE_PAGE, remember, &pages,
                           failure) &&
           store_each_node(store, graph->id, NODE_EXTRA, remember, &extras,
                           failure);
}

static const struct node *find(const struct map *map, struct str key)
{
    const struct graph_node *found = map_get(map, key);
    return found != NULL ? &found->node : NULL;
}

const struct node *graph_page(const struct graph *graph, struct str place)
{
    return find(&graph->pages, place);
}

const struct node *graph_extra(const struct graph *graph, struct str path)
{
    return find(&graph->extras, path);
}

static void keep(const struct map *map, struct str key)
{
    struct graph_node *found = map_get(map, key);
    if (found != NULL) {
        found->is_made = true;
    }
}

void graph_keep_page(struct graph *graph, struct str place)
{
    keep(&graph->pages, place);
}

void graph_keep_extra(struct graph *graph, struct str path)
{
    keep(&graph->extras, path);
}

static bool put(struct graph *graph, int kind, const struct node *node,
                struct failure *failure)
{
    return graph->store == NULL ||
           store_put_node(graph->store, graph->id, kind, node, failure);
}

bool graph_put_page(struct graph *graph, struct str place,
                    struct str fingerprint, struct str trace,
                    struct failure *failure)
{
    const struct node node = {place, fingerprint, trace};
    keep(&graph->pages, place);
    return put(graph, NODE_PAGE, &node, failure);
}

bool graph_put_extra(struct graph *graph, struct str path,
                     struct str fingerprint, struct failure *failure)
{
    const struct node node = {path, fingerprint, S("")};
    keep(&graph->extras, path);
    return put(graph, NODE_EXTRA, &node, failure);
}

static struct strs old(const struct graph *graph, const struct map *map)
{
    struct strs keys = {0};
    for (size_t i = 0; i < map->len; i++) {
        const struct graph_node *known = map->at[i].value;
        if (!known->is_made) {
            *LIST_PUSH(graph->arena, &keys) = map->at[i].key;
        }
    }
    return keys;
}

struct strs graph_old_pages(const struct graph *graph)
{
    return old(graph, &graph->pages);
}

struct strs graph_old_extras(const struct graph *graph)
{
    return old(graph, &graph->extras);
}

bool graph_drop_page(struct graph *graph, struct str place,
                     struct failure *failure)
{
    return store_drop_node(graph->store, graph->id, NODE_PAGE, place, failure);
}

bool graph_drop_extra(struct graph *graph, struct str path,
                      struct failure *failure)
{
    return store_drop_node(graph->store, graph->id, NODE_EXTRA, path, failure);
}

bool graph_begin(struct graph *graph, struct failure *failure)
{
    return graph->store == NULL || store_begin(graph->store, failure);
}

bool graph_commit(struct graph *graph, struct failure *failure)
{
    return graph->store == NULL || store_commit(graph->store, failure);
}
