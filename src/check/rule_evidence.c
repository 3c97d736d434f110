/* A practice, the hypotheses that test it, and what came out. Both ends name
 * each other; the runs must be those of the plan as it stands; and a verdict
 * against a practice in force must not go unsaid. */

#include "check/flagged.h"
#include "check/index.h"
#include "check/rules.h"

static bool is_tested_kind(const struct record *record)
{
    return record->kind->role == ROLE_PRACTICE && !record->is_broken;
}

/* -- practice-without-claim, practice-without-evidence -------------------- */

void rule_practice_without_claim(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_tested_kind(record) || record_is_retired(record)) {
        return;
    }
    if (record->claim.len > 0) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, FIELD_TITLE), S("claim"),
                      "%.*s claims nothing that an experiment could contradict",
                      STR_ARG(record->id));
    diag_hint(context->diags, diag,
              "add `claim:`, one sentence: in which setting, what is better "
              "than what, by which measure");
}

static struct place evidence_place(const struct record *record)
{
    const bool has_field =
        record->fields[FIELD_EVIDENCE].presence != PRESENCE_ABSENT;
    return record_place(record, has_field ? FIELD_EVIDENCE : FIELD_TITLE);
}

static void report_untested(struct check_context *context,
                            const struct tested_by *planned)
{
    const struct record *record = context->record;
    struct diag *diag =
        check_finding(context, evidence_place(record), S("evidence"),
                      planned ? "%.*s is not tested yet"
                              : "no experiment of this project tests %.*s",
                      STR_ARG(record->id));
    if (planned) {
        diag_hint(context->diags, diag, "add `evidence: [%.*s.%.*s]`",
                  STR_ARG(planned->plan->id), STR_ARG(planned->hypothesis->id));
    } else {
        diag_hint(context->diags, diag,
                  "`probatum new experiment` starts a plan; name its "
                  "hypothesis here as `evidence: [EXP-….…]`");
    }
}

/* One that an experiment in force tests is reported as hypothesis-unlisted. */
void rule_practice_without_evidence(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_tested_kind(record) || record_is_retired(record)) {
        return;
    }
    const struct tested_by *tested =
        index_tested_by(context->index, record->id);
    if (record->evidence.len > 0) {
        check_pass(context);
    } else if (!tested || tested->plan->status == PLAN_PLANNED) {
        report_untested(context, tested);
    }
}

/* -- evidence-unknown ----------------------------------------------------- */

static const struct hypothesis *hypothesis_of(
    const struct check_context *context, struct str reference,
    const struct plan **plan)
{
    struct str experiment, id;
    index_split(reference, &experiment, &id);
    *plan = index_plan(context->index, experiment);
    return *plan ? plan_hypothesis(*plan, id) : NULL;
}

static void hint_hypothesis(struct check_context *context, struct diag *diag,
                            const struct plan *plan, struct str id)
{
    struct strs ids = {0};
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        *LIST_PUSH(context->scratch, &ids) = plan->hypotheses[i].id;
    }
    const struct str near = nearest(id, &ids);
    if (near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s.%.*s\"?",
                  STR_ARG(plan->id), STR_ARG(near));
    } else if (ids.len > 0) {
        diag_hint(context->diags, diag, "it has %.*s.%.*s%s", STR_ARG(plan->id),
                  STR_ARG(ids.at[0]), ids.len > 1 ? " and others" : "");
    } else {
        diag_hint(context->diags, diag, "it tests no hypothesis at all");
    }
}

void rule_evidence_unknown(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct text_item *item = &record->evidence.at[i];
        const struct plan *plan;
        struct str experiment, id;
        index_split(item->text, &experiment, &id);
        if (hypothesis_of(context, item->text, &plan)) {
            check_pass(context);
        } else if (plan && plan->is_sound) {
            struct diag *diag =
                check_finding(context, item->place, item->text,
                              id.len > 0 ? "%.*s tests no hypothesis \"%.*s\""
                                         : "%.*s alone names no hypothesis%.*s",
                              STR_ARG(plan->id), STR_ARG(id));
            hint_hypothesis(context, diag, plan, id);
        } else if (!project_is_id(context->input->project, experiment)) {
            struct diag *diag =
                check_finding(context, item->place, item->text,
                              "\"%.*s\" is no hypothesis of an experiment",
                              STR_ARG(item->text));
            diag_hint(context->diags, diag, "write EXP-001.name-of-hypothesis");
        }
    }
}

