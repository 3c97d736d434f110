#ifndef CHECK_TABLE_H
#define CHECK_TABLE_H

/* Pipe tables in the bytes of a body, for checks on what their cells say. The
 * Markdown tree has them too, but no places. */

#include "base/source.h"

struct cells {
    struct str *at; /* trimmed, without emphasis and code marks around them */
    size_t len, cap;
};

struct table {
    struct cells head;
    struct {
        struct cells *at;
        size_t len, cap;
    } rows;
    size_t start, end; /* bytes of the file, from the header to the last row */
};
struct tables {
    struct table *at;
    size_t len, cap;
};

/* Those of the text, in order; not those in fenced code. */
struct tables tables_in(struct arena *arena, struct place whole);

#endif
