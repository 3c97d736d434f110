/* probatum export: literature as BibTeX or CSL-JSON, evidence as a Research
 * Object Crate. Nothing of the clock is in what is written. */

#include "cli/workspace.h"

#include "base/fs.h"
#include "exchange/crate.h"
#include "exchange/work.h"
#include "record/cite_key.h"

struct job {
    struct command *command;
    struct workspace *workspace;
    struct records named;
};

typedef enum exit_status exporter(struct job *job);
static exporter export_bibtex, export_csl, export_crate;

static const struct format {
    const char *name;
    exporter *run;
} formats[] = {
    {"bibtex", export_bibtex},
    {"csl-json", export_csl},
    {"ro-crate", export_crate},
};
enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

/* -- Literature ------------------------------------------------------------ */

struct works {
    struct work *at;
    size_t len, cap;
};

/* A key that stands twice, or cannot stand at all, would break documents. */
static bool keys_are_sound(struct job *job, const struct works *works)
{
    struct arena *arena = &job->command->arena;
    struct map keys = {0};
    bool is_sound = true;
    for (size_t i = 0; i < works->len; i++) {
        struct work *work = &works->at[i];
        void **slot = map_slot(arena, &keys, work->key);
        if (!cite_key_is_sound(work->key)) {
            is_sound = false;
            command_note(job->command,
                         "%.*s has the citation key \"%.*s\", which no "
                         "bibliography could hold",
                         STR_ARG(work->id), STR_ARG(work->key));
        } else if (*slot) {
            is_sound = false;
            command_note(job->command,
                         "%.*s and %.*s have the same citation key, %.*s",
                         STR_ARG(((struct work *)*slot)->id), STR_ARG(work->id),
                         STR_ARG(work->key));
        }
        *slot = work;
    }
    return is_sound;
}

/* Identifiers that are none are left out, which `check` has an opinion on. */
static void say_left_out(struct job *job, const struct work *work)
{
    struct doi_id doi;
    if (work->arxiv.len > 0 && work->arxiv_id.number.len == 0) {
        command_note(job->command,
                     "%.*s goes without its arXiv number: \"%.*s\" is none",
                     STR_ARG(work->id), STR_ARG(work->arxiv));
    }
    if (work->doi.len > 0 &&
        doi_parse(&job->command->arena, work->doi, &doi) == DOI_FORM) {
        command_note(job->command,
                     "%.*s goes without its DOI: \"%.*s\" is none",
                     STR_ARG(work->id), STR_ARG(work->doi));
    }
}

static bool collect(struct job *job, struct works *works)
{
    struct arena *arena = &job->command->arena;
    struct records records = {0};
    select_works(arena, job->workspace->library, &job->workspace->plans,
                 &job->named, &records);
    for (size_t i = 0; i < records.len; i++) {
        const struct work work =
            work_of_record(arena, job->workspace->project, records.at[i]);
        *LIST_PUSH(arena, works) = work;
        say_left_out(job, &work);
    }
    if (records.len == 0) {
        command_note(job->command, "there is no literature to export");
    }
    return keys_are_sound(job, works);
}

/* To the file that --out names, or to standard output. */
static enum exit_status deliver(struct job *job, struct out *out)
{
    struct failure failure;
    const struct str path = command_text(job->command, OPTION_OUT, "");
    bool is_done = true;
    if (path.len > 0) {
        is_done = fs_write(arena_cstr(&job->command->arena, path),
                           out_text(out), FS_DURABLE, &failure);
    } else {
        out_str(&job->command->out, out_text(out));
    }
    out_free(out);
    return is_done ? workspace_completeness(job->command, job->workspace)
                   : command_failed(job->command, &failure);
}

static enum exit_status export_bibtex(struct job *job)
{
    struct works works = {0};
    struct out out = {0};
    if (!collect(job, &works)) {
        return STATUS_FINDINGS;
    }
    for (size_t i = 0; i < works.len; i++) {
        out_c(&out, i > 0 ? "\n" : "");
        work_put_bibtex(&out, &job->command->arena, &works.at[i]);
    }
    return deliver(job, &out);
}

static enum exit_status export_csl(struct job *job)
{
    struct works works = {0};
    struct out out = {0};
    struct json_out j = {.out = &out};
    if (!collect(job, &works)) {
        return STATUS_FINDINGS;
    }
    json_open(&j, '[');
    for (size_t i = 0; i < works.len; i++) {
        work_put_csl(&j, &job->command->arena, &works.at[i]);
    }
    json_close(&j);
    out_char(&out, '\n');
    return deliver(job, &out);
}

