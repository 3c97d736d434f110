/* Finding and reading the project. */

#include "cli/workspace.h"

#include "base/fs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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
    return root->len || fail(failure,
                             "no probatum.yaml here or above %s\n"
                             "  hint: go to a project, or name one with -C DIR",
                             real);
}

/* What leads from the current folder to the root: "", "../../", or the whole
 * path when the root is not above. */
static struct str prefix_to(struct arena *arena, struct str root)
{
    char here[PATH_MAX];
    struct str from = str_from_c(getcwd(here, sizeof here));
    if (!str_starts(from, root) ||
        (from.len > root.len && from.ptr[root.len] != '/')) {
        return arena_printf(arena, "%.*s/", STR_ARG(root));
    }
    struct out up = {0};
    for (size_t i = root.len; i < from.len; i++) {
        if (from.ptr[i] == '/') {
            out_c(&up, "../");
        }
    }
    struct str prefix = arena_copy(arena, out_text(&up));
    out_free(&up);
    return prefix;
}

bool workspace_open(struct command *command, struct workspace *workspace,
                    enum exit_status *status)
{
    struct failure failure;
    struct arena *arena = &command->arena;
    *workspace = (struct workspace){.diags = {.arena = arena}};
    struct str root;
    bool is_open = find_root(command, &root, &failure) &&
                   project_load(arena, root, &workspace->project,
                                &workspace->diags, &failure) &&
                   vcs_open(arena_cstr(arena, root), &workspace->vcs, &failure);
    if (!is_open) {
        *status = command_failed(command, &failure);
        return false;
    }
    workspace->prefix = prefix_to(arena, root);
    workspace->build = fs_join(arena, root, S("build"));
    workspace->library =
        library_load(arena, workspace->project, &workspace->diags,
                     &workspace->is_incomplete);
    workspace->plans = plans_load(arena, workspace->library, &workspace->diags);
    workspace->evidences = evidences_load(arena, workspace->library,
                                          &workspace->plans, &workspace->diags);
    return true;
}

void workspace_close(struct workspace *workspace)
{
    vcs_close(workspace->vcs);
    workspace->vcs = NULL;
}

struct record *workspace_record(struct command *command,
                                struct workspace *workspace, struct str id)
{
    struct record *record = library_find(workspace->library, id);
    if (!record) {
        struct str near = library_nearest(workspace->library, id);
        command_usage(command, "no record has the id \"%.*s\"%s%.*s%s",
                      STR_ARG(id), near.len ? "; did you mean \"" : "",
                      STR_ARG(near), near.len ? "\"?" : "");
    }
    return record;
}

/* Today by the clock, or by SOURCE_DATE_EPOCH where output must repeat. */
static struct str today(struct arena *arena)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm day = {0};
    char text[16];
    gmtime_r(&now, &day);
    size_t length = strftime(text, sizeof text, "%Y-%m-%d", &day);
    return arena_copy(arena, (struct str){text, length});
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
        .today = today(&command->arena),
    };
}
