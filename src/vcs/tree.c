/* Compares trees as git stores them. An entry is `mode name NUL 20 bytes`, in
 * the order of names where a folder's counts as ending in '/', so several trees
 * are read side by side like sorted lists. Nearly all of their entries are the
 * same bytes, which are stepped over without a look at what they say; libgit2's
 * own comparison builds an index of both sides first. */

#include "vcs/tree.h"

#include <string.h>

enum { DEPTH_CEILING = 256 };

enum entry_kind { ENTRY_FILE, ENTRY_FOLDER, ENTRY_OTHER };

struct entry {
    enum entry_kind kind;
    struct str name;
    git_oid oid;
};

/* A tree being read: what is left of it, and the entry that this begins with,
 * once it has been asked for. */
struct cursor {
    git_odb_object *object; /* NULL for a folder that is not there */
    struct str rest;
    struct entry entry;
    size_t entry_len; /* in bytes; 0 at the end */
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

/* Reads the entry that the cursor stands at; false when the bytes are none. */
static bool cursor_read(struct cursor *cursor)
{
    struct str mode = {0};
    struct str after = {0};

    cursor->entry_len = 0;
    if (cursor->rest.len == 0) {
        return true;
    }
    if (!str_cut(cursor->rest, ' ', &mode, &after) ||
        !str_cut(after, '\0', &cursor->entry.name, &after) ||
        after.len < GIT_OID_RAWSZ) {
        return false;
    }
    cursor->entry.kind = kind_of(mode);
    memcpy(cursor->entry.oid.id, after.ptr, GIT_OID_RAWSZ);
    cursor->entry_len = cursor->rest.len - after.len + GIT_OID_RAWSZ;
    return true;
}

static void cursor_step(struct cursor *cursor, size_t len)
{
    cursor->rest = str_from(cursor->rest, len);
}

/* The tree of this id, to be freed, NULL when it cannot be read. What one
 * commit has is what the next one's parent had, so those read last are kept. */
static git_odb_object *read_tree(struct comparison *job, const git_oid *oid)
{
    struct repo_trees *trees = &job->repo->trees;
    git_odb_object *object = NULL;

    for (size_t i = 0; i < REPO_TREES; i++) {
        if (trees->at[i] &&
            git_oid_equal(git_odb_object_id(trees->at[i]), oid)) {
            return git_odb_object_dup(&object, trees->at[i]) == 0 ? object
                                                                  : NULL;
        }
    }
    if (git_odb_read(&object, job->odb, oid) != 0) {
        return NULL;
    }
    git_odb_object_free(trees->at[trees->next]);
    git_odb_object_dup(&trees->at[trees->next], object);
    trees->next = (trees->next + 1) % REPO_TREES;
    return object;
}

/* Opens the tree of this id; the zero id is a folder that is not there. */
static bool cursor_open(struct comparison *job, const git_oid *oid,
                        struct cursor *cursor)
{
    if (git_oid_is_zero(oid)) {
        return true;
    }
    cursor->object = read_tree(job, oid);
    if (!cursor->object) {
        return fail(job->failure, "cannot read the folder %s from git: %s",
                    repo_id(oid).text, repo_reason());
    }
    cursor->rest = (struct str){git_odb_object_data(cursor->object),
                                git_odb_object_size(cursor->object)};
    return git_odb_object_type(cursor->object) == GIT_OBJECT_TREE ||
           fail(job->failure, "%s in git's database is no folder",
                repo_id(oid).text);
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

/* True when all begin with these bytes. */
static bool have_all(const struct cursor *cursors, size_t count,
                     struct str bytes)
{
    for (size_t i = 0; i < count; i++) {
        if (!str_starts(cursors[i].rest, bytes)) {
            return false;
        }
    }
    return true;
}

/* Steps over entries that are the same bytes in all of them. */
static void skip_common(struct cursor *cursors, size_t count)
{
    for (;;) {
        struct str rest = cursors[0].rest;
        size_t name_end = str_find_char(rest, '\0');
        size_t len = name_end + 1 + GIT_OID_RAWSZ;
        if (name_end == STR_NONE || len > rest.len ||
            !have_all(&cursors[1], count - 1, str_slice(rest, 0, len))) {
            return;
        }
        for (size_t i = 0; i < count; i++) {
            cursor_step(&cursors[i], len);
        }
    }
}

/* The first entry that any of them stands at, in `first`; `is_end` when all
 * are at their end. False when one is damaged. */
static bool find_first(struct comparison *job, struct cursor *cursors,
                       struct entry *first, bool *is_end)
{
    *is_end = true;
    if (job->count > 1) {
        skip_common(cursors, job->count);
    }
    for (size_t i = 0; i < job->count; i++) {
        struct cursor *cursor = &cursors[i];
        if (!cursor_read(cursor)) {
            return fail(job->failure,
                        "a folder in git's database is damaged: "
                        "%s",
                        repo_id(git_odb_object_id(cursor->object)).text);
        }
        if (cursor->entry_len > 0 &&
            (*is_end || entry_compare(&cursor->entry, first) < 0)) {
            *first = cursor->entry;
            *is_end = false;
        }
    }
    return true;
}

/* What each has under the entry's name and kind, the zero id for nothing; all
 * of those step on. */
static void take(const struct comparison *job, struct cursor *cursors,
                 const struct entry *wanted, git_oid *oids)
{
    for (size_t i = 0; i < job->count; i++) {
        struct cursor *cursor = &cursors[i];
        oids[i] = (git_oid){0};
        if (cursor->entry_len == 0 ||
            entry_compare(&cursor->entry, wanted) != 0) {
            continue;
        }
        if (cursor->entry.kind != ENTRY_OTHER) {
            oids[i] = cursor->entry.oid;
        }
        cursor_step(cursor, cursor->entry_len);
    }
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

    struct entry entry = {0};
    bool is_end = false;
    while (is_ok && find_first(job, cursors, &entry, &is_end) && !is_end) {
        take(job, cursors, &entry, oids);
        if (!differs(oids, job->count)) {
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
    is_ok = is_ok && is_end;

    for (size_t i = 0; i < job->count; i++) {
        git_odb_object_free(cursors[i].object);
    }
    return is_ok;
}

/* --- The whole of it ----------------------------------------------------- */

/* Steps to the folder of this name, or to the end. */
static bool find_entry(struct comparison *job, struct cursor *cursor,
                       struct str name)
{
    const struct entry wanted = {.kind = ENTRY_FOLDER, .name = name};
    struct entry entry = {0};
    struct comparison alone = *job;
    bool is_end = false;

    alone.count = 1;
    while (find_first(&alone, cursor, &entry, &is_end)) {
        if (is_end || entry_compare(&entry, &wanted) == 0) {
            return true;
        }
        cursor_step(cursor, cursor->entry_len);
    }
    return false;
}

/* From the root tree to the folder given to vcs_open; the zero id when the
 * tree has no such folder. */
static bool go_to_folder(struct comparison *job, git_oid *tree)
{
    struct str rest = job->repo->prefix;
    struct str name = {0};

    while (rest.len > 0 && !git_oid_is_zero(tree)) {
        str_cut(rest, '/', &name, &rest);
        struct cursor cursor = {0};
        bool is_ok =
            cursor_open(job, tree, &cursor) && find_entry(job, &cursor, name);
        *tree = is_ok && cursor.entry_len > 0 ? cursor.entry.oid : (git_oid){0};
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
