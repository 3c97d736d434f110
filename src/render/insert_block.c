/* Blocks of a chapter: figures, tables, practices, widgets. */

#include "render/insert.h"

#include "render/figures.h"
#include "render/outcome.h"
#include "render/page.h"
#include "render/provenance.h"
#include "render/reported.h"
#include "render/rerun.h"
#include "render/table.h"
#include "render/words.h"
#include "evidence/sentence.h"

static void view_missing(const struct page_context *context, struct view *map,
                         const struct insert *insert, const char *why)
{
    struct view *missing = view_child(context->arena, map, "missing");
    view_printf(context->arena, missing, "what", "%s %.*s",
                insert_infos[insert->kind].name,
                STR_ARG(insert->written->argument));
    view_c(context->arena, missing, "why", why);
}

static struct str base_of(const struct page_context *context,
                          const struct plan *plan)
{
    return record_url(context, plan->record, "html");
}

/* ---- Figures ---------------------------------------------------------- */

static const char *figure_trouble(enum figure_answer answer)
{
    switch (answer) {
    case FIGURE_IS_DRAWN:
        return "";
    case FIGURE_HAS_NO_PLAN:
        return "no experiment is called so";
    case FIGURE_IS_UNKNOWN:
        return "the plan has no such figure";
    case FIGURE_IS_NOT_MEASURED:
        return "nothing has been measured for it yet";
    }
    BUG("an answer of no kind");
}

/* A forest is drawn row by row, one for each hypothesis that was decided. */
static bool view_forest(const struct page_context *context, struct view *map,
                        const struct insert *insert, struct str reference)
{
    struct arena *arena = context->arena;
    struct str id = {0};
    struct str name = {0};
    str_cut(reference, '.', &id, &name);
    const struct plan *plan = site_plan(context, id);
    bool is_forest = false;
    for (size_t i = 0; plan != NULL && i < plan->figure_count; i++) {
        const struct figure *figure = &plan->figures[i];
        if (str_equal(figure->id, name) && figure->kind == FIGURE_FOREST) {
            view_text(arena, view_child(arena, map, "forest"), "title",
                      figure->title);
            is_forest = true;
        }
    }
    if (!is_forest || site_evidence(context, id) == NULL) {
        return false;
    }
    struct view *forest = view_child(arena, map, "forest");
    view_text(arena, forest, "anchor", insert->anchor);
    view_int(arena, forest, "number", insert->number);
    struct view *rows = view_list(arena, forest, "rows");
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        const struct assessment assessment =
            assess(context, site_record(context, hypothesis->practice),
                   ARENA_JOIN(arena, plan->id, S("."), hypothesis->id));
        if (assessment.decision != NULL) {
            struct view *row = view_push(arena, rows);
            view_outcome(context, row, &assessment);
            struct view *delta = view_child(arena, row, "delta");
            view_printf(arena, delta, "href", "%.*s#%.*s.delta",
                        STR_ARG(base_of(context, plan)),
                        STR_ARG(assessment.reference));
        }
    }
    view_record(context, view_child(arena, map, "source"), plan->record);
    return true;
}

static void view_the_figure(const struct page_context *context,
                            struct view *map, const struct insert *insert,
                            struct str reference)
{
    struct arena *arena = context->arena;
    struct view *figures = view_list(arena, map, "figures");
    const struct str anchor = insert->anchor;
    const struct figure_request request = {
        .reference = reference,
        .id = anchor,
        .number = (size_t)insert->number,
    };
    struct str caption = {0};
    if (view_forest(context, map, insert, reference)) {
        return;
    }
    const enum figure_answer answer =
        figure_by_name(context, figures, &request, &caption);
    if (answer != FIGURE_IS_DRAWN) {
        view_missing(context, map, insert, figure_trouble(answer));
        view_text(arena, view_child(arena, map, "missing"), "anchor", anchor);
        view_printf(arena, view_child(arena, map, "missing"), "label",
                    "Figure %d. ", insert->number);
        return;
    }
    struct str experiment = {0};
    struct str rest = {0};
    str_cut(reference, '.', &experiment, &rest);
    const struct record *record = site_record(context, experiment);
    if (record != NULL) {
        view_record(context, view_child(arena, map, "source"), record);
    }
}

