#ifndef RENDER_ANCHORS_H
#define RENDER_ANCHORS_H

/* Places on a page that others can link to: where a measured number or a claim
 * is shown first. A number may stand on a page many times, in tables, prose and
 * cards that know nothing of each other, so this is told from the page when it
 * is whole. */

#include "base/arena.h"

/* The HTML with an id before the first data-value="X" ("at.X") and the first
 * data-claim="X" ("claim.X") of each X, but where there is one already. Text of
 * records never holds such a mark: its quotation marks are escaped. */
struct str anchors_set(struct arena *arena, struct str html);

#endif
