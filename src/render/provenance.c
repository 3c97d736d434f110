/* Provenance cards. A card repeats what its evidence says and derives nothing,
 * so that what a reader is shown can be found again in the file. */

#include "render/provenance.h"

#include <inttypes.h>
#include <math.h>

#include "render/chart.h"
#include "render/outcome.h"
#include "render/words.h"
#include "evidence/sentence.h"

/* ---- Precision -------------------------------------------------------- */

struct str spread_text(struct arena *arena, const struct summary *summary,
                       double value)
{
    return shown_number(arena, value, summary_decimals(summary), false);
}

struct str mean_text(struct arena *arena, const struct summary *summary)
{
    return spread_text(arena, summary, summary->mean);
}

void view_deviation(struct arena *arena, struct view *map,
                    const struct summary *summary)
{
    if (summary->n > 1) {
        view_text(arena, map, "sd", spread_text(arena, summary, summary->sd));
    }
}

/* ---- The evidence as a whole ------------------------------------------ */

void view_provenance(const struct page_context *context, struct view *map,
                     const struct evidence *evidence)
{
    struct arena *arena = context->arena;
    const struct provenance *from = &evidence->provenance;
    view_text(arena, map, "experiment_id", evidence->id);
    view_text(arena, map, "plan_hash", from->plan_hash);
    view_text(arena, map, "plan_hash_short", str_slice(from->plan_hash, 0, 12));
    view_text(arena, map, "commit", from->commit);
    view_text(arena, map, "commit_short", str_slice(from->commit, 0, 12));
    view_text(arena, map, "tool", from->tool_version);
    view_text(arena, map, "compiler", from->compiler);
    view_text(arena, map, "date", from->date);
    view_int(arena, map, "numerics", from->numerics);
    view_flag(arena, map, "is_preregistered", from->is_preregistered);
    view_text(arena, map, "preregistration", from->preregistration);
    view_flag(arena, map, "is_stale", evidence->is_stale);
    view_text(arena, map, "stale_reason", evidence->stale_reason);
    if (evidence->source != NULL) {
        view_text(arena, map, "file", evidence->source->path);
    }
}

/* ---- Values ----------------------------------------------------------- */

static struct view *push_value(const struct page_context *context,
                               struct view *list, struct str ref,
                               const char *label, struct str text)
{
    struct arena *arena = context->arena;
    struct view *row = view_push(arena, list);
    view_text(arena, row, "ref", ref);
    view_c(arena, row, "label", label);
    view_text(arena, row, "text", text);
    return row;
}

static void exact_ratio(struct arena *arena, struct view *row,
                        struct ratio ratio)
{
    const bool is_below = ratio.sum < 0;
    const uint64_t size = is_below ? -(uint64_t)ratio.sum : (uint64_t)ratio.sum;
    view_printf(arena, row, "exact",
                "%s%" PRIu64 " / %" PRId32
                " \xc2\xb7 10\xe2\x81\xbb\xe2\x81\xb9",
                is_below ? "\xe2\x88\x92" : "", size, ratio.size);
}

static void push_ratio(const struct page_context *context, struct view *list,
                       struct str base, const char *part, const char *label,
                       struct ratio ratio, int decimals)
{
    struct arena *arena = context->arena;
    struct view *row =
        push_value(context, list, value_ref(context, base, part), label,
                   ratio_text(arena, ratio, decimals, true));
    exact_ratio(arena, row, ratio);
}

