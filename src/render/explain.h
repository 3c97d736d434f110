#ifndef RENDER_EXPLAIN_H
#define RENDER_EXPLAIN_H

/* What a page is made from, and what of it moved since the page was last made:
 * the question that every build asks of every page, answered in full. No file
 * of the project or of the site is written; the store may keep what was looked
 * up for the answer (commits, formulas), and that the folder was asked
 * about. */

#include "render/site.h"

enum part_state {
    PART_SAME,
    PART_MOVED,
    PART_NEW,     /* was not there */
    PART_GONE,    /* is not there any more */
    PART_MISSING, /* was not there and is not */
    PART_UNKNOWN, /* the last build did not come to its end, or left no word */
};
const char *part_state_text(enum part_state state);

struct page_source {
    const char *role; /* "record", "evidence", "template" */
    struct str name;  /* an id or the like; may be empty */
    struct str path;  /* from the root; empty: no one file */
    enum part_state state;
};

struct explanation {
    struct str place;   /* "practices/SOTA-060" */
    bool is_known;      /* it was made before */
    bool lacks_files;   /* one of its two files is not there */
    bool is_to_be_made; /* by the next build */
    bool
        shows_everything; /* of the project, of which only what moved is told */
    struct page_source *at;
    size_t len, cap;
};

/* `input` has everything, `inputs` too. *is_found is false when the site has no
 * such page. False on failure. */
bool explain_page(struct arena *arena, const struct site_input *input,
                  const struct site_options *options, struct store *store,
                  struct str place, struct explanation *explanation,
                  bool *is_found, struct failure *failure);

/* Pages that the site has, for whoever asked for another. */
struct strs explain_places(struct arena *arena, const struct site_input *input);

#endif
