/* The decision, step by step: metrics to integers, differences to a test, the
 * figures everyone is shown, then the first rule that passes. A rule passes
 * when its exact p is at most its rank, which is the same as its bound lying
 * where it has to: L > 0 exactly when p_above(0) <= k. So the verdict and the
 * p that a family is adjusted on cannot disagree. */

#include "evidence/verdict.h"

#include "base/bug.h"
#include "evidence/power.h"
#include "evidence/wide.h"

/* -- Rules ----------------------------------------------------------------- */

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t verdict_rule_p(enum verdict_rule rule, const struct signflip *test,
                       int64_t margin)
{
    switch (rule) {
    case RULE_BETTER: /* L > 0 */
        return signflip_p_above(test, 0);
    case RULE_WORSE: /* U < 0 */
        return signflip_p_below(test, 0);
    case RULE_NO_WORSE: /* L > -margin */
        return signflip_p_above(test, -margin);
    case RULE_WORSE_BY_MARGIN: /* U < -margin */
        return signflip_p_below(test, -margin);
    case RULE_AT_LEAST_MARGIN: /* L >= margin */
        return signflip_p_above_or_at(test, margin);
    case RULE_AT_MOST_MARGIN: /* U <= -margin */
        return signflip_p_below_or_at(test, -margin);
    case RULE_EQUIVALENT: /* -margin < L' and U' < margin */
        return larger(signflip_p_above(test, -margin),
                      signflip_p_below(test, margin));
    case RULE_NONE:
    case RULE_COUNT:
        break;
    }
    BUG("p of rule %d", (int)rule);
}

int64_t verdict_rule_rank(enum verdict_rule rule, struct significance level,
                          int n)
{
    return verdict_rule_sides(rule) == 1 ? signflip_rank_equivalence(level, n)
                                         : signflip_rank(level, n);
}

enum verdict_rule verdict_rule_of_claim(enum expect expect)
{
    static const enum verdict_rule rules[EXPECT_COUNT] = {
        [EXPECT_IMPROVEMENT] = RULE_BETTER,
        [EXPECT_NO_WORSE] = RULE_NO_WORSE,
        [EXPECT_NO_EFFECT] = RULE_EQUIVALENT,
    };
    return rules[expect];
}

bool verdict_is_decided(enum verdict verdict)
{
    return verdict == VERDICT_REPLICATED || verdict == VERDICT_CONTRADICTED ||
           verdict == VERDICT_NO_EFFECT;
}

/* What each expectation is tried on, in order; the first to pass decides. */
struct branch {
    enum verdict_rule rule;
    enum verdict verdict;
};

enum { BRANCH_COUNT = 3 };

static const struct branch branches[EXPECT_COUNT][BRANCH_COUNT] = {
    [EXPECT_IMPROVEMENT] = {{RULE_EQUIVALENT, VERDICT_NO_EFFECT},
                            {RULE_BETTER, VERDICT_REPLICATED},
                            {RULE_WORSE, VERDICT_CONTRADICTED}},
    [EXPECT_NO_WORSE] = {{RULE_NO_WORSE, VERDICT_REPLICATED},
                         {RULE_WORSE_BY_MARGIN, VERDICT_CONTRADICTED}},
    [EXPECT_NO_EFFECT] = {{RULE_EQUIVALENT, VERDICT_REPLICATED},
                          {RULE_AT_LEAST_MARGIN, VERDICT_CONTRADICTED},
                          {RULE_AT_MOST_MARGIN, VERDICT_CONTRADICTED}},
};

static bool rule_passes(enum verdict_rule rule, const struct signflip *test,
                        const struct decision *decision)
{
    return verdict_rule_p(rule, test, decision->margin) <=
           verdict_rule_rank(rule, decision->level, decision->n);
}

static enum size_tag size_of(const struct signflip *test,
                             const struct decision *decision)
{
    if (decision->expect != EXPECT_IMPROVEMENT ||
        !rule_passes(RULE_BETTER, test, decision)) {
        return SIZE_NONE;
    }
    if (decision->verdict == VERDICT_NO_EFFECT) {
        return SIZE_BELOW_MARGIN;
    }
    return rule_passes(RULE_AT_LEAST_MARGIN, test, decision)
               ? SIZE_AT_LEAST_MARGIN
               : SIZE_UNCERTAIN;
}

