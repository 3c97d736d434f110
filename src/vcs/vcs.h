#ifndef VCS_VCS_H
#define VCS_VCS_H

/* What git knows about the project, read from the object database: whether a
 * plan is committed and unchanged (preregistration), which commit this is, and
 * a file's text at HEAD. Everything works without git and in a shallow clone:
 * the answer is then "unknown", never a guess.
 *
 * Paths are relative to the folder given to vcs_open, which need not be the
 * repository's root. A path that leaves the folder, or that goes through a
 * submodule, is not in HEAD. Nothing is ever written. What counts is what is
 * committed: a staged change is a change. */

#include "base/arena.h"
#include "base/bug.h"

struct vcs; /* an open repository */

enum vcs_state {
    VCS_NONE,      /* no repository here */
    VCS_UNTRACKED, /* the file is not in HEAD */
    VCS_MODIFIED,  /* in HEAD, the working file differs or is gone */
    VCS_CLEAN,     /* in HEAD, the same bytes, or bytes that the repository's
                      own line-end rules turn into those in HEAD */
    VCS_UNKNOWN,   /* cannot be told: an object is missing (partial or damaged
                      clone), HEAD holds a symbolic link, the file cannot be
                      read, or git stores it by way of another program
                      (git-lfs) or in another encoding */
};

/* Opens the repository that holds the folder; *repo is NULL and the answer
 * true when there is none, or a bare one, which has no working files. A
 * repository owned by another user is opened (the program only reads). False
 * when there is one that cannot be read; the caller may say so and go on with
 * NULL. */
bool vcs_open(const char *folder, struct vcs **repo, struct failure *failure);

/* Starts the library and keeps it: for who opens repositories again and again,
 * since starting it reads all certificates of the machine. */
bool vcs_keep(struct failure *failure);

/* Where git keeps HEAD and the branches: the repository's own folder, and of a
 * worktree the one that it shares. Absolute, without a slash at the end. None
 * of NULL. */
struct strs vcs_folders(struct arena *arena, const struct vcs *repo);

/* NULL is allowed. */
void vcs_close(struct vcs *repo);

/* State of a file, by path relative to the folder given to vcs_open. NULL
 * repo gives VCS_NONE. */
enum vcs_state vcs_state(struct vcs *repo, const char *path);

/* 40 hexadecimal digits of HEAD's commit, terminated; empty when there is
 * none: no repository, or no commit in it yet. */
struct vcs_id {
    char text[41];
};
struct vcs_id vcs_head(struct vcs *repo);

bool vcs_is_shallow(struct vcs *repo);

/* The largest file that vcs_text_at_head returns. */
enum { VCS_TEXT_CEILING = 64 << 20 };

/* The text of the file at HEAD, as committed (line ends are not converted);
 * `found` is false when it is not there. False when it is there and cannot be
 * read. */
bool vcs_text_at_head(struct vcs *repo, const char *path, struct arena *arena,
                      struct str *text, bool *found, struct failure *failure);

/* The newest commit in which the file got the bytes it has at HEAD, along
 * first parents: for a file that came with a branch, the merge. A rename
 * counts as a change. Empty when unknown (no repository, not in HEAD, cut
 * short by a shallow clone). */
struct vcs_id vcs_last_change(struct vcs *repo, const char *path);

#endif
