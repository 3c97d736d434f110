/* probatum build: write the site. Pages whose inputs did not move are left
 * alone; the cache that knows so holds nothing else, and without it everything
 * is made again. */

#include "cli/workspace.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json.h"
#include "render/site.h"

/* The folder as an absolute path without a trailing slash, made when it is not
 * there, so that one folder has one name in the cache. */
static bool find_out(struct command *command, const struct workspace *workspace,
                     struct str *out, struct failure *failure)
{
    struct arena *arena = &command->arena;
    const struct str given = command_text(command, OPTION_OUT, "");
    const struct str folder =
        given.len > 0 ? given : fs_join(arena, workspace->build, S("site"));
    const char *path = arena_cstr(arena, folder);
    char real[PATH_MAX];
    if (!fs_make_folders(path, failure)) {
        return false;
    }
    if (!realpath(path, real)) {
        return fail(failure, "cannot open the folder \"%s\"", path);
    }
    *out = arena_copy(arena, str_from_c(real));
    if (str_equal(*out, workspace->project->root) || str_is(*out, "/")) {
        return fail(failure,
                    "the site would be written over %s; name a folder of its "
                    "own with --out",
                    real);
    }
    return true;
}

static struct store *open_store(struct command *command,
                                const struct workspace *workspace)
{
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    const struct str path =
        fs_join(&command->arena, workspace->build, S("cache.db"));
    if (!store_open(path.ptr, &store, &was_damaged, &failure)) {
        command_note(command,
                     "%s; going on without a cache, so every page is "
                     "made",
                     failure.why);
        return NULL;
    }
    const char *notice = store_notice(store);
    if (notice[0] != '\0') {
        command_note(command, "%s", notice);
    }
    return store;
}

/* Inside the project a path is shown from the current folder, like those of
 * every other command. */
static void put_folder(struct out *out, const struct workspace *workspace,
                       struct str folder)
{
    const struct str root = workspace->project->root;
    const struct str below = str_from(folder, root.len);
    const bool is_below = str_starts(folder, root) && str_starts(below, S("/"));
    if (is_below) {
        out_str(out, workspace->prefix);
    }
    out_str(out, is_below ? str_from(below, 1) : folder);
}

static void put_text(struct command *command, const struct workspace *workspace,
                     struct str folder, const struct site_summary *summary)
{
    out_printf(&command->out, "wrote %zu of %zu page%s", summary->written,
               summary->pages, summary->pages == 1 ? "" : "s");
    if (summary->removed > 0) {
        out_printf(&command->out, ", removed %zu", summary->removed);
    }
    if (summary->broken > 0) {
        out_printf(&command->out, "; %zu record%s could not be built",
                   summary->broken, summary->broken == 1 ? "" : "s");
    }
    out_c(&command->out, ": ");
    put_folder(&command->out, workspace, folder);
    out_char(&command->out, '\n');
}

static void put_count(struct json_out *j, const char *key, size_t count)
{
    json_key(j, key);
    json_int(j, (int64_t)count);
}

static void put_json(struct command *command, struct str out,
                     const struct site_summary *summary)
{
    struct json_out j = {.out = &command->out};
    json_open(&j, '{');
    json_key(&j, "out");
    json_str(&j, out);
    put_count(&j, "pages", summary->pages);
    put_count(&j, "made", summary->made);
    put_count(&j, "written", summary->written);
    put_count(&j, "removed", summary->removed);
    put_count(&j, "broken", summary->broken);
    json_close(&j);
    out_char(&command->out, '\n');
}

static enum exit_status build(struct command *command,
                              struct workspace *workspace)
{
    struct failure failure = {0};
    struct site_summary summary = {0};
    struct site_options options = {
        .templates = command_text(command, OPTION_TEMPLATES, "")};
    if (!find_out(command, workspace, &options.out, &failure)) {
        return command_failed(command, &failure);
    }
    const struct site_input input = {
        .project = workspace->project,
        .library = workspace->library,
        .plans = &workspace->plans,
        .evidences = &workspace->evidences,
        .diags = &workspace->diags,
    };
    struct store *store = open_store(command, workspace);
    const bool is_done = site_build(&command->arena, &input, &options, store,
                                    &summary, &failure);
    store_close(store);
    if (!is_done) {
        return command_failed(command, &failure);
    }
    if (command_wants_json(command)) {
        put_json(command, options.out, &summary);
    } else {
        put_text(command, workspace, options.out, &summary);
    }
    if (workspace->is_incomplete) {
        command_note(command, "some files could not be read and have no page; "
                              "`probatum check` names them");
        return STATUS_FAILED;
    }
    return summary.broken > 0 ? STATUS_FINDINGS : STATUS_CLEAN;
}

enum exit_status cmd_build(struct command *command)
{
    struct workspace workspace = {0};
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len > 0) {
        return command_usage(command, "build takes no operands");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    status = build(command, &workspace);
    workspace_close(&workspace);
    return status;
}
