/* The list of pages. */

#include "render/insert.h"
#include "render/page.h"
#include "render/study.h"

struct shape {
    enum role role;
    const char *template;
    page_fill fill;
};

static const struct shape shapes[] = {
    {ROLE_PRACTICE, "practice", fill_practice},
    {ROLE_LITERATURE, "literature", fill_literature},
    {ROLE_THEORY, "record", fill_record},
    {ROLE_DECISION, "record", fill_record},
    {ROLE_NOTE, "record", fill_record},
    {ROLE_RECORD, "record", fill_record},
    {ROLE_EXPERIMENT, "experiment", fill_experiment},
};

static const struct shape *shape_of(enum role role)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (shapes[i].role == role) {
            return &shapes[i];
        }
    }
    BUG("no page shows records of this role");
}

static void push(const struct site *site, struct pages *pages, struct page page)
{
    *LIST_PUSH(site->arena, pages) = page;
}

void pages_of_record(const struct site *site, const struct record *record,
                     struct pages *pages)
{
    struct page page = {.place = site_place(site, record), .record = record};
    if (page.place.len == 0) {
        return;
    }
    const struct shape *shape = shape_of(record->kind->role);
    page.template = record->is_broken ? "broken" : shape->template;
    page.fill = record->is_broken ? fill_broken : shape->fill;
    push(site, pages, page);
    if (record->kind->role == ROLE_EXPERIMENT && !record->is_broken) {
        push(site, pages,
             (struct page){.place = site_runs_place(site, record),
                           .template = "runs",
                           .fill = fill_runs,
                           .record = record});
    }
    push(site, pages,
         (struct page){.place = site_history_place(site, record),
                       .template = "history",
                       .fill = fill_history,
                       .past = record});
}

/* The folder of a kind as site_place_records made it: of any of its records,
 * or its slug when it has none. */
static struct str folder_of(const struct site *site, const struct kind *kind)
{
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        if (library->records[i]->kind == kind) {
            const struct str place = site_place(site, library->records[i]);
            return str_slice(place, 0, str_rfind_char(place, '/'));
        }
    }
    return kind->slug;
}

static void push_chapters(const struct site *site, struct pages *pages)
{
    const struct chapters *chapters = &site->input.library->chapters;
    if (chapters->len == 0) {
        return;
    }
    push(
        site, pages,
        (struct page){.place = S("chapters/index"), "chapters", fill_chapters});
    push(site, pages,
         (struct page){.place = S("chapters/bibliography"),
                       "bibliography",
                       fill_bibliography});
    for (size_t i = 0; i < chapters->len; i++) {
        push(site, pages,
             (struct page){.place = chapter_place(site, &chapters->at[i]),
                           .template = "chapter",
                           .fill = fill_chapter,
                           .chapter = &chapters->at[i]});
    }
}

struct pages pages_of(const struct site *site)
{
    struct pages pages = {0};
    push(site, &pages, (struct page){.place = S("index"), "index", fill_index});
    push(site, &pages,
         (struct page){.place = S("search"), "search", fill_search});
    push(site, &pages, (struct page){.place = S("404"), "404", fill_not_found});
    push(site, &pages,
         (struct page){
             .place = S("runs-to-come"), "runs-to-come", fill_runs_to_come});
    push(site, &pages,
         (struct page){.place = S("attention"), "attention", fill_attention});
    push(site, &pages, (struct page){.place = S("graph"), "graph", fill_graph});
    const struct project *project = site->input.project;
    if (study_read(site->arena, project) != NULL) {
        push(site, &pages,
             (struct page){.place = S("mutants"), "mutants", fill_mutants});
    }
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL) {
            push(site, &pages,
                 (struct page){
                     .place = arena_printf(site->arena, "%.*s/index",
                                           STR_ARG(folder_of(site, kind))),
                     .template = "kind",
                     .fill = fill_kind,
                     .kind = kind,
                 });
        }
    }
    push_chapters(site, &pages);
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        pages_of_record(site, library->records[i], &pages);
    }
    return pages;
}
