/* Counting subset means without listing them. The seeds are split into two
 * halves; each half's subset sums are sorted once within each subset size. The
 * subsets of size m with a sum at most t are then the pairs (i left, m - i
 * right) with left + right <= t, which one walk up the left sums and down the
 * right sums counts. So a count costs thousands of steps where 2^20 subsets
 * exist, and a bound is found by bisection on the count. */

#include "evidence/signflip.h"

#include <stdlib.h>

#include "base/bug.h"
#include "evidence/wide.h"

/* -- The two tables -------------------------------------------------------- */

static int compare_sums(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a;
    const int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static int bits_in(unsigned mask)
{
    int count = 0;
    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

static int64_t sum_of(const int64_t delta[], unsigned mask)
{
    int64_t sum = 0;
    for (int i = 0; mask >> i != 0; i++) {
        sum += mask >> i & 1 ? delta[i] : 0;
    }
    return sum;
}

static void fill_sums(struct subset_sums *table, const int64_t delta[], int n)
{
    const unsigned end = 1u << n;
    table->n = n;
    table->first[0] = 0;
    for (int size = 0; size <= n; size++) {
        int next = table->first[size];
        for (unsigned mask = 0; mask < end; mask++) {
            if (bits_in(mask) == size) {
                table->sums[next++] = sum_of(delta, mask);
            }
        }
        int64_t *const group = table->sums + table->first[size];
        qsort(group, (size_t)(next - table->first[size]), sizeof *group,
              compare_sums);
        table->first[size + 1] = next;
    }
}

void signflip_init(struct signflip *test, const int64_t delta[], int n)
{
    if (n < 1 || n > SIGNFLIP_MAX) {
        BUG("sign-flip test of %d differences", n);
    }
    test->n = n;
    test->least = delta[0];
    test->most = delta[0];
    for (int i = 0; i < n; i++) {
        if (delta[i] > 2 * METRIC_LIMIT || delta[i] < -2 * METRIC_LIMIT) {
            BUG("difference %d is too large to sum", i);
        }
        test->least = delta[i] < test->least ? delta[i] : test->least;
        test->most = delta[i] > test->most ? delta[i] : test->most;
    }
    const int half = n / 2;
    fill_sums(&test->left, delta, half);
    fill_sums(&test->right, delta + half, n - half);
}

/* -- Counting -------------------------------------------------------------- */

static int64_t count_pairs(const struct subset_sums *left, int left_size,
                           const struct subset_sums *right, int right_size,
                           int64_t most)
{
    const int left_end = left->first[left_size + 1];
    const int right_begin = right->first[right_size];
    int fits = right->first[right_size + 1];
    int64_t count = 0;
    for (int i = left->first[left_size]; i < left_end; i++) {
        while (fits > right_begin &&
               left->sums[i] + right->sums[fits - 1] > most) {
            fits--;
        }
        if (fits == right_begin) {
            break;
        }
        count += fits - right_begin;
    }
    return count;
}

/* The non-empty subsets whose sum is at most most[size]. */
static int64_t count_sums(const struct signflip *test, const int64_t most[])
{
    int64_t count = 0;
    for (int i = 0; i <= test->left.n; i++) {
        for (int j = i == 0 ? 1 : 0; j <= test->right.n; j++) {
            count += count_pairs(&test->left, i, &test->right, j, most[i + j]);
        }
    }
    return count;
}

/* With `below` 1 the means below theta, with 0 those at most theta: sums are
 * whole, so S < theta * m is S <= theta * m - 1. */
static int64_t count_means(const struct signflip *test, int64_t theta,
                           int64_t below)
{
    if (theta > 2 * METRIC_LIMIT || theta < -2 * METRIC_LIMIT) {
        BUG("a centre of %lld units", (long long)theta);
    }
    int64_t most[SIGNFLIP_MAX + 1] = {0};
    for (int size = 1; size <= test->n; size++) {
        most[size] = theta * size - below;
    }
    return count_sums(test, most);
}

int64_t signflip_at_most(const struct signflip *test, int64_t theta)
{
    return count_means(test, theta, 0);
}

int64_t signflip_below(const struct signflip *test, int64_t theta)
{
    return count_means(test, theta, 1);
}

/* -- p-values -------------------------------------------------------------- */

static int64_t all_signs(const struct signflip *test)
{
    return (int64_t)1 << test->n;
}

int64_t signflip_p_above(const struct signflip *test, int64_t theta)
{
    return 1 + signflip_at_most(test, theta);
}

int64_t signflip_p_below(const struct signflip *test, int64_t theta)
{
    return all_signs(test) - signflip_below(test, theta);
}

int64_t signflip_p_above_or_at(const struct signflip *test, int64_t theta)
{
    return 1 + signflip_below(test, theta);
}

int64_t signflip_p_below_or_at(const struct signflip *test, int64_t theta)
{
    return all_signs(test) - signflip_at_most(test, theta);
}

int64_t signflip_p_two_sided(const struct signflip *test)
{
    const int64_t above = signflip_p_above(test, 0);
    const int64_t below = signflip_p_below(test, 0);
    const int64_t twice = 2 * (above < below ? above : below);
    return twice < all_signs(test) ? twice : all_signs(test);
}

/* -- Bounds ---------------------------------------------------------------- */

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Every subset mean is a whole number of units over lcm(1..n). */
static int64_t common_denominator(int n)
{
    int64_t multiple = 1;
    for (int size = 2; size <= n; size++) {
        multiple *= size / common_divisor(multiple, size);
    }
    return multiple;
}

static int64_t count_scaled(const struct signflip *test, int128 mean,
                            int64_t denominator)
{
    int64_t most[SIGNFLIP_MAX + 1] = {0};
    for (int size = 1; size <= test->n; size++) {
        most[size] = (int64_t)wide_divide_down(mean * size, denominator);
    }
    return count_sums(test, most);
}

/* sum / denominator in lowest terms; what is left of the denominator is at most
 * n, because the mean is that of a subset. */
static struct ratio lowest_terms(int128 sum, int64_t denominator)
{
    const int64_t divisor =
        common_divisor(denominator, (int64_t)(sum % denominator));
    return (struct ratio){(int64_t)(sum / divisor),
                          (int32_t)(denominator / divisor)};
}

struct ratio signflip_smallest(const struct signflip *test, int64_t rank)
{
    if (rank < 1 || rank >= all_signs(test)) {
        BUG("subset mean number %lld of n = %d", (long long)rank, test->n);
    }
    const int64_t denominator = common_denominator(test->n);
    int128 low = (int128)test->least * denominator;
    int128 high = (int128)test->most * denominator;
    while (low < high) {
        const int128 middle = low + wide_divide_down(high - low, 2);
        if (count_scaled(test, middle, denominator) >= rank) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return lowest_terms(low, denominator);
}

struct ratio signflip_largest(const struct signflip *test, int64_t rank)
{
    return signflip_smallest(test, all_signs(test) - rank);
}

/* -- Levels ---------------------------------------------------------------- */

void level_require(struct significance level)
{
    if (level.alpha <= 0 || level.alpha >= NANO || level.looks < 1) {
        BUG("alpha of %lld units over %d looks", (long long)level.alpha,
            level.looks);
    }
}

static int64_t rank_of(struct significance level, int n, int sides)
{
    level_require(level);
    const int128 signs = (int128)level.alpha << n;
    return (int64_t)(signs / ((int128)NANO * level.looks * sides));
}

int64_t signflip_rank(struct significance level, int n)
{
    return rank_of(level, n, 2);
}

int64_t signflip_rank_equivalence(struct significance level, int n)
{
    return rank_of(level, n, 1);
}

int signflip_fewest(struct significance level)
{
    int n = 1;
    while (n <= SIGNFLIP_MAX && signflip_rank(level, n) == 0) {
        n++;
    }
    return n;
}
