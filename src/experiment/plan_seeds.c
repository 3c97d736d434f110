/* The seeds, what is measured on them, and what has to stay fixed. The three
 * sets of seeds must be apart: a seed that chose the learning rate cannot
 * decide the claim. */

#include "experiment/plan_reader.h"

#include <string.h>

#include "experiment/run.h"

static bool has_seed(const struct seeds *seeds, uint32_t seed)
{
    for (size_t i = 0; i < seeds->len; i++) {
        if (seeds->at[i] == seed) {
            return true;
        }
    }
    return false;
}

struct named_seeds {
    const char *key;
    struct seeds *seeds;
};

enum { SEED_SETS = 3 };

static void seed_sets(struct plan *plan, struct named_seeds sets[SEED_SETS])
{
    sets[0] = (struct named_seeds){"tuning", &plan->tuning};
    sets[1] = (struct named_seeds){"noise", &plan->noise};
    sets[2] = (struct named_seeds){"claim", &plan->claim};
}

/* The set that already has the seed, or NULL. */
static const char *owner(struct plan *plan, uint32_t seed)
{
    struct named_seeds sets[SEED_SETS];
    seed_sets(plan, sets);
    for (size_t i = 0; i < SEED_SETS; i++) {
        if (has_seed(sets[i].seeds, seed)) {
            return sets[i].key;
        }
    }
    return NULL;
}

static void read_seed(struct plan_reader *reader, struct named_seeds set,
                      const struct yml_node *node)
{
    int64_t seed = 0;
    if (!yml_int(node, &seed) || seed < 0 || seed > UINT32_MAX) {
        plan_fault(reader, "plan-seeds", node->place,
                   "\"%.*s\" is no seed: seeds are whole numbers from 0 to "
                   "4294967295",
                   STR_ARG(node->text));
        return;
    }
    const char *other = owner(reader->plan, (uint32_t)seed);
    if (other) {
        struct diag *diag = plan_fault(
            reader, "plan-seeds", node->place, "seed %lld is %s %s",
            (long long)seed,
            strcmp(other, set.key) == 0 ? "twice among" : "also among", other);
        diag_hint(reader->diags, diag,
                  "tuning, noise and claim seeds are apart, each named once");
        return;
    }
    *LIST_PUSH(reader->arena, set.seeds) = (uint32_t)seed;
}

static void read_seed_set(struct plan_reader *reader,
                          const struct yml_node *map, struct named_seeds set)
{
    const struct yml_node *list = yml_get(map, set.key);
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, "plan-seeds", list->place,
                   "%s takes a list of seeds", set.key);
        return;
    }
    if (list->len > PLAN_SEED_CEILING) {
        plan_fault(reader, "plan-seeds", list->place,
                   "%zu seeds are more than %d", list->len, PLAN_SEED_CEILING);
        return;
    }
    for (size_t i = 0; i < list->len; i++) {
        read_seed(reader, set, list->items[i]);
    }
}

static void report_unknown_metric(struct plan_reader *reader,
                                  struct place place, struct str name)
{
    struct strs names = {0};
    for (size_t m = 0; m < metric_count; m++) {
        *LIST_PUSH(reader->arena, &names) = str_from_c(metric_infos[m].name);
    }
    const struct str near = nearest(name, &names);
    struct diag *diag =
        plan_fault(reader, "plan-metric", place,
                   "\"%.*s\" is not measured by any run", STR_ARG(name));
    diag_hint(reader->diags, diag, "%s%.*s%s",
              near.len ? "did you mean \"" : "", STR_ARG(near),
              near.len ? "\"?" : "probatum-experiment(5) lists the metrics");
}

static void check_measured(struct plan_reader *reader, struct str name,
                           struct place place)
{
    const struct metric_info *info = metric_find(name);
    if (!info) {
        report_unknown_metric(reader, place, name);
    } else if (info->kind == METRIC_DERIVED) {
        struct diag *diag =
            plan_fault(reader, "plan-metric", place,
                       "\"%.*s\" is not measured by any run", STR_ARG(name));
        diag_hint(reader->diags, diag,
                  "the arms under \"derived\" have it without being told");
    }
    if (plan_measures(reader->plan, name)) {
        plan_fault(reader, "plan-metric", place, "\"%.*s\" is there twice",
                   STR_ARG(name));
    }
}

