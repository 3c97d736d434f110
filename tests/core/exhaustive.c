/* The accuracy of core's own functions, measured: every float of the range of
 * those of the kernels, and many doubles of the others. Prints what was found
 * and fails where it is worse than what the headers state. `make exhaustive`
 * runs it, on as many threads as there are processors; it takes minutes. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/accuracy.h"

enum { THREADS_MAX = 64 };

/* Points tried of each function of doubles. */
#define DOUBLES 20000000U

/* A thread's share of one function. */
struct share {
    pthread_t thread;
    const struct judged_float *floats; /* or NULL */
    struct float_range range;
    const struct judged_double *doubles;
    uint32_t index, shares;
    struct accuracy found;
};

static void *try_floats(void *argument)
{
    struct share *share = argument;
    uint32_t first = bits_of_float(share->range.low) + share->index;
    uint32_t last = bits_of_float(share->range.high);
    share->found =
        accuracy_of_floats(share->floats, first, last, share->shares);
    return NULL;
}

/* splitmix64, Steele, Lea & Flood (2014): the index-th of a sequence. */
static uint64_t scrambled(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

/* Half of the points are spread evenly over the range, the others over the
 * exponents of the numbers in it, each with either sign where it allows. */
static double point(const struct judged_double *f, uint64_t index)
{
    uint64_t word = scrambled(index);
    double share = ((double)(word >> 11) + 0.5) * 0x1p-53;
    if (index % 2 == 0) {
        return f->low + share * f->high - share * f->low;
    }
    double exponent = f->low > 0 ? log2(f->low) : -60;
    double size = exp2(exponent + share * (log2(f->high) - exponent));
    double x = word % 2 == 0 && f->low < 0 ? -size : size;
    return x < f->low ? f->low : x > f->high ? f->high : x;
}

static void *try_doubles(void *argument)
{
    struct share *share = argument;
    for (uint64_t i = share->index; i < DOUBLES; i += share->shares) {
        accuracy_of_double(&share->found, share->doubles,
                           point(share->doubles, i));
    }
    return NULL;
}

static struct accuracy joined(struct share *shares, uint32_t count)
{
    struct accuracy all = {0};
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(shares[i].thread, NULL);
        all.tried += shares[i].found.tried;
        all.exact += shares[i].found.exact;
        if (!(shares[i].found.worst <= all.worst)) {
            all.worst = shares[i].found.worst;
            all.at = shares[i].found.at;
        }
    }
    return all;
}

static struct accuracy try_all(const struct share *what)
{
    static struct share shares[THREADS_MAX];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t count = processors < 1             ? 1
                     : processors > THREADS_MAX ? THREADS_MAX
                                                : (uint32_t)processors;
    for (uint32_t i = 0; i < count; i++) {
        shares[i] = *what;
        shares[i].index = i;
        shares[i].shares = count;
        if (pthread_create(&shares[i].thread, NULL,
                           what->floats ? try_floats : try_doubles,
                           &shares[i]) != 0) {
            fprintf(stderr, "exhaustive: no thread\n");
            exit(3);
        }
    }
    return joined(shares, count);
}

/* True if no error is above what is stated. */
static bool report(const char *name, double low, double high,
                   const struct accuracy *found, double stated)
{
    printf("%-16s %11.4g .. %-11.4g %11" PRIu64
           "  %.4f ulp at %-14.9g %6.2f %% exact%s\n",
           name, low, high, found->tried, found->worst, found->at,
           100.0 * (double)found->exact / (double)found->tried,
           found->worst < stated ? "" : ": more than is stated");
    fflush(stdout);
    return found->worst < stated;
}

static bool judge_floats(const struct judged_float *f,
                         const struct float_range ranges[2], double stated)
{
    bool is_good = true;
    for (int i = 0; i < 2; i++) {
        struct share what = {.floats = f, .range = ranges[i]};
        struct accuracy found = try_all(&what);
        is_good &= report(f->name, (double)ranges[i].low,
                          (double)ranges[i].high, &found, stated);
    }
    return is_good;
}

static bool judge_doubles(void)
{
    const size_t count = sizeof judged_doubles / sizeof judged_doubles[0];
    bool is_good = true;
    for (size_t i = 0; i < count; i++) {
        const struct judged_double *f = &judged_doubles[i];
        struct share what = {.doubles = f};
        struct accuracy found = try_all(&what);
        is_good &= report(f->name, f->low, f->high, &found, f->stated);
    }
    return is_good;
}

int main(void)
{
    bool is_good = judge_floats(&judged_exp, exp_ranges, EXP_ULP);
    is_good &= judge_floats(&judged_log, log_ranges, LOG_ULP);
    is_good &= judge_floats(&judged_sigmoid, sigmoid_ranges, SIGMOID_ULP);
    is_good &= judge_doubles();
    return is_good ? 0 : 1;
}
