/* probatum check: what is wrong, where, and what would be right. */

#include "cli/workspace.h"

/* Paths are given from the current folder; rules know them from the root. */
static struct str subject_path(struct workspace *workspace, struct str given)
{
    if (str_starts(given, S("./"))) {
        given = str_from(given, 2);
    }
    if (workspace->prefix.len && str_starts(given, workspace->prefix)) {
        given = str_from(given, workspace->prefix.len);
    }
    return given;
}

static bool matches_something(const struct workspace *workspace,
                              struct str subject)
{
    const struct library *library = workspace->library;
    for (size_t i = 0; i < library->record_count; i++) {
        if (str_starts(library->records[i]->source->path, subject)) {
            return true;
        }
    }
    return false;
}

/* Ids and paths, or false after saying which one nothing matches: a check of
 * nothing must not look like a clean one. */
static bool read_subjects(struct command *command, struct workspace *workspace,
                          struct check_options *options)
{
    for (size_t i = 0; i < command->operands.len; i++) {
        struct str given = command->operands.at[i];
        struct record *record = library_find(workspace->library, given);
        struct str subject =
            record ? record->id : subject_path(workspace, given);
        if (!record && !matches_something(workspace, subject)) {
            workspace_record(command, workspace, given);
            return false;
        }
        *LIST_PUSH(&command->arena, &options->subjects) = subject;
    }
    return true;
}

static bool read_topic(struct command *command, struct check_options *options)
{
    options->topic = command_text(command, OPTION_ONLY, "");
    if (!options->topic.len) {
        return true;
    }
    struct strs topics = {0};
    for (size_t i = 0; i < rule_count; i++) {
        struct str topic = str_from_c(rules[i].topic);
        if (str_equal(topic, options->topic)) {
            return true;
        }
        *LIST_PUSH(&command->arena, &topics) = topic;
    }
    struct str near = nearest(options->topic, &topics);
    command_usage(command, "no rule has the topic \"%.*s\"%s%.*s%s",
                  STR_ARG(options->topic), near.len ? "; did you mean \"" : "",
                  STR_ARG(near), near.len ? "\"?" : "");
    return false;
}

static enum exit_status report(struct command *command,
                               struct workspace *workspace,
                               const struct check_options *options)
{
    struct check_input input = workspace_check_input(command, workspace);
    struct check_summary summary;
    struct diags *diags = &workspace->diags;
    check_run(&command->arena, &input, options, diags, &summary);
    if (command_wants_json(command)) {
        check_print_json(&command->out, &command->scratch, diags, &summary);
    } else {
        check_print_text(&command->out, &command->scratch, diags, &summary,
                         workspace->prefix, command->has_colour);
    }
    bool is_strict =
        str_is(command_text(command, OPTION_FAIL_ON, "error"), "warning");
    if (workspace->is_incomplete) {
        command_note(command, "something could not be read, see above; "
                              "the rest was checked");
        return STATUS_FAILED;
    }
    return check_fails(diags, is_strict ? SEVERITY_WARNING : SEVERITY_ERROR)
               ? STATUS_FINDINGS
               : STATUS_CLEAN;
}

enum exit_status cmd_check(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    struct check_options options = {0};
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    if (read_topic(command, &options) &&
        read_subjects(command, &workspace, &options)) {
        status = report(command, &workspace, &options);
    }
    workspace_close(&workspace);
    return status;
}
