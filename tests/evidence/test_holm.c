/* Holm by hand, the largest family, and how often a family errs. */

#include "support/test.h"

#include <stdio.h>

#include "evidence/holm.h"
#include "oracle.h"

static const struct significance five_percent = {50000000, 1};

static struct holm_member tail(int64_t p)
{
    return (struct holm_member){.p = p, .n = 10, .sides = 2};
}

/* k = 25 at n = 10; a has 51.2 of 1024 two-sided, 52428.8 of 2^20. */
static void four_tails_by_hand(void **state)
{
    (void)state;
    struct holm_member family[] = {tail(9), tail(5), tail(400), tail(8)};
    holm_adjust(family, 4, five_percent);
    /* 5 * 4 = 20, 8 * 3 = 24, 9 * 2 = 18 (raised to 24), 400 * 1. */
    assert_true(family[1].passes);
    assert_true(family[3].passes);
    assert_true(family[0].passes);
    assert_false(family[2].passes);
    assert_int_equal(family[1].adjusted, 2 * 20 * 1024);
    assert_int_equal(family[3].adjusted, 2 * 24 * 1024);
    assert_int_equal(family[0].adjusted, 2 * 24 * 1024);
    assert_int_equal(family[2].adjusted, 2 * 400 * 1024);
}

static void the_first_to_fail_ends_it(void **state)
{
    (void)state;
    struct holm_member family[] = {tail(7), tail(24), tail(25), tail(25)};
    holm_adjust(family, 4, five_percent);
    /* 7 * 4 = 28 is past 25, and takes the other three along. */
    for (int i = 0; i < 4; i++) {
        assert_false(family[i].passes);
    }
    struct holm_member pair[] = {tail(25), tail(13)};
    holm_adjust(pair, 2, five_percent);
    assert_false(pair[0].passes);
    assert_false(pair[1].passes);
    struct holm_member closer[] = {tail(25), tail(12)};
    holm_adjust(closer, 2, five_percent);
    assert_true(closer[0].passes);
    assert_true(closer[1].passes);
}

static void a_family_of_one_changes_nothing(void **state)
{
    (void)state;
    struct holm_member at[] = {tail(25)};
    holm_adjust(at, 1, five_percent);
    assert_true(at[0].passes);
    struct holm_member past[] = {tail(26)};
    holm_adjust(past, 1, five_percent);
    assert_false(past[0].passes);
    struct holm_member equal[] = {{.p = 51, .n = 10, .sides = 1}};
    holm_adjust(equal, 1, five_percent);
    assert_true(equal[0].passes);
    equal[0].p = 52;
    holm_adjust(equal, 1, five_percent);
    assert_false(equal[0].passes);
}

static void equal_p_get_the_same_adjusted_p(void **state)
{
    (void)state;
    struct holm_member family[] = {tail(3), tail(3), tail(3)};
    holm_adjust(family, 3, five_percent);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(family[i].adjusted, 2 * 9 * 1024);
    }
}

static void adjusted_p_stop_at_one(void **state)
{
    (void)state;
    struct holm_member family[] = {tail(700), tail(1000)};
    holm_adjust(family, 2, five_percent);
    assert_int_equal(family[0].adjusted, 1 << HOLM_BITS);
    assert_int_equal(family[1].adjusted, 1 << HOLM_BITS);
    assert_false(family[0].passes);
}

static void seed_counts_and_rules_can_be_mixed(void **state)
{
    (void)state;
    struct holm_member family[] = {
        {.p = 2, .n = 12, .sides = 2}, /* 4/4096 of a */
        {.p = 1, .n = 6, .sides = 2},  /* 2/64, the largest */
        {.p = 4, .n = 8, .sides = 1},  /* 4/256 */
    };
    holm_adjust(family, 3, five_percent);
    assert_int_equal(family[0].adjusted, 3 * 4 * 256);
    assert_int_equal(family[2].adjusted, 2 * 4 * 4096);
    assert_int_equal(family[1].adjusted, 2 * 16384);
    assert_true(family[0].passes);
    assert_true(family[2].passes);
    assert_true(family[1].passes);
}

/* The page's last column: one member with the smallest p there is. */
static void the_largest_family_that_can_be_decided(void **state)
{
    (void)state;
    static const struct {
        int n, largest;
    } rows[] = {{6, 1}, {8, 6}, {10, 25}, {12, 102}};
    static struct holm_member family[103];
    for (int i = 0; i < 4; i++) {
        for (int more = 0; more < 2; more++) {
            const int count = rows[i].largest + more;
            for (int m = 0; m < count; m++) {
                family[m] = (struct holm_member){
                    .p = m == 0 ? 1 : 1 << rows[i].n,
                    .n = rows[i].n,
                    .sides = 2,
                };
            }
            holm_adjust(family, count, five_percent);
            assert_int_equal(family[0].passes, more == 0);
        }
    }
}

/* Five claims, none true: any false "replicated" in at most a/2 of families;
 * unadjusted it would be near 11 %. */
