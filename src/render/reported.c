/* Reported numbers beside ours. */

#include "render/reported.h"

#include <math.h>
#include <string.h>

#include "render/chart.h"
#include "render/outcome.h"
#include "render/parts.h"
#include "render/provenance.h"
#include "render/words.h"
#include "evidence/sentence.h"

/* ---- Whether a number can be compared --------------------------------- */

/* "RMS" and "logits" name a pure number; "nats" does not. */
static bool is_unit_of_metrics(struct str unit)
{
    for (size_t i = 0; i < metric_count; i++) {
        if (unit.len > 0 && str_is(unit, metric_infos[i].unit)) {
            return true;
        }
    }
    return false;
}

static bool is_same_unit(const struct metric_info *metric, struct str unit)
{
    return metric->unit[0] == '\0' ? !is_unit_of_metrics(unit)
                                   : str_is(unit, metric->unit);
}

static bool is_loss(const struct metric_info *metric)
{
    return str_is(str_from_c(metric->unit), "nats");
}

static bool is_one_draw(const struct report *report)
{
    return report->n.len == 0 || str_is(report->n, "1");
}

static const char *obstacle(const struct comparison *comparison,
                            const struct metric_info *metric)
{
    const struct report *report = comparison->reported->report;
    double value = 0;
    if (metric == NULL || !str_to_double(report->value, &value)) {
        return "what is reported is no number";
    }
    if (!is_same_unit(metric, report->unit)) {
        return "reported in another unit";
    }
    if (is_loss(metric)) {
        return "the level of a loss depends on data and length of training; "
               "differences are compared";
    }
    return NULL;
}

/* Why there is nothing here to hold it against, or NULL. */
static const char *lack(const struct summary *summary)
{
    if (summary == NULL) {
        return "not measured here";
    }
    return summary->diverged > 0 ? "runs diverged here" : NULL;
}

/* ---- Against our mean, against our seeds ------------------------------ */

/* The exact 95 % interval of the mean over seeds, by the test that decides
 * hypotheses. False with too few seeds, or too many. */
static bool mean_interval(const struct evidence_arm *arm, size_t metric,
                          double *lo, double *hi)
{
    static const struct significance level = {NANO / 20, 1};
    int64_t values[SIGNFLIP_MAX] = {0};
    const int n = (int)arm->run_count;
    if (arm->run_count > SIGNFLIP_MAX || n < signflip_fewest(level)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        if (!units_from_double(arm->runs[i].metrics[metric], &values[i])) {
            return false;
        }
    }
    struct signflip test;
    signflip_init(&test, values, n);
    const int64_t rank = signflip_rank(level, n);
    *lo = ratio_to_double(signflip_smallest(&test, rank));
    *hi = ratio_to_double(signflip_largest(&test, rank));
    return true;
}

static void hold_against(struct comparison *comparison, double lo, double hi,
                         const char *what)
{
    double value = 0;
    str_to_double(comparison->reported->report->value, &value);
    comparison->has_range = true;
    comparison->lo = lo;
    comparison->hi = hi;
    comparison->why = what;
    comparison->versus = value < lo   ? VERSUS_LARGER
                         : value > hi ? VERSUS_SMALLER
                                      : VERSUS_CONSISTENT;
}

struct comparison compare_reported(const struct evidence *evidence,
                                   const struct reported *reported)
{
    struct comparison comparison = {.reported = reported,
                                    .versus = VERSUS_NOT_COMPARABLE};
    const struct metric_info *metric = metric_find(reported->metric);
    const struct evidence_arm *arm = NULL;
    if (evidence != NULL && evidence->plan != NULL) {
        arm = evidence_arm_find(evidence,
                                evidence->plan->arms[reported->arm].name);
    }
    if (arm != NULL) {
        comparison.summary = evidence_summary(evidence, arm, reported->metric);
    }
    double lo = 0;
    double hi = 0;
    const struct summary *summary = comparison.summary;
    comparison.why = obstacle(&comparison, metric);
    if (comparison.why == NULL) {
        comparison.why = lack(summary);
    }
    if (comparison.why != NULL || summary == NULL) {
        return comparison;
    }
    if (is_one_draw(reported->report)) {
        hold_against(&comparison, summary->min, summary->max,
                     "one draw, against our seeds");
    } else if (mean_interval(arm, (size_t)(metric - metric_infos), &lo, &hi)) {
        hold_against(&comparison, lo, hi, "a mean, against our interval");
    } else {
        comparison.why = "too few seeds here for an interval";
    }
    return comparison;
}

/* ---- Rows ------------------------------------------------------------- */

static void view_versus(const struct page_context *context, struct view *row,
                        enum versus_report versus)
{
    view_c(context->arena, row, "versus", versus_words(versus));
    view_c(context->arena, row, "versus_name", versus_name(versus));
}

static void view_source(const struct page_context *context, struct view *row,
                        const struct record *work, const struct report *report)
{
    struct arena *arena = context->arena;
    view_text(arena, row, "work", work->id);
    view_printf(arena, row, "href", "%.*s#report.%.*s",
                STR_ARG(record_url(context, work, "html")),
                STR_ARG(report->id));
}

