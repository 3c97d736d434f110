/* A metric over a setting. Seeds are whiskers here, not dots: with five widths
 * at nine rates the dots of three seeds hide each other, and what matters is
 * whether two means differ by more than their seeds do. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 48, RIGHT = 144, TOP = 24, FOOT = 44 };
enum {
    ROW = 10, /* above the axes, one for each series with a run that diverged */
    LOWEST_AXES = 100,
};

/* The seeds of one series at one x. */
struct point {
    double lo, hi; /* of the values there are */
    size_t values, diverged;
};

static struct point point_at(const struct chart_series *series, size_t i)
{
    struct point point = {0};
    for (size_t l = 0; l < series->line_count; l++) {
        const double y = series->lines[l].y[i];
        if (!isfinite(y)) {
            point.diverged++;
            continue;
        }
        point.lo = point.values == 0 || y < point.lo ? y : point.lo;
        point.hi = point.values == 0 || y > point.hi ? y : point.hi;
        point.values++;
    }
    return point;
}

static size_t point_count(const struct chart_series *series)
{
    return series->line_count > 0 ? series->lines[0].len : 0;
}

static size_t diverged_in(const struct chart_series *series)
{
    size_t count = 0;
    for (size_t i = 0; i < point_count(series); i++) {
        count += point_at(series, i).diverged;
    }
    return count;
}

static size_t diverged_count(const struct chart *chart)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        count += diverged_in(&chart->series[s]);
    }
    return count;
}

static size_t diverged_rows(const struct chart *chart)
{
    size_t rows = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        rows += diverged_in(&chart->series[s]) > 0;
    }
    return rows;
}

/* Series stand a little apart, so that their whiskers can be told. */
static double shift_of(const struct chart *chart, size_t series)
{
    return chart->is_ordered ? 0 : series_shift(series, chart->series_count, 3);
}

static void draw_whisker(struct svg *svg, const struct frame *frame, double x,
                         const struct point *point)
{
    double lo = 0;
    double hi = 0;
    if (point->values < 2 || !axis_place(&frame->y, point->lo, &lo) ||
        !axis_place(&frame->y, point->hi, &hi)) {
        return;
    }
    series_whisker(svg, x, lo, hi);
}

/* Where some seeds diverged there is no mean; the others are hollow marks. */
static void draw_rest(struct svg *svg, const struct frame *frame,
                      const struct chart_series *series, size_t i,
                      enum mark mark, double x)
{
    for (size_t l = 0; l < series->line_count; l++) {
        double y = 0;
        if (axis_place(&frame->y, series->lines[l].y[i], &y)) {
            svg_path_mark(svg, mark, x, y, 2.4);
        }
    }
}

static void draw_spread(struct svg *svg, const struct frame *frame,
                        const struct chart_series *series, enum mark mark,
                        double shift)
{
    for (int is_rest = 0; is_rest < 2; is_rest++) {
        svg_path_start(svg, is_rest ? "rest" : "whisker");
        for (size_t i = 0; i < point_count(series); i++) {
            const struct point point = point_at(series, i);
            double x = 0;
            if ((point.diverged > 0) != (is_rest == 1) ||
                !axis_place(&frame->x, series->lines[0].x[i], &x)) {
                continue;
            }
            if (is_rest) {
                draw_rest(svg, frame, series, i, mark, x + shift);
            } else {
                draw_whisker(svg, frame, x + shift, &point);
            }
        }
        svg_path_end(svg);
    }
}

/* A lane of crosses for each series that has any, behind its mark; a thin line
 * leads from the mark to the crosses, so that it is no point of its own. */
static void draw_diverged(struct svg *svg, const struct frame *frame,
                          const struct chart *chart)
{
    double y = TOP;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        if (diverged_in(series) == 0) {
            continue;
        }
        svg_group(svg, chart_class(chart, s));
        svg_line(svg, "lane", LEFT - 6, y, frame->x.to, y);
        svg_mark(svg, chart_mark(chart, s), "point", LEFT - 10, y, 2.6);
        svg_path_start(svg, "diverged");
        for (size_t i = 0; i < point_count(series); i++) {
            double x = 0;
            if (point_at(series, i).diverged > 0 &&
                axis_place(&frame->x, series->lines[0].x[i], &x)) {
                svg_path_cross(svg, x, y, 3.5);
            }
        }
        svg_path_end(svg);
        svg_group_end(svg);
        y += ROW;
    }
    svg_text(svg, "name", ANCHOR_START, frame->x.to + 14, TOP + 4,
             S("\xc3\x97 diverged"));
}

