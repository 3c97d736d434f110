#include "cli/past.h"

#include "base/fs.h"

/* The walk remembers in build/cache.db what it read; without it, or with one
 * that fails, it only takes longer. */
static void open_store(struct past *past)
{
    struct failure failure;
    bool was_damaged = false;

    if (!store_open(past->workspace.cache.ptr, &past->store, &was_damaged,
                    &failure)) {
        past->store = NULL;
    }
}

/* Git's trouble is said, and the record's own history still told. */
static void load_histories(struct command *command, struct past *past)
{
    struct failure failure;
    struct workspace *workspace = &past->workspace;

    if (!histories_load(&command->arena, workspace->project, workspace->vcs,
                        past->store, &past->histories, &failure)) {
        command_note(command, "%s; going on without git", failure.why);
        past->histories = (struct histories){0};
        vcs_close(workspace->vcs);
        workspace->vcs = NULL;
    }
    past->gap = history_gap(&command->arena, &past->histories, workspace->vcs);
}

bool past_open(struct command *command, struct past *past, struct str id,
               enum exit_status *status)
{
    struct arena *arena = &command->arena;
    struct workspace *workspace = &past->workspace;
    *past = (struct past){.id = id};
    if (!workspace_open(command, workspace, status)) {
        return false;
    }

    open_store(past);
    load_histories(command, past);
    past->today = library_find(workspace->library, id);
    past->history =
        past->today ? history_of_record(arena, &past->histories, past->today)
                    : history_of(&past->histories, id);
    if (past->today) {
        past->id = past->today->id;
    }
    past->at_head = history_read_head(arena, workspace->project, workspace->vcs,
                                      past->history, past->today);
    if (past->today || past->history) {
        return true;
    }
    workspace_record(command, workspace, id, status);
    past_close(past);
    return false;
}

void past_close(struct past *past)
{
    store_close(past->store);
    past->store = NULL;
    workspace_close(&past->workspace);
}

struct str past_short_id(const struct vcs_commit *commit)
{
    return str_slice(str_from_c(commit->id.text), 0, 8);
}

struct str past_day(const struct vcs_commit *commit)
{
    return str_slice(commit->stamp, 0, sizeof "2021-01-03" - 1);
}