/* -- Evidence -------------------------------------------------------------- */

static bool is_part(struct arena *arena, const struct crate_files *files,
                    struct str name)
{
    const struct str folder = arena_printf(arena, "%.*s/", STR_ARG(name));
    for (size_t i = 0; i < files->len; i++) {
        if (str_equal(files->at[i].path, name) ||
            str_starts(files->at[i].path, folder)) {
            return true;
        }
    }
    return false;
}

/* A crate is all that lies in its folder, so what was there before must be of
 * it; a project is no place for one. */
static bool folder_is_free(struct job *job, struct str folder,
                           const struct crate_files *files,
                           struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    struct fs_entries entries = {0};
    const char *path = arena_cstr(arena, folder);
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
    for (size_t i = 0; i < entries.len; i++) {
        if (!is_part(arena, files, entries.at[i].name)) {
            return fail(failure,
                        "%s holds %.*s, which is no part of the crate; name a "
                        "folder of its own",
                        path, STR_ARG(entries.at[i].name));
        }
    }
    return true;
}

/* The description comes last: a folder without it is no crate yet. */
static bool write_files(struct job *job, struct str folder,
                        const struct crate_files *files,
                        struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    for (size_t i = 0; i < files->len; i++) {
        const struct crate_file *file = &files->at[i];
        if (!fs_is_inside(file->path) ||
            fs_has_link(arena_cstr(arena, folder), file->path)) {
            return fail(failure, "%.*s/%.*s would be written elsewhere",
                        STR_ARG(folder), STR_ARG(file->path));
        }
        if (!fs_write(fs_join(arena, folder, file->path).ptr, file->text,
                      FS_DURABLE, failure)) {
            return false;
        }
    }
    return true;
}

static enum exit_status export_crate(struct job *job)
{
    struct arena *arena = &job->command->arena;
    const struct str folder = command_text(job->command, OPTION_OUT, "");
    struct chosen_evidence chosen = {0};
    struct records without = {0};
    struct crate_files files = {0};
    struct failure failure;
    if (folder.len == 0) {
        return command_usage(job->command,
                             "a crate is a folder; name it with --out");
    }
    select_evidence(arena, &job->workspace->evidences, &job->named, &chosen,
                    &without);
    if (without.len > 0) {
        fail(&failure, "%.*s has no evidence to export",
             STR_ARG(without.at[0]->id));
        return command_failed(job->command, &failure);
    }
    if (chosen.len == 0) {
        fail(&failure, "there is no evidence to export");
        return command_failed(job->command, &failure);
    }
    if (!crate_make(arena, job->workspace->project, &chosen, &files,
                    &failure) ||
        !folder_is_free(job, folder, &files, &failure) ||
        !write_files(job, folder, &files, &failure)) {
        return command_failed(job->command, &failure);
    }
    for (size_t i = 0; i < files.len; i++) {
        out_printf(&job->command->out, "%s\n",
                   fs_join(arena, folder, files.at[i].path).ptr);
    }
    return workspace_completeness(job->command, job->workspace);
}

/* -- The command ----------------------------------------------------------- */

static const struct format *find_format(struct command *command)
{
    struct strs names = {0};
    const struct str name = command->operands.at[0];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (str_is(name, formats[i].name)) {
            return &formats[i];
        }
        *LIST_PUSH(&command->arena, &names) = str_from_c(formats[i].name);
    }
    const struct str near = command_nearest(command, name, &names);
    command_usage(
        command,
        "no format is called \"%.*s\"; there are bibtex, csl-json and "
        "ro-crate%.*s",
        STR_ARG(name), STR_ARG(near));
    return NULL;
}

static bool find_records(struct job *job, enum exit_status *status)
{
    const struct strs *operands = &job->command->operands;
    for (size_t i = 1; i < operands->len; i++) {
        const struct record *record = workspace_record(
            job->command, job->workspace, operands->at[i], status);
        if (!record) {
            return false;
        }
        *LIST_PUSH(&job->command->arena, &job->named) = record;
    }
    return true;
}

enum exit_status cmd_export(struct command *command)
{
    struct workspace workspace;
    enum exit_status status;
    if (command->operands.len == 0) {
        return command_usage(command,
                             "name a format: bibtex, csl-json or ro-crate");
    }
    const struct format *format = find_format(command);
    if (!format) {
        return STATUS_USAGE;
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    struct job job = {.command = command, .workspace = &workspace};
    if (find_records(&job, &status)) {
        status = format->run(&job);
    }
    workspace_close(&workspace);
    return status;
}
