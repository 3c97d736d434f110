/* Builds the site. Nothing is written before it is known to be needed, each
 * file is old or new and whole, and what an earlier build made and this one
 * does not is removed last, when everything else is in place. */

#include "render/data.h"
#include "render/fingerprint.h"
#include "render/graph.h"
#include "render/output.h"
#include "render/stock.h"

struct build {
    struct site site;
    struct fingerprints prints;
    struct templates templates;
    struct arena page; /* rewound after each page */
    struct output output;
    struct graph graph;
    struct site_summary *summary;
    struct failure *failure;
};

/* A file of the site that is not a page. */
struct extra {
    struct str path; /* relative to the output folder */
    struct str text;
};

/* ---- Pages ------------------------------------------------------------ */

static struct str page_file(struct build *build, const struct page *page,
                            const char *extension)
{
    return ARENA_JOIN(&build->page, page->place, S("."), str_from_c(extension));
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
        is_done =
            output_write(&build->output, page_file(build, page, extension),
                         output_text(&build->page, out_text(&out)), has_changed,
                         build->failure);
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

static bool make_page(struct build *build, struct page *page)
{
    const struct arena_mark mark = arena_mark(&build->page);
    struct trace trace = {.arena = &build->page};
    const struct page_context context = context_of(build, page->place, &trace);
    struct view *view = view_map(&build->page);
    page->fill(&context, view, page);
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

static bool is_fresh(struct build *build, const struct page *page)
{
    const struct node *known = graph_page(&build->graph, page->place);
    if (known == NULL || known->stamp.len == 0) {
        return false;
    }
    const struct sha256_hex print =
        page_fingerprint(&build->prints, page, known->value);
    const struct arena_mark mark = arena_mark(&build->page);
    const bool is_there =
        str_is(known->stamp, print.text) &&
        output_has(&build->output, page_file(build, page, "html")) &&
        output_has(&build->output, page_file(build, page, "md"));
    arena_rewind(&build->page, mark);
    return is_there;
}

/* The pages to make, as indexes. */
struct todo {
    size_t *at;
    size_t len, cap;
};

static bool find_stale(struct build *build, const struct pages *pages,
                       struct todo *todo)
{
    if (!graph_begin(&build->graph, build->failure)) {
        return false;
    }
    for (size_t i = 0; i < pages->len; i++) {
        const struct page *page = &pages->at[i];
        build->summary->broken +=
            page->record != NULL && page->record->is_broken;
        if (is_fresh(build, page)) {
            graph_keep_page(&build->graph, page->place);
            continue;
        }
        *LIST_PUSH(build->site.arena, todo) = i;
        if (!graph_put_page(&build->graph, page->place, S(""), S(""),
                            build->failure)) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

static bool make_pages(struct build *build, const struct pages *pages)
{
    struct todo todo = {0};
    if (!find_stale(build, pages, &todo)) {
        return false;
    }
    for (size_t i = 0; i < todo.len; i++) {
        if (!make_page(build, &pages->at[todo.at[i]])) {
            return false;
        }
    }
    if (!graph_begin(&build->graph, build->failure)) {
        return false;
    }
    for (size_t i = 0; i < todo.len; i++) {
        const struct page *page = &pages->at[todo.at[i]];
        if (!graph_put_page(&build->graph, page->place,
                            str_from_c(page->fingerprint.text), page->trace,
                            build->failure)) {
            return false;
        }
    }
    return graph_commit(&build->graph, build->failure);
}

/* ---- Assets and data -------------------------------------------------- */

static bool is_known(struct build *build, struct str path, struct str print)
{
    const struct node *known = graph_extra(&build->graph, path);
    return known != NULL && str_equal(known->stamp, print) &&
           output_has(&build->output, path);
}

static bool make_extra(struct build *build, const struct extra *extra,
                       struct str print)
{
    bool has_changed = false;
    if (!graph_put_extra(&build->graph, extra->path, S(""), build->failure) ||
        !output_write(&build->output, extra->path, extra->text, &has_changed,
                      build->failure) ||
        !graph_put_extra(&build->graph, extra->path, print, build->failure)) {
        return false;
    }
    build->summary->files_written += has_changed;
    return true;
}

static bool make_assets(struct build *build)
{
    const struct assets assets = stock_assets(build->site.arena);
    for (size_t i = 0; i < assets.len; i++) {
        const struct extra extra = {
            arena_printf(build->site.arena, "assets/%.*s",
                         STR_ARG(assets.at[i].name)),
            assets.at[i].text,
        };
        const struct sha256_hex print = sha256_of(extra.text);
        if (is_known(build, extra.path, str_from_c(print.text))) {
            graph_keep_extra(&build->graph, extra.path);
        } else if (!make_extra(build, &extra, str_from_c(print.text))) {
            return false;
        }
    }
    return true;
}

static bool make_data(struct build *build, struct str path,
                      void (*write)(struct out *out,
                                    const struct page_context *context))
{
    const struct str print = str_from_c(build->prints.everything.text);
    if (is_known(build, path, print)) {
        graph_keep_extra(&build->graph, path);
        return true;
    }
    const struct arena_mark mark = arena_mark(&build->page);
    const struct page_context context = {&build->site, &build->page, S(""),
                                         NULL};
    struct out out = {0};
    write(&out, &context);
    const struct extra extra = {path, out_text(&out)};
    const bool is_done =
        out.is_full ? fail(build->failure, "%.*s is too large", STR_ARG(path))
                    : make_extra(build, &extra, print);
    out_free(&out);
    arena_rewind(&build->page, mark);
    return is_done;
}

/* ---- What is no longer made ------------------------------------------- */

static bool remove_page(struct build *build, struct str place)
{
    bool was_html = false;
    bool was_markdown = false;
    const struct page page = {.place = place};
    const bool is_done =
        output_remove(&build->output, page_file(build, &page, "html"),
                      &was_html, build->failure) &&
        output_remove(&build->output, page_file(build, &page, "md"),
                      &was_markdown, build->failure);
    build->summary->removed += was_html;
    return is_done && graph_drop_page(&build->graph, place, build->failure);
}

static bool remove_extra(struct build *build, struct str path)
{
    bool was_there = false;
    return output_remove(&build->output, path, &was_there, build->failure) &&
           graph_drop_extra(&build->graph, path, build->failure);
}

static bool remove_stale(struct build *build)
{
    const struct strs pages = graph_old_pages(&build->graph);
    const struct strs extras = graph_old_extras(&build->graph);
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

static bool build_all(struct build *build)
{
    const struct pages pages = pages_of(&build->site);
    build->summary->pages = pages.len;
    return make_pages(build, &pages) && make_assets(build) &&
           make_data(build, S("data/records.json"), data_records) &&
           make_data(build, S("data/evidence.json"), data_evidence) &&
           remove_stale(build);
}

bool site_build(struct arena *arena, const struct site_input *input,
                const struct site_options *options, struct store *store,
                struct site_summary *summary, struct failure *failure)
{
    *summary = (struct site_summary){0};
    struct stock stock = {0};
    if (!stock_load(arena, options->templates, &stock, failure)) {
        return false;
    }
    struct build build = {
        .site = {.arena = arena, .input = *input},
        .output = {.arena = arena, .folder = options->out},
        .summary = summary,
        .failure = failure,
    };
    if (!graph_open(&build.graph, arena, store, options->out, failure)) {
        return false;
    }
    site_place_records(&build.site);
    build.site.changes = verdict_changes_read(arena, input);
    build.prints = fingerprints_of(&build.site, stock_hash(&stock));
    build.templates = templates_new(arena, stock_source(&stock));
    const bool is_done = build_all(&build);
    arena_free(&build.page);
    return is_done;
}
