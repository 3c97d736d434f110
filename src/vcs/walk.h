#ifndef VCS_WALK_H
#define VCS_WALK_H

/* One walk over the commits that HEAD reaches, and what each of them changed
 * below the folder given to vcs_open. Blobs are named, not read: who needs a
 * text asks for it by its id. A clone that was cut short ends at commits whose
 * parents are not there; such a commit is given once, `is_cut`, and nothing is
 * said of what it changed. */

#include "vcs/vcs.h"

struct vcs_commit {
    struct vcs_id id;
    int64_t time;     /* of the author, seconds since 1970 */
    struct str stamp; /* the same as RFC 3339 in UTC; empty past year 9999 */
    struct str author, summary;
    bool is_cut;   /* has parents that this clone lacks */
    bool is_merge; /* changed only what differs from every parent */
};

struct vcs_commits {
    struct vcs_commit *at; /* newest first, children before parents */
    size_t len, cap;
    bool is_cut; /* one of them is */
};

/* None when there is no repository or no commit. A parent that is named and not
 * there is a cut, whatever removed it. False when HEAD or a commit that is
 * there cannot be read. */
bool vcs_commits(struct vcs *repo, struct arena *arena,
                 struct vcs_commits *commits, struct failure *failure);

/* The ids of the commits that a shallow clone ends with, as git keeps them, one
 * a line; empty for a whole clone. With HEAD it decides what vcs_commits
 * answers. */
bool vcs_cuts(struct vcs *repo, struct arena *arena, struct str *text,
              struct failure *failure);

/* What leads from the repository's root to the folder given to vcs_open: "" or
 * ending in '/'. What a commit changed there depends on it. Borrowed. */
struct str vcs_folder(const struct vcs *repo);

struct vcs_change {
    struct str path;
    struct vcs_id blob;   /* empty: the file was removed */
    struct vcs_id before; /* in the first parent; empty: it was not there */
};
struct vcs_changes {
    struct vcs_change *at; /* sorted by path */
    size_t len, cap;
};

/* Renames are a removal and an addition. False when a folder on the way is not
 * there, as in a clone made with a filter. */
bool vcs_commit_changes(struct vcs *repo, const struct vcs_commit *commit,
                        struct arena *arena, struct vcs_changes *changes,
                        struct failure *failure);

/* All files that the commit holds, as additions: where a history is cut, what
 * was there already. */
bool vcs_commit_files(struct vcs *repo, const struct vcs_commit *commit,
                      struct arena *arena, struct vcs_changes *files,
                      struct failure *failure);

bool vcs_blob(struct vcs *repo, struct vcs_id blob, struct arena *arena,
              struct str *text, struct failure *failure);

/* The id that git gives, or would give, to a blob with this text. */
struct vcs_id vcs_id_of(struct str text);

#endif
