/* The project as it would be, read before anything is written: a rename that
 * would miss a reference is refused, not made in part. */

#include "cli/rename.h"

static size_t count_errors(const struct diags *diags)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->len; i++) {
        count += diags->at[i].severity == SEVERITY_ERROR &&
                 diags->at[i].outcome == OUTCOME_FINDING;
    }
    return count;
}

/* The files as library_load_with wants them. */
static struct map new_texts(struct renaming *renaming)
{
    struct arena *arena = renaming->arena;
    struct map texts = {0};
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        struct str *text = ARENA_NEW(arena, struct str);
        *text = file->text;
        if (!str_equal(file->path, file->new_path)) {
            *map_slot(arena, &texts, file->path) = ARENA_NEW(arena, struct str);
        }
        *map_slot(arena, &texts, file->new_path) = text;
    }
    return texts;
}

static bool misses(struct renaming *renaming, struct place place,
                   struct failure *failure)
{
    const struct position at =
        source_position(renaming->arena, place.source, place.start);
    return fail(failure,
                "%.*s:%zu:%zu would still name %.*s, so nothing is written; "
                "correct it by hand first",
                STR_ARG(place.source->path), at.line, at.column,
                STR_ARG(renaming->old_id));
}

/* No link is left behind, but those that keep the old id. */
static bool links_hold(struct renaming *renaming, struct failure *failure)
{
    const struct library *library = renaming->workspace->library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        for (size_t k = 0; k < record->links.len; k++) {
            const struct link *link = &record->links.at[k];
            if (str_equal(link->id, renaming->old_id) &&
                link->origin != LINK_HISTORY &&
                !rename_is_kept(record, link->place)) {
                return misses(renaming, link->place, failure);
            }
        }
    }
    return true;
}

/* Evidence is as fresh, or as stale, as it was. */
static bool evidence_holds(struct renaming *renaming,
                           const struct evidences *before,
                           struct failure *failure)
{
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        struct evidence now = {0};
        if (!file->is_evidence || str_ends(file->path, S(".pending.json"))) {
            continue;
        }
        struct source *source =
            source_new(renaming->arena, file->new_path, file->text);
        if (!evidence_read(renaming->arena, source, &renaming->workspace->plans,
                           &now, failure)) {
            return false;
        }
        const struct str old_id =
            str_equal(now.id, renaming->new_id) ? renaming->old_id : now.id;
        const struct evidence *was = evidences_find(before, old_id);
        evidence_judge_age(renaming->arena, &now);
        if (was && !was->is_stale && now.is_stale) {
            return fail(failure, "%.*s would not fit its plan any more: %.*s",
                        STR_ARG(file->path), STR_ARG(now.stale_reason));
        }
    }
    return true;
}

/* The configuration is not among the records, and is read apart. */
static bool config_holds(struct renaming *renaming, struct failure *failure)
{
    const struct project *project = renaming->workspace->project;
    for (size_t i = 0; i < renaming->files.len; i++) {
        const struct rename_file *file = &renaming->files.at[i];
        struct diags diags = {.arena = renaming->arena};
        struct project *parsed = NULL;
        if (file->source != project->source) {
            continue;
        }
        if (!project_parse(renaming->arena, project->root, file->text, &parsed,
                           &diags, failure)) {
            return false;
        }
        if (diags.len > renaming->workspace->config_diags) {
            return fail(failure, "probatum.yaml would be faulty: %.*s",
                        STR_ARG(diags.at[0].message));
        }
    }
    return true;
}

bool rename_holds(struct renaming *renaming, struct failure *failure)
{
    struct workspace *workspace = renaming->workspace;
    const struct map texts = new_texts(renaming);
    const struct evidences evidences = workspace->evidences;
    const size_t errors = count_errors(&workspace->diags);
    const size_t backlinks = renaming->record->backlink_count;
    workspace_reread(renaming->command, workspace, &texts);
    const struct record *now =
        library_find(workspace->library, renaming->new_id);
    if (!now || !str_equal(now->id, renaming->new_id) ||
        library_find(workspace->library, renaming->old_id) != now ||
        now->backlink_count < backlinks) {
        return fail(failure,
                    "not every reference to %.*s would lead to %.*s, so "
                    "nothing is written",
                    STR_ARG(renaming->old_id), STR_ARG(renaming->new_id));
    }
    if (count_errors(&workspace->diags) > errors) {
        return fail(failure,
                    "the records would be faulty where they are not now, so "
                    "nothing is written");
    }
    return links_hold(renaming, failure) &&
           evidence_holds(renaming, &evidences, failure) &&
           config_holds(renaming, failure);
}
