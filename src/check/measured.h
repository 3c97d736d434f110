#ifndef CHECK_MEASURED_H
#define CHECK_MEASURED_H

/* The numbers that an experiment has: of its runs, its summaries, its decisions
 * and its plan. A number typed beside the experiment is one of them, or was
 * before the experiment was run again. */

#include "check/number.h"
#include "evidence/evidence.h"

/* Whether one of the evidence's values, rounded as the number is, is it. */
bool measured_has(const struct evidence *evidence, const struct number *number);

/* Whether the plan's file states the number: a setting, a margin, a title. */
bool measured_plans(struct arena *scratch, const struct plan *plan,
                    const struct number *number);

/* The value that is nearest, as a page shows it: "EXP-001.growth.delta is
 * 3.61"; empty when there is none. Differences of hypotheses and means of arms
 * are looked at. */
struct str measured_nearest(struct arena *arena,
                            const struct evidences *evidences,
                            const struct evidence *evidence,
                            const struct number *number);

#endif
