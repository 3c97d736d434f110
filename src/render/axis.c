/* Scales and ticks. Powers of ten are made by multiplying, so that a tick at
 * 0.3 is the double nearest to 0.3 and prints as such. */

#include "render/axis.h"

#include <math.h>

/* Beyond what any run gives; within it, sums and ratios of two values are
 * finite too. */
#define FURTHEST 1e150

static bool is_placeable(double value, bool is_log)
{
    return fabs(value) <= FURTHEST && (!is_log || value >= 1 / FURTHEST);
}

void extent_add(struct extent *extent, double value)
{
    if (!is_placeable(value, extent->is_log)) {
        extent->left_out++;
        return;
    }
    value = fabs(value) < 1 / FURTHEST ? 0 : value; /* so -0.0 becomes 0 */
    if (!extent->has_values) {
        extent->lo = extent->hi = value;
        extent->has_values = true;
        return;
    }
    extent->lo = value < extent->lo ? value : extent->lo;
    extent->hi = value > extent->hi ? value : extent->hi;
}

static struct axis log_axis(const struct extent *extent, double margin,
                            double from, double to)
{
    double lo = extent->has_values ? extent->lo : 1;
    double hi = extent->has_values ? extent->hi : 10;
    if (!(hi > lo)) {
        lo /= 2;
        hi *= 2;
    }
    const double factor = exp(margin * log(hi / lo));
    return (struct axis){lo / factor, hi * factor, from, to, true};
}

static struct axis linear_axis(const struct extent *extent, double margin,
                               double from, double to)
{
    double lo = extent->has_values ? extent->lo : 0;
    double hi = extent->has_values ? extent->hi : 1;
    if (!(hi > lo)) {
        const double half = lo != 0 ? fabs(lo) / 10 : 1;
        lo -= half;
        hi += half;
    }
    const double pad = margin * (hi - lo);
    return (struct axis){lo - pad, hi + pad, from, to, false};
}

static struct axis axis_with(const struct extent *extent, double margin,
                             double from, double to)
{
    return extent->is_log ? log_axis(extent, margin, from, to)
                          : linear_axis(extent, margin, from, to);
}

struct axis axis_of(const struct extent *extent, double from, double to)
{
    return axis_with(extent, 0.05, from, to);
}

struct axis axis_exact(const struct extent *extent, double from, double to)
{
    return axis_with(extent, 0, from, to);
}

bool axis_place(const struct axis *axis, double value, double *place)
{
    *place = 0;
    if (!is_placeable(value, axis->is_log)) {
        return false;
    }
    const double share = axis->is_log
                             ? log(value / axis->lo) / log(axis->hi / axis->lo)
                             : (value - axis->lo) / (axis->hi - axis->lo);
    *place = axis->from + share * (axis->to - axis->from);
    return isfinite(*place);
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++) {
        power *= 10;
    }
    return exponent < 0 ? 1 / power : power;
}

static int decimals_of(int exponent)
{
    return exponent < 0 ? -exponent : 0;
}

/* multiple * 10^exponent, rounded once. */
static double round_value(double multiple, int exponent)
{
    return exponent < 0 ? multiple / power_of_ten(-exponent)
                        : multiple * power_of_ten(exponent);
}

static void add_tick(struct ticks *ticks, double value, int decimals)
{
    if (ticks->len < TICKS_MOST) {
        ticks->decimals[ticks->len] = decimals;
        ticks->at[ticks->len++] = value + 0.0;
    }
}

static struct ticks linear_ticks(const struct axis *axis, size_t wanted)
{
    const double raw = (axis->hi - axis->lo) / (double)wanted;
    int exponent = (int)floor(log10(raw));
    static const int steps[] = {1, 2, 5, 10};
    int step = 10;
    for (size_t i = 0; i < 4; i++) {
        if (round_value(steps[i], exponent) >= raw * 0.999) {
            step = steps[i];
            break;
        }
    }
    if (step == 10) {
        step = 1;
        exponent++;
    }
    const double size = round_value(step, exponent);
    struct ticks ticks = {0};
    for (double k = ceil(axis->lo / size - 1e-9);
         k <= floor(axis->hi / size + 1e-9) && ticks.len < TICKS_MOST; k++) {
        add_tick(&ticks, round_value(k * step, exponent),
                 decimals_of(exponent));
    }
    return ticks;
}

/* 1, 2 and 5 in each decade, or 1 alone, or every second or third power: as
 * many as fit the wish. */
static struct ticks log_ticks(const struct axis *axis, size_t wanted)
{
    const int first = (int)ceil(log10(axis->lo));
    const int last = (int)floor(log10(axis->hi));
    const int powers = last - first + 1;
    const bool is_fine = 3 * powers <= (int)wanted + 2;
    const int stride = 1 + (powers - 1) / ((int)wanted + 1);
    static const int multiples[] = {1, 2, 5};
    struct ticks ticks = {0};
    for (int exponent = first - is_fine; exponent <= last;
         exponent += is_fine ? 1 : stride) {
        for (size_t i = 0; i < (is_fine ? 3u : 1u); i++) {
            const double value = round_value(multiples[i], exponent);
            if (value >= axis->lo * 0.9999 && value <= axis->hi * 1.0001) {
                add_tick(&ticks, value, decimals_of(exponent));
            }
        }
    }
    return ticks;
}

struct ticks axis_ticks(const struct axis *axis, size_t wanted)
{
    if (wanted < 2) {
        wanted = 2;
    }
    if (axis->is_log) {
        const struct ticks ticks = log_ticks(axis, wanted);
        if (ticks.len >= 2) {
            return ticks;
        }
    }
    return linear_ticks(axis, wanted);
}
