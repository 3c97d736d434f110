/* Certainty as a list of steps. Each side is walked in one fixed order, so the
 * reasons read the same on every page, and a level is always what its steps
 * say: nothing else changes it. */

#include "evidence/certainty.h"

#include "base/bug.h"
#include "evidence/wide.h"

/* -- Words ----------------------------------------------------------------- */

#define NAME(constant, name, ...)                       [constant] = name,
#define WORDS(constant, name, words)                    [constant] = words,
#define SOURCE_LEVEL(constant, name, level, sentence)   [constant] = level,
#define SOURCE_TEXT(constant, name, level, sentence)    [constant] = sentence,
#define REASON_DOUBT(constant, name, kind, words, text) [constant] = kind,
#define REASON_WORDS(constant, name, kind, words, text) [constant] = words,
#define REASON_TEXT(constant, name, kind, words, text)  [constant] = text,

static const char *const level_names[] = {CERTAINTIES(NAME)};
static const char *const level_texts[] = {CERTAINTIES(WORDS)};
static const char *const versus_names[] = {VERSUS_REPORTS(NAME)};
static const char *const versus_texts[] = {VERSUS_REPORTS(WORDS)};
static const char *const source_names[] = {SOURCES(NAME)};
static const char *const source_texts[] = {SOURCES(SOURCE_TEXT)};
static const enum certainty_level source_levels[] = {SOURCES(SOURCE_LEVEL)};
static const char *const reason_names[] = {CERTAINTY_REASONS(NAME)};
static const char *const reason_texts[] = {CERTAINTY_REASONS(REASON_WORDS)};
static const char *const sentences[] = {CERTAINTY_REASONS(REASON_TEXT)};
static const enum doubt doubts[] = {CERTAINTY_REASONS(REASON_DOUBT)};

const char *certainty_name(enum certainty_level level)
{
    return level_names[level];
}

const char *certainty_words(enum certainty_level level)
{
    return level_texts[level];
}

const char *versus_name(enum versus_report versus)
{
    return versus_names[versus];
}

const char *versus_words(enum versus_report versus)
{
    return versus_texts[versus];
}

const char *certainty_source_name(enum source_ablation source)
{
    return source_names[source];
}

const char *certainty_source_sentence(enum source_ablation source)
{
    return source_texts[source];
}

const char *certainty_reason_name(enum certainty_reason reason)
{
    return reason_names[reason];
}

const char *certainty_reason_words(enum certainty_reason reason)
{
    return reason_texts[reason];
}

const char *certainty_reason_sentence(enum certainty_reason reason)
{
    return sentences[reason];
}

/* -- Against the report ---------------------------------------------------- */

enum versus_report versus_report(const struct decision *decision,
                                 bool has_reported, bool is_common_unit,
                                 int64_t reported)
{
    if (!has_reported) {
        return VERSUS_NOT_REPORTED;
    }
    const struct interval interval = decision->interval;
    if (!is_common_unit || interval.rank == 0) {
        return VERSUS_NOT_COMPARABLE;
    }
    const bool is_below =
        ratio_compare(interval.hi, ratio_of_units(reported)) < 0;
    const bool is_above =
        ratio_compare(interval.lo, ratio_of_units(reported)) > 0;
    if (!is_below && !is_above) {
        return VERSUS_CONSISTENT;
    }
    const bool is_opposite = (reported > 0 && ratio_sign(interval.hi) < 0) ||
                             (reported < 0 && ratio_sign(interval.lo) > 0);
    if (is_opposite) {
        return VERSUS_OPPOSITE;
    }
    const bool is_toward_zero =
        (reported > 0 && is_below) || (reported < 0 && is_above);
    return is_toward_zero ? VERSUS_SMALLER : VERSUS_LARGER;
}

/* -- Steps ----------------------------------------------------------------- */

static void begin(struct certainty_side *side, enum certainty_level level)
{
    *side = (struct certainty_side){.start = level, .level = level};
}

static void add_step(struct certainty_side *side, enum certainty_reason reason,
                     int change, int64_t factor)
{
    if (side->count == CERTAINTY_STEPS) {
        BUG("more than %d reasons", CERTAINTY_STEPS);
    }
    int level = (int)side->level + change;
    level = level > CERTAINTY_HIGH ? CERTAINTY_HIGH : level;
    level = level < CERTAINTY_VERY_LOW ? CERTAINTY_VERY_LOW : level;
    side->step[side->count++] = (struct certainty_step){
        .reason = reason,
        .change = level - (int)side->level,
        .factor = factor,
    };
    side->level = (enum certainty_level)level;
}

