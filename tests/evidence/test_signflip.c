/* The exact test against the slow way, and the values known beforehand. */

#include "support/test.h"

#include "evidence/signflip.h"
#include "oracle.h"

static const struct significance five_percent = {50000000, 1};

static void fill(struct dice *dice, int64_t delta[], int n, int64_t spread)
{
    for (int i = 0; i < n; i++) {
        delta[i] = dice_between(dice, -spread, spread);
    }
}

static void assert_counts(const struct signflip *test,
                          const struct oracle *oracle, int64_t theta)
{
    assert_int_equal(signflip_at_most(test, theta),
                     oracle_count(oracle, theta, 0));
    assert_int_equal(signflip_below(test, theta),
                     oracle_count(oracle, theta, -1));
}

/* Spread 2 gives ties and zeros in nearly every draw, spread 10^12 none. */
static void counts_agree_with_every_subset_listed(void **state)
{
    (void)state;
    static const int64_t spreads[] = {1, 2, 5, 1000, 1000000000000};
    static struct oracle oracle;
    struct dice dice = {1};
    for (int round = 0; round < 300; round++) {
        const int n = 1 + round % ORACLE_MAX;
        const int64_t spread = spreads[round % 5];
        int64_t delta[ORACLE_MAX];
        fill(&dice, delta, n, spread);
        struct signflip test;
        signflip_init(&test, delta, n);
        oracle_init(&oracle, delta, n);
        assert_counts(&test, &oracle, 0);
        assert_counts(&test, &oracle, delta[0]);
        assert_counts(&test, &oracle, dice_between(&dice, -spread, spread));
        assert_counts(&test, &oracle, -2 * spread);
        assert_counts(&test, &oracle, 2 * spread);
    }
}

static void p_agrees_with_every_sign_flipped(void **state)
{
    (void)state;
    struct dice dice = {2};
    for (int round = 0; round < 200; round++) {
        const int n = 1 + round % 10;
        int64_t delta[10];
        int64_t turned[10];
        fill(&dice, delta, n, round % 2 ? 3 : 1000000);
        for (int i = 0; i < n; i++) {
            turned[i] = -delta[i];
        }
        struct signflip test;
        signflip_init(&test, delta, n);
        for (int64_t theta = -2; theta <= 2; theta++) {
            assert_int_equal(signflip_p_above(&test, theta),
                             oracle_flips(delta, n, theta));
            assert_int_equal(signflip_p_below(&test, theta),
                             oracle_flips(turned, n, -theta));
        }
    }
}

static void bounds_agree_with_the_sorted_list(void **state)
{
    (void)state;
    static struct oracle oracle;
    struct dice dice = {3};
    for (int round = 0; round < 200; round++) {
        const int n = 1 + round % 10;
        int64_t delta[10];
        fill(&dice, delta, n, round % 3 ? 4 : 123456789);
        struct signflip test;
        signflip_init(&test, delta, n);
        oracle_init(&oracle, delta, n);
        for (int draw = 0; draw < 8; draw++) {
            const int64_t rank = dice_between(&dice, 1, oracle.count);
            assert_int_equal(ratio_compare(signflip_smallest(&test, rank),
                                           oracle.mean[rank - 1]),
                             0);
            assert_int_equal(ratio_compare(signflip_largest(&test, rank),
                                           oracle.mean[oracle.count - rank]),
                             0);
        }
    }
}

static void bounds_are_in_lowest_terms(void **state)
{
    (void)state;
    static const int64_t delta[] = {6, 6, 6, 6, 6, 6};
    struct signflip test;
    signflip_init(&test, delta, 6);
    const struct ratio bound = signflip_smallest(&test, 1);
    assert_int_equal(bound.sum, 6);
    assert_int_equal(bound.size, 1);
    static const int64_t pair[] = {-3, 2};
    signflip_init(&test, pair, 2);
    const struct ratio middle = signflip_smallest(&test, 2);
    assert_int_equal(middle.sum, -1);
    assert_int_equal(middle.size, 2);
}

