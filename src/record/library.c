/* All records of a project. Files are read once, in the order of their names,
 * and nothing that one file holds can keep another from being read. */

#include "record/library.h"

#include "base/fs.h"

#include <stdlib.h>

#include "record/library_keep.h"
#include "record/library_read.h"

enum {
    FILE_CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING,
    FOLDER_DEPTH_CEILING = 16,
};

/* ---- Files ------------------------------------------------------------ */

struct lister {
    struct arena *arena;
    const struct project *project;
    const struct kind *kind;
    const struct map *texts; /* of files that are read as if; may be NULL */
    struct diags *diags;
    struct library_files files;
    bool *is_incomplete;
};

/* What cannot be read is named by its own path, at its beginning. */
static void report_unreadable(struct arena *arena, struct diags *diags,
                              struct str path, const char *why)
{
    struct source *source = source_new(arena, path, S(""));
    const struct place place = {source, 0, 0};
    diag_add(diags, SEVERITY_ERROR, "file-unreadable", place, "%s", why);
}

bool library_stem(struct str name, struct str *stem)
{
    static const char *const extensions[] = {".md", ".yaml", ".yml"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        const struct str extension = str_from_c(extensions[i]);
        if (str_ends(name, extension) && name.len > extension.len) {
            *stem = str_slice(name, 0, name.len - extension.len);
            return true;
        }
    }
    return false;
}

/* A file whose other text has no pointer is not there. */
static void list_file(struct lister *lister, const struct fs_entry *entry,
                      struct str path, struct str stem)
{
    const struct str *text =
        lister->texts ? map_get(lister->texts, path) : NULL;
    if (!text || text->ptr) {
        *LIST_PUSH(lister->arena, &lister->files) = (struct library_file){
            .kind = lister->kind,
            .path = path,
            .full = entry->path,
            .stem = stem,
            .what = entry->kind,
            .is_link = entry->is_link,
            .text = text,
        };
    }
}

/* The folder of one kind may lie in that of another. */
static bool leads_to_kind(const struct project *project, struct str path)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct str folder = project->kinds[i].folder;
        if (str_starts(folder, path) &&
            (folder.len == path.len || folder.ptr[path.len] == '/')) {
            return true;
        }
    }
    return false;
}

/* Only the entries of a journal lie in folders below its own. Records that do
 * so too would be lost without a word. */
static void report_folder(struct lister *lister, const struct fs_entry *folder,
                          struct str path)
{
    struct fs_entries entries = {0};
    struct failure failure;
    struct str stem;
    if (leads_to_kind(lister->project, path) ||
        str_is(lister->kind->folder, ".")) {
        return;
    }
    bool holds_records = library_stem(folder->name, &stem);
    struct arena scratch = {0};
    if (!holds_records &&
        fs_list(&scratch, folder->path.ptr, &entries, &failure)) {
        for (size_t i = 0; i < entries.len && !holds_records; i++) {
            holds_records = entries.at[i].kind == FS_FILE &&
                            library_stem(entries.at[i].name, &stem);
        }
    }
    arena_free(&scratch);
    if (holds_records) {
        struct source *source = source_new(lister->arena, path, S(""));
        struct diag *diag =
            diag_add(lister->diags, SEVERITY_WARNING, "file-unreadable",
                     (struct place){source, 0, 0},
                     "no record is read from a folder below that of %.*s",
                     STR_ARG(lister->kind->prefix));
        diag_hint(lister->diags, diag,
                  "move its files up, or begin its name with _ to leave it "
                  "out");
    }
}

/* A kind that has no record yet may lack its folder, since git keeps no empty
 * ones; a misspelt folder must not pass unseen either. */
static void report_missing(struct lister *lister)
{
    diag_add(lister->diags, SEVERITY_NOTE, "file-unreadable",
             lister->kind->folder_place,
             "there is no folder %.*s, so no record of the kind %.*s",
             STR_ARG(lister->kind->folder), STR_ARG(lister->kind->prefix));
}