static void apply_rules(const struct signflip *test, struct decision *decision)
{
    decision->verdict = VERDICT_INCONCLUSIVE;
    decision->rule = verdict_rule_of_claim(decision->expect);
    for (int i = 0; i < BRANCH_COUNT; i++) {
        const struct branch branch = branches[decision->expect][i];
        if (branch.rule != RULE_NONE &&
            rule_passes(branch.rule, test, decision)) {
            decision->verdict = branch.verdict;
            decision->rule = branch.rule;
            break;
        }
    }
    decision->rule_p = verdict_rule_p(decision->rule, test, decision->margin);
    decision->size = size_of(test, decision);
}

/* -- Metrics to differences ------------------------------------------------ */

/* One arm's values in units; what happened to them is added to the counts. */
struct tally {
    struct arm_trouble *trouble;
    bool is_too_large;
};

static int64_t score(double value, const struct metric_scale *scale,
                     struct tally *tally)
{
    enum metric_state state = METRIC_KEPT;
    const int64_t units = metric_units(value, scale, &state);
    tally->trouble->diverged += state == METRIC_DIVERGED;
    tally->trouble->clipped += state == METRIC_CLIPPED;
    tally->is_too_large |= state == METRIC_TOO_LARGE;
    return units;
}

static void relate_to_control(struct decision *decision, int64_t control_sum)
{
    decision->has_relative = control_sum != 0;
    if (decision->has_relative) {
        const int64_t whole = control_sum < 0 ? -control_sum : control_sum;
        const int128 hundred = (int128)decision->mean.sum * 100 * NANO;
        const int128 relative = wide_divide_half_even(hundred, whole);
        const bool fits = relative <= INT64_MAX && relative >= -INT64_MAX;
        decision->has_relative = fits;
        decision->relative = fits ? (int64_t)relative : 0;
    }
}

static void count_seed(struct decision *decision, int64_t seed, int64_t delta,
                       bool is_first)
{
    decision->wins += delta > 0;
    decision->ties += delta == 0;
    decision->losses += delta < 0;
    if (is_first || delta < decision->lowest.delta) {
        decision->lowest = (struct seed_delta){seed, delta};
    }
    if (is_first || delta > decision->highest.delta) {
        decision->highest = (struct seed_delta){seed, delta};
    }
}

/* Fills the differences and what is counted seed by seed. */
static void take_differences(const struct hypothesis_data *data,
                             struct decision *decision)
{
    struct tally control = {.trouble = &decision->control};
    struct tally treatment = {.trouble = &decision->treatment};
    int64_t control_sum = 0;
    decision->mean.size = data->n;
    for (int i = 0; i < data->n; i++) {
        const int64_t base = score(data->control[i], &data->scale, &control);
        const int64_t other =
            score(data->treatment[i], &data->scale, &treatment);
        const int64_t delta = metric_delta(base, other, &data->scale);
        control_sum += base;
        decision->delta[i] = delta;
        decision->mean.sum += delta;
        count_seed(decision, data->seed[i], delta, i == 0);
    }
    relate_to_control(decision, control_sum);
    if (control.is_too_large || treatment.is_too_large) {
        decision->integrity |= REASON_BIT(REASON_VALUE_TOO_LARGE);
    }
}

static struct interval interval_at(const struct signflip *test, int64_t rank)
{
    if (rank == 0) {
        return (struct interval){0};
    }
    return (struct interval){rank, signflip_smallest(test, rank),
                             signflip_largest(test, rank)};
}

/* -- Beside the hypothesis ------------------------------------------------- */

/* Two columns of runs of the same length. */
struct columns {
    const double *control, *other;
    int n;
};

/* The columns put through the hypothesis' own test. Runs that diverged are
 * counted in the other column, which is the one asked about. */
static struct side_result compare_aside(const struct hypothesis_data *data,
                                        struct columns columns,
                                        struct signflip *test,
                                        unsigned *integrity)
{
    struct side_result side = {.n = columns.n, .mean.size = columns.n};
    struct arm_trouble of_control = {0};
    struct tally left = {.trouble = &of_control};
    struct tally right = {.trouble = &side.trouble};
    int64_t delta[SIGNFLIP_MAX] = {0};
    for (int i = 0; i < columns.n; i++) {
        const int64_t base = score(columns.control[i], &data->scale, &left);
        const int64_t other = score(columns.other[i], &data->scale, &right);
        delta[i] = metric_delta(base, other, &data->scale);
        side.mean.sum += delta[i];
    }
    if (left.is_too_large || right.is_too_large) {
        *integrity |= REASON_BIT(REASON_VALUE_TOO_LARGE);
    }
    signflip_init(test, delta, columns.n);
    side.interval = interval_at(test, signflip_rank(data->level, columns.n));
    return side;
}

