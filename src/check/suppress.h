#ifndef CHECK_SUPPRESS_H
#define CHECK_SUPPRESS_H

/* Acknowledgements: findings that a curator has seen and accepted. Each stores
 * the status or version it was given for and holds only as long as that is
 * still true; whether it is, is a finding of its own (acknowledgement-untrue),
 * which nothing can suppress. */

#include "check/check.h"

/* NULL while the acknowledgement holds, else why it does not: "ADR-029 is
 * Superseded, not Proposed", "it ended on 2026-10-01". In the arena. */
const char *acknowledgement_void(struct arena *arena,
                                 const struct check_input *input,
                                 const struct record *record,
                                 const struct acknowledgement *acknowledged);

/* Marks the findings that acknowledgements in force hold back; returns how many
 * acknowledgements are in force. */
size_t suppress(struct arena *arena, const struct check_input *input,
                struct diags *diags);

#endif
