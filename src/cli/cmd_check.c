/* probatum check: what is wrong, where, and what would be right. */

#include "cli/changed.h"
#include "cli/fix.h"

#include "base/fs.h"

/* -- What is to be checked ------------------------------------------------- */

/* A check of nothing must not look like a clean one. */
static bool holds_something(const struct workspace *workspace,
                            struct str subject)
{
    const struct library *library = workspace->library;
    const struct evidences *evidences = &workspace->evidences;
    for (size_t i = 0; i < library->record_count; i++) {
        if (fs_is_at_or_below(library->records[i]->source->path, subject)) {
            return true;
        }
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        if (fs_is_at_or_below(library->chapters.at[i].source->path, subject)) {
            return true;
        }
    }
    for (size_t i = 0; i < evidences->len; i++) {
        if (fs_is_at_or_below(evidences->at[i].source->path, subject)) {
            return true;
        }
    }
    for (size_t i = 0; i < workspace->diags.len; i++) {
        const struct source *source = workspace->diags.at[i].place.source;
        if (source && fs_is_at_or_below(source->path, subject)) {
            return true;
        }
    }
    return fs_is_at_or_below(workspace->project->source->path, subject);
}

/* An id, or a file or folder of the project; false after saying what is wrong
 * with it. */
static bool read_subject(struct command *command, struct workspace *workspace,
                         struct str given, struct str *subject,
                         enum exit_status *status)
{
    struct record *record = library_find(workspace->library, given);
    if (record) {
        *subject = record->id;
        return true;
    }
    if (!workspace_path(command, workspace, given, subject)) {
        command_usage(command, "%.*s lies outside the project %.*s",
                      STR_ARG(given), STR_ARG(workspace->project->root));
        return false;
    }
    while (str_ends(*subject, S("/"))) {
        subject->len--;
    }
    if (holds_something(workspace, *subject)) {
        return true;
    }
    if (str_find_char(given, '/') == STR_NONE &&
        str_find_char(given, '.') == STR_NONE) {
        workspace_record(command, workspace, given, status);
    } else {
        command_usage(command, "nothing to check at %.*s", STR_ARG(given));
    }
    return false;
}

/* No subjects mean everything, and so does the root among them. */
static bool read_subjects(struct command *command, struct workspace *workspace,
                          struct check_options *options,
                          enum exit_status *status)
{
    bool is_everything = false;
    for (size_t i = 0; i < command->operands.len; i++) {
        struct str subject;
        if (!read_subject(command, workspace, command->operands.at[i], &subject,
                          status)) {
            return false;
        }
        is_everything = is_everything || !subject.len;
        *LIST_PUSH(&command->arena, &options->subjects) = subject;
    }
    if (is_everything) {
        options->subjects = (struct strs){0};
    }
    return true;
}

/* Reads the project and says what of it is meant. */
static bool read_workspace(struct command *command, struct workspace *workspace,
                           struct check_options *options,
                           enum exit_status *status)
{
    const bool is_staged = command_has(command, OPTION_STAGED);
    const bool is_since = command_has(command, OPTION_SINCE);
    if (is_staged + is_since + (command->operands.len > 0) > 1) {
        command_usage(command, "--staged, --since and records or paths each "
                               "say what to check; give one of them");
        return false;
    }
    if (is_staged) {
        return changed_staged(command, workspace, &options->subjects, status);
    }
    workspace_reread(command, workspace, NULL);
    return is_since ? changed_since(command, workspace,
                                    command_text(command, OPTION_SINCE, ""),
                                    &options->subjects, status)
                    : read_subjects(command, workspace, options, status);
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
    struct str near = command_nearest(command, options->topic, &topics);
    command_usage(command, "no rule has the topic \"%.*s\"%.*s",
                  STR_ARG(options->topic), STR_ARG(near));
    return false;
}

/* -- Telling --------------------------------------------------------------- */

static void print(struct command *command, const struct workspace *workspace,
                  const struct check_summary *summary)
{
    const struct str format = command_text(command, OPTION_FORMAT, "text");
    const struct diags *diags = &workspace->diags;
    struct out *out = &command->out;
    struct arena *scratch = &command->scratch;
    if (str_is(format, "json")) {
        check_print_json(out, scratch, diags, summary);
    } else if (str_is(format, "sarif")) {
        check_print_sarif(out, scratch, diags);
    } else if (str_is(format, "github")) {
        check_print_github(out, scratch, diags, workspace->prefix);
    } else {
        check_print_text(out, scratch, diags, summary, workspace->prefix,
                         command->has_colour);
    }
}

static enum exit_status conclude(struct command *command,
                                 const struct workspace *workspace)
{
    bool is_strict =
        str_is(command_text(command, OPTION_FAIL_ON, "error"), "warning");
    if (workspace->is_incomplete) {
        command_note(command, "some files could not be read; "
                              "the rest was checked");
        return STATUS_FAILED;
    }
    return check_fails(&workspace->diags,
                       is_strict ? SEVERITY_WARNING : SEVERITY_ERROR)
               ? STATUS_FINDINGS
               : STATUS_CLEAN;
}

/* With --fix the findings are those that are left. */
static enum exit_status report(struct command *command,
                               struct workspace *workspace,
                               const struct check_options *options)
{
    struct check_summary summary;
    enum exit_status status = STATUS_FAILED;
    if (command_has(command, OPTION_FIX)) {
        if (!fix_files(command, workspace, options, &summary, &status)) {
            return status;
        }
    } else {
        struct check_input input = workspace_check_input(command, workspace);
        check_run(&command->arena, &input, options, &workspace->diags,
                  &summary);
    }
    if (!command_has(command, OPTION_DRY_RUN)) {
        print(command, workspace, &summary);
    }
    return conclude(command, workspace);
}

static bool allows_options(struct command *command)
{
    if (command_has(command, OPTION_FIX) &&
        command_has(command, OPTION_STAGED)) {
        command_usage(command, "--fix mends files, and --staged reads what git "
                               "has in its index; give one of them");
        return false;
    }
    if (command_has(command, OPTION_DRY_RUN) &&
        !command_has(command, OPTION_FIX)) {
        command_usage(command, "--dry-run goes with --fix: a check writes "
                               "nothing");
        return false;
    }
    return true;
}

enum exit_status cmd_check(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    struct check_options options = {0};
    if (!allows_options(command) ||
        !workspace_find(command, &workspace, &status)) {
        return status;
    }
    if (read_topic(command, &options) &&
        read_workspace(command, &workspace, &options, &status)) {
        status = report(command, &workspace, &options);
    }
    workspace_close(&workspace);
    return status;
}
