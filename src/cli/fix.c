/* The loop of mending. It ends because a repair takes a finding away and makes
 * none; the ceiling is for a rule that would not keep to that. */

#include "cli/fix.h"

#include "base/diff.h"
#include "base/fs.h"
#include "base/map.h"
#include "check/mend.h"

enum { PASSES = 20 };

/* A file with its texts before the first repair and after the last. */
struct fixed {
    struct str path, old_text, text;
    struct strs sentences; /* what was mended, in order */
};

struct fixing {
    struct command *command;
    struct workspace *workspace;
    const struct check_options *options;
    struct check_summary *summary;
    struct diags config; /* findings about probatum.yaml, which stay */
    struct map files;    /* path -> struct fixed */
    struct map texts;    /* path -> struct str, for workspace_reread */
};

/* -- In memory ------------------------------------------------------------ */

static void check(struct fixing *fixing)
{
    struct check_input input =
        workspace_check_input(fixing->command, fixing->workspace);
    check_run(&fixing->command->arena, &input, fixing->options,
              &fixing->workspace->diags, fixing->summary);
}

/* A check sorts its findings, so that those of probatum.yaml no longer stand
 * first, where reading again would leave them. */
static void reread(struct fixing *fixing, const struct map *texts)
{
    struct diags *diags = &fixing->workspace->diags;
    diags->len = 0;
    for (size_t i = 0; i < fixing->config.len; i++) {
        *LIST_PUSH(diags->arena, diags) = fixing->config.at[i];
    }
    workspace_reread(fixing->command, fixing->workspace, texts);
    check(fixing);
}

/* "records/practices/SOTA-001.md:4:8: mended: … [item-twice]" */
static struct str sentence(const struct fixing *fixing, const struct diag *diag)
{
    struct arena *arena = &fixing->command->arena;
    const struct position at =
        source_position(arena, diag->place.source, diag->place.start);
    return arena_printf(arena, "%.*s%.*s:%zu:%zu: mended: %.*s [%s]",
                        STR_ARG(fixing->workspace->prefix),
                        STR_ARG(diag->place.source->path), at.line, at.column,
                        STR_ARG(diag->message), diag->rule);
}

static void keep(struct fixing *fixing, const struct mended_file *file)
{
    struct arena *arena = &fixing->command->arena;
    const struct str path = file->source->path;
    void **slot = map_slot(arena, &fixing->files, path);
    if (!*slot) {
        struct fixed *fixed = ARENA_NEW(arena, struct fixed);
        *fixed = (struct fixed){.path = path, .old_text = file->source->text};
        *slot = fixed;
    }
    struct fixed *fixed = *slot;
    fixed->text = file->text;
    *map_slot(arena, &fixing->texts, path) = &fixed->text;
    for (size_t i = 0; i < file->mended.len; i++) {
        *LIST_PUSH(arena, &fixed->sentences) =
            sentence(fixing, file->mended.at[i]);
    }
}

/* What is written through a link would land elsewhere. */
static bool may_write(const struct fixing *fixing, struct str path)
{
    return !fs_has_link(
        arena_cstr(&fixing->command->arena, fixing->workspace->project->root),
        path);
}

/* One round; false when nothing was left to mend. */
static bool mend_once(struct fixing *fixing)
{
    const struct check_input input =
        workspace_check_input(fixing->command, fixing->workspace);
    const struct mended_files mended =
        mend_plan(&fixing->command->arena, &input, &fixing->workspace->diags);
    bool is_any = false;
    for (size_t i = 0; i < mended.len; i++) {
        if (may_write(fixing, mended.at[i].source->path)) {
            keep(fixing, &mended.at[i]);
            is_any = true;
        }
    }
    if (is_any) {
        reread(fixing, &fixing->texts);
    }
    return is_any;
}

/* -- Telling --------------------------------------------------------------- */

static void tell(struct command *command, const struct fixed *fixed)
{
    const bool is_text =
        str_is(command_text(command, OPTION_FORMAT, "text"), "text");
    for (size_t i = 0; i < fixed->sentences.len; i++) {
        if (is_text) {
            out_printf(&command->out, "%.*s\n",
                       STR_ARG(fixed->sentences.at[i]));
        } else {
            command_note(command, "%.*s", STR_ARG(fixed->sentences.at[i]));
        }
    }
}

static void show(struct command *command, const struct map *files)
{
    size_t findings = 0;
    for (size_t i = 0; i < files->len; i++) {
        const struct fixed *fixed = files->at[i].value;
        diff_unified(&command->out, &command->arena, fixed->path,
                     fixed->old_text, fixed->text);
        findings += fixed->sentences.len;
    }
    command_note(command, "%zu %s in %zu %s can be mended; nothing was written",
                 findings, findings == 1 ? "finding" : "findings", files->len,
                 files->len == 1 ? "file" : "files");
}

/* -- On disk --------------------------------------------------------------- */

enum written { WRITTEN, LEFT_ALONE, NOT_WRITTEN };

/* Whoever saves the file while this runs must not lose what they wrote. */
static enum written write_file(struct fixing *fixing, const struct fixed *fixed)
{
    struct command *command = fixing->command;
    struct failure failure;
    struct str now;
    enum { CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING + 64 };
    const char *path =
        fs_join(&command->arena, fixing->workspace->project->root, fixed->path)
            .ptr;
    if (!fs_read(&command->arena, path, CEILING, &now, &failure) ||
        !str_equal(now, fixed->old_text)) {
        command_note(command, "%.*s was changed just now and is left alone",
                     STR_ARG(fixed->path));
        return LEFT_ALONE;
    }
    if (!fs_write(path, fixed->text, FS_DURABLE, &failure)) {
        command_failed(command, &failure);
        return NOT_WRITTEN;
    }
    return WRITTEN;
}

/* False when one could not be written. What differs from what was worked out is
 * read and checked as it is. */
static bool write_files(struct fixing *fixing, enum exit_status *status)
{
    bool is_as_planned = true;
    for (size_t i = 0; i < fixing->files.len; i++) {
        struct fixed *fixed = fixing->files.at[i].value;
        switch (write_file(fixing, fixed)) {
        case WRITTEN:
            tell(fixing->command, fixed);
            break;
        case LEFT_ALONE:
            is_as_planned = false;
            break;
        case NOT_WRITTEN:
            *status = STATUS_FAILED;
            return false;
        }
    }
    if (!is_as_planned) {
        reread(fixing, NULL);
    }
    return true;
}

bool fix_files(struct command *command, struct workspace *workspace,
               const struct check_options *options,
               struct check_summary *summary, enum exit_status *status)
{
    struct fixing fixing = {.command = command,
                            .workspace = workspace,
                            .options = options,
                            .summary = summary};
    for (size_t i = 0; i < workspace->config_diags; i++) {
        *LIST_PUSH(&command->arena, &fixing.config) = workspace->diags.at[i];
    }
    check(&fixing);
    for (int i = 0; i < PASSES && mend_once(&fixing); i++) {
    }
    if (command_has(command, OPTION_DRY_RUN)) {
        show(command, &fixing.files);
        return true;
    }
    return write_files(&fixing, status);
}
