/* Sample sizes for the sentence "n seeds would have 80 % power". Doubles are
 * fine here, since the answer is a rounded-up plan, but only + - * / are used,
 * so that the sentence is the same on every machine. */

#include "evidence/power.h"

/* P(Z > x) = 1/2 - phi(x) (x + x^3/3 + x^5/15 + ...), Marsaglia (2004). With
 * exp(x^2/2) also as a series, every term is positive. */
static double normal_tail(double x)
{
    const double half_square = x * x / 2;
    double exponential = 1;
    double term = 1;
    for (int i = 1; i < 100; i++) {
        term *= half_square / i;
        exponential += term;
    }
    double sum = x;
    double odd = x;
    for (int i = 1; i < 150; i++) {
        odd *= x * x / (2 * i + 1);
        sum += odd;
    }
    const double root_two_pi = 2.5066282746310002;
    return 0.5 - sum / (root_two_pi * exponential);
}

double normal_upper(double tail)
{
    double low = 0;
    double high = 6;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (normal_tail(middle) > tail) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2;
}

static double variance(const int64_t delta[], int n)
{
    double mean = 0;
    for (int i = 0; i < n; i++) {
        mean += (double)delta[i] / n;
    }
    double squares = 0;
    for (int i = 0; i < n; i++) {
        const double off = (double)delta[i] - mean;
        squares += off * off;
    }
    return squares / (n - 1);
}

/* The error rate of one side of the test with n seeds; 0 when it has none. */
static double side_level(struct significance level, int n, enum power_rule rule)
{
    const bool is_bound = rule == POWER_BOUND;
    if (n > SIGNFLIP_MAX) {
        const double a = (double)level.alpha / NANO / level.looks;
        return is_bound ? a / 2 : a;
    }
    const int64_t rank = is_bound ? signflip_rank(level, n)
                                  : signflip_rank_equivalence(level, n);
    return (double)rank / (double)((int64_t)1 << n);
}

/* Seeds the formula asks for when the side's error rate is `side`. */
static double seeds_at(double side, double spread, enum power_rule rule)
{
    const double z_power = normal_upper(rule == POWER_BOUND ? 0.20 : 0.10);
    const double z_level = side < 0.5 ? normal_upper(side) : 0;
    const double z = z_level + z_power;
    return z * z * spread + z_level * z_level / 2;
}

static int round_up(double value)
{
    const int whole = (int)value;
    return whole + (value > whole);
}

int power_seeds(const int64_t delta[], int n, int64_t margin,
                struct significance level, enum power_rule rule)
{
    if (n < 2 || margin <= 0) {
        return 0;
    }
    const double spread =
        variance(delta, n) / ((double)margin * (double)margin);
    for (int seeds = signflip_fewest(level); seeds <= SIGNFLIP_MAX; seeds++) {
        const double side = side_level(level, seeds, rule);
        if (side > 0 && seeds >= seeds_at(side, spread, rule)) {
            return seeds;
        }
    }
    const double large =
        seeds_at(side_level(level, SIGNFLIP_MAX + 1, rule), spread, rule);
    if (large > POWER_MOST) {
        return 0;
    }
    const int seeds = round_up(large);
    return seeds > SIGNFLIP_MAX ? seeds : SIGNFLIP_MAX + 1;
}
