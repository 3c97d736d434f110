/* Which figures a page has. */

#include "render/figures.h"

#include "render/figure_draw.h"

static bool draw(struct arena *arena, const struct evidence *evidence,
                 const struct figure *figure, struct drawn_figure *drawn)
{
    switch (figure->kind) {
    case FIGURE_CURVES:
    case FIGURE_PROFILE:
        return draw_runs(arena, evidence, figure, drawn);
    case FIGURE_SWEEP:
        return draw_sweep(arena, evidence, figure, drawn);
    case FIGURE_HEATMAP:
        return draw_heatmap(arena, evidence, figure, drawn);
    case FIGURE_BARS:
        return draw_bars(arena, evidence, figure, drawn);
    case FIGURE_ACTIVITY:
        return draw_activity(arena, evidence, figure, drawn);
    case FIGURE_FOREST:
        return false;
    }
    BUG("figure of no kind");
}

static bool push(const struct page_context *context, struct view *figures,
                 const struct evidence *evidence, const struct figure *figure,
                 struct drawn_figure *drawn)
{
    const bool is_drawn = draw(context->arena, evidence, figure, drawn);
    if (is_drawn) {
        view_drawn_figure(context, figures, drawn);
    }
    return is_drawn;
}

static struct str id_of(struct arena *arena, const struct plan *plan,
                        const struct figure *figure)
{
    return arena_printf(arena, "%.*s.%.*s.figure", STR_ARG(plan->id),
                        STR_ARG(figure->id));
}

void view_figure(const struct page_context *context, struct view *figures,
                 const struct evidence *evidence, const struct figure *figure)
{
    struct drawn_figure drawn = {
        .id = id_of(context->arena, evidence->plan, figure)};
    push(context, figures, evidence, figure, &drawn);
}

/* ---- By its name ------------------------------------------------------ */

static const struct figure *figure_called(const struct plan *plan,
                                          struct str name)
{
    for (size_t i = 0; i < plan->figure_count; i++) {
        if (str_equal(plan->figures[i].id, name)) {
            return &plan->figures[i];
        }
    }
    return NULL;
}

enum figure_answer figure_by_name(const struct page_context *context,
                                  struct view *figures,
                                  const struct figure_request *request,
                                  struct str *caption)
{
    *caption = (struct str){0};
    const size_t dot = str_find_char(request->reference, '.');
    if (dot == STR_NONE) {
        return FIGURE_HAS_NO_PLAN;
    }
    const struct str id = str_slice(request->reference, 0, dot);
    const struct plan *plan = site_plan(context, id);
    if (plan == NULL) {
        return FIGURE_HAS_NO_PLAN;
    }
    const struct figure *figure =
        figure_called(plan, str_from(request->reference, dot + 1));
    if (figure == NULL) {
        return FIGURE_IS_UNKNOWN;
    }
    const struct evidence *evidence = site_evidence(context, id);
    struct drawn_figure drawn = {
        .id = request->id.len > 0 ? request->id
                                  : id_of(context->arena, plan, figure),
        .number = request->number,
    };
    if (evidence == NULL || evidence->plan == NULL ||
        !push(context, figures, evidence, figure, &drawn)) {
        return FIGURE_IS_NOT_MEASURED;
    }
    *caption = drawn.title;
    return FIGURE_IS_DRAWN;
}

/* ---- All of a plan ---------------------------------------------------- */

/* Two figures with one id are a finding; the second is not drawn. */
static bool is_first(const struct plan *plan, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (str_equal(plan->figures[i].id, plan->figures[index].id)) {
            return false;
        }
    }
    return true;
}

static bool is_shown(const struct figures_shown *shown,
                     const struct figure *figure)
{
    for (size_t i = 0; shown != NULL && i < shown->len; i++) {
        if (shown->at[i] == figure) {
            return true;
        }
    }
    return false;
}

