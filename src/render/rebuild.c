/* Builds what moved. A file that looks as it did is not read; of one that does
 * not, the record is read and compared with what is known of it, and the pages
 * that rest on it are made from a part of the library. Whatever cannot be told
 * so is left to a whole build; but pages of records that somebody reads are
 * made before that, since a part can tell what any one of them is like. */

#include "render/rebuild.h"

/* ---- What is shown ---------------------------------------------------- */

/* Everything that moved, that is to be made, or that links to what is to be
 * made, as a library with the links between them. */
static void join_records(struct rebuild *rebuild)
{
    struct partial *part = &rebuild->part;
    const size_t count = rebuild->inputs->len;
    bool *is_here = ARENA_ARRAY(part->arena, bool, count);
    struct {
        struct record **at;
        size_t len, cap;
    } here = {0};
    partial_mark_linking(part, rebuild->is_stale, is_here);
    for (size_t i = 0; i < count; i++) {
        if (is_here[i] || rebuild->is_stale[i] || rebuild->is_read[i]) {
            struct record *record = partial_record(part, i);
            if (record != NULL) {
                *LIST_PUSH(part->arena, &here) = record;
            }
        }
    }
    library_join(part->library, here.at, here.len);
    for (size_t i = 0; i < count && !part->is_short; i++) {
        if (rebuild->is_stale[i]) {
            partial_follow_links(part, partial_record(part, i));
        }
    }
}

/* A record's history rests on its card and on git, of which neither moved. */
static bool find_pages(struct rebuild *rebuild)
{
    struct partial *part = &rebuild->part;
    struct pages pages = {0};
    for (size_t i = 0; i < rebuild->inputs->len && !part->is_short; i++) {
        if (rebuild->is_stale[i]) {
            pages_of_record(&rebuild->build.site, partial_record(part, i),
                            &pages);
        }
    }
    for (size_t i = 0; i < pages.len; i++) {
        if (pages.at[i].record != NULL) {
            *LIST_PUSH(part->arena, &rebuild->pages) = pages.at[i];
        }
    }
    for (size_t i = 0; i < rebuild->pages.len; i++) {
        if (!partial_ask_experiments(part, &rebuild->pages.at[i],
                                     rebuild->build.failure)) {
            return false;
        }
    }
    return partial_load_experiments(part, rebuild->build.failure);
}

/* ---- Making it -------------------------------------------------------- */

