/* Evidence from JSON. The file is machine-written but people can edit it, so
 * every member's presence, kind and range is checked before the program trusts
 * it. */

#include "evidence/reader.h"

#include <math.h>

static struct run_result *read_runs(struct reader *reader,
                                    const struct json *object, const char *key,
                                    bool is_derived, size_t *len)
{
    const struct json *list = reader_member(reader, object, key, JSON_ARRAY);
    struct run_result *runs =
        ARENA_ARRAY(reader->arena, struct run_result, list->len);
    for (size_t i = 0; i < list->len; i++) {
        if (is_derived) {
            read_derived_run(reader, &list->items[i], &runs[i]);
        } else {
            read_run(reader, &list->items[i], &runs[i]);
        }
    }
    *len = list->len;
    return runs;
}

/* -- Arms ------------------------------------------------------------------ */

static struct summary read_summary(struct reader *reader,
                                   const struct json *object)
{
    return (struct summary){
        .mean = reader_decimal(reader, object, "mean"),
        .sd = reader_decimal(reader, object, "sd"),
        .min = reader_decimal(reader, object, "min"),
        .max = reader_decimal(reader, object, "max"),
        .n = (size_t)reader_count(reader, object, "n"),
        .diverged = (size_t)reader_count(reader, object, "diverged"),
    };
}

static struct summary summary_of_nothing(void)
{
    const double none = (double)NAN;
    return (struct summary){.mean = none, .sd = none, .min = none, .max = none};
}

static void read_arm(struct reader *reader, const struct json *object,
                     const struct evidence *evidence, bool is_derived,
                     struct evidence_arm *arm)
{
    const struct json *summary =
        reader_member(reader, object, "summary", JSON_OBJECT);
    *arm = (struct evidence_arm){.name = object->key, .is_derived = is_derived};
    arm->runs = read_runs(reader, object, "runs", is_derived, &arm->run_count);
    arm->noise_runs =
        read_runs(reader, object, "noise", is_derived, &arm->noise_count);
    arm->summaries =
        ARENA_ARRAY(reader->arena, struct summary, evidence->metrics.len);
    for (size_t i = 0; i < evidence->metrics.len; i++) {
        const struct json *entry = json_get(
            summary, arena_cstr(reader->arena, evidence->metrics.at[i]));
        arm->summaries[i] =
            entry ? read_summary(reader, entry) : summary_of_nothing();
    }
}

/* Names as the plan orders them, then whatever else the file has. */
static size_t *planned_order(struct arena *arena, const struct json *object,
                             const struct strs *planned)
{
    size_t *order = ARENA_ARRAY(arena, size_t, object->len);
    bool *is_taken = ARENA_ARRAY(arena, bool, object->len);
    size_t len = 0;
    for (size_t p = 0; p < planned->len; p++) {
        for (size_t i = 0; i < object->len; i++) {
            if (!is_taken[i] &&
                str_equal(object->items[i].key, planned->at[p])) {
                is_taken[i] = true;
                order[len++] = i;
            }
        }
    }
    for (size_t i = 0; i < object->len; i++) {
        if (!is_taken[i]) {
            order[len++] = i;
        }
    }
    return order;
}

static struct strs arm_names(struct arena *arena, const struct plan *plan)
{
    struct strs names = {0};
    for (size_t i = 0; plan && i < plan->arm_count; i++) {
        *LIST_PUSH(arena, &names) = plan->arms[i].name;
    }
    return names;
}

static struct strs hypothesis_names(struct arena *arena,
                                    const struct plan *plan)
{
    struct strs names = {0};
    for (size_t i = 0; plan && i < plan->hypothesis_count; i++) {
        *LIST_PUSH(arena, &names) = plan->hypotheses[i].id;
    }
    return names;
}

/* The names in the first arm's summary, which stands for all arms'. */
static void add_metric_names(struct reader *reader, const struct json *arms,
                             struct evidence *evidence)
{
    if (arms->len == 0) {
        return;
    }
    const struct json *summary =
        reader_member(reader, &arms->items[0], "summary", JSON_OBJECT);
    for (size_t i = 0; i < summary->len; i++) {
        if (metric_find(summary->items[i].key)) {
            evidence_add_metric(reader->arena, &evidence->metrics,
                                summary->items[i].key);
        }
    }
}

/* The plan's metrics, those that the file lacks too, then the file's others:
 * an index into the plan's list is an index into this one. */
static void read_metric_names(struct reader *reader, const struct json *arms,
                              const struct json *derived,
                              struct evidence *evidence)
{
    const struct plan *plan = evidence->plan;
    for (size_t i = 0; plan && i < plan->metrics.len; i++) {
        *LIST_PUSH(reader->arena, &evidence->metrics) = plan->metrics.at[i];
    }
    for (size_t i = plan ? plan->trained_count : 0; plan && i < plan->arm_count;
         i++) {
        evidence_add_metric(reader->arena, &evidence->metrics,
                            derived_metric(plan->arms[i].derived));
    }
    add_metric_names(reader, arms, evidence);
    for (size_t i = 0; i < derived->len; i++) {
        const struct json one = {
            .type = JSON_OBJECT, .items = &derived->items[i], .len = 1};
        add_metric_names(reader, &one, evidence);
    }
}

