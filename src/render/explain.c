/* Why a page would be made again. What a page rests on is what its fingerprint
 * is made from, taken one by one and set beside what the last build kept. */

#include "render/explain.h"

#include "base/hash.h"
#include "render/build.h"
#include "render/facts.h"

struct telling {
    struct build build;
    const struct inputs *inputs;
    struct map by_path; /* path -> struct input, of those that are there */
    struct map met;     /* paths that were told */
    struct graph_head head;
    struct explanation *to;
};

const char *part_state_text(enum part_state state)
{
    switch (state) {
    case PART_SAME:
        return "as it was";
    case PART_MOVED:
        return "moved";
    case PART_NEW:
        return "new";
    case PART_GONE:
        return "gone";
    case PART_MISSING:
        return "not there";
    case PART_UNKNOWN:
        return "not known";
    }
    BUG("a source in no state");
}

static bool is_settled(const struct telling *telling)
{
    return telling->head.is_settled;
}

static void tell(struct telling *telling, const char *role, struct str name,
                 struct str path, enum part_state state)
{
    struct arena *arena = telling->build.site.arena;
    if (path.len > 0) {
        if (map_get(&telling->met, path) != NULL) {
            return;
        }
        *map_slot(arena, &telling->met, path) = telling;
    }
    *LIST_PUSH(arena, telling->to) =
        (struct page_source){role, arena_copy(arena, name), path,
                             is_settled(telling) ? state : PART_UNKNOWN};
}

/* ---- How a file looks ---------------------------------------------------- */

static const struct node *known_file(const struct telling *telling,
                                     struct str path)
{
    return graph_known(&telling->build.graph, GRAPH_FILE, path);
}

static enum part_state file_state(const struct telling *telling,
                                  struct str path)
{
    const struct input *input = map_get(&telling->by_path, path);
    const struct node *known = known_file(telling, path);
    struct str text = {0};
    if (input == NULL || known == NULL) {
        return input != NULL   ? PART_NEW
               : known != NULL ? PART_GONE
                               : PART_MISSING;
    }
    if (known->stamp.len > 0 && str_equal(known->stamp, input->stamp)) {
        return PART_SAME;
    }
    struct arena scratch = {0};
    const bool is_same = input_read(&scratch, input, &text) &&
                         facts_text(text) == facts_text_in(known->value);
    arena_free(&scratch);
    return is_same ? PART_SAME : PART_MOVED;
}

static bool is_same_print(const struct sha256_hex *a,
                          const struct sha256_hex *b)
{
    return str_is(str_from_c(a->text), b->text);
}

/* Of another record only its card is shown. */
static enum part_state card_state(const struct telling *telling,
                                  const struct record *record, bool is_own)
{
    const struct str path = record->source->path;
    const struct record_prints *now =
        map_get(&telling->build.prints.records, path);
    const struct node *known = known_file(telling, path);
    struct facts facts = {0};
    if (known == NULL || now == NULL ||
        !facts_read(telling->build.site.arena, known->value, &facts)) {
        return PART_NEW;
    }
    const bool is_same =
        is_same_print(&now->card, &facts.prints.card) &&
        (!is_own || is_same_print(&now->own, &facts.prints.own));
    return is_same ? PART_SAME : PART_MOVED;
}

/* ---- Records and experiments --------------------------------------------- */

static bool was_named(const struct telling *telling, struct str path,
                      const struct record *record)
{
    const struct node *known = known_file(telling, path);
    const uint64_t name = facts_name(record->id);
    for (size_t i = 0; known != NULL && i < facts_link_count(known->value);
         i++) {
        if (facts_target_at(known->value, i) == name) {
            return true;
        }
    }
    return false;
}

static void tell_backlinks(struct telling *telling, const struct record *record)
{
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct record *from = record->backlinks[i]->from;
        const struct str path = from->source->path;
        const bool is_new = !was_named(telling, path, record);
        tell(telling, "names it", from->id, path,
             is_new ? PART_NEW : card_state(telling, from, false));
    }
}

static void tell_record(struct telling *telling, struct str id)
{
    const struct record *record =
        library_find(telling->build.site.input.library, id);
    if (record != NULL) {
        tell(telling, "shown", id, record->source->path,
             card_state(telling, record, false));
    } else {
        tell(telling, "shown", id, S(""), PART_MISSING);
    }
}

