/* Reads git's object database through libgit2.
 *
 * Two facts shaped it. libgit2 answers "not found" both for a file that is not
 * in a tree and for a tree that is not in the database, so trees are walked
 * here by hand, part by part: a missing object must never look like a missing
 * file. And libgit2 knows nothing of a shallow clone's cut, where a parent is
 * named that is not there: meeting one ends the walk with "unknown". */

#include "vcs/vcs.h"

#include <git2.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"

struct vcs {
    struct arena arena; /* holds this struct too; rewound after each call */
    git_repository *handle;
    struct str root;   /* working folder of the repository, ends in '/' */
    struct str prefix; /* leads from there to the folder: "" or ends in '/' */
};

/* --- libgit2 itself ------------------------------------------------------ */

/* libgit2 counts its users, so each open repository is one. The owner of a
 * repository is not asked for: git refuses other people's because their
 * configuration can run programs, and reading objects runs none. The
 * extensions are those that change nothing for a reader; libgit2 refuses a
 * repository that has one it was not told about. */
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
    return true;
}

static const char *library_reason(void)
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
                         folder, library_reason());
        }
        goto none;
    }
    if (!find_place(&arena, handle, folder, &root, &prefix)) {
        goto none;
    }

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

void vcs_close(struct vcs *repo)
{
    if (!repo) {
        return;
    }
    git_repository_free(repo->handle);
    git_libgit2_shutdown();

    struct arena arena = repo->arena;
    arena_free(&arena);
}

/* --- Commits and what they hold ------------------------------------------ */

static struct vcs_id id_text(const git_oid *oid)
{
    struct vcs_id id = {0};

    git_oid_tostr(id.text, sizeof id.text, oid);
    return id;
}

enum presence {
    PRESENT,
    ABSENT,     /* certainly not there */
    UNREADABLE, /* an object on the way is missing or damaged */
};

/* The file's path from the repository's root; NULL when the path leaves the
 * folder. Like everything in the repository's arena it lasts for one call. */
static const char *path_from_root(struct vcs *repo, const char *path)
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

/* HEAD's commit, to be freed; absent in a repository without commits. */
static enum presence head_commit(struct vcs *repo, git_commit **commit)
{
    git_oid oid = {0};
    int status = git_reference_name_to_id(&oid, repo->handle, "HEAD");

    *commit = NULL;
    if (status == GIT_ENOTFOUND) {
        return ABSENT;
    }
    if (status != 0 || git_commit_lookup(commit, repo->handle, &oid) != 0) {
        return UNREADABLE;
    }
    return PRESENT;
}

/* The file's blob in the commit: id and mode. A folder or a submodule of that
 * name is not the file. */
struct blob {
    enum presence presence;
    git_oid oid;
    git_filemode_t mode;
};

/* Goes down from the commit's root tree, one name at a time. */
static struct blob find_blob(struct vcs *repo, const git_commit *commit,
                             const char *path)
{
    git_tree *tree = NULL;
    struct blob blob = {.presence = ABSENT};
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
    blob.presence = status == 0 ? PRESENT : UNREADABLE;

done:
    git_tree_free(tree);
    return blob;
}

static struct blob find_blob_at_head(struct vcs *repo, const char *path)
{
    git_commit *commit = NULL;
    struct blob blob = {.presence = head_commit(repo, &commit)};

    if (blob.presence == PRESENT) {
        blob = find_blob(repo, commit, path);
    }
    git_commit_free(commit);
    return blob;
}

struct vcs_id vcs_head(struct vcs *repo)
{
    struct vcs_id id = {0};
    git_oid oid = {0};