static bool has_doubt(const struct certainty_side *side, enum doubt doubt)
{
    for (int i = 0; i < side->count; i++) {
        if (doubts[side->step[i].reason] == doubt) {
            return true;
        }
    }
    return false;
}

static void doubt_if(bool is_so, struct certainty_side *side,
                     enum certainty_reason reason)
{
    if (is_so) {
        const bool is_counted = has_doubt(side, doubts[reason]);
        add_step(side, reason, is_counted ? 0 : -1, 0);
    }
}

static bool has_raise(const struct certainty_side *side)
{
    for (int i = 0; i < side->count; i++) {
        if (side->step[i].change > 0) {
            return true;
        }
    }
    return false;
}

static void raise_if(bool is_so, struct certainty_side *side,
                     enum certainty_reason reason)
{
    if (is_so) {
        add_step(side, reason, has_raise(side) ? 0 : 1, 0);
    }
}

/* -- Here ------------------------------------------------------------------ */

/* Does the interval leave the size open that the verdict is about? For an
 * improvement the size of a gain, for "no effect" either bound. */
static bool crosses_margin(const struct decision *decision)
{
    const struct ratio margin = ratio_of_units(decision->margin);
    const struct interval interval = decision->interval;
    const bool is_null = decision->verdict == VERDICT_NO_EFFECT ||
                         (decision->verdict == VERDICT_REPLICATED &&
                          decision->expect == EXPECT_NO_EFFECT);
    if (is_null) {
        return ratio_compare(interval.hi, margin) >= 0 ||
               ratio_compare(interval.lo, ratio_negate(margin)) <= 0;
    }
    return decision->size == SIZE_UNCERTAIN;
}

static bool is_large(const struct decision *decision)
{
    const struct ratio three = ratio_of_units(3 * decision->margin);
    return decision->margin > 0 && decision->verdict == VERDICT_REPLICATED &&
           ratio_compare(decision->interval.lo, three) > 0;
}

static void assess_here(const struct certainty_input *input,
                        struct certainty_side *side)
{
    const struct decision *const decision = input->decision;
    begin(side, CERTAINTY_HIGH);
    doubt_if(decision->sensitivity == SENSITIVITY_NONE, side,
             BECAUSE_NO_SENSITIVITY_ARM);
    doubt_if(decision->sensitivity == SENSITIVITY_MISSED, side,
             BECAUSE_SENSITIVITY_MISSED);
    doubt_if(!input->is_preregistered, side, BECAUSE_NOT_PREREGISTERED);
    doubt_if(!input->is_baseline_tuned, side, BECAUSE_BASELINE_UNTUNED);
    doubt_if(!input->has_matched_budgets, side, BECAUSE_BUDGETS_UNMATCHED);
    doubt_if(!input->has_held_out_seeds, side, BECAUSE_SEEDS_NOT_HELD_OUT);
    doubt_if(input->versus == VERSUS_OPPOSITE, side, BECAUSE_OPPOSITE);
    doubt_if(input->do_tasks_disagree, side, BECAUSE_TASKS_DISAGREE);
    doubt_if(decision->verdict == VERDICT_INCONCLUSIVE, side,
             BECAUSE_INCONCLUSIVE);
    doubt_if(crosses_margin(decision), side, BECAUSE_CROSSES_MARGIN);
    doubt_if(decision->n < 8, side, BECAUSE_FEW_SEEDS);
    raise_if(is_large(decision), side, BECAUSE_LARGE);
    raise_if(input->monotone_scales >= 3, side, BECAUSE_TREND);
    raise_if(input->tasks_replicated >= 2, side, BECAUSE_TASKS_AGREE);
}

/* -- At the claimed scale -------------------------------------------------- */

static void assess_sources(const struct certainty_input *input,
                           struct certainty_side *side)
{
    const bool is_contradicted =
        input->decision != NULL &&
        input->decision->verdict == VERDICT_CONTRADICTED;
    const bool is_sole = input->source_groups == 1;
    begin(side, source_levels[input->source]);
    doubt_if(input->versus == VERSUS_OPPOSITE, side, BECAUSE_OPPOSITE);
    doubt_if(is_contradicted, side, BECAUSE_CONTRADICTED);
    doubt_if(input->do_sources_disagree, side, BECAUSE_SOURCES_DISAGREE);
    doubt_if(is_sole && !input->has_negative_results_sought, side,
             BECAUSE_SINGLE_GROUP);
    raise_if(input->source_groups >= 2, side, BECAUSE_GROUPS_AGREE);
}

/* How many times the larger is the smaller, rounded half to even; 0 when either
 * is not stated. `times` above 10 and 1000 are asked of the exact quotient. */
