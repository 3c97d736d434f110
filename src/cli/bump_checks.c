/* What stands against the bump, on the project as it would be: every error of
 * the record, and of its citations whatever was found or could not be made. */

#include "cli/bump.h"

#include "base/diff.h"
#include "check/fold.h"

/* -- What is looked at ----------------------------------------------------- */

/* The record, the works it cites, and what is written beside it. */
static struct strs subjects_of(const struct bump *bump)
{
    struct strs subjects = {0};
    const struct library *library = bump->workspace->library;
    const struct citations *citations = &bump->changed->citations;
    *LIST_PUSH(bump->arena, &subjects) = bump->id;
    for (size_t i = 0; i < citations->len; i++) {
        const struct record *work = library_find(library, citations->at[i].ref);
        if (work && !strs_has(&subjects, work->id)) {
            *LIST_PUSH(bump->arena, &subjects) = work->id;
        }
    }
    for (size_t i = 0; i < bump->other_count; i++) {
        *LIST_PUSH(bump->arena, &subjects) = bump->others[i].path;
    }
    return subjects;
}

static void read_as_it_would_be(struct bump *bump)
{
    struct map texts = {0};
    *map_slot(bump->arena, &texts, bump->file.path) = &bump->file.text;
    for (size_t i = 0; i < bump->other_count; i++) {
        struct bump_file *other = &bump->others[i];
        *map_slot(bump->arena, &texts, other->path) = &other->text;
    }
    workspace_reread(bump->command, bump->workspace, &texts);
}

/* -- What counts ----------------------------------------------------------- */

static bool is_topic(const struct check_rule *rule, const char *topic)
{
    return rule && str_is(str_from_c(topic), rule->topic);
}

/* Whether the cited work is what it is taken for, and says what is taken from
 * it. */
static bool is_of_citation(const struct check_rule *rule)
{
    return is_topic(rule, "citation") || is_topic(rule, "identifier");
}

static bool is_in_record(const struct bump *bump, const struct diag *diag)
{
    return diag->place.source
               ? str_equal(diag->place.source->path, bump->file.path)
               : str_equal(diag->subject, bump->id);
}

/* The newest entry is written by this very bump. */
static bool is_of_entry(const struct bump *bump, const struct diag *diag)
{
    const struct record *record =
        library_find(bump->workspace->library, bump->id);
    if (!record || record->history_count == 0 || !is_in_record(bump, diag)) {
        return false;
    }
    const struct place *place =
        &record->history[record->history_count - 1].place;
    return diag->place.start >= place->start && diag->place.end <= place->end;
}

/* A statement about what is acknowledged that this version makes untrue, or
 * that was so before: whoever bumps the record has it before their eyes. */
static bool is_of_note(const struct bump *bump, const struct diag *diag)
{
    const struct check_rule *rule = rule_find(str_from_c(diag->rule));
    return is_of_citation(rule) || is_topic(rule, "acknowledgement") ||
           is_of_entry(bump, diag);
}

/* A record that goes out of force may do so because its citations fail. What a
 * cited work's own record lacks is that record's to mend; where it leaves one
 * of these citations unchecked, the check says so here. */
static bool stands_against(const struct bump *bump, const struct diag *diag)
{
    const struct check_rule *rule = rule_find(str_from_c(diag->rule));
    const bool is_leaving = record_is_retired(bump->changed);
    if (diag->is_suppressed || (is_leaving && is_of_citation(rule))) {
        return false;
    }
    if (diag->outcome == OUTCOME_CANNOT_CHECK) {
        return is_in_record(bump, diag) &&
               (is_of_citation(rule) || is_topic(rule, "link"));
    }
    if (!is_in_record(bump, diag)) {
        return is_of_citation(rule) ? diag->severity >= SEVERITY_WARNING
                                    : diag->severity == SEVERITY_ERROR;
    }
    return diag->severity == SEVERITY_ERROR ||
           (diag->severity == SEVERITY_WARNING && is_of_note(bump, diag));
}

/* -- What would be right --------------------------------------------------- */

static const struct citation *quoting(const struct record *record,
                                      struct place quote)
{
    for (size_t i = 0; record && i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (citation->quote.len > 0 &&
            citation->quote_place.start == quote.start) {
            return citation;
        }
    }
    return NULL;
}

static bool keeps(struct arena *scratch, const struct record *work,
                  struct str quote)
{
    for (size_t i = 0; i < work->excerpt_count; i++) {
        if (fold_has_quote(fold_layout(scratch, work->excerpts[i].text),
                           quote)) {
            return true;
        }
    }
    return false;
}

