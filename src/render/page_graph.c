/* The page of what rests on what: a drawing, and the same as a table. */

#include "render/insert.h"
#include "render/lineage.h"
#include "render/outcome.h"
#include "render/page.h"
#include "render/words.h"

/* The neighbours of a practice in the order in which they are drawn. */
static void view_grounds(const struct page_context *context, struct view *row,
                         const struct lineage *lineage, size_t practice,
                         enum role role, const char *key)
{
    struct arena *arena = context->arena;
    const struct lineage_edges *edges = &lineage->gaps[LINEAGE_PRACTICES];
    struct view *list = view_list(arena, row, key);
    for (size_t i = 0; i < edges->len; i++) {
        const struct record *ground =
            lineage->columns[LINEAGE_GROUNDS].at[edges->at[i].right].record;
        if (edges->at[i].left == practice && ground->kind->role == role) {
            struct view *item = view_push(arena, list);
            view_record(context, item, ground);
            if (role == ROLE_LITERATURE) {
                view_text(arena, item, "author_year",
                          author_year(arena, ground));
            }
        }
    }
}

static void view_tellers(const struct page_context *context, struct view *row,
                         const struct lineage *lineage, size_t practice)
{
    struct arena *arena = context->arena;
    const struct lineage_edges *edges = &lineage->gaps[LINEAGE_CHAPTERS];
    struct view *list = view_list(arena, row, "chapters");
    for (size_t i = 0; i < edges->len; i++) {
        if (edges->at[i].right == practice) {
            view_chapter(context, view_push(arena, list),
                         lineage->columns[LINEAGE_CHAPTERS]
                             .at[edges->at[i].left]
                             .chapter);
        }
    }
}

static void view_rows(const struct page_context *context, struct view *view,
                      const struct lineage *lineage)
{
    struct arena *arena = context->arena;
    const struct lineage_nodes *practices =
        &lineage->columns[LINEAGE_PRACTICES];
    struct view *list = view_list(arena, view, "practices");
    for (size_t row = 0; row < practices->len; row++) {
        const size_t at = practices->rows[row];
        const struct record *practice = practices->at[at].record;
        struct view *item = view_push(arena, list);
        view_record(context, item, practice);
        size_t count = 0;
        const struct assessment *assessments =
            assess_practice(context, practice, &count);
        view_verdict(context, item,
                     gravest_assessment(assessments, count)->verdict);
        view_tellers(context, item, lineage, at);
        view_grounds(context, item, lineage, at, ROLE_EXPERIMENT,
                     "experiments");
        view_grounds(context, item, lineage, at, ROLE_THEORY, "theory");
        view_grounds(context, item, lineage, at, ROLE_LITERATURE, "works");
    }
    view_flag(arena, view, "has_practices", practices->len > 0);
}

void fill_graph(const struct page_context *context, struct view *view,
                const struct page *page)
{
    struct arena *arena = context->arena;
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    view_base(context, view, "graph", S("What rests on what"), page->place);
    view_flag(arena, view, "has_overview", true);
    const struct lineage lineage = lineage_of(context);
    const size_t drawn = lineage.columns[LINEAGE_PRACTICES].len;
    struct out out = {0};
    lineage_draw(&out, context, &lineage, S("lineage"));
    view_text(arena, view, "drawing_html", out_take(&out, arena));
    view_rows(context, view, &lineage);
    if (lineage.practices > drawn) {
        view_int(arena, view, "drawn", (int64_t)drawn);
        view_int(arena, view, "of", (int64_t)lineage.practices);
    }
    if (lineage.left_out > 0) {
        view_int(arena, view, "left_out", (int64_t)lineage.left_out);
    }
}