void view_figures(const struct page_context *context, struct view *figures,
                  const struct evidence *evidence,
                  const struct figures_shown *shown)
{
    const struct plan *plan = evidence->plan;
    for (size_t i = 0; plan != NULL && i < plan->figure_count; i++) {
        if (is_first(plan, i) && !is_shown(shown, &plan->figures[i])) {
            view_figure(context, figures, evidence, &plan->figures[i]);
        }
    }
}

/* ---- For one hypothesis ----------------------------------------------- */

static bool has_arm(const struct figure *figure, size_t arm)
{
    for (size_t i = 0; i < figure->arm_count; i++) {
        if (figure->arms[i] == arm) {
            return true;
        }
    }
    return false;
}

static bool is_of_metric(const struct figure *figure, struct str metric)
{
    switch (figure->kind) {
    case FIGURE_CURVES:
        return str_ends(metric, S("-loss")) || str_ends(metric, S("-excess"));
    case FIGURE_PROFILE:
        return str_starts(metric, figure->metric) ||
               (str_is(figure->metric, "residual-rms") &&
                str_is(metric, "residual-growth"));
    case FIGURE_SWEEP:
    case FIGURE_HEATMAP:
    case FIGURE_BARS:
    case FIGURE_ACTIVITY:
        return str_equal(figure->metric, metric);
    case FIGURE_FOREST:
        return false;
    }
    BUG("figure of no kind");
}

/* Where a derived arm's value comes from: its members by their setting. */
static bool shows_members(const struct figure *figure,
                          const struct derived *derived)
{
    const bool is_over_setting =
        (figure->kind == FIGURE_SWEEP || figure->kind == FIGURE_HEATMAP) &&
        figure->x == derived->setting &&
        str_equal(figure->metric, derived->metric);
    bool has_all = is_over_setting;
    for (size_t i = 0; i < derived->member_count; i++) {
        has_all = has_all && has_arm(figure, derived->members[i]);
    }
    return has_all;
}

static bool shows_arm(const struct plan *plan, const struct figure *figure,
                      const struct hypothesis *hypothesis, size_t arm)
{
    const struct derived *derived = plan->arms[arm].derived;
    return derived != NULL ? shows_members(figure, derived)
                           : is_of_metric(figure, hypothesis->metric) &&
                                 has_arm(figure, arm);
}

const struct figure *figure_of_hypothesis(const struct plan *plan,
                                          const struct hypothesis *hypothesis)
{
    const struct figure *found = NULL;
    for (size_t i = 0; i < plan->figure_count; i++) {
        const struct figure *figure = &plan->figures[i];
        const bool is_fitting =
            is_first(plan, i) &&
            shows_arm(plan, figure, hypothesis, hypothesis->control) &&
            shows_arm(plan, figure, hypothesis, hypothesis->treatment);
        /* The fewer other arms, the plainer. */
        if (is_fitting &&
            (found == NULL || figure->arm_count < found->arm_count)) {
            found = figure;
        }
    }
    return found;
}

void view_loss_figure(const struct page_context *context, struct view *figures,
                      const struct evidence *evidence,
                      const struct figure_choice *arms)
{
    const struct plan *plan = evidence->plan;
    if (plan == NULL) {
        return;
    }
    size_t *indexes = ARENA_ARRAY(context->arena, size_t, 2);
    indexes[0] = plan_arm(plan, arms->control);
    indexes[1] = plan_arm(plan, arms->treatment);
    if (indexes[0] == plan->arm_count || indexes[1] == plan->arm_count ||
        plan->arms[indexes[0]].derived != NULL ||
        plan->arms[indexes[1]].derived != NULL) {
        return;
    }
    const struct figure figure = {
        .title =
            arena_printf(context->arena, "Evaluation loss of %.*s and %.*s",
                         STR_ARG(arms->control), STR_ARG(arms->treatment)),
        .kind = FIGURE_CURVES,
        .arms = indexes,
        .arm_count = 2,
    };
    struct drawn_figure drawn = {
        .id = arena_printf(context->arena, "%.*s.%.*s.%.*s.figure",
                           STR_ARG(plan->id), STR_ARG(arms->control),
                           STR_ARG(arms->treatment))};
    push(context, figures, evidence, &figure, &drawn);
}
