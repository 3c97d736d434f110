#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

/* What `show` and `list` say of a record in a word: its verdicts, its
 * ablation. */

#include "cli/workspace.h"

/* The verdict of the hypothesis that the reference names ("EXP-002.no-worse"),
 * "not-tested" where there is no evidence for it. */
const char *summary_verdict(const struct workspace *workspace,
                            struct str reference);

/* True when one of the practice's hypotheses has the verdict; a practice
 * without any is "not-tested". */
bool summary_has_verdict(const struct workspace *workspace,
                         const struct record *record, struct str verdict);

/* "true", "false" or "unknown": whether a source runs the arm without it. The
 * practice's own word comes first, then what its citations say. */
const char *summary_ablation(const struct record *record);

#endif
