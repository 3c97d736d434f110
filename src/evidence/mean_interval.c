/* The interval of an arm's mean. */

#include "evidence/mean_interval.h"

#include "evidence/signflip.h"

static const struct significance level = {.alpha = NANO / 20, .looks = 1};

bool mean_interval(const double *values, size_t count,
                   struct mean_interval *interval)
{
    int64_t units[SIGNFLIP_MAX] = {0};
    *interval = (struct mean_interval){0};
    if (count == 0 || count > SIGNFLIP_MAX) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!units_from_double(values[i], &units[i])) {
            return false;
        }
    }
    const int n = (int)count;
    const int64_t rank = signflip_rank(level, n);
    if (rank == 0) {
        return false;
    }
    struct signflip test;
    signflip_init(&test, units, n);
    *interval = (struct mean_interval){
        .lo = ratio_to_double(signflip_smallest(&test, rank)),
        .hi = ratio_to_double(signflip_largest(&test, rank)),
        .coverage = 1 - 2 * (double)rank / (double)(INT64_C(1) << n),
    };
    return true;
}
