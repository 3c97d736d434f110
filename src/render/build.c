/* Builds the site. Nothing is written before it is known to be needed, each
 * file is old or new and whole, and what an earlier build made and this one
 * does not is removed last, when everything else is in place. */

#include "render/build.h"

#include "render/anchors.h"
#include "render/data.h"
#include "render/feed.h"
#include "render/program.h"
#include "render/rerun.h"
#include "render/squeeze.h"
#include "render/search_index.h"

/* A file of the site that is not a page. */
struct extra {
    struct str path; /* relative to the output folder */
    struct str text;
};

/* ---- Pages ------------------------------------------------------------ */

struct str build_page_file(struct build *build, struct str place,
                           const char *extension)
{
    return ARENA_JOIN(&build->page, place, S("."), str_from_c(extension));
}

static bool render_as(struct build *build, const struct page *page,
                      const struct view *view, const char *extension,
                      template_escape escape, bool *has_changed)
{
    struct out out = {0};
    const struct str name = ARENA_JOIN(&build->page, str_from_c(page->template),
                                       S("."), str_from_c(extension));
    bool is_done = template_render(&build->templates, name, view, escape, &out,
                                   build->failure);
    if (is_done && out.is_full) {
        is_done = fail(build->failure, "the page %.*s is too large",
                       STR_ARG(page->place));
    }
    if (is_done) {
        const struct str text = output_text(&build->page, out_text(&out));
        const bool is_html = escape == out_html;
        is_done = output_write(&build->output,
                               build_page_file(build, page->place, extension),
                               is_html ? anchors_set(&build->page, text) : text,
                               has_changed, build->failure);
    }
    out_free(&out);
    return is_done;
}

static struct page_context context_of(struct build *build, struct str place,
                                      struct trace *trace)
{
    const bool is_in_folder = str_find_char(place, '/') != STR_NONE;
    return (struct page_context){
        .site = &build->site,
        .arena = &build->page,
        .root = is_in_folder ? S("../") : S(""),
        .trace = trace,
    };
}

/* Pages follow the links of their own record without asking. */
static void trace_links(struct trace *trace, const struct record *record)
{
    for (size_t i = 0; record != NULL && i < record->links.len; i++) {
        trace_add(trace, TRACE_RECORD, record->links.at[i].id);
    }
}

static struct view *fill(struct build *build, const struct page *page,
                         struct trace *trace)
{
    *trace = (struct trace){.arena = &build->page};
    trace_links(trace, page->record);
    struct md_seen seen = {0};
    struct page_context context = context_of(build, page->place, trace);
    context.seen = &seen;
    struct view *view = view_map(&build->page);
    page->fill(&context, view, page);
    view_flag(&build->page, view, "has_math", seen.has_math);
    view_flag(&build->page, view, "has_strokes", seen.has_strokes);
    return view;
}

struct str build_trace(struct build *build, const struct page *page)
{
    const struct arena_mark mark = arena_mark(&build->page);
    struct trace trace;
    fill(build, page, &trace);
    const struct str text = trace_text(&trace, build->site.arena);
    arena_rewind(&build->page, mark);
    return text;
}

bool build_page(struct build *build, struct page *page)
{
    const struct arena_mark mark = arena_mark(&build->page);
    struct trace trace;
    const struct view *view = fill(build, page, &trace);
    bool has_html_changed = false;
    bool has_markdown_changed = false;
    const bool is_done =
        render_as(build, page, view, "html", out_html, &has_html_changed) &&
        render_as(build, page, view, "md", out_markdown, &has_markdown_changed);
    page->trace = trace_text(&trace, build->site.arena);
    page->fingerprint = page_fingerprint(&build->prints, page, page->trace);
    build->summary->made++;
    build->summary->written += has_html_changed || has_markdown_changed;
    arena_rewind(&build->page, mark);
    return is_done;
}

bool build_unsettle(struct build *build)
{
    struct graph_head head = {0};
    if (!graph_get_head(&build->graph, &head, build->failure)) {
        return false;
    }
    head.is_settled = false;
    return graph_put_head(&build->graph, &head, build->failure);
}

bool build_announce(struct build *build, const struct page *page)
{
    return graph_put(&build->graph, GRAPH_PAGE, page->place, S(""), page->trace,
                     build->failure);
}

bool build_remember(struct build *build, const struct page *page)
{
    return graph_put(&build->graph, GRAPH_PAGE, page->place,
                     str_from_c(page->fingerprint.text), page->trace,
                     build->failure);
}

bool build_has_files(struct build *build, const struct page *page)
{
    const struct arena_mark mark = arena_mark(&build->page);
    const bool has_both =
        output_has(&build->output,
                   build_page_file(build, page->place, "html")) &&
        output_has(&build->output, build_page_file(build, page->place, "md"));
    arena_rewind(&build->page, mark);
    return has_both;
}