static void view_values(const struct page_context *context, struct view *card,
                        const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct decision *decision = &assessment->decision->decision;
    const struct str base = assessment->reference;
    const int decimals = decision_decimals(decision);
    struct view *list = view_list(arena, card, "values");
    push_ratio(context, list, base, "delta", "mean difference", decision->mean,
               decimals);
    if (decision->interval.rank > 0) {
        push_ratio(context, list, base, "lo", "interval, lower end",
                   decision->interval.lo, decimals);
        push_ratio(context, list, base, "hi", "interval, upper end",
                   decision->interval.hi, decimals);
    }
    if (is_decided_by_equivalence(decision)) {
        push_ratio(context, list, base, "decides-lo",
                   "interval that decides, lower end", decision->equivalence.lo,
                   decimals);
        push_ratio(context, list, base, "decides-hi",
                   "interval that decides, upper end", decision->equivalence.hi,
                   decimals);
    }
    push_value(context, list, value_ref(context, base, "wins"),
               arena_printf(arena, "seeds on which the treatment is %s",
                            positive_words(decision))
                   .ptr,
               arena_printf(arena, "%d of %d", decision->wins, decision->n));
    struct view *p = push_value(context, list, value_ref(context, base, "p"),
                                "exact p of the deciding rule, one tail",
                                p_text(arena, decision->rule_p, decision->n));
    view_printf(arena, p, "exact", "%" PRId64 " / 2^%d", decision->rule_p,
                decision->n);
    push_value(context, list, value_ref(context, base, "verdict"), "verdict",
               str_from_c(verdict_words(decision->verdict)));
}

/* ---- Derived arms ----------------------------------------------------- */

void view_derived(const struct page_context *context, struct view *map,
                  const struct plan *plan, const struct derived *derived)
{
    struct arena *arena = context->arena;
    struct view *view = view_child(arena, map, "derived");
    view_text(arena, view, "text", derived_words(arena, derived));
    struct view *members = view_list(arena, view, "members");
    for (size_t i = 0; i < derived->member_count; i++) {
        const struct arm *arm = &plan->arms[derived->members[i]];
        struct view *member = view_push(arena, members);
        view_text(arena, member, "name", arm->name);
        view_printf(arena, member, "setting", "%.6g",
                    arm_number(arm, derived->setting));
    }
}

static const struct derived *derived_of(const struct evidence *evidence,
                                        struct str arm)
{
    const struct plan *plan = evidence->plan;
    const size_t index = plan != NULL ? plan_arm(plan, arm) : 0;
    return plan != NULL && index < plan->arm_count ? plan->arms[index].derived
                                                   : NULL;
}

/* The member whose setting the derived value is the log2 of; empty for a
 * trained arm, or when none was picked. */
static struct str picked_arm(const struct evidence *evidence,
                             const struct evidence_arm *arm,
                             const struct run_result *run)
{
    const struct derived *derived = derived_of(evidence, arm->name);
    if (derived == NULL || run == NULL) {
        return (struct str){0};
    }
    const struct metric_info *metric = metric_find(derived_metric(derived));
    const double value = run->metrics[metric - metric_infos];
    for (size_t i = 0; i < derived->member_count; i++) {
        const struct arm *member = &evidence->plan->arms[derived->members[i]];
        const double off = log2(arm_number(member, derived->setting)) - value;
        if (fabs(off) < 1e-9) {
            return member->name;
        }
    }
    return (struct str){0};
}

/* ---- Seeds ------------------------------------------------------------ */

static const struct run_result *run_of_seed(const struct evidence_arm *arm,
                                            uint32_t seed)
{
    for (size_t i = 0; i < arm->run_count; i++) {
        if (arm->runs[i].seed == seed) {
            return &arm->runs[i];
        }
    }
    return NULL;
}

/* `picked` names the arm that a derived value comes from. */
static void view_run(const struct page_context *context, struct view *map,
                     const char *key, const struct run_result *run,
                     size_t metric, struct str picked)
{
    if (run == NULL || metric >= metric_count) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *view = view_child(arena, map, key);
    view_text(arena, view, "text",
              shown_number(arena, run->metrics[metric], 6, false));
    struct out hex = {0};
    out_hex_double(&hex, run->metrics[metric]);
    view_text(arena, view, "hex", out_take(&hex, arena));
    const struct str run_key_text = str_from_c(run->key.text);
    view_text(arena, view, "key", run_key_text);
    view_text(arena, view, "key_short", str_slice(run_key_text, 0, 8));
    view_printf(arena, view, "trajectory", "%016" PRIx64, run->trajectory);
    view_text(arena, view, "picked", picked);
    if (run->diverged_at >= 0) {
        view_int(arena, view, "diverged_at", run->diverged_at);
    }
}

