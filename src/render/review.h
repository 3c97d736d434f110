#ifndef RENDER_REVIEW_H
#define RENDER_REVIEW_H

/* Pending evidence beside accepted evidence: what a later run would change if
 * it were accepted, gravest first, as one reviews a changed test. Both sides
 * are assessed among all evidence as it would then stand, since Holm's
 * adjustment lets one experiment's run move another's verdict. */

#include "render/assess.h"

enum review_change {
    REVIEW_FLIP,      /* another verdict */
    REVIEW_NEW,       /* a hypothesis that the accepted file does not have */
    REVIEW_GONE,      /* one that the pending file does not have any more */
    REVIEW_CERTAINTY, /* the same verdict, believed more or less */
    REVIEW_BEYOND,    /* the effect lies outside the old interval */
    REVIEW_WITHIN,    /* inside it: noise */
    REVIEW_SAME,      /* nothing of what is shown changes */
    REVIEW_CHANGES,
};
const char *review_change_name(enum review_change change);
const char *review_change_words(enum review_change change);

struct review_item {
    struct str reference; /* "EXP-002.rmsnorm-no-worse" */
    struct str practice;
    enum review_change change;
    struct assessment before, after;
};

struct review {
    struct str id;
    const struct evidence *accepted; /* NULL: there is none yet */
    const struct evidence *pending;
    struct review_item *items; /* gravest first, without REVIEW_SAME */
    size_t count;
    enum review_change gravest;
    struct strs moved; /* of plan or arithmetic since the accepted runs */
    bool is_outdated;  /* the pending runs are of another plan than today's */
};
struct reviews {
    struct review *at;
    size_t len, cap;
};

/* Every experiment with a pending file, gravest first, then by id. `after` is
 * evidences_load_pending. */
struct reviews reviews_of(struct arena *arena, const struct site_input *input,
                          const struct evidences *after);

#endif
