#ifndef RENDER_CHART_H
#define RENDER_CHART_H

/* The charts of the site, from plain numbers: a forest row, learning curves, a
 * profile over blocks, a sweep over a setting, a heat map over two. They share
 * scales, axes, series styles and the table of numbers that stands behind each,
 * so that another kind is a file of its own and nothing more.
 *
 * Every chart is complete without colour: series differ in dash and shape, each
 * is named where it ends, and a cell says its number. A run that diverged is a
 * cross, never a place on an axis and never the best. */

#include "render/axis.h"
#include "render/svg.h"

#include "base/arena.h"

#include <math.h>

/* A value that is not there. */
#define NOTHING ((double)NAN)

/* ---- Axes ------------------------------------------------------------- */

/* A value that an axis names, such as a rate that was tried. */
struct chart_place {
    double at;
    struct str text;
};

struct frame {
    struct axis x, y;
    const char *x_label, *y_label; /* NULL: none */
    /* Ticks of x, rising, instead of round numbers; names that would run into
     * the one before are left out. */
    const struct chart_place *x_places;
    size_t x_place_count;
};

/* Grid lines, tick labels and axis labels. x ticks are whole numbers when
 * `is_x_whole`. */
void frame_draw(struct svg *svg, struct arena *arena, const struct frame *frame,
                bool is_x_whole);

/* The x axis alone, with its round numbers and grid lines up from them. */
void frame_draw_x(struct svg *svg, struct arena *arena,
                  const struct frame *frame);

/* How wide a text is on a phone, where letters are largest beside what is
 * drawn; digits that are raised are narrower. */
double chart_text_width(struct str text);

/* The number as a reader expects it: a real minus sign, `+` when asked. */
struct str shown_number(struct arena *arena, double value, int decimals,
                        bool has_plus);

/* ---- Series ----------------------------------------------------------- */

enum { SERIES_STYLES = 8 }; /* four colours, whole and dashed */

/* One run: its points in order. In a sweep one seed: a value that is not there
 * is a run that diverged. */
struct chart_line {
    const double *x, *y;
    size_t len;
    bool has_diverged; /* a cross marks where it ends; it does not stretch the
                          axes, but is cut where it leaves them */
};

/* One arm: a line per seed and what a paper reports for it. */
struct chart_series {
    struct str name;
    const struct chart_line *lines;
    size_t line_count;
    struct chart_reported {
        double x, y;
        struct str label; /* "reported 2.140" */
    } * reported;
    size_t reported_count;
};

struct chart {
    struct str id; /* unique on the page; prefix of the ids inside */
    struct str title, description;
    const char *x_label, *y_label;
    bool is_log_x, is_log_y;
    const struct chart_series *series;
    size_t series_count;
    const struct chart_place *x_places; /* of a sweep; see struct frame */
    size_t x_place_count;
    bool is_lower_better; /* of a sweep: a ring marks each series' lowest */
    bool is_ordered;      /* series are the steps of one thing: a ramp from pale
                             to strong, named at its ends */
    struct extent also_y; /* values that y has room for, when it has any */
    /* A line across, such as the exact floor of the data; NaN for none. */
    double reference;
    struct str reference_label;
};

/* The mean over seeds thick (where all seeds have a value). Few seeds are thin
 * lines; of more a band shows where they lie, and only those that diverged are
 * lines. *left_out counts values without a place. */
void chart_curves(struct out *out, struct arena *arena,
                  const struct chart *chart, size_t *left_out);

/* The same data for few whole x: the mean as a line, and few seeds as dots,
 * more as whiskers from the least to the greatest. */
void chart_profile(struct out *out, struct arena *arena,
                   const struct chart *chart, size_t *left_out);

/* A metric over a setting: the mean over seeds at each value that was tried,
 * with a whisker from the least seed to the greatest. Where a run diverged
 * there is a cross above the axes and no mean. *left_out counts finite values
 * without a place. */
void chart_sweep(struct out *out, struct arena *arena,
                 const struct chart *chart, size_t *left_out);

/* ---- Bars ------------------------------------------------------------- */

/* One arm. What is not there is NaN. */
struct chart_bar {
    struct str name;
    const double *values; /* one a seed; of a run that diverged not finite */
    size_t count;
    double lo, hi; /* interval of the mean */
    double reported;
};

struct chart_bars {
    struct str id, title, description;
    const char *x_label;
    const struct chart_bar *bars; /* from the top */
    size_t bar_count;
    bool is_log; /* then there are marks and no bars */
};

/* Whether the axis begins at zero and means are drawn as bars from there: not
 * where all values lie so close together that no difference would be seen. */
bool bars_begin_at_zero(const struct chart_bars *bars);

/* *left_out counts finite values without a place. */
void chart_bars(struct out *out, struct arena *arena,
                const struct chart_bars *bars, size_t *left_out);

/* ---- Heat map --------------------------------------------------------- */

struct chart_cell {
    double mean; /* over the runs that have a value; NaN when none has */
    size_t runs; /* 0: this pair was not tried */
    size_t diverged;
};

/* A metric over two settings, as numbers on a ground that is the stronger the
 * greater they are. */
struct chart_heatmap {
    struct str id, title, description;
    const char *x_label, *y_label, *value_label;
    const struct str *columns, *rows; /* rising; the last row is on top */
    size_t column_count, row_count;
    const struct chart_cell *cells; /* row by row */
    bool is_lower_better;           /* a frame marks the lowest of each row */
};

/* The column with the lowest whole cell, or column_count; the first of
 * equals. */
size_t heatmap_lowest(const struct chart_heatmap *map, size_t row);

/* Decimals that tell the cells apart, 0 to 4. */
int heatmap_decimals(const struct chart_heatmap *map);

/* False when the cells are too narrow for their numbers, which then stand in
 * the table alone. */
bool chart_heatmap(struct out *out, struct arena *arena,
                   const struct chart_heatmap *map);

/* ---- Forest row ------------------------------------------------------- */

/* One comparison. Values are differences, + towards what `more` says. A value
 * that is not there is NaN. */
struct chart_forest {
    struct str id, title, description;
    const double *deltas; /* one per seed */
    size_t count;
    double mean, lo, hi;
    double decides_lo, decides_hi; /* the narrower interval that decides, where
                                      it is not lo to hi */
    double margin;
    double noise_lo, noise_hi; /* the noise band */
    double reported;
    const char *less, *more; /* "worse", "better": what the sides mean */
    struct str verdict;      /* class of the interval: its colour */
};
void chart_forest(struct out *out, struct arena *arena,
                  const struct chart_forest *forest);

#endif
