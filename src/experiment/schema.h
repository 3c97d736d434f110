#ifndef EXPERIMENT_SCHEMA_H
#define EXPERIMENT_SCHEMA_H

/* JSON Schema (draft-07) of plans, from the lists that read them: the fields of
 * records, plan_keys.def, settings.def and metrics.def. */

#include "record/schema.h"

void schema_of_plan(struct out *out, const struct project *project,
                    const struct kind *kind);

#endif
