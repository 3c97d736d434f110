#ifndef CLI_WHY_H
#define CLI_WHY_H

/* `probatum why PAGE`, for cmd_why.c. */

#include "cli/workspace.h"

/* Whether the word names a page rather than an experiment or a value: by a
 * path, by its name in the site, or by the id of a record that is no
 * experiment. */
bool why_is_page(struct command *command, struct workspace *workspace,
                 struct str word);

/* Tells what the page is made from and whether it would be made again. */
enum exit_status why_page(struct command *command, struct workspace *workspace,
                          struct str word);

#endif
