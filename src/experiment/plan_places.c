/* Where the arms of a figure stand: axes, their order along them, and the lines
 * they make. Each arm needs a place of its own. */

#include "experiment/plan_figures.h"

static const char rule[] = "plan-invalid";

/* -- Axes ------------------------------------------------------------------ */

struct axis {
    const char *key;
    size_t setting;
    bool is_log;
};

/* A derived arm stands where all its members do. */
static bool is_somewhere(const struct plan *plan, size_t arm, size_t setting)
{
    const struct derived *derived = plan->arms[arm].derived;
    for (size_t i = 0; derived && i < derived->member_count; i++) {
        if (arm_number(&plan->arms[derived->members[i]], setting) !=
            arm_number(&plan->arms[arm], setting)) {
            return false;
        }
    }
    return true;
}

static bool check_axis(struct plan_reader *reader, const struct yml_node *map,
                       const struct figure *figure, struct axis axis)
{
    bool is_placed = true;
    const struct plan *plan = reader->plan;
    const char *key = setting_at(axis.setting).key;
    for (size_t i = 0; i < figure->arm_count; i++) {
        const size_t arm = figure->arms[i];
        const struct str name = plan->arms[arm].name;
        if (!is_somewhere(plan, arm, axis.setting)) {
            is_placed = false;
            plan_fault(reader, "plan-arm", plan_arm_place(reader, map, arm),
                       "the arms that \"%.*s\" picks from differ in %s, so it "
                       "has no place on the %s axis",
                       STR_ARG(name), key, axis.key);
        } else if (axis.is_log &&
                   !(arm_number(&plan->arms[arm], axis.setting) > 0)) {
            struct diag *diag =
                plan_fault(reader, "plan-arm", plan_arm_place(reader, map, arm),
                           "%s of arm \"%.*s\" is 0, which has no place on a "
                           "logarithmic axis",
                           key, STR_ARG(name));
            diag_hint(reader->diags, diag,
                      "leave the arm out, or write `log: []`");
        }
    }
    return is_placed;
}

/* By rising x, then y. */
static int compare_places(const struct plan *plan, const struct figure *figure,
                          size_t left, size_t right)
{
    const struct arm *const l = &plan->arms[left];
    const struct arm *const r = &plan->arms[right];
    const size_t settings[] = {figure->x, figure->y};
    const size_t count = figure->kind == FIGURE_HEATMAP ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        const double a = arm_number(l, settings[i]);
        const double b = arm_number(r, settings[i]);
        if (a != b) {
            return a < b ? -1 : 1;
        }
    }
    return 0;
}

/* Figures have tens of arms; equal ones keep their order. */
static void sort_arms(const struct plan *plan, const struct figure *figure,
                      size_t *arms, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const size_t arm = arms[i];
        size_t at = i;
        while (at > 0 && compare_places(plan, figure, arms[at - 1], arm) > 0) {
            arms[at] = arms[at - 1];
            at--;
        }
        arms[at] = arm;
    }
}

static void check_apart(struct plan_reader *reader, const struct yml_node *map,
                        const struct figure *figure, const size_t *arms,
                        size_t count)
{
    const struct plan *plan = reader->plan;
    for (size_t i = 1; i < count; i++) {
        if (compare_places(plan, figure, arms[i - 1], arms[i]) == 0) {
            struct diag *diag = plan_fault(
                reader, "plan-arm", plan_arm_place(reader, map, arms[i]),
                "the arms \"%.*s\" and \"%.*s\" would stand at one place",
                STR_ARG(plan->arms[arms[i - 1]].name),
                STR_ARG(plan->arms[arms[i]].name));
            diag_hint(reader->diags, diag, "%s",
                      figure->kind == FIGURE_SWEEP
                          ? "tell them apart with `series`, or name the arms"
                          : "name the arms that belong into the figure");
            return;
        }
    }
}

/* -- Series ---------------------------------------------------------------- */

static bool is_factor(const struct plan_reader *reader, struct str key)
{
    const struct yml_node *grid = yml_get(reader->front, "grid");
    for (size_t i = 0; grid && grid->kind == YML_MAP && i < grid->len; i++) {
        if (str_equal(grid->pairs[i].key->text, key)) {
            return true;
        }
    }
    return false;
}

/* The level or the value that a trained arm has; empty when it has none. */
static struct str own_series(struct arena *arena, const struct arm *arm,
                             struct str key)
{
    for (size_t i = 0; i < arm->level_count; i++) {
        if (str_equal(arm->levels[i].key, key)) {
            return arm->levels[i].value;
        }
    }
    const size_t setting = setting_find(key);
    return setting < setting_count()
               ? setting_text(arena, &arm->config, setting)
               : (struct str){0};
}

/* The same of any arm: a derived one has what its members agree in. */
static struct str series_of(struct arena *arena, const struct plan *plan,
                            size_t arm, struct str key)
{
    const struct derived *derived = plan->arms[arm].derived;
    if (!derived) {
        return own_series(arena, &plan->arms[arm], key);
    }
    const struct str first =
        own_series(arena, &plan->arms[derived->members[0]], key);
    for (size_t i = 1; i < derived->member_count; i++) {
        const struct str other =
            own_series(arena, &plan->arms[derived->members[i]], key);
        if (!str_equal(first, other)) {
            return (struct str){0};
        }
    }
    return first;
}

