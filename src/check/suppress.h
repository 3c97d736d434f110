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

/* Whether the acknowledgement is about a record that there is not. */
bool acknowledgement_is_lost(const struct check_input *input,
                             const struct acknowledgement *acknowledged);

/* Marks the findings that acknowledgements in force hold back; returns how many
 * acknowledgements of the chosen records are in force. When every topic is
 * checked, those that hold nothing back are reported (acknowledgement-unused):
 * otherwise they may be for what was left out. */
size_t suppress(struct arena *arena, const struct check_input *input,
                const struct check_options *options, struct diags *diags);

#endif
