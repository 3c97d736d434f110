/* The commits that HEAD reaches, each read once. libgit2's own walk stops with
 * an error at a shallow clone's cut, so the graph is gathered here, and then
 * given out by time, newest first, but never a parent before all of its
 * children: the order of `git log --date-order`. Commits of one second are
 * ordered by their ids, so that a new commit never moves the old ones. */

#include "vcs/walk.h"

#include <time.h>

#include "base/fs.h"
#include "base/map.h"
#include "base/out.h"
#include "base/utf8.h"
#include "vcs/tree.h"

struct node {
    struct vcs_commit commit;
    git_oid *parents;
    size_t parent_count;
    int64_t order;    /* when it was committed: what the order goes by */
    size_t waits_for; /* children that were not given out */
};
struct nodes {
    struct node **at;
    size_t len, cap;
};

struct walk {
    struct vcs *repo;
    struct arena *arena;
    struct map cuts;  /* ids that the clone names as its ends */
    struct map nodes; /* id -> struct node, in the order found */
};

/* --- What is shown of a commit ------------------------------------------- */

/* Names and summaries are whatever was typed, in whatever encoding: what is
 * not UTF-8 becomes U+FFFD, and what would break a line a blank. */
static struct str readable(struct arena *arena, const char *text)
{
    struct str rest = str_trim(str_from_c(text));
    struct out out = {0};

    while (rest.len > 0) {
        char bytes[4];
        uint32_t c = utf8_next(&rest);
        bool is_control = c < 0x20 || (c >= 0x7f && c < 0xa0);
        size_t len = utf8_encode(is_control ? ' ' : c, bytes);
        out_str(&out, (struct str){bytes, len});
    }
    return out_take(&out, arena);
}

static struct str stamp_of(struct arena *arena, int64_t seconds)
{
    struct tm day = {0};
    char text[sizeof "2021-01-01T00:00:00Z"] = {0};
    time_t time = (time_t)seconds;

    if (!gmtime_r(&time, &day) || day.tm_year < -1900 || day.tm_year > 8099 ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day) == 0) {
        return (struct str){0};
    }
    return arena_copy(arena, str_from_c(text));
}

static struct vcs_commit describe(struct arena *arena, git_commit *commit)
{
    const git_signature *author = git_commit_author(commit);

    return (struct vcs_commit){
        .id = repo_id(git_commit_id(commit)),
        .time = author->when.time,
        .stamp = stamp_of(arena, author->when.time),
        .author = readable(arena, author->name),
        .summary = readable(arena, git_commit_summary(commit)),
        .is_merge = git_commit_parentcount(commit) > 1,
    };
}

/* --- Gathering the graph ------------------------------------------------- */

bool vcs_cuts(struct vcs *repo, struct arena *arena, struct str *text,
              struct failure *failure)
{
    *text = (struct str){0};
    if (!repo) {
        return true;
    }
    struct str path = arena_printf(arena, "%sshallow",
                                   git_repository_commondir(repo->handle));
    return fs_kind(path.ptr) == FS_MISSING ||
           fs_read(arena, path.ptr, VCS_TEXT_CEILING, text, failure);
}

static bool read_cuts(struct walk *walk, struct failure *failure)
{
    struct str text = {0};
    struct str line = {0};
    if (!vcs_cuts(walk->repo, walk->arena, &text, failure)) {
        return false;
    }
    while (str_next_line(&text, &line)) {
        *map_slot(walk->arena, &walk->cuts, line) = walk;
    }
    return true;
}

static struct node *find_node(const struct walk *walk, const git_oid *oid)
{
    struct vcs_id id = repo_id(oid);

    return map_get(&walk->nodes, str_from_c(id.text));
}