static void view_seeds(const struct page_context *context, struct view *card,
                       const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct decision *decision = &assessment->decision->decision;
    const struct evidence_arm *control =
        evidence_arm_find(assessment->evidence, assessment->decision->control);
    const struct evidence_arm *treatment = evidence_arm_find(
        assessment->evidence, assessment->decision->treatment);
    const struct metric_info *info = metric_find(assessment->decision->metric);
    if (control == NULL || treatment == NULL || info == NULL) {
        return;
    }
    const size_t metric = (size_t)(info - metric_infos);
    struct view *list = view_list(arena, card, "seeds");
    for (size_t i = 0; i < control->run_count; i++) {
        const uint32_t seed = control->runs[i].seed;
        struct view *row = view_push(arena, list);
        view_int(arena, row, "seed", seed);
        const struct run_result *other = run_of_seed(treatment, seed);
        view_run(context, row, "control", &control->runs[i], metric,
                 picked_arm(assessment->evidence, control, &control->runs[i]));
        view_run(context, row, "treatment", other, metric,
                 picked_arm(assessment->evidence, treatment, other));
        if (i < (size_t)decision->n) {
            view_text(
                arena, row, "delta",
                ratio_text(arena, ratio_of_units(decision->delta[i]), 6, true));
        }
    }
}

/* ---- Configuration ---------------------------------------------------- */

static void view_config(const struct page_context *context, struct view *card,
                        const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    if (assessment->hypothesis == NULL) {
        return;
    }
    const struct plan *plan = assessment->plan;
    struct config_difference *differences = NULL;
    const size_t count = config_diff(
        arena, &plan->arms[assessment->hypothesis->control].config,
        &plan->arms[assessment->hypothesis->treatment].config, &differences);
    struct view *list = view_list(arena, card, "config");
    for (size_t i = 0; i < count; i++) {
        struct view *row = view_push(arena, list);
        view_text(arena, row, "key", differences[i].key);
        view_text(arena, row, "control", differences[i].left);
        view_text(arena, row, "treatment", differences[i].right);
    }
}

/* Of derived arms, what each picks from. */
static void view_card_derived(const struct page_context *context,
                              struct view *card,
                              const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct str names[] = {assessment->decision->control,
                                assessment->decision->treatment};
    struct view *list = view_list(arena, card, "derived_arms");
    for (size_t i = 0; i < 2; i++) {
        const struct derived *derived =
            derived_of(assessment->evidence, names[i]);
        if (derived != NULL) {
            struct view *item = view_push(arena, list);
            view_text(arena, item, "name", names[i]);
            view_derived(context, item, assessment->evidence->plan, derived);
        }
    }
}

void view_hypothesis_card(const struct page_context *context,
                          struct view *cards,
                          const struct assessment *assessment)
{
    if (assessment->decision == NULL || assessment->decision->decision.n == 0) {
        return;
    }
    struct arena *arena = context->arena;
    struct view *card = view_push(arena, cards);
    view_text(arena, card, "ref", assessment->reference);
    view_text(arena, card, "treatment", assessment->decision->treatment);
    view_text(arena, card, "control", assessment->decision->control);
    view_text(arena, card, "metric", assessment->decision->metric);
    view_text(arena, card, "unit", metric_unit(assessment->decision->metric));
    view_values(context, card, assessment);
    view_seeds(context, card, assessment);
    view_config(context, card, assessment);
    view_card_derived(context, card, assessment);
    view_provenance(context, card, assessment->evidence);
}

