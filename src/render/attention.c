/* One look over all records and all evidence. What is asked of each is small,
 * and what the answer needs in words is put together only for what is found. */

#include "render/attention_parts.h"

#include "check/flagged.h"
#include "check/suspect.h"
#include "render/cite.h"
#include "render/page.h"

static const struct attention_group groups[ATTENTION_KINDS] = {
    [ATTENTION_CONTRADICTED] =
        {
            .key = "contradicted",
            .title = "Contradicted",
            .meaning = "A run here speaks against the claim, and the record is "
                       "in force.",
            .none = "No claim in force is contradicted by a run here.",
            .all = "probatum list --verdict contradicted",
        },
    [ATTENTION_STALE] =
        {
            .key = "stale",
            .title = "Stale",
            .meaning = "The plan or the core moved on after the evidence was "
                       "made.",
            .none = "All evidence belongs to its plan as it stands.",
            .all = "probatum check --only evidence",
        },
    [ATTENTION_PENDING] =
        {
            .key = "pending",
            .title = "Pending",
            .meaning = "A new run came out differently and waits to be "
                       "accepted or rejected.",
            .none = "No evidence waits for review.",
            .all = "probatum review --list",
        },
    [ATTENTION_SUSPECT] =
        {
            .key = "suspect",
            .title = "Suspect",
            .meaning = "Something the record rests on changed in a major way "
                       "after the record was last gone over.",
            .none = "Every record was gone over since what it rests on last "
                    "changed.",
            .all = "probatum check --only history",
        },
    [ATTENTION_FLAGGED] =
        {
            .key = "flagged",
            .title = "Flags open",
            .meaning = "Problems that somebody wrote down and nobody has "
                       "resolved.",
            .none = "No flag is open.",
            .all = "",
        },
    [ATTENTION_UNABLATED] =
        {
            .key = "unablated",
            .title = "Unablated",
            .meaning = "No source runs the arm without the practice, or nobody "
                       "knows of one.",
            .none = "Of every practice in force a source runs the arm without "
                    "it.",
            .all = "probatum list --ablation open",
        },
    [ATTENTION_ABSENCE] =
        {
            .key = "absence",
            .title = "Absence claims due",
            .meaning = "A field says that nobody did something, and "
                       "literature about the same has been filed since.",
            .none = "Nothing about what a field says is missing has been filed "
                    "since.",
            .all = "probatum check --only citation",
        },
    [ATTENTION_FOUND] =
        {
            .key = "found",
            .title = "Found by checks",
            .meaning = "Errors and warnings about fields and evidence, by "
                       "record; probatum check also reads the texts.",
            .none = "The checks of fields and evidence find no error and no "
                    "warning.",
            .all = "probatum check",
        },
};

struct attention_item *attention_push(struct looking *looking,
                                      enum attention_kind kind,
                                      const struct record *record)
{
    struct attention_group *group = &looking->attention.groups[kind];
    struct attention_item *item = LIST_PUSH(looking->context->arena, group);
    *item = (struct attention_item){.record = record};
    return item;
}

struct str attention_dated(const struct looking *looking, const char *words,
                           struct str date)
{
    return date.len > 0 ? arena_printf(looking->context->arena, "%s %.*s",
                                       words, STR_ARG(date))
                        : date;
}

struct str attention_bump(const struct looking *looking,
                          const struct record *record)
{
    return arena_printf(looking->context->arena,
                        "probatum bump %.*s --note \"\xe2\x80\xa6\"",
                        STR_ARG(record->id));
}

/* ---- Evidence ----------------------------------------------------------- */

static void look_at_evidence(struct looking *looking,
                             const struct evidence *evidence)
{
    struct arena *arena = looking->context->arena;
    const struct record *record =
        evidence->plan != NULL ? evidence->plan->record : NULL;
    if (record == NULL) {
        return; /* its plan is gone, and with it the page */
    }
    if (evidence->is_stale) {
        struct attention_item *item =
            attention_push(looking, ATTENTION_STALE, record);
        item->reason = evidence->stale_reason;
        item->when =
            attention_dated(looking, "evidence of", evidence->provenance.date);
        item->command =
            arena_printf(arena, "probatum run %.*s", STR_ARG(evidence->id));
    }
    if (evidence->is_pending_present) {
        struct attention_item *item =
            attention_push(looking, ATTENTION_PENDING, record);
        item->reason = S("What was accepted is still shown everywhere.");
        item->when =
            attention_dated(looking, "accepted", evidence->provenance.date);
        item->command = S("probatum review");
    }
}

/* ---- Practices ---------------------------------------------------------- */

