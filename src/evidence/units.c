/* Doubles become integers here and nowhere else. A double is a 53-bit integer
 * times a power of two, so value * 1e9 is formed exactly in 128 bits and
 * rounded once; multiplying as doubles would round twice. */

#include "evidence/units.h"

#include <string.h>

#include "base/bug.h"
#include "evidence/wide.h"

struct parts {
    int64_t mantissa; /* signed; value = mantissa * 2^exponent */
    int exponent;
    bool is_finite;
};

static struct parts split_double(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    const int biased = (int)(bits >> 52 & 0x7ff);
    const int64_t fraction = (int64_t)(bits & 0xfffffffffffffULL);
    const int64_t magnitude = biased == 0 ? fraction : fraction | 1LL << 52;
    return (struct parts){
        .mantissa = bits >> 63 ? -magnitude : magnitude,
        .exponent = (biased == 0 ? 1 : biased) - 1075,
        .is_finite = biased != 0x7ff,
    };
}

bool units_from_double(double value, int64_t *units)
{
    const struct parts parts = split_double(value);
    if (!parts.is_finite || value > METRIC_CEILING || value < -METRIC_CEILING) {
        return false;
    }
    /* |mantissa| * 1e9 is under 2^83, and |value| <= 1e8 keeps a positive
     * exponent out: 2^52 is already too large. */
    const int128 scaled = (int128)parts.mantissa * NANO;
    const int shift = -parts.exponent;
    *units = shift > 90
                 ? 0
                 : (int64_t)wide_divide_half_even(scaled, (int128)1 << shift);
    return true;
}

int64_t metric_units(double value, const struct metric_scale *scale,
                     enum metric_state *state)
{
    if (!split_double(value).is_finite) {
        *state = METRIC_DIVERGED;
        return scale->worst;
    }
    const int64_t limit =
        scale->is_higher_better ? METRIC_LIMIT : -METRIC_LIMIT;
    const bool is_past_good = scale->is_higher_better ? value > METRIC_CEILING
                                                      : value < -METRIC_CEILING;
    if (is_past_good) {
        *state = METRIC_TOO_LARGE;
        return limit;
    }
    int64_t units = 0;
    const bool fits = units_from_double(value, &units);
    if (!fits || metric_delta(scale->worst, units, scale) < 0) {
        *state = METRIC_CLIPPED;
        return scale->worst;
    }
    *state = METRIC_KEPT;
    return units;
}

int64_t metric_delta(int64_t control, int64_t treatment,
                     const struct metric_scale *scale)
{
    return scale->is_higher_better ? treatment - control : control - treatment;
}

bool deltas_pool(const int64_t *const deltas[], const int64_t norm[], int tasks,
                 int n, int64_t pooled[])
{
    const int128 one = (int128)1 << 32;
    for (int i = 0; i < n; i++) {
        int128 sum = 0;
        for (int task = 0; task < tasks; task++) {
            const int128 scaled = (int128)deltas[task][i] * NANO * one;
            sum += wide_divide_half_even(scaled, norm[task]);
        }
        const int128 mean = wide_divide_half_even(sum, tasks * one);
        if (mean > METRIC_LIMIT || mean < -METRIC_LIMIT) {
            return false;
        }
        pooled[i] = (int64_t)mean;
    }
    return true;
}

int ratio_compare(struct ratio a, struct ratio b)
{
    const int128 left = (int128)a.sum * b.size;
    const int128 right = (int128)b.sum * a.size;
    return (left > right) - (left < right);
}

int ratio_sign(struct ratio a)
{
    return (a.sum > 0) - (a.sum < 0);
}

struct ratio ratio_negate(struct ratio a)
{
    return (struct ratio){-a.sum, a.size};
}

struct ratio ratio_of_units(int64_t units)
{
    return (struct ratio){units, 1};
}

double ratio_to_double(struct ratio a)
{
    return (double)a.sum / ((double)a.size * NANO);
}

static int64_t power_of_ten(int exponent)
{
    int64_t power = 1;
    for (int i = 0; i < exponent; i++) {
        power *= 10;
    }
    return power;
}

void out_ratio(struct out *out, struct ratio value, int decimals)
{
    if (decimals < 0 || decimals > 9 || value.size < 1) {
        BUG("%d decimals of %lld/%d", decimals, (long long)value.sum,
            value.size);
    }
    const int128 step = (int128)value.size * power_of_ten(9 - decimals);
    const int64_t rounded = (int64_t)wide_divide_half_even(value.sum, step);
    const int64_t ten = power_of_ten(decimals);
    const int64_t magnitude = rounded < 0 ? -rounded : rounded;
    if (rounded < 0) {
        out_char(out, '-');
    }
    out_int(out, magnitude / ten);
    if (decimals > 0) {
        out_printf(out, ".%0*lld", decimals, (long long)(magnitude % ten));
    }
}

void out_units(struct out *out, int64_t units, int least)
{
    int decimals = 9;
    for (int64_t rest = units; decimals > least && rest % 10 == 0; rest /= 10) {
        decimals--;
    }
    out_ratio(out, ratio_of_units(units), decimals);
}
