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

/* The multiples that a decade can have ticks at, in tenths, the most first. */
static const struct multiples {
    size_t count;
    int at[9];
} multiples[] = {
    {9, {10, 20, 30, 40, 50, 60, 70, 80, 90}},
    {6, {10, 20, 30, 40, 50, 70}},
    {4, {10, 20, 30, 50}},
    {3, {10, 20, 50}},
    {2, {10, 30}},
    {1, {10}},
};
static const struct multiples with_a_half = {6, {10, 15, 20, 30, 50, 70}};
enum { MULTIPLES = sizeof multiples / sizeof *multiples };

/* False when there are more than `most`, or two so close that their labels
 * would touch. */
static bool log_ticks_at(const struct axis *axis, const struct multiples *at,
                         int stride, size_t most, struct ticks *ticks)
{
    const int last = (int)floor(log10(axis->hi));
    const double closest = 0.6 / (double)most * log(axis->hi / axis->lo);
    *ticks = (struct ticks){0};
    for (int exponent = (int)floor(log10(axis->lo)); exponent <= last;
         exponent += stride) {
        for (size_t i = 0; i < at->count; i++) {
            const int whole = at->at[i] / 10;
            const bool is_whole = at->at[i] == 10 * whole;
            const double value = is_whole
                                     ? round_value(whole, exponent)
                                     : round_value(at->at[i], exponent - 1);
            if (value < axis->lo * 0.9999 || value > axis->hi * 1.0001) {
                continue;
            }
            if (ticks->len == most ||
                (ticks->len > 0 &&
                 log(value / ticks->at[ticks->len - 1]) < closest)) {
                return false;
            }
            add_tick(ticks, value,
                     decimals_of(is_whole ? exponent : exponent - 1));
        }
    }
    return true;
}

/* As many of each decade as fit the wish, or every second or third power. */
static struct ticks log_ticks(const struct axis *axis, size_t wanted)
{
    struct ticks ticks = {0};
    for (size_t i = 0; i < MULTIPLES; i++) {
        if (log_ticks_at(axis, &multiples[i], 1, wanted, &ticks)) {
            return ticks;
        }
    }
    const int powers = (int)(floor(log10(axis->hi)) - ceil(log10(axis->lo)));
    const int stride = 1 + powers / ((int)wanted + 1);
    log_ticks_at(axis, &multiples[MULTIPLES - 1], stride, TICKS_MOST, &ticks);
    return ticks;
}

/* The widest stretch without a tick, as a share of the axis; all of it where
 * two ticks are so close that their labels would touch. */
static double emptiest(const struct axis *axis, const struct ticks *ticks,
                       size_t wanted)
{
    const struct axis unit = {axis->lo, axis->hi, 0, 1, axis->is_log};
    const double closest = 0.6 / (double)wanted;
    double widest = 0;
    double before = 0;
    for (size_t i = 0; i <= ticks->len; i++) {
        double place = 1;
        if (i < ticks->len) {
            axis_place(&unit, ticks->at[i], &place);
            if (i > 0 && place - before < closest) {
                return 1;
            }
        }
        widest = place - before > widest ? place - before : widest;
        before = place;
    }
    return widest;
}

static void take_fuller(const struct axis *axis, const struct ticks *ticks,
                        size_t wanted, struct ticks *best)
{
    if (best->len < 2 ||
        (ticks->len >= 2 && ticks->len <= wanted + 1 &&
         emptiest(axis, ticks, wanted) < emptiest(axis, best, wanted) - 1e-9)) {
        *best = *ticks;
    }
}

/* Over less than a decade equal steps lie almost evenly, and may reach farther
 * than the few round factors there are. */
static struct ticks narrow_ticks(const struct axis *axis, size_t wanted)
{
    struct ticks best = log_ticks(axis, wanted);
    struct ticks ticks = {0};
    if (best.len >= 2 && emptiest(axis, &best, wanted) < 0.4) {
        return best;
    }
    if (log_ticks_at(axis, &with_a_half, 1, wanted, &ticks)) {
        take_fuller(axis, &ticks, wanted, &best);
    }
    for (size_t more = wanted; more <= 2 * wanted; more++) {
        ticks = linear_ticks(axis, more);
        take_fuller(axis, &ticks, wanted, &best);
    }
    return best;
}

struct ticks axis_ticks(const struct axis *axis, size_t wanted)
{
    if (wanted < 2) {
        wanted = 2;
    }
    return !axis->is_log              ? linear_ticks(axis, wanted)
           : axis->hi / axis->lo < 10 ? narrow_ticks(axis, wanted)
                                      : log_ticks(axis, wanted);
}
