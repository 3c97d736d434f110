/* probatum build: write the site. Pages whose inputs did not move are left
 * alone; the cache that knows so holds nothing else, and without it everything
 * is made again. */

#include "cli/page_name.h"

#include "base/fs.h"
#include "base/json.h"
#include "record/library_keep.h"
#include "render/explain.h"

/* Some pages are called as the records they show, so that a site among the
 * records would take their place. What is not there yet is in no danger. */
static bool is_in_the_way(const struct workspace *workspace, struct str out,
                          struct str folder)
{
    struct arena scratch = {0};
    const struct str root = workspace->project->root;
    const struct str there =
        fs_real(&scratch, fs_join(&scratch, root, folder).ptr);
    const bool is_hit =
        there.len > 0 &&
        (fs_is_at_or_below(there, out) ||
         (fs_is_at_or_below(out, there) && !str_equal(there, root)));
    arena_free(&scratch);
    return is_hit;
}

/* The project, another one, its records, templates, assets and history are no
 * place for a site. */
static bool is_free(const struct workspace *workspace, struct str out,
                    struct failure *failure)
{
    struct arena scratch = {0};
    const struct project *project = workspace->project;
    bool is_taken =
        fs_is_at_or_below(project->root, out) ||
        fs_kind(fs_join(&scratch, out, S("probatum.yaml")).ptr) != FS_MISSING ||
        is_in_the_way(workspace, out, S(".git")) ||
        is_in_the_way(workspace, out, S("templates")) ||
        is_in_the_way(workspace, out, S("site"));
    for (size_t i = 0; i < project->kind_count; i++) {
        is_taken =
            is_taken || is_in_the_way(workspace, out, project->kinds[i].folder);
    }
    arena_free(&scratch);
    return !is_taken || fail(failure,
                             "the site would be written over %.*s; name a "
                             "folder of its own with --out",
                             STR_ARG(out));
}

/* The same for a folder that may not be there yet: what is there of its path,
 * and the rest behind it. */
static bool is_free_to_be(const struct workspace *workspace, struct str folder,
                          struct failure *failure)
{
    struct arena scratch = {0};
    const struct str path =
        arena_printf(&scratch, "%s%.*s", str_starts(folder, S("/")) ? "" : "./",
                     STR_ARG(folder));
    struct str there = path;
    struct str real = fs_real(&scratch, path.ptr);
    while (there.len > 1 && !real.len) {
        const size_t slash = str_rfind_char(there, '/');
        there = str_slice(there, 0, slash > 0 ? slash : 1);
        real = fs_real(&scratch, arena_cstr(&scratch, there));
    }
    struct str rest = str_from(path, there.len);
    while (str_starts(rest, S("/"))) {
        rest = str_from(rest, 1);
    }
    while (str_ends(rest, S("/"))) {
        rest.len--;
    }
    const struct str out = rest.len ? fs_join(&scratch, real, rest) : real;
    const bool is_good = is_free(workspace, out, failure);
    arena_free(&scratch);
    return is_good;
}

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
    /* Looked at before it is made, so that a refusal leaves nothing; and
     * again, since ".." may lead elsewhere once it is there. */
    if (!is_free_to_be(workspace, folder, failure) ||
        !fs_make_folders(path, failure)) {
        return false;
    }
    *out = fs_real(arena, path);
    if (!out->len) {
        return fail(failure, "cannot open the folder \"%s\"", path);
    }
    return is_free(workspace, *out, failure);
}

static void say_notice(struct command *command, const struct store *store)
{
    const char *notice = store_notice(store);
    if (notice[0] != '\0') {
        command_note(command, "%s", notice);
    }
}

static struct store *open_store(struct command *command,
                                const struct workspace *workspace)
{
    struct store *store = NULL;
    struct failure failure = {0};
    bool was_damaged = false;
    if (!store_open(workspace->cache.ptr, &store, &was_damaged, &failure)) {
        command_note(command,
                     "%s; going on without a cache, so every page is "
                     "made",
                     failure.why);
        return NULL;
    }
    say_notice(command, store);
    return store;
}

struct making {
    struct command *command;
    struct workspace *workspace;
    struct inputs inputs;
    struct site_options options;
    struct store *store;
    struct site_summary summary;
    struct history_book book;
    bool is_read;       /* the whole project */
    bool lacks_history; /* what git has could not be read */
};

/* The whole project, and what git remembers of it. */
static void read_all(struct making *making)
{
    struct command *command = making->command;
    struct workspace *workspace = making->workspace;
    struct failure failure = {0};
    if (making->is_read) {
        making->book.store = making->store;
        return;
    }
    workspace_read(command, workspace, &making->inputs.files);
    if (!history_book_open(&command->arena, workspace->project, workspace->vcs,
                           making->store, &making->book, &failure)) {
        command_note(command, "%s; going on without git's history",
                     failure.why);
        making->lacks_history = true;
    }
    making->is_read = true;
}

