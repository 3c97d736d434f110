/* Seed sets are tens of numbers, so each is compared with each. */

#include "evidence/seeds.h"

static int times_in(struct seed_set set, int64_t seed)
{
    int times = 0;
    for (int i = 0; i < set.count; i++) {
        times += set.seed[i] == seed;
    }
    return times;
}

static bool has_all(struct seed_set set, struct seed_set wanted)
{
    for (int i = 0; i < wanted.count; i++) {
        if (times_in(set, wanted.seed[i]) == 0) {
            return false;
        }
    }
    return true;
}

unsigned seeds_overlap(const struct seed_set set[], int sets)
{
    for (int a = 0; a < sets; a++) {
        for (int i = 0; i < set[a].count; i++) {
            int times = 0;
            for (int b = 0; b < sets; b++) {
                times += times_in(set[b], set[a].seed[i]);
            }
            if (times > 1) {
                return REASON_BIT(REASON_SEEDS_OVERLAP);
            }
        }
    }
    return 0;
}

unsigned seeds_differ(struct seed_set planned, struct seed_set found)
{
    const bool is_missing = !has_all(found, planned);
    const bool is_extra = !has_all(planned, found);
    return (is_missing ? REASON_BIT(REASON_SEEDS_MISSING) : 0) |
           (is_extra ? REASON_BIT(REASON_SEEDS_EXTRA) : 0);
}
