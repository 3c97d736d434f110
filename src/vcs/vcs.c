/* Questions about single files: what HEAD has, whether the working file is the
 * same, when it came. */

#include "vcs/repo.h"

#include <string.h>

#include "base/fs.h"

static struct repo_blob find_blob_at_head(struct vcs *repo, const char *path)
{
    git_commit *commit = NULL;
    struct repo_blob blob = {.presence = repo_head(repo, &commit)};

    if (blob.presence == REPO_PRESENT) {
        blob = repo_find(repo, commit, path);
    }
    git_commit_free(commit);
    return blob;
}

struct vcs_id vcs_head(struct vcs *repo)
{
    struct vcs_id id = {0};
    git_oid oid = {0};

    if (repo && git_reference_name_to_id(&oid, repo->handle, "HEAD") == 0) {
        id = repo_id(&oid);
    }
    return id;
}

/* libgit2's own answer looks beside a linked worktree's HEAD, where the list
 * of cuts never is. */
bool vcs_is_shallow(struct vcs *repo)
{
    if (!repo) {
        return false;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    struct str list = arena_printf(&repo->arena, "%sshallow",
                                   git_repository_commondir(repo->handle));
    struct str text = {0};
    struct failure failure = {0};
    bool is_shallow =
        fs_kind(list.ptr) == FS_FILE &&
        (!fs_read(&repo->arena, list.ptr, 1 << 20, &text, &failure) ||
         !str_is_blank(text));
    arena_rewind(&repo->arena, mark);
    return is_shallow;
}

bool vcs_text_at_head(struct vcs *repo, const char *path, struct arena *arena,
                      struct str *text, bool *found, struct failure *failure)
{
    *text = (struct str){0};
    *found = false;
    if (!repo) {
        return true;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = repo_path(repo, path);
    struct repo_blob blob = {.presence = REPO_ABSENT};
    if (full) {
        blob = find_blob_at_head(repo, full);
    }
    arena_rewind(&repo->arena, mark);
    if (blob.presence == REPO_UNREADABLE) {
        return fail(failure, "cannot read %s at HEAD: %s", path, repo_reason());
    }
    if (blob.presence == REPO_ABSENT || blob.mode == GIT_FILEMODE_LINK) {
        return true;
    }

    mark = arena_mark(&repo->arena);
    struct str what = arena_printf(&repo->arena, "%s at HEAD", path);
    *found = repo_read(repo, &blob.oid, what.ptr, arena, text, failure);
    arena_rewind(&repo->arena, mark);
    return *found;
}

/* --- State of a working file --------------------------------------------- */

/* True when .gitattributes asks for what libgit2 does not do, a program
 * (git-lfs, say) or another encoding: what git would store cannot be told. */
static bool has_foreign_filter(struct vcs *repo, const char *path)
{
    static const char *const names[] = {"filter", "working-tree-encoding"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = NULL;
        if (git_attr_get(&value, repo->handle, 0, path, names[i]) == 0 &&
            git_attr_value(value) == GIT_ATTR_VALUE_STRING) {
            return true;
        }
    }
    return false;
}

/* What git would store for the file: its bytes after the rules for line ends
 * and keywords. Unsafe conversions are allowed because nothing is stored. */
static bool hash_filtered(struct vcs *repo, const char *path, git_oid *oid)
{
    git_filter_list *filters = NULL;
    git_buf stored = {0};
    bool is_ok = false;

    if (git_filter_list_load(&filters, repo->handle, NULL, path,
                             GIT_FILTER_TO_ODB, GIT_FILTER_ALLOW_UNSAFE) == 0 &&
        git_filter_list_apply_to_file(&stored, filters, repo->handle, path) ==
            0) {
        is_ok =
            git_odb_hash(oid, stored.ptr, stored.size, GIT_OBJECT_BLOB) == 0;
    }
    git_buf_dispose(&stored);
    git_filter_list_free(filters);
    return is_ok;
}

enum vcs_state repo_compare(struct vcs *repo, const char *path,
                            const git_oid *blob)
{
    git_oid oid = {0};
    struct str file =
        arena_printf(&repo->arena, "%.*s%s", STR_ARG(repo->root), path);

    if (fs_kind(file.ptr) != FS_FILE) {
        return VCS_MODIFIED;
    }
    if (git_odb_hashfile(&oid, file.ptr, GIT_OBJECT_BLOB) != 0) {
        return VCS_UNKNOWN;
    }
    if (git_oid_equal(&oid, blob)) {
        return VCS_CLEAN;
    }
    if (has_foreign_filter(repo, path) || !hash_filtered(repo, path, &oid)) {
        return VCS_UNKNOWN;
    }
    return git_oid_equal(&oid, blob) ? VCS_CLEAN : VCS_MODIFIED;
}

enum vcs_state vcs_state(struct vcs *repo, const char *path)
{
    if (!repo) {
        return VCS_NONE;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = repo_path(repo, path);
    struct repo_blob blob = {.presence = REPO_ABSENT};
    if (full) {
        blob = find_blob_at_head(repo, full);
    }

    enum vcs_state state = VCS_UNKNOWN;
    if (blob.presence == REPO_ABSENT) {
        state = VCS_UNTRACKED;
    } else if (blob.presence == REPO_PRESENT &&
               blob.mode != GIT_FILEMODE_LINK) {
        state = repo_compare(repo, full, &blob.oid);
    }
    arena_rewind(&repo->arena, mark);
    return state;
}

/* --- History ------------------------------------------------------------- */

/* The parent, to be freed, and what it has at the path; unreadable where the
 * history is cut. */
static struct repo_blob find_blob_before(struct vcs *repo,
                                         const git_commit *commit,
                                         const char *path, git_commit **parent)
{
    *parent = NULL;
    if (repo_is_first(commit)) {
        return (struct repo_blob){.presence = REPO_ABSENT};
    }
    if (git_commit_parent(parent, commit, 0) != 0) {
        return (struct repo_blob){.presence = REPO_UNREADABLE};
    }
    return repo_find(repo, *parent, path);
}

/* Walks back while the parent has the same blob. */
static struct vcs_id walk_back(struct vcs *repo, const char *path)
{
    struct vcs_id id = {0};
    git_commit *commit = NULL;
    struct repo_blob blob = {.presence = repo_head(repo, &commit)};
    if (blob.presence == REPO_PRESENT) {
        blob = repo_find(repo, commit, path);
    }

    while (blob.presence == REPO_PRESENT) {
        struct arena_mark mark = arena_mark(&repo->arena);
        git_commit *parent = NULL;
        struct repo_blob before = find_blob_before(repo, commit, path, &parent);
        arena_rewind(&repo->arena, mark);

        if (before.presence == REPO_PRESENT &&
            git_oid_equal(&before.oid, &blob.oid)) {
            git_commit_free(commit);
            commit = parent;
            continue;
        }
        if (before.presence != REPO_UNREADABLE) {
            id = repo_id(git_commit_id(commit));
        }
        git_commit_free(parent);
        break;
    }
    git_commit_free(commit);
    return id;
}

struct vcs_id vcs_last_change(struct vcs *repo, const char *path)
{
    struct vcs_id id = {0};
    if (!repo) {
        return id;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = repo_path(repo, path);
    if (full) {
        id = walk_back(repo, full);
    }
    arena_rewind(&repo->arena, mark);
    return id;
}
