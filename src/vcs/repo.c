/* Reads git's object database through libgit2; see repo.h for what shaped
 * it. */

#include "vcs/repo.h"

#include <git2/sys/repository.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"

/* --- libgit2 itself ------------------------------------------------------ */

/* libgit2 counts its users, so each open repository is one. The owner of a
 * repository is not asked for: git refuses other people's because their
 * configuration can run programs, and reading objects runs none. The
 * extensions are those that change nothing for a reader; libgit2 refuses a
 * repository that has one it was not told about. As git does, objects are read
 * without their names being computed anew, which is half of reading one: damage
 * shows where they are unpacked. */
static bool library_start(struct failure *failure)
{
    static const char *const harmless[] = {"worktreeconfig", "partialclone",
                                           "preciousobjects"};
    const char *extensions[3] = {harmless[0], harmless[1], harmless[2]};

    if (git_libgit2_init() < 0) {
        return fail(failure, "cannot start libgit2");
    }
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, (size_t)3);
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    return true;
}

const char *repo_reason(void)
{
    const git_error *error = git_error_last();

    return error && error->message ? error->message : "no reason given";
}

/* --- Opening ------------------------------------------------------------- */

/* The folder without symbolic links, ending in '/'; empty when it is not
 * there. */
static struct str real_folder(struct arena *arena, const char *folder)
{
    char *real = realpath(folder, NULL);
    struct str text = {0};

    if (real) {
        const char *end = strcmp(real, "/") == 0 ? "" : "/";
        text = arena_printf(arena, "%s%s", real, end);
    }
    free(real);
    return text;
}

/* False when the folder is not among the repository's working files: a bare
 * repository, or one whose core.worktree is elsewhere. */
static bool find_place(struct arena *arena, git_repository *handle,
                       const char *folder, struct str *root, struct str *prefix)
{
    const char *workdir = git_repository_workdir(handle);
    if (!workdir) {
        return false;
    }

    struct str inner = real_folder(arena, folder);
    *root = real_folder(arena, workdir);
    if (root->len == 0 || !str_starts(inner, *root)) {
        return false;
    }
    *prefix = str_from(inner, root->len);
    return true;
}

/* `git commit -a` and its like run hooks on an index that is not the
 * repository's own yet, and name it here. One of another repository says
 * nothing about this. */
static void follow_index(struct arena *arena, git_repository *handle)
{
    const char *named = getenv("GIT_INDEX_FILE");
    char *real = named ? realpath(named, NULL) : NULL;
    git_index *index = NULL;
    const bool is_own =
        real && str_starts(str_from_c(real),
                           real_folder(arena, git_repository_path(handle)));
    if (is_own && git_index_open(&index, real) == 0) {
        git_repository_set_index(handle, index);
    }
    git_index_free(index);
    free(real);
}

bool vcs_open(const char *folder, struct vcs **repo, struct failure *failure)
{
    *repo = NULL;
    if (!library_start(failure)) {
        return false;
    }

    git_repository *handle = NULL;
    struct arena arena = {0};
    struct str root = {0};
    struct str prefix = {0};
    bool is_ok = true;
    int status = git_repository_open_ext(&handle, folder, 0, NULL);
    if (status != 0) {
        if (status != GIT_ENOTFOUND) {
            is_ok = fail(failure, "cannot open the git repository of %s: %s",
                         folder, repo_reason());
        }
        goto none;
    }
    if (!find_place(&arena, handle, folder, &root, &prefix)) {
        goto none;
    }
    follow_index(&arena, handle);

    *repo = ARENA_NEW(&arena, struct vcs);
    **repo = (struct vcs){
        .arena = arena, .handle = handle, .root = root, .prefix = prefix};
    return true;

none:
    arena_free(&arena);
    git_repository_free(handle);
    git_libgit2_shutdown();
    return is_ok;
}

bool vcs_keep(struct failure *failure)
{
    return library_start(failure);
}

struct strs vcs_folders(struct arena *arena, const struct vcs *repo)
{
    struct strs folders = {0};
    if (!repo) {
        return folders;
    }
    const char *const paths[] = {git_repository_path(repo->handle),
                                 git_repository_commondir(repo->handle)};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const struct str real =
            paths[i] ? fs_real(arena, paths[i]) : (struct str){0};
        if (real.len > 0) {
            *LIST_PUSH(arena, &folders) = real;
        }
    }
    return folders;
}

