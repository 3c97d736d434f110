/* A profile over the depth of the model: the mean as a line, and at each block
 * boundary the seeds. Arms stand side by side there, so that the marks of one
 * do not hide those of another. */

#include "render/chart_series.h"

enum { WIDTH = 440, HEIGHT = 272, LEFT = 44, RIGHT = 144, TOP = 24, FOOT = 44 };
#define APART 4.5

/* Where a line's point is drawn; false where it has no place. */
static bool place_of(const struct frame *frame, const struct chart_line *line,
                     size_t i, double *x, double *y)
{
    return i < line->len && series_place(frame, line->x[i], line->y[i], x, y);
}

static void draw_marks(struct svg *svg, const struct frame *frame,
                       const struct chart_line *line, enum mark mark,
                       double shift, double size)
{
    for (size_t i = 0; i < line->len; i++) {
        double x = 0;
        double y = 0;
        if (place_of(frame, line, i, &x, &y)) {
            svg_path_mark(svg, mark, x + shift, y, size);
        }
    }
}

static void draw_dots(struct svg *svg, const struct frame *frame,
                      const struct chart_series *series, enum mark mark,
                      double shift)
{
    svg_path_start(svg, "dot");
    for (size_t l = 0; l < series->line_count; l++) {
        draw_marks(svg, frame, &series->lines[l], mark, shift, 2.1);
    }
    svg_path_end(svg);
}

/* From the least of the values that have a place to the greatest. */
static void draw_whiskers(struct svg *svg, const struct frame *frame,
                          const struct chart_series *series, double shift)
{
    svg_path_start(svg, "whisker");
    for (size_t i = 0; i < series->lines[0].len; i++) {
        double x = 0;
        double least = 0;
        double most = 0;
        size_t count = 0;
        for (size_t l = 0; l < series->line_count; l++) {
            double y = 0;
            if (place_of(frame, &series->lines[l], i, &x, &y)) {
                least = count == 0 || y > least ? y : least;
                most = count == 0 || y < most ? y : most;
                count++;
            }
        }
        if (count > 1) {
            series_whisker(svg, x + shift, least, most);
        }
    }
    svg_path_end(svg);
}

static void draw_series(struct svg *svg, struct arena *arena,
                        const struct frame *frame, const struct chart *chart,
                        size_t s)
{
    const struct chart_series *series = &chart->series[s];
    const double shift = series_shift(s, chart->series_count, APART);
    const struct chart_line mean = series_mean(arena, series);
    const bool is_crowded = series_is_crowded(series);
    svg_group(svg, series_class(s));
    if (is_crowded) {
        draw_whiskers(svg, frame, series, shift);
    }
    series_mean_line(svg, frame, &mean, series_mark(s), shift, 0);
    if (is_crowded) {
        svg_path_start(svg, "point");
        draw_marks(svg, frame, &mean, series_mark(s), shift, 2.4);
        svg_path_end(svg);
    } else {
        draw_dots(svg, frame, series, series_mark(s), shift);
    }
    svg_group_end(svg);
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
        draw_series(&svg, arena, &frame, chart, s);
    }
    series_reported(&svg, arena, chart, &frame);
    series_names(&svg, arena, chart, &frame, height - FOOT, TOP);
    svg_close(&svg);
}
