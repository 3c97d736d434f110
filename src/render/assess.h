#ifndef RENDER_ASSESS_H
#define RENDER_ASSESS_H

/* What is known about one hypothesis of a practice: whether it was tested, what
 * came out, how that compares with what was reported, and how certain it is. */

#include "evidence/certainty.h"
#include "evidence/evidence.h"
#include "render/context.h"

struct assessment {
    struct str reference; /* "EXP-002.rmsnorm-no-worse"; may be empty */
    enum verdict verdict;
    const struct evidence *evidence;          /* NULL: not tested */
    const struct evidence_decision *decision; /* NULL: not tested */
    const struct plan *plan;                  /* NULL: no such experiment */
    const struct hypothesis *hypothesis;      /* NULL: the plan has it not */

    const struct diag *unreadable; /* why its evidence could not be read */

    bool has_reported; /* an effect: both arms are reported */
    double reported;   /* + when the treatment is better */
    const struct report *reported_control, *reported_treatment;
    const struct record *reported_by;

    struct certainty certainty;
};

/* The practice may be NULL: then no source supports the claim. */
struct assessment assess(const struct page_context *context,
                         const struct record *practice, struct str reference);

/* Whether its experiment has evidence and no earlier one is of the same: what
 * is said once per experiment, however many of its hypotheses are shown. */
bool assess_is_first(const struct assessment *assessments, size_t index);

/* The finding about evidence of this experiment that could not be read, or
 * NULL. */
bool is_unreadable_evidence(const struct diag *diag);
const struct diag *unreadable_evidence(const struct site_input *input,
                                       struct str experiment);

/* How grave a verdict is for whoever relies on the practice, gravest first;
 * for lists that show one verdict per practice. */
int verdict_gravity(enum verdict verdict);

#endif
