/* A forest row: one comparison with everything needed to judge it at a glance.
 * From above: a dot per seed, the mean with its exact interval, and the noise
 * band, which the control shows against itself; behind them zero and the margin
 * that was fixed beforehand. Whether there is no effect is decided by a
 * narrower interval than the one shown of every mean; it is the thick part. */

#include "render/chart.h"

#include <math.h>

enum {
    WIDTH = 380,
    HEIGHT = 128,
    LEFT = 82,
    RIGHT = 12,
    SWARM = 38, /* middle of the dots */
    BAR = 68,
    NOISE = 86,
    AXIS = 97,
};

static void add_if_finite(struct extent *extent, double value)
{
    if (isfinite(value)) {
        extent_add(extent, value);
    }
}

static struct extent measured_extent(const struct chart_forest *forest)
{
    struct extent extent = {0};
    extent_add(&extent, 0);
    add_if_finite(&extent, forest->margin);
    add_if_finite(&extent, -forest->margin);
    add_if_finite(&extent, forest->mean);
    add_if_finite(&extent, forest->lo);
    add_if_finite(&extent, forest->hi);
    add_if_finite(&extent, forest->noise_lo);
    add_if_finite(&extent, forest->noise_hi);
    for (size_t i = 0; i < forest->count; i++) {
        add_if_finite(&extent, forest->deltas[i]);
    }
    return extent;
}

/* What a paper reports may lie far outside; then an arrow at the edge points
 * to it, and the measured values keep the room. */
static bool is_far(const struct extent *extent, double value)
{
    const double span = extent->hi - extent->lo;
    return value < extent->lo - span / 2 || value > extent->hi + span / 2;
}

static void draw_backdrop(struct svg *svg, const struct axis *x, double margin)
{
    double left = 0;
    double right = 0;
    double zero = 0;
    if (margin > 0 && axis_place(x, -margin, &left) &&
        axis_place(x, margin, &right)) {
        svg_rect(svg, "margin", left, 16, right - left, AXIS - 16);
        svg_path_start(svg, "margin-edge");
        svg_path_move(svg, left, 16);
        svg_path_line(svg, left, AXIS);
        svg_path_move(svg, right, 16);
        svg_path_line(svg, right, AXIS);
        svg_path_end(svg);
    }
    axis_place(x, 0, &zero);
    svg_line(svg, "zero", zero, 16, zero, AXIS);
}

/* Dots that would cover each other step up and down from the middle. */
static void draw_swarm(struct svg *svg, struct arena *arena,
                       const struct axis *x, const struct chart_forest *forest)
{
    double *taken = ARENA_ARRAY(arena, double, forest->count);
    double *level = ARENA_ARRAY(arena, double, forest->count);
    svg_path_start(svg, "dot");
    for (size_t i = 0; i < forest->count; i++) {
        double place = 0;
        if (!axis_place(x, forest->deltas[i], &place)) {
            continue;
        }
        double offset = 0;
        for (int try = 0; try < 8; try++) {
            const int step = (try + 1) / 2;
            offset = 7.0 * (try % 2 == 0 ? step : -step);
            bool is_free = true;
            for (size_t j = 0; j < i && is_free; j++) {
                is_free = fabs(taken[j] - place) >= 7 || level[j] != offset;
            }
            if (is_free) {
                break;
            }
        }
        /* Beyond the third step they overlap rather than leave the row. */
        offset = fabs(offset) > 15 ? 0 : offset;
        taken[i] = place;
        level[i] = offset;
        svg_path_mark(svg, MARK_CIRCLE, place, SWARM + offset, 3);
    }
    svg_path_end(svg);
}

static void draw_bar(struct svg *svg, const struct axis *x,
                     const struct chart_forest *forest)
{
    double lo = 0;
    double hi = 0;
    double mean = 0;
    if (forest->decides_lo < forest->decides_hi &&
        axis_place(x, forest->decides_lo, &lo) &&
        axis_place(x, forest->decides_hi, &hi)) {
        svg_line(svg, "decides", lo, BAR, hi, BAR);
    }
    if (axis_place(x, forest->lo, &lo) && axis_place(x, forest->hi, &hi)) {
        svg_line(svg, "interval", lo, BAR, hi, BAR);
        svg_path_start(svg, "interval-end");
        svg_path_move(svg, lo, BAR - 5);
        svg_path_line(svg, lo, BAR + 5);
        svg_path_move(svg, hi, BAR - 5);
        svg_path_line(svg, hi, BAR + 5);
        svg_path_end(svg);
    }
    if (axis_place(x, forest->mean, &mean)) {
        svg_mark(svg, MARK_DIAMOND, "estimate", mean, BAR, 4.6);
    }
}

