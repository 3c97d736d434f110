#ifndef RENDER_SVG_H
#define RENDER_SVG_H

/* The marks that charts are made of, as SVG that takes its colours, fonts and
 * line widths from the page's style sheet: a mark has a class, never a colour,
 * so light, dark and print come for free. Coordinates are in the units of the
 * drawing's viewBox, which is scaled to the width there is.
 *
 * A page may show ten charts of a thousand points each, so a drawing is short:
 * places have one decimal, which is a seventh of a pixel on a wide screen, and
 * everything of one style is one path of relative steps. */

#include "base/out.h"

struct svg {
    struct out *out;
    double width, height;
    struct svg_path {             /* the one that is being written */
        size_t start;             /* of its element in `out` */
        int64_t x, y;             /* where the pen is, in tenths */
        int64_t piece_x, piece_y; /* where its piece began */
        bool has_points;
        char letter; /* the command that a further pair of numbers continues */
    } path;
};

/* Opens the drawing with its title and description, which are also what a
 * screen reader says. `id` makes their ids unique on the page. */
void svg_open(struct svg *svg, struct str id, const char *classes,
              struct str title, struct str description);
/* The same for a drawing with links in it, which is no single image. */
void svg_open_linked(struct svg *svg, struct str id, const char *classes,
                     struct str title, struct str description);
void svg_close(struct svg *svg);

/* What is drawn until the end is a link, which says its title when one
 * waits. */
void svg_link(struct svg *svg, struct str href, struct str title);
void svg_link_end(struct svg *svg);

void svg_group(struct svg *svg, const char *classes);
void svg_group_end(struct svg *svg);

void svg_line(struct svg *svg, const char *classes, double x1, double y1,
              double x2, double y2);
void svg_rect(struct svg *svg, const char *classes, double x, double y,
              double width, double height);

/* Series differ in shape as well as in colour. */
enum mark {
    MARK_CIRCLE,
    MARK_SQUARE,
    MARK_DIAMOND,
    MARK_TRIANGLE,
    MARK_PLUS,
    MARK_TIP, /* a triangle on its tip */
    MARK_STAR,
    MARK_BAR,
    MARK_COUNT
};
void svg_mark(struct svg *svg, enum mark mark, const char *classes, double x,
              double y, double size);

/* A path: pieces of lines, and shapes, in any number. One without any leaves
 * nothing behind. */
void svg_path_start(struct svg *svg, const char *classes);
void svg_path_move(struct svg *svg, double x, double y);
void svg_path_line(struct svg *svg, double x, double y);
/* A curve that leaves and arrives level. */
void svg_path_bend(struct svg *svg, double x, double y);
void svg_path_close(struct svg *svg); /* back to where the piece began */
void svg_path_mark(struct svg *svg, enum mark mark, double x, double y,
                   double size);
void svg_path_box(struct svg *svg, double x, double y, double width,
                  double height);
void svg_path_cross(struct svg *svg, double x, double y, double size);
void svg_path_end(struct svg *svg);

/* Text stands at whole units, which is as near as letters are drawn. */
enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
void svg_text(struct svg *svg, const char *classes, enum anchor anchor,
              double x, double y, struct str text);

/* Texts of one class and anchor; those inside are given neither. */
void svg_texts(struct svg *svg, const char *classes, enum anchor anchor);

#endif
