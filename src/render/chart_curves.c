/* Learning curves: every seed as a thin line, the mean over seeds as a thick
 * one. No band stands in for the seeds, because ten lines can be seen and a
 * band has to be explained. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 44, RIGHT = 132, TOP = 24, FOOT = 44 };

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

/* All seeds of an arm in one path. */
static void draw_seeds(struct svg *svg, const struct frame *frame,
                       const struct chart_series *series)
{
    svg_path_start(svg, "seed");
    for (size_t l = 0; l < series->line_count; l++) {
        series_line(svg, frame, &series->lines[l], 0, TOP);
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
    series_reported(&svg, chart, &frame);
    series_names(&svg, arena, chart, &frame, height - FOOT, TOP);
    svg_close(&svg);
}
