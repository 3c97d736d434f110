#ifndef EVIDENCE_UNITS_H
#define EVIDENCE_UNITS_H

/* Numbers a decision is made of. A metric is rounded once to a whole number of
 * nano-units (1e-9 of whatever it is measured in) and everything after that is
 * integers, so equal differences are equal, ties are ties, and the same runs
 * give the same decision on every machine. */

#include "base/out.h"

enum {
    NANO = 1000000000,          /* units in one */
    METRIC_CEILING = 100000000, /* largest |metric|, in ones: 1e8 */
};

/* The largest magnitude of a metric, in units. It keeps every sum of twenty
 * differences inside an int64. */
#define METRIC_LIMIT ((int64_t)METRIC_CEILING * NANO)

/* A mean: sum over size, size at least 1. {0} is no number. */
struct ratio {
    int64_t sum;
    int32_t size;
};

enum metric_state {
    METRIC_KEPT,
    METRIC_CLIPPED,  /* finite, beyond `worst` */
    METRIC_DIVERGED, /* NaN or infinite: scores `worst` */
    METRIC_TOO_LARGE /* finite, better than `worst`, past METRIC_CEILING */
};

/* The direction of a metric and the score of a run that has none. */
struct metric_scale {
    bool is_higher_better;
    int64_t worst; /* units; within METRIC_LIMIT */
};

/* The value in units, rounded half to even on its exact binary value, clipped
 * at `worst`. A run that diverged is handed in as NaN. -0.0 is 0. A value too
 * large is clipped at the limit and must not be decided on. */
int64_t metric_units(double value, const struct metric_scale *scale,
                     enum metric_state *state);

/* A finite number in units, rounded half to even; false when it is not finite
 * or past METRIC_CEILING. For margins, alphas and other plan values. */
bool units_from_double(double value, int64_t *units);

/* + means the treatment is better. */
int64_t metric_delta(int64_t control, int64_t treatment,
                     const struct metric_scale *scale);

/* Several tasks in one: pooled[i] is the mean over tasks of
 * deltas[task][i] / norm[task], in units; each quotient keeps 32 bits below the
 * unit, and the mean is rounded half to even. A norm is in units and positive:
 * the task's margin, so that the pooled margin is 1. False when a mean is too
 * large to decide on. */
bool deltas_pool(const int64_t *const deltas[], const int64_t norm[], int tasks,
                 int n, int64_t pooled[]);

/* Negative, zero or positive by value, exactly. */
int ratio_compare(struct ratio a, struct ratio b);
int ratio_sign(struct ratio a);
struct ratio ratio_negate(struct ratio a);
struct ratio ratio_of_units(int64_t units);

/* The nearest double to the value in ones (not in units): for drawing only. */
double ratio_to_double(struct ratio a);

/* The value with this many decimals (0 to 9), half to even on the exact value,
 * never "-0": {12345678, 1} with 4 decimals is "0.0123". */
void out_ratio(struct out *out, struct ratio value, int decimals);

/* The value with as many decimals as it needs, at least `least`. */
void out_units(struct out *out, int64_t units, int least);

#endif
