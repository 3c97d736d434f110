#ifndef VCS_TREE_H
#define VCS_TREE_H

/* What differs between trees, for walk.c and changed.c. */

#include "vcs/repo.h"
#include "vcs/walk.h"

/* Appends what the tree has otherwise than every one of the others, below the
 * folder given to vcs_open: a merge against its parents, a commit against its
 * only one, or against none, which gives all it holds. Links and submodules
 * are no files. Subtrees that one of the others has too are not opened. */
bool tree_changes(struct vcs *repo, const git_oid *tree, const git_oid *others,
                  size_t count, struct arena *arena,
                  struct vcs_changes *changes, struct failure *failure);

#endif
