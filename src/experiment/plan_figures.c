/* What a plan's page draws. Figures do not enter the plan's hash, but one that
 * could not be drawn is found before anything is run. */

#include "experiment/plan_figures.h"

#include "experiment/run.h"

static const char rule[] = "plan-invalid";

enum { FIGURE_KINDS = FIGURE_ACTIVITY + 1 };

static const char *const kind_names[FIGURE_KINDS] = {
    "curves", "profile", "forest", "sweep", "heatmap", "bars", "activity"};

static enum figure_kind read_kind(struct plan_reader *reader,
                                  const struct yml_node *map)
{
    const struct str word = plan_text(reader, map, "kind", rule);
    for (int i = 0; i < FIGURE_KINDS; i++) {
        if (str_is(word, kind_names[i])) {
            return (enum figure_kind)i;
        }
    }
    if (word.len > 0) {
        plan_fault(reader, rule, plan_place(map, "kind"),
                   "kind is \"%.*s\"; it may be curves, profile, forest, "
                   "sweep, heatmap, bars or activity",
                   STR_ARG(word));
    }
    return FIGURE_FOREST;
}

/* -- Which keys go with which kind ----------------------------------------- */

#define OF(kind) (1U << FIGURE_##kind)
static const struct {
    const char *key;
    unsigned taken_by, needed_by;
} kind_keys[] = {
    {"metric", OF(PROFILE) | OF(SWEEP) | OF(HEATMAP) | OF(BARS) | OF(ACTIVITY),
     OF(PROFILE) | OF(SWEEP) | OF(HEATMAP) | OF(BARS) | OF(ACTIVITY)},
    {"x", OF(SWEEP) | OF(HEATMAP) | OF(ACTIVITY), OF(SWEEP) | OF(HEATMAP)},
    {"y", OF(HEATMAP), OF(HEATMAP)},
    {"series", OF(SWEEP), 0},
    {"log", OF(SWEEP) | OF(ACTIVITY), 0},
};
#undef OF

static void check_keys_of_kind(struct plan_reader *reader,
                               const struct yml_node *map,
                               enum figure_kind kind)
{
    const unsigned bit = 1U << kind;
    for (size_t i = 0; i < sizeof kind_keys / sizeof kind_keys[0]; i++) {
        const char *key = kind_keys[i].key;
        if (yml_get(map, key) && !(kind_keys[i].taken_by & bit)) {
            plan_fault(reader, rule, plan_place(map, key),
                       "a figure of the kind %s has no %s", kind_names[kind],
                       key);
        } else if (!yml_get(map, key) && (kind_keys[i].needed_by & bit)) {
            plan_fault(reader, rule, map->place,
                       "a figure of the kind %s needs its %s", kind_names[kind],
                       key);
        }
    }
}

/* -- Metric ---------------------------------------------------------------- */

static void check_profile(struct plan_reader *reader,
                          const struct yml_node *map,
                          const struct figure *figure)
{
    if (figure->metric.len > 0 && !str_is(figure->metric, "residual-rms") &&
        !str_is(figure->metric, "gradient-norm")) {
        plan_fault(reader, "plan-metric", plan_place(map, "metric"),
                   "the metric of a profile is residual-rms or "
                   "gradient-norm");
    }
}

static void check_stepwise(struct plan_reader *reader,
                           const struct yml_node *map,
                           const struct figure *figure)
{
    const struct metric_info *info = metric_find(figure->metric);
    if (info && info->kind != METRIC_STEPWISE) {
        plan_fault(reader, "plan-metric", plan_place(map, "metric"),
                   "%s is not kept step by step, as an activity needs it",
                   info->name);
    }
}

static void check_metric(struct plan_reader *reader, const struct yml_node *map,
                         const struct figure *figure)
{
    switch (figure->kind) {
    case FIGURE_CURVES:
    case FIGURE_FOREST:
        return;
    case FIGURE_PROFILE:
        check_profile(reader, map, figure);
        return;
    case FIGURE_ACTIVITY:
        check_stepwise(reader, map, figure);
        plan_check_metric(reader, map, figure->metric, "plan-metric");
        return;
    case FIGURE_SWEEP:
    case FIGURE_HEATMAP:
    case FIGURE_BARS:
        plan_check_metric(reader, map, figure->metric, "plan-metric");
        return;
    }
}

/* -- Arms ------------------------------------------------------------------ */

