/* The commit of several files, and its completion after a death. */

#include "base/batch.h"

#include "base/fs.h"
#include "base/map.h"
#include "base/out.h"
#include "base/sha256.h"

#include <string.h>

enum { TEXT_CEILING = 256 << 20, JOURNAL_CEILING = 16 << 20 };

/* One line of the journal. */
struct step {
    struct str path;     /* below the root */
    struct str old_hash; /* "-": no file is there yet */
    struct str new_hash; /* "-": the file is removed */
    struct str staged;   /* name of the staged file beside the path, or "-" */
};

struct work {
    struct arena arena;
    struct str root;
    struct failure *failure;
    LIST(struct step) steps;
};

static bool is_dash(struct str text)
{
    return str_is(text, "-");
}

static struct str full(struct work *work, struct str path)
{
    return fs_join(&work->arena, work->root, path);
}

static struct str journal_path(struct work *work)
{
    return full(work, S(BATCH_JOURNAL));
}

static struct str staged_path(struct work *work, const struct step *step)
{
    size_t slash = str_rfind_char(step->path, '/');
    struct str folder = str_slice(step->path, 0, slash == STR_NONE ? 0 : slash);
    return full(work, fs_join(&work->arena, folder, step->staged));
}

static struct str hash_of(struct work *work, struct str text)
{
    return arena_copy(&work->arena, str_from_c(sha256_of(text).text));
}

/* -- What may be changed --------------------------------------------------- */

static bool has_hidden_part(struct str path)
{
    struct str part = {0};
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(path, '/', &part, &path);
        if (str_starts(part, S("."))) {
            return true;
        }
    }
    return false;
}

static bool is_allowed(struct work *work, struct str path)
{
    if (!fs_is_inside(path) || has_hidden_part(path)) {
        return fail(work->failure,
                    "\"%.*s\" is not a file of the project that may be changed",
                    STR_ARG(path));
    }
    if (fs_has_link(arena_cstr(&work->arena, work->root), path)) {
        return fail(work->failure,
                    "%.*s is a symbolic link or lies behind one, and is not "
                    "written through it",
                    STR_ARG(path));
    }
    return true;
}

/* The hash of the file, "-" for none. */
static bool hash_now(struct work *work, struct str path, struct str *hash)
{
    struct str text = {0};
    *hash = S("-");
    if (fs_kind(path.ptr) == FS_MISSING) {
        return true;
    }
    struct arena_mark mark = arena_mark(&work->arena);
    struct sha256_hex hex = {{0}};
    bool is_read =
        fs_read(&work->arena, path.ptr, TEXT_CEILING, &text, work->failure);
    if (is_read) {
        hex = sha256_of(text);
    }
    arena_rewind(&work->arena, mark);
    *hash = arena_copy(&work->arena, str_from_c(hex.text));
    return is_read;
}

static bool has_changed(struct work *work, struct str path)
{
    return fail(work->failure,
                "%.*s was changed or removed while this was prepared; nothing "
                "is written, try again",
                STR_ARG(path));
}

/* -- The journal ----------------------------------------------------------- */

static const char first_line[] = "probatum journal 1";

static struct str write_journal(struct work *work)
{
    struct out out = {0};
    out_printf(&out, "%s\n", first_line);
    for (size_t i = 0; i < work->steps.len; i++) {
        const struct step *step = &work->steps.at[i];
        out_printf(&out, "%.*s %.*s %.*s %.*s\n", STR_ARG(step->old_hash),
                   STR_ARG(step->new_hash), STR_ARG(step->staged),
                   STR_ARG(step->path));
    }
    struct sha256_hex sum = sha256_of(out_text(&out));
    out_printf(&out, "%s\n", sum.text);
    return out_take(&out, &work->arena);
}

static bool is_hash(struct str text)
{
    return is_dash(text) || text.len == sizeof(struct sha256_hex) - 1;
}

/* ".probatum-PROCESS-NUMBER.tmp" */
static bool is_staged_name(struct str name)
{
    return str_starts(name, S(".probatum-")) && str_ends(name, S(".tmp")) &&
           str_find_char(name, '/') == STR_NONE;
}

static bool read_step(struct str line, struct step *step)
{
    struct str rest = {0};
    return str_cut(line, ' ', &step->old_hash, &rest) &&
           str_cut(rest, ' ', &step->new_hash, &rest) &&
           str_cut(rest, ' ', &step->staged, &step->path) &&
           is_hash(step->old_hash) && is_hash(step->new_hash) &&
           is_dash(step->staged) == is_dash(step->new_hash) &&
           (is_dash(step->staged) || is_staged_name(step->staged));
}

