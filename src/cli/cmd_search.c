/* probatum search: records by their words. The index is filled again when a
 * file has changed since; while none has, no record is read at all. */

#include "base/fs.h"
#include "base/json.h"
#include "base/sha256.h"
#include "cli/text.h"
#include "cli/workspace.h"
#include "render/inputs.h"
#include "render/program.h"
#include "render/search_rows.h"

enum { MOST = 20, ID = 11, JSON_MOST = 1000 };

struct search {
    struct command *command;
    struct workspace *workspace;
    struct store *store;
    bool is_read; /* records were read */
};

/* -- The index ------------------------------------------------------------- */

/* What the rows are made from, by the look of the files; empty when one was
 * written so lately that a second write would look the same, or cannot be
 * looked at. */
static struct str made_from(struct search *search)
{
    struct arena *arena = &search->command->arena;
    struct diags ignored = {.arena = arena};
    const struct project *project = search->workspace->project;
    const struct inputs inputs = inputs_list(arena, project, &ignored);
    if (inputs.is_odd || inputs.is_incomplete) {
        return S("");
    }
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, str_from_c(program_hash().text));
    sha256_add(&hash, project->source->text);
    for (size_t i = 0; i < inputs.len; i++) {
        const struct input *input = &inputs.at[i];
        if (input->stamp.len == 0) {
            return S("");
        }
        sha256_add(&hash, input->path);
        sha256_add(&hash, input->stamp);
    }
    const struct sha256_hex hex = sha256_end(&hash);
    return arena_copy(arena, str_from_c(hex.text));
}

static void read_all(struct search *search)
{
    if (!search->is_read) {
        workspace_reread(search->command, search->workspace, NULL);
        search->is_read = true;
    }
}

static bool fill(struct search *search, struct failure *failure)
{
    size_t count = 0;
    const struct str from = made_from(search);
    bool is_fresh = false;
    if (from.len > 0 &&
        !search_is_fresh(search->store, from, &is_fresh, failure)) {
        return false;
    }
    if (is_fresh) {
        return true;
    }
    read_all(search);
    const struct site_input input = workspace_site_input(search->workspace);
    const struct search_row *rows =
        search_rows(&search->command->arena, &input, &count);
    return search_fill(search->store, rows, count, from, failure);
}

/* An index that cannot be kept is made in memory. */
static bool open_index(struct search *search, struct failure *failure)
{
    bool was_damaged = false;
    if (store_open(search->workspace->cache.ptr, &search->store, &was_damaged,
                   failure) &&
        fill(search, failure)) {
        return true;
    }
    store_close(search->store);
    search->store = NULL;
    return store_open(NULL, &search->store, &was_damaged, failure) &&
           fill(search, failure);
}

/* -- Telling --------------------------------------------------------------- */

enum { FOUND = 2, FOUND_END = 3 }; /* around what was found, in a snippet */

static struct str without_marks(struct arena *arena, struct str snippet)
{
    struct out out = {0};
    for (size_t i = 0; i < snippet.len; i++) {
        if (snippet.ptr[i] != FOUND && snippet.ptr[i] != FOUND_END) {
            out_char(&out, snippet.ptr[i]);
        }
    }
    return out_take(&out, arena);
}

static struct str first_line(struct str text)
{
    return str_slice(text, 0, str_find_char(text, '\n'));
}

static void show_hit(struct command *command, const struct search_hit *hit)
{
    struct out *out = &command->out;
    text_pad(out, first_line(hit->id), ID);
    text_wrap(out, first_line(hit->title), ID, ID);
    out_repeat(out, ' ', ID);
    text_wrap(out, without_marks(&command->arena, hit->snippet), ID, ID);
}

static void json_hit(struct command *command, struct json_out *j,
                     const struct search_hit *hit)
{
    json_open(j, '{');
    json_put_str(j, "id", first_line(hit->id));
    json_put_str(j, "title", first_line(hit->title));
    json_put_str(j, "snippet", without_marks(&command->arena, hit->snippet));
    json_close(j);
}

/* Who types an id wants that record, whatever else names it. */
static void put_exact_first(struct search_hits *hits, struct str query)
{
    const struct str wanted = str_trim(query);
    for (size_t i = 0; i < hits->len; i++) {
        struct str rest = hits->at[i].id;
        struct str id;
        while (str_next_line(&rest, &id)) {
            if (str_equal_nocase(id, wanted)) {
                const struct search_hit hit = hits->at[i];
                for (size_t n = i; n > 0; n--) {
                    hits->at[n] = hits->at[n - 1];
                }
                hits->at[0] = hit;
                return;
            }
        }
    }
}

static void tell(struct command *command, const struct search_hits *hits)
{
    struct json_out j = {.out = &command->out};
    if (command_wants_json(command)) {
        json_open(&j, '[');
        for (size_t i = 0; i < hits->len; i++) {
            json_hit(command, &j, &hits->at[i]);
        }
        json_close(&j);
        out_char(&command->out, '\n');
        return;
    }
    for (size_t i = 0; i < hits->len && i < MOST; i++) {
        show_hit(command, &hits->at[i]);
    }
    if (hits->total == 0) {
        out_c(&command->out, "nothing found\n");
    } else if (hits->total > MOST) {
        out_printf(&command->out, "and %zu more; add a word\n",
                   hits->total - MOST);
    }
}

static struct str query_of(struct command *command)
{
    struct out out = {0};
    for (size_t i = 0; i < command->operands.len; i++) {
        out_str(&out, command->operands.at[i]);
        out_char(&out, ' ');
    }
    return out_take(&out, &command->arena);
}

static enum exit_status find(struct search *search)
{
    struct command *command = search->command;
    struct failure failure = {0};
    struct search_hits hits = {0};
    bool has_words = false;
    const struct str query = query_of(command);
    if (!open_index(search, &failure) ||
        !search_find(search->store, query, JSON_MOST, &command->arena, &hits,
                     &has_words, &failure)) {
        return command_failed(command, &failure);
    }
    if (!has_words) {
        return command_usage(command, "nothing to search for in \"%.*s\"",
                             STR_ARG(str_trim(query)));
    }
    put_exact_first(&hits, query);
    tell(command, &hits);
    return search->is_read ? workspace_completeness(command, search->workspace)
                           : STATUS_CLEAN;
}

enum exit_status cmd_search(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    if (command->operands.len == 0) {
        return command_usage(command, "say what to search for");
    }
    if (!workspace_find(command, &workspace, &status)) {
        return status;
    }
    struct search search = {.command = command, .workspace = &workspace};
    status = find(&search);
    store_close(search.store);
    workspace_close(&workspace);
    return status;
}
