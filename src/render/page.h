#ifndef RENDER_PAGE_H
#define RENDER_PAGE_H

/* The pages of the site, as a list: where each lies, what it is about, which
 * template shows it and which function fills its view. */

#include "base/sha256.h"
#include "render/parts.h"

struct page;
typedef void (*page_fill)(const struct page_context *context, struct view *view,
                          const struct page *page);

struct page {
    struct str place;     /* "practices/SOTA-060", without an extension */
    const char *template; /* "practice": practice.html and practice.md */
    page_fill fill;
    const struct record *record;   /* NULL for lists */
    const struct kind *kind;       /* of a list of one kind, else NULL */
    const struct record *past;     /* whose history it is, else NULL */
    const struct chapter *chapter; /* that it shows, else NULL */
    struct str trace; /* of when it was last made; empty: not known */
    struct sha256_hex fingerprint; /* once it is made */
};

struct pages {
    struct page *at;
    size_t len, cap;
};

/* Adds the pages about one record: none for a journal's entry. */
void pages_of_record(const struct site *site, const struct record *record,
                     struct pages *pages);

/* Every page the site has, lists first, then records in the library's order. */
struct pages pages_of(const struct site *site);

void fill_practice(const struct page_context *context, struct view *view,
                   const struct page *page);
void fill_literature(const struct page_context *context, struct view *view,
                     const struct page *page);
void fill_record(const struct page_context *context, struct view *view,
                 const struct page *page);
void fill_experiment(const struct page_context *context, struct view *view,
                     const struct page *page);
void fill_runs(const struct page_context *context, struct view *view,
               const struct page *page);
void fill_broken(const struct page_context *context, struct view *view,
                 const struct page *page);
void fill_history(const struct page_context *context, struct view *view,
                  const struct page *page);
void fill_index(const struct page_context *context, struct view *view,
                const struct page *page);
void fill_search(const struct page_context *context, struct view *view,
                 const struct page *page);
void fill_kind(const struct page_context *context, struct view *view,
               const struct page *page);
void fill_runs_to_come(const struct page_context *context, struct view *view,
                       const struct page *page);
void fill_attention(const struct page_context *context, struct view *view,
                    const struct page *page);
void fill_graph(const struct page_context *context, struct view *view,
                const struct page *page);
void fill_mutants(const struct page_context *context, struct view *view,
                  const struct page *page);
void fill_chapter(const struct page_context *context, struct view *view,
                  const struct page *page);
void fill_chapters(const struct page_context *context, struct view *view,
                   const struct page *page);
void fill_bibliography(const struct page_context *context, struct view *view,
                       const struct page *page);
void fill_not_found(const struct page_context *context, struct view *view,
                    const struct page *page);

/* All that is known about a practice's hypotheses, at least one entry: a
 * practice without evidence has one that is not tested. */
struct assessment *assess_practice(const struct page_context *context,
                                   const struct record *practice,
                                   size_t *count);

/* The one that a list shows, of at least one. */
const struct assessment *gravest_assessment(
    const struct assessment *assessments, size_t count);

/* `arms`, `seeds` and `runs` of a plan: how much it is to run. */
void view_runs_to_do(const struct page_context *context, struct view *map,
                     const struct plan *plan);

/* What a list shows of a practice: claim, verdicts, certainty, ablation. */
void view_practice_row(const struct page_context *context, struct view *row,
                       const struct record *practice);

/* `practices`: a row for each, with `practice_count` and `has_practices`. */
void view_practices(const struct page_context *context, struct view *page);

#endif