/* What moved, or else everything. The project is read only when it has to
 * be. */
static bool build_once(struct making *making, struct failure *failure)
{
    struct arena *arena = &making->command->arena;
    const bool is_one = making->options.only.len > 0;
    bool is_done = false;
    struct site_input input = {
        .project = making->workspace->project,
        .vcs = making->workspace->vcs,
        .inputs = &making->inputs,
    };
    if (!is_one && !site_rebuild(arena, &input, &making->options, making->store,
                                 &making->summary, &is_done, failure)) {
        return false;
    }
    if (is_done) {
        return true;
    }
    read_all(making);
    input = workspace_site_input(making->workspace);
    input.vcs = making->workspace->vcs;
    input.book = &making->book;
    input.inputs = making->lacks_history ? NULL : &making->inputs;
    return site_build(arena, &input, &making->options, making->store,
                      &making->summary, failure);
}

/* A cache that turns out damaged half-way is set aside, and every page is made
 * again. */
static bool build_site(struct making *making, struct failure *failure)
{
    if (build_once(making, failure)) {
        return true;
    }
    if (making->store == NULL || !store_is_damaged(making->store)) {
        return false;
    }
    if (store_begin_anew(&making->store, failure)) {
        say_notice(making->command, making->store);
    }
    return build_once(making, failure);
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
    json_put_int(j, key, (int64_t)count);
}

static void put_json(struct command *command, struct str out,
                     const struct site_summary *summary)
{
    struct json_out j = {.out = &command->out};
    json_open(&j, '{');
    json_put_str(&j, "out", out);
    put_count(&j, "pages", summary->pages);
    put_count(&j, "made", summary->made);
    put_count(&j, "written", summary->written);
    put_count(&j, "removed", summary->removed);
    put_count(&j, "broken", summary->broken);
    json_close(&j);
    out_char(&command->out, '\n');
}

/* With --only: the one page that is meant. False after saying that there is
 * none; the status is then in *status. */
static bool choose_page(struct making *making, enum exit_status *status)
{
    struct command *command = making->command;
    struct workspace *workspace = making->workspace;
    if (!command_has(command, OPTION_ONLY)) {
        return true;
    }
    read_all(making);
    const struct str place =
        page_place(command, workspace, command_text(command, OPTION_ONLY, ""));
    const struct site_input input = workspace_site_input(workspace);
    const struct strs places = explain_places(&command->arena, &input);
    if (!strs_has(&places, place)) {
        *status = page_unknown(command, workspace, place);
        return false;
    }
    making->options.only = place;
    return true;
}

static enum exit_status build(struct command *command,
                              struct workspace *workspace)
{
    enum exit_status status = STATUS_CLEAN;
    struct failure failure = {0};
    struct making making = {
        .command = command,
        .workspace = workspace,
        .options = {.templates = command_text(command, OPTION_TEMPLATES, ""),
                    .readers = command->readers},
    };
    if (!find_out(command, workspace, &making.options.out, &failure)) {
        return command_failed(command, &failure);
    }
    making.store = open_store(command, workspace);
    making.inputs =
        inputs_list(&command->arena, workspace->project, &workspace->diags);
    making.inputs.files.keep = command->keep;
    workspace->is_incomplete = making.inputs.is_incomplete;
    if (!choose_page(&making, &status)) {
        store_close(making.store);
        return status;
    }
    const bool is_done = build_site(&making, &failure);
    store_close(making.store);
    if (!is_done) {
        return command_failed(command, &failure);
    }
    const struct site_summary *summary = &making.summary;
    if (command_wants_json(command)) {
        put_json(command, making.options.out, summary);
    } else {
        put_text(command, workspace, making.options.out, summary);
    }
    if (workspace->is_incomplete) {
        command_note(command, "some files could not be read and have no page; "
                              "`probatum check` names them");
        return STATUS_FAILED;
    }
    return summary->broken > 0 ? STATUS_FINDINGS : STATUS_CLEAN;
}

enum exit_status cmd_build(struct command *command)
{
    struct workspace workspace = {0};
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len > 0) {
        return command_usage(command, "build takes no operands");
    }
    if (!workspace_find(command, &workspace, &status)) {
        return status;
    }
    if (command->keep != NULL) {
        workspace.project =
            library_keep_begin(command->keep, workspace.project);
    }
    workspace.project->keeps_trees = true;
    status = build(command, &workspace);
    workspace_close(&workspace);
    return status;
}
