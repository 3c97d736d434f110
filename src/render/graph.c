/* The build graph in the store. */

#include "render/graph.h"

#include "base/out.h"

struct graph_node {
    struct node node;
    bool is_made; /* in this build */
};

/* Numbers that are in files: never give one a new meaning. */
static int number_of(enum graph_kind kind)
{
    switch (kind) {
    case GRAPH_PAGE:
        return 1;
    case GRAPH_EXTRA:
        return 2;
    case GRAPH_FILE:
        return 3;
    case GRAPH_DIGEST:
        return 4;
    case GRAPH_HEAD:
        return 5;
    case GRAPH_BASIS:
        return 6;
    }
    BUG("a node of no kind");
}

bool graph_open(struct graph *graph, struct arena *arena, struct store *store,
                struct str folder, struct failure *failure)
{
    *graph = (struct graph){.arena = arena, .store = store};
    return store == NULL ||
           store_open_graph(store, folder, &graph->id, failure);
}

/* ---- Nodes ------------------------------------------------------------ */

bool graph_get(struct graph *graph, enum graph_kind kind, struct str key,
               struct node *node, bool *found, struct failure *failure)
{
    *found = false;
    return graph->store == NULL ||
           store_get_node(graph->store, graph->id, number_of(kind), key,
                          graph->arena, node, found, failure);
}

bool graph_put(struct graph *graph, enum graph_kind kind, struct str key,
               struct str stamp, struct str value, struct failure *failure)
{
    const struct node node = {key, stamp, value};
    graph_keep(graph, kind, key);
    return graph->store == NULL ||
           store_put_node(graph->store, graph->id, number_of(kind), &node,
                          failure);
}

bool graph_drop(struct graph *graph, enum graph_kind kind, struct str key,
                struct failure *failure)
{
    return graph->store == NULL ||
           store_drop_node(graph->store, graph->id, number_of(kind), key,
                           failure);
}

bool graph_each(struct graph *graph, enum graph_kind kind,
                void (*visit)(void *context, const struct node *node),
                void *context, struct failure *failure)
{
    return graph->store == NULL ||
           store_each_node(graph->store, graph->id, number_of(kind), visit,
                           context, failure);
}

/* ---- All pages and files ---------------------------------------------- */

struct reading {
    struct arena *arena;
    struct map *known;
};

static void remember(void *context, const struct node *node)
{
    const struct reading *reading = context;
    struct arena *arena = reading->arena;
    struct graph_node *kept = ARENA_NEW(arena, struct graph_node);
    kept->node = (struct node){arena_copy(arena, node->key),
                               arena_copy(arena, node->stamp),
                               arena_copy(arena, node->value)};
    *map_slot(arena, reading->known, kept->node.key) = kept;
}

static bool read_kind(struct graph *graph, enum graph_kind kind,
                      struct failure *failure)
{
    struct reading reading = {graph->arena, &graph->known[kind]};
    return graph_each(graph, kind, remember, &reading, failure);
}

bool graph_read(struct graph *graph, struct failure *failure)
{
    return read_kind(graph, GRAPH_PAGE, failure) &&
           read_kind(graph, GRAPH_EXTRA, failure) &&
           read_kind(graph, GRAPH_FILE, failure) &&
           read_kind(graph, GRAPH_DIGEST, failure) &&
           read_kind(graph, GRAPH_BASIS, failure);
}

static struct graph_node *find(const struct graph *graph, enum graph_kind kind,
                               struct str key)
{
    return kind == GRAPH_HEAD ? NULL : map_get(&graph->known[kind], key);
}

const struct node *graph_known(const struct graph *graph, enum graph_kind kind,
                               struct str key)
{
    const struct graph_node *found = find(graph, kind, key);
    return found != NULL ? &found->node : NULL;
}

void graph_keep(struct graph *graph, enum graph_kind kind, struct str key)
{
    struct graph_node *found = find(graph, kind, key);
    if (found != NULL) {
        found->is_made = true;
    }
}

struct strs graph_old(const struct graph *graph, enum graph_kind kind)
{
    struct strs keys = {0};
    const struct map *known = &graph->known[kind];
    for (size_t i = 0; i < known->len; i++) {
        const struct graph_node *node = known->at[i].value;
        if (!node->is_made) {
            *LIST_PUSH(graph->arena, &keys) = known->at[i].key;
        }
    }
    return keys;
}

/* ---- The head --------------------------------------------------------- */

/* Lines: whether it is settled, the past, pages, broken ones, then a place
 * each. */
bool graph_put_head(struct graph *graph, const struct graph_head *head,
                    struct failure *failure)
{
    struct out out = {0};
    out_printf(&out, "%d\n%.*s\n%zu\n%zu\n", head->is_settled,
               STR_ARG(head->past), head->pages, head->broken);
    for (size_t i = 0; i < head->lists.len; i++) {
        out_str(&out, head->lists.at[i]);
        out_char(&out, '\n');
    }
    const bool is_put = graph_put(graph, GRAPH_HEAD, S(""), head->global,
                                  out_text(&out), failure);
    out_free(&out);
    return is_put;
}

static size_t take_count(struct str *rest)
{
    struct str line = {0};
    int64_t count = 0;
    str_next_line(rest, &line);
    return str_to_int64(line, &count) && count > 0 ? (size_t)count : 0;
}

bool graph_get_head(struct graph *graph, struct graph_head *head,
                    struct failure *failure)
{
    struct node node = {0};
    struct str place = {0};
    bool is_found = false;
    *head = (struct graph_head){0};
    if (!graph_get(graph, GRAPH_HEAD, S(""), &node, &is_found, failure)) {
        return false;
    }
    if (is_found) {
        head->global = node.stamp;
        head->is_settled = take_count(&node.value) == 1;
        str_next_line(&node.value, &head->past);
        head->pages = take_count(&node.value);
        head->broken = take_count(&node.value);
        while (str_next_line(&node.value, &place)) {
            *LIST_PUSH(graph->arena, &head->lists) = place;
        }
    }
    return true;
}

/* ---- Several changes as one ------------------------------------------- */

bool graph_begin(struct graph *graph, struct failure *failure)
{
    return graph->store == NULL || store_begin(graph->store, failure);
}

bool graph_commit(struct graph *graph, struct failure *failure)
{
    return graph->store == NULL || store_commit(graph->store, failure);
}
