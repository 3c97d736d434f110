#ifndef EVIDENCE_SENTENCE_H
#define EVIDENCE_SENTENCE_H

/* The one sentence that says what a decision found. Generated, so that no page
 * can say something else; the same bytes everywhere. Plain text: the caller
 * escapes it. */

#include "evidence/certainty.h"

struct sentence_names {
    struct str treatment, control, metric;
    struct str unit;   /* may be empty */
    struct str margin; /* as the plan writes it; empty: from the decision */
};

/* "Treatment rmsnorm against layernorm: final-loss lower by 0.0123 nats
 * [0.0050, 0.0200], 10 of 10 seeds, margin 0.010: replicated (at least the
 * margin)." The number and its interval are told in the direction of the mean,
 * and the seeds are those that agree with it. */
void out_decision_sentence(struct out *out, const struct decision *decision,
                           const struct sentence_names *names);

/* What was measured of it alone: "final-loss lower by 0.0123 nats [0.0050,
 * 0.0200], 10 of 10 seeds"; nothing where no number was. */
void out_decision_measured(struct out *out, const struct decision *decision,
                           const struct sentence_names *names);

/* The finding in as strong a verb as the certainty allows: "lowers", "likely
 * lowers", "may lower", "The evidence is very uncertain about whether ...". */
void out_certainty_sentence(struct out *out, const struct decision *decision,
                            enum certainty_level level,
                            const struct sentence_names *names);

/* Decimals to show the mean and interval with: two digits of the interval's
 * half width, at most 9 of them, and more where a bound would otherwise be
 * shown as 0 or as the margin without being it. */
int decision_decimals(const struct decision *decision);

/* The unit as it stands behind that number as written: "doubling" behind "1",
 * "doublings" behind any other. */
struct str unit_behind(struct str number, struct str unit);

#endif