/* The plan's figure that is called as the widget, where none is named. */
static struct str figure_of_widget(const struct page_context *context,
                                   struct str name)
{
    const struct plans *plans = context->site->input.plans;
    trace_add(context->trace, TRACE_EVERYTHING, S(""));
    for (size_t i = 0; i < plans->len; i++) {
        for (size_t f = 0; f < plans->at[i].figure_count; f++) {
            if (str_equal(plans->at[i].figures[f].id, name)) {
                return ARENA_JOIN(context->arena, plans->at[i].id, S("."),
                                  name);
            }
        }
    }
    return (struct str){0};
}

/* Whether its script finds in the figure what it draws along. */
static bool can_be_drawn(const struct widget_info *widget,
                         const struct plan *plan, const struct figure *figure)
{
    if (widget->is_sweep != (figure->kind == FIGURE_SWEEP)) {
        return false;
    }
    for (size_t i = 0; widget->is_sweep && i < figure->arm_count; i++) {
        if (!(arm_number(&plan->arms[figure->arms[i]], figure->x) > 0)) {
            return false;
        }
    }
    return true;
}

static void view_widget(const struct page_context *context, struct view *map,
                        const struct insert *insert)
{
    struct str name = {0};
    struct str reference = {0};
    str_cut(insert->written->argument, ' ', &name, &reference);
    const struct widget_info *info = widget_find(name);
    if (info == NULL) {
        view_missing(context, map, insert, "no widget is called so");
        return;
    }
    if (reference.len == 0) {
        reference = figure_of_widget(context, name);
    }
    struct view *widget = view_child(context->arena, map, "widget");
    struct str experiment = {0};
    struct str figure = {0};
    str_cut(reference, '.', &experiment, &figure);
    view_text(context->arena, widget, "name", name);
    view_text(context->arena, widget, "experiment", experiment);
    view_the_figure(context, map, insert, reference);
    const struct plan *plan = site_plan(context, experiment);
    for (size_t i = 0; plan != NULL && i < plan->figure_count; i++) {
        if (str_equal(plan->figures[i].id, figure) &&
            can_be_drawn(info, plan, &plan->figures[i])) {
            view_rerun_figure(context, widget, plan,
                              site_evidence(context, experiment),
                              &plan->figures[i]);
        }
    }
}

/* ---- Tables ----------------------------------------------------------- */

/* Those named, in the order of the evidence; all where none is. */
static struct strs wanted_metrics(struct arena *arena,
                                  const struct evidence *evidence,
                                  struct str names)
{
    struct strs named = {0};
    struct strs wanted = {0};
    while (names.len > 0) {
        str_cut(names, ' ', LIST_PUSH(arena, &named), &names);
    }
    for (size_t m = 0; m < evidence->metrics.len; m++) {
        const struct str metric = evidence->metrics.at[m];
        if (named.len == 0 || strs_has(&named, metric)) {
            *LIST_PUSH(arena, &wanted) = metric;
        }
    }
    return wanted;
}

static void view_hypotheses(const struct page_context *context,
                            struct view *table, const struct plan *plan,
                            const struct evidence *evidence)
{
    struct arena *arena = context->arena;
    const struct str base = base_of(context, plan);
    struct view *part = view_child(arena, table, "hypotheses");
    struct view *rows = view_list(arena, part, "rows");
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        const struct evidence_decision *decided =
            evidence_decision_find(evidence, hypothesis->id);
        struct view *row = view_push(arena, rows);
        view_text(arena, row, "expectation",
                  hypothesis_expectation(arena, plan, hypothesis));
        view_text(arena, row, "name", words_of_key(arena, hypothesis->id));
        if (decided == NULL) {
            continue;
        }
        const struct decision *decision = &decided->decision;
        const struct str ref =
            ARENA_JOIN(arena, plan->id, S("."), hypothesis->id);
        view_verdict(context, row, decision->verdict);
        view_text(arena, row, "unit", metric_unit(hypothesis->metric));
        if (decision->n > 0 && decision->n <= SIGNFLIP_MAX) {
            const int decimals = decision_decimals(decision);
            view_value(context, row, "delta", base,
                       value_ref(context, ref, "delta"),
                       ratio_text(arena, decision->mean, decimals, true));
            if (decision->interval.rank > 0) {
                view_text(
                    arena, row, "low",
                    ratio_text(arena, decision->interval.lo, decimals, true));
                view_text(
                    arena, row, "high",
                    ratio_text(arena, decision->interval.hi, decimals, true));
            }
            view_text(arena, row, "wins", wins_text(arena, decision));
            view_decides(context, row, decision);
        }
    }
}

