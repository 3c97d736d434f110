#ifndef RENDER_REBUILD_H
#define RENDER_REBUILD_H

/* A build of what moved, for rebuild*.c. */

#include "render/build.h"
#include "render/partial.h"

struct moved {
    size_t input;
    struct str stamp; /* as it is now */
    struct str facts; /* as they are now, or were when only the stamp moved */
};

struct rebuild {
    struct build build;
    struct partial part;
    struct graph_head head;
    const struct inputs *inputs;
    size_t met;      /* inputs that the last build knew, so far */
    bool is_refused; /* a whole build has to do it */
    bool is_lost;    /* nothing can be told, not even of one page */
    struct {
        struct moved *at;
        size_t len, cap;
    } moved;
    bool *is_read;  /* of each input: its text moved */
    bool *is_stale; /* of each input: its page is to be made */
    bool *is_open;  /* of each input: somebody reads its page */
    struct pages pages;
};

/* Meets what the last build knew with what is there: which files moved, whether
 * all that was written is still there. False on failure. */
bool rebuild_look(struct rebuild *rebuild);

/* Reads what moved and marks the pages that rest on it. */
void rebuild_compare(struct rebuild *rebuild);

/* Makes the index of words as the bodies that moved have it. False on
 * failure. */
bool rebuild_search(struct rebuild *rebuild);

#endif