/* Its decisions may move with those of another experiment of their family. */
static void tell_experiment(struct telling *telling, struct str id)
{
    const struct build *build = &telling->build;
    const struct site_input *input = &build->site.input;
    const struct plan *plan = plans_find(input->plans, id);
    const struct evidence *evidence = evidences_find(input->evidences, id);
    const struct sha256_hex *now = map_get(&build->prints.digests, id);
    const struct node *known = graph_known(&build->graph, GRAPH_DIGEST, id);
    const bool is_same =
        now != NULL && known != NULL && str_is(known->stamp, now->text);
    if (plan != NULL) {
        const struct str path = plan->record->source->path;
        tell(telling, "plan", id, path, file_state(telling, path));
    }
    if (evidence != NULL && evidence->source != NULL) {
        const struct str path = evidence->source->path;
        tell(telling, "evidence", id, path, file_state(telling, path));
    }
    tell(telling, "decisions", id, S(""),
         is_same         ? PART_SAME
         : now == NULL   ? (known == NULL ? PART_MISSING : PART_GONE)
         : known == NULL ? PART_NEW
                         : PART_MOVED);
}

/* ---- Lists --------------------------------------------------------------- */

static bool is_below(struct str path, struct str folder)
{
    return str_starts(path, folder) &&
           str_starts(str_from(path, folder.len), S("/"));
}

/* Of many files, those that moved. An empty folder is any. */
static void tell_moved(struct telling *telling, struct str folder)
{
    const struct strs gone = graph_old(&telling->build.graph, GRAPH_FILE);
    for (size_t i = 0; i < telling->inputs->len; i++) {
        const struct str path = telling->inputs->at[i].path;
        if (folder.len > 0 && !is_below(path, folder)) {
            continue;
        }
        const enum part_state state = file_state(telling, path);
        if (state != PART_SAME) {
            tell(telling, "listed", S(""), path, state);
        }
    }
    for (size_t i = 0; i < gone.len; i++) {
        if (folder.len == 0 || is_below(gone.at[i], folder)) {
            tell(telling, "listed", S(""), gone.at[i], PART_GONE);
        }
    }
}

static void tell_list(struct telling *telling, struct str prefix)
{
    const struct project *project = telling->build.site.input.project;
    for (size_t i = 0; i < project->kind_count; i++) {
        if (str_equal(project->kinds[i].prefix, prefix)) {
            const size_t before = telling->to->len;
            tell_moved(telling, project->kinds[i].folder);
            tell(telling, "all records", prefix, S(""),
                 telling->to->len > before ? PART_MOVED : PART_SAME);
        }
    }
}

static void tell_past(struct telling *telling)
{
    const struct history_book *book = telling->build.site.input.book;
    tell(telling, "commits", S(""), S(""),
         book == NULL                               ? PART_MISSING
         : str_equal(book->key, telling->head.past) ? PART_SAME
                                                    : PART_MOVED);
}

static void tell_trace(struct telling *telling, struct str trace)
{
    enum trace_kind kind = TRACE_RECORD;
    struct str name = {0};
    while (trace_next(&trace, &kind, &name)) {
        switch (kind) {
        case TRACE_RECORD:
            tell_record(telling, name);
            break;
        case TRACE_EXPERIMENT:
            tell_experiment(telling, name);
            break;
        case TRACE_LIST:
            tell_list(telling, name);
            break;
        case TRACE_VERDICT_CHANGES:
            tell_past(telling);
            break;
        case TRACE_EVERYTHING:
            telling->to->shows_everything = true;
            tell_moved(telling, S(""));
            break;
        case TRACE_KINDS:
            BUG("a trace of no kind");
        }
    }
}

/* ---- Chapters, templates, settings --------------------------------------- */

static void tell_chapters(struct telling *telling, const struct page *page)
{
    const struct chapters *chapters =
        &telling->build.site.input.library->chapters;
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        if (page_shows_chapter(page, chapter)) {
            tell(telling, "chapter", chapter->slug, chapter->source->path,
                 file_state(telling, chapter->source->path));
        }
    }
}

static enum part_state basis_state(const struct telling *telling,
                                   struct str name, struct str print)
{
    const struct node *known =
        graph_known(&telling->build.graph, GRAPH_BASIS, name);
    return known == NULL                    ? PART_NEW
           : str_equal(known->stamp, print) ? PART_SAME
                                            : PART_MOVED;
}

