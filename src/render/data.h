#ifndef RENDER_DATA_H
#define RENDER_DATA_H

/* The site's contents for programs: data/records.json and data/evidence.json.
 * A number that is not finite is null. */

#include "render/context.h"

void data_records(struct out *out, const struct page_context *context);
void data_evidence(struct out *out, const struct page_context *context);

#endif
