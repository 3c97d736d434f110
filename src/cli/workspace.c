/* Finding and reading the project. */

#include "cli/workspace.h"

#include "base/batch.h"
#include "base/fs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool find_root(struct command *command, struct str *root,
                      struct failure *failure)
{
    struct str start = command_text(command, OPTION_DIRECTORY, ".");
    char real[PATH_MAX];
    if (!realpath(arena_cstr(&command->arena, start), real)) {
        return fail(failure, "cannot open the folder \"%.*s\": %s",
                    STR_ARG(start), strerror(errno));
    }
    *root = fs_find_upwards(&command->arena, real, "probatum.yaml");
    return root->len ||
           fail(failure,
                "no probatum.yaml here or above %s; go to a project, or name "
                "one with -C DIR",
                real);
}

/* What leads from the current folder to the root: "", "../../", or the whole
 * path when the root is not above. */
static struct str prefix_to(struct arena *arena, struct str root)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) {
        return arena_printf(arena, "%.*s/", STR_ARG(root));
    }
    struct str from = str_from_c(here);
    size_t end = str_is(root, "/") ? 0 : root.len;
    if (!str_starts(from, root) || (from.len > end && from.ptr[end] != '/')) {
        return arena_printf(arena, "%.*s/", STR_ARG(root));
    }
    struct out up = {0};
    for (size_t i = end; i < from.len && from.len > 1; i++) {
        if (from.ptr[i] == '/') {
            out_c(&up, "../");
        }
    }
    return out_take(&up, arena);
}

/* Faults of probatum.yaml that left nothing to go on with, on standard error
 * with their places. */
static void print_config_faults(struct command *command,
                                struct workspace *workspace)
{
    struct out out = {0};
    for (size_t i = 0; i < workspace->diags.len; i++) {
        diag_print(&out, &command->scratch, &workspace->diags.at[i],
                   workspace->prefix, command->has_err_colour);
    }
    out_flush(&out, stderr);
    out_free(&out);
}

/* What a killed command left: a change of several files that it had committed
 * is made now, before anything is read. */
static bool finish_interrupted(struct command *command, struct str root,
                               struct failure *failure)
{
    size_t file_count = 0;
    if (!batch_recover(arena_cstr(&command->arena, root), &file_count,
                       failure)) {
        return false;
    }
    if (file_count > 0) {
        command_note(command,
                     "finished what an interrupted command had begun: %zu "
                     "file%s",
                     file_count, file_count == 1 ? "" : "s");
    }
    return true;
}

static bool open_project(struct command *command, struct workspace *workspace,
                         struct failure *failure)
{
    struct arena *arena = &command->arena;
    struct str root = {0};
    if (!find_root(command, &root, failure) ||
        !finish_interrupted(command, root, failure)) {
        return false;
    }
    workspace->prefix = prefix_to(arena, root);
    workspace->build = fs_join(arena, root, S("build"));
    workspace->cache = fs_join(arena, workspace->build, S("cache.db"));
    if (!project_load(arena, root, &workspace->project, &workspace->diags,
                      failure)) {
        print_config_faults(command, workspace);
        return false;
    }
    return true;
}

/* git answers a few questions and decides nothing, so its trouble is said and
 * the work goes on. */
static void open_vcs(struct command *command, struct workspace *workspace)
{
    struct failure failure;
    const char *root = arena_cstr(&command->arena, workspace->project->root);
    if (!vcs_open(root, &workspace->vcs, &failure)) {
        workspace->vcs = NULL;
        command_note(command, "%s; going on without git", failure.why);
    }
}

bool workspace_find(struct command *command, struct workspace *workspace,
                    enum exit_status *status)
{
    struct failure failure;
    struct arena *arena = &command->arena;
    *workspace = (struct workspace){.diags = {.arena = arena}};
    if (!open_project(command, workspace, &failure)) {
        *status = command_failed(command, &failure);
        return false;
    }
    open_vcs(command, workspace);
    workspace->config_diags = workspace->diags.len;
    return true;
}

bool workspace_open(struct command *command, struct workspace *workspace,
                    enum exit_status *status)
{
    if (!workspace_find(command, workspace, status)) {
        return false;
    }
    workspace_reread(command, workspace, NULL);
    return true;
}

