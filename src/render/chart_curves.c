/* Learning curves: the mean over seeds as a thick line, and where the seeds
 * lie. Up to three are lines of their own; more hide each other, and weigh so
 * much on a page of ten figures that a band from the least to the greatest
 * stands for them, which the caption explains. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 44, RIGHT = 144, TOP = 24, FOOT = 44 };

/* A line that diverges may leave the axes at the top: it runs along the edge
 * from there, to the cross that marks its end. */
static void draw_ends(struct svg *svg, const struct frame *frame,
                      const struct chart_series *series)
{
    svg_path_start(svg, "diverged");
    for (size_t l = 0; l < series->line_count; l++) {
        const struct chart_line *line = &series->lines[l];
        bool is_placed = false;
        double x = 0;
        double y = 0;
        for (size_t i = line->len; i > 0 && !is_placed; i--) {
            is_placed = axis_place(&frame->x, line->x[i - 1], &x) &&
                        axis_place(&frame->y, line->y[i - 1], &y);
        }
        if (line->has_diverged && is_placed) {
            svg_path_cross(svg, x, y < TOP ? TOP : y, 4);
        }
    }
    svg_path_end(svg);
}

/* From the least seed to the greatest at one x, of those that did not diverge.
 * False where one of them has no place there. */
struct reach {
    double x, least, most; /* places in the drawing: least is below most */
};

static bool reach_at(const struct frame *frame,
                     const struct chart_series *series, size_t i,
                     struct reach *reach)
{
    bool has_any = false;
    for (size_t l = 0; l < series->line_count; l++) {
        const struct chart_line *line = &series->lines[l];
        double y = 0;
        if (line->has_diverged) {
            continue;
        }
        if (i >= line->len || line->x[i] != series->lines[0].x[i] ||
            !axis_place(&frame->x, line->x[i], &reach->x) ||
            !axis_place(&frame->y, line->y[i], &y)) {
            return false;
        }
        reach->least = !has_any || y > reach->least ? y : reach->least;
        reach->most = !has_any || y < reach->most ? y : reach->most;
        has_any = true;
    }
    return has_any;
}

/* There along the greatest, back along the least. */
static void draw_band(struct svg *svg, const struct frame *frame,
                      const struct chart_series *series)
{
    const size_t len = series->lines[0].len;
    svg_path_start(svg, "band");
    for (size_t from = 0; from < len; from++) {
        struct reach reach = {0};
        size_t end = from;
        while (end < len && reach_at(frame, series, end, &reach)) {
            if (end == from) {
                svg_path_move(svg, reach.x, reach.most);
            } else {
                svg_path_line(svg, reach.x, reach.most);
            }
            end++;
        }
        for (size_t i = end; i > from; i--) {
            reach_at(frame, series, i - 1, &reach);
            svg_path_line(svg, reach.x, reach.least);
        }
        if (end > from) {
            svg_path_close(svg);
        }
        from = end;
    }
    svg_path_end(svg);
}

/* All seeds of an arm in one path; those that diverged as lines in any case. */
static void draw_seeds(struct svg *svg, const struct frame *frame,
                       const struct chart_series *series)
{
    const bool has_band = series_is_crowded(series);
    if (has_band) {
        draw_band(svg, frame, series);
    }
    svg_path_start(svg, "seed");
    for (size_t l = 0; l < series->line_count; l++) {
        if (!has_band || series->lines[l].has_diverged) {
            series_line(svg, frame, &series->lines[l], 0, TOP);
        }
    }
    svg_path_end(svg);
    draw_ends(svg, frame, series);
}

void chart_curves(struct out *out, struct arena *arena,
                  const struct chart *chart, size_t *left_out)
{
    struct extent x = {0};
    struct extent y = {.is_log = chart->is_log_y};
    extent_add(&x, 0);
    series_extents(chart, &x, &y);
    *left_out = y.left_out;
    const double height = series_height(chart, HEIGHT, TOP, FOOT);
    const struct frame frame = {
        .x = axis_exact(&x, LEFT, WIDTH - RIGHT),
        .y = axis_of(&y, height - FOOT, TOP),
        .x_label = chart->x_label,
        .y_label = chart->y_label,
    };
    struct svg svg = {.out = out, .width = WIDTH, .height = height};
    svg_open(&svg, chart->id, "chart curves", chart->title, chart->description);
    frame_draw(&svg, arena, &frame, true);
    series_reference(&svg, chart, &frame);
    for (size_t s = 0; s < chart->series_count; s++) {
        svg_group(&svg, series_class(s));
        draw_seeds(&svg, &frame, &chart->series[s]);
        svg_group_end(&svg);
    }
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_line mean = series_mean(arena, &chart->series[s]);
        svg_group(&svg, series_class(s));
        series_mean_line(&svg, &frame, &mean, series_mark(s), 0, TOP);
        svg_group_end(&svg);
    }
    series_reported(&svg, arena, chart, &frame);
    series_names(&svg, arena, chart, &frame, height - FOOT, TOP);
    svg_close(&svg);
}
