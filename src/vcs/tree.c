/* Compares trees as git stores them. An entry is `mode name NUL 20 bytes`, in
 * the order of names where a folder's counts as ending in '/', so several trees
 * are read side by side like sorted lists, and nearly all of the work is finding
 * equal ids. libgit2's own comparison builds an index of both sides first, at
 * several times the cost. */

#include "vcs/tree.h"

#include <string.h>

enum { DEPTH_CEILING = 256 };

enum entry_kind { ENTRY_FILE, ENTRY_FOLDER, ENTRY_OTHER };

struct entry {
    enum entry_kind kind;
    struct str name;
    git_oid oid;
};

/* A tree being read: the entry it stands at and what follows. */
struct cursor {
    git_odb_object *object; /* NULL for a folder that is not there */
    struct str rest;
    struct entry entry;
    bool has_entry;
};

struct comparison {
    struct vcs *repo;
    git_odb *odb;
    size_t count; /* of trees: the one asked about, then the others */
    struct arena *arena;
    struct vcs_changes *changes;
    struct failure *failure;
};

/* --- Reading one tree ---------------------------------------------------- */

static enum entry_kind kind_of(struct str mode)
{
    if (str_is(mode, "40000")) {
        return ENTRY_FOLDER;
    }
    return str_starts(mode, S("100")) ? ENTRY_FILE : ENTRY_OTHER;
}

/* Steps to the next entry; false when the bytes are no tree. */
static bool cursor_next(struct cursor *cursor)
{
    struct str mode = {0};
    struct str after = {0};

    cursor->has_entry = cursor->rest.len > 0;
    if (!cursor->has_entry) {
        return true;
    }
    if (!str_cut(cursor->rest, ' ', &mode, &after) ||
        !str_cut(after, '\0', &cursor->entry.name, &after) ||
        after.len < GIT_OID_RAWSZ) {
        return false;
    }
    cursor->entry.kind = kind_of(mode);
    memcpy(cursor->entry.oid.id, after.ptr, GIT_OID_RAWSZ);
    cursor->rest = str_from(after, GIT_OID_RAWSZ);
    return true;
}

/* Opens the tree of this id; the zero id is a folder that is not there. */
static bool cursor_open(struct comparison *job, const git_oid *oid,
                        struct cursor *cursor)
{
    if (git_oid_is_zero(oid)) {
        return true;
    }
    if (git_odb_read(&cursor->object, job->odb, oid) != 0) {
        return fail(job->failure, "cannot read the folder %s from git: %s",
                    repo_id(oid).text, repo_reason());
    }
    cursor->rest = (struct str){git_odb_object_data(cursor->object),
                                git_odb_object_size(cursor->object)};
    if (git_odb_object_type(cursor->object) != GIT_OBJECT_TREE ||
        !cursor_next(cursor)) {
        return fail(job->failure, "%s in git's database is no folder",
                    repo_id(oid).text);
    }
    return true;
}

/* --- Several side by side ------------------------------------------------ */

/* The order of entries in a tree: by bytes, a folder's name ending in '/'. */
static int entry_compare(const struct entry *a, const struct entry *b)
{
    size_t len = a->name.len < b->name.len ? a->name.len : b->name.len;
    int order = memcmp(a->name.ptr, b->name.ptr, len);
    if (order != 0) {
        return order;
    }

    char end_a = a->kind == ENTRY_FOLDER ? '/' : '\0';
    char end_b = b->kind == ENTRY_FOLDER ? '/' : '\0';
    int next_a = (unsigned char)(a->name.len > len ? a->name.ptr[len] : end_a);
    int next_b = (unsigned char)(b->name.len > len ? b->name.ptr[len] : end_b);
    return next_a - next_b;
}

/* The first entry that any of them stands at, or NULL at the end of all. */
static const struct entry *first_entry(const struct cursor *cursors,
                                       size_t count)
{
    const struct entry *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (cursors[i].has_entry &&
            (!first || entry_compare(&cursors[i].entry, first) < 0)) {
            first = &cursors[i].entry;
        }
    }
    return first;
}

/* What each has under the entry's name and kind, the zero id for nothing; all
 * of those step on. The entry is one of theirs and so is gone after it. */
static bool take(struct comparison *job, struct cursor *cursors,
                 const struct entry *entry, git_oid *oids)
{
    struct entry wanted = *entry;

    for (size_t i = 0; i < job->count; i++) {
        struct cursor *cursor = &cursors[i];
        oids[i] = (git_oid){0};
        if (!cursor->has_entry || entry_compare(&cursor->entry, &wanted) != 0) {
            continue;
        }
        if (cursor->entry.kind != ENTRY_OTHER) {
            oids[i] = cursor->entry.oid;
        }
        if (!cursor_next(cursor)) {
            return fail(job->failure,
                        "a folder in git's database is damaged, "
                        "behind \"%.*s\"",
                        STR_ARG(wanted.name));
        }
    }
    return true;
}

