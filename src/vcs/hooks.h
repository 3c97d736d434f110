#ifndef VCS_HOOKS_H
#define VCS_HOOKS_H

/* Where git looks for hooks, so that one can be put there. */

#include "vcs/vcs.h"

/* The folder, absolute and terminated; core.hooksPath decides where it is set.
 * Empty without a repository. A worktree shares that of its repository. */
struct str vcs_hooks(struct vcs *repo, struct arena *arena);

/* What leads from the repository's root to the folder given to vcs_open: "" or
 * ending in '/'. Borrowed. */
struct str vcs_place(struct vcs *repo);

#endif
