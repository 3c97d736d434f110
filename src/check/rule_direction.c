/* Which way a claim says that something goes, which way its experiment is set
 * up to look, and which way it went. */

#include "check/flagged.h"
#include "check/index.h"
#include "check/measure.h"
#include "check/rules.h"

/* -- What is looked at ---------------------------------------------------- */

/* A hypothesis that the practice names, with what the claim says about the
 * quantity that it is decided on. */
struct asked {
    const struct text_item *item;
    const struct plan *plan;
    const struct hypothesis *hypothesis;
    enum quantity quantity;
    unsigned claimed; /* SAYS_ bits; 0: the claim does not say */
};

static bool is_asked_about(const struct record *record)
{
    return record->kind->role == ROLE_PRACTICE && !record->is_broken &&
           !record_is_retired(record) && record->claim.len > 0;
}

static struct asked asked_of(struct check_context *context,
                             const struct text_item *item)
{
    struct asked asked = {.item = item, .quantity = QUANTITY_COUNT};
    struct str experiment, id;
    index_split(item->text, &experiment, &id);
    asked.plan = index_plan(context->index, experiment);
    asked.hypothesis = asked.plan ? plan_hypothesis(asked.plan, id) : NULL;
    if (asked.hypothesis && metric_find(asked.hypothesis->metric)) {
        asked.quantity =
            measure_of((enum run_metric)metric_index(asked.hypothesis->metric))
                .quantity;
    }
    if (asked.quantity < QUANTITY_COUNT) {
        asked.claimed = directions_in(context->scratch, context->record->claim,
                                      asked.quantity);
    }
    return asked;
}

/* -- hypothesis-direction ------------------------------------------------- */

/* What the hypothesis asks, in the words of claims; 0 for no effect. */
static unsigned direction_asked(const struct hypothesis *hypothesis)
{
    switch (hypothesis->expect) {
    case EXPECT_IMPROVEMENT:
        return hypothesis->is_higher_better ? SAYS_HIGHER : SAYS_LOWER;
    case EXPECT_NO_WORSE:
        return SAYS_NO_WORSE;
    case EXPECT_NO_EFFECT:
    case EXPECT_COUNT:
        return 0;
    }
    return 0;
}

static const char *direction_words(unsigned direction)
{
    return direction & SAYS_LOWER    ? "lower"
           : direction & SAYS_HIGHER ? "higher"
                                     : "no worse";
}

/* A loss for which higher would be better, where the claim says otherwise. */
static bool is_upside_down(const struct asked *asked)
{
    return asked->quantity <= QUANTITY_PERPLEXITY &&
           asked->hypothesis->is_higher_better &&
           (asked->claimed & (SAYS_LOWER | SAYS_NO_WORSE)) &&
           !(asked->claimed & SAYS_HIGHER);
}

static void check_asked(struct check_context *context,
                        const struct asked *asked)
{
    const struct hypothesis *hypothesis = asked->hypothesis;
    const unsigned direction = direction_asked(hypothesis);
    const bool asks_too_much =
        hypothesis->expect == EXPECT_IMPROVEMENT && direction != asked->claimed;
    if (!is_upside_down(asked) &&
        (!asks_too_much || (asked->claimed & direction))) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, asked->item->place, asked->item->text,
        "the claim says that %.*s is %s, and %.*s expects \"%s\" with "
        "`better: %s`",
        STR_ARG(hypothesis->metric), direction_words(asked->claimed),
        STR_ARG(asked->item->text), expect_name(hypothesis->expect),
        hypothesis->is_higher_better ? "higher" : "lower");
    diag_hint(context->diags, diag,
              "say in the plan what the claim says, or in the claim what the "
              "plan decides");
}

static bool is_strict(unsigned claimed)
{
    return claimed == SAYS_LOWER || claimed == SAYS_HIGHER;
}

/* All hypotheses about the quantity ask for less than the claim promises. */
static void report_unasked(struct check_context *context,
                           const struct asked *asked)
{
    struct diag *diag = check_finding(
        context, record_place(context->record, FIELD_EVIDENCE), S("evidence"),
        "the claim says that %.*s is %s, and no experiment that is named asks "
        "for that",
        STR_ARG(asked->hypothesis->metric), direction_words(asked->claimed));
    diag_hint(context->diags, diag,
              "a claim of \"no worse\" is what `expect: no-worse` decides; for "
              "more, a hypothesis expects an improvement");
}

void rule_hypothesis_direction(struct check_context *context)
{
    const struct record *record = context->record;
    struct asked weaker[QUANTITY_COUNT] = {{0}};
    bool is_met[QUANTITY_COUNT] = {false};
    if (!is_asked_about(record)) {
        return;
    }
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct asked asked = asked_of(context, &record->evidence.at[i]);
        if (asked.claimed == 0) {
            continue;
        }
        check_asked(context, &asked);
        is_met[asked.quantity] |=
            asked.hypothesis->expect == EXPECT_IMPROVEMENT;
        weaker[asked.quantity] = asked;
    }
    for (size_t q = 0; q < QUANTITY_COUNT; q++) {
        if (is_strict(weaker[q].claimed) && !is_met[q]) {
            report_unasked(context, &weaker[q]);
        }
    }
}

