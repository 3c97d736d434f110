#ifndef HISTORY_MEMO_H
#define HISTORY_MEMO_H

/* What the walk reads from git, each piece once: taken from the store where it
 * is known, and put there where it was read. Shared by the files of this
 * module alone. */

#include "history/history.h"

/* One walk's reading. */
struct reading {
    struct arena *arena;   /* keeps what is answered */
    struct arena *scratch; /* rewound after each answer */
    const struct project *project;
    struct vcs *vcs;
    struct store *store; /* NULL: nothing is remembered */
    struct str names;    /* digest of what ids depend on in the project */
    struct map blobs;    /* key -> struct blob_facts, of this walk */
    struct {
        struct memo *at;
        size_t len, cap;
    } unsaved;
    size_t lost, read_count;
};

struct memo {
    const char *kind;
    struct str key, value;
};

void reading_start(struct reading *reading);
/* Puts what was read into the store. */
void reading_save(struct reading *reading);

/* What the commit changed among the files that can hold a record, evidence and
 * probatum.yaml with them. For a commit at which the history is cut: all that
 * it holds, as additions. Empty and counted when it cannot be read. */
struct vcs_changes reading_changes(struct reading *reading,
                                   const struct vcs_commit *commit);

/* Which record a blob holds. */
struct blob_facts {
    struct str id; /* empty when it cannot be read */
    int64_t version;
    struct str header, body; /* digests */
};
const struct blob_facts *reading_facts(struct reading *reading,
                                       struct vcs_id blob, struct str path,
                                       const struct kind *kind);

/* The folders of kinds in a version of probatum.yaml: a prefix and a folder,
 * in turn. */
struct strs reading_folders(struct reading *reading, struct vcs_id blob);

/* The file's name without its extension; false for what can hold no record. */
bool reading_stem(struct str path, struct str *stem);

/* Whether the path is that of accepted evidence: a JSON file in a folder of
 * that name. */
bool reading_is_evidence(struct str path);

/* Reads a blob as a record, from the part of it that is given. */
struct record *reading_parse(struct arena *arena, const struct project *project,
                             const struct kind *kind, struct str path,
                             struct str text);

#endif
