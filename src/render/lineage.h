#ifndef RENDER_LINEAGE_H
#define RENDER_LINEAGE_H

/* What rests on what, in three columns: chapters, the practices that they tell
 * of, and what these rest on, which is experiments, theory and literature. Of a
 * large library the practices with the most links are taken; a drawing that
 * nobody can read shows nothing. */

#include "render/context.h"
#include "render/svg.h"

enum lineage_column {
    LINEAGE_CHAPTERS,
    LINEAGE_PRACTICES,
    LINEAGE_GROUNDS,
    LINEAGE_COLUMNS
};

struct lineage_node {
    const struct record *record;   /* NULL of a chapter */
    const struct chapter *chapter; /* else NULL */
    size_t row;                    /* in its column, from 0 */
};

/* Between one column and the next, by index. */
struct lineage_edge {
    size_t left, right;
};

struct lineage {
    struct lineage_nodes {
        struct lineage_node *at;
        size_t len, cap;
        size_t *rows; /* of each row its node; set by lineage_order */
    } columns[LINEAGE_COLUMNS];
    struct lineage_edges {
        struct lineage_edge *at;
        size_t len, cap;
    } gaps[LINEAGE_COLUMNS - 1];
    size_t practices; /* in force, drawn or not */
    size_t left_out;  /* grounds of drawn practices that are not drawn */
};

/* Of the whole library; a page that asks rests on everything. */
enum { LINEAGE_PRACTICES_MOST = 40, LINEAGE_GROUNDS_MOST = 70 };
struct lineage lineage_of(const struct page_context *context);

/* Of one practice with its neighbours, for its own page, which asks for nothing
 * that it does not name. */
struct lineage lineage_around(const struct page_context *context,
                              const struct record *practice);

/* Puts the columns in order so that few lines cross, chapters as in the book
 * and grounds kind by kind; lineage_of has done so. */
void lineage_order(struct arena *arena, struct lineage *lineage);

/* The drawing, which has a link for each node. */
void lineage_draw(struct out *out, const struct page_context *context,
                  const struct lineage *lineage, struct str id);

#endif
