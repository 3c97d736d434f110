/* Outcomes: claim, measurement, verdict, certainty. */

#include "render/outcome.h"

#include <math.h>

#include "render/chart.h"
#include "render/words.h"
#include "evidence/sentence.h"

struct str value_ref(const struct page_context *context, struct str base,
                     const char *part)
{
    return arena_printf(context->arena, "%.*s.%s", STR_ARG(base), part);
}

struct str metric_unit(struct str metric)
{
    const struct metric_info *info = metric_find(metric);
    return info != NULL ? str_from_c(info->unit) : (struct str){0};
}

void view_value(const struct page_context *context, struct view *map,
                const char *key, struct str base, struct str ref,
                struct str text)
{
    struct view *value = view_child(context->arena, map, key);
    view_text(context->arena, value, "ref", ref);
    view_text(context->arena, value, "text", text);
    view_printf(context->arena, value, "href", "%.*s#%.*s", STR_ARG(base),
                STR_ARG(ref));
}

bool is_reached_here(enum verdict verdict)
{
    return verdict == VERDICT_REPLICATED || verdict == VERDICT_CONTRADICTED ||
           verdict == VERDICT_NO_EFFECT;
}

void view_verdict(const struct page_context *context, struct view *map,
                  enum verdict verdict)
{
    struct view *view = view_child(context->arena, map, "verdict");
    view_c(context->arena, view, "name", verdict_name(verdict));
    view_c(context->arena, view, "words", verdict_words(verdict));
    view_c(context->arena, view, "icon", verdict_icon(verdict));
    view_flag(context->arena, view, "is_here", is_reached_here(verdict));
}

/* ---- Certainty -------------------------------------------------------- */

static void view_steps(const struct page_context *context, struct view *map,
                       const struct certainty_side *side)
{
    struct arena *arena = context->arena;
    view_c(arena, map, "start", certainty_words(side->start));
    view_flag(arena, map, "has_start", side->start != CERTAINTY_NONE);
    struct view *steps = view_list(arena, map, "steps");
    for (int i = 0; i < side->count; i++) {
        const struct certainty_step *step = &side->step[i];
        struct view *item = view_push(arena, steps);
        view_c(arena, item, "text", certainty_reason_sentence(step->reason));
        if (step->change != 0) {
            view_printf(arena, item, "change", "%s%d",
                        step->change < 0 ? "\xe2\x88\x92" : "+",
                        step->change < 0 ? -step->change : step->change);
        }
        if (step->factor > 0) {
            view_printf(arena, item, "factor", "Factor %.*s.",
                        STR_ARG(count_words(arena, (double)step->factor)));
        }
    }
}

/* The level's reasons in one line: "high, -1 indirectness (params x500)".
 * Nothing where no step was taken. */
static void view_line(const struct page_context *context, struct view *map,
                      const struct certainty_side *side)
{
    struct out out = {0};
    out_certainty_side(&out, side);
    struct str level = {0};
    struct str line = {0};
    str_cut(out_text(&out), ':', &level, &line);
    view_text(context->arena, map, "line",
              side->count > 0 ? arena_copy(context->arena, str_trim(line))
                              : S(""));
    out_free(&out);
}

static void view_level(const struct page_context *context, struct view *map,
                       enum certainty_level level)
{
    view_c(context->arena, map, "name", certainty_name(level));
    view_c(context->arena, map, "words", certainty_words(level));
    view_c(context->arena, map, "signs", certainty_signs(level));
}