/* The work whose stored words the quote is; a citation that moved to another
 * work has mostly left its quote behind. */
static const struct record *work_with(struct bump *bump, struct str quote)
{
    const struct library *library = bump->workspace->library;
    struct arena *scratch = &bump->command->scratch;
    const struct record *found = NULL;
    const struct arena_mark whole = arena_mark(scratch);
    const struct str folded = fold_layout(scratch, quote);
    for (size_t i = 0; i < library->record_count && !found; i++) {
        const struct arena_mark mark = arena_mark(scratch);
        if (keeps(scratch, library->records[i], folded)) {
            found = library->records[i];
        }
        arena_rewind(scratch, mark);
    }
    arena_rewind(scratch, whole);
    return found;
}

static struct str hint_of(struct bump *bump, const struct diag *diag)
{
    const struct citation *citation =
        str_is(str_from_c(diag->rule), "quote-not-found")
            ? quoting(library_find(bump->workspace->library, bump->id),
                      diag->place)
            : NULL;
    const struct record *work =
        citation ? work_with(bump, citation->quote) : NULL;
    if (!work) {
        return diag->hint;
    }
    return arena_printf(bump->arena,
                        "these words are kept of %.*s: cite that, or quote "
                        "%.*s",
                        STR_ARG(work->id), STR_ARG(citation->ref));
}

/* -- How to go on all the same --------------------------------------------- */

static bool is_acknowledgeable(const struct check_rule *rule)
{
    return is_of_citation(rule) || is_topic(rule, "link") ||
           is_topic(rule, "evidence");
}

/* It holds for the record it is about as that is now, or for the version that
 * this bump makes. */
static struct str acknowledgement_of(const struct bump *bump,
                                     const struct diag *diag)
{
    const struct record *target =
        library_find(bump->workspace->library, diag->target);
    const bool is_other = target && !str_equal(target->id, bump->id);
    if (!is_in_record(bump, diag) || diag->outcome == OUTCOME_CANNOT_CHECK ||
        !is_acknowledgeable(rule_find(str_from_c(diag->rule)))) {
        return (struct str){0};
    }
    return arena_printf(bump->arena,
                        "{rule: %s, target: '%.*s', version: %lld, reason: }",
                        diag->rule, STR_ARG(diag->target),
                        (long long)(is_other ? target->version : bump->to));
}

/* The place in the file as it is: what is told about must be seen there. */
static struct place place_before(const struct bump *bump, struct place place)
{
    for (size_t i = 0; i <= bump->other_count; i++) {
        const struct bump_file *file = bump_file_at(bump, i);
        if (place.source && str_equal(place.source->path, file->path)) {
            const struct str old_text = file->source->text;
            const size_t start = diff_offset_before(
                bump->arena, old_text, place.source->text, place.start);
            const size_t length = place.end - place.start;
            const size_t left = old_text.len - start;
            return (struct place){file->source, start,
                                  start + (length < left ? length : left)};
        }
    }
    return place;
}

static void add(struct bump *bump, const struct diag *diag)
{
    const bool is_unmade = diag->outcome == OUTCOME_CANNOT_CHECK;
    *LIST_PUSH(bump->arena, &bump->refusals) = (struct refusal){
        .rule = diag->rule,
        .severity = diag->severity,
        .outcome = diag->outcome,
        .place = is_of_entry(bump, diag) ? (struct place){0}
                                         : place_before(bump, diag->place),
        .message = diag->message,
        .hint = hint_of(bump, diag),
        .acknowledgement = acknowledgement_of(bump, diag),
        .is_accepted = is_unmade && bump->because.len > 0,
    };
}

bool bump_is_refused(const struct bump *bump)
{
    for (size_t i = 0; i < bump->refusals.len; i++) {
        if (!bump->refusals.at[i].is_accepted) {
            return true;
        }
    }
    return false;
}

void bump_checks(struct bump *bump)
{
    struct check_summary summary;
    read_as_it_would_be(bump);
    const struct check_input input =
        workspace_check_input(bump->command, bump->workspace);
    const struct check_options options = {.subjects = subjects_of(bump)};
    struct diags *diags = &bump->workspace->diags;
    check_run(bump->arena, &input, &options, diags, &summary);
    for (size_t i = 0; i < diags->len; i++) {
        if (stands_against(bump, &diags->at[i])) {
            add(bump, &diags->at[i]);
        }
    }
}
