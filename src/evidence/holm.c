/* Holm within a family. All p are brought to numerators over 2^20, on which
 * the steps are integer comparisons. */

#include "evidence/holm.h"

#include <stddef.h>

#include "evidence/power.h"
#include "evidence/wide.h"

static const int64_t certain = (int64_t)1 << HOLM_BITS;

static int64_t on_common_scale(const struct holm_member *member)
{
    return member->sides * (member->p << (HOLM_BITS - member->n));
}

static bool is_within(int64_t p, struct significance level)
{
    return (int128)p * NANO * level.looks <= (int128)level.alpha << HOLM_BITS;
}

/* The smallest p not adjusted yet (adjusted is 0 until then); the first of
 * equals. */
static struct holm_member *next_member(struct holm_member member[], int count)
{
    struct holm_member *least = NULL;
    for (int i = 0; i < count; i++) {
        if (member[i].adjusted == 0 &&
            (least == NULL ||
             on_common_scale(&member[i]) < on_common_scale(least))) {
            least = &member[i];
        }
    }
    return least;
}

void holm_adjust(struct holm_member member[], int count,
                 struct significance level)
{
    for (int i = 0; i < count; i++) {
        member[i].adjusted = 0;
    }
    /* Carrying the largest so far makes every step fail once one has. */
    int64_t largest = 0;
    for (int standing = count; standing > 0; standing--) {
        struct holm_member *const least = next_member(member, count);
        const int64_t p = on_common_scale(least) * standing;
        largest = p > largest ? p : largest;
        least->adjusted = largest < certain ? largest : certain;
        least->passes = is_within(largest, level);
    }
}

/* -- A family of decisions ------------------------------------------------- */

static bool is_tested(const struct decision *decision)
{
    return decision->verdict != VERDICT_NOT_TESTED &&
           decision->verdict != VERDICT_NOT_RUNNABLE;
}

static struct holm_member member_of(const struct decision *decision)
{
    if (decision->verdict == VERDICT_NOT_DECIDED) {
        return (struct holm_member){.p = 1, .n = 0, .sides = 1};
    }
    return (struct holm_member){
        .p = decision->rule_p,
        .n = decision->n,
        .sides = verdict_rule_sides(decision->rule),
    };
}

static struct significance stricter(struct significance a,
                                    struct significance b)
{
    return (int128)a.alpha * b.looks <= (int128)b.alpha * a.looks ? a : b;
}

/* What the claim's own rule passes by chance alone, in units. */
static int64_t chance_of(const struct decision *decision)
{
    if (decision->verdict == VERDICT_NOT_DECIDED) {
        return 0;
    }
    const int64_t rank = verdict_rule_rank(
        verdict_rule_of_claim(decision->expect), decision->level, decision->n);
    return (int64_t)wide_divide_half_even((int128)rank * NANO,
                                          (int128)1 << decision->n);
}

static void take_back(struct decision *decision)
{
    decision->verdict = VERDICT_INCONCLUSIVE;
    decision->size = SIZE_NONE;
    decision->reason = REASON_FAMILY;
    /* Alone at a / size, a member passes whatever the others do. */
    const struct significance shared = {
        decision->level.alpha, decision->level.looks * decision->family_size};
    decision->seeds_for_power =
        power_seeds(decision->delta, decision->n, decision->margin, shared,
                    verdict_rule_sides(decision->rule) == 1 ? POWER_EQUIVALENCE
                                                            : POWER_BOUND);
}

static void apply_result(struct decision *decision,
                         const struct holm_member *member,
                         struct family_summary *summary)
{
    const bool is_decided = verdict_is_decided(decision->verdict);
    decision->family_size = summary->tested;
    decision->family_p = member->adjusted;
    summary->passed_raw += is_decided;
    summary->passed += is_decided && member->passes;
    summary->by_chance += chance_of(decision);
    if (is_decided && !member->passes) {
        take_back(decision);
    }
}

void family_adjust(struct decision *const family[], int count,
                   struct holm_member member[], struct family_summary *summary)
{
    *summary = (struct family_summary){0};
    struct significance level = {NANO, 1};
    for (int i = 0; i < count; i++) {
        if (is_tested(family[i])) {
            level = stricter(level, family[i]->level);
            member[summary->tested++] = member_of(family[i]);
        }
    }
    holm_adjust(member, summary->tested, level);
    int next = 0;
    for (int i = 0; i < count; i++) {
        if (is_tested(family[i])) {
            apply_result(family[i], &member[next++], summary);
        }
    }
}