/* True when the first differs from every other. */
static bool differs(const git_oid *oids, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (git_oid_equal(&oids[0], &oids[i])) {
            return false;
        }
    }
    return count > 1 || !git_oid_is_zero(&oids[0]);
}

static struct vcs_id id_or_none(const git_oid *oid)
{
    const struct vcs_id none = {0};

    return git_oid_is_zero(oid) ? none : repo_id(oid);
}

static void add_change(struct comparison *job, struct str path,
                       const git_oid *oids)
{
    struct vcs_change change = {.path = arena_copy(job->arena, path),
                                .blob = id_or_none(&oids[0])};
    if (job->count > 1) {
        change.before = id_or_none(&oids[1]);
    }
    *LIST_PUSH(job->arena, job->changes) = change;
}

/* Compares the folders of these ids, whose path is "" or ends in '/'. */
static bool compare_folders(struct comparison *job, const git_oid *trees,
                            struct str folder, int depth)
{
    if (depth > DEPTH_CEILING) {
        return fail(job->failure, "folders in git are nested deeper than %d",
                    DEPTH_CEILING);
    }

    struct arena *scratch = &job->repo->arena;
    struct cursor *cursors = ARENA_ARRAY(scratch, struct cursor, job->count);
    git_oid *oids = ARENA_ARRAY(scratch, git_oid, job->count);
    bool is_ok = true;
    for (size_t i = 0; is_ok && i < job->count; i++) {
        is_ok = cursor_open(job, &trees[i], &cursors[i]);
    }

    const struct entry *next = NULL;
    while (is_ok && (next = first_entry(cursors, job->count)) != NULL) {
        const struct entry entry = *next;
        is_ok = take(job, cursors, &entry, oids);
        if (!is_ok || !differs(oids, job->count)) {
            continue;
        }
        struct arena_mark mark = arena_mark(scratch);
        bool is_folder = entry.kind == ENTRY_FOLDER;
        struct str path =
            arena_printf(scratch, "%.*s%.*s%s", STR_ARG(folder),
                         STR_ARG(entry.name), is_folder ? "/" : "");
        if (is_folder) {
            is_ok = compare_folders(job, oids, path, depth + 1);
        } else {
            add_change(job, path, oids);
        }
        arena_rewind(scratch, mark);
    }

    for (size_t i = 0; i < job->count; i++) {
        git_odb_object_free(cursors[i].object);
    }
    return is_ok;
}

/* --- The whole of it ----------------------------------------------------- */

/* From the root tree to the folder given to vcs_open; the zero id when the
 * tree has no such folder. */
static bool go_to_folder(struct comparison *job, git_oid *tree)
{
    struct str rest = job->repo->prefix;
    struct str name = {0};

    while (rest.len > 0 && !git_oid_is_zero(tree)) {
        str_cut(rest, '/', &name, &rest);
        struct cursor cursor = {0};
        bool is_ok = cursor_open(job, tree, &cursor);
        const struct entry wanted = {.kind = ENTRY_FOLDER, .name = name};
        while (is_ok && cursor.has_entry &&
               entry_compare(&cursor.entry, &wanted) < 0) {
            is_ok = cursor_next(&cursor);
        }
        *tree = is_ok && cursor.has_entry &&
                        entry_compare(&cursor.entry, &wanted) == 0
                    ? cursor.entry.oid
                    : (git_oid){0};
        git_odb_object_free(cursor.object);
        if (!is_ok) {
            return false;
        }
    }
    return true;
}

bool tree_changes(struct vcs *repo, const git_oid *tree, const git_oid *others,
                  size_t count, struct arena *arena,
                  struct vcs_changes *changes, struct failure *failure)
{
    struct arena_mark mark = arena_mark(&repo->arena);
    struct comparison job = {.repo = repo,
                             .count = count + 1,
                             .arena = arena,
                             .changes = changes,
                             .failure = failure};
    git_oid *trees = ARENA_ARRAY(&repo->arena, git_oid, count + 1);
    bool is_ok = git_repository_odb(&job.odb, repo->handle) == 0 ||
                 fail(failure, "cannot open git's database: %s", repo_reason());

    for (size_t i = 0; is_ok && i <= count; i++) {
        trees[i] = i == 0 ? *tree : others[i - 1];
        is_ok = go_to_folder(&job, &trees[i]);
    }
    if (is_ok && differs(trees, count + 1)) {
        is_ok = compare_folders(&job, trees, (struct str){0}, 0);
    }
    git_odb_free(job.odb);
    arena_rewind(&repo->arena, mark);
    return is_ok;
}
