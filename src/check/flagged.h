#ifndef CHECK_FLAGGED_H
#define CHECK_FLAGGED_H

#include "record/record.h"

/* Whether an open flag of the record names the experiment of the reference
 * "EXP-002.rmsnorm-no-worse": what speaks against the record is then said. */
bool is_flagged(const struct record *record, struct str reference);

#endif
