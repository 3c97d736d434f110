#ifndef RENDER_SITE_H
#define RENDER_SITE_H

/* The site: every record a page, with lists to find them by. A page is made in
 * three steps that know nothing of each other: a fingerprint of all it is made
 * from decides whether to make it at all, a page_*.c turns records and evidence
 * into a view, and a template turns the view into HTML and Markdown. */

#include "evidence/evidence.h"
#include "history/book.h"
#include "render/inputs.h"
#include "render/template.h"

struct site_input {
    const struct project *project;
    const struct library *library;
    const struct plans *plans;
    const struct evidences *evidences;
    const struct diags *diags; /* for pages of records that are broken */
    struct history_book *book; /* NULL: nobody asked git */
    struct vcs *vcs;           /* for site_rebuild; NULL: there is none */
    /* How the files looked before they were read; NULL: unknown, and nothing
     * is kept for site_rebuild. */
    const struct inputs *inputs;
};

/* Those who wait for a build, and see its pages while it goes on. */
struct site_readers {
    struct strs open; /* places of pages that are read now: made first */
    /* One of these is made, with its Markdown, and as all of the build will
     * leave it. */
    void (*show)(void *context, struct str place);
    /* True when something moved, so that all has to be done again: the rest is
     * left undone, which is a failure. */
    bool (*is_over)(void *context);
    void *context;
};

struct site_options {
    struct str out;       /* folder written to, absolute */
    struct str templates; /* folder whose files replace ours; may be empty */
    const struct site_readers *readers; /* NULL: nobody waits */
    struct str only; /* place of the one page to make; empty: all */
};

struct site_summary {
    size_t read;          /* records, whole */
    size_t pages;         /* the site has, HTML and Markdown as one */
    size_t made;          /* rendered because something they rest on moved */
    size_t written;       /* whose bytes changed */
    size_t removed;       /* no longer made */
    size_t broken;        /* say that their record could not be built */
    size_t files_written; /* beside pages: assets, data */
};

/* Builds into options->out. Fingerprints of earlier builds are kept in the
 * store; NULL renders everything. A template or a folder that cannot be used is
 * a failure; a record never is. */
bool site_build(struct arena *arena, const struct site_input *input,
                const struct site_options *options, struct store *store,
                struct site_summary *summary, struct failure *failure);

/* The same, and to the byte what site_build would make, but reads only what
 * moved since the last build into this folder. `is_done` is false when that is
 * not all there is to do, or what moved cannot be told from what is known: then
 * site_build is to be called, which also leaves behind what this needs. Pages
 * that are open may have been made and shown before. */
bool site_rebuild(struct arena *arena, const struct site_input *input,
                  const struct site_options *options, struct store *store,
                  struct site_summary *summary, bool *is_done,
                  struct failure *failure);

#endif