void vcs_close(struct vcs *repo)
{
    if (!repo) {
        return;
    }
    for (size_t i = 0; i < REPO_TREES; i++) {
        git_odb_object_free(repo->trees.at[i]);
    }
    git_repository_free(repo->handle);
    git_libgit2_shutdown();

    struct arena arena = repo->arena;
    arena_free(&arena);
}

/* --- Commits and what they hold ------------------------------------------ */

struct vcs_id repo_id(const git_oid *oid)
{
    struct vcs_id id = {0};

    git_oid_tostr(id.text, sizeof id.text, oid);
    return id;
}

const char *repo_path(struct vcs *repo, const char *path)
{
    struct str rest = str_from_c(path);
    if (!fs_is_inside(rest)) {
        return NULL;
    }

    struct str full = repo->prefix;
    const char *join = "";
    struct str part = {0};
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(rest, '/', &part, &rest);
        if (!str_is(part, ".")) {
            full = arena_printf(&repo->arena, "%.*s%s%.*s", STR_ARG(full), join,
                                STR_ARG(part));
            join = "/";
        }
    }
    return full.ptr;
}

enum repo_presence repo_head(struct vcs *repo, git_commit **commit)
{
    git_oid oid = {0};
    int status = git_reference_name_to_id(&oid, repo->handle, "HEAD");

    *commit = NULL;
    if (status == GIT_ENOTFOUND) {
        return REPO_ABSENT;
    }
    if (status != 0 || git_commit_lookup(commit, repo->handle, &oid) != 0) {
        return REPO_UNREADABLE;
    }
    return REPO_PRESENT;
}

bool repo_is_first(const git_commit *commit)
{
    return strstr(git_commit_raw_header(commit), "\nparent ") == NULL;
}

/* Goes down from the commit's root tree, one name at a time. */
struct repo_blob repo_find(struct vcs *repo, const git_commit *commit,
                           const char *path)
{
    git_tree *tree = NULL;
    struct repo_blob blob = {.presence = REPO_ABSENT};
    struct str rest = str_from_c(path);
    struct str name = {0};

    int status = git_commit_tree(&tree, commit);
    for (bool is_last = false; status == 0 && !is_last;) {
        is_last = !str_cut(rest, '/', &name, &rest);
        const git_tree_entry *entry =
            git_tree_entry_byname(tree, arena_cstr(&repo->arena, name));
        git_object_t wanted = is_last ? GIT_OBJECT_BLOB : GIT_OBJECT_TREE;
        if (!entry || git_tree_entry_type(entry) != wanted) {
            goto done;
        }

        git_oid_cpy(&blob.oid, git_tree_entry_id(entry));
        blob.mode = git_tree_entry_filemode(entry);
        if (!is_last) {
            git_tree_free(tree);
            tree = NULL;
            status = git_tree_lookup(&tree, repo->handle, &blob.oid);
        }
    }
    blob.presence = status == 0 ? REPO_PRESENT : REPO_UNREADABLE;

done:
    git_tree_free(tree);
    return blob;
}

/* --- Blobs --------------------------------------------------------------- */

bool repo_read(struct vcs *repo, const git_oid *oid, const char *what,
               struct arena *arena, struct str *text, struct failure *failure)
{
    git_odb *odb = NULL;
    git_odb_object *object = NULL;
    git_object_t type = GIT_OBJECT_INVALID;
    size_t size = 0;
    bool is_ok = false;
    if (git_repository_odb(&odb, repo->handle) != 0 ||
        git_odb_read_header(&size, &type, odb, oid) != 0) {
        fail(failure, "cannot read %s: %s", what, repo_reason());
        goto done;
    }
    if (size > VCS_TEXT_CEILING) {
        fail(failure, "%s has %zu bytes, more than the %d allowed", what, size,
             VCS_TEXT_CEILING);
        goto done;
    }
    if (git_odb_read(&object, odb, oid) != 0) {
        fail(failure, "cannot read %s: %s", what, repo_reason());
        goto done;
    }
    *text = arena_copy(arena, (struct str){git_odb_object_data(object),
                                           git_odb_object_size(object)});
    is_ok = true;

done:
    git_odb_object_free(object);
    git_odb_free(odb);
    return is_ok;
}
