/* One walk, oldest commit first. Each commit says by itself which records it
 * touched: a change has the blob that the first parent had, and an id stands in
 * both, so branches need no state of their own and a rename is an id that went
 * and came in one commit. */

#include "history/history.h"

#include <string.h>

#include "history/memo.h"

/* --- Where records lie --------------------------------------------------- */

struct home {
    struct str folder;
    const struct kind *kind;
};

/* A record that a commit touched. */
struct touch {
    const struct vcs_change *after, *before; /* each NULL when not there */
    const struct kind *kind;
    const struct blob_facts *now, *then;
};

struct walk {
    struct reading reading;
    struct histories *histories;
    struct vcs_changes *changes; /* of each commit */
    struct {
        struct home *at;
        size_t len, cap;
    } homes;
};

static struct str folder_of(struct str path)
{
    size_t slash = str_rfind_char(path, '/');

    return slash == STR_NONE ? S(".") : str_slice(path, 0, slash);
}

static const struct kind *kind_at(const struct walk *walk, struct str path)
{
    struct str folder = folder_of(path);

    for (size_t i = 0; i < walk->homes.len; i++) {
        if (str_equal(walk->homes.at[i].folder, folder)) {
            return walk->homes.at[i].kind;
        }
    }
    return NULL;
}

/* The first kind that has a folder keeps it. */
static void add_home(struct walk *walk, struct str prefix, struct str folder)
{
    const struct project *project = walk->reading.project;

    for (size_t i = 0; i < walk->homes.len; i++) {
        if (str_equal(walk->homes.at[i].folder, folder)) {
            return;
        }
    }
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL && str_equal(kind->prefix, prefix)) {
            *LIST_PUSH(walk->reading.arena, &walk->homes) =
                (struct home){folder, kind};
            return;
        }
    }
}

static void add_old_homes(struct walk *walk, const struct vcs_changes *changes)
{
    for (size_t i = 0; i < changes->len; i++) {
        const struct vcs_change *change = &changes->at[i];
        if (str_is(change->path, "probatum.yaml") && change->blob.text[0]) {
            struct strs old = reading_folders(&walk->reading, change->blob);
            for (size_t k = 0; k + 1 < old.len; k += 2) {
                add_home(walk, old.at[k], old.at[k + 1]);
            }
        }
    }
}

/* Today's folders first, then those of older configurations, newest first. */
static void find_homes(struct walk *walk)
{
    const struct project *project = walk->reading.project;

    for (size_t i = 0; i < project->kind_count; i++) {
        add_home(walk, project->kinds[i].prefix, project->kinds[i].folder);
    }
    for (size_t i = 0; i < walk->histories->commits.len; i++) {
        add_old_homes(walk, &walk->changes[i]);
    }
}

/* --- What a commit did to its records ------------------------------------ */

static struct touch *touch_of(struct walk *walk, struct map *touches,
                              struct str id)
{
    void **slot = map_slot(walk->reading.scratch, touches, id);

    if (!*slot) {
        *slot = ARENA_NEW(walk->reading.scratch, struct touch);
    }
    return *slot;
}

/* Two files of one id, which is a fault: the first has it. */
static void add_after(struct walk *walk, struct map *touches,
                      const struct vcs_change *change, const struct kind *kind)
{
    const struct blob_facts *facts =
        reading_facts(&walk->reading, change->blob, change->path, kind);
    if (facts->id.len == 0) {
        return;
    }

    struct touch *touch = touch_of(walk, touches, facts->id);
    if (!touch->after) {
        touch->after = change;
        touch->now = facts;
        touch->kind = kind;
    }
}

static void add_before(struct walk *walk, struct map *touches,
                       const struct vcs_change *change, const struct kind *kind)
{
    const struct blob_facts *facts =
        reading_facts(&walk->reading, change->before, change->path, kind);
    if (facts->id.len == 0) {
        return;
    }

    struct touch *touch = touch_of(walk, touches, facts->id);
    if (!touch->before || touch->after == change) {
        touch->before = change;
        touch->then = facts;
        touch->kind = touch->after ? touch->kind : kind;
    }
}

/* The touched records by id, in the order of paths. */
static struct map find_touches(struct walk *walk,
                               const struct vcs_changes *changes)
{
    struct map touches = {0};

    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < changes->len; i++) {
            const struct vcs_change *change = &changes->at[i];
            const struct kind *kind = reading_is_evidence(change->path)
                                          ? NULL
                                          : kind_at(walk, change->path);
            if (kind && round == 0 && change->blob.text[0]) {
                add_after(walk, &touches, change, kind);
            }
            if (kind && round == 1 && change->before.text[0]) {
                add_before(walk, &touches, change, kind);
            }
        }
    }
    return touches;
}

/* --- Revisions ----------------------------------------------------------- */

static struct record_history *history_at(struct walk *walk, struct str id)
{
    struct arena *arena = walk->reading.arena;
    struct record_history *history = map_get(&walk->histories->by_id, id);

    if (!history) {
        history = ARENA_NEW(arena, struct record_history);
        history->id = id;
        *map_slot(arena, &walk->histories->by_id, id) = history;
    }
    return history;
}

static bool is_same(const struct vcs_id *a, const struct vcs_id *b)
{
    return memcmp(a->text, b->text, sizeof a->text) == 0;
}

