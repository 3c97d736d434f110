/* Each acknowledgement is held to what is true today, and then hides those
 * findings of its own file that it names. */

#include "check/suppress.h"

#include "check/choose.h"

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

/* A link that leads nowhere is what these rules report, so an acknowledgement
 * of one is about a record that need not exist. */
static bool is_about_nothing(const struct acknowledgement *acknowledged)
{
    for (size_t i = 0; i < acknowledged->rules.len; i++) {
        if (str_is(acknowledged->rules.at[i], "link-unresolved") ||
            str_is(acknowledged->rules.at[i], "temporary-code")) {
            return true;
        }
    }
    return false;
}

bool acknowledgement_is_lost(const struct check_input *input,
                             const struct acknowledgement *acknowledged)
{
    return project_is_id(input->project, acknowledged->target) &&
           !library_find(input->library, acknowledged->target) &&
           !is_about_nothing(acknowledged);
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
    if (acknowledgement_is_lost(input, acknowledged)) {
        return arena_printf(arena, "no record has the id %.*s",
                            STR_ARG(acknowledged->target))
            .ptr;
    }
    const struct record *target =
        library_find(input->library, acknowledged->target);
    /* Without a record of that id, what is acknowledged is a field of this
     * record, and the version is this record's. */
    return status_of(arena, target ? target : record, acknowledged);
}

/* Nothing holds back what is said about acknowledgements themselves. */
static bool names_rule(const struct acknowledgement *acknowledged,
                       const char *rule)
{
    if (str_starts(str_from_c(rule), S("acknowledgement-"))) {
        return false;
    }
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

/* How many findings the acknowledgement is about. */
static size_t suppress_in(struct in_file *file,
                          const struct acknowledgement *acknowledged)
{
    size_t held = 0;
    for (size_t i = 0; file && i < file->diags.len; i++) {
        struct diag *diag = file->diags.at[i];
        if (holds_back(acknowledged, diag)) {
            diag->is_suppressed = true;
            held++;
        }
    }
    return held;
}

/* Reported when all are counted, because the list of findings moves as it
 * grows. */
struct unused {
    const struct record *record;
    const struct acknowledgement *acknowledged;
};

static void report_unused(struct diags *diags, const struct unused *unused)
{
    const struct check_rule *rule = rule_find(S("acknowledgement-unused"));
    const struct acknowledgement *acknowledged = unused->acknowledged;
    const struct str target = acknowledged->target;
    struct diag *diag =
        diag_add(diags, rule->severity, rule->id, acknowledged->place,
                 "this acknowledgement%s%.*s holds nothing back",
                 target.len > 0 ? " of " : "", STR_ARG(target));
    diag->subject = unused->record->id;
    diag->target = target;
    diag_hint(diags, diag, "what it was given for is gone: take %s away",
              acknowledged->is_comment ? "the comment, or this id in it,"
                                       : "the entry");
}

size_t suppress(struct arena *arena, const struct check_input *input,
                const struct check_options *options, struct diags *diags)
{
    struct map files = group_by_file(arena, diags);
    const struct library *library = input->library;
    LIST(struct unused) unused = {0};
    size_t in_force = 0;
    for (size_t r = 0; r < library->record_count; r++) {
        const struct record *record = library->records[r];
        for (size_t i = 0;
             choose_record(options, record) && i < record->acknowledged_count;
             i++) {
            const struct acknowledgement *one = &record->acknowledged[i];
            if (acknowledgement_void(arena, input, record, one)) {
                continue;
            }
            in_force++;
            if (!suppress_in(map_get(&files, record->source->path), one)) {
                *LIST_PUSH(arena, &unused) = (struct unused){record, one};
            }
        }
    }
    for (size_t i = 0; options->topic.len == 0 && i < unused.len; i++) {
        report_unused(diags, &unused.at[i]);
    }
    return in_force;
}