/* -- evidence-mismatch, hypothesis-unlisted ------------------------------- */

void rule_evidence_mismatch(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct text_item *item = &record->evidence.at[i];
        const struct plan *plan;
        const struct hypothesis *hypothesis =
            hypothesis_of(context, item->text, &plan);
        if (!hypothesis) {
            continue;
        }
        if (str_equal(hypothesis->practice, record->id)) {
            check_pass(context);
            continue;
        }
        struct diag *diag =
            check_finding(context, item->place, item->text,
                          "%.*s is about %.*s, not %.*s", STR_ARG(item->text),
                          STR_ARG(hypothesis->practice), STR_ARG(record->id));
        diag_hint(context->diags, diag,
                  "name it in \"evidence\" of %.*s, or write `practice: %.*s` "
                  "in the plan",
                  STR_ARG(hypothesis->practice), STR_ARG(record->id));
    }
}

static bool lists(const struct record *practice, struct str reference)
{
    for (size_t i = 0; i < practice->evidence.len; i++) {
        if (str_equal(practice->evidence.at[i].text, reference)) {
            return true;
        }
    }
    return false;
}

static void check_listed(struct check_context *context, const struct plan *plan,
                         const struct hypothesis *hypothesis)
{
    const struct record *practice =
        library_find(context->input->library, hypothesis->practice);
    if (!practice || practice->is_broken) {
        return; /* link-unresolved says it */
    }
    const struct str reference =
        arena_printf(context->scratch, "%.*s.%.*s", STR_ARG(plan->id),
                     STR_ARG(hypothesis->id));
    if (lists(practice, reference)) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, hypothesis->place, practice->id,
                      "%.*s is tested by %.*s and does not name it",
                      STR_ARG(practice->id), STR_ARG(reference));
    diag->subject = plan->id;
    diag_hint(context->diags, diag, "add %.*s to \"evidence\" of %.*s",
              STR_ARG(reference), STR_ARG(practice->id));
}

/* What is only planned may go unnamed: the page of runs to come lists it. */
void rule_hypothesis_unlisted(struct check_context *context)
{
    const struct plans *plans = context->input->plans;
    for (size_t p = 0; plans && p < plans->len; p++) {
        const struct plan *plan = &plans->at[p];
        for (size_t i = 0;
             plan->status != PLAN_PLANNED && i < plan->hypothesis_count; i++) {
            check_listed(context, plan, &plan->hypotheses[i]);
        }
    }
}

/* -- evidence-missing, evidence-contradicting ----------------------------- */

static const struct evidence_decision *decision_of(
    const struct check_context *context, struct str reference)
{
    struct str experiment, id;
    index_split(reference, &experiment, &id);
    const struct evidence *evidence =
        index_evidence(context->index, experiment);
    return evidence ? evidence_decision_find(evidence, id) : NULL;
}

void rule_evidence_missing(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct text_item *item = &record->evidence.at[i];
        const struct plan *plan;
        if (!hypothesis_of(context, item->text, &plan)) {
            continue;
        }
        if (decision_of(context, item->text)) {
            check_pass(context);
        } else if (plan->status == PLAN_PLANNED) {
            check_cannot(context, item->place, item->text,
                         "%.*s is planned and has not been run",
                         STR_ARG(plan->id));
        } else {
            struct diag *diag = check_finding(
                context, item->place, item->text,
                "there is no evidence yet for %.*s", STR_ARG(item->text));
            diag_hint(context->diags, diag, "probatum run %.*s",
                      STR_ARG(plan->id));
        }
    }
}

