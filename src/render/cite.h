#ifndef RENDER_CITE_H
#define RENDER_CITE_H

/* How a page is cited, in words and by machines. The page is a work of its own,
 * by the project, at one version of the record; what it is about has an entry
 * of its own when it is literature. Dates are those of versions, never the
 * clock's. */

#include "exchange/work.h"
#include "render/context.h"

/* The page as a work: "Use RMSNorm (SOTA-060, version 3)". The address only
 * where the project declares one. */
struct work cite_page(const struct page_context *context,
                      const struct record *record);

/* The day on which the record got the version that it has; empty when nobody
 * wrote it down. */
struct str cite_date(const struct record *record);

/* A page's address: absolute where the project declares a base, else from this
 * page. */
struct str cite_url(const struct page_context *context, struct str path);
/* "https://example.org/x/", with one slash at its end; empty when none is
 * declared. */
struct str cite_base(const struct page_context *context);

/* The address of a cited work, by DOI, arXiv number or URL; may be empty. */
struct str cite_work_url(struct arena *arena, const struct work *work);

/* `cite`: the citation in words, BibTeX and CSL-JSON; of literature the work's
 * own entry too. `meta`: what reference managers read. `json_ld`: what the page
 * is about, for machines. `canonical` where an address is declared. */
void view_cite(const struct page_context *context, struct view *page,
               const struct record *record);

/* The same of a chapter. */
void view_cite_chapter(const struct page_context *context, struct view *page,
                       const struct chapter *chapter, struct str place);

/* The same of the site as a whole, of the day on which a record in it last got
 * a version. */
void view_cite_site(const struct page_context *context, struct view *page);

/* The linked data alone, safe inside a script element: of a record, of a
 * chapter cited as `work`, and of the site cited so. */
struct str linked_data(const struct page_context *context,
                       const struct record *record);
struct str linked_data_chapter(const struct page_context *context,
                               const struct chapter *chapter,
                               const struct work *work);
struct str linked_data_site(const struct page_context *context,
                            const struct work *work);

#endif
