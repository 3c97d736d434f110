/* From record, plan and evidence to the inputs of certainty. The facts are
 * looked up here; what follows from them is certainty.c's business. */

#include "render/assess.h"

#include <string.h>

/* ---- The report ------------------------------------------------------- */

static const struct reported *find_reported(const struct plan *plan, size_t arm,
                                            struct str metric)
{
    for (size_t i = 0; i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        if (reported->arm == arm && reported->report != NULL &&
            str_equal(reported->metric, metric)) {
            return reported;
        }
    }
    return NULL;
}

static void find_effect(struct assessment *assessment)
{
    const struct hypothesis *hypothesis = assessment->hypothesis;
    const struct reported *control = find_reported(
        assessment->plan, hypothesis->control, hypothesis->metric);
    const struct reported *treatment = find_reported(
        assessment->plan, hypothesis->treatment, hypothesis->metric);
    double left = 0;
    double right = 0;
    if (control == NULL || treatment == NULL ||
        !str_to_double(control->report->value, &left) ||
        !str_to_double(treatment->report->value, &right)) {
        return;
    }
    assessment->has_reported = true;
    assessment->reported =
        hypothesis->is_higher_better ? right - left : left - right;
    assessment->reported_control = control->report;
    assessment->reported_treatment = treatment->report;
    assessment->reported_by = treatment->record;
}

static bool has_common_unit(const struct assessment *assessment)
{
    const struct metric_info *metric =
        metric_find(assessment->hypothesis->metric);
    return metric != NULL &&
           str_is(assessment->reported_control->unit, metric->unit) &&
           str_is(assessment->reported_treatment->unit, metric->unit);
}

static enum versus_report find_versus(const struct assessment *assessment)
{
    int64_t units = 0;
    const bool is_comparable = assessment->has_reported &&
                               has_common_unit(assessment) &&
                               units_from_double(assessment->reported, &units);
    return versus_report(&assessment->decision->decision,
                         assessment->has_reported, is_comparable, units);
}

/* ---- The sources ------------------------------------------------------ */

static bool is_support(const struct citation *citation)
{
    return !str_is(citation->role, "contested_by") &&
           !str_is(citation->role, "compared_against");
}

static enum source_ablation source_of(enum ablation ablation)
{
    switch (ablation) {
    case ABLATION_ABSENT:
    case ABLATION_UNKNOWN:
        return SOURCE_UNKNOWN;
    case ABLATION_NONE:
        return SOURCE_NOT_ABLATED;
    case ABLATION_PARTIAL:
        return SOURCE_PARTLY;
    case ABLATION_FULL:
        return SOURCE_ABLATED;
    }
    BUG("ablation of no kind");
}

static enum source_ablation best_source(const struct record *practice)
{
    enum source_ablation best = SOURCE_NONE;
    for (size_t i = 0; i < practice->citations.len; i++) {
        const struct citation *citation = &practice->citations.at[i];
        const enum source_ablation source = source_of(citation->ablation);
        if (is_support(citation) && source > best) {
            best = source;
        }
    }
    const enum source_ablation stated = source_of(practice->ablation.present);
    return best != SOURCE_NONE && stated > best ? stated : best;
}

/* Different first authors among the sources that ran both arms; 0 when none
 * did, because a report without an ablation confirms nothing. */
static int source_groups(const struct page_context *context,
                         const struct record *practice)
{
    struct str seen[16] = {{0}};
    int count = 0;
    for (size_t i = 0; i < practice->citations.len && count < 16; i++) {
        const struct citation *citation = &practice->citations.at[i];
        if (citation->ablation != ABLATION_FULL) {
            continue;
        }
        const struct record *work = site_record(context, citation->ref);
        if (work == NULL || work->authors.len == 0) {
            continue;
        }
        const struct str first = work->authors.at[0].text;
        bool is_known = false;
        for (int j = 0; j < count; j++) {
            is_known = is_known || str_equal(seen[j], first);
        }
        if (!is_known) {
            seen[count++] = first;
        }
    }
    return count;
}

/* ---- The experiment --------------------------------------------------- */

static bool differs_in(struct arena *arena, const struct assessment *assessment,
                       const char *const keys[], size_t count)
{
    const struct plan *plan = assessment->plan;
    struct config_difference *differences = NULL;
    const size_t found = config_diff(
        arena, &plan->arms[assessment->hypothesis->control].config,
        &plan->arms[assessment->hypothesis->treatment].config, &differences);
    for (size_t i = 0; i < found; i++) {
        for (size_t k = 0; k < count; k++) {
            if (str_starts(differences[i].key, str_from_c(keys[k]))) {
                return true;
            }
        }
    }
    return false;
}

static bool has_matched_budgets(struct arena *arena,
                                const struct assessment *assessment)
{
    static const char *const budgets[] = {"train.steps", "train.batch",
                                          "data."};
    return !differs_in(arena, assessment, budgets, 3);
}

/* Neither arm is favoured when both train with the same settings, or when
 * seeds were set apart to tune each. */
static bool is_baseline_tuned(struct arena *arena,
                              const struct assessment *assessment)
{
    static const char *const settings[] = {"train."};
    return !differs_in(arena, assessment, settings, 1) ||
           assessment->plan->tuning.len > 0;
}

static bool has_held_out_seeds(const struct plan *plan)
{
    for (size_t i = 0; i < plan->claim.len; i++) {
        for (size_t j = 0; j < plan->tuning.len; j++) {
            if (plan->claim.at[i] == plan->tuning.at[j]) {
                return false;
            }
        }
    }
    return plan->claim.len > 0;
}

