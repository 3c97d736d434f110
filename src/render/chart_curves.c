/* Learning curves: every seed as a thin line, the mean over seeds as a thick
 * one. No band stands in for the seeds, because ten lines can be seen and a
 * band has to be explained. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 44, RIGHT = 132, TOP = 24, FOOT = 44 };

/* A line that diverges may leave the axes at the top: it runs along the edge
 * from there. A run that was evaluated once is no line but a dot. */
static void draw_line(struct svg *svg, const struct frame *frame,
                      const struct chart_line *line, const char *classes,
                      enum mark mark)
{
    bool is_first = true;
    double x = 0;
    double y = 0;
    svg_path_start(svg, classes);
    for (size_t i = 0; i < line->len; i++) {
        double next_x = 0;
        double next_y = 0;
        if (!axis_place(&frame->x, line->x[i], &next_x) ||
            !axis_place(&frame->y, line->y[i], &next_y)) {
            is_first = true;
            continue;
        }
        x = next_x;
        y = next_y < TOP ? TOP : next_y;
        svg_path_point(svg, x, y, is_first);
        is_first = false;
    }
    svg_path_end(svg);
    if (line->len == 1 && !is_first) {
        svg_mark(svg, mark, "point", x, y, 2.1);
    }
    if (line->has_diverged && line->len > 0) {
        svg_line(svg, "diverged", x - 4, y - 4, x + 4, y + 4);
        svg_line(svg, "diverged", x - 4, y + 4, x + 4, y - 4);
    }
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
    struct svg svg = {out, WIDTH, height};
    svg_open(&svg, chart->id, "chart curves", chart->title, chart->description);
    frame_draw(&svg, arena, &frame, true);
    series_reference(&svg, chart, &frame);
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        svg_group(&svg, series_class(s));
        for (size_t l = 0; l < series->line_count; l++) {
            draw_line(&svg, &frame, &series->lines[l], "seed", series_mark(s));
        }
        svg_group_end(&svg);
    }
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_line mean = series_mean(arena, &chart->series[s]);
        svg_group(&svg, series_class(s));
        draw_line(&svg, &frame, &mean, "mean", series_mark(s));
        svg_group_end(&svg);
    }
    series_reported(&svg, chart, &frame);
    series_names(&svg, arena, chart, &frame, height - FOOT, TOP);
    svg_close(&svg);
}
