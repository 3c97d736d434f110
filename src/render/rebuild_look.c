/* One walk over all files, beside what the last build knew of them. */

#include "render/rebuild.h"

/* ---- What was written ------------------------------------------------- */

static void look_for(struct rebuild *rebuild, struct str file)
{
    if (!output_has(&rebuild->build.output, file)) {
        rebuild->is_refused = true;
    }
}

static void look_for_page(struct rebuild *rebuild, struct str place)
{
    struct build *build = &rebuild->build;
    const struct arena_mark mark = arena_mark(&build->page);
    look_for(rebuild, build_page_file(build, place, "html"));
    look_for(rebuild, build_page_file(build, place, "md"));
    arena_rewind(&build->page, mark);
}

/* The first is the record's own. */
static void look_for_pages(struct rebuild *rebuild, size_t input,
                           struct str places)
{
    struct str rest = places;
    struct str place = {0};
    while (str_next_line(&rest, &place)) {
        look_for_page(rebuild, place);
    }
    str_next_line(&places, &place);
    rebuild->is_open[input] = build_is_open(&rebuild->build, place);
}

/* Files that the last build knew and inputs of this one, both sorted, must be
 * the same: what came or went may change any page. */
static void meet_file(void *context, const struct node *node)
{
    struct rebuild *rebuild = context;
    struct arena *arena = rebuild->build.site.arena;
    const size_t i = rebuild->met++;
    if (rebuild->is_lost || i >= rebuild->inputs->len ||
        !str_equal(rebuild->inputs->at[i].path, node->key)) {
        rebuild->is_lost = true;
        return;
    }
    partial_learn(&rebuild->part, i, node->value);
    look_for_pages(rebuild, i, facts_pages_in(node->value));
    if (node->stamp.len == 0 ||
        !str_equal(node->stamp, rebuild->inputs->at[i].stamp)) {
        *LIST_PUSH(arena, &rebuild->moved) = (struct moved){
            i, rebuild->inputs->at[i].stamp, arena_copy(arena, node->value)};
    }
}

static void meet_extra(void *context, const struct node *node)
{
    struct rebuild *rebuild = context;
    look_for(rebuild, node->key);
}

bool rebuild_look(struct rebuild *rebuild)
{
    struct build *build = &rebuild->build;
    if (!graph_each(&build->graph, GRAPH_FILE, meet_file, rebuild,
                    build->failure) ||
        !graph_each(&build->graph, GRAPH_EXTRA, meet_extra, rebuild,
                    build->failure)) {
        return false;
    }
    for (size_t i = 0; i < rebuild->head.lists.len; i++) {
        look_for_page(rebuild, rebuild->head.lists.at[i]);
    }
    rebuild->is_lost |=
        rebuild->met != rebuild->inputs->len || rebuild->part.is_short;
    return true;
}
