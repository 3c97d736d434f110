/* The record's file, and its text at the version that is left. The project is
 * not read yet: it is read once, as it would be after the bump. */

#include "cli/bump.h"

#include "base/fs.h"

/* -- The file -------------------------------------------------------------- */

enum { FILE_CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING };

const struct record *bump_read(const struct bump *bump, struct str text)
{
    struct diags dropped = {.arena = bump->arena};
    struct source *source = source_new(bump->arena, bump->file.path, text);
    return record_parse(bump->arena, bump->workspace->project, bump->kind,
                        source, bump->stem, &dropped);
}

const struct bump_file *bump_file_at(const struct bump *bump, size_t index)
{
    return index < bump->other_count ? &bump->others[index] : &bump->file;
}

static bool take_file(struct bump *bump, const struct kind *kind,
                      struct str path, struct str text)
{
    const size_t slash = str_rfind_char(path, '/');
    const struct str name =
        slash == STR_NONE ? path : str_from(path, slash + 1);
    bump->kind = kind;
    bump->file = (struct bump_file){
        .path = path, .source = source_new(bump->arena, path, text)};
    if (!library_stem(name, &bump->stem)) {
        BUG("a record in a file that holds none");
    }
    bump->disk = bump_read(bump, text);
    return str_equal(bump->disk->id, bump->id);
}

static const char *full_path(const struct bump *bump, struct str path)
{
    return fs_join(bump->arena, bump->workspace->project->root, path).ptr;
}

static bool is_called(struct str name, struct str id)
{
    struct str stem;
    return library_stem(name, &stem) && str_starts(stem, id) &&
           (stem.len == id.len || stem.ptr[id.len] == '-');
}

/* Files are nearly always called as their record is. */
static bool find_by_name(struct bump *bump)
{
    struct arena *arena = bump->arena;
    const struct kind *kind =
        project_kind_of(bump->workspace->project, bump->id);
    struct fs_entries entries = {0};
    struct failure failure;
    if (!kind ||
        !fs_list(arena, full_path(bump, kind->folder), &entries, &failure)) {
        return false;
    }
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        struct str text;
        if (entry->kind == FS_FILE && is_called(entry->name, bump->id) &&
            fs_read(arena, entry->path.ptr, FILE_CEILING, &text, &failure) &&
            take_file(bump, kind, fs_join(arena, kind->folder, entry->name),
                      text)) {
            return true;
        }
    }
    return false;
}

/* Any other way of saying which record a file holds takes all of them. */
static bool find_in_library(struct bump *bump, enum exit_status *status)
{
    workspace_reread(bump->command, bump->workspace, NULL);
    const struct record *record =
        workspace_record(bump->command, bump->workspace, bump->id, status);
    if (!record) {
        return false;
    }
    bump->id = record->id;
    take_file(bump, record->kind, record->source->path, record->source->text);
    return true;
}

/* What is written beside a link would take its place. */
static bool is_own_file(struct bump *bump, enum exit_status *status)
{
    const struct str root = bump->workspace->project->root;
    if (fs_has_link(arena_cstr(bump->arena, root), bump->file.path)) {
        struct failure failure;
        fail(&failure, "%.*s is reached through a link; bump it where it lies",
             STR_ARG(bump->file.path));
        *status = command_failed(bump->command, &failure);
        return false;
    }
    return true;
}

/* -- The version before ---------------------------------------------------- */

static void not_known(struct bump *bump, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void not_known(struct bump *bump, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bump->unknown = arena_vprintf(bump->arena, format, args);
    va_end(args);
}

/* A record without a version is at its first. */
static int64_t version_of(const struct record *record)
{
    return record->version > 0 ? record->version : 1;
}

/* What HEAD holds is the version before only when it says so: after a bump by
 * hand, or a second one without a commit, the text in between is lost. */
static void find_before(struct bump *bump)
{
    struct vcs *vcs = bump->workspace->vcs;
    const char *path = arena_cstr(bump->arena, bump->file.path);
    struct failure failure;
    struct str text;
    bool is_found = false;
    if (!vcs || !vcs_head(vcs).text[0]) {
        not_known(bump, vcs ? "nothing has been committed to git yet"
                            : "there is no git repository here");
    } else if (!vcs_text_at_head(vcs, path, bump->arena, &text, &is_found,
                                 &failure)) {
        not_known(bump, "%s", failure.why);
    } else if (!is_found) {
        not_known(bump, "git has no commit of %s", path);
    } else {
        const struct record *record = bump_read(bump, text);
        if (record->is_broken) {
            not_known(bump, "what is committed of %s cannot be read", path);
        } else if (version_of(record) != bump->from) {
            not_known(bump,
                      "version %lld is not committed: HEAD has version %lld",
                      (long long)bump->from, (long long)version_of(record));
        } else {
            bump->before = record;
        }
    }
}

bool bump_find(struct bump *bump, enum exit_status *status)
{
    if (!find_by_name(bump) && !find_in_library(bump, status)) {
        return false;
    }
    if (!is_own_file(bump, status)) {
        return false;
    }
    bump->changed = bump->disk;
    bump->file.text = bump->file.source->text;
    bump->from = version_of(bump->disk);
    bump->to = bump->from + 1;
    find_before(bump);
    return true;
}