static void add_node(struct walk *walk, git_commit *commit)
{
    struct node *node = ARENA_NEW(walk->arena, struct node);

    node->commit = describe(walk->arena, commit);
    node->order = git_commit_time(commit);
    node->parent_count = git_commit_parentcount(commit);
    node->parents = ARENA_ARRAY(walk->arena, git_oid, node->parent_count);
    for (unsigned i = 0; i < node->parent_count; i++) {
        node->parents[i] = *git_commit_parent_id(commit, i);
    }

    struct str id = str_from_c(node->commit.id.text);
    if (map_get(&walk->cuts, id)) {
        node->parent_count = 0;
        node->commit.is_cut = !repo_is_first(commit);
    }
    *map_slot(walk->arena, &walk->nodes, id) = node;
}

/* Adds the parents that are here; one that is not is the end of what is known
 * on that side. */
static bool add_parents(struct walk *walk, struct node *node,
                        struct failure *failure)
{
    size_t kept = 0;

    for (size_t i = 0; i < node->parent_count; i++) {
        git_commit *parent = NULL;
        const git_oid *oid = &node->parents[i];
        if (!find_node(walk, oid)) {
            int status = git_commit_lookup(&parent, walk->repo->handle, oid);
            if (status == GIT_ENOTFOUND) {
                node->commit.is_cut = true;
                continue;
            }
            if (status != 0) {
                return fail(failure, "cannot read the commit %s: %s",
                            repo_id(oid).text, repo_reason());
            }
            add_node(walk, parent);
            git_commit_free(parent);
        }
        node->parents[kept++] = *oid;
    }
    node->parent_count = kept;
    return true;
}

/* The map grows while it is gone through. */
static bool gather(struct walk *walk, struct failure *failure)
{
    git_commit *head = NULL;
    enum repo_presence presence = repo_head(walk->repo, &head);
    if (presence == REPO_ABSENT) {
        return true;
    }
    if (presence == REPO_UNREADABLE) {
        return fail(failure, "cannot read git's HEAD: %s", repo_reason());
    }
    add_node(walk, head);
    git_commit_free(head);

    for (size_t i = 0; i < walk->nodes.len; i++) {
        if (!add_parents(walk, walk->nodes.at[i].value, failure)) {
            return false;
        }
    }
    return true;
}

/* --- Giving it out ------------------------------------------------------- */

static bool comes_first(const struct node *a, const struct node *b)
{
    if (a->order != b->order) {
        return a->order > b->order;
    }
    return str_compare(str_from_c(a->commit.id.text),
                       str_from_c(b->commit.id.text)) < 0;
}

static void swap(struct node **a, struct node **b)
{
    struct node *node = *a;
    *a = *b;
    *b = node;
}

/* A binary heap: the parent of i is (i - 1) / 2. */
static void heap_push(struct arena *arena, struct nodes *heap,
                      struct node *node)
{
    *LIST_PUSH(arena, heap) = node;
    for (size_t i = heap->len - 1; i > 0; i = (i - 1) / 2) {
        if (!comes_first(heap->at[i], heap->at[(i - 1) / 2])) {
            return;
        }
        swap(&heap->at[i], &heap->at[(i - 1) / 2]);
    }
}

static struct node *heap_pop(struct nodes *heap)
{
    struct node *top = heap->at[0];
    size_t i = 0;

    heap->at[0] = heap->at[--heap->len];
    while (2 * i + 1 < heap->len) {
        size_t child = 2 * i + 1;
        if (child + 1 < heap->len &&
            comes_first(heap->at[child + 1], heap->at[child])) {
            child++;
        }
        if (!comes_first(heap->at[child], heap->at[i])) {
            break;
        }
        swap(&heap->at[child], &heap->at[i]);
        i = child;
    }
    return top;
}

/* From HEAD, which is the first node. A commit that names one parent twice
 * counts twice on both ways. */
static void give_out(const struct walk *walk, struct vcs_commits *commits)
{
    struct nodes heap = {0};

    for (size_t i = 0; i < walk->nodes.len; i++) {
        const struct node *node = walk->nodes.at[i].value;
        for (size_t p = 0; p < node->parent_count; p++) {
            find_node(walk, &node->parents[p])->waits_for++;
        }
    }
    if (walk->nodes.len > 0) {
        heap_push(walk->arena, &heap, walk->nodes.at[0].value);
    }
    while (heap.len > 0) {
        const struct node *node = heap_pop(&heap);
        *LIST_PUSH(walk->arena, commits) = node->commit;
        commits->is_cut |= node->commit.is_cut;
        for (size_t p = 0; p < node->parent_count; p++) {
            struct node *parent = find_node(walk, &node->parents[p]);
            if (--parent->waits_for == 0) {
                heap_push(walk->arena, &heap, parent);
            }
        }
    }
}