static void read_arms_of(struct reader *reader, const struct json *object,
                         bool is_derived, struct evidence *evidence)
{
    const struct strs planned = arm_names(reader->arena, evidence->plan);
    const size_t *order = planned_order(reader->arena, object, &planned);
    for (size_t i = 0; i < object->len; i++) {
        const struct json *arm = &object->items[order[i]];
        reader->where =
            arena_printf(reader->arena, "arm %.*s", STR_ARG(arm->key)).ptr;
        read_arm(reader, arm, evidence, is_derived,
                 &evidence->arms[evidence->arm_count++]);
    }
    reader->where = "evidence";
}

static void read_arms(struct reader *reader, const struct json *root,
                      struct evidence *evidence)
{
    static const struct json none = {.type = JSON_OBJECT};
    const struct json *arms = reader_member(reader, root, "arms", JSON_OBJECT);
    const struct json *derived =
        json_get(root, "derived")
            ? reader_member(reader, root, "derived", JSON_OBJECT)
            : &none;
    read_metric_names(reader, arms, derived, evidence);
    evidence->arms = ARENA_ARRAY(reader->arena, struct evidence_arm,
                                 arms->len + derived->len);
    read_arms_of(reader, arms, false, evidence);
    read_arms_of(reader, derived, true, evidence);
}

/* -- Decisions ------------------------------------------------------------- */

static void read_decisions(struct reader *reader, const struct json *root,
                           struct evidence *evidence)
{
    const struct json *object =
        reader_member(reader, root, "hypotheses", JSON_OBJECT);
    const struct strs planned = hypothesis_names(reader->arena, evidence->plan);
    const size_t *order = planned_order(reader->arena, object, &planned);
    evidence->decision_count = object->len;
    evidence->decisions =
        ARENA_ARRAY(reader->arena, struct evidence_decision, object->len);
    for (size_t i = 0; i < object->len; i++) {
        const struct json *decision = &object->items[order[i]];
        reader->where = arena_printf(reader->arena, "hypothesis %.*s",
                                     STR_ARG(decision->key))
                            .ptr;
        read_decision(reader, decision, &evidence->decisions[i]);
    }
    reader->where = "evidence";
}

/* -- The file -------------------------------------------------------------- */

static void read_plan_lines(struct reader *reader, const struct json *root,
                            struct evidence *evidence)
{
    const struct json *plan = reader_member(reader, root, "plan", JSON_OBJECT);
    for (size_t i = 0; i < plan->len; i++) {
        *LIST_PUSH(reader->arena, &evidence->plan_lines) =
            (struct line){plan->items[i].key, plan->items[i].string};
    }
    lines_sort(&evidence->plan_lines);
}

static void read_provenance(struct reader *reader, const struct json *root,
                            struct provenance *provenance)
{
    const struct json *object =
        reader_member(reader, root, "provenance", JSON_OBJECT);
    reader->where = "provenance";
    *provenance = (struct provenance){
        .plan_hash = reader_text(reader, object, "plan_hash"),
        .commit = reader_text(reader, object, "commit"),
        .tool_version = reader_text(reader, object, "tool"),
        .date = reader_text(reader, object, "date"),
        .compiler = reader_text(reader, object, "compiler"),
        .numerics = reader_integer(reader, object, "numerics", 0, INT32_MAX),
        .is_preregistered = reader_truth(reader, object, "preregistered"),
        .preregistration = reader_text(reader, object, "preregistration"),
    };
    reader->where = "evidence";
}

bool evidence_read(struct arena *arena, struct source *source,
                   const struct plans *plans, struct evidence *evidence,
                   struct failure *failure)
{
    struct json *root = NULL;
    struct reader reader = {
        .arena = arena, .failure = failure, .where = "evidence"};
    if (!json_read(arena, source->text, &root, failure)) {
        return false;
    }
    *evidence = (struct evidence){.source = source};
    evidence->id = reader_text(&reader, root, "experiment");
    evidence->plan = plans_find(plans, evidence->id);
    const int64_t format =
        reader_integer(&reader, root, "format", 1, INT32_MAX);
    if (!reader.is_faulty && format != EVIDENCE_FORMAT) {
        reader_refuse(&reader, "format", "is of another version of probatum");
    }
    read_provenance(&reader, root, &evidence->provenance);
    read_plan_lines(&reader, root, evidence);
    read_arms(&reader, root, evidence);
    read_decisions(&reader, root, evidence);
    return !reader.is_faulty;
}
