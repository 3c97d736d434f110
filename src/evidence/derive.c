/* From runs to evidence: which runs a plan needs, what they amount to, and
 * what each hypothesis comes to. Pure: the same plan and runs give the same
 * evidence whoever trained them, in whatever order. */

#include "evidence/evidence.h"

#include <math.h>
#include <string.h>

#include "evidence/derived.h"
#include "evidence/seeds.h"
#include "evidence/sentence.h"

/* -- Which runs ------------------------------------------------------------ */

struct tasks {
    struct task *at;
    size_t len, cap;
};

static void add_tasks(struct arena *arena, struct tasks *tasks,
                      const struct plan *plan, const struct arm *arm,
                      const struct seeds *seeds, const char *word)
{
    for (size_t i = 0; i < seeds->len; i++) {
        *LIST_PUSH(arena, tasks) = (struct task){
            .config = &arm->config,
            .seed = seeds->at[i],
            .label = arena_printf(arena, "%.*s %.*s %s %lu", STR_ARG(plan->id),
                                  STR_ARG(arm->name), word,
                                  (unsigned long)seeds->at[i]),
        };
    }
}

size_t evidence_tasks(struct arena *arena, const struct plan *plan,
                      struct task **tasks)
{
    struct tasks list = {0};
    for (size_t i = 0; i < plan->trained_count; i++) {
        add_tasks(arena, &list, plan, &plan->arms[i], plan_seeds(plan), "seed");
        if (plan_is_control(plan, i)) {
            add_tasks(arena, &list, plan, &plan->arms[i], &plan->noise,
                      "noise seed");
        }
    }
    *tasks = list.at;
    return list.len;
}

/* -- Arms ------------------------------------------------------------------ */

/* Only what the plan measures is evidence. */
static double *planned_metrics(struct arena *arena, const struct plan *plan,
                               const double *metrics)
{
    double *planned = ARENA_ARRAY(arena, double, metric_count);
    for (size_t i = 0; i < metric_count; i++) {
        planned[i] = (double)NAN;
    }
    for (size_t i = 0; i < plan->metrics.len; i++) {
        const size_t index = metric_index(plan->metrics.at[i]);
        planned[index] = metrics[index];
    }
    return planned;
}

/* At most EVIDENCE_CURVE_POINTS points, evenly spaced, the last among them. */
static bool is_kept(size_t index, size_t len)
{
    const size_t stride =
        (len + EVIDENCE_CURVE_POINTS - 1) / EVIDENCE_CURVE_POINTS;
    return (len - 1 - index) % stride == 0;
}

static void thin_curve(struct arena *arena, struct run_result *run)
{
    const size_t len = run->curve_len;
    uint32_t *steps = ARENA_ARRAY(arena, uint32_t, len);
    double *losses = ARENA_ARRAY(arena, double, len);
    size_t kept = 0;
    for (size_t i = 0; i < len; i++) {
        if (is_kept(i, len)) {
            steps[kept] = run->curve_steps[i];
            losses[kept++] = run->curve_losses[i];
        }
    }
    run->curve_steps = steps;
    run->curve_losses = losses;
    run->curve_len = kept;
}

/* Where the curve is kept, and at initialisation, which the curve has not. */
static double *thin_values(struct arena *arena, const double *values,
                           size_t len)
{
    double *thin = ARENA_ARRAY(arena, double, len);
    size_t kept = 0;
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || is_kept(i - 1, len - 1)) {
            thin[kept++] = values[i];
        }
    }
    return thin;
}

static void thin_stepwise(struct arena *arena, const struct plan *plan,
                          struct run_result *run)
{
    const struct run_result whole = *run;
    const size_t len = whole.stepwise_len;
    memset(run->stepwise, 0, sizeof run->stepwise);
    for (size_t i = 0; i < plan->metrics.len; i++) {
        const size_t metric = metric_index(plan->metrics.at[i]);
        if (whole.stepwise[metric]) {
            run->stepwise[metric] =
                thin_values(arena, whole.stepwise[metric], len);
        }
    }
    run->stepwise_len = 0;
    run->stepwise_steps = ARENA_ARRAY(arena, uint32_t, len);
    for (size_t i = 0; i < len; i++) {
        if (i == 0 || is_kept(i - 1, len - 1)) {
            run->stepwise_steps[run->stepwise_len++] = whole.stepwise_steps[i];
        }
    }
}

