#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

/* From argv to options and operands. Options may stand anywhere: before the
 * command's name those that every command takes, after it the command's own
 * too. "--" ends them. */

#include "cli/command.h"

/* Reads what stands before the command's name. Returns the name's index (which
 * is that of the closing NULL when there is none), or 0 after saying what is
 * wrong. */
int arguments_before(struct command *command, char **arguments);

/* Reads what follows the command's name from index `start` on; command->info
 * is set. False after saying what is wrong. */
bool arguments_after(struct command *command, char **arguments, int start);

#endif