void rule_evidence_contradicting(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->evidence.len; i++) {
        const struct text_item *item = &record->evidence.at[i];
        const struct evidence_decision *decided =
            decision_of(context, item->text);
        if (!decided || record_is_retired(record)) {
            continue;
        }
        if (decided->decision.verdict != VERDICT_CONTRADICTED ||
            is_flagged(record, item->text)) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, item->place, item->text,
            "%.*s contradicts %.*s, which is %.*s", STR_ARG(item->text),
            STR_ARG(record->id), STR_ARG(record->status));
        diag_hint(context->diags, diag,
                  "narrow the claim, retire the practice, or say what is "
                  "known: flags: [{since: %lld, text: '%.*s …'}]",
                  (long long)record->version, STR_ARG(item->text));
    }
}

/* -- evidence-stale, evidence-pending ------------------------------------- */

void rule_evidence_stale(struct check_context *context)
{
    const struct evidences *evidences = context->input->evidences;
    for (size_t i = 0; evidences && i < evidences->len; i++) {
        const struct evidence *evidence = &evidences->at[i];
        if (!evidence->is_stale) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, (struct place){evidence->source, 0, 0}, evidence->id,
            "the evidence is not that of the plan any more: %.*s",
            STR_ARG(evidence->stale_reason));
        diag->subject = evidence->id;
        diag_hint(context->diags, diag,
                  evidence->plan ? "probatum run %.*s"
                                 : "remove it, or take the plan of %.*s back "
                                   "from git",
                  STR_ARG(evidence->id));
    }
}

void rule_evidence_pending(struct check_context *context)
{
    const struct evidences *evidences = context->input->evidences;
    for (size_t i = 0; evidences && i < evidences->len; i++) {
        const struct evidence *evidence = &evidences->at[i];
        if (!evidence->is_pending_present) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, (struct place){evidence->source, 0, 0}, evidence->id,
            "a later run of %.*s awaits review beside it",
            STR_ARG(evidence->id));
        diag->subject = evidence->id;
        diag_hint(context->diags, diag,
                  "compare %.*s.pending.json with it, then keep one of the two",
                  STR_ARG(evidence->id));
    }
}

/* -- evidence-unreferenced ------------------------------------------------ */

/* The experiments that practices name as their evidence. */
static struct map cited_experiments(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct map cited = {0};
    for (size_t r = 0; r < library->record_count; r++) {
        struct record *record = library->records[r];
        for (size_t i = 0; i < record->evidence.len; i++) {
            struct str experiment, hypothesis;
            index_split(record->evidence.at[i].text, &experiment, &hypothesis);
            *map_slot(context->scratch, &cited, experiment) = record;
        }
    }
    return cited;
}

/* What decides nothing, as a survey does, only has to be named. */
static bool is_referenced(const struct map *cited,
                          const struct evidence *evidence)
{
    const struct plan *plan = evidence->plan;
    return map_get(cited, evidence->id) ||
           (plan->hypothesis_count == 0 && plan->record->backlink_count > 0);
}

void rule_evidence_unreferenced(struct check_context *context)
{
    const struct evidences *evidences = context->input->evidences;
    const struct map cited = cited_experiments(context);
    for (size_t i = 0; evidences && i < evidences->len; i++) {
        const struct evidence *evidence = &evidences->at[i];
        if (!evidence->plan) {
            continue; /* evidence-stale says that the plan is gone */
        }
        if (is_referenced(&cited, evidence)) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, (struct place){evidence->source, 0, 0}, evidence->id,
            evidence->plan->hypothesis_count > 0
                ? "no practice names %.*s as its evidence"
                : "no record names %.*s",
            STR_ARG(evidence->id));
        diag->subject = evidence->id;
        if (evidence->plan->hypothesis_count > 0) {
            const struct hypothesis *first = &evidence->plan->hypotheses[0];
            diag_hint(context->diags, diag,
                      "add %.*s.%.*s to \"evidence\" of "
                      "%.*s, or remove the file with its plan",
                      STR_ARG(evidence->id), STR_ARG(first->id),
                      STR_ARG(first->practice));
        } else {
            diag_hint(context->diags, diag,
                      "name it where its figures matter, or remove the file "
                      "with its plan");
        }
    }
}
