/* A profile over the depth of the model: one dot per seed at each block
 * boundary, and the mean as a line. Arms stand side by side at each boundary,
 * so that dots of one do not hide those of another. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 44, RIGHT = 132, TOP = 24, FOOT = 44 };
#define APART 4.5

static void draw_dots(struct svg *svg, const struct frame *frame,
                      const struct chart_series *series, size_t index,
                      double shift)
{
    svg_path_start(svg, "dot");
    for (size_t l = 0; l < series->line_count; l++) {
        const struct chart_line *line = &series->lines[l];
        for (size_t i = 0; i < line->len; i++) {
            double x = 0;
            double y = 0;
            if (axis_place(&frame->x, line->x[i], &x) &&
                axis_place(&frame->y, line->y[i], &y)) {
                svg_path_mark(svg, series_mark(index), x + shift, y, 2.1);
            }
        }
    }
    svg_path_end(svg);
}

void chart_profile(struct out *out, struct arena *arena,
                   const struct chart *chart, size_t *left_out)
{
    struct extent x = {0};
    struct extent y = {.is_log = chart->is_log_y};
    series_extents(chart, &x, &y);
    *left_out = y.left_out;
    const double height = series_height(chart, HEIGHT, TOP, FOOT);
    const struct frame frame = {
        .x = axis_of(&x, LEFT + 8, WIDTH - RIGHT),
        .y = axis_of(&y, height - FOOT, TOP),
        .x_label = chart->x_label,
        .y_label = chart->y_label,
    };
    struct svg svg = {.out = out, .width = WIDTH, .height = height};
    svg_open(&svg, chart->id, "chart profile", chart->title,
             chart->description);
    frame_draw(&svg, arena, &frame, true);
    series_reference(&svg, chart, &frame);
    for (size_t s = 0; s < chart->series_count; s++) {
        const double shift = series_shift(s, chart->series_count, APART);
        const struct chart_line mean = series_mean(arena, &chart->series[s]);
        svg_group(&svg, series_class(s));
        series_mean_line(&svg, &frame, &mean, series_mark(s), shift, 0);
        draw_dots(&svg, &frame, &chart->series[s], s, shift);
        svg_group_end(&svg);
    }
    series_reported(&svg, chart, &frame);
    series_names(&svg, arena, chart, &frame, height - FOOT, TOP);
    svg_close(&svg);
}
