#ifndef RENDER_RERUN_H
#define RENDER_RERUN_H

/* What a reader's browser needs to train an experiment again. A page carries an
 * index of what may be picked (which experiments, arms and seeds, and what each
 * costs); the rest is a script of its own, data/EXP-001.js, which is read only
 * when someone asks for a rerun: settings by the core's own names, trajectory
 * hash and losses of each run, and what was decided by which rule.
 *
 * Only runs whose key is the plan's are offered. Of evidence that the plan or
 * the core has left behind there is none, so no rerun can disagree with it. */

#include "render/assess.h"

/* `rerun`: the index as JSON in `index`, and `commands`, which do the same in a
 * terminal. One experiment with all its arms, or those that a practice rests on
 * with the arms of its hypotheses. Nothing where nothing can be run again. */
void view_rerun_experiment(const struct page_context *context,
                           struct view *page, const struct plan *plan,
                           const struct evidence *evidence);
void view_rerun_practice(const struct page_context *context, struct view *page,
                         const struct assessment *assessments, size_t count);

/* `index` for a widget: the experiment and the arms that the figure shows.
 * Nothing when any of them cannot be run again. */
void view_rerun_figure(const struct page_context *context, struct view *view,
                       const struct plan *plan, const struct evidence *evidence,
                       const struct figure *figure);

/* "data/EXP-001.js", or the empty text when none of its runs can be made
 * again; and its text. */
struct str rerun_path(const struct page_context *context,
                      const struct plan *plan, const struct evidence *evidence);
void rerun_write(struct out *out, const struct page_context *context,
                 const struct plan *plan, const struct evidence *evidence);

#endif
