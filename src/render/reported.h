#ifndef RENDER_REPORTED_H
#define RENDER_REPORTED_H

/* What sources report beside what was measured, number by number.
 *
 * A number is held against ours only where the two could be equal: in one unit,
 * and if it is no level of a loss, which depends on the data and on how long
 * was trained; of losses the differences between arms are compared instead
 * (assess.h). A mean is held against the exact 95 % interval of our mean, a
 * single draw against the range of our seeds. */

#include "render/assess.h"
#include "render/context.h"

struct comparison {
    const struct reported *reported;
    const struct summary *summary; /* NULL: not measured here */
    enum versus_report versus;
    const char *why; /* what it was held against, or why against nothing */
    bool has_range;
    double lo, hi; /* of what it was held against */
};

/* The evidence may be NULL. The entry has to resolve: its report is there. */
struct comparison compare_reported(const struct evidence *evidence,
                                   const struct reported *reported);

/* `comparisons`: a row for each number that a source reports for an arm of the
 * plan, then one for each difference between two reported arms that the
 * assessments are about. Sets `has_comparisons`. */
void view_comparisons(const struct page_context *context, struct view *map,
                      const struct plan *plan, const struct evidence *evidence,
                      const struct assessment *assessments, size_t count);

#endif