static void tell_common(struct telling *telling, struct str name,
                        enum part_state state)
{
    const bool is_template = str_starts(name, S("templates/"));
    tell(telling, is_template ? "template" : "of every page", name, S(""),
         state);
}

/* Of the templates the page's own, and those that moved: any may be a part of
 * it. */
static void tell_basis(struct telling *telling, const struct page *page)
{
    struct build *build = &telling->build;
    struct arena *arena = build->site.arena;
    const struct basis basis = build_basis(build);
    const struct str own = arena_printf(arena, "templates/%s.", page->template);
    for (size_t i = 0; i < basis.len; i++) {
        const struct str name = basis.at[i].name;
        const bool is_template = str_starts(name, S("templates/"));
        const enum part_state state =
            basis_state(telling, name, str_from_c(basis.at[i].print.text));
        if (!is_template || state != PART_SAME || str_starts(name, own)) {
            tell_common(telling, name, state);
        }
        graph_keep(&build->graph, GRAPH_BASIS, name);
    }
    const struct strs gone = graph_old(&build->graph, GRAPH_BASIS);
    for (size_t i = 0; i < gone.len; i++) {
        tell_common(telling, gone.at[i], PART_GONE);
    }
}

/* ---- All of it ----------------------------------------------------------- */

static void index_inputs(struct telling *telling)
{
    struct arena *arena = telling->build.site.arena;
    for (size_t i = 0; i < telling->inputs->len; i++) {
        struct input *input = &telling->inputs->at[i];
        *map_slot(arena, &telling->by_path, input->path) = input;
        graph_keep(&telling->build.graph, GRAPH_FILE, input->path);
    }
}

static void tell_page(struct telling *telling, const struct page *page)
{
    struct build *build = &telling->build;
    const struct node *known =
        graph_known(&build->graph, GRAPH_PAGE, page->place);
    const struct str trace = known != NULL && known->stamp.len > 0
                                 ? known->value
                                 : build_trace(build, page);
    telling->to->place = page->place;
    telling->to->is_known = known != NULL && known->stamp.len > 0;
    telling->to->lacks_files = !build_has_files(build, page);
    telling->to->is_to_be_made = !build_is_fresh(build, page);
    if (page->record != NULL) {
        tell(telling, "record", page->record->id, page->record->source->path,
             card_state(telling, page->record, true));
        tell_backlinks(telling, page->record);
    }
    if (page->past != NULL) {
        tell(telling, "record", page->past->id, page->past->source->path,
             card_state(telling, page->past, false));
        tell_past(telling);
    }
    tell_chapters(telling, page);
    tell_trace(telling, trace);
    tell_basis(telling, page);
}

static const struct page *find_page(const struct pages *pages, struct str place)
{
    for (size_t i = 0; i < pages->len; i++) {
        if (str_equal(pages->at[i].place, place)) {
            return &pages->at[i];
        }
    }
    return NULL;
}

static bool read_what_is_known(struct telling *telling)
{
    struct build *build = &telling->build;
    return graph_read(&build->graph, build->failure) &&
           graph_get_head(&build->graph, &telling->head, build->failure);
}

bool explain_page(struct arena *arena, const struct site_input *input,
                  const struct site_options *options, struct store *store,
                  struct str place, struct explanation *explanation,
                  bool *is_found, struct failure *failure)
{
    struct telling *telling = ARENA_NEW(arena, struct telling);
    struct site_summary ignored = {0};
    *explanation = (struct explanation){0};
    *is_found = false;
    if (!build_start(&telling->build, arena, options, store, &ignored,
                     failure)) {
        return false;
    }
    telling->to = explanation;
    telling->inputs = input->inputs;
    telling->build.site.input = *input;
    const bool is_read = read_what_is_known(telling);
    if (is_read) {
        const struct pages pages = build_list(&telling->build);
        const struct page *page = find_page(&pages, place);
        index_inputs(telling);
        *is_found = page != NULL;
        if (page != NULL) {
            tell_page(telling, page);
        }
    }
    build_end(&telling->build);
    return is_read;
}

struct strs explain_places(struct arena *arena, const struct site_input *input)
{
    struct site site = {.arena = arena, .input = *input};
    struct strs places = {0};
    site_place_records(&site);
    const struct pages pages = pages_of(&site);
    for (size_t i = 0; i < pages.len; i++) {
        *LIST_PUSH(arena, &places) = pages.at[i].place;
    }
    return places;
}