static void view_plain_table(const struct page_context *context,
                             struct view *map, const struct table *table)
{
    struct out html = {0};
    struct out markdown = {0};
    table_html(&html, table);
    table_markdown(&markdown, table);
    view_text(context->arena, map, "plain_html",
              out_take(&html, context->arena));
    view_text(context->arena, map, "plain_md",
              out_take(&markdown, context->arena));
}

static struct str whole(struct arena *arena, size_t number)
{
    return count_words(arena, (double)number);
}

/* Tensor by tensor: once for all blocks, which are alike. */
static bool view_parameters(const struct page_context *context,
                            struct view *map, const struct plan *plan,
                            struct str arm)
{
    struct arena *arena = context->arena;
    const size_t index = plan_arm(plan, arm);
    if (index >= plan->trained_count) {
        return false;
    }
    const struct core_model *model = &plan->arms[index].config.core.model;
    struct table table = {.arena = arena, .caption = S("Trained parameters")};
    static const char *const header[] = {"Tensor", "Shape", "Of each", "Times",
                                         "Together"};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
        table_column(&table, str_from_c(header[i]));
    }
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        const struct core_tensor tensor = core_tensor(model, i);
        const bool is_in_block = tensor.block != UINT32_MAX;
        if (!tensor.is_trained || (is_in_block && tensor.block > 0)) {
            continue;
        }
        const size_t size = (size_t)tensor.rows * tensor.columns;
        const size_t times = is_in_block ? model->blocks : 1;
        table_cell(&table, str_from_c(tensor.name));
        table_cell(&table, tensor.rows == 1
                               ? whole(arena, tensor.columns)
                               : arena_printf(arena, "%u \xc3\x97 %u",
                                              (unsigned)tensor.rows,
                                              (unsigned)tensor.columns));
        table_cell(&table, whole(arena, size));
        table_cell(&table, whole(arena, times));
        table_cell(&table, whole(arena, size * times));
    }
    table_cell(&table, S("all"));
    table_cell(&table, S(""));
    table_cell(&table, S(""));
    table_cell(&table, S(""));
    table_cell(&table, whole(arena, core_parameter_count(model)));
    view_plain_table(context, map, &table);
    return true;
}

static void view_reports(const struct page_context *context, struct view *map,
                         const struct plan *plan,
                         const struct evidence *evidence)
{
    view_comparisons(context, map, plan, evidence, NULL, 0);
    view_text(context->arena, map, "id", plan->id);
}

static bool view_rows(const struct page_context *context, struct view *table,
                      const struct plan *plan, struct str what,
                      struct str metrics)
{
    const struct evidence *evidence = site_evidence(context, plan->id);
    const bool is_all = str_is(what, "summary");
    bool is_known = false;
    if (evidence == NULL || evidence->plan == NULL) {
        return false;
    }
    if (is_all || str_is(what, "arms")) {
        const struct strs wanted =
            wanted_metrics(context->arena, evidence, metrics);
        view_measured(context, view_child(context->arena, table, "arms"),
                      evidence, &wanted);
        is_known = true;
    }
    if ((is_all && plan->hypothesis_count > 0) || str_is(what, "hypotheses")) {
        view_hypotheses(context, table, plan, evidence);
        is_known = true;
    }
    if ((is_all && plan->reported_count > 0) || str_is(what, "reported")) {
        view_reports(context, view_child(context->arena, table, "reported"),
                     plan, evidence);
        is_known = true;
    }
    return is_known;
}

static struct view *view_numbered(const struct page_context *context,
                                  struct view *map, const struct insert *insert)
{
    struct view *table = view_child(context->arena, map, "table");
    view_text(context->arena, table, "anchor", insert->anchor);
    view_int(context->arena, table, "number", insert->number);
    return table;
}

/* The table is in the text, and its caption as wide as that. */
static void view_table_below(const struct page_context *context,
                             struct view *map, const struct insert *insert)
{
    view_numbered(context, map, insert);
    view_flag(context->arena, map, "is_below", true);
}

