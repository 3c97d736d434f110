/* An arm a row: its seeds, the mean over them and the interval of the mean.
 * Bars are compared by their lengths, so there are bars only where the axis
 * begins at zero; where differences would drown in that, the mean is a mark
 * alone. */

#include "render/chart.h"

enum {
    WIDTH = 440,
    LEFT_MOST = 210, /* room for names */
    RIGHT = 92,      /* for values */
    TOP = 8,
    ROW = 26,
    FOOT = 40,
};

static bool has_diverged(const struct chart_bar *bar)
{
    for (size_t i = 0; i < bar->count; i++) {
        if (!isfinite(bar->values[i])) {
            return true;
        }
    }
    return false;
}

static double bar_mean(const struct chart_bar *bar)
{
    double sum = 0;
    for (size_t i = 0; i < bar->count; i++) {
        sum += bar->values[i];
    }
    return bar->count > 0 && !has_diverged(bar) ? sum / (double)bar->count
                                                : NOTHING;
}

/* Room for what is drawn besides the values, which alone are counted when they
 * have none. */
static void add_beside(struct extent *extent, double value)
{
    const size_t left_out = extent->left_out;
    if (isfinite(value)) {
        extent_add(extent, value);
    }
    extent->left_out = left_out;
}

/* Runs that diverged are no values and are not left out: crosses show them. */
static struct extent extent_of(const struct chart_bars *bars)
{
    struct extent extent = {.is_log = bars->is_log};
    for (size_t b = 0; b < bars->bar_count; b++) {
        const struct chart_bar *bar = &bars->bars[b];
        for (size_t i = 0; i < bar->count; i++) {
            if (isfinite(bar->values[i])) {
                extent_add(&extent, bar->values[i]);
            }
        }
        add_beside(&extent, bar_mean(bar));
        add_beside(&extent, bar->lo);
        add_beside(&extent, bar->hi);
        add_beside(&extent, bar->reported);
    }
    return extent;
}

bool bars_begin_at_zero(const struct chart_bars *bars)
{
    const struct extent extent = extent_of(bars);
    const double span = extent.hi - extent.lo;
    const double furthest =
        fabs(extent.hi) > fabs(extent.lo) ? fabs(extent.hi) : fabs(extent.lo);
    return !bars->is_log && span >= furthest / 4;
}

/* ---- Rows ------------------------------------------------------------- */

struct layout {
    const struct chart_bars *bars;
    struct frame frame;
    bool has_bars;
    int decimals;
};

static double row_y(size_t row)
{
    return TOP + ROW * ((double)row + 0.5);
}

static void draw_seeds(struct svg *svg, const struct layout *layout,
                       const struct chart_bar *bar, double y)
{
    svg_path_start(svg, "dot");
    for (size_t i = 0; i < bar->count; i++) {
        double x = 0;
        if (axis_place(&layout->frame.x, bar->values[i], &x)) {
            svg_path_mark(svg, MARK_CIRCLE, x, y + 6, 1.8);
        }
    }
    svg_path_end(svg);
}

static void draw_mean(struct svg *svg, const struct layout *layout,
                      const struct chart_bar *bar, double y)
{
    const struct axis *axis = &layout->frame.x;
    double mean = 0;
    double zero = 0;
    double lo = 0;
    double hi = 0;
    if (!axis_place(axis, bar_mean(bar), &mean)) {
        return;
    }
    if (layout->has_bars && axis_place(axis, 0, &zero)) {
        svg_rect(svg, "bar", mean < zero ? mean : zero, y - 8,
                 fabs(mean - zero), 10);
    }
    if (axis_place(axis, bar->lo, &lo) && axis_place(axis, bar->hi, &hi)) {
        svg_path_start(svg, "interval");
        svg_path_move(svg, lo, y - 3);
        svg_path_line(svg, hi, y - 3);
        svg_path_move(svg, lo, y - 7);
        svg_path_line(svg, lo, y + 1);
        svg_path_move(svg, hi, y - 7);
        svg_path_line(svg, hi, y + 1);
        svg_path_end(svg);
    }
    svg_mark(svg, MARK_DIAMOND, "estimate", mean, y - 3, 3.4);
}

static struct str value_of(struct arena *arena, const struct layout *layout,
                           const struct chart_bar *bar)
{
    size_t diverged = 0;
    for (size_t i = 0; i < bar->count; i++) {
        diverged += isfinite(bar->values[i]) ? 0 : 1;
    }
    return bar->count == 0 ? S("\xe2\x80\x93")
           : diverged > 0
               ? arena_printf(arena, "\xc3\x97 %zu of %zu", diverged,
                              bar->count)
               : shown_number(arena, bar_mean(bar), layout->decimals, false);
}