/* -- effect-opposite ------------------------------------------------------ */

/* -1, 1, or 0 when the interval holds 0 or the runs decide nothing: the sign
 * of treatment minus control, in the metric's own direction. */
static int measured_sign(const struct decision *decision)
{
    const bool is_measured = decision->verdict == VERDICT_REPLICATED ||
                             decision->verdict == VERDICT_NO_EFFECT ||
                             (decision->verdict == VERDICT_INCONCLUSIVE &&
                              decision->reason == REASON_NONE);
    if (!is_measured || decision->interval.lo.size == 0) {
        return 0;
    }
    const int better = ratio_sign(decision->interval.lo) > 0   ? 1
                       : ratio_sign(decision->interval.hi) < 0 ? -1
                                                               : 0;
    return decision->is_higher_better ? better : -better;
}

static const struct evidence_decision *decision_of(
    const struct check_context *context, const struct plan *plan,
    const struct hypothesis *hypothesis)
{
    const struct evidence *evidence = index_evidence(context->index, plan->id);
    return evidence && !evidence->is_stale
               ? evidence_decision_find(evidence, hypothesis->id)
               : NULL;
}

static const char *sign_words(int sign)
{
    return sign < 0 ? "lower" : "higher";
}

/* Against the claim's words. Where it was contradicted by its own rule,
 * evidence-contradicting has said so. */
static void check_claimed(struct check_context *context,
                          const struct asked *asked)
{
    const struct evidence_decision *decided =
        decision_of(context, asked->plan, asked->hypothesis);
    if (!decided || !is_strict(asked->claimed)) {
        return;
    }
    const int sign = measured_sign(&decided->decision);
    const int claimed = asked->claimed == SAYS_LOWER ? -1 : 1;
    if (sign != -claimed || is_flagged(context->record, asked->item->text)) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, asked->item->place, asked->item->text,
                      "the claim says that %.*s is %s, and %.*s measured it %s",
                      STR_ARG(asked->hypothesis->metric), sign_words(claimed),
                      STR_ARG(asked->item->text), sign_words(sign));
    diag_hint(context->diags, diag,
              "%.*s Narrow the claim, or say it in a flag that names %.*s",
              STR_ARG(decided->sentence), STR_ARG(asked->plan->id));
}

/* The number that the plan's reported entry takes for the arm, if it does. */
static const struct reported *reported_of(const struct plan *plan, size_t arm,
                                          struct str metric, double *value)
{
    for (size_t i = 0; i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        if (reported->arm == arm && reported->report &&
            str_equal(reported->metric, metric) &&
            str_to_double(reported->report->value, value)) {
            return reported;
        }
    }
    return NULL;
}

/* Against two cited reports, of the control's arm and the treatment's. */
static void check_reported(struct check_context *context,
                           const struct plan *plan,
                           const struct hypothesis *hypothesis)
{
    const struct evidence_decision *decided =
        decision_of(context, plan, hypothesis);
    double control = 0, treatment = 0;
    if (!decided ||
        !reported_of(plan, hypothesis->control, hypothesis->metric, &control)) {
        return;
    }
    const struct reported *reported = reported_of(
        plan, hypothesis->treatment, hypothesis->metric, &treatment);
    if (!reported || !(control < treatment || control > treatment)) {
        return;
    }
    const int sign = measured_sign(&decided->decision);
    const int theirs = treatment < control ? -1 : 1;
    if (sign != -theirs) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, reported->place, reported->ref,
        "%.*s is reported %s than the control's, and %.*s.%.*s measured it %s",
        STR_ARG(reported->ref), sign_words(theirs), STR_ARG(plan->id),
        STR_ARG(hypothesis->id), sign_words(sign));
    diag_hint(context->diags, diag,
              "see that the two reports stand at the right arms; if the "
              "measurement differs, the plan's prose says why, and an "
              "acknowledgement that it was seen");
}

void rule_effect_opposite(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; is_asked_about(record) && i < record->evidence.len;
         i++) {
        const struct asked asked = asked_of(context, &record->evidence.at[i]);
        if (asked.claimed) {
            check_claimed(context, &asked);
        }
    }
    const struct plan *plan = record->kind->role == ROLE_EXPERIMENT
                                  ? index_plan(context->index, record->id)
                                  : NULL;
    for (size_t i = 0; plan && i < plan->hypothesis_count; i++) {
        check_reported(context, plan, &plan->hypotheses[i]);
    }
}