bool build_is_fresh(struct build *build, const struct page *page)
{
    const struct node *known =
        graph_known(&build->graph, GRAPH_PAGE, page->place);
    if (known == NULL || known->stamp.len == 0) {
        return false;
    }
    const struct sha256_hex print =
        page_fingerprint(&build->prints, page, known->value);
    return str_is(known->stamp, print.text) && build_has_files(build, page);
}

/* ---- Who waits -------------------------------------------------------- */

bool build_is_open(const struct build *build, struct str place)
{
    return build->readers != NULL && strs_has(&build->readers->open, place);
}

void build_show(const struct build *build, struct str place)
{
    if (build_is_open(build, place)) {
        build->readers->show(build->readers->context, place);
    }
}

bool build_goes_on(const struct build *build)
{
    const struct site_readers *readers = build->readers;
    return readers == NULL || !readers->is_over(readers->context) ||
           fail(build->failure, "something moved while the site was built");
}

/* ---- All pages -------------------------------------------------------- */

/* The pages to make, as indexes. */
struct todo {
    size_t *at;
    size_t len, cap;
};
static void take_trace(const struct build *build, struct page *page)
{
    const struct node *known =
        graph_known(&build->graph, GRAPH_PAGE, page->place);
    page->trace = known != NULL ? known->value : S("");
}

static bool is_made(const struct page *page)
{
    return page->fingerprint.text[0] != '\0';
}

/* Of those that are read, or of all: what is neither fresh nor made yet. */
static struct todo find_stale(struct build *build, const struct pages *pages,
                              bool are_open)
{
    struct todo todo = {0};
    for (size_t i = 0; i < pages->len; i++) {
        struct page *page = &pages->at[i];
        if (is_made(page) || (are_open && !build_is_open(build, page->place))) {
            continue;
        }
        if (build_is_fresh(build, page)) {
            graph_keep(&build->graph, GRAPH_PAGE, page->place);
        } else {
            take_trace(build, page);
            *LIST_PUSH(build->site.arena, &todo) = i;
        }
    }
    return todo;
}