static bool announce(struct rebuild *rebuild)
{
    struct build *build = &rebuild->build;
    if (!graph_begin(&build->graph, build->failure) || !build_unsettle(build)) {
        return false;
    }
    for (size_t i = 0; i < rebuild->pages.len; i++) {
        if (!build_announce(build, &rebuild->pages.at[i])) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

static bool settle(struct rebuild *rebuild)
{
    struct build *build = &rebuild->build;
    if (!graph_begin(&build->graph, build->failure)) {
        return false;
    }
    for (size_t i = 0; i < rebuild->pages.len; i++) {
        if (!build_remember(build, &rebuild->pages.at[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < rebuild->moved.len; i++) {
        const struct moved *moved = &rebuild->moved.at[i];
        if (!graph_put(&build->graph, GRAPH_FILE,
                       rebuild->inputs->at[moved->input].path, moved->stamp,
                       moved->facts, build->failure)) {
            return false;
        }
    }
    return graph_put_head(&build->graph, &rebuild->head, build->failure) &&
           graph_commit(&build->graph, build->failure);
}

/* Those that are read, or all others. */
static bool make_those(struct rebuild *rebuild, bool are_open)
{
    struct build *build = &rebuild->build;
    const bool *is_short = &rebuild->part.is_short;
    for (size_t i = 0; i < rebuild->pages.len && !*is_short; i++) {
        struct page *page = &rebuild->pages.at[i];
        if (build_is_open(build, page->place) != are_open) {
            continue;
        }
        if (!build_page(build, page)) {
            return false;
        }
        if (!*is_short) {
            build_show(build, page->place);
        }
    }
    return true;
}

/* What has been written when the rebuild is refused is marked as not known, and
 * the whole build that follows makes it again. */
static bool make_pages(struct rebuild *rebuild)
{
    const bool *is_short = &rebuild->part.is_short;
    if ((rebuild->pages.len > 0 && !announce(rebuild)) ||
        !make_those(rebuild, true) || !make_those(rebuild, false)) {
        return false;
    }
    if (rebuild->is_refused || *is_short) {
        return true;
    }
    if (!rebuild_search(rebuild)) {
        return false;
    }
    return *is_short || settle(rebuild);
}

/* Pages that show findings rest on more than a part has. */
static void choose_open(struct rebuild *rebuild)
{
    for (size_t i = 0; i < rebuild->inputs->len; i++) {
        const struct facts *facts =
            rebuild->is_open[i] ? partial_facts(&rebuild->part, i) : NULL;
        rebuild->is_stale[i] =
            facts != NULL && !facts->is_broken && !facts->is_experiment;
    }
}

static bool make(struct rebuild *rebuild)
{
    rebuild_compare(rebuild);
    if (rebuild->is_lost) {
        return true;
    }
    if (rebuild->is_refused) {
        choose_open(rebuild);
    }
    join_records(rebuild);
    return find_pages(rebuild) &&
           (rebuild->part.is_short || make_pages(rebuild));
}

/* ---- All of it -------------------------------------------------------- */

/* True when nothing moved that touches every page: program, templates,
 * configuration. */
static bool has_same_basis(struct rebuild *rebuild)
{
    struct build *build = &rebuild->build;
    const struct sha256_hex global = fingerprint_global(
        build->site.input.project, stock_hash(&build->stock));
    build->prints.global = global;
    return str_is(rebuild->head.global, global.text);
}

/* A new commit may change any history, and when each verdict came to be. */
static bool has_same_past(struct rebuild *rebuild)
{
    const struct site_input *input = &rebuild->build.site.input;
    struct failure ignored = {0};
    struct str key = {0};
    return history_key(rebuild->build.site.arena, input->project, input->vcs,
                       &key, &ignored) &&
           str_equal(key, rebuild->head.past);
}

static bool run(struct rebuild *rebuild)
{
    struct build *build = &rebuild->build;
    const struct inputs *inputs = rebuild->inputs;
    if (!graph_get_head(&build->graph, &rebuild->head, build->failure)) {
        return false;
    }
    if (inputs->is_odd || inputs->is_incomplete || !has_same_basis(rebuild) ||
        !has_same_past(rebuild)) {
        rebuild->is_lost = true;
        return true;
    }
    rebuild->is_refused = !rebuild->head.is_settled;
    rebuild->is_read = ARENA_ARRAY(build->site.arena, bool, inputs->len);
    rebuild->is_stale = ARENA_ARRAY(build->site.arena, bool, inputs->len);
    rebuild->is_open = ARENA_ARRAY(build->site.arena, bool, inputs->len);
    partial_start(&rebuild->part, build, inputs);
    if (!rebuild_look(rebuild)) {
        return false;
    }
    build->summary->pages = rebuild->head.pages;
    build->summary->broken = rebuild->head.broken;
    return rebuild->is_lost ||
           (rebuild->moved.len == 0 && !rebuild->is_refused) || make(rebuild);
}

bool site_rebuild(struct arena *arena, const struct site_input *input,
                  const struct site_options *options, struct store *store,
                  struct site_summary *summary, bool *is_done,
                  struct failure *failure)
{
    struct rebuild *rebuild = ARENA_NEW(arena, struct rebuild);
    *is_done = false;
    if (store == NULL) {
        return true;
    }
    if (!build_start(&rebuild->build, arena, options, store, summary,
                     failure)) {
        return false;
    }
    rebuild->inputs = input->inputs;
    rebuild->build.site.input.project = input->project;
    rebuild->build.site.input.vcs = input->vcs;
    const bool is_well = run(rebuild);
    *is_done = is_well && !rebuild->is_lost && !rebuild->is_refused &&
               !rebuild->part.is_short;
    build_end(&rebuild->build);
    return is_well;
}
