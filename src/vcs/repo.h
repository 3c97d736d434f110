#ifndef VCS_REPO_H
#define VCS_REPO_H

/* What the files of this module share and nobody else sees: the open
 * repository and its commits, trees and blobs.
 *
 * Two facts shaped it. libgit2 answers "not found" both for a file that is not
 * in a tree and for a tree that is not in the database, so trees are walked
 * here by hand, part by part: a missing object must never look like a missing
 * file. And libgit2 knows nothing of a shallow clone's cut, where a parent is
 * named that is not there: meeting one ends the walk with "unknown". */

#include <git2.h>

#include "vcs/vcs.h"

/* The trees read last. */
enum { REPO_TREES = 16 };
struct repo_trees {
    git_odb_object *at[REPO_TREES];
    size_t next;
};

struct vcs {
    struct arena arena; /* holds this struct too; rewound after each call */
    git_repository *handle;
    struct str root;   /* working folder of the repository, ends in '/' */
    struct str prefix; /* leads from there to the folder: "" or ends in '/' */
    struct repo_trees trees;
};

/* Why libgit2 refused last. */
const char *repo_reason(void);

struct vcs_id repo_id(const git_oid *oid);

enum repo_presence {
    REPO_PRESENT,
    REPO_ABSENT,     /* certainly not there */
    REPO_UNREADABLE, /* an object on the way is missing or damaged */
};

/* The file's path from the repository's root; NULL when the path leaves the
 * folder. Like everything in the repository's arena it lasts for one call. */
const char *repo_path(struct vcs *repo, const char *path);

/* HEAD's commit, to be freed; absent in a repository without commits. */
enum repo_presence repo_head(struct vcs *repo, git_commit **commit);

/* Asks the commit as it was written: beyond the cut of a shallow clone some
 * versions of libgit2 hide the parents, and the cut would look like the
 * beginning. */
bool repo_is_first(const git_commit *commit);

/* A file's blob in a commit: id and mode. A folder or a submodule of that name
 * is not the file. */
struct repo_blob {
    enum repo_presence presence;
    git_oid oid;
    git_filemode_t mode;
};
struct repo_blob repo_find(struct vcs *repo, const git_commit *commit,
                           const char *path);

/* The text of the blob; `what` names it in the reason. */
bool repo_read(struct vcs *repo, const git_oid *oid, const char *what,
               struct arena *arena, struct str *text, struct failure *failure);

/* Whether the working file holds the blob. Contents are compared, never the
 * sizes and times that the index remembers. The path is from the root. */
enum vcs_state repo_compare(struct vcs *repo, const char *path,
                            const git_oid *blob);

#endif
