/* Numbers and words by reference: what a chapter writes instead of the digits.
 * A number is shown with as many digits as its spread bears, no more. */

#include "evidence/evidence.h"

#include <math.h>

#include "evidence/sentence.h"
#include "evidence/value_fact.h"

/* -- Finding --------------------------------------------------------------- */

void evidences_add(struct arena *arena, struct evidences *evidences,
                   const struct evidence *evidence)
{
    void **slot = map_slot(arena, &evidences->by_id, evidence->id);
    if (!*slot) {
        size_t *index = ARENA_NEW(arena, size_t);
        *index = evidences->len;
        *slot = index;
    }
    *LIST_PUSH(arena, evidences) = *evidence;
}

const struct evidence *evidences_find(const struct evidences *evidences,
                                      struct str id)
{
    const size_t *index = map_get(&evidences->by_id, id);
    return index ? &evidences->at[*index] : NULL;
}

const struct evidence_arm *evidence_arm_find(const struct evidence *evidence,
                                             struct str name)
{
    for (size_t i = 0; i < evidence->arm_count; i++) {
        if (str_equal(evidence->arms[i].name, name)) {
            return &evidence->arms[i];
        }
    }
    return NULL;
}

const struct evidence_decision *evidence_decision_find(
    const struct evidence *evidence, struct str id)
{
    for (size_t i = 0; i < evidence->decision_count; i++) {
        if (str_equal(evidence->decisions[i].id, id)) {
            return &evidence->decisions[i];
        }
    }
    return NULL;
}

const struct summary *evidence_summary(const struct evidence *evidence,
                                       const struct evidence_arm *arm,
                                       struct str metric)
{
    for (size_t i = 0; i < evidence->metrics.len; i++) {
        const struct summary *summary = &arm->summaries[i];
        if (str_equal(evidence->metrics.at[i], metric)) {
            return summary->n + summary->diverged > 0 ? summary : NULL;
        }
    }
    return NULL;
}

const struct evidence_decision *evidences_decision(
    const struct evidences *evidences, struct str reference,
    const struct evidence **evidence)
{
    struct str id = {0};
    struct str hypothesis = {0};
    str_cut(reference, '.', &id, &hypothesis);
    const struct evidence *found = evidences_find(evidences, id);
    if (evidence) {
        *evidence = found;
    }
    return found ? evidence_decision_find(found, hypothesis) : NULL;
}

/* -- Showing --------------------------------------------------------------- */

static struct str fixed_text(struct arena *arena, double value, int decimals)
{
    struct out out = {0};
    out_fixed(&out, value, decimals);
    return out_take(&out, arena);
}

static bool is_whole(double value)
{
    return value == trunc(value);
}

int summary_decimals(const struct summary *summary)
{
    int decimals = 0;
    if (is_whole(summary->min) && is_whole(summary->max)) {
        return 0;
    }
    if (!(summary->sd > 0)) {
        return 4;
    }
    const double error = summary->sd / sqrt((double)summary->n);
    for (double digits = error; digits < 10 && decimals < 6; digits *= 10) {
        decimals++;
    }
    return decimals;
}

static void set_real(struct arena *arena, struct value *value, double number,
                     int decimals)
{
    value->number = number;
    value->text = fixed_text(arena, number, decimals);
}

static void set_count(struct arena *arena, struct value *value, int64_t number)
{
    value->number = (double)number;
    value->text = arena_printf(arena, "%lld", (long long)number);
    value->unit = (struct str){0};
}

static void set_words(struct value *value, struct str words)
{
    value->number = (double)NAN;
    value->text = words;
    value->unit = (struct str){0};
}

/* -- Arms ------------------------------------------------------------------ */

static bool seed_value(struct arena *arena, const struct summary *summary,
                       size_t metric, struct str seed, struct value *value,
                       struct failure *failure)
{
    int64_t wanted = -1;
    str_to_int64(seed, &wanted);
    for (size_t i = 0; i < value->arm->run_count; i++) {
        if (value->arm->runs[i].seed == wanted) {
            value->run = &value->arm->runs[i];
            set_real(arena, value, value->run->metrics[metric],
                     summary_decimals(summary));
            return true;
        }
    }
    return fail(failure, "arm %.*s was not run on seed \"%.*s\"",
                STR_ARG(value->arm->name), STR_ARG(seed));
}

static bool statistic_value(struct arena *arena, const struct summary *summary,
                            struct str statistic, struct value *value,
                            struct failure *failure)
{
    const struct {
        const char *name;
        double number;
    } reals[] = {{"mean", summary->mean},
                 {"sd", summary->sd},
                 {"min", summary->min},
                 {"max", summary->max}};
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        if (str_is(statistic, reals[i].name)) {
            set_real(arena, value, reals[i].number, summary_decimals(summary));
            return true;
        }
    }
    if (str_is(statistic, "n")) {
        set_count(arena, value, (int64_t)summary->n);
        return true;
    }
    if (str_is(statistic, "diverged")) {
        set_count(arena, value, (int64_t)summary->diverged);
        return true;
    }
    return fail(failure,
                "\"%.*s\" is no statistic; there are mean, sd, n, min, max, "
                "diverged and seed.N",
                STR_ARG(statistic));
}

