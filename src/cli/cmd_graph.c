/* probatum graph: what a record rests on and what rests on it; with --affected
 * how far a change of it would reach, chapters included. */

#include "base/json.h"
#include "cli/text.h"
#include "cli/workspace.h"
#include "render/affected.h"

enum { STEP = 2, ID = 11, WAY = 18, QUOTE = 6 };

/* -- One step -------------------------------------------------------------- */

static void put_neighbour(struct out *out, struct str id, struct str field,
                          const struct record *record)
{
    out_repeat(out, ' ', STEP);
    text_pad(out, id, ID);
    text_pad(out, field, WAY);
    if (record != NULL) {
        text_wrap(out, record->title, STEP + ID + WAY, STEP + ID + WAY);
    } else {
        out_c(out, "no such record\n");
    }
}

static bool is_reference(const struct link *link)
{
    return link->origin == LINK_FIELD || link->origin == LINK_CITATION;
}

static void show_neighbours(struct out *out, const struct record *record)
{
    size_t count = 0;
    out_printf(out, "%.*s rests on\n", STR_ARG(record->id));
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (is_reference(link)) {
            put_neighbour(out, link->id, link->field, link->to);
            count++;
        }
    }
    out_c(out, count == 0 ? "  nothing\n" : "");
    out_printf(out, "\nnamed by\n");
    count = 0;
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        if (is_reference(link)) {
            put_neighbour(out, link->from->id, link->field, link->from);
            count++;
        }
    }
    out_c(out, count == 0 ? "  nothing\n" : "");
}

static void json_neighbours(struct json_out *j, const char *key,
                            const struct record *record)
{
    const bool is_outward = str_is(S("rests_on"), key);
    const size_t count =
        is_outward ? record->links.len : record->backlink_count;
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        const struct link *link =
            is_outward ? &record->links.at[i] : record->backlinks[i];
        if (is_reference(link)) {
            json_open(j, '{');
            json_put_str(j, "id", is_outward ? link->id : link->from->id);
            json_put_str(j, "field", link->field);
            json_close(j);
        }
    }
    json_close(j);
}

static void tell_neighbours(struct command *command,
                            const struct record *record)
{
    struct json_out j = {.out = &command->out};
    if (!command_wants_json(command)) {
        show_neighbours(&command->out, record);
        return;
    }
    json_open(&j, '{');
    json_put_str(&j, "id", record->id);
    json_neighbours(&j, "rests_on", record);
    json_neighbours(&j, "named_by", record);
    json_close(&j);
    out_char(&command->out, '\n');
}

/* -- The reach of a change ------------------------------------------------- */

/* Where it is said: from the current folder, as findings are. */
static struct str place_text(struct command *command,
                             const struct workspace *workspace,
                             struct place place)
{
    const struct position at =
        source_position(&command->arena, place.source, place.start);
    return arena_printf(&command->arena, "%.*s%.*s:%zu",
                        STR_ARG(workspace->prefix), STR_ARG(place.source->path),
                        at.line);
}

static void put_place(struct command *command,
                      const struct workspace *workspace, struct place place)
{
    const struct str text = place_text(command, workspace, place);
    out_repeat(&command->out, ' ', QUOTE);
    out_str(&command->out, text);
    out_char(&command->out, '\n');
}

static void show_records(struct command *command,
                         const struct workspace *workspace,
                         const struct affected_list *list)
{
    struct out *out = &command->out;
    out_c(out, list->record_count > 0 ? "\nrest on it\n"
                                      : "\nno record rests on it\n");
    for (size_t i = 0; i < list->record_count; i++) {
        const struct affected *affected = &list->records[i];
        const struct str way =
            affected->steps == 1 ? affected->field
                                 : arena_printf(&command->arena, "through %.*s",
                                                STR_ARG(affected->through->id));
        put_neighbour(out, affected->record->id, way, affected->record);
        put_place(command, workspace, affected->place);
    }
}

