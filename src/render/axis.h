#ifndef RENDER_AXIS_H
#define RENDER_AXIS_H

/* From data to places on a chart. An axis always has a width, also when every
 * value is the same or there is none at all, and never yields NaN or infinity:
 * what it cannot place (not finite, or not positive on a logarithmic axis) it
 * refuses, and the chart says how many were left out. */

#include <stdbool.h>
#include <stddef.h>

/* The least and greatest of the values a chart has to show. {0} is empty. */
struct extent {
    double lo, hi;
    bool has_values;
    bool is_log;     /* takes positive values only */
    size_t left_out; /* values that have no place */
};

void extent_add(struct extent *extent, double value);

struct axis {
    double lo, hi;   /* of the data, lo < hi */
    double from, to; /* of the drawing: lo is drawn at from */
    bool is_log;
};

/* With a margin of one part in twenty on both sides. */
struct axis axis_of(const struct extent *extent, double from, double to);

/* The same, without the margin: for axes that begin and end with their data. */
struct axis axis_exact(const struct extent *extent, double from, double to);

/* False, and 0, for what has no place. Values beyond the ends are placed
 * beyond them. */
bool axis_place(const struct axis *axis, double value, double *place);

enum { TICKS_MOST = 16 };

/* Round values inside the scale: 1, 2 or 5 times a power of ten. On a
 * logarithmic axis powers of ten, with as many multiples between them as there
 * is room for, so that also a narrow range has ticks from end to end.
 * `decimals` is what is needed to tell each from the next. */
struct ticks {
    double at[TICKS_MOST];
    int decimals[TICKS_MOST];
    size_t len;
};
struct ticks axis_ticks(const struct axis *axis, size_t wanted);

#endif
