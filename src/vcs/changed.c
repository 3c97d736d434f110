/* What moved, by one status call. libgit2 compares HEAD with the index and the
 * index with the files, so a change that was staged and then undone in the file
 * is named by it: what it names is a candidate, and contents decide. */

#include "vcs/changed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vcs/tree.h"

/* --- Candidates ---------------------------------------------------------- */

/* The path below the folder given to vcs_open; empty for what lies elsewhere
 * and for a folder, which an untracked repository is. */
static struct str below(const struct vcs *repo, const git_diff_delta *delta)
{
    const char *name =
        delta->new_file.path ? delta->new_file.path : delta->old_file.path;
    struct str path = str_from_c(name);

    if (!str_starts(path, repo->prefix) || str_ends(path, S("/"))) {
        return (struct str){0};
    }
    return str_from(path, repo->prefix.len);
}

/* One status call, for the folder alone. Nothing is written, not even the
 * index with its times refreshed. */
static bool list_status(struct vcs *repo, git_status_show_t show,
                        struct arena *arena, struct strs *paths,
                        struct failure *failure)
{
    git_status_options options = {0};
    git_status_list *list = NULL;
    struct arena_mark mark = arena_mark(&repo->arena);
    char *folder = ARENA_ARRAY(&repo->arena, char, repo->prefix.len + 1);
    git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
    options.show = show;
    options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED |
                    GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS |
                    GIT_STATUS_OPT_EXCLUDE_SUBMODULES |
                    GIT_STATUS_OPT_DISABLE_PATHSPEC_MATCH;
    if (repo->prefix.len > 0) {
        memcpy(folder, repo->prefix.ptr, repo->prefix.len);
        options.pathspec = (git_strarray){.strings = &folder, .count = 1};
    }
    int status = git_status_list_new(&list, repo->handle, &options);
    arena_rewind(&repo->arena, mark);
    if (status != 0) {
        return fail(failure, "cannot tell what changed since git's HEAD: %s",
                    repo_reason());
    }

    size_t count = git_status_list_entrycount(list);
    for (size_t i = 0; i < count; i++) {
        const git_status_entry *entry = git_status_byindex(list, i);
        const git_diff_delta *delta = entry->head_to_index
                                          ? entry->head_to_index
                                          : entry->index_to_workdir;
        struct str path = delta ? below(repo, delta) : (struct str){0};
        if (path.len > 0) {
            *LIST_PUSH(arena, paths) = arena_copy(arena, path);
        }
    }
    git_status_list_free(list);
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    return str_compare(*(const struct str *)a, *(const struct str *)b);
}

static void sort_once(struct strs *paths)
{
    size_t kept = 0;

    if (paths->len > 0) {
        qsort(paths->at, paths->len, sizeof *paths->at, compare_paths);
    }
    for (size_t i = 0; i < paths->len; i++) {
        if (kept == 0 || !str_equal(paths->at[kept - 1], paths->at[i])) {
            paths->at[kept++] = paths->at[i];
        }
    }
    paths->len = kept;
}

/* --- Contents decide ----------------------------------------------------- */

/* True when the working file is not what the commit has: what cannot be told
 * counts as changed. */
static bool is_changed(struct vcs *repo, const git_commit *commit,
                       struct str path)
{
    struct arena_mark mark = arena_mark(&repo->arena);
    struct str full = arena_printf(&repo->arena, "%.*s%.*s",
                                   STR_ARG(repo->prefix), STR_ARG(path));
    bool is_same = false;

    if (commit) {
        struct repo_blob blob = repo_find(repo, commit, full.ptr);
        is_same = blob.presence == REPO_PRESENT &&
                  blob.mode != GIT_FILEMODE_LINK &&
                  repo_compare(repo, full.ptr, &blob.oid) == VCS_CLEAN;
    }
    arena_rewind(&repo->arena, mark);
    return !is_same;
}

/* The commit is NULL when there is none yet. */
static bool changed_from(struct vcs *repo, const git_commit *commit,
                         struct arena *arena, struct strs *paths,
                         struct failure *failure)
{
    if (!list_status(repo, GIT_STATUS_SHOW_INDEX_AND_WORKDIR, arena, paths,
                     failure)) {
        return false;
    }