/* The files of the folder that are not there and are read as if. */
static void add_absent(const struct lister *lister, struct str folder,
                       struct fs_entries *entries)
{
    struct arena *arena = lister->arena;
    const size_t present = entries->len;
    for (size_t i = 0; lister->texts && i < lister->texts->len; i++) {
        const struct str path = lister->texts->at[i].key;
        const size_t slash = str_rfind_char(path, '/');
        const size_t end = slash == STR_NONE ? 0 : slash;
        const struct str name =
            slash == STR_NONE ? path : str_from(path, slash + 1);
        bool is_there = !str_equal(str_slice(path, 0, end), folder);
        for (size_t n = 0; !is_there && n < present; n++) {
            is_there = str_equal(entries->at[n].name, name);
        }
        if (!is_there) {
            *LIST_PUSH(arena, entries) =
                (struct fs_entry){path, name, FS_FILE, false};
        }
    }
}

/* `below` leads from the kind's folder to this one: "" or "2026/09". */
static void list_folder(struct lister *lister, struct str below, int depth)
{
    struct arena *arena = lister->arena;
    const struct str folder = below.len > 0
                                  ? fs_join(arena, lister->kind->folder, below)
                                  : lister->kind->folder;
    const struct str full = fs_join(arena, lister->project->root, folder);
    struct fs_entries entries = {0};
    struct failure failure;
    if (depth == 0 && fs_kind(full.ptr) == FS_MISSING) {
        report_missing(lister);
        return;
    }
    if (!fs_list(arena, full.ptr, &entries, &failure)) {
        report_unreadable(arena, lister->diags, folder, failure.why);
        *lister->is_incomplete = true;
        return;
    }
    fs_sweep(&entries);
    add_absent(lister, folder, &entries);
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        const bool is_nested = lister->kind->role == ROLE_JOURNAL &&
                               entry->kind == FS_FOLDER && !entry->is_link;
        struct str stem;
        if (entry->name.ptr[0] == '_' || entry->name.ptr[0] == '.') {
            continue;
        }
        if (is_nested && depth < FOLDER_DEPTH_CEILING) {
            list_folder(lister, fs_join(arena, below, entry->name), depth + 1);
        } else if (entry->kind == FS_FOLDER) {
            report_folder(lister, entry, fs_join(arena, folder, entry->name));
        } else if (library_stem(entry->name, &stem)) {
            list_file(lister, entry, fs_join(arena, folder, entry->name),
                      lister->kind->role == ROLE_JOURNAL
                          ? fs_join(arena, below, stem)
                          : stem);
        }
    }
}

struct library_files library_list(struct arena *arena,
                                  const struct project *project,
                                  const struct map *texts, struct diags *diags,
                                  bool *is_incomplete)
{
    struct lister lister = {.arena = arena,
                            .project = project,
                            .texts = texts,
                            .diags = diags,
                            .is_incomplete = is_incomplete};
    for (size_t i = 0; i < project->kind_count; i++) {
        lister.kind = &project->kinds[i];
        list_folder(&lister, S(""), 0);
    }
    lister.files.texts = texts;
    return lister.files;
}

/* ---- Records ---------------------------------------------------------- */

/* Read all the same; but a clone of the project will not have it. */
static void report_link(struct arena *arena, const struct project *project,
                        const struct library_file *file, struct source *source,
                        struct diags *diags)
{
    const struct str root = project->root;
    const struct str real = fs_real(arena, file->full.ptr);
    const bool is_inside = str_starts(real, root) &&
                           (str_is(root, "/") || real.ptr[root.len] == '/');
    if (!is_inside) {
        diag_add(diags, SEVERITY_NOTE, "file-unreadable",
                 (struct place){source, 0, 0},
                 "this file is a link out of the project, to %.*s",
                 STR_ARG(real));
    }
}

