#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

/* What git remembers of each record. A record is followed by the id written in
 * it, so a renamed file goes on and a file that takes over an old path does
 * not; a folder that a kind had in an older probatum.yaml is looked into too.
 * One walk serves all records; what a commit changed and which record a blob
 * holds never changes, so both are kept in the store and a second walk reads
 * only new commits.
 *
 * In a shallow clone, or without git, it says what it cannot know. Entries of
 * a journal have no ids and no history here. */

#include "base/map.h"
#include "record/record.h"
#include "store/store.h"
#include "vcs/walk.h"

enum history_reach {
    HISTORY_NONE, /* no repository, or no commit in it */
    HISTORY_CUT,  /* a shallow or partial clone: revisions may be missing */
    HISTORY_COMPLETE,
};

/* The record's file as one commit left it. */
struct revision {
    const struct vcs_commit *commit;
    const struct kind *kind;
    struct str path;
    struct vcs_id blob;   /* empty: the record was removed here */
    struct vcs_id before; /* what the commit's first parent had; empty: it was
                             not there, or nobody knows */
    int64_t version;      /* that the file says it has; 0 for none */
    struct str header, body; /* digests of the front matter and the rest; of a
                                removed record, how they were */
    bool has_header_changed, has_body_changed; /* against the one before */
    bool is_cut; /* not changed here: how it was where history starts */
};

struct record_history {
    struct str id;
    struct revision *at; /* oldest first; only those that changed its bytes */
    size_t len, cap;
    struct str path; /* where the file lay last */
    bool is_cut;     /* it was there already where the clone's history starts */
};

/* What one commit did to a file of accepted evidence. */
struct evidence_change {
    const struct vcs_commit *commit;
    struct vcs_change change;
};

struct histories {
    enum history_reach reach;
    struct vcs_commits commits;
    struct map by_id; /* id -> struct record_history */
    struct {
        struct evidence_change *at; /* oldest first, commit by commit; of one at
                                       which history is cut, what it holds */
        size_t len, cap;
    } evidence;
    size_t lost;       /* commits and files that this clone lacks */
    size_t read_count; /* commits and files that the store did not know */
};

/* False when the commits cannot be read; a file of one of them that cannot is
 * counted and left out. The store may be NULL: nothing is then remembered, and
 * a store that fails is as good as none. */
bool histories_load(struct arena *arena, const struct project *project,
                    struct vcs *vcs, struct store *store,
                    struct histories *histories, struct failure *failure);

/* NULL when no commit has it. */
const struct record_history *history_of(const struct histories *histories,
                                        struct str id);

/* The record's history, with that of the ids which it had formerly. NULL when
 * no commit has it. */
const struct record_history *history_of_record(
    struct arena *arena, const struct histories *histories,
    const struct record *record);

/* When it began, and when its front matter and its body last changed; NULL for
 * what lies before the history that there is. */
struct history_dates {
    const struct revision *began, *header, *body;
};
struct history_dates history_dates(const struct record_history *history);

/* "2021-01-03" of a stamp: the author's day in UTC. */
struct str history_day(const struct revision *revision);

/* One sentence on what this clone cannot tell; empty when it has everything.
 * The repository is NULL where there is none. */
struct str history_gap(struct arena *arena, const struct histories *histories,
                       const struct vcs *vcs);

/* Reads the record as the revision left it, or as it was before. Findings about
 * it are dropped. NULL when there is none, or its blob cannot be read. */
struct record *history_read(struct arena *arena, const struct project *project,
                            struct vcs *vcs, const struct revision *revision);
struct record *history_read_before(struct arena *arena,
                                   const struct project *project,
                                   struct vcs *vcs,
                                   const struct revision *revision);

/* The record as HEAD has it: at the path of its file today, or where it lay
 * last. NULL when HEAD has none. */
struct record *history_read_head(struct arena *arena,
                                 const struct project *project, struct vcs *vcs,
                                 const struct record_history *history,
                                 const struct record *today);

#endif
