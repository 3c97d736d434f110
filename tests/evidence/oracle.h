#ifndef TESTS_EVIDENCE_ORACLE_H
#define TESTS_EVIDENCE_ORACLE_H

/* The slow way to the same answers: list every non-empty subset, sort the means
 * as fractions, count. And random numbers that are the same in every run. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "evidence/units.h"

enum { ORACLE_MAX = 12 };

struct oracle {
    int count;
    struct ratio mean[1 << ORACLE_MAX];
};

static inline int oracle_compare(const void *a, const void *b)
{
    const struct ratio *const x = a;
    const struct ratio *const y = b;
    /* Differences in these tests stay under 2^50, so 64 bits are enough. */
    const int64_t left = x->sum * y->size;
    const int64_t right = y->sum * x->size;
    return (left > right) - (left < right);
}

static inline void oracle_init(struct oracle *oracle, const int64_t delta[],
                               int n)
{
    oracle->count = 0;
    for (int mask = 1; mask < 1 << n; mask++) {
        struct ratio mean = {0, 0};
        for (int i = 0; i < n; i++) {
            if (mask & 1 << i) {
                mean.sum += delta[i];
                mean.size++;
            }
        }
        oracle->mean[oracle->count++] = mean;
    }
    qsort(oracle->mean, (size_t)oracle->count, sizeof *oracle->mean,
          oracle_compare);
}

/* Means with compare(mean, theta) <= limit: -1 counts those below, 0 those at
 * most theta. */
static inline int64_t oracle_count(const struct oracle *oracle, int64_t theta,
                                   int limit)
{
    const struct ratio centre = {theta, 1};
    int64_t count = 0;
    for (int i = 0; i < oracle->count; i++) {
        count += oracle_compare(&oracle->mean[i], &centre) <= limit;
    }
    return count;
}

/* Sign flips of (delta - theta) whose sum is at least the one observed: p from
 * its first definition, with no subset means in it. */
static inline int64_t oracle_flips(const int64_t delta[], int n, int64_t theta)
{
    int64_t observed = 0;
    for (int i = 0; i < n; i++) {
        observed += delta[i] - theta;
    }
    int64_t count = 0;
    for (int mask = 0; mask < 1 << n; mask++) {
        int64_t sum = 0;
        for (int i = 0; i < n; i++) {
            sum += mask & 1 << i ? theta - delta[i] : delta[i] - theta;
        }
        count += sum >= observed;
    }
    return count;
}

/* -- Random numbers -------------------------------------------------------- */

struct dice {
    uint64_t state;
};

/* splitmix64: Steele, Lea & Flood (2014). */
static inline uint64_t dice_bits(struct dice *dice)
{
    dice->state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = dice->state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

/* Between 0 and 1, neither included. */
static inline double dice_unit(struct dice *dice)
{
    return ((double)(dice_bits(dice) >> 11) + 0.5) / 9007199254740992.0;
}

static inline int64_t dice_between(struct dice *dice, int64_t low, int64_t high)
{
    return low + (int64_t)(dice_bits(dice) % (uint64_t)(high - low + 1));
}

static inline double dice_normal(struct dice *dice)
{
    const double radius = sqrt(-2 * log(dice_unit(dice)));
    return radius * cos(6.283185307179586 * dice_unit(dice));
}

#endif
