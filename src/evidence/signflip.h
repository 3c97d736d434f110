#ifndef EVIDENCE_SIGNFLIP_H
#define EVIDENCE_SIGNFLIP_H

/* The exact sign-flip test on paired differences and the interval that belongs
 * to it (Fisher 1935, section 21; Hartigan 1969 for the interval from subset
 * means). No random numbers, no tables, no rounding: p-values are whole
 * numerators over 2^n, bounds are fractions.
 *
 * If the differences are symmetric about theta, then the number of non-empty
 * subsets whose mean is at most theta is uniform on 0 .. 2^n - 1. Everything
 * here is a count of such subsets.
 *
 * Nothing is allocated: the counts come from two tables of half the seeds each
 * (16 KB, inside the struct), never from a list of all 2^n means. */

#include "evidence/units.h"

enum { SIGNFLIP_MAX = 20, SIGNFLIP_HALF = SIGNFLIP_MAX / 2 };

/* Subset sums of some of the differences, ordered by subset size and then by
 * sum: those of size s are sums[first[s]] up to sums[first[s + 1]]. */
struct subset_sums {
    int n;
    int first[SIGNFLIP_HALF + 2];
    int64_t sums[1 << SIGNFLIP_HALF];
};

struct signflip {
    int n;
    int64_t least, most; /* the extreme differences */
    struct subset_sums left, right;
};

/* n is 1 to SIGNFLIP_MAX, and every |delta| at most 2 * METRIC_LIMIT. */
void signflip_init(struct signflip *test, const int64_t delta[], int n);

/* How many of the 2^n - 1 non-empty subsets have a mean at most, or below,
 * theta units; |theta| at most 2 * METRIC_LIMIT. */
int64_t signflip_at_most(const struct signflip *test, int64_t theta);
int64_t signflip_below(const struct signflip *test, int64_t theta);

/* Exact one-sided p for "the centre is above theta" and "is below theta", as
 * numerators over 2^n. They are never 0, and both are 2^n when every
 * difference equals theta. */
int64_t signflip_p_above(const struct signflip *test, int64_t theta);
int64_t signflip_p_below(const struct signflip *test, int64_t theta);

/* The same, counting ties in favour: p_above_or_at is at most k exactly when
 * the lower bound is at least theta. */
int64_t signflip_p_above_or_at(const struct signflip *test, int64_t theta);
int64_t signflip_p_below_or_at(const struct signflip *test, int64_t theta);

/* Two-sided p at 0 for display: twice the smaller tail, at most 2^n. */
int64_t signflip_p_two_sided(const struct signflip *test);

/* The rank-th smallest and largest subset mean in lowest terms; rank is 1 to
 * 2^n - 1. */
struct ratio signflip_smallest(const struct signflip *test, int64_t rank);
struct ratio signflip_largest(const struct signflip *test, int64_t rank);

/* An error rate: alpha in units (0.05 is 50000000), shared by the looks. Kept
 * as these two integers, so that 0.05 / 2 is not a rounded double. */
struct significance {
    int64_t alpha;
    int looks;
};

/* floor(a/2 * 2^n) and floor(a * 2^n), with a = alpha / looks: the ranks of the
 * interval's and of the equivalence interval's bounds. 0 means there is
 * none. */
int64_t signflip_rank(struct significance level, int n);
int64_t signflip_rank_equivalence(struct significance level, int n);

/* The fewest seeds with an interval, ceil(log2(2/a)): 6 at 0.05, 7 with two
 * looks. Above SIGNFLIP_MAX when no allowed number of seeds is enough. */
int signflip_fewest(struct significance level);

/* Ends the program unless 0 < alpha < 1 and looks >= 1: the plan's reader has
 * to have refused it. */
void level_require(struct significance level);

#endif
