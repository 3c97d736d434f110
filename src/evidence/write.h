#ifndef EVIDENCE_WRITE_H
#define EVIDENCE_WRITE_H

/* The parts of writing evidence: runs in write_run.c, the rest in write.c.
 * Private to src/evidence. */

#include "base/json.h"
#include "evidence/evidence.h"

/* A thing by its name, and where it is in its list. */
struct named {
    struct str name;
    size_t index;
};

/* The metrics that one kind of arm has, by name. */
struct columns {
    struct named *at;
    size_t len;
};

/* What would fill pages with one number a line is written on one line. */
void write_open_inline(struct json_out *j, char bracket);
void write_close_inline(struct json_out *j);

/* One run of a trained arm, and of a derived one. */
void write_run(struct json_out *j, const struct columns *metrics,
               const struct run_result *run);
void write_derived_run(struct json_out *j, const struct columns *metrics,
                       const struct run_result *run);

#endif
