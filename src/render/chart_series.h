#ifndef RENDER_CHART_SERIES_H
#define RENDER_CHART_SERIES_H

/* What charts of series share: the means, the extents, and the names at the
 * ends of the lines. */

#include "render/chart.h"

/* Extents over all lines that did not diverge (over all when all did),
 * reported values and the reference. */
void series_extents(const struct chart *chart, struct extent *x,
                    struct extent *y);

/* Mean over seeds at each x of the first: NaN where not every seed has a finite
 * value at the same x. */
struct chart_line series_mean(struct arena *arena,
                              const struct chart_series *series);

/* The lowest point that is there, the first of equals; its length when there is
 * none. */
size_t line_lowest(const struct chart_line *line);

/* Whether its seeds would hide each other if each were drawn: then a band or
 * whiskers stand for those that did not diverge. */
bool series_is_crowded(const struct chart_series *series);

/* Adds a whisker between two places to the path that is being written. */
void series_whisker(struct svg *svg, double x, double least, double most);

/* How tall a chart has to be, `least` or more, so that its names stand one
 * below the other between `top` and `foot` of it. */
double series_height(const struct chart *chart, double least, double top,
                     double foot);

/* How far series stand from where their x is, so that they can be told: `apart`
 * from each other, and closer where more than a few would wander off. */
double series_shift(size_t series, size_t count, double apart);

/* Where a point is drawn. False where it has no place, and below the axes: on a
 * logarithmic one a mean may lie there when a seed of it is zero or less. */
bool series_place(const struct frame *frame, double x, double y,
                  double *place_x, double *place_y);

/* A line through the points that have a place: it breaks at one that has none,
 * because what lies between is not known, and a point that stands alone is a
 * dot. `shift` moves it along x; `ceiling` is the least y it is drawn at. */
void series_line(struct svg *svg, const struct frame *frame,
                 const struct chart_line *line, double shift, double ceiling);

/* The same as a path of its own. */
void series_mean_line(struct svg *svg, const struct frame *frame,
                      const struct chart_line *mean, enum mark mark,
                      double shift, double ceiling);

/* Writes each series' name beside the end of its mean, and beside the axes what
 * is reported, where no data lie; moved apart where two would cover each
 * other. */
void series_names(struct svg *svg, struct arena *arena,
                  const struct chart *chart, const struct frame *frame,
                  double from, double to);

/* Hollow diamonds for what papers report, all of them to be seen. */
void series_reported(struct svg *svg, struct arena *arena,
                     const struct chart *chart, const struct frame *frame);

/* The chart's reference line, labelled. */
void series_reference(struct svg *svg, const struct chart *chart,
                      const struct frame *frame);

/* "s0" to "s7", wrapped around. */
const char *series_class(size_t index);
enum mark series_mark(size_t index);

/* The same, or the place on the ramp of a chart that is ordered: "r0" to "r8",
 * the last series always "r8" unless it is alone. */
const char *chart_class(const struct chart *chart, size_t index);
enum mark chart_mark(const struct chart *chart, size_t index);

#endif