static void drop_lists(struct run_result *run)
{
    run->curve_len = 0;
    run->residual_rms_len = 0;
    run->gradient_norm_len = 0;
    run->stepwise_len = 0;
    memset(run->stepwise, 0, sizeof run->stepwise);
}

static struct run_result *take_runs(struct arena *arena,
                                    const struct plan *plan,
                                    const struct run_result *results,
                                    size_t count, bool is_noise)
{
    struct run_result *runs = ARENA_ARRAY(arena, struct run_result, count);
    for (size_t i = 0; i < count; i++) {
        runs[i] = results[i];
        runs[i].metrics = planned_metrics(arena, plan, results[i].metrics);
        thin_curve(arena, &runs[i]);
        thin_stepwise(arena, plan, &runs[i]);
        if (is_noise) {
            drop_lists(&runs[i]);
        }
    }
    return runs;
}

/* In the order of the seeds, so that the sum has one value. */
static struct summary summarise(const struct run_result *runs, size_t count,
                                size_t metric)
{
    struct summary summary = {.min = (double)NAN, .max = (double)NAN};
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = runs[i].metrics[metric] + 0.0; /* -0 is 0 */
        if (!isfinite(value)) {
            summary.diverged++;
            continue;
        }
        summary.min = summary.n && summary.min <= value ? summary.min : value;
        summary.max = summary.n && summary.max >= value ? summary.max : value;
        summary.n++;
        sum += value;
    }
    summary.mean = summary.n ? sum / (double)summary.n : (double)NAN;
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        const double off = runs[i].metrics[metric] - summary.mean;
        squares += isfinite(off) ? off * off : 0;
    }
    summary.sd =
        summary.n > 1 ? sqrt(squares / (double)(summary.n - 1)) : (double)NAN;
    return summary;
}

/* Takes the arm's share off the results; returns what is left of them. */
static const struct run_result *derive_arm(struct arena *arena,
                                           const struct plan *plan,
                                           size_t index,
                                           const struct run_result *results,
                                           struct evidence_arm *arm)
{
    *arm = (struct evidence_arm){.name = plan->arms[index].name};
    arm->run_count = plan_seeds(plan)->len;
    arm->runs = take_runs(arena, plan, results, arm->run_count, false);
    results += arm->run_count;
    if (plan_is_control(plan, index)) {
        arm->noise_count = plan->noise.len;
        arm->noise_runs =
            take_runs(arena, plan, results, arm->noise_count, true);
        results += arm->noise_count;
    }
    return results;
}

static struct summary summary_of_nothing(void)
{
    const double none = (double)NAN;
    return (struct summary){.mean = none, .sd = none, .min = none, .max = none};
}

static void summarise_arm(struct arena *arena, const struct strs *metrics,
                          struct evidence_arm *arm)
{
    arm->summaries = ARENA_ARRAY(arena, struct summary, metrics->len);
    for (size_t i = 0; i < metrics->len; i++) {
        const size_t metric = metric_index(metrics->at[i]);
        arm->summaries[i] = evidence_arm_has(arm, metric)
                                ? summarise(arm->runs, arm->run_count, metric)
                                : summary_of_nothing();
    }
}

bool evidence_arm_has(const struct evidence_arm *arm, size_t metric)
{
    return arm->is_derived == (metric_infos[metric].kind == METRIC_DERIVED);
}

/* The plan's, then what its derived arms have. */
static struct strs metrics_of(struct arena *arena, const struct plan *plan)
{
    struct strs metrics = {0};
    for (size_t i = 0; i < plan->metrics.len; i++) {
        *LIST_PUSH(arena, &metrics) = plan->metrics.at[i];
    }
    for (size_t i = plan->trained_count; i < plan->arm_count; i++) {
        evidence_add_metric(arena, &metrics,
                            derived_metric(plan->arms[i].derived));
    }
    return metrics;
}

