#ifndef CLI_CHANGED_H
#define CLI_CHANGED_H

/* check --staged and --since: which files are meant, and what stands in them.
 * Besides the changed files themselves these are the records that name one
 * which was removed, since that is where its absence shows. A changed
 * probatum.yaml means everything. */

#include "cli/workspace.h"

/* The workspace has been found and not read. Reads it as the index has it, and
 * fills the subjects with what differs from HEAD there. False after saying why,
 * with the status. */
bool changed_staged(struct command *command, struct workspace *workspace,
                    struct strs *subjects, enum exit_status *status);

/* The workspace has been read. */
bool changed_since(struct command *command, struct workspace *workspace,
                   struct str revision, struct strs *subjects,
                   enum exit_status *status);

#endif
