#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

/* What git remembers of each record. A record is followed by the id written in
 * it, so a renamed file goes on and a file that takes over an old path does
 * not. One walk serves all records; what a commit changed and which record a
 * blob holds never changes, so both are kept in the store and a second walk
 * reads only new commits.
 *
 * In a shallow clone, or without git, it says what it cannot know. */

#include "record/compare.h"
#include "store/store.h"
#include "vcs/walk.h"

enum history_reach {
    HISTORY_NONE, /* no repository, or no commit in it */
    HISTORY_CUT,  /* a shallow clone: older revisions may be missing */
    HISTORY_COMPLETE,
};

/* The record's file as one commit left it. */
struct revision {
    const struct vcs_commit *commit;
    struct str path;
    struct vcs_id blob; /* empty: the record was removed here */
    int64_t version;    /* that the file says it has; 0 for none */
    bool has_header_changed, has_body_changed; /* against the one before */
};

struct record_history {
    struct str id;
    struct revision *at; /* oldest first; only those that changed its bytes */
    size_t len, cap;
    bool is_cut; /* it was there already where the clone's history starts */
};

struct histories {
    enum history_reach reach;
    struct vcs_commits commits;
    struct map by_id; /* id -> struct record_history */
};

/* The store may be NULL: nothing is then remembered. */
bool histories_load(struct arena *arena, const struct project *project,
                    struct vcs *vcs, struct store *store,
                    struct histories *histories, struct failure *failure);

const struct record_history *history_of(const struct histories *histories,
                                        struct str id);

/* Reads the record as the revision left it. Findings about it are dropped. NULL
 * when its blob cannot be read. */
struct record *history_read(struct arena *arena, const struct project *project,
                            struct vcs *vcs, const struct revision *revision);

#endif