static bool value_missing(const struct value *value, struct str metric,
                          struct failure *failure)
{
    const struct strs *metrics = &value->evidence->metrics;
    for (size_t i = 0; i < metrics->len; i++) {
        if (str_equal(metrics->at[i], metric)) {
            return fail(failure, "arm %.*s has no \"%.*s\"",
                        STR_ARG(value->arm->name), STR_ARG(metric));
        }
    }
    return fail(failure, "%.*s does not measure \"%.*s\"",
                STR_ARG(value->evidence->id), STR_ARG(metric));
}

static bool arm_value(struct arena *arena, struct str rest, struct value *value,
                      struct failure *failure)
{
    struct str metric = {0};
    struct str statistic = {0};
    str_cut(rest, '.', &metric, &statistic);
    const struct summary *summary =
        evidence_summary(value->evidence, value->arm, metric);
    const struct metric_info *info = metric_find(metric);
    if (!summary || !info) {
        return value_missing(value, metric, failure);
    }
    value->unit = str_from_c(info->unit);
    if (str_starts(statistic, S("seed."))) {
        return seed_value(arena, summary, (size_t)(info - metric_infos),
                          str_from(statistic, 5), value, failure);
    }
    return statistic_value(
        arena, summary, statistic.len ? statistic : S("mean"), value, failure);
}

/* -- Hypotheses ------------------------------------------------------------ */

static void set_ratio(struct arena *arena, struct value *value,
                      struct ratio ratio)
{
    struct out out = {0};
    if (ratio.size == 0) {
        set_words(value, S("no interval"));
        return;
    }
    out_ratio(&out, ratio, decision_decimals(&value->decision->decision));
    value->number = ratio_to_double(ratio);
    value->text = out_take(&out, arena);
}

static void set_delta(struct arena *arena, struct value *value)
{
    set_ratio(arena, value, value->decision->decision.mean);
}

static void set_lo(struct arena *arena, struct value *value)
{
    set_ratio(arena, value, value->decision->decision.interval.lo);
}

static void set_hi(struct arena *arena, struct value *value)
{
    set_ratio(arena, value, value->decision->decision.interval.hi);
}

/* Two digits of a p-value, whose least is 2^-20. */
static void set_p(struct arena *arena, struct value *value)
{
    const struct decision *decision = &value->decision->decision;
    int decimals = 2;
    value->unit = (struct str){0};
    if (decision->n < 1 || decision->n > SIGNFLIP_MAX) {
        set_words(value, S("no p"));
        return;
    }
    const double p =
        (double)decision->rule_p / (double)(INT64_C(1) << decision->n);
    for (double scaled = p * 100; scaled < 10 && decimals < 7; scaled *= 10) {
        decimals++;
    }
    set_real(arena, value, p, decimals);
}

static void set_wins(struct arena *arena, struct value *value)
{
    set_count(arena, value, value->decision->decision.wins);
}

static void set_n(struct arena *arena, struct value *value)
{
    set_count(arena, value, value->decision->decision.n);
}

static void set_margin(struct arena *arena, struct value *value)
{
    const int64_t margin = value->decision->decision.margin;
    struct out out = {0};
    out_units(&out, margin, 0);
    value->number = (double)margin / NANO;
    value->text = out_take(&out, arena);
}

static void set_verdict(struct arena *arena, struct value *value)
{
    (void)arena;
    set_words(value,
              str_from_c(verdict_words(value->decision->decision.verdict)));
}

static void set_sentence(struct arena *arena, struct value *value)
{
    (void)arena;
    set_words(value, value->decision->sentence);
}

static const struct {
    const char *name;
    void (*set)(struct arena *arena, struct value *value);
} hypothesis_fields[] = {
    {"delta", set_delta},
    {"lo", set_lo},
    {"hi", set_hi},
    {"p", set_p},
    {"wins", set_wins},
    {"n", set_n},
    {"margin", set_margin},
    {"verdict", set_verdict},
    {"sentence", set_sentence},
};

static bool hypothesis_value(struct arena *arena, struct str field,
                             struct value *value, struct failure *failure)
{
    const struct metric_info *info = metric_find(value->decision->metric);
    const size_t count = sizeof hypothesis_fields / sizeof hypothesis_fields[0];
    value->unit = str_from_c(info ? info->unit : "");
    for (size_t i = 0; i < count; i++) {
        if (str_is(field, hypothesis_fields[i].name)) {
            hypothesis_fields[i].set(arena, value);
            return true;
        }
    }
    return fail(failure,
                "\"%.*s\" is nothing a hypothesis has; there are delta, lo, "
                "hi, p, wins, n, margin, verdict and sentence",
                STR_ARG(field));
}

bool evidence_value(struct arena *arena, const struct evidences *evidences,
                    struct str reference, struct value *value,
                    struct failure *failure)
{
    struct str id = {0};
    struct str name = {0};
    struct str rest = {0};
    str_cut(reference, '.', &id, &rest);
    str_cut(rest, '.', &name, &rest);
    *value = (struct value){.evidence = evidences_find(evidences, id)};
    if (!value->evidence) {
        return fail(failure, "there is no evidence for \"%.*s\"", STR_ARG(id));
    }
    value->arm = evidence_arm_find(value->evidence, name);
    if (value->arm && value_is_fact(rest)) {
        return value_fact(arena, rest, value, failure);
    }
    if (value->arm) {
        return arm_value(arena, rest, value, failure);
    }
    value->decision = evidence_decision_find(value->evidence, name);
    if (value->decision) {
        return hypothesis_value(arena, rest, value, failure);
    }
    return fail(failure, "%.*s has neither an arm nor a hypothesis \"%.*s\"",
                STR_ARG(id), STR_ARG(name));
}
