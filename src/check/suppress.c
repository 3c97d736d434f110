#include "check/suppress.h"

static const char *status_of(struct arena *arena, const struct record *target,
                             const struct acknowledgement *acknowledged)
{
    if (acknowledged->status.len &&
        !str_equal_nocase(acknowledged->status, target->status)) {
        return arena_printf(arena, "%.*s is %.*s, not %.*s",
                            STR_ARG(target->id), STR_ARG(target->status),
                            STR_ARG(acknowledged->status))
            .ptr;
    }
    if (acknowledged->version && acknowledged->version != target->version) {
        return arena_printf(arena, "%.*s is at version %lld, not %lld",
                            STR_ARG(target->id), (long long)target->version,
                            (long long)acknowledged->version)
            .ptr;
    }
    return NULL;
}

const char *acknowledgement_void(struct arena *arena,
                                 const struct check_input *input,
                                 const struct record *record,
                                 const struct acknowledgement *acknowledged)
{
    if (acknowledged->until.len && input->today.len &&
        str_compare(acknowledged->until, input->today) < 0) {
        return arena_printf(arena, "it ended on %.*s",
                            STR_ARG(acknowledged->until))
            .ptr;
    }
    const struct record *target =
        library_find(input->library, acknowledged->target);
    /* Without a record of that id, what is acknowledged is a field of this
     * record, and the version is this record's. */
    return status_of(arena, target ? target : record, acknowledged);
}

static bool names_rule(const struct acknowledgement *acknowledged,
                       const char *rule)
{
    for (size_t i = 0; i < acknowledged->rules.len; i++) {
        if (str_is(acknowledged->rules.at[i], rule)) {
            return true;
        }
    }
    return false;
}

static bool covers(const struct acknowledgement *acknowledged,
                   const struct diag *diag)
{
    const struct place *inside = &acknowledged->covers;
    return !inside->source || (inside->source == diag->place.source &&
                               diag->place.start >= inside->start &&
                               diag->place.start < inside->end);
}

static bool holds_back(const struct acknowledgement *acknowledged,
                       const struct diag *diag)
{
    bool is_about = !acknowledged->target.len ||
                    str_equal(acknowledged->target, diag->target);
    return is_about && names_rule(acknowledged, diag->rule) &&
           covers(acknowledged, diag);
}

/* Findings by the file they stand in, so that each record looks only at its
 * own. */
struct in_file {
    LIST(struct diag *) diags;
};

static struct map group_by_file(struct arena *arena, struct diags *diags)
{
    struct map files = {0};
    for (size_t i = 0; i < diags->len; i++) {
        if (!diags->at[i].place.source) {
            continue;
        }
        void **slot = map_slot(arena, &files, diags->at[i].place.source->path);
        if (!*slot) {
            *slot = ARENA_NEW(arena, struct in_file);
        }
        struct in_file *file = *slot;
        *LIST_PUSH(arena, &file->diags) = &diags->at[i];
    }
    return files;
}

static void suppress_in(struct in_file *file,
                        const struct acknowledgement *acknowledged)
{
    for (size_t i = 0; file && i < file->diags.len; i++) {
        struct diag *diag = file->diags.at[i];
        diag->is_suppressed =
            diag->is_suppressed || holds_back(acknowledged, diag);
    }
}

size_t suppress(struct arena *arena, const struct check_input *input,
                struct diags *diags)
{
    struct map files = group_by_file(arena, diags);
    const struct library *library = input->library;
    size_t in_force = 0;
    for (size_t r = 0; r < library->record_count; r++) {
        const struct record *record = library->records[r];
        for (size_t i = 0; i < record->acknowledged_count; i++) {
            const struct acknowledgement *one = &record->acknowledged[i];
            if (!acknowledgement_void(arena, input, record, one)) {
                in_force++;
                suppress_in(map_get(&files, record->source->path), one);
            }
        }
    }
    return in_force;
}