static void read_experiments(struct command *command,
                             struct workspace *workspace)
{
    struct arena *arena = &command->arena;
    struct diags *diags = &workspace->diags;
    workspace->plans = plans_load(arena, workspace->library, diags);
    workspace->evidences =
        evidences_load(arena, workspace->library, &workspace->plans, diags);
}

void workspace_read(struct command *command, struct workspace *workspace,
                    const struct library_files *files)
{
    workspace->library =
        library_read(&command->arena, workspace->project, files,
                     &workspace->diags, &workspace->is_incomplete);
    read_experiments(command, workspace);
}

void workspace_reread(struct command *command, struct workspace *workspace,
                      const struct map *texts)
{
    struct diags *diags = &workspace->diags;
    diags->len = workspace->config_diags;
    workspace->library =
        library_load_with(&command->arena, workspace->project, texts, diags,
                          &workspace->is_incomplete);
    read_experiments(command, workspace);
}

void workspace_close(struct workspace *workspace)
{
    vcs_close(workspace->vcs);
    workspace->vcs = NULL;
}

bool workspace_path(struct command *command, const struct workspace *workspace,
                    struct str given, struct str *path)
{
    struct str root = workspace->project->root;
    char real[PATH_MAX];
    *path = given;
    if (!realpath(arena_cstr(&command->arena, given), real)) {
        return true;
    }
    struct str found = str_from_c(real);
    size_t end = str_is(root, "/") ? 0 : root.len;
    bool is_inside =
        str_starts(found, root) && (found.len == end || found.ptr[end] == '/');
    *path = is_inside ? arena_copy(&command->arena, str_from(found, end + 1))
                      : given;
    return is_inside;
}

struct record *workspace_record(struct command *command,
                                struct workspace *workspace, struct str id,
                                enum exit_status *status)
{
    struct record *record = library_find(workspace->library, id);
    if (!record && workspace->is_incomplete) {
        struct failure failure;
        fail(&failure,
             "no record that could be read has the id \"%.*s\"; `probatum "
             "check` names the files that could not",
             STR_ARG(id));
        *status = command_failed(command, &failure);
    } else if (!record) {
        *status = STATUS_USAGE;
        struct str near = command_did_you_mean(
            command, library_nearest(workspace->library, id));
        command_usage(command, "no record has the id \"%.*s\"%.*s", STR_ARG(id),
                      STR_ARG(near));
    }
    return record;
}

bool workspace_is_called(const struct kind *kind, struct str word)
{
    return kind->role != ROLE_JOURNAL &&
           (str_is(word, role_name(kind->role)) ||
            str_equal_nocase(word, kind->prefix) ||
            str_equal_nocase(word, kind->slug));
}

/* The command's word for the kind: its role, unless several kinds share it. */
static struct str kind_word(const struct project *project,
                            const struct kind *kind)
{
    return project_kind_by_role(project, kind->role) == kind
               ? str_from_c(role_name(kind->role))
               : kind->prefix;
}

const struct kind *workspace_kind(struct command *command,
                                  const struct workspace *workspace,
                                  struct str word)
{
    const struct project *project = workspace->project;
    struct out words = {0};
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role == ROLE_JOURNAL) {
            continue;
        }
        if (workspace_is_called(kind, word)) {
            out_free(&words);
            return kind;
        }
        out_printf(&words, "%s%.*s", words.len ? ", " : "",
                   STR_ARG(kind_word(project, kind)));
    }
    command_usage(command, "no kind is called \"%.*s\"; there are %.*s",
                  STR_ARG(word), STR_ARG(out_text(&words)));
    out_free(&words);
    return NULL;
}

enum exit_status workspace_completeness(struct command *command,
                                        const struct workspace *workspace)
{
    if (!workspace->is_incomplete) {
        return STATUS_CLEAN;
    }
    command_note(command, "some files could not be read and are left out; "
                          "`probatum check` names them");
    return STATUS_FAILED;
}

struct site_input workspace_site_input(struct workspace *workspace)
{
    return (struct site_input){
        .project = workspace->project,
        .library = workspace->library,
        .plans = &workspace->plans,
        .evidences = &workspace->evidences,
        .diags = &workspace->diags,
    };
}

struct check_input workspace_check_input(struct command *command,
                                         struct workspace *workspace)
{
    return (struct check_input){
        .project = workspace->project,
        .library = workspace->library,
        .plans = &workspace->plans,
        .evidences = &workspace->evidences,
        .vcs = workspace->vcs,
        .today = command_today(command),
        .cache = workspace->cache,
    };
}
