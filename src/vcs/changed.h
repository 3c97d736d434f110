#ifndef VCS_CHANGED_H
#define VCS_CHANGED_H

/* Which files moved, and their staged text. One status call answers for the
 * whole folder. Paths are relative to the folder given to vcs_open, sorted by
 * bytes, and lie below it; removed files are named too. NULL repo gives no
 * paths. */

#include "vcs/vcs.h"

enum vcs_between {
    VCS_HEAD_TO_FILES, /* what is not committed, untracked files included */
    VCS_HEAD_TO_INDEX, /* what the next commit would hold */
};

bool vcs_changed(struct vcs *repo, enum vcs_between between,
                 struct arena *arena, struct strs *paths,
                 struct failure *failure);

/* From the commit that the revision names ("HEAD~3", "main", a tag, a hash) to
 * the working files, committed or not. `is_known` is false when the revision
 * names nothing. */
bool vcs_changed_since(struct vcs *repo, struct str revision,
                       struct arena *arena, struct strs *paths, bool *is_known,
                       struct failure *failure);

/* The text in the index, as the next commit would hold it. */
bool vcs_text_staged(struct vcs *repo, const char *path, struct arena *arena,
                     struct str *text, bool *found, struct failure *failure);

#endif