static int64_t whole(double number)
{
    return number > 0 && number < 9e18 ? (int64_t)number : 0;
}

static struct claim_scale claim_scale(const struct scale *scale)
{
    return (struct claim_scale){whole(scale->params), whole(scale->tokens),
                                scale->data};
}

static void add_experiment(const struct assessment *assessment,
                           struct certainty_input *input)
{
    struct arena scratch = {0};
    input->decision = &assessment->decision->decision;
    input->versus = assessment->certainty.versus;
    /* Of arms that cannot be looked at nothing is held against them: their
     * evidence is stale, and says so. */
    input->is_baseline_tuned = true;
    input->has_matched_budgets = true;
    input->has_held_out_seeds = true;
    input->is_preregistered = assessment->evidence->provenance.is_preregistered;
    if (assessment->plan != NULL && assessment->hypothesis != NULL) {
        input->is_baseline_tuned = is_baseline_tuned(&scratch, assessment);
        input->has_matched_budgets = has_matched_budgets(&scratch, assessment);
        input->has_held_out_seeds = has_held_out_seeds(assessment->plan);
        input->here = claim_scale(&assessment->plan->scale);
    }
    arena_free(&scratch);
}

static void add_practice(const struct page_context *context,
                         const struct record *practice,
                         struct certainty_input *input)
{
    input->source = best_source(practice);
    input->source_groups = source_groups(context, practice);
    input->do_sources_disagree =
        practice->references[FIELD_CONTESTED_BY].len > 0;
    input->claimed = claim_scale(&practice->scale);
}

/* ---- All together ----------------------------------------------------- */

static void find_plan(const struct page_context *context, struct str reference,
                      struct assessment *assessment)
{
    struct str experiment = {0};
    struct str hypothesis = {0};
    str_cut(reference, '.', &experiment, &hypothesis);
    assessment->plan = site_plan(context, experiment);
    if (assessment->plan == NULL) {
        return;
    }
    const struct hypothesis *found =
        plan_hypothesis(assessment->plan, hypothesis);
    /* A plan that is not sound may name arms it does not have. */
    if (found != NULL && found->control < assessment->plan->arm_count &&
        found->treatment < assessment->plan->arm_count) {
        assessment->hypothesis = found;
    }
}

bool is_unreadable_evidence(const struct diag *diag)
{
    return diag->rule != NULL &&
           str_is(str_from_c(diag->rule), "evidence-unreadable");
}

const struct diag *unreadable_evidence(const struct site_input *input,
                                       struct str experiment)
{
    const struct diags *diags = input->diags;
    for (size_t i = 0; diags != NULL && i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (is_unreadable_evidence(diag) &&
            str_equal(diag->subject, experiment)) {
            return diag;
        }
    }
    return NULL;
}

/* Evidence that cannot be read is not the same as none. */
static enum verdict verdict_of(const struct assessment *assessment)
{
    if (assessment->decision != NULL) {
        return assessment->decision->decision.verdict;
    }
    if (assessment->unreadable != NULL) {
        return VERDICT_NOT_DECIDED;
    }
    const bool is_planned =
        assessment->plan != NULL && assessment->plan->status == PLAN_PLANNED;
    return is_planned ? VERDICT_NOT_RUNNABLE : VERDICT_NOT_TESTED;
}

static void find_evidence(const struct page_context *context,
                          struct assessment *assessment)
{
    struct str experiment = {0};
    struct str hypothesis = {0};
    str_cut(assessment->reference, '.', &experiment, &hypothesis);
    find_plan(context, assessment->reference, assessment);
    assessment->decision =
        site_decision(context, assessment->reference, &assessment->evidence);
    if (assessment->decision == NULL) {
        assessment->unreadable =
            unreadable_evidence(&context->site->input, experiment);
    }
}

struct assessment assess(const struct page_context *context,
                         const struct record *practice, struct str reference)
{
    struct assessment assessment = {.reference = reference};
    if (reference.len > 0) {
        find_evidence(context, &assessment);
    }
    assessment.verdict = verdict_of(&assessment);
    struct certainty_input facts = {0};
    if (practice != NULL) {
        add_practice(context, practice, &facts);
    }
    if (assessment.plan != NULL && assessment.hypothesis != NULL) {
        find_effect(&assessment);
    }
    if (assessment.decision != NULL) {
        if (assessment.hypothesis != NULL) {
            facts.versus = find_versus(&assessment);
        }
        assessment.certainty.versus = facts.versus;
        add_experiment(&assessment, &facts);
    }
    certainty_assess(&facts, &assessment.certainty);
    return assessment;
}

int verdict_gravity(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_CONTRADICTED:
        return 0;
    case VERDICT_NOT_DECIDED:
        return 1;
    case VERDICT_INCONCLUSIVE:
        return 2;
    case VERDICT_NO_EFFECT:
        return 3;
    case VERDICT_REPLICATED:
        return 4;
    case VERDICT_NOT_RUNNABLE:
        return 5;
    case VERDICT_NOT_TESTED:
        return 6;
    case VERDICT_COUNT:
        break;
    }
    BUG("verdict of no kind");
}

bool assess_is_first(const struct assessment *assessments, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (assessments[i].evidence == assessments[index].evidence) {
            return false;
        }
    }
    return assessments[index].evidence != NULL;
}