    sort_once(paths);
    size_t kept = 0;
    for (size_t i = 0; i < paths->len; i++) {
        if (is_changed(repo, commit, paths->at[i])) {
            paths->at[kept++] = paths->at[i];
        }
    }
    paths->len = kept;
    return true;
}

bool vcs_changed(struct vcs *repo, enum vcs_between between,
                 struct arena *arena, struct strs *paths,
                 struct failure *failure)
{
    *paths = (struct strs){0};
    if (!repo) {
        return true;
    }
    if (between == VCS_HEAD_TO_INDEX) {
        bool is_ok = list_status(repo, GIT_STATUS_SHOW_INDEX_ONLY, arena, paths,
                                 failure);
        sort_once(paths);
        return is_ok;
    }

    git_commit *commit = NULL;
    if (repo_head(repo, &commit) == REPO_UNREADABLE) {
        return fail(failure, "cannot read git's HEAD: %s", repo_reason());
    }
    bool is_ok = changed_from(repo, commit, arena, paths, failure);
    git_commit_free(commit);
    return is_ok;
}

/* --- Since a revision ---------------------------------------------------- */

/* The commit, to be freed, or NULL when the text names none. */
static git_commit *find_commit(struct vcs *repo, struct str revision)
{
    git_object *object = NULL;
    git_object *commit = NULL;
    struct arena_mark mark = arena_mark(&repo->arena);
    const char *name = arena_cstr(&repo->arena, revision);

    if (git_revparse_single(&object, repo->handle, name) == 0 &&
        git_object_peel(&commit, object, GIT_OBJECT_COMMIT) != 0) {
        commit = NULL;
    }
    git_object_free(object);
    arena_rewind(&repo->arena, mark);
    return (git_commit *)commit;
}

/* Adds what HEAD has otherwise than the commit. */
static bool add_committed(struct vcs *repo, const git_commit *commit,
                          struct arena *arena, struct strs *paths,
                          struct failure *failure)
{
    git_commit *head = NULL;
    enum repo_presence presence = repo_head(repo, &head);
    if (presence != REPO_PRESENT) {
        return presence == REPO_ABSENT ||
               fail(failure, "cannot read git's HEAD: %s", repo_reason());
    }

    struct vcs_changes changes = {0};
    bool is_ok =
        tree_changes(repo, git_commit_tree_id(head), git_commit_tree_id(commit),
                     1, arena, &changes, failure);
    for (size_t i = 0; i < changes.len; i++) {
        *LIST_PUSH(arena, paths) = changes.at[i].path;
    }
    git_commit_free(head);
    return is_ok;
}

bool vcs_changed_since(struct vcs *repo, struct str revision,
                       struct arena *arena, struct strs *paths, bool *is_known,
                       struct failure *failure)
{
    *paths = (struct strs){0};
    *is_known = false;
    git_commit *commit = repo ? find_commit(repo, revision) : NULL;
    if (!commit) {
        return true;
    }

    *is_known = true;
    bool is_ok = add_committed(repo, commit, arena, paths, failure) &&
                 changed_from(repo, commit, arena, paths, failure);
    git_commit_free(commit);
    return is_ok;
}

/* --- Staged text --------------------------------------------------------- */

/* The index is read anew when its file changed. */
bool vcs_text_staged(struct vcs *repo, const char *path, struct arena *arena,
                     struct str *text, bool *found, struct failure *failure)
{
    *text = (struct str){0};
    *found = false;
    if (!repo) {
        return true;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = repo_path(repo, path);
    struct str what = arena_printf(&repo->arena, "%s in the index", path);
    git_index *index = NULL;
    bool is_ok = true;
    if (!full) {
        goto done;
    }
    if (git_repository_index(&index, repo->handle) != 0 ||
        git_index_read(index, 0) != 0) {
        is_ok = fail(failure, "cannot read git's index: %s", repo_reason());
        goto done;
    }

    const git_index_entry *entry = git_index_get_bypath(index, full, 0);
    if (entry && S_ISREG(entry->mode)) {
        is_ok = repo_read(repo, &entry->id, what.ptr, arena, text, failure);
        *found = is_ok;
    } else if (!entry && git_index_get_bypath(index, full, 2)) {
        is_ok = fail(failure,
                     "%s is in conflict in git's index: resolve it, then "
                     "git add it",
                     path);
    }

done:
    git_index_free(index);
    arena_rewind(&repo->arena, mark);
    return is_ok;
}