static void a_family_without_truth_errs_as_one_claim_does(void **state)
{
    (void)state;
    enum { FAMILIES = 8000, SIZE = 5 };
    struct dice dice = {5};
    int raw = 0;
    int adjusted = 0;
    for (int i = 0; i < FAMILIES; i++) {
        struct holm_member family[SIZE];
        bool has_raw = false;
        for (int m = 0; m < SIZE; m++) {
            int64_t delta[10];
            for (int seed = 0; seed < 10; seed++) {
                delta[seed] = (int64_t)(1e6 * dice_normal(&dice));
            }
            struct signflip test;
            signflip_init(&test, delta, 10);
            family[m] = tail(signflip_p_above(&test, 0));
            has_raw |= family[m].p <= 25;
        }
        holm_adjust(family, SIZE, five_percent);
        bool has_passed = false;
        for (int m = 0; m < SIZE; m++) {
            has_passed |= family[m].passes;
        }
        raw += has_raw;
        adjusted += has_passed;
    }
    if (getenv("PRINT_RATES") != NULL) {
        printf("# family of 5 without truth: raw %.4f, Holm %.4f\n",
               (double)raw / FAMILIES, (double)adjusted / FAMILIES);
    }
    assert_true((double)raw / FAMILIES > 0.10);
    assert_true((double)adjusted / FAMILIES < 0.030);
}

/* -- Decisions ------------------------------------------------------------- */

static const int64_t seeds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/* An improvement on ten seeds, `losses` of them the other way. */
static struct decision improvement(int losses, double gain)
{
    double control[10];
    double treatment[10];
    for (int i = 0; i < 10; i++) {
        control[i] = 2;
        treatment[i] = i < losses ? 2 + gain / 4 : 2 - gain - 0.001 * i;
    }
    const struct hypothesis_data data = {
        .scale = {.worst = 4000000000},
        .margin = 10000000,
        .level = five_percent,
        .n = 10,
        .seed = seeds,
        .control = control,
        .treatment = treatment,
    };
    struct decision decision;
    verdict_decide(&data, &decision);
    return decision;
}

static void a_pass_that_fails_the_adjustment_is_inconclusive(void **state)
{
    (void)state;
    struct decision strong = improvement(0, 0.05);
    struct decision weak = improvement(4, 0.05);
    struct decision open = improvement(5, 0.02);
    struct decision failed = improvement(0, 0.05);
    failed.verdict = VERDICT_NOT_DECIDED;
    struct decision untested = {.verdict = VERDICT_NOT_TESTED};
    assert_int_equal(weak.verdict, VERDICT_REPLICATED);
    assert_int_equal(weak.rule_p, 16); /* 16 * 3 is past 25 */
    struct decision *const family[] = {&strong, &weak, &untested, &open,
                                       &failed};
    struct holm_member room[5];
    struct family_summary summary;
    family_adjust(family, 5, room, &summary);

    assert_int_equal(summary.tested, 4);
    assert_int_equal(summary.passed_raw, 2);
    assert_int_equal(summary.passed, 1);
    /* Three that can pass, 25 / 1024 each. */
    assert_int_equal(summary.by_chance, 3 * 24414062);
    assert_int_equal(strong.verdict, VERDICT_REPLICATED);
    assert_int_equal(strong.family_size, 4);
    assert_int_equal(strong.family_p, 2 * 4 * 1024);
    assert_int_equal(weak.verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(weak.reason, REASON_FAMILY);
    assert_int_equal(weak.size, SIZE_NONE);
    assert_true(weak.seeds_for_power > 10);
    assert_int_equal(open.verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(open.reason, REASON_NONE);
    assert_int_equal(failed.verdict, VERDICT_NOT_DECIDED);
    assert_int_equal(untested.family_size, 0);
}

static void one_claim_alone_is_left_as_it_was(void **state)
{
    (void)state;
    for (int losses = 0; losses < 5; losses++) {
        struct decision decision = improvement(losses, 0.05);
        const enum verdict before = decision.verdict;
        struct decision *const family[] = {&decision};
        struct holm_member room[1];
        struct family_summary summary;
        family_adjust(family, 1, room, &summary);
        assert_int_equal(decision.verdict, before);
        assert_int_equal(summary.passed, summary.passed_raw);
    }
}

static void the_strictest_level_holds_for_the_family(void **state)
{
    (void)state;
    struct decision first = improvement(1, 0.05);
    struct decision second = improvement(0, 0.05);
    second.level = (struct significance){10000000, 1};
    assert_int_equal(first.rule_p, 2);
    struct decision *const family[] = {&first, &second};
    struct holm_member room[2];
    struct family_summary summary;
    family_adjust(family, 2, room, &summary);
    /* 0.01 leaves 5 of 1024: 1 * 2 and 2 * 1 pass. */
    assert_int_equal(summary.passed, 2);
    first = improvement(3, 0.05);
    family_adjust(family, 2, room, &summary);
    assert_int_equal(first.reason, REASON_FAMILY);
}

static void a_family_without_a_test_is_empty(void **state)
{
    (void)state;
    struct decision planned = {.verdict = VERDICT_NOT_RUNNABLE};
    struct decision *const family[] = {&planned};
    struct holm_member room[1];
    struct family_summary summary;
    family_adjust(family, 1, room, &summary);
    assert_int_equal(summary.tested, 0);
    assert_int_equal(summary.by_chance, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_tails_by_hand),
        cmocka_unit_test(the_first_to_fail_ends_it),
        cmocka_unit_test(a_family_of_one_changes_nothing),
        cmocka_unit_test(equal_p_get_the_same_adjusted_p),
        cmocka_unit_test(adjusted_p_stop_at_one),
        cmocka_unit_test(seed_counts_and_rules_can_be_mixed),
        cmocka_unit_test(the_largest_family_that_can_be_decided),
        cmocka_unit_test(a_family_without_truth_errs_as_one_claim_does),
        cmocka_unit_test(a_pass_that_fails_the_adjustment_is_inconclusive),
        cmocka_unit_test(one_claim_alone_is_left_as_it_was),
        cmocka_unit_test(the_strictest_level_holds_for_the_family),
        cmocka_unit_test(a_family_without_a_test_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
