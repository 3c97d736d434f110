/* The pages one finds others by: one list per kind, runs to come, and the page
 * for addresses that lead nowhere. */

#include "render/page.h"

#include "render/cite.h"
#include "render/outcome.h"
#include "render/words.h"

static bool is_listed(const struct page_context *context,
                      const struct record *record, const struct kind *kind)
{
    return record->kind == kind && site_place(context->site, record).len > 0;
}

/* ---- Practices -------------------------------------------------------- */

/* The first row of a verdict is where links to that verdict lead when no script
 * keeps the list to it. */
static void mark_first(struct arena *arena, struct view *row, struct map *seen)
{
    const struct view *name = view_get(view_get(row, S("verdict")), S("name"));
    if (name != NULL && map_get(seen, name->text) == NULL) {
        *map_slot(arena, seen, name->text) = row;
        view_text(arena, row, "first_of", name->text);
    }
}

void view_practices(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct library *library = context->site->input.library;
    struct view *list = view_list(arena, page, "practices");
    struct map seen = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role != ROLE_PRACTICE) {
            continue;
        }
        struct view *row = view_push(arena, list);
        if (record->is_broken) {
            view_record(context, row, record);
        } else {
            view_practice_row(context, row, record);
            mark_first(arena, row, &seen);
        }
    }
    view_int(arena, page, "practice_count", (int64_t)list->len);
    view_flag(arena, page, "has_practices", list->len > 0);
}

/* ---- Experiments ------------------------------------------------------ */

static void view_experiments(const struct page_context *context,
                             struct view *page)
{
    struct arena *arena = context->arena;
    const struct site_input *input = &context->site->input;
    struct view *list = view_list(arena, page, "experiments");
    for (size_t i = 0; i < input->plans->len; i++) {
        const struct plan *plan = &input->plans->at[i];
        if (plan->status == PLAN_PLANNED) {
            continue;
        }
        struct view *row = view_push(arena, list);
        view_record(context, row, plan->record);
        view_text(arena, row, "question", plan->question);
        view_c(arena, row, "plan_status", plan_status_name(plan->status));
        const struct evidence *evidence = site_evidence(context, plan->id);
        view_flag(arena, row, "has_evidence", evidence != NULL);
        view_flag(arena, row, "is_survey", plan->status == PLAN_SURVEY);
        view_flag(arena, row, "is_stale",
                  evidence != NULL && evidence->is_stale);
        struct view *verdicts = view_list(arena, row, "verdicts");
        for (size_t d = 0; evidence != NULL && d < evidence->decision_count;
             d++) {
            struct view *item = view_push(arena, verdicts);
            view_verdict(context, item,
                         evidence->decisions[d].decision.verdict);
            view_text(arena, item, "id", evidence->decisions[d].id);
        }
    }
    view_flag(arena, page, "has_experiments", list->len > 0);
}

/* "12 arms on 10 seeds, 120 runs", controls on the noise seeds besides. */
void view_runs_to_do(const struct page_context *context, struct view *map,
                     const struct plan *plan)
{
    size_t runs = plan->trained_count * plan_seeds(plan)->len;
    for (size_t i = 0; i < plan->trained_count; i++) {
        runs += plan_is_control(plan, i) ? plan->noise.len : 0;
    }
    if (runs > 0) {
        view_printf(
            context->arena, map, "runs_to_do",
            "%zu arm%s on %zu seed%s, %zu runs with the controls\xe2\x80\x99 "
            "noise seeds",
            plan->trained_count, plan->trained_count == 1 ? "" : "s",
            plan_seeds(plan)->len, plan_seeds(plan)->len == 1 ? "" : "s", runs);
    }
}

/* What a planned experiment will decide. */
static void view_questions(const struct page_context *context,
                           struct view *item, const struct plan *plan)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, item, "hypotheses");
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        if (hypothesis->control >= plan->arm_count ||
            hypothesis->treatment >= plan->arm_count) {
            continue;
        }
        struct view *row = view_push(arena, list);
        view_text(arena, row, "expectation",
                  hypothesis_expectation(arena, plan, hypothesis));
        view_reference(context, view_child(arena, row, "practice"),
                       hypothesis->practice);
    }
    view_flag(arena, item, "has_hypotheses", list->len > 0);
}

/* Its arms by name, few or many. */
static void view_arm_names(const struct page_context *context,
                           struct view *item, const struct plan *plan)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, item, "arm_names");
    for (size_t i = 0; i < plan->arm_count; i++) {
        view_push_text(arena, list, plan->arms[i].name);
    }
    view_counted(arena, item, "counted_arms", plan->arm_count, "arm");
    view_flag(arena, item, "has_arm_names", list->len > 0);
}

