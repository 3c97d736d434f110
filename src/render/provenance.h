#ifndef RENDER_PROVENANCE_H
#define RENDER_PROVENANCE_H

/* The cards behind the numbers: which runs a value comes from, how the arms
 * were configured, under which plan, numerics and commit, and the commands that
 * show or repeat it. Every `data-value` of a page leads to a row of one. */

#include "render/assess.h"
#include "render/context.h"

/* Appends the card of a hypothesis: {ref, values[], seeds[], config[], plan
 * and run facts}. Nothing when it was not tested. */
void view_hypothesis_card(const struct page_context *context,
                          struct view *cards,
                          const struct assessment *assessment);

/* Appends the card of an arm with the metrics measured, or only one of them
 * when `metric` is not empty. */
void view_arm_card(const struct page_context *context, struct view *cards,
                   const struct evidence *evidence, struct str arm,
                   struct str metric);

/* `derived`: what a derived arm is made of, {text, members[]}. */
void view_derived(const struct page_context *context, struct view *map,
                  const struct plan *plan, const struct derived *derived);

/* "EXP-002.rmsnorm.final-loss" as it is shown: a mean, with as many decimals
 * as its spread calls for. */
struct str mean_text(struct arena *arena, const struct summary *summary);
struct str spread_text(struct arena *arena, const struct summary *summary,
                       double value);

/* Fills "sd", unless a single run leaves nothing to deviate from. */
void view_deviation(struct arena *arena, struct view *map,
                    const struct summary *summary);

/* Facts about the evidence as a whole. */
void view_provenance(const struct page_context *context, struct view *map,
                     const struct evidence *evidence);

#endif
