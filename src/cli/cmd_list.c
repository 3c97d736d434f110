/* probatum list: records, a line each, filtered. */

#include "base/json.h"
#include "cli/summary.h"

/* A kind is named by its role ("practice"), its prefix ("SOTA") or its slug
 * ("practices"). */
static bool is_kind(const struct kind *kind, struct str word)
{
    return !word.len || str_is(word, role_name(kind->role)) ||
           str_equal_nocase(word, kind->prefix) ||
           str_equal_nocase(word, kind->slug);
}

static bool has_kind(const struct project *project, struct str word)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        if (is_kind(&project->kinds[i], word)) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const struct command *command,
                      const struct workspace *workspace,
                      const struct record *record, struct str kind)
{
    struct str status = command_text(command, OPTION_STATUS, "");
    struct str verdict = command_text(command, OPTION_VERDICT, "");
    struct str ablation = command_text(command, OPTION_ABLATION, "");
    bool is_practice = record->kind->role == ROLE_PRACTICE;
    return record->kind->role != ROLE_JOURNAL && is_kind(record->kind, kind) &&
           (!status.len || str_equal_nocase(status, record->status)) &&
           (!verdict.len ||
            (is_practice && summary_has_verdict(workspace, record, verdict))) &&
           (!ablation.len ||
            (is_practice && str_is(ablation, summary_ablation(record))));
}

static void line(struct out *out, const struct record *record)
{
    out_printf(out, "%-12.*s %-10.*s %.*s\n", STR_ARG(record->id),
               STR_ARG(record->status), STR_ARG(record->title));
}

static void entry(struct json_out *j, const struct workspace *workspace,
                  const struct record *record)
{
    json_open(j, '{');
    json_key(j, "id");
    json_str(j, record->id);
    json_key(j, "kind");
    json_str(j, str_from_c(role_name(record->kind->role)));
    json_key(j, "status");
    json_str(j, record->status);
    json_key(j, "title");
    json_str(j, record->title);
    json_key(j, "path");
    json_str(j, record->source->path);
    if (record->kind->role == ROLE_PRACTICE) {
        json_key(j, "ablation");
        json_str(j, str_from_c(summary_ablation(record)));
        json_key(j, "verdicts");
        json_open(j, '[');
        for (size_t i = 0; i < record->evidence.len; i++) {
            json_str(j, str_from_c(summary_verdict(
                            workspace, record->evidence.at[i].text)));
        }
        json_close(j);
    }
    json_close(j);
}

static void print(struct command *command, struct workspace *workspace,
                  struct str kind)
{
    struct json_out j = {.out = &command->out};
    bool is_json = command_wants_json(command);
    if (is_json) {
        json_open(&j, '[');
    }
    const struct library *library = workspace->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (!is_wanted(command, workspace, record, kind)) {
            continue;
        }
        if (is_json) {
            entry(&j, workspace, record);
        } else {
            line(&command->out, record);
        }
    }
    if (is_json) {
        json_close(&j);
        out_char(&command->out, '\n');
    }
}

static bool is_verdict(struct str word)
{
    enum verdict verdict;
    return !word.len || verdict_from_name(word, &verdict);
}

enum exit_status cmd_list(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_CLEAN;
    struct str kind =
        command->operands.len ? command->operands.at[0] : (struct str){0};
    struct str verdict = command_text(command, OPTION_VERDICT, "");
    if (!is_verdict(verdict)) {
        return command_usage(command, "no verdict is called \"%.*s\"",
                             STR_ARG(verdict));
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    if (has_kind(workspace.project, kind)) {
        print(command, &workspace, kind);
    } else {
        status =
            command_usage(command, "no kind is called \"%.*s\"", STR_ARG(kind));
    }
    workspace_close(&workspace);
    return status;
}
