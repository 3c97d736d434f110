/* Records that are no longer in force: who still rests on one, and whether the
 * two ends of a superseding say the same. */

#include "check/rules.h"

/* -- link-retired --------------------------------------------------------- */

/* What a record of each kind rests on, so that its words would fall with the
 * target. Literature does not rest on the practices built upon it, a decision
 * is read as of its day, and a journal tells the past. */
static unsigned rests_on(enum role role)
{
    switch (role) {
    case ROLE_PRACTICE:
        return ROLE_PRACTICE | ROLE_THEORY | ROLE_LITERATURE | ROLE_NOTE |
               ROLE_DECISION | ROLE_RECORD;
    case ROLE_THEORY:
    case ROLE_EXPERIMENT:
        return ROLE_THEORY | ROLE_LITERATURE | ROLE_NOTE | ROLE_DECISION;
    case ROLE_LITERATURE:
    case ROLE_NOTE:
        return ROLE_LITERATURE | ROLE_NOTE | ROLE_DECISION;
    case ROLE_DECISION:
        return ROLE_DECISION;
    case ROLE_RECORD:
        return ROLE_ANY;
    case ROLE_JOURNAL:
        return 0;
    case ROLE_ANY:
        break;
    }
    BUG("role %d", (int)role);
}

/* Fields that state what happened between two records, which stays true
 * whatever became of the other one. */
static bool is_lasting(struct str field)
{
    static const char *const lasting[] = {
        "superseded_by",    "supersedes",  "corrects", "corrected_by",
        "compared_against", "extended_by", "explains", "ablates",
    };
    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++) {
        if (str_is(field, lasting[i])) {
            return true;
        }
    }
    return false;
}

static bool names(const struct record *record, enum field field, struct str id)
{
    const struct texts *items = &record->references[field];
    for (size_t i = 0; i < items->len; i++) {
        if (str_equal(items->at[i].text, id)) {
            return true;
        }
    }
    return false;
}

static bool is_asked(const struct record *record, const struct link *link)
{
    return link->to && link->to != record && link->origin != LINK_HISTORY &&
           (rests_on(record->kind->role) & link->to->kind->role) &&
           !is_lasting(link->field) &&
           !names(link->to, FIELD_SUPERSEDED_BY, record->id);
}

static void report_retired(struct check_context *context,
                           const struct link *link)
{
    const struct record *to = link->to;
    struct diag *diag = check_finding(
        context, link->place, to->id, "%.*s is %.*s%s%.*s", STR_ARG(to->id),
        STR_ARG(to->status), to->status_note.len > 0 ? ": " : "",
        STR_ARG(to->status_note));
    const struct texts *successors = &to->references[FIELD_SUPERSEDED_BY];
    const struct str successor =
        successors->len > 0 ? successors->at[0].text : S("");
    diag_hint(context->diags, diag,
              "%s%.*s%sacknowledged: [{rule: link-retired, target: %.*s, "
              "status: %.*s, reason: …}]",
              successor.len > 0 ? "name " : "", STR_ARG(successor),
              successor.len > 0 ? ", its successor, or write " : "write ",
              STR_ARG(to->id), STR_ARG(to->status));
}

void rule_link_retired(struct check_context *context)
{
    const struct record *record = context->record;
    if (record_is_retired(record)) {
        return; /* nobody follows it any more */
    }
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!is_asked(record, link)) {
            continue;
        }
        if (record_is_retired(link->to)) {
            report_retired(context, link);
        } else {
            check_pass(context);
        }
    }
}

/* -- superseded-* --------------------------------------------------------- */

static bool is_superseded(const struct record *record)
{
    return str_equal_nocase(record->status, S("superseded"));
}

void rule_superseded_without_successor(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->is_broken || !is_superseded(record)) {
        return;
    }
    if (record->fields[FIELD_SUPERSEDED_BY].presence == PRESENCE_FILLED) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_STATUS), S("superseded_by"),
        "%.*s is superseded and does not say by what", STR_ARG(record->id));
    diag_hint(context->diags, diag,
              "add `superseded_by: [ID]`, or reject the record instead");
}

void rule_superseded_in_force(struct check_context *context)
{
    const struct record *record = context->record;
    const struct texts *successors = &record->references[FIELD_SUPERSEDED_BY];
    if (record->status.len == 0 || successors->len == 0) {
        return;
    }
    if (record_is_retired(record) ||
        !kind_status(record->kind, record->status)) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, FIELD_STATUS), S("status"),
                      "%.*s names %.*s as its successor and is still %.*s",
                      STR_ARG(record->id), STR_ARG(successors->at[0].text),
                      STR_ARG(record->status));
    diag_hint(context->diags, diag, "write `status: Superseded`");
}

/* `supersedes` says at the new record what `superseded_by` says at the old one.
 * Both ends of a pair that disagrees are reported, each with what to write. */
static bool is_closed(const struct link *link)
{
    return record_is_retired(link->to) &&
           names(link->to, FIELD_SUPERSEDED_BY, link->from->id);
}

static bool is_superseding(const struct link *link)
{
    return link->origin == LINK_FIELD && link->to && link->to != link->from &&
           str_is(link->field, "supersedes");
}

