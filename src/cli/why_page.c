/* Why a page would, or would not, be made again by the next build. */

#include "cli/page_name.h"
#include "cli/why.h"

#include "base/fs.h"
#include "base/json.h"
#include "render/explain.h"
#include "store/store.h"

bool why_is_page(struct command *command, struct workspace *workspace,
                 struct str word)
{
    const struct record *record = library_find(workspace->library, word);
    const struct site_input input = workspace_site_input(workspace);
    if (record != NULL) {
        return record->kind->role != ROLE_EXPERIMENT;
    }
    if (str_find_char(word, '/') != STR_NONE || str_ends(word, S(".html")) ||
        str_ends(word, S(".md"))) {
        return true;
    }
    const struct strs places = explain_places(&command->arena, &input);
    return strs_has(&places, word);
}

/* ---- What there is to know ----------------------------------------------- */

static struct str folder_of_site(struct command *command,
                                 const struct workspace *workspace)
{
    struct arena *arena = &command->arena;
    const struct str given = command_text(command, OPTION_OUT, "");
    const struct str folder =
        given.len > 0 ? given : fs_join(arena, workspace->build, S("site"));
    const struct str real = fs_real(arena, arena_cstr(arena, folder));
    return real.len > 0 ? real : folder;
}

struct asked {
    struct command *command;
    struct str place, out;
    struct inputs inputs;
    struct history_book book;
    struct explanation answer;
    bool is_found;
};

static bool ask(struct asked *asked, struct workspace *workspace,
                struct failure *failure)
{
    struct command *command = asked->command;
    struct arena *arena = &command->arena;
    struct store *store = NULL;
    bool was_damaged = false;
    const char *const cache = workspace->cache.ptr;
    asked->inputs = inputs_list(arena, workspace->project, &workspace->diags);
    if (fs_kind(cache) == FS_FILE &&
        !store_open(cache, &store, &was_damaged, failure)) {
        return false;
    }
    struct site_input input = workspace_site_input(workspace);
    const struct site_options options = {
        .out = asked->out,
        .templates = command_text(command, OPTION_TEMPLATES, ""),
    };
    if (history_book_open(arena, workspace->project, workspace->vcs, store,
                          &asked->book, failure)) {
        input.book = &asked->book;
    }
    input.vcs = workspace->vcs;
    input.inputs = &asked->inputs;
    const bool is_told =
        explain_page(arena, &input, &options, store, asked->place,
                     &asked->answer, &asked->is_found, failure);
    store_close(store);
    return is_told;
}

/* ---- Telling it ---------------------------------------------------------- */

static const char *verdict_on(const struct explanation *answer)
{
    return !answer->is_known        ? "would be made, for the first time"
           : !answer->is_to_be_made ? "would stay as it is"
           : answer->lacks_files ? "would be made again: a file of it is gone"
                                 : "would be made again";
}

static size_t count_moved(const struct explanation *answer)
{
    size_t count = 0;
    for (size_t i = 0; i < answer->len; i++) {
        const enum part_state state = answer->at[i].state;
        count += state == PART_MOVED || state == PART_NEW || state == PART_GONE;
    }
    return count;
}

static void put_part(struct out *out, const struct workspace *workspace,
                     const struct page_source *part)
{
    out_printf(out, "  %s: ", part->role);
    if (part->path.len > 0) {
        out_printf(out, "%.*s%.*s", STR_ARG(workspace->prefix),
                   STR_ARG(part->path));
    } else if (part->name.len > 0) {
        out_str(out, part->name);
    } else {
        out_c(out, "all there are");
    }
    out_printf(out, ", %s\n", part_state_text(part->state));
}

static void put_text(const struct asked *asked,
                     const struct workspace *workspace)
{
    struct out *out = &asked->command->out;
    const struct explanation *answer = &asked->answer;
    out_printf(out, "%.*s: %s\n", STR_ARG(answer->place), verdict_on(answer));
    for (size_t i = 0; i < answer->len; i++) {
        put_part(out, workspace, &answer->at[i]);
    }
    if (answer->shows_everything) {
        out_c(out, "  everything: all records, plans and evidence; what moved "
                   "is above\n");
    }
    if (answer->is_known && answer->is_to_be_made && !answer->lacks_files &&
        count_moved(answer) == 0) {
        out_c(out, "  what moved is not told apart: a finding, a link or a "
                   "page's address\n");
    }
}

static void put_json(const struct asked *asked)
{
    struct json_out j = {.out = &asked->command->out};
    const struct explanation *answer = &asked->answer;
    json_open(&j, '{');
    json_put_str(&j, "page", answer->place);
    json_put_bool(&j, "is_known", answer->is_known);
    json_put_bool(&j, "lacks_files", answer->lacks_files);
    json_put_bool(&j, "is_to_be_made", answer->is_to_be_made);
    json_put_bool(&j, "shows_everything", answer->shows_everything);
    json_key(&j, "sources");
    json_open(&j, '[');
    for (size_t i = 0; i < answer->len; i++) {
        const struct page_source *part = &answer->at[i];
        json_open(&j, '{');
        json_put_c(&j, "role", part->role);
        json_put_str(&j, "name", part->name);
        json_put_str(&j, "path", part->path);
        json_put_c(&j, "state", part_state_text(part->state));
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    out_char(j.out, '\n');
}

enum exit_status why_page(struct command *command, struct workspace *workspace,
                          struct str word)
{
    struct failure failure = {0};
    struct asked asked = {
        .command = command,
        .place = page_place(command, workspace, word),
        .out = folder_of_site(command, workspace),
    };
    if (!ask(&asked, workspace, &failure)) {
        return command_failed(command, &failure);
    }
    if (!asked.is_found) {
        return page_unknown(command, workspace, asked.place);
    }
    if (command_wants_json(command)) {
        put_json(&asked);
    } else {
        put_text(&asked, workspace);
    }
    return STATUS_CLEAN;
}
