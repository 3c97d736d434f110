/* Sentences from decisions. Numbers are written from integers, in one place
 * (out_ratio), and every phrase is a literal here. */

#include "evidence/sentence.h"

#include "evidence/wide.h"

/* -- How precisely --------------------------------------------------------- */

/* The value in steps of 10^-decimals, as shown. */
static int128 shown(struct ratio value, int decimals)
{
    int128 step = value.size;
    for (int i = decimals; i < 9; i++) {
        step *= 10;
    }
    return wide_divide_half_even(value.sum, step);
}

static bool is_mistaken_for(struct ratio value, int64_t units, int decimals)
{
    const struct ratio other = ratio_of_units(units);
    return ratio_compare(value, other) != 0 &&
           shown(value, decimals) == shown(other, decimals);
}

static bool misleads(struct ratio bound, int64_t margin, int decimals)
{
    return is_mistaken_for(bound, 0, decimals) ||
           is_mistaken_for(bound, margin, decimals) ||
           is_mistaken_for(bound, -margin, decimals);
}

static bool is_fine_enough(const struct decision *decision, int decimals)
{
    const struct interval interval = decision->interval;
    if (interval.rank == 0) {
        return shown(decision->mean, decimals) >= 10 ||
               shown(decision->mean, decimals) <= -10 ||
               decision->mean.sum == 0;
    }
    const int128 width =
        shown(interval.hi, decimals) - shown(interval.lo, decimals);
    const bool is_point = ratio_compare(interval.hi, interval.lo) == 0;
    return (width >= 20 || (is_point && decimals >= 2)) &&
           !misleads(interval.lo, decision->margin, decimals) &&
           !misleads(interval.hi, decision->margin, decimals);
}

int decision_decimals(const struct decision *decision)
{
    int decimals = 0;
    while (decimals < 9 && !is_fine_enough(decision, decimals)) {
        decimals++;
    }
    return decimals;
}

/* -- Parts ----------------------------------------------------------------- */

static void out_unit(struct out *out, struct str unit)
{
    if (unit.len > 0) {
        out_char(out, ' ');
        out_str(out, unit);
    }
}

struct str unit_behind(struct str number, struct str unit)
{
    return str_is(number, "1") && str_ends(unit, S("s"))
               ? str_slice(unit, 0, unit.len - 1)
               : unit;
}

static void out_margin(struct out *out, const struct decision *decision,
                       const struct sentence_names *names)
{
    out_c(out, "margin ");
    if (names->margin.len > 0) {
        out_str(out, names->margin);
    } else {
        out_units(out, decision->margin, 2);
    }
}

static bool is_mean_higher(const struct decision *decision)
{
    return (decision->mean.sum > 0) == decision->is_higher_better;
}

/* "by 0.0123 nats [0.0050, 0.0200]", told as a positive number. */
static void out_amount(struct out *out, const struct decision *decision,
                       struct str unit)
{
    const int decimals = decision_decimals(decision);
    const bool is_turned = decision->mean.sum < 0;
    const struct interval interval = decision->interval;
    const struct ratio mean = decision->mean;
    out_ratio(out, is_turned ? ratio_negate(mean) : mean, decimals);
    out_unit(out, unit);
    if (interval.rank > 0) {
        out_c(out, " [");
        out_ratio(out, is_turned ? ratio_negate(interval.hi) : interval.lo,
                  decimals);
        out_c(out, ", ");
        out_ratio(out, is_turned ? ratio_negate(interval.lo) : interval.hi,
                  decimals);
        out_char(out, ']');
    }
}

static void out_seeds(struct out *out, const struct decision *decision)
{
    const int agreeing =
        decision->mean.sum < 0 ? decision->losses : decision->wins;
    out_printf(out, "%d of %d seeds", agreeing, decision->n);
    if (decision->ties > 0) {
        out_printf(out, " (%d tied)", decision->ties);
    }
}

static void out_diverged(struct out *out, const char *arm, int count, int n)
{
    if (count > 0) {
        out_printf(out, ", %d of %d %s runs diverged", count, n, arm);
    }
}

/* "5 seeds cannot pass 0.05 two-sided (smallest p 0.0625)" */
static void out_pilot(struct out *out, const struct decision *decision)
{
    const int n = decision->n;
    const struct ratio a = {decision->level.alpha, decision->level.looks};
    const int64_t smallest = (int64_t)NANO >> (n > 0 ? n - 1 : 0);
    out_printf(out, "%d seed%s cannot pass ", n, n == 1 ? "" : "s");
    if (a.size == 1) {
        out_units(out, a.sum, 2);
    } else {
        out_ratio(out, a, 4);
    }
    out_c(out, " two-sided (smallest p ");
    out_units(out, smallest, 1);
    out_printf(out, "), at least %d are needed", decision->fewest_seeds);
}

static void out_reason(struct out *out, const struct decision *decision)
{
    if (decision->reason == REASON_TOO_FEW_SEEDS) {
        out_c(out, ": ");
        out_pilot(out, decision);
    } else if (decision->reason != REASON_NONE) {
        out_c(out, ": ");
        out_c(out, reason_words(decision->reason));
        if (decision->reason == REASON_FAMILY) {
            out_printf(out, " of %d", decision->family_size);
        }
    }
}

static void out_verdict(struct out *out, const struct decision *decision)
{
    out_c(out, verdict_words(decision->verdict));
    if (decision->size != SIZE_NONE) {
        out_printf(out, " (%s)", size_words(decision->size));
    }
    out_reason(out, decision);
    if (decision->seeds_for_power > 0) {
        out_printf(out, "; %d seeds would have 80 %% power at the margin",
                   decision->seeds_for_power);
    }
}

