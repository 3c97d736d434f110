/* probatum show: one record as a curator wants it at a glance: what it says,
 * what it cites, what was measured, and what points to it. */

#include "base/json.h"
#include "cli/summary.h"
#include "cli/text.h"

/* -- Text ------------------------------------------------------------------ */

enum { LABEL = 14, NOTE = 17, STEP = 2, ID = 11, DAY = 12 };

/* A label in the left column, prose beside it. */
static void line(struct out *out, const char *label, struct str value)
{
    if (!str_is_blank(value)) {
        text_pad(out, str_from_c(label), LABEL);
        text_wrap(out, value, LABEL, LABEL);
    }
}

static void show_ablation(struct out *out, const struct record *record)
{
    if (record->kind->role == ROLE_PRACTICE) {
        line(out, "ablated", str_from_c(summary_ablation(record)));
    }
}

/* An id in a narrow column, and what is said of it. */
static void named(struct out *out, struct str id, struct str text)
{
    out_repeat(out, ' ', STEP);
    text_pad(out, id, ID);
    text_put(out, text);
}

static void show_citation(struct out *out, const struct citation *citation)
{
    named(out, citation->ref, citation->role);
    if (citation->locator.len) {
        out_c(out, ", ");
        text_put(out, citation->locator);
    }
    if (citation->ablation != ABLATION_ABSENT) {
        out_printf(out, ", ablation %s", ablation_name(citation->ablation));
    }
    out_char(out, '\n');
}

static void show_citations(struct out *out, const char *heading,
                           const struct citations *citations)
{
    if (citations->len) {
        out_printf(out, "\n%s\n", heading);
    }
    for (size_t i = 0; i < citations->len; i++) {
        show_citation(out, &citations->at[i]);
    }
}

/* One hypothesis by reference: its verdict, then its sentence. */
static void show_outcome(struct out *out, const struct workspace *workspace,
                         struct str reference)
{
    const struct evidence *evidence;
    const struct evidence_decision *decided =
        evidences_decision(&workspace->evidences, reference, &evidence);
    out_repeat(out, ' ', STEP);
    text_put(out, reference);
    out_printf(out, ": %s\n", summary_verdict(workspace, reference));
    if (decided) {
        out_repeat(out, ' ', STEP + STEP);
        text_wrap(out, decided->sentence, STEP + STEP, STEP + STEP);
    }
}

static void show_evidence(struct out *out, const struct workspace *workspace,
                          const struct record *record)
{
    if (record->kind->role != ROLE_PRACTICE) {
        return;
    }
    out_c(out, "\nevidence\n");
    if (!record->evidence.len) {
        out_c(out, "  none: not tested here\n");
    }
    for (size_t i = 0; i < record->evidence.len; i++) {
        show_outcome(out, workspace, record->evidence.at[i].text);
    }
}

/* What a plan adds to its record: the question and what came of each
 * hypothesis. */
static void show_plan(struct command *command,
                      const struct workspace *workspace,
                      const struct record *record)
{
    struct out *out = &command->out;
    const struct plan *plan = plans_find(&workspace->plans, record->id);
    if (!plan) {
        return;
    }
    line(out, "question", plan->question);
    line(out, "needs", plan->needs);
    line(out, "cost", plan->cost);
    if (plan->hypothesis_count) {
        out_c(out, "\nhypotheses\n");
    }
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        show_outcome(out, workspace,
                     arena_printf(&command->arena, "%.*s.%.*s",
                                  STR_ARG(plan->id),
                                  STR_ARG(plan->hypotheses[i].id)));
    }
}

static void show_history(struct out *out, const struct record *record)
{
    if (record->history_count) {
        out_c(out, "\nhistory\n");
    }
    for (size_t i = 0; i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        out_printf(out, "%3lld  ", (long long)entry->version);
        text_pad(out, entry->date, DAY);
        text_wrap(out, entry->note, NOTE, NOTE);
    }
}

static void show_backlinks(struct out *out, const struct record *record)
{
    const struct record *last = NULL;
    if (record->backlink_count) {
        out_c(out, "\nnamed by\n");
    }
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct record *from = record->backlinks[i]->from;
        if (from != last) {
            named(out, from->id, from->title);
            out_char(out, '\n');
        }
        last = from;
    }
}

static void show_head(struct out *out, const struct workspace *workspace,
                      const struct record *record)
{
    text_put(out, record->id);
    out_c(out, ": ");
    text_put(out, record->title);
    out_char(out, '\n');
    if (record->status.len) {
        text_put(out, record->status);
        out_c(out, ", ");
    }
    if (record->version) {
        out_printf(out, "version %lld, ", (long long)record->version);
    }
    out_str(out, workspace->prefix);
    text_put(out, record->source->path);
    out_c(out, "\n\n");
}

static void show_text(struct command *command,
                      const struct workspace *workspace,
                      const struct record *record)
{
    struct out *out = &command->out;
    show_head(out, workspace, record);
    line(out, "claim", record->claim);
    line(out, "summary", record->summary);
    show_ablation(out, record);
    line(out, "published", record->published);
    line(out, "arxiv", record->arxiv);
    line(out, "doi", record->doi);
    line(out, "url", record->url);
    line(out, "read", record->read);
    show_plan(command, workspace, record);
    show_citations(out, "citations", &record->citations);
    show_citations(out, "formerly cited", &record->formerly_cited);
    show_evidence(out, workspace, record);
    show_history(out, record);
    show_backlinks(out, record);
}

/* -- JSON ------------------------------------------------------------------ */

/* The front matter as it stands, whatever the kind: JSON of the YAML tree,
 * every scalar a string, so that nothing is guessed. */
static void node_json(struct json_out *j, const struct yml_node *node)
{
    switch (node->kind) {
    case YML_SCALAR:
        json_str(j, node->text);
        break;
    case YML_LIST:
        json_open(j, '[');
        for (size_t i = 0; i < node->len; i++) {
            node_json(j, node->items[i]);
        }
        json_close(j);
        break;
    case YML_MAP:
        json_open(j, '{');
        for (size_t i = 0; i < node->len; i++) {
            json_key_str(j, node->pairs[i].key->text);
            node_json(j, node->pairs[i].value);
        }
        json_close(j);
        break;
    }
}

static void show_json(struct out *out, const struct workspace *workspace,
                      const struct record *record)
{
    struct json_out j = {.out = out};
    json_open(&j, '{');
    json_put_str(&j, "id", record->id);
    json_put_str(&j, "path", record->source->path);
    json_key(&j, "fields");
    if (record->front) {
        node_json(&j, record->front);
    } else {
        json_none(&j);
    }
    json_key(&j, "verdicts");
    json_open(&j, '{');
    for (size_t i = 0; i < record->evidence.len; i++) {
        struct str reference = record->evidence.at[i].text;
        json_key_str(&j, reference);
        json_str(&j, str_from_c(summary_verdict(workspace, reference)));
    }
    json_close(&j);
    json_close(&j);
    out_char(out, '\n');
}

/* -- The command ----------------------------------------------------------- */

enum exit_status cmd_show(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len != 1) {
        return command_usage(command, "name one record, such as SOTA-060");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    const struct record *record =
        workspace_record(command, &workspace, command->operands.at[0], &status);
    if (record && command_wants_json(command)) {
        show_json(&command->out, &workspace, record);
    } else if (record) {
        show_text(command, &workspace, record);
    }
    workspace_close(&workspace);
    return status;
}
