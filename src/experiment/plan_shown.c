/* What a plan's page shows: figures, and the numbers that a source reports.
 * None of it enters the plan's hash. */

#include "experiment/plan_reader.h"
#include "experiment/run.h"

static const char *const figure_kinds[] = {"curves", "profile", "forest"};

static enum figure_kind read_kind(struct plan_reader *reader,
                                  const struct yml_node *map)
{
    const struct str word = plan_text(reader, map, "kind", "plan-invalid");
    for (int i = 0; i < 3; i++) {
        if (str_is(word, figure_kinds[i])) {
            return (enum figure_kind)i;
        }
    }
    if (word.len > 0) {
        plan_fault(reader, "plan-invalid", plan_place(map, "kind"),
                   "kind is \"%.*s\"; it may be curves, profile or forest",
                   STR_ARG(word));
    }
    return FIGURE_CURVES;
}

/* The arms under the key, in that order; all when none are named. */
static void read_figure_arms(struct plan_reader *reader,
                             const struct yml_node *map, struct figure *figure)
{
    const struct strs names = plan_texts(reader, map, "arms", "plan-arm");
    const size_t all = reader->plan->arm_count;
    figure->arms =
        ARENA_ARRAY(reader->arena, size_t, names.len ? names.len : all);
    for (size_t i = 0; i < names.len; i++) {
        const size_t arm =
            plan_arm_named(reader, names.at[i],
                           yml_get(map, "arms")->items[i]->place, "plan-arm");
        if (arm < all) {
            figure->arms[figure->arm_count++] = arm;
        }
    }
    for (size_t i = 0; names.len == 0 && i < all; i++) {
        figure->arms[figure->arm_count++] = i;
    }
}

static void check_profile(struct plan_reader *reader,
                          const struct yml_node *map,
                          const struct figure *figure)
{
    if (figure->kind == FIGURE_PROFILE &&
        !str_is(figure->metric, "residual-rms") &&
        !str_is(figure->metric, "gradient-norm")) {
        plan_fault(reader, "plan-metric", plan_place(map, "metric"),
                   "the metric of a profile is residual-rms or "
                   "gradient-norm");
    }
}

static struct figure read_figure(struct plan_reader *reader,
                                 const struct yml_node *map)
{
    struct figure figure = {
        .id = plan_text(reader, map, "id", "plan-invalid"),
        .title = plan_text(reader, map, "title", "plan-invalid"),
        .metric = plan_text(reader, map, "metric", "plan-metric"),
        .kind = read_kind(reader, map),
    };
    if (figure.id.len > 0 && !plan_is_name(figure.id)) {
        plan_fault(reader, "plan-invalid", plan_place(map, "id"),
                   "\"%.*s\" cannot name a figure", STR_ARG(figure.id));
    }
    check_profile(reader, map, &figure);
    read_figure_arms(reader, map, &figure);
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
        plan_fault(reader, "plan-invalid", list->place, "figures are a list");
        return;
    }
    plan->figures = ARENA_ARRAY(reader->arena, struct figure, list->len);
    for (size_t i = 0; i < list->len; i++) {
        if (plan_check_keys(reader, list->items[i], SECTION_FIGURE,
                            "plan-invalid")) {
            plan->figures[plan->figure_count++] =
                read_figure(reader, list->items[i]);
        }
    }
}

/* -- Reported numbers ------------------------------------------------------ */

/* LIT-900#rms-in: the record, then the entry of its reports. */
static void resolve(struct plan_reader *reader, struct reported *reported)
{
    struct str id = {0};
    struct str entry = {0};
    str_cut(reported->ref, '#', &id, &entry);
    reported->record = library_find(reader->library, id);
    if (!reported->record) {
        const struct str near = library_nearest(reader->library, id);
        struct diag *diag =
            plan_fault(reader, "plan-reported", reported->place,
                       "no record has the id \"%.*s\"", STR_ARG(id));
        if (near.len > 0) {
            diag_hint(reader->diags, diag, "did you mean \"%.*s\"?",
                      STR_ARG(near));
        }
        return;
    }
    reported->report = record_report(reported->record, entry);
    if (!reported->report) {
        struct diag *diag =
            plan_fault(reader, "plan-reported", reported->place,
                       "%.*s reports nothing under the id \"%.*s\"",
                       STR_ARG(id), STR_ARG(entry));
        diag_hint(reader->diags, diag,
                  "write LIT-900#id with the id of one of its reports");
    }
}

static struct reported read_entry(struct plan_reader *reader,
                                  const struct yml_node *map)
{
    static const char rule[] = "plan-reported";
    struct reported reported = {
        .arm = plan_arm_named(reader, plan_text(reader, map, "arm", rule),
                              plan_place(map, "arm"), rule),
        .metric = plan_text(reader, map, "metric", rule),
        .ref = plan_text(reader, map, "ref", rule),
        .place = plan_place(map, "ref"),
    };
    if (reported.metric.len > 0 && !metric_find(reported.metric)) {
        plan_fault(reader, rule, plan_place(map, "metric"),
                   "\"%.*s\" is not measured by any run",
                   STR_ARG(reported.metric));
    }
    if (reported.ref.len > 0) {
        resolve(reader, &reported);
    }
    return reported;
}

void plan_read_reported(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "reported");
    struct plan *plan = reader->plan;
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, "plan-reported", list->place, "reported is a list");
        return;
    }
    plan->reported = ARENA_ARRAY(reader->arena, struct reported, list->len);
    for (size_t i = 0; i < list->len; i++) {
        if (!plan_check_keys(reader, list->items[i], SECTION_REPORTED,
                             "plan-reported")) {
            continue;
        }
        const struct reported reported = read_entry(reader, list->items[i]);
        if (reported.arm < plan->arm_count) {
            plan->reported[plan->reported_count++] = reported;
        }
    }
}
