/* A practice may be tested by several hypotheses and cited by several works;
 * here each becomes the one word that lists and filters use. */

#include "cli/summary.h"

const char *summary_verdict(const struct workspace *workspace,
                            struct str reference)
{
    const struct evidence *evidence = NULL;
    const struct evidence_decision *decided =
        evidences_decision(&workspace->evidences, reference, &evidence);
    return verdict_name(decided ? decided->decision.verdict
                                : VERDICT_NOT_TESTED);
}

bool summary_has_verdict(const struct workspace *workspace,
                         const struct record *record, struct str verdict)
{
    if (!record->evidence.len) {
        return str_is(verdict, verdict_name(VERDICT_NOT_TESTED));
    }
    for (size_t i = 0; i < record->evidence.len; i++) {
        if (str_is(verdict,
                   summary_verdict(workspace, record->evidence.at[i].text))) {
            return true;
        }
    }
    return false;
}

/* What the citations say together: one source that runs the arm is enough, and
 * "none" takes all of them. */
static enum ablation cited_ablation(const struct citations *citations)
{
    enum ablation said = citations->len ? ABLATION_NONE : ABLATION_UNKNOWN;
    for (size_t i = 0; i < citations->len; i++) {
        switch (citations->at[i].ablation) {
        case ABLATION_PARTIAL:
        case ABLATION_FULL:
            return ABLATION_FULL;
        case ABLATION_ABSENT:
        case ABLATION_UNKNOWN:
            said = ABLATION_UNKNOWN;
            break;
        case ABLATION_NONE:
            break;
        }
    }
    return said;
}

const char *summary_ablation(const struct record *record)
{
    const enum ablation stated = record->ablation.present;
    switch (stated == ABLATION_ABSENT ? cited_ablation(&record->citations)
                                      : stated) {
    case ABLATION_NONE:
        return "false";
    case ABLATION_PARTIAL:
    case ABLATION_FULL:
        return "true";
    case ABLATION_ABSENT:
    case ABLATION_UNKNOWN:
        break;
    }
    return "unknown";
}
