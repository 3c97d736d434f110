/* Derived arms: of each seed, where the best of several arms stood. A claim
 * that the best learning rate does not move with the width is thus decided
 * seed by seed, like any other. */

#include "experiment/plan_reader.h"

#include <math.h>

#include "core/math.h"
#include "experiment/run.h"

static const char rule[] = "plan-arm";

enum { FEWEST_MEMBERS = 2 };

struct str derived_metric(const struct derived *derived)
{
    const bool is_rate = derived->setting == setting_find(S("train.lr"));
    return str_from_c(
        metric_infos[is_rate ? RUN_BEST_RATE : RUN_BEST_SETTING].name);
}

double derived_log2(double value)
{
    static const double ln2 = 0x1.62e42fefa39efp-1;
    int exponent = 0;
    const double half = frexp(value, &exponent); /* in [1/2, 1) */
    return (double)(exponent - 1) + core_log(2 * half) / ln2;
}

static bool read_pick(struct plan_reader *reader, const struct yml_node *map)
{
    const struct str word = plan_text(reader, map, "pick", rule);
    if (word.len > 0 && !str_is(word, "lowest") && !str_is(word, "highest")) {
        plan_fault(reader, rule, plan_place(map, "pick"),
                   "pick is \"%.*s\"; it may be lowest or highest",
                   STR_ARG(word));
    }
    return str_is(word, "highest");
}

static void check_scale(struct plan_reader *reader, const struct yml_node *map)
{
    const struct str word = plan_text(reader, map, "scale", rule);
    if (word.len > 0 && !str_is(word, "log2")) {
        plan_fault(reader, rule, plan_place(map, "scale"),
                   "scale is \"%.*s\"; it may be log2", STR_ARG(word));
    }
}

static void check_metric(struct plan_reader *reader, const struct yml_node *map,
                         struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    if (info && info->kind == METRIC_DERIVED) {
        plan_fault(reader, rule, plan_place(map, "metric"),
                   "\"%.*s\" is derived itself; name a metric of runs",
                   STR_ARG(metric));
        return;
    }
    plan_check_metric(reader, map, metric, rule);
}

static void check_name(struct plan_reader *reader, const struct yml_node *map,
                       struct str name)
{
    if (name.len > 0 && !plan_is_name(name)) {
        struct diag *diag =
            plan_fault(reader, rule, plan_place(map, "id"),
                       "\"%.*s\" cannot name an arm", STR_ARG(name));
        diag_hint(reader->diags, diag,
                  "use lower-case letters, digits and hyphens");
    }
    if (plan_arm(reader->plan, name) < reader->plan->arm_count) {
        plan_fault(reader, rule, plan_place(map, "id"),
                   "two arms are called \"%.*s\"", STR_ARG(name));
    }
}

/* -- Members --------------------------------------------------------------- */

static struct arm_set trained_arms(struct plan_reader *reader)
{
    struct arm_set all = {
        .at = ARENA_ARRAY(reader->arena, size_t, reader->plan->trained_count)};
    while (all.len < reader->plan->trained_count) {
        all.at[all.len] = all.len;
        all.len++;
    }
    return all;
}

static void add_members(struct plan_reader *reader, const struct yml_node *map,
                        struct arm_set arms, struct derived *derived)
{
    derived->members = ARENA_ARRAY(reader->arena, size_t, arms.len);
    for (size_t i = 0; i < arms.len; i++) {
        const struct arm *arm = &reader->plan->arms[arms.at[i]];
        if (arm->derived) {
            plan_fault(reader, rule, plan_arm_place(reader, map, arms.at[i]),
                       "\"%.*s\" is derived itself; name arms that are trained",
                       STR_ARG(arm->name));
        } else {
            derived->members[derived->member_count++] = arms.at[i];
        }
    }
}

/* Into the order of the setting; the members are few. */
static void sort_members(const struct plan *plan, struct derived *derived)
{
    size_t *members = derived->members;
    for (size_t i = 1; i < derived->member_count; i++) {
        const size_t arm = members[i];
        const double value = arm_number(&plan->arms[arm], derived->setting);
        size_t at = i;
        while (at > 0 && arm_number(&plan->arms[members[at - 1]],
                                    derived->setting) > value) {
            members[at] = members[at - 1];
            at--;
        }
        members[at] = arm;
    }
}

