/* What changed, as subjects of a check. */

#include "cli/changed.h"

#include "base/fs.h"
#include "vcs/changed.h"

/* No file of a project is called so: a check of nothing that changed must not
 * become one of everything. */
static const char nothing[] = "/";

static bool has_repository(struct command *command,
                           const struct workspace *workspace,
                           const char *option, enum exit_status *status)
{
    struct failure failure = {0};
    if (workspace->vcs != NULL) {
        return true;
    }
    fail(&failure, "there is no git repository here to ask; check without --%s",
         option);
    *status = command_failed(command, &failure);
    return false;
}

static struct str stem_of(struct str path)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    struct str stem = {0};
    return library_stem(name, &stem) ? stem : (struct str){0};
}

/* -- Subjects -------------------------------------------------------------- */

/* Who names the record that the file held. */
static void add_mourners(struct command *command, const struct library *library,
                         struct str stem, struct strs *subjects)
{
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        for (size_t n = 0; n < record->links.len; n++) {
            const struct link *link = &record->links.at[n];
            if (link->to == NULL && str_equal(link->id, stem)) {
                *LIST_PUSH(&command->arena, subjects) = record->source->path;
                break;
            }
        }
    }
}

static void add_subjects(struct command *command,
                         const struct workspace *workspace,
                         const struct strs *paths, struct strs *subjects)
{
    const struct library *library = workspace->library;
    *LIST_PUSH(&command->arena, subjects) = str_from_c(nothing);
    for (size_t i = 0; i < paths->len; i++) {
        const struct str path = paths->at[i];
        const struct str stem = stem_of(path);
        if (str_equal(path, workspace->project->source->path)) {
            *subjects = (struct strs){0};
            return;
        }
        *LIST_PUSH(&command->arena, subjects) = path;
        if (stem.len > 0 && library_find(library, stem) == NULL) {
            add_mourners(command, library, stem, subjects);
        }
    }
}

/* -- The index ------------------------------------------------------------- */

static bool is_record_file(const struct project *project, struct str path)
{
    if (fs_is_at_or_below(path, str_from_c(chapter_folder))) {
        return true;
    }
    for (size_t i = 0; i < project->kind_count; i++) {
        if (stem_of(path).len > 0 &&
            fs_is_at_or_below(path, project->kinds[i].folder)) {
            return true;
        }
    }
    return false;
}

/* The file as the index has it, whether or not the working file agrees. */
static bool add_staged_text(struct command *command,
                            const struct workspace *workspace, struct str path,
                            struct map *texts, struct failure *failure)
{
    struct arena *arena = &command->arena;
    struct str *text = ARENA_NEW(arena, struct str);
    bool is_found = false;
    if (!is_record_file(workspace->project, path)) {
        return true;
    }
    if (!vcs_text_staged(workspace->vcs, arena_cstr(arena, path), arena, text,
                         &is_found, failure)) {
        return false;
    }
    if (is_found && text->ptr == NULL) {
        *text = S("");
    }
    *map_slot(arena, texts, path) = text;
    return true;
}

/* Which files differ from HEAD in the folder says in which ones the index may
 * differ from the folder. */
static bool staged_texts(struct command *command,
                         const struct workspace *workspace,
                         const struct strs *staged, struct map *texts,
                         struct failure *failure)
{
    struct strs touched = {0};
    if (!vcs_changed(workspace->vcs, VCS_HEAD_TO_FILES, &command->arena,
                     &touched, failure)) {
        return false;
    }
    for (size_t i = 0; i < staged->len; i++) {
        if (!add_staged_text(command, workspace, staged->at[i], texts,
                             failure)) {
            return false;
        }
    }
    for (size_t i = 0; i < touched.len; i++) {
        if (map_get(texts, touched.at[i]) == NULL &&
            !add_staged_text(command, workspace, touched.at[i], texts,
                             failure)) {
            return false;
        }
    }
    return true;
}

bool changed_staged(struct command *command, struct workspace *workspace,
                    struct strs *subjects, enum exit_status *status)
{
    struct failure failure = {0};
    struct strs staged = {0};
    struct map texts = {0};
    if (!has_repository(command, workspace, "staged", status)) {
        return false;
    }
    if (!vcs_changed(workspace->vcs, VCS_HEAD_TO_INDEX, &command->arena,
                     &staged, &failure) ||
        !staged_texts(command, workspace, &staged, &texts, &failure)) {
        *status = command_failed(command, &failure);
        return false;
    }
    workspace_reread(command, workspace, &texts);
    add_subjects(command, workspace, &staged, subjects);
    if (staged.len == 0) {
        command_note(command, "nothing is staged");
    }
    return true;
}

/* -- A revision ------------------------------------------------------------ */

bool changed_since(struct command *command, struct workspace *workspace,
                   struct str revision, struct strs *subjects,
                   enum exit_status *status)
{
    struct failure failure = {0};
    struct strs paths = {0};
    bool is_known = false;
    if (!has_repository(command, workspace, "since", status)) {
        return false;
    }
    if (!vcs_changed_since(workspace->vcs, revision, &command->arena, &paths,
                           &is_known, &failure)) {
        *status = command_failed(command, &failure);
        return false;
    }
    if (!is_known) {
        *status = command_usage(command, "git knows no revision \"%.*s\"",
                                STR_ARG(revision));
        return false;
    }
    add_subjects(command, workspace, &paths, subjects);
    if (paths.len == 0) {
        command_note(command, "nothing changed since %.*s", STR_ARG(revision));
    }
    return true;
}