static void add_to_series(struct plan_reader *reader, struct figure *figure,
                          struct str name, size_t arm)
{
    size_t at = 0;
    while (at < figure->series_count &&
           !str_equal(figure->series[at].name, name)) {
        at++;
    }
    struct figure_series *series = &figure->series[at];
    if (at == figure->series_count) {
        series->name = name;
        series->arms = ARENA_ARRAY(reader->arena, size_t, figure->arm_count);
        figure->series_count++;
    }
    series->arms[series->arm_count++] = arm;
}

static void check_series_key(struct plan_reader *reader,
                             const struct yml_node *map, struct str key)
{
    const size_t setting = setting_find(key);
    if (key.len == 0 || is_factor(reader, key)) {
        return;
    }
    if (setting == setting_count()) {
        plan_unknown_setting(reader, key, plan_place(map, "series"));
    } else if (setting_at(setting).is_shorthand) {
        plan_fault(reader, rule, plan_place(map, "series"),
                   "%.*s stands for several settings; name one of them",
                   STR_ARG(key));
    }
}

static void split_into_series(struct plan_reader *reader,
                              const struct yml_node *map, struct figure *figure)
{
    const struct plan *plan = reader->plan;
    const struct str key = figure->series_key;
    figure->series =
        ARENA_ARRAY(reader->arena, struct figure_series, figure->arm_count);
    for (size_t i = 0; i < figure->arm_count; i++) {
        const size_t arm = figure->arms[i];
        const struct str name = series_of(reader->arena, plan, arm, key);
        if (key.len > 0 && name.len == 0) {
            plan_fault(reader, "plan-arm", plan_arm_place(reader, map, arm),
                       "the arm \"%.*s\" has no %.*s, by which the lines are "
                       "told apart",
                       STR_ARG(plan->arms[arm].name), STR_ARG(key));
            continue;
        }
        add_to_series(reader, figure, name, arm);
    }
    for (size_t i = 0; i < figure->series_count; i++) {
        const struct figure_series *series = &figure->series[i];
        sort_arms(plan, figure, series->arms, series->arm_count);
        check_apart(reader, map, figure, series->arms, series->arm_count);
    }
}

/* -- Reading --------------------------------------------------------------- */

static void read_log(struct plan_reader *reader, const struct yml_node *map,
                     struct figure *figure)
{
    const struct strs axes = plan_texts(reader, map, "log", rule);
    figure->is_log_x = !yml_get(map, "log");
    for (size_t i = 0; i < axes.len; i++) {
        if (str_is(axes.at[i], "x")) {
            figure->is_log_x = true;
        } else if (str_is(axes.at[i], "y")) {
            figure->is_log_y = true;
        } else {
            plan_fault(reader, rule, yml_get(map, "log")->items[i]->place,
                       "\"%.*s\" is no axis; log takes x and y",
                       STR_ARG(axes.at[i]));
        }
    }
}

static bool read_axes(struct plan_reader *reader, const struct yml_node *map,
                      struct figure *figure)
{
    bool is_placed = plan_axis(reader, map, "x", rule, &figure->x);
    if (figure->kind == FIGURE_ACTIVITY && !yml_get(map, "x")) {
        figure->x = setting_find(S("model.width"));
        is_placed = true;
    }
    if (figure->kind == FIGURE_HEATMAP) {
        is_placed = plan_axis(reader, map, "y", rule, &figure->y) && is_placed;
        if (is_placed && figure->x == figure->y) {
            plan_fault(reader, rule, plan_place(map, "y"), "both axes are %s",
                       setting_at(figure->x).key);
            is_placed = false;
        }
    } else {
        read_log(reader, map, figure);
    }
    return is_placed;
}

/* Puts the arms in their places, which x and y have to give. */
static void place_arms(struct plan_reader *reader, const struct yml_node *map,
                       struct figure *figure)
{
    const struct plan *plan = reader->plan;
    if (!check_axis(reader, map, figure,
                    (struct axis){"x", figure->x, figure->is_log_x}) ||
        (figure->kind == FIGURE_HEATMAP &&
         !check_axis(reader, map, figure,
                     (struct axis){"y", figure->y, false}))) {
        return;
    }
    if (figure->kind == FIGURE_SWEEP) {
        figure->series_key = plan_text(reader, map, "series", rule);
        check_series_key(reader, map, figure->series_key);
        split_into_series(reader, map, figure);
        return;
    }
    sort_arms(plan, figure, figure->arms, figure->arm_count);
    check_apart(reader, map, figure, figure->arms, figure->arm_count);
}

void figure_read_places(struct plan_reader *reader, const struct yml_node *map,
                        struct figure *figure)
{
    if (read_axes(reader, map, figure)) {
        place_arms(reader, map, figure);
    }
}
