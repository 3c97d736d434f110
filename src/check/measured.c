/* All values are gone through: a number in prose is rare, and rarely not among
 * the first. */

#include "check/measured.h"

#include <math.h>

/* A value as it is, and in per cent where the number is. */
static bool is_value(const struct number *number, double value)
{
    return isfinite(value) &&
           (number_rounds(number, value) ||
            (number->scale == -2 && number_rounds(number, 100 * value)));
}

/* -- Of arms -------------------------------------------------------------- */

static bool summary_has(const struct summary *summary,
                        const struct number *number)
{
    return is_value(number, summary->mean) || is_value(number, summary->sd) ||
           is_value(number, summary->min) || is_value(number, summary->max);
}

static bool runs_have(const struct run_result *runs, size_t count,
                      const struct strs *metrics, const struct number *number)
{
    for (size_t r = 0; r < count; r++) {
        for (size_t m = 0; m < metrics->len; m++) {
            const struct metric_info *info = metric_find(metrics->at[m]);
            if (info && runs[r].metrics &&
                is_value(number, runs[r].metrics[info - metric_infos])) {
                return true;
            }
        }
    }
    return false;
}

static bool arm_has(const struct evidence *evidence,
                    const struct evidence_arm *arm, const struct number *number)
{
    for (size_t m = 0; m < evidence->metrics.len; m++) {
        const struct summary *summary =
            evidence_summary(evidence, arm, evidence->metrics.at[m]);
        if (summary && summary_has(summary, number)) {
            return true;
        }
    }
    return runs_have(arm->runs, arm->run_count, &evidence->metrics, number) ||
           runs_have(arm->noise_runs, arm->noise_count, &evidence->metrics,
                     number);
}

/* -- Of decisions --------------------------------------------------------- */

static bool ratio_is(const struct number *number, struct ratio ratio)
{
    return ratio.size > 0 && is_value(number, ratio_to_double(ratio));
}

static bool units_are(const struct number *number, int64_t units)
{
    return is_value(number, (double)units / NANO);
}

static bool chance_is(const struct number *number, int64_t count, int n)
{
    return n > 0 && n <= SIGNFLIP_MAX &&
           is_value(number, (double)count / (double)(INT64_C(1) << n));
}

static bool decision_has(const struct decision *decision,
                         const struct number *number)
{
    const struct ratio ratios[] = {
        decision->mean,
        decision->interval.lo,
        decision->interval.hi,
        decision->equivalence.lo,
        decision->equivalence.hi,
        decision->noise.mean,
        decision->noise.interval.lo,
        decision->noise.interval.hi,
        decision->sensitivity_result.mean,
        decision->sensitivity_result.interval.lo,
        decision->sensitivity_result.interval.hi,
    };
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        if (ratio_is(number, ratios[i])) {
            return true;
        }
    }
    const int n = decision->n;
    return units_are(number, decision->margin) ||
           units_are(number, decision->lowest.delta) ||
           units_are(number, decision->highest.delta) ||
           (decision->has_relative && units_are(number, decision->relative)) ||
           chance_is(number, decision->rule_p, n) ||
           chance_is(number, decision->p_better, n) ||
           chance_is(number, decision->p_worse, n) ||
           chance_is(number, decision->p_two_sided, n) ||
           chance_is(number, decision->family_p, n);
}

bool measured_has(const struct evidence *evidence, const struct number *number)
{
    for (size_t i = 0; i < evidence->decision_count; i++) {
        if (decision_has(&evidence->decisions[i].decision, number)) {
            return true;
        }
    }
    for (size_t i = 0; i < evidence->arm_count; i++) {
        if (arm_has(evidence, &evidence->arms[i], number)) {
            return true;
        }
    }
    return false;
}

bool measured_plans(struct arena *scratch, const struct plan *plan,
                    const struct number *number)
{
    struct numbers numbers = {0};
    numbers_read(scratch, plan->record->source->text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        if (number_is_same(&numbers.at[i], number)) {
            return true;
        }
    }
    return false;
}

/* -- The nearest ---------------------------------------------------------- */

struct nearest_value {
    struct str reference;
    double distance;
};

static void consider(struct arena *arena, struct nearest_value *best,
                     const struct number *number, double value, struct str a,
                     struct str b, const char *part)
{
    const double distance = fabs(fabs(value) - number_value(number));
    if (isfinite(value) &&
        (best->reference.len == 0 || distance < best->distance)) {
        best->distance = distance;
        best->reference =
            arena_printf(arena, "%.*s.%.*s%s", STR_ARG(a), STR_ARG(b), part);
    }
}

static void consider_decision(struct arena *arena, struct nearest_value *best,
                              const struct number *number,
                              const struct evidence *evidence,
                              const struct evidence_decision *decided)
{
    const struct decision *decision = &decided->decision;
    const struct {
        struct ratio ratio;
        const char *part;
    } values[] = {{decision->mean, ".delta"},
                  {decision->interval.lo, ".lo"},
                  {decision->interval.hi, ".hi"}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (values[i].ratio.size > 0) {
            consider(arena, best, number, ratio_to_double(values[i].ratio),
                     evidence->id, decided->id, values[i].part);
        }
    }
}

struct str measured_nearest(struct arena *arena,
                            const struct evidences *evidences,
                            const struct evidence *evidence,
                            const struct number *number)
{
    struct nearest_value best = {0};
    for (size_t i = 0; i < evidence->decision_count; i++) {
        consider_decision(arena, &best, number, evidence,
                          &evidence->decisions[i]);
    }
    for (size_t a = 0; a < evidence->arm_count; a++) {
        const struct evidence_arm *arm = &evidence->arms[a];
        for (size_t m = 0; m < evidence->metrics.len; m++) {
            const struct str metric = evidence->metrics.at[m];
            const struct summary *summary =
                evidence_summary(evidence, arm, metric);
            if (summary) {
                consider(arena, &best, number, summary->mean,
                         arena_printf(arena, "%.*s.%.*s", STR_ARG(evidence->id),
                                      STR_ARG(arm->name)),
                         metric, ".mean");
            }
        }
    }
    struct value value;
    struct failure failure;
    if (best.reference.len == 0 ||
        !evidence_value(arena, evidences, best.reference, &value, &failure)) {
        return (struct str){0};
    }
    return arena_printf(arena, "%.*s is %.*s", STR_ARG(best.reference),
                        STR_ARG(value.text));
}