struct record *library_read_one(struct arena *arena,
                                const struct project *project,
                                const struct library_file *file,
                                struct diags *diags)
{
    struct failure failure;
    struct str text = {0};
    if (!file->text && file->what == FS_OTHER) {
        report_unreadable(arena, diags, file->path,
                          "not a file that could be read");
        return NULL;
    }
    if (file->text) {
        text = *file->text;
    } else if (!fs_read(arena, file->full.ptr, FILE_CEILING, &text, &failure)) {
        report_unreadable(arena, diags, file->path, failure.why);
        return NULL;
    }
    struct source *source = source_new(arena, file->path, text);
    if (file->is_link) {
        report_link(arena, project, file, source, diags);
    }
    return record_parse(arena, project, file->kind, source, file->stem, diags);
}

/* SOTA-999 before SOTA-1000: with equal beginnings, the shorter first. */
static int by_kind_and_id(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left;
    const struct record *b = *(const struct record *const *)right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    if (a->id.len != b->id.len && a->kind->role != ROLE_JOURNAL) {
        return a->id.len < b->id.len ? -1 : 1;
    }
    const int order = str_compare(a->id, b->id);
    return order != 0 ? order : str_compare(a->source->path, b->source->path);
}

static void put_in_order(struct library *library)
{
    if (library->record_count > 1) {
        qsort(library->records, library->record_count, sizeof *library->records,
              by_kind_and_id);
    }
}

struct library *library_read(struct arena *arena, const struct project *project,
                             const struct library_files *files,
                             struct diags *diags, bool *is_incomplete)
{
    struct library *library = ARENA_NEW(arena, struct library);
    library->arena = arena;
    library->project = project;
    library->records = ARENA_ARRAY(arena, struct record *, files->len);
    if (files->keep != NULL) {
        files->keep->used = 0;
    }
    for (size_t i = 0; i < files->len; i++) {
        const struct library_file *file = &files->at[i];
        struct record *record =
            files->keep != NULL ? library_keep_read(files->keep, file, diags)
                                : library_read_one(arena, project, file, diags);
        if (record) {
            library->records[library->record_count++] = record;
        } else {
            *is_incomplete = true;
        }
    }
    put_in_order(library);
    library_index(library, diags);
    library_link(library);
    library->chapters =
        chapters_load(arena, project, files->texts, diags, is_incomplete);
    library->file_count = library->record_count + library->chapters.len;
    return library;
}

struct library *library_load(struct arena *arena, const struct project *project,
                             struct diags *diags, bool *is_incomplete)
{
    return library_load_with(arena, project, NULL, diags, is_incomplete);
}

struct library *library_load_with(struct arena *arena,
                                  const struct project *project,
                                  const struct map *texts, struct diags *diags,
                                  bool *is_incomplete)
{
    *is_incomplete = false;
    const struct library_files files =
        library_list(arena, project, texts, diags, is_incomplete);
    return library_read(arena, project, &files, diags, is_incomplete);
}

/* ---- A part of them --------------------------------------------------- */

struct library *library_part(struct arena *arena, const struct project *project,
                             struct record *(*fetch)(void *context,
                                                     struct str id),
                             void *context)
{
    struct library *part = ARENA_NEW(arena, struct library);
    part->arena = arena;
    part->project = project;
    part->fetch = fetch;
    part->fetch_context = context;
    return part;
}

void library_add(struct library *part, struct record *record)
{
    if (record->kind->role == ROLE_JOURNAL) {
        return;
    }
    *map_slot(part->arena, &part->by_id, record->id) = record;
    for (size_t i = 0; i < record->formerly.len; i++) {
        *map_slot(part->arena, &part->by_id, record->formerly.at[i].text) =
            record;
    }
}

void library_join(struct library *part, struct record **records, size_t count)
{
    part->records = records;
    part->record_count = count;
    part->file_count = count;
    put_in_order(part);
    library_link(part);
}