static void look_for_contradiction(struct looking *looking,
                                   const struct record *record)
{
    size_t count = 0;
    const struct assessment *assessments =
        record->evidence.len > 0
            ? assess_practice(looking->context, record, &count)
            : NULL;
    for (size_t i = 0; i < count; i++) {
        const struct assessment *one = &assessments[i];
        if (one->verdict != VERDICT_CONTRADICTED || one->decision == NULL) {
            continue;
        }
        struct attention_item *item =
            attention_push(looking, ATTENTION_CONTRADICTED, record);
        item->reason = arena_printf(
            looking->context->arena, "%.*s, `%.*s`: %.*s%s",
            STR_ARG(one->evidence->id), STR_ARG(one->decision->id),
            STR_ARG(one->decision->sentence),
            is_flagged(record, one->reference) ? " A flag says so." : "");
        item->when =
            attention_dated(looking, "since", one->evidence->provenance.date);
        item->command = attention_bump(looking, record);
    }
}

/* One's own run is an ablation, too, at the scale that it has. */
static const struct evidence_decision *own_ablation(
    const struct looking *looking, const struct record *record)
{
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct evidence *evidence = NULL;
        const struct evidence_decision *decision = site_decision(
            looking->context, record->evidence.at[i].text, &evidence);
        if (decision != NULL) {
            return decision;
        }
    }
    return NULL;
}

static void look_for_ablation(struct looking *looking,
                              const struct record *record)
{
    struct arena *arena = looking->context->arena;
    if (!record_is_unablated(record)) {
        return;
    }
    const char *reason =
        record_ablation(record) == ABLATION_NONE
            ? "No source runs the arm without it."
            : "Not known whether any source runs the arm without it.";
    const bool is_tested = own_ablation(looking, record) != NULL;
    struct attention_item *item =
        attention_push(looking, ATTENTION_UNABLATED, record);
    item->reason = arena_printf(arena, "%s %s", reason,
                                is_tested ? "It is run here."
                                          : "It is not run here either.");
    item->when = attention_dated(looking, "as of", cite_date(record));
    item->command = is_tested ? attention_bump(looking, record)
                              : S("probatum new experiment");
}

/* The day of the version, or nothing. */
static struct str day_of_version(const struct record *record, int64_t version)
{
    for (size_t i = 0; i < record->history_count; i++) {
        if (record->history[i].version == version) {
            return record->history[i].date;
        }
    }
    return version <= 1 ? record->date : (struct str){0};
}

static void look_for_flags(struct looking *looking, const struct record *record)
{
    for (size_t i = 0; i < record->flag_count; i++) {
        const struct flag *flag = &record->flags[i];
        if (flag->resolved.len > 0) {
            continue;
        }
        struct attention_item *item =
            attention_push(looking, ATTENTION_FLAGGED, record);
        item->reason = flag->text;
        item->when = attention_dated(looking, "since",
                                     day_of_version(record, flag->since));
        item->command = attention_bump(looking, record);
    }
}

/* ---- Any record --------------------------------------------------------- */

static void look_for_suspicion(struct looking *looking,
                               const struct record *record)
{
    struct arena *arena = looking->context->arena;
    const struct history_entry *change = NULL;
    size_t count = 0;
    const struct link *link = suspect_newest(arena, record, &change, &count);
    if (link == NULL) {
        return;
    }
    struct attention_item *item =
        attention_push(looking, ATTENTION_SUSPECT, record);
    item->reason = arena_printf(
        arena, "%.*s changed in version %lld: %.*s%s", STR_ARG(link->to->id),
        (long long)change->version, STR_ARG(str_trim(change->note)),
        count > 1 ? arena_printf(arena, " So did %zu more.", count - 1).ptr
                  : "");
    item->when = attention_dated(looking, "since", change->date);
    item->command = attention_bump(looking, record);
}

static void look_at_record(struct looking *looking, const struct record *record)
{
    if (record->is_broken || record_is_retired(record) ||
        site_place(looking->context->site, record).len == 0) {
        return;
    }
    look_for_suspicion(looking, record);
    look_for_flags(looking, record);
    if (record->kind->role == ROLE_PRACTICE) {
        look_for_contradiction(looking, record);
        look_for_ablation(looking, record);
    }
}

struct attention attention_of(const struct page_context *context)
{
    const struct site_input *input = &context->site->input;
    struct looking looking = {.context = context};
    for (int kind = 0; kind < ATTENTION_KINDS; kind++) {
        looking.attention.groups[kind] = groups[kind];
    }
    for (size_t i = 0; i < input->evidences->len; i++) {
        look_at_evidence(&looking, &input->evidences->at[i]);
    }
    for (size_t i = 0; i < input->library->record_count; i++) {
        look_at_record(&looking, input->library->records[i]);
    }
    attention_check(&looking);
    return looking.attention;
}