    if (repo && git_reference_name_to_id(&oid, repo->handle, "HEAD") == 0) {
        id = id_text(&oid);
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

static bool read_blob(struct vcs *repo, const char *path,
                      const struct blob *blob, struct arena *arena,
                      struct str *text, struct failure *failure)
{
    git_odb *odb = NULL;
    git_odb_object *object = NULL;
    git_object_t type = GIT_OBJECT_INVALID;
    size_t size = 0;
    bool is_ok = false;
    if (blob->presence == UNREADABLE ||
        git_repository_odb(&odb, repo->handle) != 0 ||
        git_odb_read_header(&size, &type, odb, &blob->oid) != 0) {
        fail(failure, "cannot read %s at HEAD: %s", path, library_reason());
        goto done;
    }
    if (size > VCS_TEXT_CEILING) {
        fail(failure, "%s at HEAD has %zu bytes, more than the %d allowed",
             path, size, VCS_TEXT_CEILING);
        goto done;
    }
    if (git_odb_read(&object, odb, &blob->oid) != 0) {
        fail(failure, "cannot read %s at HEAD: %s", path, library_reason());
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

bool vcs_text_at_head(struct vcs *repo, const char *path, struct arena *arena,
                      struct str *text, bool *found, struct failure *failure)
{
    *text = (struct str){0};
    *found = false;
    if (!repo) {
        return true;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = path_from_root(repo, path);
    struct blob blob = {.presence = ABSENT};
    if (full) {
        blob = find_blob_at_head(repo, full);
    }
    arena_rewind(&repo->arena, mark);
    if (blob.presence == ABSENT || blob.mode == GIT_FILEMODE_LINK) {
        return true;
    }

    *found = read_blob(repo, path, &blob, arena, text, failure);
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

/* Compares contents, never the sizes and times that the index remembers. */
static enum vcs_state compare(struct vcs *repo, const char *path,
                              const git_oid *committed)
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
    if (git_oid_equal(&oid, committed)) {
        return VCS_CLEAN;
    }
    if (has_foreign_filter(repo, path) || !hash_filtered(repo, path, &oid)) {
        return VCS_UNKNOWN;
    }
    return git_oid_equal(&oid, committed) ? VCS_CLEAN : VCS_MODIFIED;
}

enum vcs_state vcs_state(struct vcs *repo, const char *path)
{
    if (!repo) {
        return VCS_NONE;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    const char *full = path_from_root(repo, path);
    struct blob blob = {.presence = ABSENT};
    if (full) {
        blob = find_blob_at_head(repo, full);
    }

    enum vcs_state state = VCS_UNKNOWN;
    if (blob.presence == ABSENT) {
        state = VCS_UNTRACKED;
    } else if (blob.presence == PRESENT && blob.mode != GIT_FILEMODE_LINK) {
        state = compare(repo, full, &blob.oid);
    }
    arena_rewind(&repo->arena, mark);
    return state;
}

/* --- History ------------------------------------------------------------- */

/* Asks the commit as it was written: beyond the cut of a shallow clone some
 * versions of libgit2 hide the parents, and the cut would look like the
 * beginning. */
static bool is_first_commit(const git_commit *commit)
{
    return strstr(git_commit_raw_header(commit), "\nparent ") == NULL;
}

/* The parent, to be freed, and what it has at the path; unreadable where the
 * history is cut. */
static struct blob find_blob_before(struct vcs *repo, const git_commit *commit,
                                    const char *path, git_commit **parent)
{
    *parent = NULL;
    if (is_first_commit(commit)) {
        return (struct blob){.presence = ABSENT};
    }
    if (git_commit_parent(parent, commit, 0) != 0) {
        return (struct blob){.presence = UNREADABLE};
    }
    return find_blob(repo, *parent, path);
}

/* Walks back while the parent has the same blob. */
static struct vcs_id walk_back(struct vcs *repo, const char *path)
{
    struct vcs_id id = {0};
    git_commit *commit = NULL;
    struct blob blob = {.presence = head_commit(repo, &commit)};
    if (blob.presence == PRESENT) {
        blob = find_blob(repo, commit, path);
    }

    while (blob.presence == PRESENT) {
        struct arena_mark mark = arena_mark(&repo->arena);
        git_commit *parent = NULL;
        struct blob before = find_blob_before(repo, commit, path, &parent);
        arena_rewind(&repo->arena, mark);

        if (before.presence == PRESENT &&
            git_oid_equal(&before.oid, &blob.oid)) {
            git_commit_free(commit);
            commit = parent;
            continue;
        }
        if (before.presence != UNREADABLE) {
            id = id_text(git_commit_id(commit));
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
    const char *full = path_from_root(repo, path);
    if (full) {
        id = walk_back(repo, full);
    }
    arena_rewind(&repo->arena, mark);
    return id;
}