void view_certainty(const struct page_context *context, struct view *map,
                    const struct certainty *certainty)
{
    struct arena *arena = context->arena;
    struct view *here = view_child(arena, map, "certainty_here");
    view_level(context, here, certainty->here.level);
    view_line(context, here, &certainty->here);
    view_steps(context, here, &certainty->here);
    struct view *claimed = view_child(arena, map, "certainty_claimed");
    view_level(context, claimed, certainty->claimed);
    view_line(context, claimed,
              certainty->carried.level > certainty->sources.level
                  ? &certainty->carried
                  : &certainty->sources);
    view_c(arena, claimed, "source",
           certainty_source_sentence(certainty->source));
    struct view *sources = view_child(arena, claimed, "sources");
    view_steps(context, sources, &certainty->sources);
    view_c(arena, sources, "words", certainty_words(certainty->sources.level));
    if (certainty->carried.start != CERTAINTY_NONE) {
        struct view *carried = view_child(arena, claimed, "carried");
        view_steps(context, carried, &certainty->carried);
        view_c(arena, carried, "words",
               certainty_words(certainty->carried.level));
    }
}

/* ---- What was asked --------------------------------------------------- */

static struct str expectation(struct arena *arena,
                              const struct hypothesis *hypothesis,
                              struct str treatment, struct str control)
{
    const struct str unit =
        unit_behind(hypothesis->margin_text, metric_unit(hypothesis->metric));
    const char *gap = unit.len > 0 ? " " : "";
    switch (hypothesis->expect) {
    case EXPECT_IMPROVEMENT:
        return arena_printf(arena, "%.*s improves %.*s over %.*s",
                            STR_ARG(treatment), STR_ARG(hypothesis->metric),
                            STR_ARG(control));
    case EXPECT_NO_WORSE:
        return arena_printf(
            arena, "%.*s is no worse than %.*s in %.*s, by %.*s%s%.*s at most",
            STR_ARG(treatment), STR_ARG(control), STR_ARG(hypothesis->metric),
            STR_ARG(hypothesis->margin_text), gap, STR_ARG(unit));
    case EXPECT_NO_EFFECT:
        return arena_printf(
            arena, "%.*s and %.*s differ in %.*s by less than %.*s%s%.*s",
            STR_ARG(treatment), STR_ARG(control), STR_ARG(hypothesis->metric),
            STR_ARG(hypothesis->margin_text), gap, STR_ARG(unit));
    case EXPECT_COUNT:
        break;
    }
    BUG("hypothesis that expects nothing");
}

struct str hypothesis_expectation(struct arena *arena, const struct plan *plan,
                                  const struct hypothesis *hypothesis)
{
    return expectation(arena, hypothesis,
                       plan->arms[hypothesis->treatment].name,
                       plan->arms[hypothesis->control].name);
}

static struct str quoted(struct arena *arena, struct str name)
{
    return ARENA_JOIN(arena, S("\xe2\x80\x9c"), name, S("\xe2\x80\x9d"));
}

struct str contradiction_words(struct arena *arena,
                               const struct evidence *evidence,
                               const struct evidence_decision *decided)
{
    const struct hypothesis *hypothesis =
        evidence->plan != NULL ? plan_hypothesis(evidence->plan, decided->id)
                               : NULL;
    const struct sentence_names names = {
        .metric = decided->metric,
        .unit = metric_unit(decided->metric),
    };
    struct out measured = {0};
    out_decision_measured(&measured, &decided->decision, &names);
    const struct str figures = out_take(&measured, arena);
    if (hypothesis == NULL || figures.len == 0) {
        return decided->sentence;
    }
    const struct str expected =
        expectation(arena, hypothesis, quoted(arena, decided->treatment),
                    quoted(arena, decided->control));
    return arena_printf(arena,
                        "the plan expected that the arm %.*s; the runs have "
                        "%.*s.",
                        STR_ARG(expected), STR_ARG(figures));
}

/* "model.norm: layernorm → rmsnorm", the reader's key to the names of arms. */
static struct str difference(struct arena *arena, const struct config *control,
                             const struct config *treatment)
{
    struct config_difference *differences = NULL;
    const size_t count = config_diff(arena, control, treatment, &differences);
    struct out out = {0};
    for (size_t i = 0; i < count; i++) {
        out_c(&out, i > 0 ? ", " : "");
        out_str(&out, differences[i].key);
        out_c(&out, ": ");
        out_str(&out, differences[i].left);
        out_c(&out, " \xe2\x86\x92 ");
        out_str(&out, differences[i].right);
    }
    return out_take(&out, arena);
}

