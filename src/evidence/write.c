/* Evidence as JSON. Keys are written in the order of their bytes by hand, and
 * whatever has a name is sorted by it, so the same evidence is the same bytes
 * and a review sees what changed and nothing else. */

#include "evidence/write.h"

#include <stdlib.h>

/* -- Small shapes ---------------------------------------------------------- */

static void put_ratio(struct json_out *j, const char *key, struct ratio ratio)
{
    json_key(j, key);
    json_open(j, '{');
    json_put_int(j, "count", ratio.size);
    json_put_int(j, "sum", ratio.sum);
    json_close(j);
}

/* -- Sorting --------------------------------------------------------------- */

static int compare_named(const void *left, const void *right)
{
    return str_compare(((const struct named *)left)->name,
                       ((const struct named *)right)->name);
}

static void sort_named(struct named *named, size_t count)
{
    if (count > 0) {
        qsort(named, count, sizeof *named, compare_named);
    }
}

/* -- Arms ------------------------------------------------------------------ */

static void put_summary(struct json_out *j, const struct summary *summary)
{
    write_open_inline(j, '{');
    json_put_int(j, "diverged", (int64_t)summary->diverged);
    json_put_double(j, "max", summary->max);
    json_put_double(j, "mean", summary->mean);
    json_put_double(j, "min", summary->min);
    json_put_int(j, "n", (int64_t)summary->n);
    json_put_double(j, "sd", summary->sd);
    write_close_inline(j);
}

static void put_runs(struct json_out *j, const char *key,
                     const struct columns *metrics, bool is_derived,
                     const struct run_result *runs, size_t count)
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        if (is_derived) {
            write_derived_run(j, metrics, &runs[i]);
        } else {
            write_run(j, metrics, &runs[i]);
        }
    }
    json_close(j);
}

static void put_arm(struct json_out *j, const struct columns *metrics,
                    const struct evidence_arm *arm)
{
    json_key_str(j, arm->name);
    json_open(j, '{');
    put_runs(j, "noise", metrics, arm->is_derived, arm->noise_runs,
             arm->noise_count);
    put_runs(j, "runs", metrics, arm->is_derived, arm->runs, arm->run_count);
    json_key(j, "summary");
    json_open(j, '{');
    for (size_t i = 0; i < metrics->len; i++) {
        const struct named *metric = &metrics->at[i];
        if (evidence_arm_has(arm, metric_index(metric->name))) {
            json_key_str(j, metric->name);
            put_summary(j, &arm->summaries[metric->index]);
        }
    }
    json_close(j);
    json_close(j);
}

/* What an arm of the kind has, of the evidence's metrics. */
static struct columns columns_of(struct arena *scratch,
                                 const struct evidence *evidence,
                                 bool is_derived)
{
    const struct evidence_arm kind = {.is_derived = is_derived};
    const struct strs *metrics = &evidence->metrics;
    struct columns columns = {
        .at = ARENA_ARRAY(scratch, struct named, metrics->len)};
    for (size_t i = 0; i < metrics->len; i++) {
        if (evidence_arm_has(&kind, metric_index(metrics->at[i]))) {
            columns.at[columns.len++] = (struct named){metrics->at[i], i};
        }
    }
    sort_named(columns.at, columns.len);
    return columns;
}

/* The arms of one kind under its key; of derived ones only where there are any,
 * so that evidence from before is the same bytes. */
static void put_arms(struct json_out *j, struct arena *scratch,
                     const struct evidence *evidence, bool is_derived)
{
    const struct columns metrics = columns_of(scratch, evidence, is_derived);
    struct named *arms =
        ARENA_ARRAY(scratch, struct named, evidence->arm_count);
    size_t count = 0;
    for (size_t i = 0; i < evidence->arm_count; i++) {
        if (evidence->arms[i].is_derived == is_derived) {
            arms[count++] = (struct named){evidence->arms[i].name, i};
        }
    }
    if (is_derived && count == 0) {
        return;
    }
    sort_named(arms, count);
    json_key(j, is_derived ? "derived" : "arms");
    json_open(j, '{');
    for (size_t i = 0; i < count; i++) {
        put_arm(j, &metrics, &evidence->arms[arms[i].index]);
    }
    json_close(j);
}

