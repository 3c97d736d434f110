/* Citations: where in the source, in which order of time, and of what
 * standing. */

#include "check/rules.h"

static const struct record *source_of(const struct check_context *context,
                                      const struct citation *citation)
{
    const struct record *source =
        library_find(context->input->library, citation->ref);
    return source && source->kind->role == ROLE_LITERATURE ? source : NULL;
}

/* -- citation-no-locator -------------------------------------------------- */

/* The short form has no room for a locator, and says no more than which work
 * and in which role. */
void rule_citation_no_locator(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (citation->is_short) {
            continue;
        }
        if (citation->locator.len > 0) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, citation->place, citation->ref,
            "the citation of %.*s does not say where in it to look",
            STR_ARG(citation->ref));
        diag_hint(context->diags, diag,
                  "add `locator: '§4.2'`, a table, a page, or `abstract`");
    }
}

/* -- citation-retracted --------------------------------------------------- */

void rule_citation_retracted(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct record *source = source_of(context, citation);
        if (!source || record_is_retired(record)) {
            continue;
        }
        if (source->retracted.len == 0) {
            check_pass(context);
            continue;
        }
        struct diag *diag =
            check_finding(context, citation->ref_place, citation->ref,
                          "%.*s was retracted: %.*s", STR_ARG(source->id),
                          STR_ARG(source->retracted));
        diag_hint(context->diags, diag,
                  "move it to \"formerly_cited\", and say what %.*s rests on "
                  "now",
                  STR_ARG(record->id));
    }
}

/* -- citation-origin-late ------------------------------------------------- */

/* Dates may be known to the year: the shorter text decides how much is
 * compared. */
static bool is_later(struct str date, struct str than)
{
    const size_t len = date.len < than.len ? date.len : than.len;
    return len > 0 &&
           str_compare(str_slice(date, 0, len), str_slice(than, 0, len)) > 0;
}

static const struct record *earliest_source(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    const struct record *first = NULL;
    for (size_t i = 0; i < citations->len; i++) {
        const struct record *source = source_of(context, &citations->at[i]);
        if (source && str_is(citations->at[i].role, "source") &&
            source->published.len > 0 &&
            (!first || is_later(first->published, source->published))) {
            first = source;
        }
    }
    return first;
}

void rule_citation_origin_late(struct check_context *context)
{
    const struct record *record = context->record;
    const struct record *first = NULL;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        const struct record *origin = source_of(context, citation);
        if (!origin || !str_is(citation->role, "introduced_by")) {
            continue;
        }
        first = first ? first : earliest_source(context);
        if (!first || !is_later(origin->published, first->published)) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, citation->ref_place, citation->ref,
            "%.*s of %.*s is named as the origin, and the source %.*s is of "
            "%.*s",
            STR_ARG(origin->id), STR_ARG(origin->published), STR_ARG(first->id),
            STR_ARG(first->published));
        diag_hint(context->diags, diag,
                  "does %.*s state it already? then it is the origin",
                  STR_ARG(first->id));
    }
}

/* -- published-drift ------------------------------------------------------ */

static bool is_same_month(struct str a, struct str b)
{
    size_t len = a.len < b.len ? a.len : b.len;
    len = len < 7 ? len : 7;
    return len > 0 && str_equal(str_slice(a, 0, len), str_slice(b, 0, len));
}

/* A practice's own `published` is that of a work it cites. When the sources are
 * replaced, it stays behind. */
void rule_published_drift(struct check_context *context)
{
    const struct record *record = context->record;
    struct str known = {0};
    if (record->published.len == 0 || record->citations.len == 0 ||
        !(record->kind->role & (ROLE_PRACTICE | ROLE_THEORY))) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct record *source =
            source_of(context, &record->citations.at[i]);
        if (!source || source->published.len == 0) {
            return; /* the date may be that one's */
        }
        if (is_same_month(record->published, source->published)) {
            check_pass(context);
            return;
        }
        known = known.len > 0 ? known : source->published;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_PUBLISHED), S("published"),
        "no work that is cited was published %.*s", STR_ARG(record->published));
    diag_hint(context->diags, diag,
              "%.*s is of %.*s: write that, or take the field away",
              STR_ARG(record->citations.at[0].ref), STR_ARG(known));
}

/* -- contested-unsourced -------------------------------------------------- */

void rule_contested_unsourced(struct check_context *context)
{
    const struct record *record = context->record;
    if (!str_is(record->consensus, "contested")) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        if (str_is(record->citations.at[i].role, "contested_by")) {
            check_pass(context);
            return;
        }
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_CONSENSUS), S("contested_by"),
        "it is contested, and nothing says by whom");
    diag_hint(context->diags, diag,
              "add the work as `contested_by: [LIT-…]`, or as a citation with "
              "that role");
}
