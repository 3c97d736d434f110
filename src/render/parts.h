#ifndef RENDER_PARTS_H
#define RENDER_PARTS_H

/* The parts that pages of records share. Each fills members of the page's view
 * that the template of the same name reads. */

#include "render/assess.h"
#include "render/context.h"

/* What every page has: site title, navigation, crumbs, its own kind and title.
 * `place` is the page's path without an extension. */
void view_base(const struct page_context *context, struct view *page,
               const char *kind, struct str title, struct str place);

/* Of a page about one side of a record, such as its history: the record's kind
 * and its own page as further steps of `crumbs`, between the front page, which
 * view_base names, and `here`, which is no link. */
void view_crumb_of_record(const struct page_context *context, struct view *page,
                          const struct record *record);

/* id, title, status, version, dates, tags, summary, body, extra fields. */
void view_head(const struct page_context *context, struct view *page,
               const struct record *record);

/* What the vocabulary of the record's kind calls this tag; the word itself
 * where it has no label. */
struct str tag_label(const struct page_context *context,
                     const struct record *record, struct str word);

/* `history`: newest first, each with what changed and what it was. */
void view_history(const struct page_context *context, struct view *page,
                  const struct record *record);

/* `relations`: each reference field with its meaning and its records. */
void view_relations(const struct page_context *context, struct view *page,
                    const struct record *record);

/* `backlinks`: who names this record, by kind, and in which fields. */
void view_backlinks(const struct page_context *context, struct view *page,
                    const struct record *record);

/* `citations` and `formerly_cited`. */
void view_citations(const struct page_context *context, struct view *page,
                    const struct record *record);

/* `findings` of a record that could not be read. */
void view_findings(const struct page_context *context, struct view *page,
                   const struct record *record);

/* `banners`, gravest first: retracted, contradicted, stale, unreviewed,
 * suspect, superseded. Assessments are those of a practice or an experiment. */
void view_banners(const struct page_context *context, struct view *page,
                  const struct record *record,
                  const struct assessment *assessments, size_t count);

/* What a list shows of a literature record: first author and year, and how far
 * it was read. */
void view_work_line(const struct page_context *context, struct view *map,
                    const struct record *record);

/* The same with all authors, dates, versions and identifiers. */
void view_work(const struct page_context *context, struct view *map,
               const struct record *record);

/* `ablation`: whether any source runs the arm without the practice. */
void view_statement(const struct page_context *context, struct view *page,
                    const struct record *record);

/* `verdict_changes`: the newest of them, `most` at most, for parts/changes;
 * with `verdict_changes_gap` when this clone cannot tell them all. */
void view_verdict_changes(const struct page_context *context, struct view *page,
                          size_t most);

/* `metrics` and, of each arm, `rows` with `cells`: means with their deviation,
 * each leading to its runs, and how many runs diverged. */
void view_measured(const struct page_context *context, struct view *table,
                   const struct evidence *evidence, const struct strs *metrics);

/* One number that a source reports, with its literal. */
void view_report(const struct page_context *context, struct view *map,
                 const struct report *report);

#endif
