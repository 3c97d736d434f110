/* probatum list: records, a line each, filtered. */

#include "base/json.h"
#include "cli/summary.h"
#include "cli/text.h"

/* What is asked for; empty text asks for nothing. */
struct filter {
    struct str kind, status, verdict, ablation;
};

static bool has_ablation(const struct record *record, struct str wanted)
{
    return str_is(wanted, "open") ? record_is_unablated(record)
                                  : str_is(wanted, summary_ablation(record));
}

static bool is_wanted(const struct workspace *workspace,
                      const struct record *record, const struct filter *filter)
{
    bool is_practice = record->kind->role == ROLE_PRACTICE;
    return record->kind->role != ROLE_JOURNAL &&
           (!filter->kind.len ||
            workspace_is_called(record->kind, filter->kind)) &&
           (!filter->status.len ||
            str_equal_nocase(filter->status, record->status)) &&
           (!filter->verdict.len ||
            (is_practice &&
             summary_has_verdict(workspace, record, filter->verdict))) &&
           (!filter->ablation.len ||
            (is_practice && has_ablation(record, filter->ablation)));
}

/* -- Text and JSON --------------------------------------------------------- */

struct records {
    const struct record **at;
    size_t len, cap;
};

/* Widest id and status, so that titles stand in one column. */
struct widths {
    size_t id, status;
};

static size_t at_least(size_t width, struct str text)
{
    return text.len > width ? text.len : width;
}

/* A record that could not be read has neither. */
static struct str status_of(const struct record *record)
{
    return record->status.len ? record->status : S("-");
}

static struct str title_of(const struct record *record)
{
    return record->title.len ? record->title : S("(no title)");
}

static void put_text(struct out *out, const struct records *records)
{
    struct widths widths = {0};
    for (size_t i = 0; i < records->len; i++) {
        widths.id = at_least(widths.id, records->at[i]->id);
        widths.status = at_least(widths.status, status_of(records->at[i]));
    }
    for (size_t i = 0; i < records->len; i++) {
        const struct record *record = records->at[i];
        text_pad(out, record->id, widths.id + 2);
        text_pad(out, status_of(record), widths.status + 2);
        text_put(out, title_of(record));
        out_char(out, '\n');
    }
}

static void entry(struct json_out *j, const struct workspace *workspace,
                  const struct record *record)
{
    json_open(j, '{');
    json_put_str(j, "id", record->id);
    json_put_c(j, "kind", role_name(record->kind->role));
    json_put_str(j, "status", record->status);
    json_put_str(j, "title", record->title);
    json_put_str(j, "path", record->source->path);
    if (record->kind->role == ROLE_PRACTICE) {
        json_put_c(j, "ablation", summary_ablation(record));
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

static void put_json(struct out *out, const struct workspace *workspace,
                     const struct records *records)
{
    struct json_out j = {.out = out};
    json_open(&j, '[');
    for (size_t i = 0; i < records->len; i++) {
        entry(&j, workspace, records->at[i]);
    }
    json_close(&j);
    out_char(out, '\n');
}

/* -- The command ----------------------------------------------------------- */

static bool read_verdict(struct command *command, struct str *verdict)
{
    struct strs names = {0};
    enum verdict known;
    *verdict = command_text(command, OPTION_VERDICT, "");
    if (!verdict->len || verdict_from_name(*verdict, &known)) {
        return true;
    }
    for (int v = 0; v < VERDICT_COUNT; v++) {
        *LIST_PUSH(&command->arena, &names) =
            str_from_c(verdict_name((enum verdict)v));
    }
    struct str near = command_nearest(command, *verdict, &names);
    command_usage(command, "no verdict is called \"%.*s\"%.*s",
                  STR_ARG(*verdict), STR_ARG(near));
    return false;
}

/* A status that no kind knows would list nothing and look like an answer. */
static bool read_status(struct command *command,
                        const struct workspace *workspace, struct str *status)
{
    const struct project *project = workspace->project;
    struct strs words = {0};
    *status = command_text(command, OPTION_STATUS, "");
    for (size_t k = 0; k < project->kind_count; k++) {
        for (size_t i = 0; i < project->kinds[k].status_count; i++) {
            struct str word = project->kinds[k].statuses[i].word;
            if (!status->len || str_equal_nocase(word, *status)) {
                return true;
            }
            *LIST_PUSH(&command->arena, &words) = word;
        }
    }
    struct str near = command_nearest(command, *status, &words);
    command_usage(command, "no kind has the status \"%.*s\"%.*s",
                  STR_ARG(*status), STR_ARG(near));
    return false;
}

static bool read_filter(struct command *command,
                        const struct workspace *workspace,
                        struct filter *filter)
{
    if (command->operands.len) {
        filter->kind = command->operands.at[0];
        if (!workspace_kind(command, workspace, filter->kind)) {
            return false;
        }
    }
    filter->ablation = command_text(command, OPTION_ABLATION, "");
    return read_verdict(command, &filter->verdict) &&
           read_status(command, workspace, &filter->status);
}

static enum exit_status list(struct command *command,
                             const struct workspace *workspace)
{
    const struct library *library = workspace->library;
    struct filter filter = {0};
    struct records records = {0};
    if (!read_filter(command, workspace, &filter)) {
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < library->record_count; i++) {
        if (is_wanted(workspace, library->records[i], &filter)) {
            *LIST_PUSH(&command->arena, &records) = library->records[i];
        }
    }
    if (command_wants_json(command)) {
        put_json(&command->out, workspace, &records);
    } else {
        put_text(&command->out, &records);
    }
    return workspace_completeness(command, workspace);
}

enum exit_status cmd_list(struct command *command)
{
    struct workspace workspace;
    enum exit_status status;
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    status = list(command, &workspace);
    workspace_close(&workspace);
    return status;
}
