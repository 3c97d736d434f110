#ifndef EVIDENCE_DERIVED_H
#define EVIDENCE_DERIVED_H

/* The runs of a derived arm: of each seed, where the member stands that came
 * out best. Private to src/evidence. */

#include "evidence/evidence.h"

/* Fills name, runs and noise runs of the derived arm from its members', which
 * lie at their indexes in `arms`. */
void derived_arm(struct arena *arena, const struct plan *plan, size_t index,
                 const struct evidence_arm *arms, struct evidence_arm *arm);

/* The member whose value is best, of `count` in the order of their setting;
 * the first of equal ones. What is not finite is never best; `count` when
 * nothing is finite. */
size_t derived_pick(const double *values, size_t count, bool is_highest);

#endif