static bool read_steps(struct work *work, struct str text)
{
    struct str line = {0};
    size_t sum_at = text.len > 65 ? text.len - 65 : 0;
    struct str body = str_slice(text, 0, sum_at);
    if (!str_is(str_trim(str_from(text, sum_at)), sha256_of(body).text) ||
        !str_next_line(&body, &line) || !str_is(line, first_line)) {
        return false;
    }
    while (str_next_line(&body, &line)) {
        struct step step = {0};
        if (!read_step(line, &step)) {
            return false;
        }
        *LIST_PUSH(&work->arena, &work->steps) = step;
    }
    return work->steps.len > 0;
}

static bool read_journal(struct work *work)
{
    struct str path = journal_path(work);
    struct str text = {0};
    if (fs_has_link(arena_cstr(&work->arena, work->root), S(BATCH_JOURNAL))) {
        return fail(work->failure, "%s is a symbolic link; remove it",
                    path.ptr);
    }
    if (!fs_read(&work->arena, path.ptr, JOURNAL_CEILING, &text,
                 work->failure)) {
        return false;
    }
    if (!read_steps(work, text)) {
        return fail(work->failure,
                    "%s is not a list of changes as probatum writes it; remove "
                    "it",
                    path.ptr);
    }
    for (size_t i = 0; i < work->steps.len; i++) {
        if (!is_allowed(work, work->steps.at[i].path)) {
            return false;
        }
    }
    return true;
}

/* -- Carrying it out ------------------------------------------------------- */

static bool sync_folders(struct work *work)
{
    struct map seen = {0};
    for (size_t i = 0; i < work->steps.len; i++) {
        struct str path = full(work, work->steps.at[i].path);
        size_t slash = str_rfind_char(path, '/');
        void **slot =
            map_slot(&work->arena, &seen,
                     str_slice(path, 0, slash == STR_NONE ? 0 : slash));
        if (!*slot && !fs_sync_folder_of(path.ptr, work->failure)) {
            return false;
        }
        *slot = work;
    }
    return true;
}

/* What is done already stays: a step can be taken twice. */
static bool take_step(struct work *work, const struct step *step)
{
    struct str path = full(work, step->path);
    if (is_dash(step->new_hash)) {
        return fs_kind(path.ptr) == FS_MISSING ||
               fs_remove(path.ptr, work->failure);
    }
    struct str staged = staged_path(work, step);
    return fs_kind(staged.ptr) == FS_MISSING ||
           fs_move(staged.ptr, path.ptr, work->failure);
}

static bool remove_journal(struct work *work)
{
    struct str path = journal_path(work);
    return fs_remove(path.ptr, work->failure) &&
           fs_sync_folder_of(path.ptr, work->failure);
}

static bool carry_out(struct work *work)
{
    bool is_done = true;
    for (size_t i = 0; i < work->steps.len && is_done; i++) {
        is_done = take_step(work, &work->steps.at[i]);
    }
    if (is_done && sync_folders(work) && remove_journal(work)) {
        return true;
    }
    struct str why = arena_copy(&work->arena, str_from_c(work->failure->why));
    return fail(work->failure,
                "%.*s; the change is made in part, and the next command makes "
                "the rest of it",
                STR_ARG(why));
}

/* -- Finishing another's work ---------------------------------------------- */

/* Whether the step can still be taken, or has been: the file has the old text
 * and the staged one is there, or it has the new text. */
static bool can_take(struct work *work, const struct step *step)
{
    struct str now = {0};
    struct str staged = S("-");
    if (!hash_now(work, full(work, step->path), &now)) {
        return false;
    }
    if (!is_dash(step->staged) &&
        !hash_now(work, staged_path(work, step), &staged)) {
        return false;
    }
    bool is_ready =
        str_equal(now, step->old_hash) && str_equal(staged, step->new_hash);
    bool is_done = str_equal(now, step->new_hash) &&
                   (is_dash(staged) || str_equal(staged, step->new_hash));
    return is_ready || is_done ||
           fail(work->failure,
                "an interrupted command was changing several files, and "
                "%.*s has been edited since; remove %s to leave the files as "
                "they are now",
                STR_ARG(step->path), journal_path(work).ptr);
}

static bool finish(struct work *work, size_t *file_count)
{
    *file_count = 0;
    if (fs_kind(journal_path(work).ptr) == FS_MISSING &&
        !fs_has_link(arena_cstr(&work->arena, work->root), S(BATCH_JOURNAL))) {
        return true;
    }
    if (!read_journal(work)) {
        return false;
    }
    for (size_t i = 0; i < work->steps.len; i++) {
        if (!can_take(work, &work->steps.at[i])) {
            return false;
        }
    }
    *file_count = work->steps.len;
    return carry_out(work);
}

