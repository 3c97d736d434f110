#ifndef RENDER_CONTEXT_H
#define RENDER_CONTEXT_H

/* What the code behind a page has at hand: the whole site, the page's own
 * memory, and where other pages lie as seen from this one. */

#include "render/trace.h"
#include "render/verdict_changes.h"

struct site {
    struct arena *arena;
    struct site_input input;
    struct map places;    /* path of a record's file -> struct str page */
    struct map histories; /* the same -> struct str page of its history */
    struct verdict_changes changes;
    struct md_formulas *formulas; /* NULL: TeX stays as it is */
    /* Of a part of the site: the experiments that are here, by id, and whether
     * a page asked for another. NULL of the whole site. */
    const struct map *experiments;
    bool *is_short;
};

struct page_context {
    const struct site *site;
    struct arena *arena;  /* of this page alone */
    struct str root;      /* "", or "../" for pages in a folder */
    struct trace *trace;  /* of what the page asks for; NULL: nobody asks */
    struct md_seen *seen; /* in what it wrote of Markdown; may be NULL */
};

/* What a page asks the site for by name, NULL when there is no such thing. A
 * page must ask here, never the library, the plans or the evidence themselves:
 * what it was told is noted, and decides when it is made again. Without asking
 * it may look at its own record, at those that this links to and that link to
 * it, but not on from there; and of others at fields, never at bodies. */
const struct record *site_record(const struct page_context *context,
                                 struct str id);
const struct plan *site_plan(const struct page_context *context, struct str id);
const struct evidence *site_evidence(const struct page_context *context,
                                     struct str id);
/* "EXP-002.rmsnorm-no-worse" */
const struct evidence_decision *site_decision(
    const struct page_context *context, struct str reference,
    const struct evidence **evidence);

/* Every change of a verdict that git knows of, newest first. */
const struct verdict_changes *site_verdict_changes(
    const struct page_context *context);

/* As evidence_value. */
bool site_value(const struct page_context *context, struct str reference,
                struct value *value, struct failure *failure);

/* Whether the id is the record's, now or formerly. Of a record that the page
 * shows or is linked from; nothing more is noted. */
bool site_is_called(const struct page_context *context,
                    const struct record *record, struct str id);

/* Gives each record a page: "practices/SOTA-060", without an extension, one
 * folder deep, of plain characters only, no two alike. */
void site_place_records(struct site *site);
struct str site_place(const struct site *site, const struct record *record);
/* The page of its history: "history/SOTA-060". */
struct str site_history_place(const struct site *site,
                              const struct record *record);

/* The page of an experiment's runs: "runs/EXP-001". */
struct str site_runs_place(const struct site *site,
                           const struct record *record);

/* The address of an experiment's runs from this page. */
struct str runs_url(const struct page_context *context,
                    const struct record *record, const char *extension);

/* The address of a record's page from this page. */
struct str record_url(const struct page_context *context,
                      const struct record *record, const char *extension);

/* One line of Markdown that a record brings. Sets three members: `key` (plain
 * text), `key_html` and `key_md`. Nothing when the text is empty. */
void view_prose(const struct page_context *context, struct view *map,
                const char *key, struct str text);

/* The record's body in both forms, as body_html and body_md. */
void view_body(const struct page_context *context, struct view *map,
               const struct record *record);

/* The address of a place on the page; the page's where the anchor is empty. */
struct str with_anchor(struct arena *arena, struct str url, struct str anchor);

/* How a body on this page links to others, for md_to_html. */
struct md_html html_options(const struct page_context *context);
/* What makes the first heading below the title an <h2>. */
int heading_shift(const struct md_document *document);
/* Appends bytes [start, end) of the document's source but for its title and
 * comments, with links that lead to this site's Markdown and nothing that a
 * reader of it could run. */
void put_markdown(const struct page_context *context, struct out *out,
                  const struct md_document *document, size_t start, size_t end);

/* The title, cut where it is longer than any heading ought to be; the id when
 * there is none. Only the record's own page has it whole. */
enum { TITLE_LENGTH = 160 };
struct str short_title(struct arena *arena, const struct record *record);

/* What lists show of a record: id, title, href, status, kind, is_retired. */
void view_record(const struct page_context *context, struct view *map,
                 const struct record *record);

/* id, href and title of what a reference names; only the id when there is no
 * such record. */
void view_reference(const struct page_context *context, struct view *map,
                    struct str id);

#endif