static void draw_marks(struct svg *svg, const struct frame *frame,
                       const struct chart_line *mean, enum mark mark,
                       double shift)
{
    svg_path_start(svg, "point");
    for (size_t i = 0; i < mean->len; i++) {
        double x = 0;
        double y = 0;
        if (series_place(frame, mean->x[i], mean->y[i], &x, &y)) {
            svg_path_mark(svg, mark, x + shift, y, 2.6);
        }
    }
    svg_path_end(svg);
}

size_t line_lowest(const struct chart_line *line)
{
    size_t lowest = line->len;
    for (size_t i = 0; i < line->len; i++) {
        if (isfinite(line->y[i]) &&
            (lowest == line->len || line->y[i] < line->y[lowest])) {
            lowest = i;
        }
    }
    return lowest;
}

static void draw_best(struct svg *svg, const struct frame *frame,
                      const struct chart_line *mean, double shift)
{
    const size_t best = line_lowest(mean);
    double x = 0;
    double y = 0;
    if (best < mean->len &&
        series_place(frame, mean->x[best], mean->y[best], &x, &y)) {
        svg_mark(svg, MARK_CIRCLE, "best", x + shift, y, 6.4);
    }
}

static void draw_series(struct svg *svg, struct arena *arena,
                        const struct frame *frame, const struct chart *chart,
                        size_t s)
{
    const struct chart_line mean = series_mean(arena, &chart->series[s]);
    const double shift = shift_of(chart, s);
    svg_group(svg, chart_class(chart, s));
    draw_spread(svg, frame, &chart->series[s], chart_mark(chart, s), shift);
    series_mean_line(svg, frame, &mean, chart_mark(chart, s), shift, 0);
    draw_marks(svg, frame, &mean, chart_mark(chart, s), shift);
    if (chart->is_lower_better) {
        draw_best(svg, frame, &mean, shift);
    }
    svg_group_end(svg);
}

/* As ever while there is room for the names and, below the crosses, for the
 * axes. */
static double height_of(const struct chart *chart, double top)
{
    const double least = top + LOWEST_AXES + FOOT;
    return series_height(chart, least > HEIGHT ? least : HEIGHT, TOP + ROW,
                         FOOT);
}

static struct frame frame_of(const struct chart *chart, double top,
                             size_t diverged, size_t *left_out)
{
    struct extent x = {.is_log = chart->is_log_x};
    struct extent y = {.is_log = chart->is_log_y};
    series_extents(chart, &x, &y);
    *left_out = y.left_out - diverged + x.left_out;
    if (chart->also_y.has_values) {
        extent_add(&y, chart->also_y.lo);
        extent_add(&y, chart->also_y.hi);
    }
    return (struct frame){
        .x = axis_of(&x, LEFT + 4, WIDTH - RIGHT),
        .y = axis_of(&y, height_of(chart, top) - FOOT, top),
        .x_label = chart->x_label,
        .y_label = chart->y_label,
        .x_places = chart->x_places,
        .x_place_count = chart->x_place_count,
    };
}

void chart_sweep(struct out *out, struct arena *arena,
                 const struct chart *chart, size_t *left_out)
{
    const size_t diverged = diverged_count(chart);
    const double top = TOP + (double)(ROW * diverged_rows(chart));
    const struct frame frame = frame_of(chart, top, diverged, left_out);
    struct svg svg = {
        .out = out, .width = WIDTH, .height = height_of(chart, top)};
    svg_open(&svg, chart->id, "chart sweep", chart->title, chart->description);
    frame_draw(&svg, arena, &frame, false);
    series_reference(&svg, chart, &frame);
    for (size_t s = 0; s < chart->series_count; s++) {
        draw_series(&svg, arena, &frame, chart, s);
    }
    if (diverged > 0) {
        draw_diverged(&svg, &frame, chart);
    }
    series_reported(&svg, arena, chart, &frame);
    series_names(&svg, arena, chart, &frame, frame.y.from,
                 diverged > 0 ? TOP + 14 : TOP);
    svg_close(&svg);
}
