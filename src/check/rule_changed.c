/* What a record says now against what HEAD has, under one version number. Only
 * files that one status call names as changed are read again. */

#include "check/number.h"
#include "check/rules.h"
#include "record/compare.h"
#include "vcs/changed.h"

/* --- which changes a reader acts on --------------------------------------- */

static void read_amounts(struct arena *arena, struct str text,
                         struct numbers *amounts)
{
    struct numbers numbers = {0};

    numbers_read(arena, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        if (!number_is_label(text, &numbers.at[i])) {
            *LIST_PUSH(arena, amounts) = numbers.at[i];
        }
    }
}

static bool has_other_amounts(struct arena *arena,
                              const struct field_change *change)
{
    struct numbers from = {0};
    struct numbers to = {0};

    read_amounts(arena, change->old_text, &from);
    read_amounts(arena, change->new_text, &to);
    if (from.len != to.len) {
        return true;
    }
    for (size_t i = 0; i < from.len; i++) {
        if (!number_is_same(&from.at[i], &to.at[i])) {
            return true;
        }
    }
    return false;
}

/* What the record asserts and what it rests on; of the rest, its numbers. */
static bool is_of_weight(struct arena *arena, const struct record *record,
                         const struct field_change *change)
{
    static const enum field always[] = {FIELD_TITLE,   FIELD_CLAIM,
                                        FIELD_BODY,    FIELD_CITATIONS,
                                        FIELD_REPORTS, FIELD_SCALE};
    static const enum field amounts[] = {
        FIELD_SUMMARY, FIELD_CONSENSUS, FIELD_PROMOTE_WHEN, FIELD_EXCERPTS,
        FIELD_FLAGS,   FIELD_ABLATION,  FIELD_COUNT};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (change->which == always[i]) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        if (change->which == amounts[i]) {
            return has_other_amounts(arena, change);
        }
    }
    return record_is_short_citation(record->kind, change->which);
}

/* --- one record ----------------------------------------------------------- */

/* "title, citations and body": each field once, in the order of the changes. */
static struct str names_of(struct arena *arena, const struct strs *fields)
{
    struct str text = {0};

    for (size_t i = 0; i < fields->len; i++) {
        const char *join = i == 0 ? "" : i + 1 < fields->len ? ", " : " and ";
        text = arena_printf(arena, "%.*s%s%.*s", STR_ARG(text), join,
                            STR_ARG(fields->at[i]));
    }
    return text;
}

static void add_field(struct arena *arena, struct strs *fields,
                      struct str changed)
{
    struct str field = changed;
    size_t end = 0;

    while (end < field.len && field.ptr[end] != '[' && field.ptr[end] != '.') {
        end++;
    }
    field.len = end;
    if (!strs_has(fields, field)) {
        *LIST_PUSH(arena, fields) = field;
    }
}

static void compare_with_head(struct check_context *context,
                              const struct record *record,
                              const struct record *at_head)
{
    struct field_changes changes = {0};
    struct strs fields = {0};
    struct place place = {0};

    record_compare(context->scratch, at_head, record, &changes);
    for (size_t i = 0; i < changes.len; i++) {
        const struct field_change *change = &changes.at[i];
        if (is_of_weight(context->scratch, record, change)) {
            place = place.source ? place : change->place;
            add_field(context->scratch, &fields, change->field);
        }
    }
    if (fields.len == 0) {
        check_pass(context);
        return;
    }

    struct str names = names_of(context->scratch, &fields);
    struct diag *diag = check_finding(
        context, place, arena_copy(context->diags->arena, fields.at[0]),
        "%.*s: not as in the last commit, and the version is still %lld",
        STR_ARG(names), (long long)record->version);
    diag->subject = record->id;
    diag_hint(context->diags, diag,
              "`probatum bump %.*s --note \"…\"` makes version %lld of it",
              STR_ARG(record->id), (long long)record->version + 1);
}

/* A record that HEAD does not have is new, and one that says another version
 * was bumped. */
static void check_changed(struct check_context *context,
                          const struct record *record,
                          const struct record *at_head)
{
    if (at_head && !at_head->is_broken && at_head->version == record->version) {
        compare_with_head(context, record, at_head);
    } else {
        check_pass(context);
    }
}

/* --- all of them ---------------------------------------------------------- */

static bool has_versions(const struct library *library)
{
    for (size_t i = 0; i < library->record_count; i++) {
        if (library->records[i]->version > 0) {
            return true;
        }
    }
    return false;
}

/* One sentence for all records: none of them is at fault. */
static void report_unknown(struct check_context *context, const char *why)
{
    check_cannot(context, (struct place){context->input->project->source, 0, 0},
                 S("version"),
                 "%s, so whether a record changed without a new version is "
                 "not known",
                 why);
}

static const struct kind *kind_at(const struct project *project,
                                  struct str folder)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        if (str_equal(project->kinds[i].folder, folder)) {
            return &project->kinds[i];
        }
    }
    return NULL;
}

/* The record that HEAD has at the path, under its id: a file that was renamed
 * since is found all the same. */
static void add_at_head(struct check_context *context, struct str path,
                        struct map *heads)
{
    struct arena *scratch = context->scratch;
    const size_t slash = str_rfind_char(path, '/');
    const bool is_below = slash != STR_NONE;
    const struct str name = is_below ? str_from(path, slash + 1) : path;
    const struct kind *kind = kind_at(
        context->input->project, is_below ? str_slice(path, 0, slash) : S("."));
    struct diags untold = {.arena = scratch};
    struct str stem = {0};
    struct str text = {0};
    bool found = false;
    struct failure failure;
    if (!kind || !library_stem(name, &stem) ||
        !vcs_text_at_head(context->input->vcs, arena_cstr(scratch, path),
                          scratch, &text, &found, &failure) ||
        !found) {
        return;
    }
    struct record *record =
        record_parse(scratch, context->input->project, kind,
                     source_new(scratch, path, text), stem, &untold);
    *map_slot(scratch, heads, record->id) = record;
}

void rule_changed_without_bump(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct map changed = {0}; /* path -> anything */
    struct map heads = {0};   /* id -> struct record, of changed files */
    struct strs paths = {0};
    struct failure failure;
    if (!has_versions(library)) {
        return;
    }
    if (!context->input->vcs) {
        report_unknown(context, "there is no git repository here");
        return;
    }
    if (!vcs_changed(context->input->vcs, VCS_HEAD_TO_FILES, context->scratch,
                     &paths, &failure)) {
        report_unknown(context, failure.why);
        return;
    }

    for (size_t i = 0; i < paths.len; i++) {
        *map_slot(context->scratch, &changed, paths.at[i]) = &changed;
        add_at_head(context, paths.at[i], &heads);
    }
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->version > 0 && !record->is_broken) {
            const bool is_changed = map_get(&changed, record->source->path);
            check_changed(context, record,
                          is_changed ? map_get(&heads, record->id) : NULL);
        }
    }
}