static void read_metrics(struct plan_reader *reader)
{
    struct plan *plan = reader->plan;
    const struct yml_node *list = yml_get(reader->front, "measure");
    const struct strs names =
        plan_texts(reader, reader->front, "measure", "plan-metric");
    for (size_t i = 0; i < names.len; i++) {
        check_measured(reader, names.at[i], list->items[i]->place);
        *LIST_PUSH(reader->arena, &plan->metrics) = names.at[i];
    }
}

bool plan_measures(const struct plan *plan, struct str metric)
{
    for (size_t i = 0; i < plan->metrics.len; i++) {
        if (str_equal(plan->metrics.at[i], metric)) {
            return true;
        }
    }
    for (size_t i = plan->trained_count; i < plan->arm_count; i++) {
        if (str_equal(derived_metric(plan->arms[i].derived), metric)) {
            return true;
        }
    }
    return false;
}

void plan_check_metric(struct plan_reader *reader, const struct yml_node *map,
                       struct str metric, const char *rule)
{
    if (metric.len > 0 && !plan_measures(reader->plan, metric)) {
        plan_fault(reader, rule, plan_place(map, "metric"),
                   "\"%.*s\" is not among the metrics that the plan measures",
                   STR_ARG(metric));
    }
}

void plan_check_arm_metric(struct plan_reader *reader, struct place place,
                           size_t arm, struct str metric, const char *rule)
{
    const struct plan *plan = reader->plan;
    if (arm >= plan->arm_count || !plan_measures(plan, metric)) {
        return;
    }
    const struct derived *derived = plan->arms[arm].derived;
    const struct metric_info *info = metric_find(metric);
    const struct str name = plan->arms[arm].name;
    const struct str own = derived ? derived_metric(derived) : (struct str){0};
    if (derived && !str_equal(own, metric)) {
        plan_fault(reader, rule, place,
                   "the derived arm \"%.*s\" has no %.*s, only %.*s",
                   STR_ARG(name), STR_ARG(metric), STR_ARG(own));
    } else if (!derived && info && info->kind == METRIC_DERIVED) {
        plan_fault(reader, rule, place,
                   "the arm \"%.*s\" has no %.*s, which derived arms have",
                   STR_ARG(name), STR_ARG(metric));
    }
}

static void read_fixed(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "fixed");
    reader->plan->fixed =
        plan_texts(reader, reader->front, "fixed", "plan-invalid");
    for (size_t i = 0; i < reader->plan->fixed.len; i++) {
        const struct str key = reader->plan->fixed.at[i];
        bool is_known = false;
        for (size_t s = 0; s < setting_count() && !is_known; s++) {
            is_known = plan_key_covers(key, str_from_c(setting_at(s).key));
        }
        if (!is_known) {
            plan_fault(reader, "plan-invalid", list->items[i]->place,
                       "\"%.*s\" is no setting nor a group of them",
                       STR_ARG(key));
        }
    }
}

bool plan_key_covers(struct str group, struct str key)
{
    return str_equal(group, key) ||
           (str_starts(key, group) && key.ptr[group.len] == '.');
}

void plan_read_seeds(struct plan_reader *reader)
{
    const struct yml_node *map = yml_get(reader->front, "seeds");
    struct named_seeds sets[SEED_SETS];
    seed_sets(reader->plan, sets);
    if (map && plan_check_keys(reader, map, SECTION_SEEDS, "plan-seeds")) {
        for (size_t i = 0; i < SEED_SETS; i++) {
            read_seed_set(reader, map, sets[i]);
        }
        if (plan_seeds(reader->plan)->len == 0 && reader->plan->is_sound &&
            reader->plan->status != PLAN_PLANNED) {
            plan_fault(reader, "plan-seeds", map->place,
                       "there are no seeds to run on");
        }
    }
    read_metrics(reader);
    read_fixed(reader);
}
