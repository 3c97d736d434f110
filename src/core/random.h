/* Random numbers that depend only on where they are used: Philox4x32-10,
 * Salmon, Moraes, Dror & Shaw (2011), section 3.3. A number is a function of
 * the seed, the purpose and a place, so nothing drawn elsewhere can shift
 * it. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

/* Second half of the key; the first is the seed. Never renumbered. */
enum core_purpose {
    CORE_PURPOSE_INIT = 1,
    CORE_PURPOSE_TRAIN = 2,
    CORE_PURPOSE_EVALUATE = 3,
    CORE_PURPOSE_LANGUAGE = 4
};

struct core_words {
    uint32_t word[4];
};

struct core_words core_philox(struct core_words counter, uint32_t key0,
                              uint32_t key1);

/* (word + 1/2) / 2^32: uniform, never 0 or 1. */
static inline double core_uniform(uint32_t word)
{
    return ((double)word + 0.5) * 0x1p-32;
}

/* A standard normal from one word, by the inverse of its distribution. */
double core_normal(uint32_t word);

#endif