/* -- Decisions ------------------------------------------------------------- */

static void put_interval(struct json_out *j, const char *key,
                         const struct interval *interval)
{
    json_key(j, key);
    write_open_inline(j, '{');
    put_ratio(j, "hi", interval->hi);
    put_ratio(j, "lo", interval->lo);
    json_put_int(j, "rank", interval->rank);
    write_close_inline(j);
}

static void put_mean(struct json_out *j, struct ratio mean)
{
    json_key(j, "mean");
    write_open_inline(j, '{');
    json_put_int(j, "count", mean.size);
    json_put_int(j, "sum", mean.sum);
    write_close_inline(j);
}

static void put_trouble(struct json_out *j, const char *key,
                        const struct arm_trouble *trouble)
{
    json_key(j, key);
    write_open_inline(j, '{');
    json_put_int(j, "clipped", trouble->clipped);
    json_put_int(j, "diverged", trouble->diverged);
    write_close_inline(j);
}

static void put_side(struct json_out *j, const struct side_result *side,
                     const char *found)
{
    json_open(j, '{');
    if (found) {
        json_put_c(j, "found", found);
    }
    put_interval(j, "interval", &side->interval);
    put_mean(j, side->mean);
    json_put_int(j, "n", side->n);
    json_put_int(j, "p", side->p);
    put_trouble(j, "trouble", &side->trouble);
    json_close(j);
}

static void put_seed_delta(struct json_out *j, const char *key,
                           const struct seed_delta *extreme)
{
    json_key(j, key);
    write_open_inline(j, '{');
    json_put_int(j, "delta", extreme->delta);
    json_put_int(j, "seed", extreme->seed);
    write_close_inline(j);
}

static void put_deltas(struct json_out *j, const struct decision *decision)
{
    json_key(j, "deltas");
    write_open_inline(j, '[');
    for (int i = 0; i < decision->n && i < SIGNFLIP_MAX; i++) {
        json_int(j, decision->delta[i]);
    }
    write_close_inline(j);
}

static void put_integrity(struct json_out *j, unsigned integrity)
{
    json_key(j, "integrity");
    write_open_inline(j, '[');
    for (int i = 1; i < REASON_COUNT; i++) {
        if (integrity & REASON_BIT(i)) {
            json_str(j, str_from_c(reason_name((enum reason)i)));
        }
    }
    write_close_inline(j);
}

/* Numerators; they are over 2 to the power of n. */
static void put_p(struct json_out *j, const struct decision *decision)
{
    json_key(j, "p");
    write_open_inline(j, '{');
    json_put_int(j, "better", decision->p_better);
    json_put_int(j, "rule", decision->rule_p);
    json_put_int(j, "two_sided", decision->p_two_sided);
    json_put_int(j, "worse", decision->p_worse);
    write_close_inline(j);
}

static void put_relative(struct json_out *j, const struct decision *decision)
{
    json_key(j, "relative");
    if (decision->has_relative) {
        json_int(j, decision->relative);
    } else {
        json_none(j);
    }
}