bool vcs_commits(struct vcs *repo, struct arena *arena,
                 struct vcs_commits *commits, struct failure *failure)
{
    *commits = (struct vcs_commits){0};
    if (!repo) {
        return true;
    }

    struct walk walk = {.repo = repo, .arena = arena};
    if (!read_cuts(&walk, failure) || !gather(&walk, failure)) {
        return false;
    }
    give_out(&walk, commits);
    return true;
}

/* --- What a commit changed and holds ------------------------------------- */

struct str vcs_folder(const struct vcs *repo)
{
    return repo ? repo->prefix : (struct str){0};
}

static git_commit *find_commit(struct vcs *repo, struct vcs_id id,
                               struct failure *failure)
{
    git_commit *commit = NULL;
    git_oid oid = {0};

    if (git_oid_fromstr(&oid, id.text) != 0 ||
        git_commit_lookup(&commit, repo->handle, &oid) != 0) {
        fail(failure, "cannot read the commit %s: %s", id.text, repo_reason());
        return NULL;
    }
    return commit;
}

/* The trees of its parents; false when one is not there. */
static bool parent_trees(const git_commit *commit, git_oid *trees,
                         struct failure *failure)
{
    for (unsigned i = 0; i < git_commit_parentcount(commit); i++) {
        git_commit *parent = NULL;
        if (git_commit_parent(&parent, commit, i) != 0) {
            return fail(failure, "cannot read a parent of the commit %s: %s",
                        repo_id(git_commit_id(commit)).text, repo_reason());
        }
        trees[i] = *git_commit_tree_id(parent);
        git_commit_free(parent);
    }
    return true;
}

bool vcs_commit_changes(struct vcs *repo, const struct vcs_commit *commit,
                        struct arena *arena, struct vcs_changes *changes,
                        struct failure *failure)
{
    *changes = (struct vcs_changes){0};
    if (commit->is_cut) {
        return true;
    }
    git_commit *self = find_commit(repo, commit->id, failure);
    if (!self) {
        return false;
    }

    struct arena_mark mark = arena_mark(&repo->arena);
    size_t count = git_commit_parentcount(self);
    git_oid *parents = ARENA_ARRAY(&repo->arena, git_oid, count);
    bool is_ok = parent_trees(self, parents, failure) &&
                 tree_changes(repo, git_commit_tree_id(self), parents, count,
                              arena, changes, failure);
    git_commit_free(self);
    arena_rewind(&repo->arena, mark);
    return is_ok;
}

bool vcs_commit_files(struct vcs *repo, const struct vcs_commit *commit,
                      struct arena *arena, struct vcs_changes *files,
                      struct failure *failure)
{
    *files = (struct vcs_changes){0};
    git_commit *self = find_commit(repo, commit->id, failure);
    if (!self) {
        return false;
    }

    bool is_ok = tree_changes(repo, git_commit_tree_id(self), NULL, 0, arena,
                              files, failure);
    git_commit_free(self);
    return is_ok;
}

bool vcs_blob(struct vcs *repo, struct vcs_id blob, struct arena *arena,
              struct str *text, struct failure *failure)
{
    git_oid oid = {0};

    *text = (struct str){0};
    if (git_oid_fromstr(&oid, blob.text) != 0) {
        return fail(failure, "\"%s\" is no id of git's", blob.text);
    }
    return repo_read(repo, &oid, blob.text, arena, text, failure);
}

struct vcs_id vcs_id_of(struct str text)
{
    git_oid oid = {0};

    if (git_odb_hash(&oid, text.ptr, text.len, GIT_OBJECT_BLOB) != 0) {
        BUG("a text has no id: %s", repo_reason());
    }
    return repo_id(&oid);
}
