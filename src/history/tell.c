#include "history/tell.h"

#include <string.h>

const char *telling_what_name(enum telling_what what)
{
    static const char *const names[] = {
        [TELLING_BEGAN] = "began",
        [TELLING_CHANGED] = "changed",
        [TELLING_REMOVED] = "removed",
        [TELLING_CUT] = "cut",
    };
    return names[what];
}

/* --- Readings ------------------------------------------------------------- */

/* The path counts, since it may say the id. */
static bool is_today(struct teller *teller, const struct revision *revision,
                     const struct vcs_id *blob)
{
    const struct record *today = teller->today;
    if (!today || today->kind != revision->kind ||
        !str_equal(today->source->path, revision->path)) {
        return false;
    }
    if (!teller->today_blob.text[0]) {
        teller->today_blob = vcs_id_of(today->source->text);
    }
    return strcmp(blob->text, teller->today_blob.text) == 0;
}

/* What one revision left is what the next began with: each is read once. */
static const struct record *read_once(struct teller *teller,
                                      const struct revision *revision,
                                      bool is_before)
{
    const struct vcs_id *blob = is_before ? &revision->before : &revision->blob;
    if (!blob->text[0]) {
        return NULL;
    }
    if (is_today(teller, revision, blob)) {
        return teller->today;
    }

    void **slot =
        map_slot(teller->arena, &teller->readings, str_from_c(blob->text));
    if (!*slot) {
        *slot = is_before ? history_read_before(teller->arena, teller->project,
                                                teller->vcs, revision)
                          : history_read(teller->arena, teller->project,
                                         teller->vcs, revision);
    }
    return *slot;
}

static const struct record *nothing_like(struct teller *teller,
                                         const struct record *record)
{
    struct diags untold = {.arena = teller->arena};
    struct source *empty =
        source_new(teller->arena, record->source->path, S(""));

    return record_parse(teller->arena, teller->project, record->kind, empty,
                        S(""), &untold);
}

/* --- Changes -------------------------------------------------------------- */

static struct str bump_note(const struct record *record, int64_t version)
{
    for (size_t i = 0; i < record->history_count; i++) {
        if (record->history[i].version == version) {
            return record->history[i].note;
        }
    }
    return S("");
}

struct telling history_tell_between(struct teller *teller,
                                    const struct record *before,
                                    const struct record *after)
{
    struct telling telling = {.what = !after    ? TELLING_REMOVED
                                      : !before ? TELLING_BEGAN
                                                : TELLING_CHANGED,
                              .version = after ? after->version : 0,
                              .version_before = before ? before->version : 0};

    if (after && telling.version != telling.version_before) {
        telling.note = bump_note(after, telling.version);
    }
    if (!before && after && teller->is_telling_beginnings) {
        before = nothing_like(teller, after);
    }
    if (before && after) {
        record_compare(teller->arena, before, after, &telling.changes);
    }
    return telling;
}

static struct telling tell_revision(struct teller *teller,
                                    const struct revision *revision)
{
    struct telling telling = {.what = TELLING_CUT,
                              .version = revision->version,
                              .version_before = revision->version};

    if (!revision->is_cut) {
        telling =
            history_tell_between(teller, read_once(teller, revision, true),
                                 read_once(teller, revision, false));
    }
    /* A blob that cannot be read is not one that was not there. */
    if (telling.what == TELLING_BEGAN && revision->before.text[0]) {
        telling.what = TELLING_CHANGED;
    }
    telling.revision = revision;
    return telling;
}

struct tellings history_tell(struct teller *teller,
                             const struct record_history *history)
{
    struct tellings tellings = {0};

    for (size_t i = history ? history->len : 0; i-- > 0;) {
        *LIST_PUSH(teller->arena, &tellings) =
            tell_revision(teller, &history->at[i]);
    }
    return tellings;
}

/* --- Sources that were cited ---------------------------------------------- */

static bool cites(const struct record *record, struct str ref)
{
    for (size_t i = 0; record && i < record->citations.len; i++) {
        if (str_equal(record->citations.at[i].ref, ref)) {
            return true;
        }
    }
    return false;
}

static struct former *former_of(struct teller *teller, struct formers *formers,
                                struct str ref)
{
    for (size_t i = 0; i < formers->len; i++) {
        if (str_equal(formers->at[i].ref, ref)) {
            return &formers->at[i];
        }
    }
    struct former *former = LIST_PUSH(teller->arena, formers);
    *former = (struct former){.ref = ref};
    return former;
}

/* Each source of an earlier revision that is missing in this one was dropped
 * here, unless that happened before. */
static void note_citations(struct teller *teller, struct formers *formers,
                           const struct revision *revision)
{
    const struct record *record = read_once(teller, revision, false);

    for (size_t i = 0; i < formers->len; i++) {
        struct former *former = &formers->at[i];
        if (!former->until && !cites(record, former->ref)) {
            former->until = revision;
        }
    }
    for (size_t i = 0; record && i < record->citations.len; i++) {
        struct former *former =
            former_of(teller, formers, record->citations.at[i].ref);
        former->since = former->since ? former->since : revision;
        former->until = NULL;
    }
}

struct formers history_formers(struct teller *teller,
                               const struct record_history *history,
                               const struct record *today)
{
    struct formers formers = {0};
    size_t kept = 0;

    for (size_t i = 0; history && i < history->len; i++) {
        note_citations(teller, &formers, &history->at[i]);
    }
    for (size_t i = 0; today && i < today->formerly_cited.len; i++) {
        former_of(teller, &formers, today->formerly_cited.at[i].ref)
            ->is_recorded = true;
    }
    for (size_t i = 0; i < formers.len; i++) {
        if (!cites(today, formers.at[i].ref)) {
            formers.at[kept++] = formers.at[i];
        }
    }
    formers.len = kept;
    return formers;
}
