#ifndef CLI_CHANGES_H
#define CLI_CHANGES_H

/* How `bump`, `log` and `diff` tell what differs between two readings of a
 * record: what went with a minus, what came with a plus. */

#include "base/json.h"
#include "record/compare.h"

/* Each change with its level, then its texts; every line ended. */
void changes_text(struct out *out, const struct field_changes *changes,
                  size_t indent);

/* A list of objects. */
void changes_json(struct json_out *j, const struct field_changes *changes);

#endif