static bool has_axes(const struct figure *figure)
{
    return figure->kind == FIGURE_SWEEP || figure->kind == FIGURE_HEATMAP ||
           figure->kind == FIGURE_ACTIVITY;
}

/* Others draw what only a run has: a curve, a profile. */
static bool is_of_one_metric(const struct figure *figure)
{
    return has_axes(figure) || figure->kind == FIGURE_BARS;
}

static void check_arm(struct plan_reader *reader, const struct yml_node *map,
                      const struct figure *figure, size_t arm)
{
    const struct arm *named = &reader->plan->arms[arm];
    if (is_of_one_metric(figure)) {
        plan_check_arm_metric(reader, plan_arm_place(reader, map, arm), arm,
                              figure->metric, "plan-arm");
    } else if (named->derived) {
        plan_fault(reader, "plan-arm", plan_arm_place(reader, map, arm),
                   "the derived arm \"%.*s\" was not trained, so it has no %s",
                   STR_ARG(named->name),
                   figure->kind == FIGURE_PROFILE ? "profile" : "curve");
    }
}

/* All trained arms, or all derived ones that have the metric. */
static struct arm_set all_arms(struct plan_reader *reader,
                               const struct figure *figure)
{
    const struct plan *plan = reader->plan;
    const struct metric_info *info = metric_find(figure->metric);
    const bool is_derived =
        is_of_one_metric(figure) && info && info->kind == METRIC_DERIVED;
    const size_t first = is_derived ? plan->trained_count : 0;
    const size_t end = is_derived ? plan->arm_count : plan->trained_count;
    struct arm_set all = {
        .at = ARENA_ARRAY(reader->arena, size_t, plan->arm_count)};
    for (size_t i = first; i < end; i++) {
        if (!is_derived ||
            str_equal(derived_metric(plan->arms[i].derived), figure->metric)) {
            all.at[all.len++] = i;
        }
    }
    return all;
}

static void read_arms(struct plan_reader *reader, const struct yml_node *map,
                      struct figure *figure)
{
    const struct yml_node *list = yml_get(map, "arms");
    struct arm_set arms = all_arms(reader, figure);
    if (list && list->kind == YML_LIST && list->len == 0) {
        struct diag *diag =
            plan_fault(reader, "plan-arm", list->place, "arms names none");
        diag_hint(reader->diags, diag, "leave `arms` out to draw all of them");
    }
    if (list) {
        arms = plan_arm_set(reader, map, arms, "plan-arm");
        for (size_t i = 0; i < arms.len; i++) {
            check_arm(reader, map, figure, arms.at[i]);
        }
    }
    figure->arms = arms.at;
    figure->arm_count = arms.len;
}

/* -- Figures --------------------------------------------------------------- */

static void check_id(struct plan_reader *reader, const struct yml_node *map,
                     struct str id)
{
    const struct plan *plan = reader->plan;
    if (id.len > 0 && !plan_is_name(id)) {
        plan_fault(reader, rule, plan_place(map, "id"),
                   "\"%.*s\" cannot name a figure", STR_ARG(id));
    }
    for (size_t i = 0; id.len > 0 && i < plan->figure_count; i++) {
        if (str_equal(plan->figures[i].id, id)) {
            plan_fault(reader, rule, plan_place(map, "id"),
                       "two figures are called \"%.*s\"", STR_ARG(id));
            return;
        }
    }
}

static struct figure read_figure(struct plan_reader *reader,
                                 const struct yml_node *map)
{
    struct figure figure = {
        .id = plan_text(reader, map, "id", rule),
        .title = plan_text(reader, map, "title", rule),
        .metric = plan_text(reader, map, "metric", "plan-metric"),
        .kind = read_kind(reader, map),
        .x = setting_count(),
        .y = setting_count(),
    };
    check_id(reader, map, figure.id);
    check_keys_of_kind(reader, map, figure.kind);
    check_metric(reader, map, &figure);
    read_arms(reader, map, &figure);
    if (has_axes(&figure)) {
        figure_read_places(reader, map, &figure);
    }
    return figure;
}

void plan_read_figures(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "figures");
    struct plan *plan = reader->plan;
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, rule, list->place, "figures are a list");
        return;
    }
    plan->figures = ARENA_ARRAY(reader->arena, struct figure, list->len);
    for (size_t i = 0; i < list->len; i++) {
        if (plan_check_keys(reader, list->items[i], SECTION_FIGURE, rule)) {
            plan->figures[plan->figure_count] =
                read_figure(reader, list->items[i]);
            plan->figure_count++;
        }
    }
}
