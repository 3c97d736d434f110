/* All records of a project. Files are read once, in the order of their names,
 * and nothing that one file holds can keep another from being read. */

#include "record/library.h"

#include "base/fs.h"

#include <stdlib.h>

#include "record/library_read.h"

enum {
    FILE_CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING,
    FOLDER_DEPTH_CEILING = 16,
};

struct loader {
    struct library *library;
    const struct kind *kind;
    const struct map *texts; /* of files that are read as if; may be NULL */
    struct diags *diags;
    struct {
        struct record **at;
        size_t len, cap;
    } records;
    bool is_incomplete;
};

/* What cannot be read is named by its own path, at its beginning. */
static void report_unreadable(struct loader *loader, struct str path,
                              const char *why)
{
    struct source *source = source_new(loader->library->arena, path, S(""));
    const struct place place = {source, 0, 0};
    diag_add(loader->diags, SEVERITY_ERROR, "file-unreadable", place, "%s",
             why);
    loader->is_incomplete = true;
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

/* Read all the same; but a clone of the project will not have it. */
static void report_link(struct loader *loader, const struct fs_entry *entry,
                        struct source *source)
{
    const struct str root = loader->library->project->root;
    const struct str real = fs_real(loader->library->arena, entry->path.ptr);
    const bool is_inside = str_starts(real, root) &&
                           (str_is(root, "/") || real.ptr[root.len] == '/');
    if (!is_inside) {
        diag_add(loader->diags, SEVERITY_NOTE, "file-unreadable",
                 (struct place){source, 0, 0},
                 "this file is a link out of the project, to %.*s",
                 STR_ARG(real));
    }
}

static void load_file(struct loader *loader, const struct fs_entry *entry,
                      struct str path, struct str stem)
{
    struct library *library = loader->library;
    struct failure failure;
    struct str text;
    const struct str *other =
        loader->texts ? map_get(loader->texts, path) : NULL;
    if (other && !other->ptr) {
        return;
    }
    if (!other && entry->kind == FS_OTHER) {
        report_unreadable(loader, path, "not a file that could be read");
        return;
    }
    if (other) {
        text = *other;
    } else if (!fs_read(library->arena, entry->path.ptr, FILE_CEILING, &text,
                        &failure)) {
        report_unreadable(loader, path, failure.why);
        return;
    }
    library->file_count++;
    struct source *source = source_new(library->arena, path, text);
    if (entry->is_link) {
        report_link(loader, entry, source);
    }
    *LIST_PUSH(library->arena, &loader->records) =
        record_parse(library->arena, library->project, loader->kind, source,
                     stem, loader->diags);
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
static void report_folder(struct loader *loader, const struct fs_entry *folder,
                          struct str path)
{
    struct fs_entries entries = {0};
    struct failure failure;
    struct str stem;
    if (leads_to_kind(loader->library->project, path) ||
        str_is(loader->kind->folder, ".")) {
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
        struct source *source = source_new(loader->library->arena, path, S(""));
        struct diag *diag =
            diag_add(loader->diags, SEVERITY_WARNING, "file-unreadable",
                     (struct place){source, 0, 0},
                     "no record is read from a folder below that of %.*s",
                     STR_ARG(loader->kind->prefix));
        diag_hint(loader->diags, diag,
                  "move its files up, or begin its name with _ to leave it "
                  "out");
    }
}

/* A kind that has no record yet may lack its folder, since git keeps no empty
 * ones; a misspelt folder must not pass unseen either. */
static void report_missing(struct loader *loader)
{
    diag_add(loader->diags, SEVERITY_NOTE, "file-unreadable",
             loader->kind->folder_place,
             "there is no folder %.*s, so no record of the kind %.*s",
             STR_ARG(loader->kind->folder), STR_ARG(loader->kind->prefix));
}

/* The files of the folder that are not there and are read as if. */
static void add_absent(const struct loader *loader, struct str folder,
                       struct fs_entries *entries)
{
    struct arena *arena = loader->library->arena;
    const size_t present = entries->len;
    for (size_t i = 0; loader->texts && i < loader->texts->len; i++) {
        const struct str path = loader->texts->at[i].key;
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
static void load_folder(struct loader *loader, struct str below, int depth)
{
    struct arena *arena = loader->library->arena;
    const struct str folder = below.len > 0
                                  ? fs_join(arena, loader->kind->folder, below)
                                  : loader->kind->folder;
    const struct str full =
        fs_join(arena, loader->library->project->root, folder);
    struct fs_entries entries = {0};
    struct failure failure;
    if (depth == 0 && fs_kind(full.ptr) == FS_MISSING) {
        report_missing(loader);
        return;
    }
    if (!fs_list(arena, full.ptr, &entries, &failure)) {
        report_unreadable(loader, folder, failure.why);
        return;
    }
    fs_sweep(&entries);
    add_absent(loader, folder, &entries);
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        const bool is_nested = loader->kind->role == ROLE_JOURNAL &&
                               entry->kind == FS_FOLDER && !entry->is_link;
        struct str stem;
        if (entry->name.ptr[0] == '_' || entry->name.ptr[0] == '.') {
            continue;
        }
        if (is_nested && depth < FOLDER_DEPTH_CEILING) {
            load_folder(loader, fs_join(arena, below, entry->name), depth + 1);
        } else if (entry->kind == FS_FOLDER) {
            report_folder(loader, entry, fs_join(arena, folder, entry->name));
        } else if (library_stem(entry->name, &stem)) {
            load_file(loader, entry, fs_join(arena, folder, entry->name),
                      loader->kind->role == ROLE_JOURNAL
                          ? fs_join(arena, below, stem)
                          : stem);
        }
    }
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
    struct library *library = ARENA_NEW(arena, struct library);
    library->arena = arena;
    library->project = project;
    struct loader loader = {.library = library, .texts = texts, .diags = diags};
    for (size_t i = 0; i < project->kind_count; i++) {
        loader.kind = &project->kinds[i];
        load_folder(&loader, S(""), 0);
    }
    library->records = loader.records.at;
    library->record_count = loader.records.len;
    if (library->record_count > 1) {
        qsort(library->records, library->record_count, sizeof *library->records,
              by_kind_and_id);
    }
    library_index(library, diags);
    library_link(library);
    *is_incomplete = loader.is_incomplete;
    return library;
}
