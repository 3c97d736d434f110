/* probatum hook: the check as a pre-commit hook of git, put there and taken
 * away. A hook that somebody else wrote is never touched. */

#include "base/fs.h"
#include "cli/workspace.h"
#include "vcs/hooks.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { HOOK_CEILING = 1 << 20 };

static const char mark[] = "# Written by `probatum hook install`";

/* A shell takes what stands between single quotes as it is. */
static void put_quoted(struct out *out, struct str text)
{
    out_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\'') {
            out_c(out, "'\\''");
        } else {
            out_char(out, text.ptr[i]);
        }
    }
    out_char(out, '\'');
}

/* git runs hooks in the repository's root. A checkout that built its own
 * program need not have installed it. */
static struct str hook_text(struct arena *arena, struct str place)
{
    struct out out = {0};
    out_printf(&out,
               "#!/bin/sh\n%s; `probatum hook remove` takes it away.\n"
               "# Checks what is about to be committed. `git commit "
               "--no-verify` goes past it.\n",
               mark);
    out_c(&out, "place=");
    put_quoted(&out, place.len > 0 ? place : S("./"));
    out_c(&out,
          "\nprogram=$(command -v probatum || echo \"$place\"build/probatum)\n"
          "exec \"$program\" -C \"$place\" check --staged\n");
    return out_take(&out, arena);
}

struct hook {
    struct command *command;
    const char *path;
    struct str text; /* of the file that is there */
    bool is_there, is_ours;
};

static bool find_hook(struct hook *hook, struct str folder,
                      struct failure *failure)
{
    struct arena *arena = &hook->command->arena;
    hook->path = fs_join(arena, folder, S("pre-commit")).ptr;
    hook->is_there = fs_kind(hook->path) != FS_MISSING;
    if (hook->is_there &&
        !fs_read(arena, hook->path, HOOK_CEILING, &hook->text, failure)) {
        return false;
    }
    hook->is_ours = str_find(hook->text, str_from_c(mark)) != STR_NONE;
    return true;
}

static enum exit_status install(struct hook *hook, struct str place)
{
    struct command *command = hook->command;
    struct failure failure = {0};
    const struct str text = hook_text(&command->arena, place);
    if (hook->is_there && !hook->is_ours) {
        fail(&failure,
             "%s was written by somebody else and stays; add the line "
             "`probatum check --staged` to it",
             hook->path);
        return command_failed(command, &failure);
    }
    bool is_done = fs_write(hook->path, text, FS_DURABLE, &failure);
    if (is_done && chmod(hook->path, 0755) != 0) {
        is_done = fail(&failure, "cannot make %s executable: %s", hook->path,
                       strerror(errno));
    }
    if (!is_done) {
        return command_failed(command, &failure);
    }
    out_printf(&command->out, "%s checks every commit from now on\n",
               hook->path);
    return STATUS_CLEAN;
}

static enum exit_status take_away(struct hook *hook)
{
    struct command *command = hook->command;
    struct failure failure = {0};
    if (!hook->is_there) {
        out_printf(&command->out, "there is no %s\n", hook->path);
        return STATUS_CLEAN;
    }
    if (!hook->is_ours) {
        fail(&failure, "%s was written by somebody else and stays", hook->path);
        return command_failed(command, &failure);
    }
    if (!fs_remove(hook->path, &failure)) {
        return command_failed(command, &failure);
    }
    out_printf(&command->out, "%s is gone\n", hook->path);
    return STATUS_CLEAN;
}

static enum exit_status carry_out(struct command *command,
                                  struct workspace *workspace, bool is_install)
{
    struct failure failure = {0};
    struct hook hook = {.command = command};
    const struct str folder = vcs_hooks(workspace->vcs, &command->arena);
    if (folder.len == 0) {
        fail(&failure, "there is no git repository here to put a hook into");
        return command_failed(command, &failure);
    }
    if (!find_hook(&hook, folder, &failure)) {
        return command_failed(command, &failure);
    }
    return is_install ? install(&hook, vcs_place(workspace->vcs))
                      : take_away(&hook);
}

enum exit_status cmd_hook(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    const struct str word =
        command->operands.len > 0 ? command->operands.at[0] : S("");
    if (!str_is(word, "install") && !str_is(word, "remove")) {
        return command_usage(command, "say what to do: install or remove");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    status = carry_out(command, &workspace, str_is(word, "install"));
    workspace_close(&workspace);
    return status;
}
