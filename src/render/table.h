#ifndef RENDER_TABLE_H
#define RENDER_TABLE_H

/* The numbers behind a figure, as HTML and as Markdown from one place. */

#include "base/arena.h"
#include "base/out.h"

struct table {
    struct arena *arena;
    struct str caption;
    struct strs header;
    struct strs cells; /* row by row, as many as the header has */
};

void table_column(struct table *table, struct str name);
void table_cell(struct table *table, struct str text);

/* The first column heads its rows. */
void table_html(struct out *out, const struct table *table);
void table_markdown(struct out *out, const struct table *table);

#endif
