#ifndef RENDER_STUDY_H
#define RENDER_STUDY_H

/* The injected-mistake study of a project's checker, site/mutants.json: a
 * project that has one gets a page that shows it. */

#include "base/json.h"
#include "record/project.h"

/* The file's text; empty when there is none. */
struct str study_text(struct arena *arena, const struct project *project);

/* The same as a tree; NULL when there is none, or one that cannot be read. */
const struct json *study_read(struct arena *arena,
                              const struct project *project);

#endif