/* L > 0 exactly when p_above(0) <= k, and so on: the verdict can use either. */
static void bounds_and_p_say_the_same(void **state)
{
    (void)state;
    struct dice dice = {4};
    for (int round = 0; round < 400; round++) {
        const int n = 6 + round % 7;
        int64_t delta[12];
        fill(&dice, delta, n, 4);
        for (int i = 0; i < n; i++) {
            delta[i] += round % 5;
        }
        struct signflip test;
        signflip_init(&test, delta, n);
        const int64_t k = signflip_rank(five_percent, n);
        const struct ratio lo = signflip_smallest(&test, k);
        const struct ratio hi = signflip_largest(&test, k);
        for (int64_t theta = -2; theta <= 6; theta++) {
            const struct ratio centre = ratio_of_units(theta);
            const int low = ratio_compare(lo, centre);
            const int high = ratio_compare(hi, centre);
            assert_int_equal(low > 0, signflip_p_above(&test, theta) <= k);
            assert_int_equal(low >= 0,
                             signflip_p_above_or_at(&test, theta) <= k);
            assert_int_equal(high < 0, signflip_p_below(&test, theta) <= k);
            assert_int_equal(high <= 0,
                             signflip_p_below_or_at(&test, theta) <= k);
        }
    }
}

static void twenty_seeds_agree_with_a_plain_count(void **state)
{
    (void)state;
    struct dice dice = {5};
    int64_t delta[SIGNFLIP_MAX];
    fill(&dice, delta, SIGNFLIP_MAX, 50);
    int64_t at_most = 0;
    for (unsigned mask = 1; mask < 1u << SIGNFLIP_MAX; mask++) {
        int64_t sum = 0;
        for (int i = 0; i < SIGNFLIP_MAX; i++) {
            sum += mask >> i & 1 ? delta[i] - 3 : 0;
        }
        at_most += sum <= 0;
    }
    struct signflip test;
    signflip_init(&test, delta, SIGNFLIP_MAX);
    assert_int_equal(signflip_at_most(&test, 3), at_most);
    assert_int_equal(signflip_rank(five_percent, SIGNFLIP_MAX), 26214);
    const struct ratio lo = signflip_smallest(&test, 26214);
    const struct ratio hi = signflip_largest(&test, 26214);
    assert_true(ratio_compare(lo, hi) < 0);
}

static void the_largest_differences_do_not_overflow(void **state)
{
    (void)state;
    int64_t delta[SIGNFLIP_MAX];
    for (int i = 0; i < SIGNFLIP_MAX; i++) {
        delta[i] = i % 2 ? 2 * METRIC_LIMIT : 2 * METRIC_LIMIT - 1;
    }
    struct signflip test;
    signflip_init(&test, delta, SIGNFLIP_MAX);
    assert_int_equal(signflip_p_above(&test, 0), 1);
    assert_int_equal(signflip_at_most(&test, 2 * METRIC_LIMIT),
                     (1 << SIGNFLIP_MAX) - 1);
    const struct ratio least = signflip_smallest(&test, 1);
    assert_int_equal(least.sum, 2 * METRIC_LIMIT - 1);
    assert_int_equal(least.size, 1);
}

/* Counts pairs of p and the two-sided value of PC-25, with 0.05 as 50000000. */
static void assert_two_sided(const int64_t delta[], int n, int64_t expected)
{
    struct signflip test;
    signflip_init(&test, delta, n);
    assert_int_equal(signflip_p_two_sided(&test), expected);
}

static void six_equal_gains_give_one_in_32(void **state)
{
    (void)state;
    const int64_t up[] = {50000000, 50000000, 50000000,
                          50000000, 50000000, 50000000};
    assert_two_sided(up, 6, 2); /* of 64 */
    const int64_t down[] = {-5, -5, -5, -5, -5, -5};
    assert_two_sided(down, 6, 2);
}

static void five_gains_and_an_equal_loss_give_seven_in_32(void **state)
{
    (void)state;
    const int64_t delta[] = {50000000,  50000000, 50000000,
                             -50000000, 50000000, 50000000};
    assert_two_sided(delta, 6, 14); /* of 64 */
}

