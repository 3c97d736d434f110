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

/* One figure by its name, for pages that tell of experiments without being
 * theirs. */
struct figure_request {
    struct str reference; /* "EXP-003.loss" */
    struct str id;        /* of the figure on the page, where its own,
                             "EXP-003.loss.figure", may be there twice */
    size_t number;        /* before its title, "Figure 3"; 0: none */
};

enum figure_answer {
    FIGURE_IS_DRAWN,
    FIGURE_HAS_NO_PLAN,     /* no experiment is called so */
    FIGURE_IS_UNKNOWN,      /* its plan has no such figure */
    FIGURE_IS_NOT_MEASURED, /* there is nothing to draw yet */
};

/* Appends it as view_figure does, or nothing. *caption is its title, without a
 * number and without a full stop; empty when nothing was drawn. */
enum figure_answer figure_by_name(const struct page_context *context,
                                  struct view *figures,
                                  const struct figure_request *request,
                                  struct str *caption);

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