/* The last revision that left the record there, or NULL. */
static const struct revision *last_present(const struct record_history *history)
{
    if (history->len == 0) {
        return NULL;
    }

    const struct revision *last = &history->at[history->len - 1];
    return last->blob.text[0] ? last : NULL;
}

static void push(struct walk *walk, struct record_history *history,
                 struct revision revision)
{
    *LIST_PUSH(walk->reading.arena, history) = revision;
    history->is_cut |= revision.is_cut;
}

static void add_removal(struct walk *walk, struct str id,
                        const struct touch *touch,
                        const struct vcs_commit *commit)
{
    struct record_history *history = history_at(walk, id);
    if (history->len > 0 && !str_equal(history->path, touch->before->path)) {
        return; /* another file of that id, or one that a branch has renamed */
    }
    push(walk, history,
         (struct revision){.commit = commit,
                           .kind = touch->kind,
                           .path = touch->before->path,
                           .before = touch->before->before,
                           .header = touch->then->header,
                           .body = touch->then->body,
                           .has_header_changed = true,
                           .has_body_changed = true});
}

/* A merge of a rename and an edit has the file under a path that its first
 * parent had not: what came last stands in for what was there. */
static void add_revision(struct walk *walk, struct str id,
                         const struct touch *touch,
                         const struct vcs_commit *commit)
{
    struct record_history *history = history_at(walk, id);
    const struct revision *last = last_present(history);
    struct revision revision = {.commit = commit,
                                .kind = touch->kind,
                                .path = touch->after->path,
                                .blob = touch->after->blob,
                                .version = touch->now->version,
                                .header = touch->now->header,
                                .body = touch->now->body};
    struct str header = {0};
    struct str body = {0};
    if (touch->before) {
        revision.before = touch->before->before;
        header = touch->then->header;
        body = touch->then->body;
    } else if (commit->is_merge && last) {
        revision.before = last->blob;
        header = last->header;
        body = last->body;
    }
    history->path = touch->after->path;
    if (is_same(&revision.before, &revision.blob)) {
        return; /* renamed and nothing else */
    }
    revision.has_header_changed = !str_equal(header, revision.header);
    revision.has_body_changed = !str_equal(body, revision.body);
    push(walk, history, revision);
}

/* How the record was where the history starts; of several such places, each
 * that has another text. */
static void add_cut(struct walk *walk, struct str id, const struct touch *touch,
                    const struct vcs_commit *commit)
{
    struct record_history *history = history_at(walk, id);

    history->is_cut = true;
    for (size_t i = 0; i < history->len; i++) {
        if (is_same(&history->at[i].blob, &touch->after->blob)) {
            return;
        }
    }
    history->path = touch->after->path;
    push(walk, history,
         (struct revision){.commit = commit,
                           .kind = touch->kind,
                           .path = touch->after->path,
                           .blob = touch->after->blob,
                           .version = touch->now->version,
                           .header = touch->now->header,
                           .body = touch->now->body,
                           .is_cut = true});
}

static void add_evidence(struct walk *walk, const struct vcs_commit *commit,
                         const struct vcs_changes *changes)
{
    for (size_t i = 0; i < changes->len; i++) {
        if (reading_is_evidence(changes->at[i].path)) {
            *LIST_PUSH(walk->reading.arena, &walk->histories->evidence) =
                (struct evidence_change){commit, changes->at[i]};
        }
    }
}

static void add_commit(struct walk *walk, size_t index)
{
    const struct vcs_commit *commit = &walk->histories->commits.at[index];
    struct arena_mark mark = arena_mark(walk->reading.scratch);
    struct map touches = find_touches(walk, &walk->changes[index]);

    add_evidence(walk, commit, &walk->changes[index]);
    for (size_t i = 0; i < touches.len; i++) {
        const struct touch *touch = touches.at[i].value;
        struct str id = touches.at[i].key;
        if (commit->is_cut) {
            add_cut(walk, id, touch, commit);
        } else if (touch->after) {
            add_revision(walk, id, touch, commit);
        } else {
            add_removal(walk, id, touch, commit);
        }
    }
    arena_rewind(walk->reading.scratch, mark);
}

/* --- The whole walk ------------------------------------------------------ */

bool histories_load(struct arena *arena, const struct project *project,
                    struct vcs *vcs, struct store *store,
                    struct histories *histories, struct failure *failure)
{
    *histories = (struct histories){0};
    if (!vcs_commits(vcs, arena, &histories->commits, failure)) {
        return false;
    }
    if (histories->commits.len == 0) {
        return true;
    }

    struct arena scratch = {0};
    struct walk walk = {.reading = {.arena = arena,
                                    .scratch = &scratch,
                                    .project = project,
                                    .vcs = vcs,
                                    .store = store},
                        .histories = histories,
                        .changes = ARENA_ARRAY(arena, struct vcs_changes,
                                               histories->commits.len)};
    reading_start(&walk.reading);
    for (size_t i = 0; i < histories->commits.len; i++) {
        walk.changes[i] =
            reading_changes(&walk.reading, &histories->commits.at[i]);
    }
    find_homes(&walk);
    for (size_t i = histories->commits.len; i-- > 0;) {
        add_commit(&walk, i);
    }
    reading_save(&walk.reading);
    histories->lost = walk.reading.lost;
    histories->read_count = walk.reading.read_count;
    histories->reach = histories->commits.is_cut || histories->lost > 0
                           ? HISTORY_CUT
                           : HISTORY_COMPLETE;
    arena_free(&scratch);
    return true;
}
