/* probatum completion: a script for the user's shell. */

#include "cli/command.h"

enum exit_status cmd_completion(struct command *command)
{
    if (command->operands.len != 1 ||
        !completion_write(&command->out, command->operands.at[0])) {
        return command_usage(command, "name a shell: bash, zsh or fish");
    }
    return STATUS_CLEAN;
}