static void view_question(const struct page_context *context, struct view *map,
                          const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct hypothesis *hypothesis = assessment->hypothesis;
    view_c(arena, map, "scale", "");
    if (assessment->plan != NULL) {
        view_text(arena, map, "scale",
                  scale_words(arena, &assessment->plan->scale));
        struct view *experiment = view_child(arena, map, "experiment");
        view_record(context, experiment, assessment->plan->record);
        view_text(arena, experiment, "question", assessment->plan->question);
    }
    if (assessment->plan == NULL || hypothesis == NULL) {
        return;
    }
    const struct arm *arms = assessment->plan->arms;
    const struct str treatment = arms[hypothesis->treatment].name;
    const struct str control = arms[hypothesis->control].name;
    view_text(arena, map, "treatment", treatment);
    view_text(arena, map, "control", control);
    view_text(arena, map, "metric", hypothesis->metric);
    view_text(arena, map, "unit", metric_unit(hypothesis->metric));
    view_text(arena, map, "margin", hypothesis->margin_text);
    view_text(arena, map, "expectation",
              hypothesis_expectation(arena, assessment->plan, hypothesis));
    view_c(arena, map, "expect", expect_name(hypothesis->expect));
    view_text(arena, map, "differs",
              difference(arena, &arms[hypothesis->control].config,
                         &arms[hypothesis->treatment].config));
    if (arms[hypothesis->treatment].derived != NULL) {
        view_text(arena, map, "derived",
                  derived_words(arena, arms[hypothesis->treatment].derived));
    }
    view_text(arena, map, "name", words_of_key(arena, hypothesis->id));
}

/* ---- What was measured ------------------------------------------------ */

static double interval_end(const struct interval *interval, bool is_high)
{
    return interval->rank > 0
               ? ratio_to_double(is_high ? interval->hi : interval->lo)
               : NOTHING;
}

const char *positive_words(const struct decision *decision)
{
    return decision->expect != EXPECT_NO_EFFECT ? "better"
           : decision->is_higher_better         ? "higher"
                                                : "lower";
}

static const char *negative_words(const struct decision *decision)
{
    return decision->expect != EXPECT_NO_EFFECT ? "worse"
           : decision->is_higher_better         ? "lower"
                                                : "higher";
}

struct str wins_text(struct arena *arena, const struct decision *decision)
{
    return arena_printf(arena, "%d of %d %s", decision->wins, decision->n,
                        positive_words(decision));
}

static double coverage_of(const struct interval *interval, int n)
{
    return 100 - 200.0 * (double)interval->rank / (double)((int64_t)1 << n);
}

bool is_decided_by_equivalence(const struct decision *decision)
{
    return decision->rule == RULE_EQUIVALENT && decision->equivalence.rank > 0;
}

void view_decides(const struct page_context *context, struct view *map,
                  const struct decision *decision)
{
    if (!is_decided_by_equivalence(decision)) {
        return;
    }
    struct arena *arena = context->arena;
    const struct interval *interval = &decision->equivalence;
    const int decimals = decision_decimals(decision);
    struct view *view = view_child(arena, map, "decides");
    view_text(arena, view, "lo",
              ratio_text(arena, interval->lo, decimals, true));
    view_text(arena, view, "hi",
              ratio_text(arena, interval->hi, decimals, true));
    view_text(
        arena, view, "coverage",
        shown_number(arena, coverage_of(interval, decision->n), 1, false));
}