static bool is_gap_above(int64_t a, int64_t b, int64_t times)
{
    const int64_t small = a < b ? a : b;
    const int64_t large = a < b ? b : a;
    return large > (int128)small * times;
}

static int64_t gap_of(int64_t a, int64_t b)
{
    const int64_t small = a < b ? a : b;
    const int64_t large = a < b ? b : a;
    return (int64_t)wide_divide_half_even(large, small);
}

static bool is_scale_stated(struct claim_scale scale)
{
    return scale.params > 0 && scale.tokens > 0;
}

/* True when the rerun is a toy beside the claim. */
static bool doubt_scale(const struct certainty_input *input,
                        struct certainty_side *side)
{
    const struct claim_scale here = input->here;
    const struct claim_scale claimed = input->claimed;
    if (!is_scale_stated(here) || !is_scale_stated(claimed)) {
        add_step(side, BECAUSE_SCALE_UNSTATED, -2, 0);
        return true;
    }
    const int64_t params = gap_of(here.params, claimed.params);
    const int64_t tokens = gap_of(here.tokens, claimed.tokens);
    const bool is_gap = is_gap_above(here.params, claimed.params, 10) ||
                        is_gap_above(here.tokens, claimed.tokens, 10);
    const bool is_wide = is_gap_above(here.params, claimed.params, 1000) ||
                         is_gap_above(here.tokens, claimed.tokens, 1000);
    if (is_gap) {
        const bool is_params = params >= tokens;
        add_step(side, is_params ? BECAUSE_PARAMS_GAP : BECAUSE_TOKENS_GAP,
                 is_wide ? -2 : -1, is_params ? params : tokens);
    }
    return is_gap;
}

static void carry_over(const struct certainty_input *input,
                       const struct certainty_side *here,
                       struct certainty_side *side)
{
    begin(side, here->level);
    const bool is_toy = doubt_scale(input, side);
    doubt_if(input->claimed.data.len > 0 &&
                 !str_equal(input->here.data, input->claimed.data),
             side, BECAUSE_OTHER_DATA);
    doubt_if(input->is_other_architecture, side, BECAUSE_OTHER_ARCHITECTURE);
    if (is_toy && side->level > CERTAINTY_LOW) {
        add_step(side, BECAUSE_TOY, (int)CERTAINTY_LOW - (int)side->level, 0);
    }
}

/* Does the rerun speak for the claim? */
static bool is_support(const struct decision *decision)
{
    return decision->verdict == VERDICT_REPLICATED;
}

static void leave_open(struct certainty_side *side,
                       enum certainty_reason reason)
{
    side->count = 1;
    side->step[0] = (struct certainty_step){.reason = reason};
}

void certainty_assess(const struct certainty_input *input,
                      struct certainty *certainty)
{
    *certainty =
        (struct certainty){.source = input->source, .versus = input->versus};
    const struct decision *const decision = input->decision;
    assess_sources(input, &certainty->sources);
    certainty->claimed = certainty->sources.level;
    if (decision == NULL || decision->verdict == VERDICT_NOT_TESTED ||
        decision->verdict == VERDICT_NOT_RUNNABLE) {
        leave_open(&certainty->here, BECAUSE_NOT_RUN);
        return;
    }
    if (decision->verdict == VERDICT_NOT_DECIDED) {
        leave_open(&certainty->here, BECAUSE_NOT_DECIDED);
        return;
    }
    assess_here(input, &certainty->here);
    if (is_support(decision)) {
        carry_over(input, &certainty->here, &certainty->carried);
        if (certainty->carried.level > certainty->claimed) {
            certainty->claimed = certainty->carried.level;
        }
    }
}

/* -- One line -------------------------------------------------------------- */

static void out_step(struct out *out, const struct certainty_step *step)
{
    if (step->change != 0) {
        out_printf(out, "%s%d ", step->change < 0 ? "\u2212" : "+",
                   step->change < 0 ? -step->change : step->change);
    }
    out_c(out, certainty_reason_words(step->reason));
    if (step->factor > 0) {
        out_printf(out, " \u00d7%lld)", (long long)step->factor);
    }
}

void out_certainty_side(struct out *out, const struct certainty_side *side)
{
    out_c(out, certainty_words(side->level));
    out_c(out, side->count > 0 || side->start != CERTAINTY_NONE ? ": " : "");
    if (side->start != CERTAINTY_NONE) {
        out_c(out, certainty_words(side->start));
    }
    for (int i = 0; i < side->count; i++) {
        out_c(out, i > 0 || side->start != CERTAINTY_NONE ? ", " : "");
        out_step(out, &side->step[i]);
    }
}
