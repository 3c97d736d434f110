/* probatum rename: a new id for a record, in every file that names it, or in
 * none. */

#include "base/batch.h"
#include "base/fs.h"
#include "cli/rename.h"

/* -- Which ----------------------------------------------------------------- */

/* The old id is a record's, and of one file alone. */
static bool find_old(struct renaming *renaming, enum exit_status *status)
{
    struct command *command = renaming->command;
    const struct library *library = renaming->workspace->library;
    const struct str id = renaming->old_id;
    const struct record *record =
        workspace_record(command, renaming->workspace, id, status);
    if (!record) {
        return false;
    }
    if (!str_equal(record->id, id)) {
        *status = command_usage(command, "%.*s is called %.*s now; rename that",
                                STR_ARG(id), STR_ARG(record->id));
        return false;
    }
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *other = library->records[i];
        if (other != record && other->kind->role != ROLE_JOURNAL &&
            str_equal(other->id, id)) {
            struct failure failure;
            fail(&failure,
                 "both %.*s and %.*s have the id %.*s; which one is meant "
                 "where it is named, only a person can say",
                 STR_ARG(record->source->path), STR_ARG(other->source->path),
                 STR_ARG(id));
            *status = command_failed(command, &failure);
            return false;
        }
    }
    renaming->record = record;
    return true;
}

static struct str without_zeros(struct str code)
{
    while (code.len > 1 && code.ptr[0] == '0') {
        code = str_from(code, 1);
    }
    return code;
}

/* The record that has the id, or had it, or has its number in other digits:
 * SOTA-61 and SOTA-061 are taken for each other. */
static const struct record *holder_of(const struct renaming *renaming,
                                      struct str id)
{
    const struct map *ids = &renaming->workspace->library->by_id;
    const size_t prefix = renaming->record->kind->prefix.len + 1;
    const struct str code = without_zeros(str_from(id, prefix));
    for (size_t i = 0; i < ids->len; i++) {
        const struct str key = ids->at[i].key;
        if (str_starts(key, str_slice(id, 0, prefix)) &&
            str_equal(without_zeros(str_from(key, prefix)), code) &&
            ids->at[i].value != renaming->record) {
            return ids->at[i].value;
        }
    }
    return NULL;
}

static bool is_free(struct renaming *renaming, enum exit_status *status)
{
    const struct str id = renaming->new_id;
    if (str_equal(id, renaming->old_id)) {
        *status = command_usage(renaming->command, "%.*s has this id already",
                                STR_ARG(id));
        return false;
    }
    const struct record *other = holder_of(renaming, id);
    if (!other) {
        return true;
    }
    const size_t prefix = renaming->record->kind->prefix.len + 1;
    if (str_equal(without_zeros(str_from(other->id, prefix)),
                  without_zeros(str_from(id, prefix)))) {
        *status = command_usage(
            renaming->command, "%.*s is in use: %.*s%.*s", STR_ARG(id),
            STR_ARG(renaming->workspace->prefix), STR_ARG(other->source->path));
    } else {
        *status = command_usage(renaming->command,
                                "%.*s was once the id of %.*s, and is not "
                                "given again",
                                STR_ARG(id), STR_ARG(other->id));
    }
    return false;
}

static bool is_of_kind(struct renaming *renaming, enum exit_status *status)
{
    const struct project *project = renaming->workspace->project;
    const struct kind *kind = renaming->record->kind;
    const struct str id = renaming->new_id;
    if (!project_is_id(project, id)) {
        *status = command_usage(renaming->command,
                                "\"%.*s\" is not an id, such as %.*s-001",
                                STR_ARG(id), STR_ARG(kind->prefix));
        return false;
    }
    if (project_kind_of(project, id) != kind) {
        *status = command_usage(renaming->command,
                                "%.*s is of another kind than %.*s; its new id "
                                "begins with %.*s too",
                                STR_ARG(id), STR_ARG(renaming->old_id),
                                STR_ARG(kind->prefix));
        return false;
    }
    return true;
}

static struct str code_of(const struct renaming *renaming, struct str id)
{
    return str_from(id, renaming->record->kind->prefix.len + 1);
}

static bool find(struct renaming *renaming, enum exit_status *status)
{
    renaming->old_id = renaming->command->operands.at[0];
    renaming->new_id = renaming->command->operands.at[1];
    if (!find_old(renaming, status) || !is_of_kind(renaming, status) ||
        !is_free(renaming, status)) {
        return false;
    }
    renaming->old_code = code_of(renaming, renaming->old_id);
    renaming->new_code = code_of(renaming, renaming->new_id);
    return true;
}

/* -- Doing it -------------------------------------------------------------- */

/* A file that could not be read may name the record too. */
static bool is_all_read(const struct renaming *renaming,
                        struct failure *failure)
{
    return !renaming->workspace->is_incomplete ||
           fail(failure,
                "some files could not be read and may name %.*s; `probatum "
                "check` names them",
                STR_ARG(renaming->old_id));
}

static bool has_room(const struct renaming *renaming, struct failure *failure)
{
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        const struct str full =
            fs_join(renaming->arena, renaming->workspace->project->root,
                    file->new_path);
        if (!str_equal(file->path, file->new_path) &&
            fs_kind(full.ptr) != FS_MISSING) {
            return fail(failure, "%.*s%.*s is there already",
                        STR_ARG(renaming->workspace->prefix),
                        STR_ARG(file->new_path));
        }
    }
    return true;
}

static bool prepare(struct renaming *renaming, struct failure *failure)
{
    return is_all_read(renaming, failure) && rename_texts(renaming, failure) &&
           rename_evidences(renaming, failure) && has_room(renaming, failure) &&
           rename_holds(renaming, failure);
}

static bool write(struct renaming *renaming, struct failure *failure)
{
    struct batch batch = {0};
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        const bool moves = !str_equal(file->path, file->new_path);
        *LIST_PUSH(renaming->arena, &batch) = (struct batch_change){
            .path = file->new_path,
            .old_text = moves ? (struct str){0} : file->source->text,
            .new_text = file->text,
            .is_new = moves};
        if (moves) {
            *LIST_PUSH(renaming->arena, &batch) =
                (struct batch_change){.path = file->path,
                                      .old_text = file->source->text,
                                      .is_gone = true};
        }
    }
    return batch_commit(
        arena_cstr(renaming->arena, renaming->workspace->project->root), &batch,
        failure);
}

static enum exit_status give_new_id(struct renaming *renaming)
{
    struct failure failure;
    enum exit_status status = STATUS_CLEAN;
    if (!find(renaming, &status)) {
        return status;
    }
    if (!prepare(renaming, &failure) ||
        (!command_has(renaming->command, OPTION_DRY_RUN) &&
         !write(renaming, &failure))) {
        return command_failed(renaming->command, &failure);
    }
    if (command_wants_json(renaming->command)) {
        rename_report_json(renaming);
    } else {
        rename_report_text(renaming);
    }
    return STATUS_CLEAN;
}

enum exit_status cmd_rename(struct command *command)
{
    struct workspace workspace;
    enum exit_status status;
    if (command->operands.len != 2) {
        return command_usage(command,
                             "name the record's id and its new one, such as "
                             "SOTA-060 SOTA-160");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    struct renaming renaming = {
        .command = command, .workspace = &workspace, .arena = &command->arena};
    status = give_new_id(&renaming);
    workspace_close(&workspace);
    return status;
}
