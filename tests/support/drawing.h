#ifndef SUPPORT_DRAWING_H
#define SUPPORT_DRAWING_H

/* A drawing as a reader sees it: paths, circles, boxes and words at the places
 * where they end up, however few elements they were written with. Only what
 * render/svg.c writes is understood; anything else fails the test that
 * asked. */

#include "support/test.h"

/* One piece of a path, a circle or a box. */
struct piece {
    struct str classes; /* its own and those of the groups it stands in */
    size_t points;      /* corners */
    bool is_closed, is_round;
    bool is_falling; /* from its first corner to its last, to the right */
    double left, top, right, bottom;
};

struct label {
    struct str classes, text; /* as written: still escaped */
    double x, y;
};

struct drawing {
    double width, height;
    struct str title, description;
    struct {
        struct piece *at;
        size_t len, cap;
    } pieces;
    struct {
        struct label *at;
        size_t len, cap;
    } labels;
};

struct drawing drawing_read(struct arena *arena, struct str svg);

/* Whether it has the word among its classes. */
bool has_class(struct str classes, const char *word);

/* Pairs of strokes of the class that cross in their middles. */
size_t drawing_crosses(const struct drawing *drawing, const char *classes);

/* Pieces of the class. */
size_t drawing_pieces(const struct drawing *drawing, const char *classes);

/* Every piece, and where every word begins, is inside the drawing, or the test
 * fails. */
void assert_inside(const struct drawing *drawing);

#endif