static void draw_row(struct svg *svg, const struct layout *layout, size_t row)
{
    const struct chart_bar *bar = &layout->bars->bars[row];
    const double y = row_y(row);
    double x = 0;
    draw_seeds(svg, layout, bar, y);
    draw_mean(svg, layout, bar, y);
    if (has_diverged(bar)) {
        svg_path_start(svg, "diverged");
        svg_path_cross(svg, layout->frame.x.to, y - 3, 4);
        svg_path_end(svg);
    }
    if (axis_place(&layout->frame.x, bar->reported, &x)) {
        svg_mark(svg, MARK_DIAMOND, "reported", x, y - 3, 4.6);
    }
}

static void draw_names(struct svg *svg, struct arena *arena,
                       const struct layout *layout)
{
    const struct chart_bars *bars = layout->bars;
    svg_texts(svg, "name", ANCHOR_END);
    for (size_t row = 0; row < bars->bar_count; row++) {
        svg_text(svg, NULL, ANCHOR_START, layout->frame.x.from - 8, row_y(row),
                 bars->bars[row].name);
    }
    svg_group_end(svg);
    svg_texts(svg, "name", ANCHOR_START);
    for (size_t row = 0; row < bars->bar_count; row++) {
        svg_text(svg, NULL, ANCHOR_START, layout->frame.x.to + 14, row_y(row),
                 value_of(arena, layout, &bars->bars[row]));
    }
    svg_group_end(svg);
}

/* ---- Around them ------------------------------------------------------ */

static double left_of(const struct chart_bars *bars)
{
    double widest = 30;
    for (size_t row = 0; row < bars->bar_count; row++) {
        const double width = chart_text_width(bars->bars[row].name);
        widest = width > widest ? width : widest;
    }
    return widest + 12 < LEFT_MOST ? widest + 12 : LEFT_MOST;
}

/* Enough to tell the ends of the narrowest interval apart. */
static int decimals_of(const struct extent *extent)
{
    const double span = extent->hi - extent->lo;
    int decimals = 0;
    for (double step = span; span > 0 && step < 100 && decimals < 6;
         step *= 10) {
        decimals++;
    }
    return span > 0 ? decimals : 3;
}

static struct layout layout_of(const struct chart_bars *bars, double height,
                               size_t *left_out)
{
    struct extent extent = extent_of(bars);
    struct layout layout = {
        .bars = bars,
        .has_bars = extent.has_values && bars_begin_at_zero(bars),
        .decimals = decimals_of(&extent),
    };
    *left_out = extent.left_out;
    const bool is_one_sided = extent.lo >= 0 || extent.hi <= 0;
    if (layout.has_bars) {
        extent_add(&extent, 0);
    }
    const double from = left_of(bars);
    layout.frame = (struct frame){
        .x = axis_of(&extent, from, WIDTH - RIGHT),
        .y = {.from = height - FOOT, .to = TOP},
        .x_label = bars->x_label,
    };
    if (layout.has_bars && is_one_sided) {
        struct axis *x = &layout.frame.x;
        x->lo = extent.lo >= 0 ? 0 : x->lo;
        x->hi = extent.lo >= 0 ? x->hi : 0;
    }
    return layout;
}

static void draw_zero(struct svg *svg, const struct layout *layout)
{
    double zero = 0;
    if (layout->has_bars && axis_place(&layout->frame.x, 0, &zero)) {
        svg_line(svg, "zero", zero, TOP, zero, layout->frame.y.from);
    }
}

void chart_bars(struct out *out, struct arena *arena,
                const struct chart_bars *bars, size_t *left_out)
{
    const double rows = bars->bar_count > 0 ? (double)bars->bar_count : 1;
    const double height = TOP + ROW * rows + FOOT;
    const struct layout layout = layout_of(bars, height, left_out);
    struct svg svg = {.out = out, .width = WIDTH, .height = height};
    svg_open(&svg, bars->id, "chart bars", bars->title, bars->description);
    frame_draw_x(&svg, arena, &layout.frame);
    draw_zero(&svg, &layout);
    svg_group(&svg, "s0");
    for (size_t row = 0; row < bars->bar_count; row++) {
        draw_row(&svg, &layout, row);
    }
    svg_group_end(&svg);
    draw_names(&svg, arena, &layout);
    svg_close(&svg);
}
