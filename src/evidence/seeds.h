#ifndef EVIDENCE_SEEDS_H
#define EVIDENCE_SEEDS_H

/* What can be wrong with seeds before any value is looked at, as REASON_BITs
 * for hypothesis_data.integrity. A seed listed twice in one set overlaps. */

#include "evidence/verdict.h"

struct seed_set {
    const int64_t *seed;
    int count;
};

/* Any seed shared by two of the sets: REASON_SEEDS_OVERLAP or 0. */
unsigned seeds_overlap(const struct seed_set set[], int sets);

/* Planned seeds without a run, runs without a planned seed. */
unsigned seeds_differ(struct seed_set planned, struct seed_set found);

#endif