static void view_forest(const struct page_context *context, struct view *map,
                        const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct decision *decision = &assessment->decision->decision;
    double *deltas = ARENA_ARRAY(arena, double, SIGNFLIP_MAX);
    for (int i = 0; i < decision->n; i++) {
        deltas[i] = ratio_to_double(ratio_of_units(decision->delta[i]));
    }
    const bool has_noise = decision->noise.n > 0;
    const bool has_decides = is_decided_by_equivalence(decision);
    const struct chart_forest forest = {
        .id = value_ref(context, assessment->reference, "forest"),
        .title = arena_printf(arena, "%.*s against %.*s",
                              STR_ARG(assessment->decision->treatment),
                              STR_ARG(assessment->decision->control)),
        .description = assessment->decision->sentence,
        .deltas = deltas,
        .count = (size_t)decision->n,
        .mean = ratio_to_double(decision->mean),
        .lo = interval_end(&decision->interval, false),
        .hi = interval_end(&decision->interval, true),
        .decides_lo =
            has_decides ? interval_end(&decision->equivalence, false) : NOTHING,
        .decides_hi =
            has_decides ? interval_end(&decision->equivalence, true) : NOTHING,
        .margin = ratio_to_double(ratio_of_units(decision->margin)),
        .less = negative_words(decision),
        .more = positive_words(decision),
        .noise_lo = has_noise ? interval_end(&decision->noise.interval, false)
                              : NOTHING,
        .noise_hi =
            has_noise ? interval_end(&decision->noise.interval, true) : NOTHING,
        .reported = assessment->has_reported ? assessment->reported : NOTHING,
        .verdict = str_from_c(verdict_name(decision->verdict)),
    };
    struct out out = {0};
    chart_forest(&out, arena, &forest);
    view_text(arena, map, "forest", out_take(&out, arena));
}

static void view_delta(const struct page_context *context, struct view *map,
                       const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct decision *decision = &assessment->decision->decision;
    const struct str ref = assessment->reference;
    struct out margin = {0};
    out_units(&margin, decision->margin, 2);
    const struct str margin_text = out_take(&margin, arena);
    view_text(arena, map, "margin", margin_text);
    view_text(
        arena, map, "margin_unit",
        unit_behind(margin_text, metric_unit(assessment->decision->metric)));
    const int decimals = decision_decimals(decision);
    view_value(context, map, "delta", S(""), value_ref(context, ref, "delta"),
               ratio_text(arena, decision->mean, decimals, true));
    if (decision->interval.rank > 0) {
        view_value(context, map, "lo", S(""), value_ref(context, ref, "lo"),
                   ratio_text(arena, decision->interval.lo, decimals, true));
        view_value(context, map, "hi", S(""), value_ref(context, ref, "hi"),
                   ratio_text(arena, decision->interval.hi, decimals, true));
    }
    view_value(context, map, "wins", S(""), value_ref(context, ref, "wins"),
               arena_printf(arena, "%d of %d", decision->wins, decision->n));
    view_c(arena, map, "positive", positive_words(decision));
    view_decides(context, map, decision);
    view_value(context, map, "p", S(""), value_ref(context, ref, "p"),
               p_text(arena, decision->rule_p, decision->n));
    view_int(arena, map, "n", decision->n);
    view_c(arena, map, "rule", verdict_rule_words(decision->rule));
    if (decision->has_relative) {
        view_printf(arena, map, "relative", "%.*s\xc2\xa0%%",
                    STR_ARG(ratio_text(
                        arena, ratio_of_units(decision->relative), 2, true)));
    }
    view_printf(
        arena, map, "extremes", "%.*s on seed %lld to %.*s on seed %lld",
        STR_ARG(ratio_text(arena, ratio_of_units(decision->lowest.delta),
                           decimals, true)),
        (long long)decision->lowest.seed,
        STR_ARG(ratio_text(arena, ratio_of_units(decision->highest.delta),
                           decimals, true)),
        (long long)decision->highest.seed);
}