static void report_new_end(struct check_context *context,
                           const struct link *link)
{
    struct diag *diag = check_finding(
        context, link->place, link->id,
        "%.*s says that it supersedes %.*s, which does not say so",
        STR_ARG(link->from->id), STR_ARG(link->id));
    diag_hint(context->diags, diag,
              "give %.*s a retired status and `superseded_by: [%.*s]`",
              STR_ARG(link->id), STR_ARG(link->from->id));
}

static void report_old_end(struct check_context *context,
                           const struct link *link)
{
    const struct record *record = context->record;
    const struct str status =
        record->status.len > 0 ? record->status : S("without a status");
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_STATUS), link->from->id,
        "%.*s says that it supersedes %.*s, which is %.*s%s",
        STR_ARG(link->from->id), STR_ARG(record->id), STR_ARG(status),
        record_is_retired(record) ? " and does not name it" : "");
    diag_hint(context->diags, diag,
              "give it a retired status and `superseded_by: [%.*s]`, or take "
              "it out of \"supersedes\" there",
              STR_ARG(link->from->id));
}

void rule_superseding_one_sided(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (is_superseding(link) && is_closed(link)) {
            check_pass(context);
        } else if (is_superseding(link)) {
            report_new_end(context, link);
        }
    }
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        if (is_superseding(link) && !is_closed(link)) {
            report_old_end(context, link);
        }
    }
}

/* A chain of successors ends, or it was walked in a circle. Each record is
 * entered once: it remembers the walk that came through it. */
struct walk {
    size_t number; /* 1-based; 0: not walked yet */
};

static struct walk *walk_at(struct arena *arena, struct map *walks,
                            const struct record *record)
{
    void **slot = map_slot(arena, walks, record->id);
    if (!*slot) {
        *slot = ARENA_NEW(arena, struct walk);
    }
    return *slot;
}

static const struct record *successor_of(const struct library *library,
                                         const struct record *record)
{
    const struct texts *items = &record->references[FIELD_SUPERSEDED_BY];
    return items->len > 0 ? library_find(library, items->at[0].text) : NULL;
}

void rule_superseded_circle(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct map walks = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->references[FIELD_SUPERSEDED_BY].len == 0) {
            continue;
        }
        struct walk *walk = walk_at(context->scratch, &walks, record);
        while (walk->number == 0) {
            walk->number = i + 1;
            const struct record *next = successor_of(library, record);
            if (!next || next == record) {
                break; /* link-unresolved or link-self says it */
            }
            walk = walk_at(context->scratch, &walks, next);
            if (walk->number != i + 1) {
                record = next;
                continue;
            }
            struct diag *diag = check_finding(
                context, record_place(record, FIELD_SUPERSEDED_BY), next->id,
                "the chain of successors of %.*s leads back to it",
                STR_ARG(next->id));
            diag->subject = record->id;
            diag_hint(context->diags, diag,
                      "one record of the chain is in force: take "
                      "\"superseded_by\" away there");
        }
    }
}

/* -- converse-missing ----------------------------------------------------- */

/* The field of the target that should point back, or FIELD_COUNT. */
static enum field converse_of(const struct check_context *context,
                              const struct link *link)
{
    const struct map *fields = &context->input->project->fields;
    const struct field_info *info = map_get(fields, link->field);
    const struct field_info *converse =
        info && link->origin == LINK_FIELD && info->converse[0] != '\0'
            ? map_get(fields, str_from_c(info->converse))
            : NULL;
    if (!converse || !(converse->roles & link->to->kind->role) ||
        !(converse->targets & link->from->kind->role)) {
        return FIELD_COUNT;
    }
    return (enum field)(converse - field_infos);
}

/* "field id" of every reference the record makes: a record that is named by
 * thousands is asked about each of them. */
static struct map references_of(struct arena *arena,
                                const struct record *record)
{
    struct map map = {0};
    for (size_t f = 0; f < FIELD_COUNT; f++) {
        for (size_t i = 0; i < record->references[f].len; i++) {
            const struct text_item *item = &record->references[f].at[i];
            *map_slot(arena, &map,
                      arena_printf(arena, "%zu %.*s", f, STR_ARG(item->text))) =
                record->source;
        }
    }
    return map;
}

static void check_converse(struct check_context *context,
                           const struct record *record,
                           const struct map *answers, const struct link *link,
                           enum field field)
{
    const struct str key = arena_printf(context->scratch, "%d %.*s", (int)field,
                                        STR_ARG(link->from->id));
    if (map_get(answers, key)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, link->place, link->id, "%.*s does not name %.*s in \"%s\"",
        STR_ARG(record->id), STR_ARG(link->from->id), field_infos[field].key);
    diag->subject = link->from->id;
    diag_hint(context->diags, diag, "add %.*s to \"%s\" of %.*s",
              STR_ARG(link->from->id), field_infos[field].key,
              STR_ARG(record->id));
}

void rule_converse_missing(struct check_context *context)
{
    const struct library *library = context->input->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        struct arena_mark mark = arena_mark(context->scratch);
        struct map answers = {0};
        bool is_asked_once = false;
        for (size_t j = 0; j < record->backlink_count; j++) {
            const struct link *link = record->backlinks[j];
            const enum field field = converse_of(context, link);
            if (field == FIELD_COUNT || record->is_broken) {
                continue;
            }
            if (!is_asked_once) {
                answers = references_of(context->scratch, record);
                is_asked_once = true;
            }
            check_converse(context, record, &answers, link, field);
        }
        arena_rewind(context->scratch, mark);
    }
}
