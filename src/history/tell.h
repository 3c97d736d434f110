#ifndef HISTORY_TELL_H
#define HISTORY_TELL_H

/* A record's history as it is told to people: which fields each commit changed,
 * and which sources were cited once. For `log` and for pages. */

#include "history/history.h"
#include "record/compare.h"

enum telling_what {
    TELLING_BEGAN,
    TELLING_CHANGED,
    TELLING_REMOVED,
    TELLING_CUT, /* how it was where the clone's history starts */
};
const char *telling_what_name(enum telling_what what);

struct telling {
    const struct revision *revision; /* NULL: not committed yet */
    enum telling_what what;
    int64_t version, version_before; /* 0 where there is none */
    struct str note; /* what the record says of a bump to this version */
    struct field_changes changes;
};
struct tellings {
    struct telling *at;
    size_t len, cap;
};

/* A source that some revision cited. */
struct former {
    struct str ref;
    const struct revision *since; /* NULL: formerly_cited alone knows it */
    const struct revision *until; /* the one that dropped it; NULL: none did */
    bool is_recorded;             /* formerly_cited has it */
};
struct formers {
    struct former *at;
    size_t len, cap;
};

/* Where readings come from. */
struct teller {
    struct arena *arena; /* keeps what is answered */
    const struct project *project;
    struct vcs *vcs;
    /* The record as it is, mostly what its last revision left, which is not
     * read again then; may be NULL. What git calls its text begins as {0}. */
    const struct record *today;
    struct vcs_id today_blob;
    bool is_telling_beginnings; /* what a new record came with is told too */
    struct map readings;        /* blob -> struct record; begins as {0} */
};

/* Newest first. The history may be NULL. */
struct tellings history_tell(struct teller *teller,
                             const struct record_history *history);

/* From one reading to another, each NULL where there is none: what is not
 * committed yet. */
struct telling history_tell_between(struct teller *teller,
                                    const struct record *before,
                                    const struct record *after);

/* The sources that the history or formerly_cited names and today's record does
 * not cite, those of the history first. Both may be NULL. */
struct formers history_formers(struct teller *teller,
                               const struct record_history *history,
                               const struct record *today);

#endif
