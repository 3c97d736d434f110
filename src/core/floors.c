/* The exact expected losses of predictors that know more and more of the
 * source. All are averages over the targets 1..context of a sequence, whose
 * law is followed place by place from its start, so nothing is sampled and
 * nothing assumed stationary. */
#include "core/source.h"

#include "core/math.h"

/* -p ln p, 0 at 0 */
static double entropy_term(double p)
{
    return p > 0 ? -p * core_log(p) : 0;
}

static bool is_key(const struct core_source *source, uint32_t symbol)
{
    return symbol >= source->data.letters &&
           symbol < source->data.letters + source->data.keys;
}

/* law[vocab] of the token after one that has law `before`; vocab + 1 numbers,
 * the last the chance that there is no token yet. */
static void next_law(const struct core_source *source, const double *before,
                     double *law)
{
    const struct core_data *data = &source->data;
    uint32_t entries = data->letters + data->keys;
    double key = 0;
    for (uint32_t b = 0; b <= source->vocab; b++) {
        law[b] = 0;
    }
    for (uint32_t a = 0; a <= source->vocab; a++) {
        if (is_key(source, a)) {
            key += before[a];
            continue;
        }
        for (uint32_t b = 0; b < entries; b++) {
            law[b] += before[a] * source->chance[a * source->row + b];
        }
    }
    for (uint32_t v = 0; v < data->values; v++) {
        law[entries + v] = key / data->values;
    }
}

/* Expected cost of what follows symbol a, to one who knows the law and a. */
static double row_entropy(const struct core_source *source, uint32_t a)
{
    if (is_key(source, a)) {
        return core_log(source->data.values);
    }
    double sum = 0;
    for (uint32_t b = 0; b < source->data.letters + source->data.keys; b++) {
        sum += entropy_term(source->chance[a * source->row + b]);
    }
    return sum;
}

/* Expected -ln of a mixture (c / keys + rest / values) where c is 1 if
 * `is_shown`, plus the number of `others` values that happen to be equal. */
static double shown_cost(const struct core_data *data, uint32_t others,
                         bool is_shown, double rest)
{
    double equal = 1.0 / data->values;
    double chance = 1; /* of c equal ones among others, from c = 0 */
    for (uint32_t i = 0; i < others; i++) {
        chance *= 1 - equal;
    }
    double sum = 0;
    for (uint32_t c = 0; c <= others; c++) {
        if (chance > 0) {
            double p = ((double)c + is_shown) / data->keys + rest * equal;
            sum -= chance * core_log(p);
        }
        chance = data->values == 1 ? (c + 1 == others ? 1 : 0)
                                   : chance * (others - c) / ((double)c + 1) *
                                         equal / (1 - equal);
    }
    return sum;
}

/* Expected cost of a key's value to one who knows the values of n keys, but not
 * which keys. The key is any of all with equal chance: one of the n, whose
 * values are known, or another, whose value is uniform. */
static double bag_cost(const struct core_data *data, uint32_t n)
{
    double known = (double)n / data->keys;
    double cost = 0;
    if (n > 0) {
        cost += known * shown_cost(data, n - 1, true, 1 - known);
    }
    if (n < data->keys) {
        cost += (1 - known) * shown_cost(data, n, false, 1 - known);
    }
    return cost;
}

/* Sums over places of the expected cost of values, to the two predictors that
 * know what the sequence has shown. free[n] is the chance that n keys have been
 * shown and the last token was not a key. */
struct value_costs {
    double bag, bayes;
};

static struct value_costs value_costs(const struct core_source *source)
{
    const struct core_data *data = &source->data;
    struct value_costs sum = {0};
    double cost[65];
    double free[66] = {1};
    double held[66] = {0}; /* likewise, the last token a key, itself counted */
    for (uint32_t n = 0; n <= data->keys; n++) {
        cost[n] = bag_cost(data, n);
    }
    for (uint32_t t = 0; t < source->context; t++) {
        double next_free[66];
        double next_held[66] = {0};
        for (uint32_t n = 0; n <= data->keys; n++) {
            double key = free[n] * data->recall;
            double fresh = key * (data->keys - n) / data->keys;
            next_free[n] = free[n] - key + held[n];
            next_held[n] += key - fresh;
            next_held[n + 1] += fresh;
            sum.bag += key * cost[n];
            sum.bayes += fresh * core_log(data->values);
        }
        for (uint32_t n = 0; n <= data->keys; n++) {
            free[n] = next_free[n];
            held[n] = next_held[n];
        }
    }
    return sum;
}

struct core_floors core_source_floors(const struct core_source *source)
{
    double law[257] = {0};
    double next[257] = {0};
    double average[257] = {0};
    double bigram = 0;
    double letters = 0; /* the part of bigram that is not values after keys */
    law[source->vocab] = 1;
    next_law(source, law, next);
    for (uint32_t t = 0; t < source->context; t++) {
        for (uint32_t a = 0; a <= source->vocab; a++) {
            law[a] = next[a];
            double cost = law[a] * row_entropy(source, a);
            bigram += cost;
            letters += is_key(source, a) ? 0 : cost;
        }
        next_law(source, law, next);
        for (uint32_t a = 0; a < source->vocab; a++) {
            average[a] += next[a] / source->context;
        }
    }
    double unigram = 0;
    for (uint32_t a = 0; a < source->vocab; a++) {
        unigram += entropy_term(average[a]);
    }
    struct value_costs costs = value_costs(source);
    return (struct core_floors){.uniform = core_log(source->vocab),
                                .unigram = unigram,
                                .bigram = bigram / source->context,
                                .bag = (letters + costs.bag) / source->context,
                                .bayes =
                                    (letters + costs.bayes) / source->context};
}
