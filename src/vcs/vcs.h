#ifndef VCS_VCS_H
#define VCS_VCS_H

/* What git knows about the project, read from the object database: whether a
 * plan is committed and unchanged (preregistration), which commit this is, and
 * a file's text at HEAD. Everything works without git and in a shallow clone:
 * the answer is then "unknown", never a guess. */

#include "base/arena.h"
#include "base/bug.h"

struct vcs; /* an open repository */

enum vcs_state {
    VCS_NONE,      /* no repository here */
    VCS_UNTRACKED, /* the file is not in HEAD */
    VCS_MODIFIED,  /* in HEAD, the working file differs */
    VCS_CLEAN,     /* in HEAD, the same bytes */
};

/* Opens the repository that holds the folder; *repo is NULL and the answer
 * true when there is none. A repository owned by another user is opened (the
 * program only reads). */
bool vcs_open(const char *folder, struct vcs **repo, struct failure *failure);
void vcs_close(struct vcs *repo);

/* State of a file, by path relative to the folder given to vcs_open. NULL
 * repo gives VCS_NONE. */
enum vcs_state vcs_state(struct vcs *repo, const char *path);

/* 40 hexadecimal digits of HEAD's commit, terminated; empty when there is
 * none. */
struct vcs_id {
    char text[41];
};
struct vcs_id vcs_head(struct vcs *repo);

bool vcs_is_shallow(struct vcs *repo);

/* The text of the file at HEAD; false in `found` when it is not there. */
bool vcs_text_at_head(struct vcs *repo, const char *path, struct arena *arena,
                      struct str *text, bool *found, struct failure *failure);

/* The newest commit in which the file got the bytes it has at HEAD; empty when
 * unknown (no repository, not in HEAD, cut short by a shallow clone). */
struct vcs_id vcs_last_change(struct vcs *repo, const char *path);

#endif