static void draw_noise(struct svg *svg, const struct axis *x,
                       const struct chart_forest *forest)
{
    double lo = 0;
    double hi = 0;
    if (axis_place(x, forest->noise_lo, &lo) &&
        axis_place(x, forest->noise_hi, &hi)) {
        svg_rect(svg, "noise", lo, NOISE - 3, hi - lo, 6);
        svg_text(svg, "row-label", ANCHOR_END, LEFT - 8, NOISE + 4,
                 S("noise band"));
    }
}

static void draw_reported(struct svg *svg, struct arena *arena,
                          const struct axis *x, double reported, bool is_far)
{
    double place = 0;
    if (!axis_place(x, reported, &place)) {
        return;
    }
    const struct str label =
        arena_printf(arena, "reported %.*s",
                     STR_ARG(shown_number(arena, reported, 3, true)));
    if (!is_far) {
        const bool is_right = place > (LEFT + WIDTH) / 2.0;
        svg_mark(svg, MARK_DIAMOND, "reported", place, 11, 4.2);
        svg_line(svg, "reported-line", place, 16, place, AXIS);
        svg_text(svg, "reported-label", is_right ? ANCHOR_END : ANCHOR_START,
                 is_right ? place - 9 : place + 9, 14, label);
        return;
    }
    const bool is_right = reported > 0;
    const struct str arrow =
        is_right ? arena_printf(arena, "%.*s \xe2\x86\x92", STR_ARG(label))
                 : arena_printf(arena, "\xe2\x86\x90 %.*s", STR_ARG(label));
    svg_text(svg, "reported-label", is_right ? ANCHOR_END : ANCHOR_START,
             is_right ? WIDTH - RIGHT : LEFT, 12, arrow);
}

/* "← worse" and "better →", each where there is room for it. */
static void draw_sides(struct svg *svg, struct arena *arena,
                       const struct axis *x, const struct chart_forest *forest)
{
    double zero = 0;
    axis_place(x, 0, &zero);
    if (zero - LEFT > 50) {
        svg_text(svg, "direction", ANCHOR_END, zero - 7, HEIGHT - 1,
                 arena_printf(arena, "\xe2\x86\x90 %s", forest->less));
    }
    if (WIDTH - RIGHT - zero > 50) {
        svg_text(svg, "direction", ANCHOR_START, zero + 7, HEIGHT - 1,
                 arena_printf(arena, "%s \xe2\x86\x92", forest->more));
    }
}

static void draw_axis(struct svg *svg, struct arena *arena,
                      const struct axis *x)
{
    const struct ticks ticks = axis_ticks(x, 5);
    double place = 0;
    svg_path_start(svg, "axis");
    svg_path_move(svg, LEFT, AXIS);
    svg_path_line(svg, WIDTH - RIGHT, AXIS);
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(x, ticks.at[i], &place)) {
            svg_path_move(svg, place, AXIS);
            svg_path_line(svg, place, AXIS + 4);
        }
    }
    svg_path_end(svg);
    svg_texts(svg, "tick", ANCHOR_MIDDLE);
    for (size_t i = 0; i < ticks.len; i++) {
        if (axis_place(x, ticks.at[i], &place)) {
            svg_text(svg, NULL, ANCHOR_START, place, AXIS + 15,
                     shown_number(arena, ticks.at[i], ticks.decimals[i], true));
        }
    }
    svg_group_end(svg);
}

void chart_forest(struct out *out, struct arena *arena,
                  const struct chart_forest *forest)
{
    struct extent extent = measured_extent(forest);
    const bool has_reported = isfinite(forest->reported);
    const bool is_off = has_reported && is_far(&extent, forest->reported);
    if (has_reported && !is_off) {
        extent_add(&extent, forest->reported);
    }
    const struct axis x = axis_of(&extent, LEFT, WIDTH - RIGHT);
    struct svg svg = {.out = out, .width = WIDTH, .height = HEIGHT};
    const struct str classes =
        arena_printf(arena, "chart forest %.*s", STR_ARG(forest->verdict));
    svg_open(&svg, forest->id, classes.ptr, forest->title, forest->description);
    draw_backdrop(&svg, &x, forest->margin);
    svg_text(&svg, "row-label", ANCHOR_END, LEFT - 8, SWARM + 4, S("seeds"));
    svg_text(&svg, "row-label", ANCHOR_END, LEFT - 8, BAR + 4, S("mean"));
    draw_noise(&svg, &x, forest);
    draw_swarm(&svg, arena, &x, forest);
    draw_bar(&svg, &x, forest);
    if (has_reported) {
        draw_reported(&svg, arena, &x, forest->reported, is_off);
    }
    draw_axis(&svg, arena, &x);
    draw_sides(&svg, arena, &x, forest);
    svg_close(&svg);
}
