#ifndef RENDER_VERDICT_CHANGES_H
#define RENDER_VERDICT_CHANGES_H

/* When each verdict came to be what it is, from the evidence files that git
 * remembers: what a commit did to them decides every hypothesis before and
 * after it, adjusted within families as pages show it. A plan that changed, or
 * the program, moves no verdict of the past, so nothing here is older than the
 * evidence it is about, and the clock is never asked.
 *
 * Where history is cut short (a shallow clone) only what came after the cut is
 * known, and `gap` says so. */

#include "render/site.h"

struct verdict_change {
    struct str stamp;      /* the author's time: 2026-11-29T22:15:07Z */
    struct str commit;     /* 40 digits */
    struct str experiment; /* "EXP-002" */
    struct str hypothesis; /* "rmsnorm-no-worse" */
    struct str practice;   /* that it is about */
    enum verdict before;   /* not-tested where there was no evidence */
    enum verdict after;    /* not-tested where the evidence went */
};

struct verdict_changes {
    struct verdict_change *at; /* newest first */
    size_t len, cap;
    struct str gap; /* what this clone cannot tell; empty when it has all */
};

/* Commit by commit from the history book, which may be NULL: nothing is then
 * known. What was found is kept in the book's store under HEAD, so that a
 * second call reads no evidence; not between store_begin and store_commit. */
struct verdict_changes verdict_changes_read(struct arena *arena,
                                            const struct site_input *input);

#endif
