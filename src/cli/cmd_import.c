/* probatum import: a bibliography becomes literature records, an anthology kept
 * in another layout becomes a project of its own. Both write all of their files
 * or none. */

#include "cli/import.h"

static const struct source_format {
    const char *name;
    enum exit_status (*run)(struct command *command, struct str operand);
} formats[] = {
    {"bibtex", import_bibtex},
    {"anthology", import_anthology},
};
enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

enum exit_status cmd_import(struct command *command)
{
    struct strs names = {0};
    if (command->operands.len != 2) {
        return command_usage(command, "name what is imported: bibtex FILE, or "
                                      "anthology DIR");
    }
    const struct str name = command->operands.at[0];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (str_is(name, formats[i].name)) {
            return formats[i].run(command, command->operands.at[1]);
        }
        *LIST_PUSH(&command->arena, &names) = str_from_c(formats[i].name);
    }
    const struct str near = command_nearest(command, name, &names);
    return command_usage(
        command,
        "nothing is imported as \"%.*s\"; there are bibtex and "
        "anthology%.*s",
        STR_ARG(name), STR_ARG(near));
}