static void view_row(const struct page_context *context, struct view *list,
                     const struct plan *plan,
                     const struct comparison *comparison)
{
    struct arena *arena = context->arena;
    const struct reported *reported = comparison->reported;
    const struct summary *summary = comparison->summary;
    const struct str arm = plan->arms[reported->arm].name;
    struct view *row = view_push(arena, list);
    view_text(arena, row, "arm", arm);
    view_text(arena, row, "metric", reported->metric);
    view_text(arena, row, "unit", metric_unit(reported->metric));
    view_report(context, view_child(arena, row, "report"), reported->report);
    view_source(context, row, reported->record, reported->report);
    view_versus(context, row, comparison->versus);
    view_c(arena, row, "why", comparison->why);
    if (summary != NULL && summary->n > 0) {
        view_value(context, row, "mean",
                   runs_url(context, plan->record, "html"),
                   arena_printf(arena, "%.*s.%.*s.%.*s", STR_ARG(plan->id),
                                STR_ARG(arm), STR_ARG(reported->metric)),
                   mean_text(arena, summary));
        view_deviation(arena, row, summary);
        view_int(arena, row, "n", (int64_t)summary->n);
    }
    if (summary != NULL && summary->diverged > 0) {
        view_int(arena, row, "diverged", (int64_t)summary->diverged);
    }
    if (comparison->has_range) {
        view_text(arena, row, "lo",
                  spread_text(arena, summary, comparison->lo));
        view_text(arena, row, "hi",
                  spread_text(arena, summary, comparison->hi));
    }
}

static void view_difference(const struct page_context *context,
                            struct view *list,
                            const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    if (!assessment->has_reported || assessment->hypothesis == NULL) {
        return;
    }
    const struct plan *plan = assessment->plan;
    const struct hypothesis *hypothesis = assessment->hypothesis;
    struct view *row = view_push(arena, list);
    view_flag(arena, row, "is_difference", true);
    view_printf(arena, row, "arm", "%.*s against %.*s",
                STR_ARG(plan->arms[hypothesis->treatment].name),
                STR_ARG(plan->arms[hypothesis->control].name));
    view_text(arena, row, "metric", hypothesis->metric);
    view_text(arena, row, "unit", metric_unit(hypothesis->metric));
    const struct report shown = {
        .value = shown_number(arena, assessment->reported, 3, true),
        .unit = assessment->reported_treatment->unit,
    };
    view_report(context, view_child(arena, row, "report"), &shown);
    view_source(context, row, assessment->reported_by,
                assessment->reported_treatment);
    if (assessment->decision == NULL) {
        view_versus(context, row, VERSUS_NOT_COMPARABLE);
        view_c(arena, row, "why", "not measured here");
        return;
    }
    const struct decision *decision = &assessment->decision->decision;
    view_versus(context, row, assessment->certainty.versus);
    if (decision->n > 0 && decision->n <= SIGNFLIP_MAX) {
        const int decimals = decision_decimals(decision);
        view_c(arena, row, "why", "the difference, against our interval");
        view_value(context, row, "mean", S(""),
                   value_ref(context, assessment->reference, "delta"),
                   ratio_text(arena, decision->mean, decimals, true));
        view_int(arena, row, "n", decision->n);
        if (decision->interval.rank > 0) {
            view_text(arena, row, "lo",
                      ratio_text(arena, decision->interval.lo, decimals, true));
            view_text(arena, row, "hi",
                      ratio_text(arena, decision->interval.hi, decimals, true));
        }
    }
}

/* What keeps every one of them from being compared, where it is one thing for
 * all; said once, it need not stand in each row. */
static const char *common_obstacle(const struct comparison *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (all[i].has_range || strcmp(all[i].why, all[0].why) != 0) {
            return NULL;
        }
    }
    return count > 1 ? all[0].why : NULL;
}

static void view_compared(const struct page_context *context, struct view *map,
                          const struct plan *plan,
                          const struct evidence *evidence)
{
    struct arena *arena = context->arena;
    struct comparison *all =
        ARENA_ARRAY(arena, struct comparison, plan->reported_count);
    size_t count = 0;
    for (size_t i = 0; i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        if (reported->report != NULL && reported->arm < plan->arm_count) {
            all[count++] = compare_reported(evidence, reported);
        }
    }
    const char *common = common_obstacle(all, count);
    view_c(arena, map, "why_none", common != NULL ? common : "");
    for (size_t i = 0; i < count; i++) {
        if (common != NULL) {
            all[i].why = "";
        }
        view_row(context, view_list(arena, map, "comparisons"), plan, &all[i]);
    }
}

void view_comparisons(const struct page_context *context, struct view *map,
                      const struct plan *plan, const struct evidence *evidence,
                      const struct assessment *assessments, size_t count)
{
    struct view *list = view_list(context->arena, map, "comparisons");
    view_compared(context, map, plan, evidence);
    for (size_t i = 0; i < count; i++) {
        if (assessments[i].plan == plan) {
            view_difference(context, list, &assessments[i]);
        }
    }
    view_flag(context->arena, map, "has_comparisons", list->len > 0);
}
