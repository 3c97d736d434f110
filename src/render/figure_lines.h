#ifndef RENDER_FIGURE_LINES_H
#define RENDER_FIGURE_LINES_H

/* Lines of a metric over a setting, a value a seed: what sweeps and coordinate
 * checks are made of. */

#include "render/chart_series.h"
#include "render/figure_parts.h"

/* The measured arms of one line. */
struct line_arms {
    const struct evidence_arm **arms;
    double *x;
    size_t *indexes; /* of the plan */
    size_t count;
    struct seeds seeds;
};

/* Those of the named arms that were measured. */
struct line_arms line_arms(struct arena *arena, const struct evidence *evidence,
                           const struct figure *figure, const size_t *indexes,
                           size_t count);

/* A value of a run that a line is made of: its metric, or what that was at one
 * step. */
struct reading {
    size_t metric;
    bool is_stepwise;
    uint32_t step;
};

struct chart_series line_series(struct arena *arena, struct str name,
                                const struct line_arms *from,
                                const struct reading *reading);

/* The values along x that were tried, rising. */
struct places {
    struct chart_place *at;
    size_t len, cap;
};

void line_places(struct arena *arena, const struct plan *plan,
                 const struct figure *figure, const struct line_arms *line,
                 struct places *places);

/* Marks what sources report for the line's arms. */
void line_reported(struct arena *arena, const struct plan *plan,
                   const struct figure *figure, const struct line_arms *line,
                   struct chart_series *series);
size_t lines_reported(const struct chart *chart);

/* The chart without its series, then all that a page shows of it. `left_out`
 * counts values that were left out before. */
struct chart lines_chart(struct arena *arena, const struct figure *figure,
                         const struct places *places,
                         struct drawn_figure *drawn);
void lines_draw(struct arena *arena, const struct figure *figure,
                struct chart *chart, size_t left_out,
                struct drawn_figure *drawn);

#endif