static void show_mentions(struct command *command,
                          const struct workspace *workspace,
                          const struct affected_list *list)
{
    if (list->mention_count > 0) {
        out_c(&command->out, "\nonly name it\n");
    }
    for (size_t i = 0; i < list->mention_count; i++) {
        const struct mention *mention = &list->mentions[i];
        put_neighbour(&command->out, mention->record->id, S("in prose"),
                      mention->record);
        put_place(command, workspace, mention->place);
    }
}

static void show_sentences(struct command *command,
                           const struct workspace *workspace,
                           const struct affected_list *list)
{
    struct out *out = &command->out;
    struct str chapter = {0};
    out_c(out, list->sentence_count > 0 ? "\nchapters say\n"
                                        : "\nno chapter states it\n");
    for (size_t i = 0; i < list->sentence_count; i++) {
        const struct affected_sentence *sentence = &list->sentences[i];
        if (!str_equal(chapter, sentence->chapter)) {
            chapter = sentence->chapter;
            out_repeat(out, ' ', STEP);
            text_wrap(out, chapter, STEP, STEP);
        }
        out_repeat(out, ' ', STEP + STEP);
        text_wrap(out, sentence->text, STEP + STEP, STEP + STEP);
        put_place(command, workspace, sentence->place);
    }
}

static void show_reach(struct command *command,
                       const struct workspace *workspace,
                       const struct record *start,
                       const struct affected_list *list)
{
    text_pad(&command->out, start->id, ID);
    text_wrap(&command->out, start->title, ID, ID);
    show_records(command, workspace, list);
    show_mentions(command, workspace, list);
    show_sentences(command, workspace, list);
}

static void json_place(struct json_out *j, struct command *command,
                       struct place place)
{
    const struct position at =
        source_position(&command->arena, place.source, place.start);
    json_put_str(j, "path", place.source->path);
    json_put_int(j, "line", (int64_t)at.line);
}

static void json_reach(struct command *command, const struct record *start,
                       const struct affected_list *list)
{
    struct json_out j = {.out = &command->out};
    json_open(&j, '{');
    json_put_str(&j, "id", start->id);
    json_key(&j, "records");
    json_open(&j, '[');
    for (size_t i = 0; i < list->record_count; i++) {
        const struct affected *affected = &list->records[i];
        json_open(&j, '{');
        json_put_str(&j, "id", affected->record->id);
        json_put_str(&j, "through", affected->through->id);
        json_put_str(&j, "field", affected->field);
        json_put_int(&j, "steps", affected->steps);
        json_place(&j, command, affected->place);
        json_close(&j);
    }
    json_close(&j);
    json_key(&j, "mentions");
    json_open(&j, '[');
    for (size_t i = 0; i < list->mention_count; i++) {
        json_open(&j, '{');
        json_put_str(&j, "id", list->mentions[i].record->id);
        json_place(&j, command, list->mentions[i].place);
        json_close(&j);
    }
    json_close(&j);
    json_key(&j, "sentences");
    json_open(&j, '[');
    for (size_t i = 0; i < list->sentence_count; i++) {
        const struct affected_sentence *sentence = &list->sentences[i];
        json_open(&j, '{');
        json_put_str(&j, "chapter", sentence->chapter);
        json_put_str(&j, "text", sentence->text);
        json_put_str(&j, "names", sentence->id);
        json_place(&j, command, sentence->place);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    out_char(&command->out, '\n');
}

static enum exit_status tell_reach(struct command *command,
                                   struct workspace *workspace,
                                   const struct record *start)
{
    struct affected_list list = {0};
    const struct site_input input = workspace_site_input(workspace);
    affected_by(&command->arena, &input, start, &list);
    if (command_wants_json(command)) {
        json_reach(command, start, &list);
    } else {
        show_reach(command, workspace, start, &list);
    }
    return workspace_completeness(command, workspace);
}

enum exit_status cmd_graph(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    if (command->operands.len == 0) {
        return command_usage(command, "name a record, such as SOTA-060");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    const struct record *record =
        workspace_record(command, &workspace, command->operands.at[0], &status);
    if (record != NULL && command_has(command, OPTION_AFFECTED)) {
        status = tell_reach(command, &workspace, record);
    } else if (record != NULL) {
        tell_neighbours(command, record);
        status = workspace_completeness(command, &workspace);
    }
    workspace_close(&workspace);
    return status;
}
