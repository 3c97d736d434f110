/* probatum completion: a script for the user's shell. */

#include "cli/completion.h"

static const struct {
    const char *name;
    void (*write)(struct out *out);
} shells[] = {
    {"bash", completion_bash},
    {"zsh", completion_zsh},
    {"fish", completion_fish},
};

enum exit_status cmd_completion(struct command *command)
{
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (command->operands.len &&
            str_is(command->operands.at[0], shells[i].name)) {
            shells[i].write(&command->out);
            return STATUS_CLEAN;
        }
    }
    return command_usage(command, "name a shell: bash, zsh or fish");
}