/* Appends the experiments that wait for a machine. */
static void view_planned(const struct page_context *context, struct view *list)
{
    struct arena *arena = context->arena;
    const struct site_input *input = &context->site->input;
    for (size_t i = 0; i < input->plans->len; i++) {
        const struct plan *plan = &input->plans->at[i];
        if (plan->status != PLAN_PLANNED) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_record(context, item, plan->record);
        view_text(arena, item, "question", plan->question);
        view_prose(context, item, "needs", plan->needs);
        view_prose(context, item, "cost", plan->cost);
        view_prose(context, item, "summary", plan->record->summary);
        view_text(arena, item, "scale", scale_words(arena, &plan->scale));
        view_runs_to_do(context, item, plan);
        view_questions(context, item, plan);
        view_arm_names(context, item, plan);
    }
}

/* Practices that nothing has tested, or that state no claim. */
static void view_untested(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct library *library = context->site->input.library;
    struct view *list = view_list(arena, page, "untested");
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role != ROLE_PRACTICE || record->is_broken ||
            record_is_retired(record)) {
            continue;
        }
        size_t count = 0;
        const struct assessment *assessments =
            assess_practice(context, record, &count);
        bool is_tested = false;
        for (size_t a = 0; a < count; a++) {
            is_tested = is_tested || assessments[a].decision != NULL;
        }
        if (is_tested) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_record(context, item, record);
        view_prose(context, item, "claim", record->claim);
        view_flag(arena, item, "has_claim", record->claim.len > 0);
        view_prose(context, item, "promote_when", record->promote_when);
    }
    view_flag(arena, page, "has_untested", list->len > 0);
}

/* ---- Pages ------------------------------------------------------------ */

static void view_kind_row(const struct page_context *context, struct view *row,
                          const struct record *record)
{
    view_record(context, row, record);
    view_prose(context, row, "summary", record->summary);
    view_text(context->arena, row, "date",
              record->published.len > 0 ? record->published : record->date);
    if (record->kind->role == ROLE_LITERATURE) {
        view_work_line(context, row, record);
    }
}

/* Practices have a table of their own, so of them only the number is told. */
static void view_records(const struct page_context *context, struct view *view,
                         const struct kind *kind)
{
    struct view *list = view_list(context->arena, view, "records");
    const struct library *library = context->site->input.library;
    int64_t count = 0;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (!is_listed(context, record, kind)) {
            continue;
        }
        count++;
        if (kind->role != ROLE_PRACTICE) {
            view_kind_row(context, view_push(context->arena, list), record);
        }
    }
    view_int(context->arena, view, "count", count);
    view_flag(context->arena, view, "has_records", count > 0);
}

void fill_kind(const struct page_context *context, struct view *view,
               const struct page *page)
{
    struct arena *arena = context->arena;
    trace_add(context->trace, TRACE_LIST, page->kind->prefix);
    view_base(context, view, "index", page->kind->title, page->place);
    view_text(arena, view, "title", page->kind->title);
    view_flag(arena, view, role_name(page->kind->role), true);
    if (page->kind->role == ROLE_PRACTICE) {
        trace_add(context->trace, TRACE_EVERYTHING, S(""));
        view_practices(context, view);
        view_flag(arena, view, "has_filter", true);
    } else if (page->kind->role == ROLE_EXPERIMENT) {
        trace_add(context->trace, TRACE_EVERYTHING, S(""));
        view_experiments(context, view);
        struct view *planned = view_list(arena, view, "planned");
        view_planned(context, planned);
        view_flag(arena, view, "has_planned", planned->len > 0);
    }
    view_records(context, view, page->kind);
}

void fill_runs_to_come(const struct page_context *context, struct view *view,
                       const struct page *page)
{
    struct arena *arena = context->arena;
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    view_base(context, view, "runs-to-come", S("Runs to come"), page->place);
    view_flag(arena, view, "is_whole", true);
    struct view *planned = view_list(arena, view, "planned");
    view_planned(context, planned);
    view_flag(arena, view, "has_planned", planned->len > 0);
    view_untested(context, view);
}

void fill_not_found(const struct page_context *context, struct view *view,
                    const struct page *page)
{
    /* A server shows it wherever the address led, so its links cannot lean on
     * the folder unless nothing better is known. */
    struct page_context anywhere = *context;
    const struct str base = cite_base(context);
    anywhere.root = base.len > 0 ? base : context->root;
    view_base(&anywhere, view, "404", S("No such page"), page->place);
}