/* In the order of the keys' bytes. */
static void put_decision(struct json_out *j,
                         const struct evidence_decision *decided)
{
    const struct decision *decision = &decided->decision;
    json_key_str(j, decided->id);
    json_open(j, '{');
    json_put_int(j, "alpha", decision->level.alpha);
    json_put_str(j, "control", decided->control);
    put_trouble(j, "control_trouble", &decision->control);
    put_deltas(j, decision);
    put_interval(j, "equivalence", &decision->equivalence);
    json_put_c(j, "expect", expect_name(decision->expect));
    json_put_str(j, "family", decided->family);
    json_put_int(j, "fewest_seeds", decision->fewest_seeds);
    json_put_bool(j, "higher_is_better", decision->is_higher_better);
    put_seed_delta(j, "highest", &decision->highest);
    put_integrity(j, decision->integrity);
    put_interval(j, "interval", &decision->interval);
    json_put_int(j, "looks", decision->level.looks);
    json_put_int(j, "losses", decision->losses);
    put_seed_delta(j, "lowest", &decision->lowest);
    json_put_int(j, "margin", decision->margin);
    put_mean(j, decision->mean);
    json_put_str(j, "metric", decided->metric);
    json_put_int(j, "n", decision->n);
    json_key(j, "noise");
    put_side(j, &decision->noise, NULL);
    put_p(j, decision);
    json_put_str(j, "practice", decided->practice);
    json_put_c(j, "reason", reason_name(decision->reason));
    put_relative(j, decision);
    json_put_c(j, "rule", verdict_rule_name(decision->rule));
    json_put_int(j, "seeds_for_power", decision->seeds_for_power);
    json_key(j, "sensitivity");
    put_side(j, &decision->sensitivity_result,
             sensitivity_name(decision->sensitivity));
    json_put_str(j, "sentence", decided->sentence);
    json_put_c(j, "size", size_name(decision->size));
    json_put_int(j, "ties", decision->ties);
    json_put_str(j, "treatment", decided->treatment);
    put_trouble(j, "treatment_trouble", &decision->treatment);
    json_put_c(j, "verdict", verdict_name(decision->verdict));
    json_put_int(j, "wins", decision->wins);
    json_close(j);
}

static void put_decisions(struct json_out *j, struct arena *scratch,
                          const struct evidence *evidence)
{
    const size_t count = evidence->decision_count;
    struct named *named = ARENA_ARRAY(scratch, struct named, count);
    for (size_t i = 0; i < count; i++) {
        named[i] = (struct named){evidence->decisions[i].id, i};
    }
    sort_named(named, count);
    json_key(j, "hypotheses");
    json_open(j, '{');
    for (size_t i = 0; i < count; i++) {
        put_decision(j, &evidence->decisions[named[i].index]);
    }
    json_close(j);
}

/* -- The file -------------------------------------------------------------- */

static void put_plan(struct json_out *j, const struct lines *lines)
{
    json_key(j, "plan");
    json_open(j, '{');
    for (size_t i = 0; i < lines->len; i++) {
        json_key_str(j, lines->at[i].key);
        json_str(j, lines->at[i].value);
    }
    json_close(j);
}

static void put_provenance(struct json_out *j,
                           const struct provenance *provenance)
{
    json_key(j, "provenance");
    json_open(j, '{');
    json_put_str(j, "commit", provenance->commit);
    json_put_str(j, "compiler", provenance->compiler);
    json_put_str(j, "date", provenance->date);
    json_put_int(j, "numerics", provenance->numerics);
    json_put_str(j, "plan_hash", provenance->plan_hash);
    json_put_bool(j, "preregistered", provenance->is_preregistered);
    json_put_str(j, "preregistration", provenance->preregistration);
    json_put_str(j, "tool", provenance->tool_version);
    json_close(j);
}

void evidence_write(struct out *out, const struct evidence *evidence)
{
    struct json_out j = {.out = out};
    struct arena scratch = {0};
    json_open(&j, '{');
    put_arms(&j, &scratch, evidence, false);
    put_arms(&j, &scratch, evidence, true);
    json_put_str(&j, "experiment", evidence->id);
    json_put_int(&j, "format", EVIDENCE_FORMAT);
    put_decisions(&j, &scratch, evidence);
    put_plan(&j, &evidence->plan_lines);
    put_provenance(&j, &evidence->provenance);
    json_close(&j);
    out_char(out, '\n');
    arena_free(&scratch);
}