static bool has_figures(const struct decision *decision)
{
    return decision->n > 0 && decision->n <= SIGNFLIP_MAX;
}

/* -- What was measured ----------------------------------------------------- */

void out_decision_measured(struct out *out, const struct decision *decision,
                           const struct sentence_names *names)
{
    if (!has_figures(decision)) {
        return;
    }
    out_str(out, names->metric);
    if (decision->mean.sum == 0) {
        out_c(out, " the same on average, ");
    } else {
        out_c(out, is_mean_higher(decision) ? " higher by " : " lower by ");
    }
    out_amount(out, decision, names->unit);
    out_c(out, ", ");
    out_seeds(out, decision);
    out_diverged(out, "control", decision->control.diverged, decision->n);
    out_diverged(out, "treatment", decision->treatment.diverged, decision->n);
}

void out_decision_sentence(struct out *out, const struct decision *decision,
                           const struct sentence_names *names)
{
    out_c(out, "Treatment ");
    out_str(out, names->treatment);
    out_c(out, " against ");
    out_str(out, names->control);
    out_c(out, ": ");
    if (has_figures(decision)) {
        out_decision_measured(out, decision, names);
        out_c(out, ", ");
        out_margin(out, decision, names);
        out_c(out, ": ");
    }
    out_verdict(out, decision);
    out_char(out, '.');
}

/* -- How sure -------------------------------------------------------------- */

enum finding { FINDING_HIGHER, FINDING_LOWER, FINDING_SAME, FINDING_NO_WORSE };

enum { FINDING_COUNT = FINDING_NO_WORSE + 1 };

static enum finding finding_of(const struct decision *decision)
{
    const bool is_replicated = decision->verdict == VERDICT_REPLICATED;
    if (is_replicated && decision->expect == EXPECT_NO_WORSE) {
        return FINDING_NO_WORSE;
    }
    if (decision->verdict == VERDICT_NO_EFFECT ||
        (is_replicated && decision->expect == EXPECT_NO_EFFECT)) {
        return FINDING_SAME;
    }
    return is_mean_higher(decision) ? FINDING_HIGHER : FINDING_LOWER;
}

static const char *const verbs[FINDING_COUNT][CERTAINTY_COUNT] = {
    [FINDING_HIGHER] = {[CERTAINTY_VERY_LOW] = "raises",
                        [CERTAINTY_LOW] = "may raise",
                        [CERTAINTY_MODERATE] = "likely raises",
                        [CERTAINTY_HIGH] = "raises"},
    [FINDING_LOWER] = {[CERTAINTY_VERY_LOW] = "lowers",
                       [CERTAINTY_LOW] = "may lower",
                       [CERTAINTY_MODERATE] = "likely lowers",
                       [CERTAINTY_HIGH] = "lowers"},
    [FINDING_SAME] = {[CERTAINTY_VERY_LOW] =
                          "makes no meaningful difference to",
                      [CERTAINTY_LOW] = "may make no meaningful difference to",
                      [CERTAINTY_MODERATE] =
                          "likely makes no meaningful difference to",
                      [CERTAINTY_HIGH] = "makes no meaningful difference to"},
    [FINDING_NO_WORSE] = {[CERTAINTY_VERY_LOW] = "is no worse in",
                          [CERTAINTY_LOW] = "may be no worse in",
                          [CERTAINTY_MODERATE] = "is likely no worse in",
                          [CERTAINTY_HIGH] = "is no worse in"},
};

static void out_finding(struct out *out, const struct decision *decision,
                        enum certainty_level level,
                        const struct sentence_names *names)
{
    const enum finding finding = finding_of(decision);
    const bool is_size_told =
        finding == FINDING_HIGHER || finding == FINDING_LOWER;
    out_str(out, names->treatment);
    out_printf(out, " %s ", verbs[finding][level]);
    out_str(out, names->metric);
    if (is_size_told && level > CERTAINTY_VERY_LOW) {
        out_c(out, " by ");
        out_amount(out, decision, names->unit);
    } else if (!is_size_told) {
        out_c(out, " (");
        out_margin(out, decision, names);
        out_unit(out, decision->margin == NANO
                          ? unit_behind(S("1"), names->unit)
                          : names->unit);
        out_char(out, ')');
    }
    out_c(out, finding == FINDING_NO_WORSE ? " than " : " against ");
    out_str(out, names->control);
    out_char(out, '.');
}

static void out_unsettled(struct out *out, const struct decision *decision,
                          const struct sentence_names *names)
{
    static const char *const questions[EXPECT_COUNT] = {
        [EXPECT_IMPROVEMENT] = "improves",
        [EXPECT_NO_WORSE] = "is no worse in",
        [EXPECT_NO_EFFECT] = "makes no meaningful difference to",
    };
    out_c(out, "It is not settled here whether ");
    out_str(out, names->treatment);
    out_printf(out, " %s ", questions[decision->expect]);
    out_str(out, names->metric);
    out_c(out, decision->expect == EXPECT_NO_WORSE ? " than " : " against ");
    out_str(out, names->control);
    out_char(out, '.');
}

void out_certainty_sentence(struct out *out, const struct decision *decision,
                            enum certainty_level level,
                            const struct sentence_names *names)
{
    if (!verdict_is_decided(decision->verdict) || level == CERTAINTY_NONE) {
        out_unsettled(out, decision, names);
        return;
    }
    if (level == CERTAINTY_VERY_LOW) {
        out_c(out, "The evidence is very uncertain about whether ");
    }
    out_finding(out, decision, level, names);
}
