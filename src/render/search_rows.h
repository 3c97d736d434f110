#ifndef RENDER_SEARCH_ROWS_H
#define RENDER_SEARCH_ROWS_H

/* What of each record is searched: its ids, its title with what kind of work it
 * is known by (authors, venue, tags), its claim or question, and its prose. One
 * place decides, for the command line and for the site. */

#include "render/site.h"
#include "store/search.h"

/* A row without its prose, which of a record alone rests on its body. */
struct search_row search_head_of(struct arena *arena,
                                 const struct site_input *input,
                                 const struct record *record);
struct search_row search_head_of_chapter(const struct chapter *chapter);
struct search_row search_row_of_chapter(struct arena *arena,
                                        const struct chapter *chapter);

/* That prose: the last column. */
struct str search_prose(struct arena *arena, const struct record *record);

/* All records, then the chapters. */
struct search_row *search_rows(struct arena *arena,
                               const struct site_input *input, size_t *count);

#endif
