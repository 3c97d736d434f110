/* Philox4x32-10 and what is made of its words; see random.h. */
#include "core/random.h"

#include "core/math.h"

struct core_words core_philox(struct core_words counter, uint32_t key0,
                              uint32_t key1)
{
    uint32_t a = counter.word[0];
    uint32_t b = counter.word[1];
    uint32_t c = counter.word[2];
    uint32_t d = counter.word[3];
    for (int round = 0; round < 10; round++) {
        uint64_t first = (uint64_t)a * 0xd2511f53U;
        uint64_t second = (uint64_t)c * 0xcd9e8d57U;
        a = (uint32_t)(second >> 32) ^ b ^ key0;
        c = (uint32_t)(first >> 32) ^ d ^ key1;
        b = (uint32_t)second;
        d = (uint32_t)first;
        key0 += 0x9e3779b9U;
        key1 += 0xbb67ae85U;
    }
    return (struct core_words){{a, b, c, d}};
}

double core_normal(uint32_t word)
{
    return core_normal_quantile(core_uniform(word));
}
