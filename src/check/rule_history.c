/* What changed at each version. A history says something only when it is whole:
 * an entry for each version, dated, in order, with a note that a reader who
 * acted on the old version can use. */

#include "check/rules.h"

static bool has_history(const struct record *record)
{
    return !record->is_broken && record->history_count > 0;
}

void rule_history_missing(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->is_broken || record->version <= 1) {
        return;
    }
    if (record->fields[FIELD_HISTORY].presence == PRESENCE_FILLED) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_VERSION), S("history"),
        "version %lld, and no history says what changed",
        (long long)record->version);
    diag_hint(context->diags, diag,
              "add `history: [{version: %lld, date: YYYY-MM-DD, note: …}]`",
              (long long)record->version);
}

/* -- version-twice, history-gap ------------------------------------------- */

static bool stands_before(const struct record *record, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (record->history[i].version == record->history[index].version) {
            return true;
        }
    }
    return false;
}

static int64_t greatest_version(const struct record *record)
{
    int64_t greatest = record->version;
    for (size_t i = 0; i < record->history_count; i++) {
        if (record->history[i].version > greatest) {
            greatest = record->history[i].version;
        }
    }
    return greatest;
}

/* Two branches each made the next version, and git merged both entries. */
void rule_version_twice(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; has_history(record) && i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        if (entry->version == 0 || !stands_before(record, i)) {
            check_pass(context);
            continue;
        }
        struct diag *diag =
            check_finding(context, entry->place, S("history"),
                          "version %lld stands twice in the history",
                          (long long)entry->version);
        diag_hint(context->diags, diag,
                  "both happened: order the entries by day and count on, here "
                  "with `version: %lld`, so that the record ends at "
                  "`version: %lld`",
                  (long long)entry->version + 1,
                  (long long)greatest_version(record) + 1);
    }
}

/* The first version need not be told: it changed nothing. */
void rule_history_gap(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; has_history(record) && i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        const int64_t before = i > 0 ? record->history[i - 1].version : 0;
        const bool is_next = i > 0 ? entry->version == before + 1
                                   : entry->version == 1 || entry->version == 2;
        if (is_next || entry->version == 0 || stands_before(record, i)) {
            check_pass(context);
            continue;
        }
        struct diag *diag =
            i == 0
                ? check_finding(context, entry->place, S("history"),
                                "the history starts at version %lld",
                                (long long)entry->version)
                : check_finding(context, entry->place, S("history"),
                                "version %lld follows version %lld",
                                (long long)entry->version, (long long)before);
        diag_hint(context->diags, diag,
                  "entries go up by one from version 1 or 2; here comes "
                  "`version: %lld`",
                  (long long)(i > 0 ? before + 1 : 2));
    }
}

void rule_history_end(struct check_context *context)
{
    const struct record *record = context->record;
    if (!has_history(record) || record->version == 0) {
        return;
    }
    const struct history_entry *last =
        &record->history[record->history_count - 1];
    if (last->version == record->version || last->version == 0) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_VERSION), S("version"),
        "the record is at version %lld, its history ends at %lld",
        (long long)record->version, (long long)last->version);
    if (last->version > record->version) {
        diag_hint(context->diags, diag, "write `version: %lld`",
                  (long long)last->version);
    } else {
        diag_hint(context->diags, diag,
                  "add the entry of version %lld, with its date and note",
                  (long long)record->version);
    }
}

void rule_history_undated(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; has_history(record) && i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        /* a date that cannot be read is a finding of its own */
        if (entry->date.len > 0 || entry->date_place.source) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(context, entry->place, S("history"),
                                          "version %lld has no date",
                                          (long long)entry->version);
        if (i == 0 && entry->version == 1 && record->date.len > 0) {
            diag_hint(context->diags, diag,
                      "add `date: '%.*s'`, the day the "
                      "record was filed",
                      STR_ARG(record->date));
        } else {
            diag_hint(context->diags, diag,
                      "add `date: 'YYYY-MM-DD'`; `git log -- %.*s` knows when",
                      STR_ARG(record->source->path));
        }
    }
}

static bool is_sooner(struct str date, struct str than)
{
    return date.len > 0 && than.len > 0 && str_compare(date, than) < 0;
}

void rule_history_order(struct check_context *context)
{
    const struct record *record = context->record;
    struct str before = record->date;
    int64_t version = 0;
    for (size_t i = 0; has_history(record) && i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        if (entry->date.len == 0) {
            continue;
        }
        if (!is_sooner(entry->date, before)) {
            check_pass(context);
        } else if (version == 0) {
            struct diag *diag = check_finding(
                context, entry->date_place, S("history"),
                "version %lld is of %.*s, before the record was filed on %.*s",
                (long long)entry->version, STR_ARG(entry->date),
                STR_ARG(before));
            diag_hint(context->diags, diag,
                      "\"date\" is the day of the first version: correct one "
                      "of the two");
        } else {
            struct diag *diag =
                check_finding(context, entry->date_place, S("history"),
                              "version %lld is of %.*s, version %lld of %.*s",
                              (long long)entry->version, STR_ARG(entry->date),
                              (long long)version, STR_ARG(before));
            diag_hint(context->diags, diag,
                      "a later version has the same day or a later one");
        }
        before = entry->date;
        version = entry->version;
    }
}

/* -- history-note-thin ---------------------------------------------------- */

/* Fewer words say that something changed, not what. */
enum { NOTE_WORDS = 4 };

static size_t count_words(struct str text)
{
    size_t count = 0;
    bool is_inside = false;
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        const bool is_part = c != ' ' && c != '\n' && c != '\t';
        count += is_part && !is_inside;
        is_inside = is_part;
    }
    return count;
}

void rule_history_note_thin(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; has_history(record) && i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        if (entry->version == 1) {
            continue; /* there was nothing before it */
        }
        if (count_words(entry->note) >= NOTE_WORDS) {
            check_pass(context);
            continue;
        }
        const bool has_note = entry->note_place.source != NULL;
        struct diag *diag =
            has_note
                ? check_finding(context, entry->note_place, S("history"),
                                "the note of version %lld does not say what "
                                "changed: \"%.*s\"",
                                (long long)entry->version, STR_ARG(entry->note))
                : check_finding(context, entry->place, S("history"),
                                "version %lld has no note",
                                (long long)entry->version);
        diag_hint(context->diags, diag,
                  "say what is different now and why, for someone who acted "
                  "on the version before");
    }
}