/* ---- Arms ------------------------------------------------------------- */

static void view_metric(const struct page_context *context, struct view *rows,
                        struct str base, struct str metric,
                        const struct summary *summary)
{
    struct arena *arena = context->arena;
    struct view *row = view_push(arena, rows);
    view_printf(arena, row, "ref", "%.*s.%.*s", STR_ARG(base), STR_ARG(metric));
    view_text(arena, row, "metric", metric);
    view_text(arena, row, "unit", metric_unit(metric));
    view_text(arena, row, "mean", mean_text(arena, summary));
    view_deviation(arena, row, summary);
    view_text(arena, row, "min", spread_text(arena, summary, summary->min));
    view_text(arena, row, "max", spread_text(arena, summary, summary->max));
    view_int(arena, row, "n", (int64_t)summary->n);
    view_int(arena, row, "diverged", (int64_t)summary->diverged);
}

static void view_runs(const struct page_context *context, struct view *card,
                      const char *key, const struct evidence *evidence,
                      const struct evidence_arm *arm,
                      const struct run_result *runs, size_t count)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, card, key);
    for (size_t i = 0; i < count; i++) {
        struct view *row = view_push(arena, list);
        view_int(arena, row, "seed", runs[i].seed);
        view_text(arena, row, "key", str_from_c(runs[i].key.text));
        view_text(arena, row, "key_short",
                  str_slice(str_from_c(runs[i].key.text), 0, 8));
        view_printf(arena, row, "trajectory", "%016" PRIx64,
                    runs[i].trajectory);
        view_text(arena, row, "picked", picked_arm(evidence, arm, &runs[i]));
        if (runs[i].diverged_at >= 0) {
            view_int(arena, row, "diverged_at", runs[i].diverged_at);
        }
    }
}

/* How the arm was configured, or what it is derived from. */
static void view_arm_changes(const struct page_context *context,
                             struct view *card, const struct plan *plan,
                             struct str name)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, card, "changes");
    const size_t index = plan_arm(plan, name);
    if (index == plan->arm_count) {
        return;
    }
    const struct arm *arm = &plan->arms[index];
    if (arm->derived != NULL) {
        view_derived(context, card, plan, arm->derived);
    }
    for (size_t i = 0; i < arm->change_count; i++) {
        struct view *change = view_push(arena, list);
        view_text(arena, change, "key", arm->changes[i].key);
        view_text(arena, change, "value", arm->changes[i].value);
    }
}

void view_arm_card(const struct page_context *context, struct view *cards,
                   const struct evidence *evidence, struct str arm_name,
                   struct str metric)
{
    const struct evidence_arm *arm = evidence_arm_find(evidence, arm_name);
    if (arm == NULL || evidence->plan == NULL) {
        return;
    }
    struct arena *arena = context->arena;
    const struct strs *metrics = &evidence->metrics;
    const struct str base = arena_printf(
        arena, "%.*s.%.*s", STR_ARG(evidence->id), STR_ARG(arm_name));
    struct view *card = view_push(arena, cards);
    view_text(arena, card, "ref", base);
    view_text(arena, card, "arm", arm_name);
    struct view *rows = view_list(arena, card, "metrics");
    for (size_t i = 0; i < metrics->len; i++) {
        const struct summary *summary =
            evidence_summary(evidence, arm, metrics->at[i]);
        if (summary != NULL &&
            (metric.len == 0 || str_equal(metric, metrics->at[i]))) {
            view_metric(context, rows, base, metrics->at[i], summary);
        }
    }
    view_runs(context, card, "runs", evidence, arm, arm->runs, arm->run_count);
    view_runs(context, card, "noise_runs", evidence, arm, arm->noise_runs,
              arm->noise_count);
    view_arm_changes(context, card, evidence->plan, arm_name);
    view_provenance(context, card, evidence);
}
