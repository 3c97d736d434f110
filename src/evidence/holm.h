#ifndef EVIDENCE_HOLM_H
#define EVIDENCE_HOLM_H

/* Several hypotheses on one question: Holm's step-down adjustment (1979) within
 * a family, on exact p-values compared as integers. */

#include "evidence/verdict.h"

/* One member's p, a numerator over 2^n, and what becomes of it. A tail (2
 * sides) is held against a/2, an equivalence (1 side, already the larger of its
 * two tails) against a; on the common scale of a, a tail therefore counts
 * double. Adjusted p are numerators over 2^HOLM_BITS, held against a. */
struct holm_member {
    int64_t p;
    int n;
    int sides;

    int64_t adjusted; /* set by holm_adjust; at most 2^HOLM_BITS */
    bool passes;
};

enum { HOLM_BITS = SIGNFLIP_MAX };

/* Smallest first, p times the number still standing is held against a, and the
 * first to fail ends it. With n equal everywhere a tail passes exactly when
 * p * standing <= k, so 25 members can be decided at n = 10 and a = 0.05.
 * Quadratic in count, for families of tens. */
void holm_adjust(struct holm_member member[], int count,
                 struct significance level);

struct family_summary {
    int tested;        /* members but those not tested and not runnable */
    int passed_raw;    /* decided before the adjustment */
    int passed;        /* decided after it */
    int64_t by_chance; /* units: how many would meet their claim with no truth
                          in any, the sum of the exact levels of the rules */
};

/* Adjusts the decisions of one family in place, once. All tested members count,
 * also those not decided (with p = 1): leaving them out would let a broken run
 * help the others. The strictest level of the family holds for all. A decided
 * verdict that fails becomes inconclusive with REASON_FAMILY. family_p and
 * family_size are set in each tested member. `member` is room for `count` of
 * them and is the caller's. */
void family_adjust(struct decision *const family[], int count,
                   struct holm_member member[], struct family_summary *summary);

#endif