static void measure_noise(const struct hypothesis_data *data,
                          struct signflip *scratch, struct decision *decision)
{
    const int n = data->noise_n < data->n ? data->noise_n : data->n;
    if (n > 0) {
        const struct columns columns = {data->control, data->noise, n};
        decision->noise =
            compare_aside(data, columns, scratch, &decision->integrity);
        decision->noise.p = signflip_p_two_sided(scratch);
    }
}

/* Detected means seen in the expected direction, by the test and at the level
 * that the hypothesis itself is decided with. */
static void measure_sensitivity(const struct hypothesis_data *data,
                                struct signflip *scratch,
                                struct decision *decision)
{
    if (data->sensitivity == NULL) {
        return;
    }
    const bool has_own = data->sensitivity_control != NULL;
    const struct columns columns = {
        .control = has_own ? data->sensitivity_control : data->control,
        .other = data->sensitivity,
        .n = data->n,
    };
    struct side_result *const side = &decision->sensitivity_result;
    *side = compare_aside(data, columns, scratch, &decision->integrity);
    side->p = data->sensitivity_expect == DIRECTION_WORSE
                  ? signflip_p_below(scratch, 0)
                  : signflip_p_above(scratch, 0);
    decision->sensitivity = side->p <= signflip_rank(data->level, data->n)
                                ? SENSITIVITY_DETECTED
                                : SENSITIVITY_MISSED;
}

/* -- The whole ------------------------------------------------------------- */

static void not_decided(struct decision *decision, enum reason reason)
{
    decision->verdict = VERDICT_NOT_DECIDED;
    decision->size = SIZE_NONE;
    decision->reason = reason;
}

static enum reason gravest(unsigned integrity)
{
    for (int i = 1; i < REASON_COUNT; i++) {
        if (integrity & REASON_BIT(i)) {
            return (enum reason)i;
        }
    }
    return REASON_NONE;
}

/* "No difference worth having" is believed only of an experiment that has shown
 * it can see one. */
static bool is_null_verdict(const struct decision *decision)
{
    return decision->verdict == VERDICT_NO_EFFECT ||
           (decision->verdict == VERDICT_REPLICATED &&
            decision->expect != EXPECT_IMPROVEMENT);
}

static void settle(struct decision *decision)
{
    if (decision->integrity != 0) {
        not_decided(decision, gravest(decision->integrity));
    } else if (decision->interval.rank == 0) {
        not_decided(decision, REASON_TOO_FEW_SEEDS);
    } else if (is_null_verdict(decision) &&
               decision->sensitivity == SENSITIVITY_MISSED) {
        not_decided(decision, REASON_NOT_SENSITIVE);
    } else if (decision->verdict == VERDICT_INCONCLUSIVE) {
        decision->seeds_for_power = power_seeds(
            decision->delta, decision->n, decision->margin, decision->level,
            decision->expect == EXPECT_NO_EFFECT ? POWER_EQUIVALENCE
                                                 : POWER_BOUND);
    }
}

static void start_decision(const struct hypothesis_data *data,
                           struct decision *decision)
{
    level_require(data->level);
    if (data->margin < 0 || data->margin > METRIC_LIMIT) {
        BUG("a margin of %lld units", (long long)data->margin);
    }
    *decision = (struct decision){
        .integrity = data->integrity,
        .expect = data->expect,
        .is_higher_better = data->scale.is_higher_better,
        .margin = data->margin,
        .level = data->level,
        .fewest_seeds = signflip_fewest(data->level),
        .n = data->n,
    };
}

void verdict_decide(const struct hypothesis_data *data,
                    struct decision *decision)
{
    start_decision(data, decision);
    if (data->n == 0) {
        decision->verdict = VERDICT_NOT_TESTED;
        return;
    }
    if (data->n > SIGNFLIP_MAX) {
        decision->integrity |= REASON_BIT(REASON_TOO_MANY_SEEDS);
        not_decided(decision, gravest(decision->integrity));
        return;
    }
    take_differences(data, decision);

    struct signflip test;
    measure_noise(data, &test, decision);
    measure_sensitivity(data, &test, decision);

    signflip_init(&test, decision->delta, data->n);
    decision->interval =
        interval_at(&test, signflip_rank(data->level, data->n));
    if (decision->interval.rank > 0) {
        decision->equivalence =
            interval_at(&test, signflip_rank_equivalence(data->level, data->n));
    }
    decision->p_better = signflip_p_above(&test, 0);
    decision->p_worse = signflip_p_below(&test, 0);
    decision->p_two_sided = signflip_p_two_sided(&test);
    apply_rules(&test, decision);
    settle(decision);
}
