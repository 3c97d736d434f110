#ifndef EVIDENCE_POWER_H
#define EVIDENCE_POWER_H

/* How many seeds an inconclusive result would have needed. A plan for the next
 * run, not part of any verdict: it takes the spread of the differences seen so
 * far as the true one, and their noise as normal. */

#include "evidence/signflip.h"

enum power_rule {
    POWER_BOUND,      /* see a difference of one margin at a/2 */
    POWER_EQUIVALENCE /* show a difference of zero inside the margin at a */
};

enum { POWER_MOST = 1000000 };

/* Fewest seeds with 80 % power at the margin, or 0 when it cannot be said:
 * fewer than two differences, a margin of 0, or more than POWER_MOST seeds.
 *
 * The smallest n with n >= (z_level + z_power)^2 var / margin^2 + z_level^2 / 2
 * (Guenther 1981, the normal sample size with the correction for an estimated
 * spread). z_power is that of 0.80 for a bound and 0.90 for equivalence, whose
 * two sides share the 20 %. Up to SIGNFLIP_MAX seeds, z_level is that of the
 * test's own attainable level k / 2^n, which at 6 seeds is 0.016, not 0.025. */
int power_seeds(const int64_t delta[], int n, int64_t margin,
                struct significance level, enum power_rule rule);

/* x with P(Z > x) = tail for a standard normal Z; 0 < tail <= 0.5. To about
 * 1e-9, by series and bisection, so no libm and the same bits anywhere. */
double normal_upper(double tail);

#endif
