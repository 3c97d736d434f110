#ifndef RENDER_ATTENTION_H
#define RENDER_ATTENTION_H

/* What a curator has to look at: records and experiments by what is the matter
 * with them, each with the reason, since when, and the command that would
 * resolve it. Dates are those that records and evidence bear. */

#include "render/context.h"

struct attention_item {
    const struct record *record;
    struct str reason;  /* Markdown of one line */
    struct str finding; /* instead: a finding's plain words */
    struct str when;    /* "since 2026-11-02"; may be empty */
    struct str command; /* may be empty */
};

struct attention_group {
    const char *key;     /* "suspect" */
    const char *title;   /* "Suspect" */
    const char *meaning; /* what belongs here, in a sentence */
    const char *none;    /* the same said of an empty group */
    const char *all;     /* command that tells all of them; may be empty */
    struct attention_item *at;
    size_t len, cap;
};

enum attention_kind {
    ATTENTION_CONTRADICTED,
    ATTENTION_STALE,
    ATTENTION_PENDING,
    ATTENTION_SUSPECT,
    ATTENTION_FLAGGED,
    ATTENTION_UNABLATED,
    ATTENTION_ABSENCE,
    ATTENTION_FOUND,
    ATTENTION_KINDS,
};

struct attention {
    struct attention_group groups[ATTENTION_KINDS]; /* gravest first */
};

/* All of it, in the page's arena; items in the library's order. */
struct attention attention_of(const struct page_context *context);

#endif
