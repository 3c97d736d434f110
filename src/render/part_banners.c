/* Banners: what a reader must know before anything else, gravest first. Each
 * names its cause, its date where there is one, and what to do. */

#include "check/suspect.h"
#include "render/outcome.h"
#include "render/parts.h"

/* Worth telling whoever relies on the record. */
static bool is_grave(const char *name)
{
    const struct str banner = str_from_c(name);
    return str_is(banner, "retracted") || str_is(banner, "contradicted");
}

static struct view *push_banner(const struct page_context *context,
                                struct view *page, const struct record *record,
                                const char *name, const char *title)
{
    struct view *banner =
        view_push(context->arena, view_list(context->arena, page, "banners"));
    view_c(context->arena, banner, "name", name);
    view_c(context->arena, banner, "title", title);
    view_flag(context->arena, banner, "reaches",
              record->backlink_count > 0 && is_grave(name));
    return banner;
}

/* Another version of the work may well stand. */
static void withdrawn_version(const struct page_context *context,
                              struct view *page, const struct record *record,
                              const struct record *work,
                              const struct work_version *version)
{
    struct arena *arena = context->arena;
    if (version == NULL || version->withdrawn.len == 0) {
        return;
    }
    struct view *banner =
        push_banner(context, page, record, "retracted",
                    work == record ? "The version that was read was withdrawn"
                                   : "A version cited here was withdrawn");
    view_text(arena, banner, "banner_date", version->date);
    view_prose(context, banner, "cause", version->withdrawn);
    if (work != record) {
        view_record(context, view_child(arena, banner, "work"), work);
    }
    view_printf(arena, banner, "action",
                "See whether another version of %.*s still says it.",
                STR_ARG(work->id));
}

static void retracted_work(const struct page_context *context,
                           struct view *page, const struct record *record)
{
    if (record->retracted.len == 0) {
        withdrawn_version(context, page, record, record,
                          record_version(record, record_version_read(record)));
        return;
    }
    struct view *banner = push_banner(context, page, record, "retracted",
                                      "This work was retracted");
    view_prose(context, banner, "cause", record->retracted);
    view_c(context->arena, banner, "action",
           "What cites it, listed below, needs another source.");
}

static bool is_first_citation(const struct citations *citations, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (str_equal(citations->at[i].ref, citations->at[index].ref)) {
            return false;
        }
    }
    return true;
}

static void retracted_sources(const struct page_context *context,
                              struct view *page, const struct record *record)
{
    struct arena *arena = context->arena;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct record *work =
            site_record(context, record->citations.at[i].ref);
        if (work == NULL || !is_first_citation(&record->citations, i)) {
            continue;
        }
        if (work->retracted.len == 0) {
            withdrawn_version(
                context, page, record, work,
                record_version(work, record_version_cited(
                                         work, &record->citations.at[i])));
            continue;
        }
        struct view *banner = push_banner(context, page, record, "retracted",
                                          "A source of this was retracted");
        view_prose(context, banner, "cause", work->retracted);
        view_record(context, view_child(arena, banner, "work"), work);
        view_printf(arena, banner, "action",
                    "Cite a work that stands, or change the status; then raise "
                    "the version of %.*s.",
                    STR_ARG(record->id));
    }
}

/* On the page of the claim the experiment, on the experiment's the claim. */
static void view_other_side(const struct page_context *context,
                            struct view *banner, const struct record *record,
                            const struct assessment *assessment)
{
    const struct record *other =
        site_record(context, record->kind->role == ROLE_PRACTICE
                                 ? assessment->evidence->id
                                 : assessment->decision->practice);
    if (other != NULL) {
        view_record(context, view_child(context->arena, banner, "work"), other);
    }
}