static void no_difference_at_all_is_never_significant(void **state)
{
    (void)state;
    for (int n = 1; n <= SIGNFLIP_MAX; n++) {
        const int64_t delta[SIGNFLIP_MAX] = {0};
        struct signflip test;
        signflip_init(&test, delta, n);
        assert_int_equal(signflip_p_above(&test, 0), 1 << n);
        assert_int_equal(signflip_p_below(&test, 0), 1 << n);
        assert_int_equal(signflip_p_two_sided(&test), 1 << n);
    }
}

static void equal_pairs_leave_p_where_it_is(void **state)
{
    (void)state;
    const int64_t balanced[SIGNFLIP_MAX] = {1, 1, 1, 1, -1, -1, -1, -1};
    assert_two_sided(balanced, SIGNFLIP_MAX, 1 << SIGNFLIP_MAX);
    const int64_t three[] = {1, 2, 4};
    const int64_t with_ties[] = {0, 1, 0, 2, 0, 4, 0};
    struct signflip test;
    signflip_init(&test, three, 3);
    assert_int_equal(signflip_p_above(&test, 0), 1); /* of 8 */
    signflip_init(&test, with_ties, 7);
    assert_int_equal(signflip_p_above(&test, 0), 16); /* of 128 */
}

static void ten_seeds_have_rank_25(void **state)
{
    (void)state;
    assert_int_equal(signflip_rank(five_percent, 10), 25);
    assert_int_equal(signflip_rank_equivalence(five_percent, 10), 51);
    /* Coverage 1 - 2 * 25 / 1024 is 95.1 %. */
    struct out out = {0};
    out_ratio(&out, (struct ratio){(1024 - 50) * 1000000000LL / 1024, 1}, 3);
    assert_str(out_text(&out), "0.951");
    out_free(&out);
}

static void five_seeds_have_no_interval(void **state)
{
    (void)state;
    assert_int_equal(signflip_rank(five_percent, 5), 0);
    assert_int_equal(signflip_rank(five_percent, 6), 1);
}

static void looks_share_alpha_and_ask_for_more_seeds(void **state)
{
    (void)state;
    const struct significance two_looks = {50000000, 2};
    assert_int_equal(signflip_fewest(five_percent), 6);
    assert_int_equal(signflip_fewest(two_looks), 7);
    assert_int_equal(signflip_rank(two_looks, 6), 0);
    assert_int_equal(signflip_rank(two_looks, 10), 12);
    const struct significance hopeless = {1, 1};
    assert_int_equal(signflip_fewest(hopeless), SIGNFLIP_MAX + 1);
}

/* alpha * 2^n is whole here, where a double could fall just below it. */
static void ranks_are_exact_where_alpha_divides(void **state)
{
    (void)state;
    const struct significance eighth = {125000000, 1};
    assert_int_equal(signflip_rank(eighth, 4), 1);
    const struct significance fifth = {200000000, 5};
    for (int n = 1; n <= SIGNFLIP_MAX; n++) {
        const struct significance same = {40000000, 1};
        assert_int_equal(signflip_rank(fifth, n), signflip_rank(same, n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_with_every_subset_listed),
        cmocka_unit_test(p_agrees_with_every_sign_flipped),
        cmocka_unit_test(bounds_agree_with_the_sorted_list),
        cmocka_unit_test(bounds_are_in_lowest_terms),
        cmocka_unit_test(bounds_and_p_say_the_same),
        cmocka_unit_test(twenty_seeds_agree_with_a_plain_count),
        cmocka_unit_test(the_largest_differences_do_not_overflow),
        cmocka_unit_test(six_equal_gains_give_one_in_32),
        cmocka_unit_test(five_gains_and_an_equal_loss_give_seven_in_32),
        cmocka_unit_test(no_difference_at_all_is_never_significant),
        cmocka_unit_test(equal_pairs_leave_p_where_it_is),
        cmocka_unit_test(ten_seeds_have_rank_25),
        cmocka_unit_test(five_seeds_have_no_interval),
        cmocka_unit_test(looks_share_alpha_and_ask_for_more_seeds),
        cmocka_unit_test(ranks_are_exact_where_alpha_divides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