static bool announce(struct build *build, const struct pages *pages,
                     const struct todo *todo)
{
    if (!graph_begin(&build->graph, build->failure) || !build_unsettle(build)) {
        return false;
    }
    for (size_t i = 0; i < todo->len; i++) {
        if (!build_announce(build, &pages->at[todo->at[i]])) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

static bool make_those(struct build *build, const struct pages *pages,
                       bool are_open)
{
    const struct todo todo = find_stale(build, pages, are_open);
    if (!announce(build, pages, &todo)) {
        return false;
    }
    for (size_t i = 0; i < todo.len; i++) {
        struct page *page = &pages->at[todo.at[i]];
        if (!build_goes_on(build) || !build_page(build, page)) {
            return false;
        }
        build_show(build, page->place);
    }
    return true;
}

static bool remember_made(struct build *build, const struct pages *pages)
{
    if (!graph_begin(&build->graph, build->failure)) {
        return false;
    }
    for (size_t i = 0; i < pages->len; i++) {
        if (is_made(&pages->at[i]) && !build_remember(build, &pages->at[i])) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

/* Who waits for a page does not wait until it is known which others are old. */
static bool make_pages(struct build *build, const struct pages *pages)
{
    const bool has_readers =
        build->readers != NULL && build->readers->open.len > 0;
    return (!has_readers || make_those(build, pages, true)) &&
           make_those(build, pages, false) && remember_made(build, pages);
}

static size_t count_broken(const struct pages *pages)
{
    size_t count = 0;
    for (size_t i = 0; i < pages->len; i++) {
        count += pages->at[i].record != NULL && pages->at[i].record->is_broken;
    }
    return count;
}

/* ---- Assets and data -------------------------------------------------- */

/* Keeps the file when it is there and was made from what is there now. */
static bool keep_known(struct build *build, struct str path, struct str print)
{
    const struct node *known = graph_known(&build->graph, GRAPH_EXTRA, path);
    const bool is_known = known != NULL && str_equal(known->stamp, print) &&
                          output_has(&build->output, path);
    if (is_known) {
        graph_keep(&build->graph, GRAPH_EXTRA, path);
    }
    return is_known;
}

static bool put_extra(struct build *build, struct str path, struct str print)
{
    return graph_put(&build->graph, GRAPH_EXTRA, path, print, S(""),
                     build->failure);
}

static bool make_extra(struct build *build, const struct extra *extra,
                       struct str print)
{
    bool has_changed = false;
    if (!put_extra(build, extra->path, S("")) ||
        !output_write(&build->output, extra->path, extra->text, &has_changed,
                      build->failure) ||
        !put_extra(build, extra->path, print)) {
        return false;
    }
    build->summary->files_written += has_changed;
    return true;
}

/* The same from what was written, which is then given back. */
static bool make_extra_of(struct build *build, struct str path,
                          struct str print, struct out *out)
{
    const struct extra extra = {path, out_text(out)};
    const bool is_done =
        out->is_full ? fail(build->failure, "%.*s is too large", STR_ARG(path))
                     : make_extra(build, &extra, print);
    out_free(out);
    return is_done;
}

static bool make_asset(struct build *build, const struct asset *asset,
                       struct str print)
{
    struct arena *arena = build->site.arena;
    struct extra extra = {.path = ARENA_JOIN(arena, S("assets/"), asset->name)};
    if (keep_known(build, extra.path, print)) {
        return true;
    }
    extra.text = squeezed(arena, asset->name, asset->text);
    return make_extra(build, &extra, print);
}

/* They are part of the program and move with it. */
static bool make_assets(struct build *build)
{
    const struct assets assets = stock_assets(build->site.arena);
    const struct sha256_hex print = program_hash();
    for (size_t i = 0; i < assets.len; i++) {
        if (!make_asset(build, &assets.at[i], str_from_c(print.text))) {
            return false;
        }
    }
    return true;
}

/* Everything, what git says of verdicts, and the chapters. */
static struct sha256_hex print_of_data(const struct build *build)
{
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, str_from_c(build->prints.everything.text));
    sha256_add(&hash, str_from_c(build->prints.changes.text));
    sha256_add(&hash, str_from_c(build->prints.chapters.text));
    return sha256_end(&hash);
}

typedef void (*data_writer)(struct out *out,
                            const struct page_context *context);

static bool make_written(struct build *build, struct str path,
                         const struct sha256_hex *hex, data_writer write)
{
    const struct str print = str_from_c(hex->text);
    if (keep_known(build, path, print)) {
        return true;
    }
    const struct arena_mark mark = arena_mark(&build->page);
    const struct page_context context = {&build->site, &build->page, S(""),
                                         NULL, NULL};
    struct out out = {0};
    write(&out, &context);
    const bool is_done = make_extra_of(build, path, print, &out);
    arena_rewind(&build->page, mark);
    return is_done;
}

static bool make_data(struct build *build, struct str path, data_writer write)
{
    const struct sha256_hex hex = print_of_data(build);
    return make_written(build, path, &hex, write);
}

/* ---- The index of words ---------------------------------------------- */

/* What goes into one part, in the site's arena. */
struct part {
    struct search_member *at;
    size_t len, cap;
};

static struct part *collect_parts(struct build *build, size_t parts)
{
    struct arena *arena = build->site.arena;
    const struct library *library = build->site.input.library;
    struct part *all = ARENA_ARRAY(arena, struct part, parts);
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        const struct str path = record->source->path;
        const struct str place = site_place(&build->site, record);
        if (place.len > 0) {
            *LIST_PUSH(arena, &all[search_part_of(path, parts)]) =
                (struct search_member){place, record,
                                       map_get(&build->prints.records, path)};
        }
    }
    return all;
}

bool build_search_part(struct build *build, size_t part,
                       struct search_member *members, size_t count)
{
    struct str path = search_part_file(build->site.arena, part);
    search_part_sort(members, count);
    const struct sha256_hex hex =
        search_part_print(&build->prints, members, count);
    const struct str print =
        arena_copy(build->site.arena, str_from_c(hex.text));
    if (keep_known(build, path, print)) {
        return true;
    }
    const struct arena_mark mark = arena_mark(&build->page);
    struct out out = {0};
    search_part_write(&out, &build->page, members, count);
    const bool is_done = make_extra_of(build, path, print, &out);
    arena_rewind(&build->page, mark);
    return is_done;
}

static bool make_search(struct build *build)
{
    const size_t parts = search_parts(build->site.input.library->record_count);
    struct part *all = collect_parts(build, parts);
    const struct sha256_hex chapters = search_chapters_print(&build->prints);
    for (size_t i = 0; i < parts; i++) {
        if (!build_search_part(build, i, all[i].at, all[i].len)) {
            return false;
        }
    }
    return make_written(build, S(SEARCH_HEADS_FILE), &chapters,
                        search_heads_write) &&
           (build->site.input.library->chapters.len == 0 ||
            make_written(build, S(SEARCH_CHAPTERS_FILE), &chapters,
                         search_chapters_write));
}

/* ---- Runs ------------------------------------------------------------- */

/* What browsers need to run one experiment again. */
static bool make_rerun(struct build *build, const struct evidence *evidence)
{
    const struct arena_mark mark = arena_mark(&build->page);
    const struct page_context context = {&build->site, &build->page, S(""),
                                         NULL, NULL};
    const struct str path = arena_copy(
        build->site.arena, rerun_path(&context, evidence->plan, evidence));
    const struct sha256_hex print =
        experiment_fingerprint(&build->prints, evidence->id);
    bool is_done = true;
    if (path.len > 0 && !keep_known(build, path, str_from_c(print.text))) {
        struct out out = {0};
        rerun_write(&out, &context, evidence->plan, evidence);
        is_done = make_extra_of(build, path, str_from_c(print.text), &out);
    }
    arena_rewind(&build->page, mark);
    return is_done;
}

static bool make_reruns(struct build *build)
{
    const struct evidences *evidences = build->site.input.evidences;
    for (size_t i = 0; i < evidences->len; i++) {
        if (!make_rerun(build, &evidences->at[i])) {
            return false;
        }
    }
    return true;
}

/* ---- What is no longer made ------------------------------------------- */

static bool remove_page(struct build *build, struct str place)
{
    bool was_html = false;
    bool was_markdown = false;
    const bool is_done =
        output_remove(&build->output, build_page_file(build, place, "html"),
                      &was_html, build->failure) &&
        output_remove(&build->output, build_page_file(build, place, "md"),
                      &was_markdown, build->failure);
    build->summary->removed += was_html;
    return is_done &&
           graph_drop(&build->graph, GRAPH_PAGE, place, build->failure);
}

static bool remove_extra(struct build *build, struct str path)
{
    bool was_there = false;
    return output_remove(&build->output, path, &was_there, build->failure) &&
           graph_drop(&build->graph, GRAPH_EXTRA, path, build->failure);
}

static bool remove_stale(struct build *build)
{
    const struct strs pages = graph_old(&build->graph, GRAPH_PAGE);
    const struct strs extras = graph_old(&build->graph, GRAPH_EXTRA);
    if (pages.len == 0 && extras.len == 0) {
        return true;
    }
    if (!graph_begin(&build->graph, build->failure)) {
        return false;
    }
    for (size_t i = 0; i < pages.len; i++) {
        if (!remove_page(build, pages.at[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < extras.len; i++) {
        if (!remove_extra(build, extras.at[i])) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

/* ---- All of it -------------------------------------------------------- */

bool build_start(struct build *build, struct arena *arena,
                 const struct site_options *options, struct store *store,
                 struct site_summary *summary, struct failure *failure)
{
    *summary = (struct site_summary){0};
    *build = (struct build){
        .site = {.arena = arena},
        .formulas = {.store = store},
        .output = {.arena = arena, .folder = options->out},
        .readers = options->readers,
        .only = options->only,
        .summary = summary,
        .failure = failure,
    };
    if (!stock_load(arena, options->templates, &build->stock, failure) ||
        !graph_open(&build->graph, arena, store, options->out, failure)) {
        return false;
    }
    build->templates = templates_new(arena, stock_source(&build->stock));
    build->site.formulas = formula_memory_start(&build->formulas);
    return true;
}

void build_end(struct build *build)
{
    formula_memory_end(&build->formulas, build->site.formulas);
    arena_free(&build->page);
}

struct pages build_list(struct build *build)
{
    struct site *site = &build->site;
    site_place_records(site);
    site->changes = verdict_changes_read(site->arena, &site->input);
    build->prints = fingerprints_of(site, stock_hash(&build->stock));
    return pages_of(site);
}

static bool build_all(struct build *build)
{
    struct site *site = &build->site;
    if (!graph_read(&build->graph, build->failure)) {
        return false;
    }
    const struct pages pages = build_list(build);
    build->summary->read = site->input.library->record_count;
    build->summary->pages = pages.len;
    if (build->only.len > 0) {
        return build_one(build, &pages, build->only) && make_assets(build);
    }
    build->summary->broken = count_broken(&pages);
    return build_goes_on(build) && make_pages(build, &pages) &&
           make_assets(build) && build_goes_on(build) &&
           make_data(build, S("data/records.json"), data_records) &&
           make_data(build, S("data/evidence.json"), data_evidence) &&
           make_data(build, S("feed.xml"), feed_write) &&
           (build->site.input.project->base_url.len == 0 ||
            make_data(build, S("sitemap.xml"), sitemap_write)) &&
           build_goes_on(build) && make_search(build) && make_reruns(build) &&
           remove_stale(build) &&
           (site->input.inputs == NULL ||
            build_settle(build, site->input.inputs, &pages));
}

bool site_build(struct arena *arena, const struct site_input *input,
                const struct site_options *options, struct store *store,
                struct site_summary *summary, struct failure *failure)
{
    struct build build;
    if (!build_start(&build, arena, options, store, summary, failure)) {
        return false;
    }
    build.site.input = *input;
    const bool is_done = build_all(&build);
    build_end(&build);
    return is_done;
}
