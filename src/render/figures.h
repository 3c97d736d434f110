#ifndef RENDER_FIGURES_H
#define RENDER_FIGURES_H

/* The plan's figures from its evidence: each an SVG, the table of the same
 * numbers, and what the caption has to say. */

#include "render/context.h"

/* Appends {id, title, svg, table_html, table_md, notes[]} for each figure of
 * the plan but forests, which pages draw per hypothesis. `only` limits curves
 * and profiles to figures that show one of the two arms; NULL shows all. */
struct figure_choice {
    struct str control, treatment;
};
void view_figures(const struct page_context *context, struct view *figures,
                  const struct evidence *evidence,
                  const struct figure_choice *only);

/* The same for one hypothesis of a plan that draws no such figure: the loss of
 * both arms. */
void view_loss_figure(const struct page_context *context, struct view *figures,
                      const struct evidence *evidence,
                      const struct figure_choice *arms);

#endif