static void sweep_root(struct work *work)
{
    struct fs_entries entries = {0};
    struct failure ignored;
    if (fs_list(&work->arena, arena_cstr(&work->arena, work->root), &entries,
                &ignored)) {
        fs_sweep(&entries);
    }
}

bool batch_recover(const char *root, size_t *file_count,
                   struct failure *failure)
{
    int lock = -1;
    struct work work = {.root = str_from_c(root), .failure = failure};
    *file_count = 0;
    struct str journal = journal_path(&work);
    bool is_done = true;
    /* Nearly always there is nothing to do, and nothing to wait for. */
    if (fs_kind(journal.ptr) != FS_MISSING ||
        fs_has_link(root, S(BATCH_JOURNAL))) {
        is_done = fs_lock(root, &lock, failure);
        if (is_done) {
            is_done = finish(&work, file_count);
            fs_unlock(lock);
        }
    }
    if (is_done) {
        sweep_root(&work);
    }
    arena_free(&work.arena);
    return is_done;
}

/* -- Making a change ------------------------------------------------------- */

static bool holds_old_text(struct work *work, const struct batch_change *change)
{
    struct str path = full(work, change->path);
    struct str text = {0};
    if (!is_allowed(work, change->path)) {
        return false;
    }
    if (fs_kind(path.ptr) == FS_MISSING) {
        return change->is_new || has_changed(work, change->path);
    }
    if (change->is_new) {
        return fail(work->failure, "%.*s is there already",
                    STR_ARG(change->path));
    }
    struct arena_mark mark = arena_mark(&work->arena);
    bool is_read =
        fs_read(&work->arena, path.ptr, TEXT_CEILING, &text, work->failure);
    bool is_old = is_read && str_equal(text, change->old_text);
    arena_rewind(&work->arena, mark);
    return is_read && (is_old || has_changed(work, change->path));
}

static bool stage_change(struct work *work, const struct batch_change *change)
{
    struct step *step = LIST_PUSH(&work->arena, &work->steps);
    unsigned number = (unsigned)work->steps.len;
    *step = (struct step){.path = change->path,
                          .old_hash = S("-"),
                          .new_hash = S("-"),
                          .staged = S("-")};
    if (!change->is_new) {
        step->old_hash = hash_of(work, change->old_text);
    }
    if (change->is_gone) {
        return true;
    }
    struct str path = full(work, change->path);
    struct str staged = {0};
    if (!fs_stage(&work->arena, path.ptr, change->new_text, number, &staged,
                  work->failure)) {
        return false;
    }
    size_t slash = str_rfind_char(staged, '/');
    step->staged = slash == STR_NONE ? staged : str_from(staged, slash + 1);
    step->new_hash = hash_of(work, change->new_text);
    return true;
}

/* Before the commit: as if nothing had been begun. */
static void drop(struct work *work)
{
    struct failure ignored;
    for (size_t i = 0; i < work->steps.len; i++) {
        const struct step *step = &work->steps.at[i];
        if (!is_dash(step->staged)) {
            fs_remove(staged_path(work, step).ptr, &ignored);
        }
    }
}

static bool prepare(struct work *work, const struct batch *batch)
{
    for (size_t i = 0; i < batch->len; i++) {
        if (!holds_old_text(work, &batch->at[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < batch->len; i++) {
        if (!stage_change(work, &batch->at[i])) {
            return false;
        }
    }
    return sync_folders(work);
}

static bool commit(struct work *work, const struct batch *batch)
{
    struct str journal = journal_path(work);
    struct failure ignored;
    if (!prepare(work, batch)) {
        drop(work);
        return false;
    }
    if (!fs_write(journal.ptr, write_journal(work), FS_DURABLE,
                  work->failure)) {
        /* It may be there and not last, which is no commit. */
        fs_remove(journal.ptr, &ignored);
        drop(work);
        return false;
    }
    return carry_out(work);
}

bool batch_commit(const char *root, const struct batch *batch,
                  struct failure *failure)
{
    int lock = -1;
    size_t finished = 0;
    struct work work = {.root = str_from_c(root), .failure = failure};
    if (batch->len == 0) {
        return true;
    }
    bool is_done = fs_lock(root, &lock, failure);
    if (is_done) {
        is_done = finish(&work, &finished);
        work.steps.len = 0;
        is_done = is_done && commit(&work, batch);
        fs_unlock(lock);
    }
    arena_free(&work.arena);
    return is_done;
}
