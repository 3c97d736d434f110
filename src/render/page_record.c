/* Pages of literature, of theories, decisions, notes and other records, and of
 * records that could not be read. */

#include "render/page.h"

#include "render/outcome.h"
#include "render/words.h"

/* ---- Literature ------------------------------------------------------- */

static void view_excerpts(const struct page_context *context, struct view *page,
                          const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "excerpts");
    for (size_t i = 0; i < record->excerpt_count; i++) {
        struct view *item = view_push(arena, list);
        view_text(arena, item, "locator", record->excerpts[i].locator);
        view_text(arena, item, "text", str_trim(record->excerpts[i].text));
    }
    view_flag(arena, page, "has_excerpts", record->excerpt_count > 0);
}

static void view_reports(const struct page_context *context, struct view *page,
                         const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "reports");
    for (size_t i = 0; i < record->reports.len; i++) {
        const struct report *report = &record->reports.at[i];
        struct view *item = view_push(arena, list);
        view_report(context, item, report);
        /* The first of several with one id is the one that it names. */
        if (report->id.len > 0 && record_report(record, report->id) == report) {
            view_printf(arena, item, "anchor", "report.%.*s",
                        STR_ARG(report->id));
        }
    }
    view_flag(arena, page, "has_reports", record->reports.len > 0);
}

/* Practices that cite this work, as their citations have it. */
static void view_cited_by(const struct page_context *context, struct view *page,
                          const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "cited_by");
    struct map seen = {0};
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct record *from = record->backlinks[i]->from;
        if (map_get(&seen, from->source->path) != NULL) {
            continue;
        }
        *map_slot(arena, &seen, from->source->path) = list;
        for (size_t c = 0; c < from->citations.len; c++) {
            const struct citation *citation = &from->citations.at[c];
            if (!site_is_called(context, record, citation->ref)) {
                continue;
            }
            struct view *item = view_push(arena, list);
            view_record(context, item, from);
            view_text(arena, item, "role_words",
                      words_of_key(arena, citation->role));
            view_text(arena, item, "locator", citation->locator);
            view_c(arena, item, "ablation", ablation_words(citation->ablation));
            view_c(arena, item, "ablation_icon",
                   ablation_icon(citation->ablation));
        }
    }
    view_flag(arena, page, "is_cited", list->len > 0);
}

void fill_literature(const struct page_context *context, struct view *view,
                     const struct page *page)
{
    const struct record *record = page->record;
    view_base(context, view, "literature", short_title(context->arena, record),
              page->place);
    view_head(context, view, record);
    view_work(context, view, record);
    view_banners(context, view, record, NULL, 0);
    view_excerpts(context, view, record);
    view_reports(context, view, record);
    view_cited_by(context, view, record);
    view_relations(context, view, record);
    view_history(context, view, record);
    view_backlinks(context, view, record);
}

/* ---- Other records ---------------------------------------------------- */

void fill_record(const struct page_context *context, struct view *view,
                 const struct page *page)
{
    const struct record *record = page->record;
    view_base(context, view, role_name(record->kind->role),
              short_title(context->arena, record), page->place);
    view_head(context, view, record);
    view_banners(context, view, record, NULL, 0);
    view_citations(context, view, record);
    view_relations(context, view, record);
    view_history(context, view, record);
    view_backlinks(context, view, record);
}

void fill_broken(const struct page_context *context, struct view *view,
                 const struct page *page)
{
    const struct record *record = page->record;
    view_base(context, view, role_name(record->kind->role), record->id,
              page->place);
    view_head(context, view, record);
    view_findings(context, view, record);
    view_backlinks(context, view, record);
}