static void view_trouble(const struct page_context *context, struct view *map,
                         const struct decision *decision)
{
    view_printf(context->arena, map, "diverged", "%d of %d",
                decision->control.diverged + decision->treatment.diverged,
                2 * decision->n);
    view_flag(context->arena, map, "has_diverged",
              decision->control.diverged + decision->treatment.diverged > 0);
    const int clipped = decision->control.clipped + decision->treatment.clipped;
    if (clipped > 0) {
        view_int(context->arena, map, "clipped", clipped);
    }
}

static void view_noise(const struct page_context *context, struct view *map,
                       const struct decision *decision)
{
    if (decision->noise.n == 0 || decision->noise.interval.rank == 0) {
        return;
    }
    struct arena *arena = context->arena;
    const int decimals = decision_decimals(decision);
    struct view *noise = view_child(arena, map, "noise");
    view_text(arena, noise, "lo",
              ratio_text(arena, decision->noise.interval.lo, decimals, true));
    view_text(arena, noise, "hi",
              ratio_text(arena, decision->noise.interval.hi, decimals, true));
    view_int(arena, noise, "n", decision->noise.n);
}

/* The finding as a reader would say it, in as strong a verb as the certainty
 * here allows. */
static void view_finding(const struct page_context *context, struct view *map,
                         const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct evidence_decision *decided = assessment->decision;
    const struct sentence_names names = {
        .treatment = decided->treatment,
        .control = decided->control,
        .metric = decided->metric,
        .unit = metric_unit(decided->metric),
    };
    struct out out = {0};
    out_certainty_sentence(&out, &decided->decision,
                           assessment->certainty.here.level, &names);
    view_value(context, map, "finding", S(""),
               value_ref(context, assessment->reference, "delta"),
               out_take(&out, arena));
}

/* What the arm that is known to differ came out as. */
static void view_sensitivity(const struct page_context *context,
                             struct view *map,
                             const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const struct decision *decision = &assessment->decision->decision;
    const struct side_result *side = &decision->sensitivity_result;
    view_c(arena, map, "sensitivity", sensitivity_words(decision->sensitivity));
    if (side->n == 0 || side->n > SIGNFLIP_MAX) {
        return;
    }
    struct view *view = view_child(arena, map, "sensitivity_result");
    const int decimals = decision_decimals(decision);
    view_text(arena, view, "mean",
              ratio_text(arena, side->mean, decimals, true));
    if (side->interval.rank > 0) {
        view_text(arena, view, "low",
                  ratio_text(arena, side->interval.lo, decimals, true));
        view_text(arena, view, "high",
                  ratio_text(arena, side->interval.hi, decimals, true));
    }
    view_text(arena, view, "tail", p_text(arena, side->p, side->n));
    const struct hypothesis *hypothesis = assessment->hypothesis;
    if (hypothesis != NULL && hypothesis->has_sensitivity &&
        hypothesis->sensitivity_treatment < assessment->plan->arm_count &&
        hypothesis->sensitivity_control < assessment->plan->arm_count) {
        const struct arm *arms = assessment->plan->arms;
        view_text(arena, view, "arm",
                  arms[hypothesis->sensitivity_treatment].name);
        view_text(arena, view, "against",
                  arms[hypothesis->sensitivity_control].name);
        view_c(arena, view, "expected",
               hypothesis->sensitivity_expects_worse ? "worse" : "better");
    }
}

static void view_deciding(const struct page_context *context, struct view *map,
                          const struct decision *decision)
{
    struct arena *arena = context->arena;
    view_c(arena, map, "size", size_words(decision->size));
    view_c(arena, map, "reason", reason_words(decision->reason));
    if (decision->seeds_for_power > 0) {
        view_int(arena, map, "seeds_for_power", decision->seeds_for_power);
    }
    if (decision->family_size > 1) {
        view_int(arena, map, "family_size", decision->family_size);
    }
    if (decision->interval.rank > 0 && decision->n <= SIGNFLIP_MAX) {
        view_text(arena, map, "coverage",
                  shown_number(arena,
                               coverage_of(&decision->interval, decision->n), 1,
                               false));
    }
}

