/* probatum schema: what editors need to complete and check a file while it is
 * written. */

#include "cli/workspace.h"
#include "experiment/schema.h"

static enum exit_status print(struct command *command,
                              const struct workspace *workspace)
{
    const struct kind *kind =
        workspace_kind(command, workspace, command->operands.at[0]);
    if (kind == NULL) {
        return STATUS_USAGE;
    }
    if (kind->role == ROLE_JOURNAL) {
        return command_usage(command, "a journal's entries have no schema");
    }
    if (kind->role == ROLE_EXPERIMENT) {
        schema_of_plan(&command->out, workspace->project, kind);
    } else {
        schema_of_kind(&command->out, workspace->project, kind);
    }
    return STATUS_CLEAN;
}

enum exit_status cmd_schema(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    if (command->operands.len == 0) {
        return command_usage(command, "name a kind: practice, literature, "
                                      "theory, decision or experiment");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    status = print(command, &workspace);
    workspace_close(&workspace);
    return status;
}
