#ifndef RENDER_FIGURE_DRAW_H
#define RENDER_FIGURE_DRAW_H

/* From a plan's figure and its evidence to a chart, its table and its notes. */

#include "render/chart.h"
#include "render/context.h"
#include "render/table.h"

/* A figure as a page takes it. */
struct drawn_figure {
    struct str id, title, description, svg;
    struct table table;
    struct strs notes; /* sentences of the caption */
    size_t number;     /* 0: none */
};

/* Appends it as {id, figure_number, title, description, svg, table_html,
 * table_md, notes}. */
void view_drawn_figure(const struct page_context *context, struct view *figures,
                       const struct drawn_figure *drawn);

/* Learning curves and profiles; sweeps, coordinate checks, heat maps and bars,
 * which are false when no arm of theirs was measured. The id is set by the
 * caller. */
bool draw_runs(struct arena *arena, const struct evidence *evidence,
               const struct figure *figure, struct drawn_figure *drawn);
bool draw_sweep(struct arena *arena, const struct evidence *evidence,
                const struct figure *figure, struct drawn_figure *drawn);
bool draw_activity(struct arena *arena, const struct evidence *evidence,
                   const struct figure *figure, struct drawn_figure *drawn);
bool draw_bars(struct arena *arena, const struct evidence *evidence,
               const struct figure *figure, struct drawn_figure *drawn);
bool draw_heatmap(struct arena *arena, const struct evidence *evidence,
                  const struct figure *figure, struct drawn_figure *drawn);

/* What a source reports for an arm and a metric, as a mark on the chart. */
void add_reported_mark(struct arena *arena, const struct reported *reported,
                       double x, struct chart_series *series);

#endif
