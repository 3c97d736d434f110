/* Questions about one record's history, and its text at a revision. */

#include "history/history.h"

#include "history/memo.h"

const struct record_history *history_of(const struct histories *histories,
                                        struct str id)
{
    const struct record_history *history = map_get(&histories->by_id, id);

    return history && history->len > 0 ? history : NULL;
}

enum { DAY = sizeof "2021-01-03" - 1 };

/* --- Under former ids ---------------------------------------------------- */

/* Commits lie newest first, so what lies further back is older. */
static bool is_older(const struct revision *a, const struct revision *b)
{
    return a->commit > b->commit;
}

/* The later one begins where the earlier went, in one commit: the record got
 * another id there. */
static void join(struct revision *began, const struct revision *went)
{
    began->before = went->before;
    began->has_header_changed = !str_equal(began->header, went->header);
    began->has_body_changed = !str_equal(began->body, went->body);
}

/* Both oldest first. */
static struct record_history *merge(struct arena *arena,
                                    const struct record_history *old_one,
                                    const struct record_history *new_one)
{
    struct record_history *both = ARENA_NEW(arena, struct record_history);
    size_t o = 0;

    *both = *new_one;
    both->at = NULL;
    both->len = both->cap = 0;
    both->is_cut |= old_one->is_cut;
    for (size_t n = 0; n < new_one->len; n++) {
        struct revision next = new_one->at[n];
        while (o < old_one->len && is_older(&old_one->at[o], &next)) {
            *LIST_PUSH(arena, both) = old_one->at[o++];
        }
        if (o < old_one->len && old_one->at[o].commit == next.commit) {
            join(&next, &old_one->at[o++]);
        }
        *LIST_PUSH(arena, both) = next;
    }
    while (o < old_one->len) {
        *LIST_PUSH(arena, both) = old_one->at[o++];
    }
    return both;
}

const struct record_history *history_of_record(
    struct arena *arena, const struct histories *histories,
    const struct record *record)
{
    const struct record_history *history = history_of(histories, record->id);

    for (size_t i = 0; i < record->formerly.len; i++) {
        const struct record_history *former =
            history_of(histories, record->formerly.at[i].text);
        if (former && former != history) {
            history = history ? merge(arena, former, history) : former;
        }
    }
    return history;
}

/* --- Dates --------------------------------------------------------------- */

struct history_dates history_dates(const struct record_history *history)
{
    struct history_dates dates = {0};

    for (size_t i = 0; i < history->len; i++) {
        const struct revision *revision = &history->at[i];
        bool is_there = revision->blob.text[0] != '\0';
        if (is_there && !dates.began && !history->is_cut) {
            dates.began = revision;
        }
        if (is_there && revision->has_header_changed) {
            dates.header = revision;
        }
        if (is_there && revision->has_body_changed) {
            dates.body = revision;
        }
    }
    return dates;
}

struct str history_day(const struct revision *revision)
{
    return str_slice(revision->commit->stamp, 0, DAY);
}

/* What changed before the newest cut may lie on the far side of it. */
static struct str newest_cut(const struct histories *histories)
{
    for (size_t i = 0; i < histories->commits.len; i++) {
        if (histories->commits.at[i].is_cut) {
            return str_slice(histories->commits.at[i].stamp, 0, DAY);
        }
    }
    return S("");
}

struct str history_gap(struct arena *arena, const struct histories *histories,
                       const struct vcs *vcs)
{
    switch (histories->reach) {
    case HISTORY_NONE:
        return vcs ? S("Nothing has been committed to git yet, so nobody knows "
                       "what was before.")
                   : S("There is no git repository here, so nobody knows what "
                       "was before.");
    case HISTORY_CUT:
        if (histories->commits.is_cut) {
            return arena_printf(
                arena,
                "This clone's history is cut short: what changed before %.*s "
                "may not be here.",
                STR_ARG(newest_cut(histories)));
        }
        return arena_printf(arena,
                            "This clone lacks %zu of its commits and files, so "
                            "some changes may not be told.",
                            histories->lost);
    case HISTORY_COMPLETE:
        return S("");
    }
    BUG("reach %d", (int)histories->reach);
}

/* --- Text ---------------------------------------------------------------- */

static struct record *read_blob(struct arena *arena,
                                const struct project *project, struct vcs *vcs,
                                const struct revision *revision,
                                struct vcs_id blob)
{
    struct str text = {0};
    struct failure failure;

    if (!blob.text[0] || !vcs_blob(vcs, blob, arena, &text, &failure)) {
        return NULL;
    }
    return reading_parse(arena, project, revision->kind, revision->path, text);
}

struct record *history_read(struct arena *arena, const struct project *project,
                            struct vcs *vcs, const struct revision *revision)
{
    return read_blob(arena, project, vcs, revision, revision->blob);
}

struct record *history_read_before(struct arena *arena,
                                   const struct project *project,
                                   struct vcs *vcs,
                                   const struct revision *revision)
{
    return read_blob(arena, project, vcs, revision, revision->before);
}

struct record *history_read_head(struct arena *arena,
                                 const struct project *project, struct vcs *vcs,
                                 const struct record_history *history,
                                 const struct record *today)
{
    const struct str paths[] = {today ? today->source->path : S(""),
                                history ? history->path : S("")};
    const struct kind *kind = today ? today->kind : NULL;
    if (!kind && history) {
        kind = history->at[history->len - 1].kind;
    }

    for (size_t i = 0; kind && i < sizeof paths / sizeof *paths; i++) {
        struct str text = {0};
        bool found = false;
        struct failure failure;
        if (paths[i].len > 0 &&
            vcs_text_at_head(vcs, arena_cstr(arena, paths[i]), arena, &text,
                             &found, &failure) &&
            found) {
            struct record *record =
                reading_parse(arena, project, kind, paths[i], text);
            if (!today || str_equal(record->id, today->id)) {
                return record;
            }
        }
    }
    return NULL;
}
