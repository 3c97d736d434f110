#ifndef RENDER_OUTCOME_H
#define RENDER_OUTCOME_H

/* One outcome as a page shows it: the claim's hypothesis, what was measured,
 * the verdict, and how certain it is, with a link from every number to its
 * provenance. */

#include "render/assess.h"
#include "render/context.h"

/* Fills the map for templates/parts/outcome.html. */
void view_outcome(const struct page_context *context, struct view *map,
                  const struct assessment *assessment);

/* A measured number: `key` becomes {ref, text, href}. The href leads to the
 * card with that id on the page at `base` ("" is this page). */
void view_value(const struct page_context *context, struct view *map,
                const char *key, struct str base, struct str ref,
                struct str text);

/* Whether pages say "here" beside the verdict: a run here reached it. */
bool is_reached_here(enum verdict verdict);

/* A verdict as {name, words, icon, is_here}. */
void view_verdict(const struct page_context *context, struct view *map,
                  enum verdict verdict);

/* Both levels and their reasons. */
void view_certainty(const struct page_context *context, struct view *map,
                    const struct certainty *certainty);

/* "rmsnorm improves final-loss over layernorm" */
struct str hypothesis_expectation(struct arena *arena, const struct plan *plan,
                                  const struct hypothesis *hypothesis);

/* What a positive difference says of the treatment: "better", or of a claim of
 * no effect, to which neither side is better, "lower" or "higher". */
const char *positive_words(const struct decision *decision);

/* "7 of 10 better". */
struct str wins_text(struct arena *arena, const struct decision *decision);

/* Whether no effect was asked for or found: then the interval that decides is
 * the narrower one of the equivalence test, not the one shown of every mean. */
bool is_decided_by_equivalence(const struct decision *decision);

/* That interval as `decides`: {lo, hi, coverage}; else nothing. */
void view_decides(const struct page_context *context, struct view *map,
                  const struct decision *decision);

/* Why it is called contradicted, for who does not know the arms: "the plan
 * expected that the arm “A” is no worse than “B” in final-loss, by 0.01 nats at
 * most; the runs have final-loss higher by 0.0165 nats [0.0138, 0.0201], 10 of
 * 10 seeds." The generated sentence where the plan is gone. */
struct str contradiction_words(struct arena *arena,
                               const struct evidence *evidence,
                               const struct evidence_decision *decided);

/* "EXP-002.rmsnorm-no-worse" + ".delta". */
struct str value_ref(const struct page_context *context, struct str base,
                     const char *part);

/* The unit of a metric, or "". */
struct str metric_unit(struct str metric);

#endif
