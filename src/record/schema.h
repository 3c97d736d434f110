#ifndef RECORD_SCHEMA_H
#define RECORD_SCHEMA_H

/* JSON Schema (draft-07, which editors' YAML servers read) of a kind's records,
 * from the same lists as the reader: fields.def, the forms of entries, and what
 * probatum.yaml says of the kind. A schema knows shapes and words; what needs
 * other records stays with `check`. */

#include "base/json.h"
#include "record/project.h"

void schema_of_kind(struct out *out, const struct project *project,
                    const struct kind *kind);

/* -- For kinds whose records have more keys ------------------------------- */

/* Opens the schema and its properties; the caller adds its own, then closes
 * both. */
void schema_open(struct json_out *j, const struct project *project,
                 const struct kind *kind);
void schema_close(struct json_out *j, const struct project *project,
                  const struct kind *kind, const struct strs *also_required);

/* One property. `help` may be NULL. */
void schema_text(struct json_out *j, const char *key, const char *help);
/* One of "a|b|c". */
void schema_words(struct json_out *j, const char *key, const char *words,
                  const char *help);
void schema_number(struct json_out *j, const char *key, double lowest,
                   double highest, bool is_whole, const char *help);
/* A map with any keys, a list of anything, or anything at all. */
void schema_any(struct json_out *j, const char *key, const char *type,
                const char *help);

#endif
