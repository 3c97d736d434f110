/* probatum import anthology: a copy of the records in a folder of its own, with
 * the probatum.yaml that reads them. */

#include "cli/import.h"

#include "base/batch.h"
#include "base/fs.h"
#include "base/json.h"
#include "exchange/anthology.h"

struct job {
    struct command *command;
    struct str from, to;
    struct anthology anthology;
    bool is_dry;
};

/* -- Where it goes --------------------------------------------------------- */

/* Nothing may be there that could be taken for a part of it, or written over.
 */
static bool target_is_free(struct job *job, struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    struct fs_entries entries = {0};
    const char *path = arena_cstr(arena, job->to);
    const enum fs_kind kind = fs_kind(path);
    if (kind == FS_MISSING) {
        return true;
    }
    if (kind != FS_FOLDER) {
        return fail(failure, "%s is no folder", path);
    }
    if (!fs_list(arena, path, &entries, failure)) {
        return false;
    }
    return entries.len == 0 ||
           fail(
               failure,
               "%s is not empty; an anthology becomes a project of its own, so "
               "name a folder that is not there yet",
               path);
}

/* What is made must be readable, whatever the layout said. */
static bool config_is_sound(struct job *job, struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    struct diags diags = {.arena = arena};
    struct project *project = NULL;
    if (!project_parse(arena, job->to, job->anthology.config, &project, &diags,
                       failure)) {
        return false;
    }
    return diags.len == 0 ||
           fail(failure, "%.*s has a layout that cannot be expressed: %.*s",
                STR_ARG(job->anthology.layout), STR_ARG(diags.at[0].message));
}

static bool write_all(struct job *job, struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    const char *root = arena_cstr(arena, job->to);
    struct batch batch = {0};
    for (size_t i = 0; i < job->anthology.file_count; i++) {
        const struct anthology_file *file = &job->anthology.files[i];
        *LIST_PUSH(arena, &batch) = (struct batch_change){
            .path = file->path, .new_text = file->text, .is_new = true};
    }
    *LIST_PUSH(arena, &batch) =
        (struct batch_change){.path = S("probatum.yaml"),
                              .new_text = job->anthology.config,
                              .is_new = true};
    return fs_make_folders(root, failure) &&
           batch_commit(root, &batch, failure);
}

/* -- What is said ---------------------------------------------------------- */

static void put_list(struct out *out, const struct strs *words)
{
    for (size_t i = 0; i < words->len; i++) {
        out_printf(out, "%s%.*s", i > 0 ? ", " : "", STR_ARG(words->at[i]));
    }
}

static void put_text(struct job *job)
{
    const struct anthology *anthology = &job->anthology;
    struct out *out = &job->command->out;
    struct out left = {0};
    if (job->is_dry) {
        out_str(out, anthology->config);
    } else {
        out_printf(
            out, "%s\n",
            fs_join(&job->command->arena, job->to, S("probatum.yaml")).ptr);
    }
    for (size_t i = 0; i < anthology->notes.len; i++) {
        command_note(job->command, "%.*s", STR_ARG(anthology->notes.at[i]));
    }
    if (anthology->left.len > 0) {
        put_list(&left, &anthology->left);
        command_note(job->command, "left where they are: %.*s",
                     STR_ARG(out_text(&left)));
        out_free(&left);
    }
    command_note(job->command,
                 "%zu records and %zu other files %s as they are; `probatum -C "
                 "%.*s check` reads them",
                 anthology->record_count,
                 anthology->file_count - anthology->record_count,
                 job->is_dry ? "would be copied" : "copied", STR_ARG(job->to));
}

static void put_json(struct job *job)
{
    const struct anthology *anthology = &job->anthology;
    struct json_out j = {.out = &job->command->out};
    json_open(&j, '{');
    json_put_str(&j, "out", job->to);
    json_put_bool(&j, "dry_run", job->is_dry);
    json_put_str(&j, "layout", anthology->layout);
    json_put_int(&j, "records", (int64_t)anthology->record_count);
    json_key(&j, "files");
    json_open(&j, '[');
    for (size_t i = 0; i < anthology->file_count; i++) {
        json_str(&j, anthology->files[i].path);
    }
    json_close(&j);
    json_put_strs(&j, "left", &anthology->left);
    json_put_strs(&j, "notes", &anthology->notes);
    json_put_str(&j, "config", anthology->config);
    json_close(&j);
    out_char(&job->command->out, '\n');
}

/* -- The import ------------------------------------------------------------ */

enum exit_status import_anthology(struct command *command, struct str folder)
{
    struct failure failure;
    struct job job = {
        .command = command,
        .from = folder,
        .to = command_text(command, OPTION_OUT, ""),
        .is_dry = command_has(command, OPTION_DRY_RUN),
    };
    if (job.to.len == 0) {
        return command_usage(command, "name the folder that the project is "
                                      "written to, with --out");
    }
    if (!target_is_free(&job, &failure) ||
        !anthology_read(&command->arena, job.from, &job.anthology, &failure) ||
        !config_is_sound(&job, &failure) ||
        (!job.is_dry && !write_all(&job, &failure))) {
        return command_failed(command, &failure);
    }
    if (command_wants_json(command)) {
        put_json(&job);
    } else {
        put_text(&job);
    }
    return STATUS_CLEAN;
}
