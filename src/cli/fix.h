#ifndef CLI_FIX_H
#define CLI_FIX_H

/* check --fix: mends what is mechanical (check/mend.h), or shows what it would
 * mend. All is worked out in memory, each repair checked again with the others
 * made, and then each file is written at once; one that somebody saved in the
 * meantime, or that a link leads to, is left alone and named. */

#include "cli/workspace.h"

/* The workspace has been read. Afterwards it is that of the mended files, and
 * the summary is that of a check of it. Says on standard output what was
 * mended, on standard error where standard output is for programs. False after
 * saying why a file could not be written, with the status. */
bool fix_files(struct command *command, struct workspace *workspace,
               const struct check_options *options,
               struct check_summary *summary, enum exit_status *status);

#endif
