#ifndef RENDER_SVG_H
#define RENDER_SVG_H

/* The marks that charts are made of, as SVG that takes its colours, fonts and
 * line widths from the page's style sheet: a mark has a class, never a colour,
 * so light, dark and print come for free. Coordinates are in the units of the
 * drawing's viewBox, which is scaled to the width there is. */

#include "base/out.h"

struct svg {
    struct out *out;
    double width, height;
};

/* Opens the drawing with its title and description, which are also what a
 * screen reader says. `id` makes their ids unique on the page. */
void svg_open(struct svg *svg, struct str id, const char *classes,
              struct str title, struct str description);
void svg_close(struct svg *svg);

void svg_group(struct svg *svg, const char *classes);
void svg_group_end(struct svg *svg);

void svg_line(struct svg *svg, const char *classes, double x1, double y1,
              double x2, double y2);
void svg_rect(struct svg *svg, const char *classes, double x, double y,
              double width, double height);

/* Series differ in shape as well as in colour. */
enum mark { MARK_CIRCLE, MARK_SQUARE, MARK_DIAMOND, MARK_TRIANGLE, MARK_COUNT };
void svg_mark(struct svg *svg, enum mark mark, const char *classes, double x,
              double y, double size);

/* A line through points: start, any number of points, end. A gap begins a new
 * piece. */
void svg_path_start(struct svg *svg, const char *classes);
void svg_path_point(struct svg *svg, double x, double y, bool is_first);
void svg_path_end(struct svg *svg);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
void svg_text(struct svg *svg, const char *classes, enum anchor anchor,
              double x, double y, struct str text);

#endif
