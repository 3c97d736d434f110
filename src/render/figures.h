#ifndef RENDER_FIGURES_H
#define RENDER_FIGURES_H

/* The plan's figures from its evidence: each an SVG, the table of the same
 * numbers, and what the caption has to say. */

#include "render/context.h"

/* Appends {id, title, description, svg, table_html, table_md, notes[]} for the
 * figure. Nothing for a forest, which pages draw per hypothesis, and for one
 * whose arms were not measured. */
void view_figure(const struct page_context *context, struct view *figures,
                 const struct evidence *evidence, const struct figure *figure);

/* All figures of the plan but those in `shown`. */
struct figures_shown {
    const struct figure **at;
    size_t len, cap;
};
void view_figures(const struct page_context *context, struct view *figures,
                  const struct evidence *evidence,
                  const struct figures_shown *shown);

/* The plan's figure that shows the hypothesis best: its metric with its arms,
 * or, of derived arms, the metric they pick by over the setting they pick. Of
 * several the one with the fewest other arms; NULL when none shows both. */
const struct figure *figure_of_hypothesis(const struct plan *plan,
                                          const struct hypothesis *hypothesis);

/* For a hypothesis of which no figure is planned: the learning curves of both
 * arms. Nothing when they were not trained, but derived. */
struct figure_choice {
    struct str control, treatment;
};
void view_loss_figure(const struct page_context *context, struct view *figures,
                      const struct evidence *evidence,
                      const struct figure_choice *arms);

#endif