static void view_compared(const struct page_context *context, struct view *map,
                          const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    const enum versus_report versus = assessment->certainty.versus;
    struct view *view = view_child(arena, map, "versus");
    view_c(arena, view, "name", versus_name(versus));
    view_c(arena, view, "words", versus_words(versus));
    view_flag(arena, view, "is_compared", versus != VERSUS_NOT_REPORTED);
    if (!assessment->has_reported) {
        return;
    }
    struct view *reported = view_child(arena, map, "reported");
    view_record(context, view_child(arena, reported, "work"),
                assessment->reported_by);
    view_text(arena, reported, "control", assessment->reported_control->value);
    view_text(arena, reported, "treatment",
              assessment->reported_treatment->value);
    view_text(arena, reported, "unit", assessment->reported_treatment->unit);
    view_text(arena, reported, "delta",
              shown_number(arena, assessment->reported, 3, true));
}

static void view_freshness(const struct page_context *context, struct view *map,
                           const struct evidence *evidence)
{
    struct arena *arena = context->arena;
    view_flag(arena, map, "is_stale", evidence->is_stale);
    view_text(arena, map, "stale_reason", evidence->stale_reason);
    view_flag(arena, map, "is_pending", evidence->is_pending_present);
    view_flag(arena, map, "is_preregistered",
              evidence->provenance.is_preregistered);
    view_text(arena, map, "evidence_date", evidence->provenance.date);
}

static void view_unreadable(const struct page_context *context,
                            struct view *map, const struct diag *diag)
{
    const struct position position = source_position(
        context->site->arena, diag->place.source, diag->place.start);
    struct view *view = view_child(context->arena, map, "unreadable");
    view_printf(context->arena, view, "place", "%.*s:%zu:%zu",
                STR_ARG(diag->place.source->path), position.line,
                position.column);
    view_text(context->arena, view, "message", diag->message);
}

static const struct record *practice_of(const struct page_context *context,
                                        const struct assessment *assessment)
{
    return assessment->hypothesis != NULL
               ? site_record(context, assessment->hypothesis->practice)
               : NULL;
}

void view_outcome(const struct page_context *context, struct view *map,
                  const struct assessment *assessment)
{
    struct arena *arena = context->arena;
    view_text(arena, map, "reference", assessment->reference);
    view_text(arena, map, "fragment", url_part(arena, assessment->reference));
    view_verdict(context, map, assessment->verdict);
    view_question(context, map, assessment);
    view_certainty(context, map, &assessment->certainty);
    view_flag(arena, map, "is_planned",
              assessment->verdict == VERDICT_NOT_RUNNABLE);
    const struct record *practice = practice_of(context, assessment);
    if (practice != NULL) {
        view_record(context, view_child(arena, map, "practice"), practice);
    }
    if (assessment->unreadable != NULL) {
        view_unreadable(context, map, assessment->unreadable);
    }
    if (assessment->decision == NULL) {
        return;
    }
    const struct decision *decision = &assessment->decision->decision;
    view_flag(arena, map, "is_tested", true);
    view_text(arena, map, "sentence", assessment->decision->sentence);
    view_text(arena, map, "treatment", assessment->decision->treatment);
    view_text(arena, map, "control", assessment->decision->control);
    view_text(arena, map, "metric", assessment->decision->metric);
    view_text(arena, map, "unit", metric_unit(assessment->decision->metric));
    if (decision->n > 0 && decision->n <= SIGNFLIP_MAX) {
        view_flag(arena, map, "has_values", true);
        view_delta(context, map, assessment);
        view_forest(context, map, assessment);
        view_trouble(context, map, decision);
        view_noise(context, map, decision);
    }
    view_finding(context, map, assessment);
    view_sensitivity(context, map, assessment);
    view_deciding(context, map, decision);
    view_compared(context, map, assessment);
    view_freshness(context, map, assessment->evidence);
}
