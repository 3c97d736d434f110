/* What stays behind when the sources of a record are replaced: the summary,
 * which lists show, and the note of what was given up. */

#include "check/number.h"
#include "check/rules.h"

/* -- citation-given-up ---------------------------------------------------- */

static const struct citation *given_up(const struct record *record,
                                       const struct citation *citation)
{
    for (size_t i = 0; i < record->formerly_cited.len; i++) {
        const struct citation *former = &record->formerly_cited.at[i];
        if (str_equal(former->ref, citation->ref) &&
            str_equal(former->role, citation->role)) {
            return former;
        }
    }
    return NULL;
}

void rule_citation_given_up(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0;
         record->formerly_cited.len > 0 && i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct citation *former = given_up(record, citation);
        if (!former) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, citation->ref_place, citation->ref,
            "%.*s is cited as %.*s, which the record says it gave up%s%.*s",
            STR_ARG(citation->ref), STR_ARG(citation->role),
            former->note.len > 0 ? ": " : "", STR_ARG(former->note));
        diag_hint(context->diags, diag,
                  "cite the work that states it; when the reason in "
                  "\"formerly_cited\" was wrong, take that entry out and say "
                  "so in the history");
    }
}

/* -- summary-lagging ------------------------------------------------------ */

static bool cites(const struct citations *citations, struct str id)
{
    for (size_t i = 0; i < citations->len; i++) {
        if (str_equal(citations->at[i].ref, id)) {
            return true;
        }
    }
    return false;
}

static bool is_in_summary(const struct link *link)
{
    return link->origin == LINK_SUMMARY &&
           str_is(link->field, field_infos[FIELD_SUMMARY].key);
}

static void check_summary_links(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!is_in_summary(link) || !link->to ||
            link->to->kind->role != ROLE_LITERATURE) {
            continue;
        }
        if (cites(&record->citations, link->id)) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, link->place, link->id,
            "the summary names %.*s, which the record %s", STR_ARG(link->id),
            cites(&record->formerly_cited, link->id) ? "no longer cites"
                                                     : "does not cite");
        diag_hint(context->diags, diag,
                  "write what the record rests on now, or cite %.*s",
                  STR_ARG(link->id));
    }
}

static void add_field(struct check_context *context, enum field field,
                      struct numbers *numbers)
{
    const struct record *record = context->record;
    if (record->fields[field].presence == PRESENCE_FILLED) {
        const struct place place = record_place(record, field);
        const struct str text =
            str_slice(place.source->text, place.start, place.end);
        numbers_read(context->scratch, text, numbers);
        numbers_read_words(context->scratch, text, numbers);
    }
}

static bool is_among(const struct numbers *numbers, const struct number *number)
{
    for (size_t i = 0; i < numbers->len; i++) {
        if (number_is_same(&numbers->at[i], number)) {
            return true;
        }
    }
    return false;
}

/* The entry of the history that took the number away, or NULL. */
static const struct history_entry *taken_away_by(struct check_context *context,
                                                 const struct number *number)
{
    const struct record *record = context->record;
    for (size_t e = record->history_count; e-- > 0;) {
        const struct history_entry *entry = &record->history[e];
        for (size_t i = 0; i < entry->was_count; i++) {
            struct numbers old = {0};
            numbers_read(context->scratch, entry->was[i].old, &old);
            if (is_among(&old, number)) {
                return entry;
            }
        }
    }
    return NULL;
}

static bool tells_of_the_past(const struct record *record)
{
    for (size_t i = 0; i < record->history_count; i++) {
        if (record->history[i].was_count > 0) {
            return true;
        }
    }
    return false;
}

static void check_summary_numbers(struct check_context *context)
{
    const struct record *record = context->record;
    if (!tells_of_the_past(record) ||
        record->fields[FIELD_SUMMARY].presence != PRESENCE_FILLED) {
        return;
    }
    struct numbers now = {0}, said = {0};
    add_field(context, FIELD_TITLE, &now);
    add_field(context, FIELD_CLAIM, &now);
    add_field(context, FIELD_CITATIONS, &now);
    const struct place whole = record_place(record, FIELD_SUMMARY);
    const struct str text =
        str_slice(whole.source->text, whole.start, whole.end);
    numbers_read(context->scratch, text, &said);
    for (size_t i = 0; i < said.len; i++) {
        const struct number *number = &said.at[i];
        const struct history_entry *entry =
            is_among(&now, number) || number_is_label(text, number)
                ? NULL
                : taken_away_by(context, number);
        if (!entry) {
            check_pass(context);
            continue;
        }
        const struct str literal = str_slice(text, number->start, number->end);
        struct diag *diag = check_finding(
            context,
            (struct place){whole.source, whole.start + number->start,
                           whole.start + number->end},
            literal,
            "the summary still says %.*s, which version %lld took "
            "away",
            STR_ARG(literal), (long long)entry->version);
        diag_hint(context->diags, diag,
                  "write the summary of what the record says now");
    }
}

void rule_summary_lagging(struct check_context *context)
{
    const struct record *record = context->record;
    if ((record->kind->role & (ROLE_PRACTICE | ROLE_THEORY)) == 0 ||
        record->is_broken || record->citations.len == 0) {
        return;
    }
    check_summary_links(context);
    check_summary_numbers(context);
}