static void view_table(const struct page_context *context, struct view *map,
                       const struct insert *insert)
{
    struct str id = {0};
    struct str what = {0};
    struct str metrics = {0};
    struct str part = {0};
    str_cut(insert->written->argument, ' ', &what, &metrics);
    str_cut(what, '.', &id, &what);
    const size_t dot = str_rfind_char(what, '.');
    const struct plan *plan = site_plan(context, id);
    if (plan == NULL) {
        view_missing(context, map, insert, "no experiment is called so");
        return;
    }
    struct view *table = view_numbered(context, map, insert);
    view_record(context, view_child(context->arena, table, "source"),
                plan->record);
    part = dot == STR_NONE ? what : str_from(what, dot + 1);
    const bool is_done =
        dot != STR_NONE && str_is(part, "parameters")
            ? view_parameters(context, table, plan, str_slice(what, 0, dot))
            : view_rows(context, table, plan, what, metrics);
    if (!is_done) {
        view_missing(context, map, insert,
                     "the experiment has no such table, or no evidence");
    }
}

/* ---- Practices -------------------------------------------------------- */

static void view_source(const struct page_context *context, struct view *list,
                        const struct citation *citation)
{
    struct arena *arena = context->arena;
    const struct record *work = site_record(context, citation->ref);
    struct view *item = view_push(arena, list);
    view_text(arena, item, "ref", citation->ref);
    view_text(arena, item, "role", citation->role);
    view_text(arena, item, "role_words", words_of_key(arena, citation->role));
    view_text(arena, item, "locator", citation->locator);
    view_c(arena, item, "ablation",
           citation->ablation == ABLATION_ABSENT
               ? "unstated"
               : ablation_name(citation->ablation));
    view_c(arena, item, "ablation_words", ablation_words(citation->ablation));
    if (work != NULL) {
        view_record(context, item, work);
        view_text(arena, item, "author_year", author_year(arena, work));
    }
}

static void view_practice(const struct page_context *context, struct view *map,
                          const struct insert *insert)
{
    struct arena *arena = context->arena;
    struct str id = {0};
    struct str wanted = {0};
    str_cut(insert->written->argument, ' ', &id, &wanted);
    const struct record *practice = site_record(context, id);
    if (practice == NULL || practice->is_broken ||
        practice->kind->role != ROLE_PRACTICE) {
        view_missing(context, map, insert, "no practice is called so");
        return;
    }
    struct view *view = view_child(arena, map, "practice");
    view_record(context, view, practice);
    view_prose(context, view, "claim", practice->claim);
    struct view *sources = view_list(arena, view, "sources");
    for (size_t i = 0; i < practice->citations.len; i++) {
        view_source(context, sources, &practice->citations.at[i]);
    }
    view_flag(arena, view, "has_sources", sources->len > 0);
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(context, practice, &count);
    struct view *outcomes = view_list(arena, view, "outcomes");
    for (size_t i = 0; i < count; i++) {
        if (wanted.len == 0 || str_equal(wanted, assessments[i].reference)) {
            struct view *item = view_push(arena, outcomes);
            view_outcome(context, item, &assessments[i]);
            view_printf(arena, item, "outcome_href", "%.*s#outcome.%.*s",
                        STR_ARG(record_url(context, practice, "html")),
                        STR_ARG(assessments[i].reference));
        }
    }
}

/* ---- All of them ------------------------------------------------------ */

void view_block(const struct page_context *context, struct view *map,
                const struct insert *insert)
{
    switch (insert->kind) {
    case INSERT_FIGURE:
        view_the_figure(context, map, insert, insert->written->argument);
        return;
    case INSERT_TABLE:
        if (insert_is_caption(insert)) {
            view_table_below(context, map, insert);
        } else {
            view_table(context, map, insert);
        }
        return;
    case INSERT_EVIDENCE:
        view_practice(context, map, insert);
        return;
    case INSERT_WIDGET:
        view_widget(context, map, insert);
        return;
    case INSERT_VALUE:
    case INSERT_SENTENCE:
    case INSERT_REPORTED:
    case INSERT_CONST:
    case INSERT_CITE:
    case INSERT_REF:
    case INSERT_UNKNOWN:
        view_missing(context, map, insert, "not a block");
        return;
    }
    BUG("an insert of no kind");
}