static void contradicted(const struct page_context *context, struct view *page,
                         const struct record *record,
                         const struct assessment *assessment)
{
    if (assessment->verdict != VERDICT_CONTRADICTED) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *banner =
        push_banner(context, page, record, "contradicted", "Contradicted here");
    view_text(
        arena, banner, "cause",
        contradiction_words(arena, assessment->evidence, assessment->decision));
    view_text(arena, banner, "banner_date",
              assessment->evidence->provenance.date);
    view_other_side(context, banner, record, assessment);
    view_printf(arena, banner, "action",
                "Narrow the claim to where it holds, or change the status of "
                "%.*s.",
                STR_ARG(record->kind->role == ROLE_PRACTICE
                            ? record->id
                            : assessment->decision->practice));
}

static void stale(const struct page_context *context, struct view *page,
                  const struct record *record, const struct evidence *evidence)
{
    if (!evidence->is_stale) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *banner =
        push_banner(context, page, record, "stale", "The evidence is stale");
    view_printf(arena, banner, "cause", "%.*s: %.*s", STR_ARG(evidence->id),
                STR_ARG(evidence->stale_reason));
    view_text(arena, banner, "banner_date", evidence->provenance.date);
    view_printf(arena, banner, "command", "probatum run %.*s",
                STR_ARG(evidence->id));
}

static void unreviewed(const struct page_context *context, struct view *page,
                       const struct record *record,
                       const struct evidence *evidence)
{
    if (!evidence->is_pending_present) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *banner = push_banner(context, page, record, "unreviewed",
                                      "A change awaits review");
    view_printf(arena, banner, "cause",
                "%.*s was run again and came out differently. This page shows "
                "the accepted evidence.",
                STR_ARG(evidence->id));
    view_printf(arena, banner, "action",
                "Compare %.*s.pending.json with %.*s.json and keep one.",
                STR_ARG(evidence->id), STR_ARG(evidence->id));
}

/* The rule dependency-suspect, for readers. */
static void suspect(const struct page_context *context, struct view *page,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    const struct history_entry *change = NULL;
    size_t count = 0;
    const struct link *link =
        record_is_retired(record)
            ? NULL
            : suspect_newest(arena, record, &change, &count);
    if (!link) {
        return;
    }
    struct view *banner = push_banner(context, page, record, "suspect",
                                      "This rests on something that changed");
    view_text(arena, banner, "banner_date", change->date);
    view_record(context, view_child(arena, banner, "work"), link->to);
    view_prose(context, banner, "cause", change->note);
    if (count > 1) {
        view_printf(arena, banner, "action",
                    "Read it again: of what it rests on, %zu records changed "
                    "since it was gone over.",
                    count);
    } else {
        view_c(arena, banner, "action",
               "Read it again; it was gone over before that.");
    }
}

static void superseded(const struct page_context *context, struct view *page,
                       const struct record *record)
{
    const struct texts *successors = &record->references[FIELD_SUPERSEDED_BY];
    if (successors->len == 0 && !record_is_retired(record)) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *banner =
        push_banner(context, page, record, "superseded",
                    successors->len > 0 ? "Superseded" : "No longer in use");
    view_printf(arena, banner, "cause", "Its status is %.*s.",
                STR_ARG(record->status));
    view_prose(context, banner, "note", record->status_note);
    struct view *list = view_list(arena, banner, "successors");
    for (size_t i = 0; i < successors->len; i++) {
        view_reference(context, view_push(arena, list), successors->at[i].text);
    }
}

void view_banners(const struct page_context *context, struct view *page,
                  const struct record *record,
                  const struct assessment *assessments, size_t count)
{
    retracted_work(context, page, record);
    retracted_sources(context, page, record);
    for (size_t i = 0; i < count; i++) {
        contradicted(context, page, record, &assessments[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (assess_is_first(assessments, i)) {
            stale(context, page, record, assessments[i].evidence);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (assess_is_first(assessments, i)) {
            unreviewed(context, page, record, assessments[i].evidence);
        }
    }
    suspect(context, page, record);
    superseded(context, page, record);
}