void evidence_add_metric(struct arena *arena, struct strs *metrics,
                         struct str metric)
{
    for (size_t i = 0; i < metrics->len; i++) {
        if (str_equal(metrics->at[i], metric)) {
            return;
        }
    }
    *LIST_PUSH(arena, metrics) = metric;
}

/* Trained arms use up the results; derived ones are made of them. */
static void derive_arms(struct arena *arena, const struct plan *plan,
                        const struct run_result *results,
                        struct evidence *evidence)
{
    evidence->arms = ARENA_ARRAY(arena, struct evidence_arm, plan->arm_count);
    for (size_t i = 0; i < plan->arm_count; i++) {
        struct evidence_arm *arm = &evidence->arms[i];
        if (plan->arms[i].derived) {
            derived_arm(arena, plan, i, evidence->arms, arm);
        } else {
            results = derive_arm(arena, plan, i, results, arm);
        }
        summarise_arm(arena, &evidence->metrics, arm);
    }
}

/* -- Decisions ------------------------------------------------------------- */

static struct seed_set seed_set(struct arena *arena, const struct seeds *seeds)
{
    int64_t *at = ARENA_ARRAY(arena, int64_t, seeds->len);
    for (size_t i = 0; i < seeds->len; i++) {
        at[i] = seeds->at[i];
    }
    return (struct seed_set){at, (int)seeds->len};
}

static struct seed_set run_seeds(struct arena *arena,
                                 const struct evidence_arm *arm)
{
    int64_t *at = ARENA_ARRAY(arena, int64_t, arm->run_count);
    for (size_t i = 0; i < arm->run_count; i++) {
        at[i] = arm->runs[i].seed;
    }
    return (struct seed_set){at, (int)arm->run_count};
}

static unsigned check_keys(const struct arm *arm,
                           const struct evidence_arm *found)
{
    struct out canonical = {0};
    unsigned integrity = 0;
    config_canonical(&canonical, &arm->config);
    for (size_t i = 0; i < found->run_count; i++) {
        const struct sha256_hex key = run_key_of_text(
            CORE_NUMERICS, out_text(&canonical), found->runs[i].seed);
        if (strcmp(key.text, found->runs[i].key.text) != 0) {
            integrity |= REASON_BIT(REASON_PLAN_CHANGED);
        }
    }
    out_free(&canonical);
    return integrity;
}

/* Of a derived arm, its members' keys. */
static unsigned check_arm_keys(const struct plan *plan, size_t arm,
                               const struct evidence *evidence)
{
    const struct derived *derived = plan->arms[arm].derived;
    unsigned integrity =
        derived ? 0 : check_keys(&plan->arms[arm], &evidence->arms[arm]);
    for (size_t i = 0; derived && i < derived->member_count; i++) {
        const size_t member = derived->members[i];
        integrity |= check_keys(&plan->arms[member], &evidence->arms[member]);
    }
    return integrity;
}

static unsigned check_integrity(struct arena *arena, const struct plan *plan,
                                const struct hypothesis *hypothesis,
                                const struct evidence *evidence)
{
    const struct seed_set sets[] = {seed_set(arena, &plan->claim),
                                    seed_set(arena, &plan->noise),
                                    seed_set(arena, &plan->tuning)};
    const size_t arms[] = {hypothesis->control, hypothesis->treatment,
                           hypothesis->sensitivity_control,
                           hypothesis->sensitivity_treatment};
    const size_t count = hypothesis->has_sensitivity ? 4 : 2;
    unsigned integrity = seeds_overlap(sets, 3);
    for (size_t i = 0; i < count; i++) {
        const struct evidence_arm *arm = &evidence->arms[arms[i]];
        integrity |= seeds_differ(sets[0], run_seeds(arena, arm));
        integrity |= check_arm_keys(plan, arms[i], evidence);
    }
    if (plan_fixed_difference(arena, plan, hypothesis->control,
                              hypothesis->treatment)
            .len > 0) {
        integrity |= REASON_BIT(REASON_BUDGETS_DIFFER);
    }
    return integrity;
}

static const double *column(struct arena *arena, const struct run_result *runs,
                            size_t count, size_t metric)
{
    double *values = ARENA_ARRAY(arena, double, count);
    for (size_t i = 0; i < count; i++) {
        values[i] = runs[i].metrics[metric];
    }
    return values;
}

