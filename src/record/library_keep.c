/* Kept records. All are in one arena, also those that were read again since, so
 * that nothing has to be known of who leads to whom: when a quarter more is
 * kept than is of use, everything is given up and read anew. */

#include "record/library_keep.h"

enum {
    RECORD_SIZE = 4 << 10, /* of a record, beside its text */
    SLACK = 1 << 20,       /* that is not worth reading anew for */
};

struct kept {
    const struct kind *kind;
    struct str stamp; /* empty: to be read again */
    struct record *record;
    struct diags diags;
};

static size_t size_of(const struct kept *kept)
{
    return RECORD_SIZE +
           (kept->record != NULL ? kept->record->source->text.len : 0);
}

void library_keep_end(struct library_keep *keep)
{
    arena_free(&keep->arena);
    *keep = (struct library_keep){0};
}

/* ---- The project ------------------------------------------------------ */

static bool is_kept(const struct library_keep *keep,
                    const struct project *project)
{
    return keep->project != NULL &&
           str_equal(keep->project->root, project->root) &&
           str_equal(keep->project->source->text, project->source->text);
}

static bool is_worn(const struct library_keep *keep)
{
    return keep->size > keep->used + keep->used / 4 + SLACK;
}

/* It could be read, and says the same again. */
static struct project *copy_of(struct arena *arena,
                               const struct project *project)
{
    struct diags diags = {.arena = arena};
    struct failure failure = {0};
    struct project *copy = NULL;
    if (!project_parse(arena, arena_copy(arena, project->root),
                       arena_copy(arena, project->source->text), &copy, &diags,
                       &failure)) {
        BUG("settings that cannot be read again: %s", failure.why);
    }
    source_position(arena, copy->source, 0);
    return copy;
}

struct project *library_keep_begin(struct library_keep *keep,
                                   struct project *project)
{
    if (!is_kept(keep, project) || is_worn(keep)) {
        library_keep_end(keep);
        keep->project = copy_of(&keep->arena, project);
    }
    return keep->project;
}

/* ---- Records ---------------------------------------------------------- */

/* Where a link leads, and what could not be read, is looked at each time. */
static bool may_stay(const struct kept *kept, const struct library_file *file)
{
    return kept->record != NULL && !file->is_link && file->text == NULL;
}

/* In the arena, so that it does not lead to what lasts as long as a build; the
 * table of lines too, which is else made where it is first asked for. */
static struct kept *read_anew(struct library_keep *keep,
                              const struct library_file *file)
{
    struct arena *arena = &keep->arena;
    struct kept *kept = ARENA_NEW(arena, struct kept);
    struct library_file own = *file;
    own.path = arena_copy(arena, file->path);
    own.stem = arena_copy(arena, file->stem);
    kept->kind = file->kind;
    kept->diags.arena = arena;
    kept->record = library_read_one(arena, keep->project, &own, &kept->diags);
    if (may_stay(kept, file)) {
        kept->stamp = arena_copy(arena, file->stamp);
    }
    for (size_t i = 0; i < kept->diags.len; i++) {
        source_position(arena, kept->diags.at[i].place.source, 0);
    }
    if (kept->record != NULL) {
        source_position(arena, kept->record->source, 0);
    }
    keep->size += size_of(kept);
    *map_slot(arena, &keep->records, own.path) = kept;
    return kept;
}

static bool is_same(const struct kept *kept, const struct library_file *file)
{
    return kept != NULL && kept->kind == file->kind && kept->stamp.len > 0 &&
           str_equal(kept->stamp, file->stamp);
}

struct record *library_keep_read(struct library_keep *keep,
                                 const struct library_file *file,
                                 struct diags *diags)
{
    const struct kept *kept = map_get(&keep->records, file->path);
    if (!is_same(kept, file)) {
        kept = read_anew(keep, file);
    }
    for (size_t i = 0; i < kept->diags.len; i++) {
        *LIST_PUSH(diags->arena, diags) = kept->diags.at[i];
    }
    keep->used += size_of(kept);
    return kept->record;
}
