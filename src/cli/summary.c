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

const char *summary_ablation(const struct record *record)
{
    switch (record_ablation(record)) {
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