static const double *arm_column(struct arena *arena,
                                const struct evidence *evidence, size_t arm,
                                size_t metric)
{
    return column(arena, evidence->arms[arm].runs,
                  evidence->arms[arm].run_count, metric);
}

static int64_t units_of(double value)
{
    int64_t units = 0;
    if (!units_from_double(value, &units)) {
        BUG("a plan with the number %g", value);
    }
    return units;
}

static void add_sensitivity(struct arena *arena,
                            const struct hypothesis *hypothesis,
                            const struct evidence *evidence, size_t metric,
                            struct hypothesis_data *data)
{
    data->sensitivity =
        arm_column(arena, evidence, hypothesis->sensitivity_treatment, metric);
    data->sensitivity_control =
        arm_column(arena, evidence, hypothesis->sensitivity_control, metric);
    data->sensitivity_expect = hypothesis->sensitivity_expects_worse
                                   ? DIRECTION_WORSE
                                   : DIRECTION_BETTER;
}

static void decide(struct arena *arena, const struct plan *plan,
                   const struct hypothesis *hypothesis,
                   const struct evidence *evidence, struct decision *decision)
{
    const size_t metric = metric_index(hypothesis->metric);
    const struct evidence_arm *control = &evidence->arms[hypothesis->control];
    struct hypothesis_data data = {
        .expect = hypothesis->expect,
        .scale = {.is_higher_better = hypothesis->is_higher_better,
                  .worst = units_of(hypothesis->worst)},
        .margin = units_of(hypothesis->margin),
        .level = {.alpha = units_of(hypothesis->alpha),
                  .looks = (int)hypothesis->looks},
        .integrity = check_integrity(arena, plan, hypothesis, evidence),
        .n = (int)control->run_count,
        .seed = run_seeds(arena, control).seed,
        .control = arm_column(arena, evidence, hypothesis->control, metric),
        .treatment = arm_column(arena, evidence, hypothesis->treatment, metric),
        .noise_n = (int)control->noise_count,
        .noise =
            column(arena, control->noise_runs, control->noise_count, metric),
    };
    if (hypothesis->has_sensitivity) {
        add_sensitivity(arena, hypothesis, evidence, metric, &data);
    }
    verdict_decide(&data, decision);
}

struct str evidence_sentence(struct arena *arena,
                             const struct evidence_decision *decided)
{
    struct out out = {0};
    const struct metric_info *info = metric_find(decided->metric);
    const struct sentence_names names = {
        .treatment = decided->treatment,
        .control = decided->control,
        .metric = decided->metric,
        .unit = str_from_c(info ? info->unit : ""),
    };
    out_decision_sentence(&out, &decided->decision, &names);
    return out_take(&out, arena);
}

static void derive_decision(struct arena *arena, const struct plan *plan,
                            const struct hypothesis *hypothesis,
                            const struct evidence *evidence,
                            struct evidence_decision *decided)
{
    *decided = (struct evidence_decision){
        .id = hypothesis->id,
        .practice = hypothesis->practice,
        .metric = hypothesis->metric,
        .family = hypothesis->family,
        .control = plan->arms[hypothesis->control].name,
        .treatment = plan->arms[hypothesis->treatment].name,
    };
    decide(arena, plan, hypothesis, evidence, &decided->decision);
    decided->sentence = evidence_sentence(arena, decided);
}

void evidence_derive(struct arena *arena, const struct plan *plan,
                     const struct run_result *results,
                     struct evidence *evidence)
{
    *evidence = (struct evidence){
        .id = plan->id,
        .plan = plan,
        .metrics = metrics_of(arena, plan),
        .provenance = {.plan_hash = str_from_c(plan->hash.text),
                       .numerics = CORE_NUMERICS},
        .arm_count = plan->arm_count,
        .decision_count = plan->hypothesis_count,
    };
    plan_lines(arena, plan, &evidence->plan_lines);
    derive_arms(arena, plan, results, evidence);
    evidence->decisions =
        ARENA_ARRAY(arena, struct evidence_decision, plan->hypothesis_count);
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        derive_decision(arena, plan, &plan->hypotheses[i], evidence,
                        &evidence->decisions[i]);
    }
}
