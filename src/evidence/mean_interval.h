#ifndef EVIDENCE_MEAN_INTERVAL_H
#define EVIDENCE_MEAN_INTERVAL_H

/* How far the mean of an arm's seeds would move with other seeds, for drawing:
 * nothing is decided by it, since decisions are about differences on the same
 * seeds. The interval is the exact one of signflip.h, of values instead of
 * differences. */

#include <stdbool.h>
#include <stddef.h>

struct mean_interval {
    double lo, hi;
    double coverage; /* 1 - 2k/2^n, the least that is 0.95 or more */
};

/* False where there is none: fewer than six seeds or more than twenty, or a
 * value that is not finite or past METRIC_CEILING. */
bool mean_interval(const double *values, size_t count,
                   struct mean_interval *interval);

#endif
