#ifndef RENDER_CHART_H
#define RENDER_CHART_H

/* The charts of the site, from plain numbers: a forest row, learning curves, a
 * profile over blocks. They share scales, axes, series styles and the table of
 * numbers that stands behind each, so that another kind (bars, a heat map) is
 * a file of its own and nothing more.
 *
 * Every chart is complete without colour: series differ in dash and shape, and
 * each is named where it ends. */

#include "render/axis.h"
#include "render/svg.h"

#include "base/arena.h"

#include <math.h>

/* A value that is not there. */
#define NOTHING ((double)NAN)

/* ---- Axes ------------------------------------------------------------- */

struct frame {
    struct axis x, y;
    const char *x_label, *y_label; /* NULL: none */
};

/* Grid lines, tick labels and axis labels. x ticks are whole numbers when
 * `is_x_whole`. */
void frame_draw(struct svg *svg, struct arena *arena, const struct frame *frame,
                bool is_x_whole);

/* The number as a reader expects it: a real minus sign, `+` when asked. */
struct str shown_number(struct arena *arena, double value, int decimals,
                        bool has_plus);

/* ---- Series ----------------------------------------------------------- */

enum { SERIES_STYLES = 8 }; /* four colours, whole and dashed */

/* One run: its points in order. */
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
    bool is_log_y;
    const struct chart_series *series;
    size_t series_count;
    /* A line across, such as the exact floor of the data; NaN for none. */
    double reference;
    struct str reference_label;
};

/* Each seed thin, the mean over seeds thick (where all seeds have a value).
 * *left_out counts values without a place. */
void chart_curves(struct out *out, struct arena *arena,
                  const struct chart *chart, size_t *left_out);

/* The same data as dots per seed with the mean as a line, for few whole x. */
void chart_profile(struct out *out, struct arena *arena,
                   const struct chart *chart, size_t *left_out);

/* ---- Forest row ------------------------------------------------------- */

/* One comparison. Values are differences, + when the treatment is better. A
 * value that is not there is NaN. */
struct chart_forest {
    struct str id, title, description;
    const double *deltas; /* one per seed */
    size_t count;
    double mean, lo, hi;
    double margin;
    double noise_lo, noise_hi;
    double reported;
    struct str verdict; /* class of the interval: its colour */
};
void chart_forest(struct out *out, struct arena *arena,
                  const struct chart_forest *forest);

#endif