/* Every member stands somewhere else, above 0. Names the first that does not.
 */
static void check_members(struct plan_reader *reader,
                          const struct yml_node *list,
                          const struct derived *derived)
{
    const struct plan *plan = reader->plan;
    const char *key = setting_at(derived->setting).key;
    const struct arm *before = NULL;
    double last = 0;
    for (size_t i = 0; plan->arms && i < derived->member_count; i++) {
        const struct arm *arm = &plan->arms[derived->members[i]];
        const double value = arm_number(arm, derived->setting);
        if (!(value > 0)) {
            plan_fault(reader, rule, list->place,
                       "%s of arm \"%.*s\" is not above 0, so it has no log2",
                       key, STR_ARG(arm->name));
        } else if (before && last == value) {
            plan_fault(reader, rule, list->place,
                       "the arms \"%.*s\" and \"%.*s\" have the same %s, so "
                       "which came out best says nothing of it",
                       STR_ARG(before->name), STR_ARG(arm->name), key);
        }
        before = arm;
        last = value;
    }
}

static void read_members(struct plan_reader *reader, const struct yml_node *map,
                         struct derived *derived, bool has_setting)
{
    const struct yml_node *list = yml_get(map, "arms");
    const struct arm_set arms =
        plan_arm_set(reader, map, trained_arms(reader), rule);
    if (!list || list->kind != YML_LIST) {
        return;
    }
    add_members(reader, map, arms, derived);
    /* Where an entry was at fault, that has been said. */
    if (derived->member_count < FEWEST_MEMBERS &&
        (list->len < FEWEST_MEMBERS || reader->plan->is_sound)) {
        plan_fault(reader, rule, list->place,
                   "a derived arm picks from at least two arms");
    }
    if (has_setting) {
        sort_members(reader->plan, derived);
        check_members(reader, list, derived);
    }
}

/* -- The whole ------------------------------------------------------------- */

static void add_arm(struct plan_reader *reader, struct arm arm)
{
    struct plan *plan = reader->plan;
    LIST(struct arm) arms = {plan->arms, plan->arm_count, plan->arm_count};
    *LIST_PUSH(reader->arena, &arms) = arm;
    plan->arms = arms.at;
    plan->arm_count = arms.len;
}

static struct derived *read_parts(struct plan_reader *reader,
                                  const struct yml_node *map, struct str *name)
{
    struct derived *derived = ARENA_NEW(reader->arena, struct derived);
    if (!plan_check_keys(reader, map, SECTION_DERIVED, rule)) {
        return derived;
    }
    *name = plan_text(reader, map, "id", rule);
    derived->metric = plan_text(reader, map, "metric", rule);
    derived->is_highest = read_pick(reader, map);
    const bool has_setting =
        plan_axis(reader, map, "of", rule, &derived->setting);
    check_name(reader, map, *name);
    check_metric(reader, map, derived->metric);
    check_scale(reader, map);
    read_members(reader, map, derived, has_setting);
    return derived;
}

/* What is not sound is left out: nothing could be said of it. */
static void read_derived(struct plan_reader *reader, const struct yml_node *map)
{
    struct plan *plan = reader->plan;
    const bool was_sound = plan->is_sound;
    struct str name = {0};
    plan->is_sound = true;
    const struct derived *derived = read_parts(reader, map, &name);
    if (plan->is_sound) {
        add_arm(reader, (struct arm){
                            .name = name,
                            .config = plan->arms[derived->members[0]].config,
                            .derived = derived,
                            .place = map->place,
                        });
    }
    plan->is_sound = plan->is_sound && was_sound;
}

void plan_read_derived(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "derived");
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, rule, list->place, "derived is a list");
        return;
    }
    if (list->len > PLAN_ARM_CEILING) {
        plan_fault(reader, rule, list->place,
                   "%zu derived arms are more than "
                   "%d",
                   list->len, PLAN_ARM_CEILING);
        return;
    }
    for (size_t i = 0; i < list->len; i++) {
        read_derived(reader, list->items[i]);
    }
}
