/* Numbers that prose types beside what they are of: an experiment of ours, or a
 * number that a work reports. They were right when they were typed; the rerun,
 * the corrected report and the slip of a finger leave them standing. */

#include "check/index.h"
#include "check/measured.h"
#include "check/rules.h"
#include "check/sentence.h"

/* -- What else a sentence may take its numbers from ----------------------- */

static bool text_has(struct arena *scratch, struct str text,
                     const struct number *number)
{
    struct numbers numbers = {0};
    numbers_read(scratch, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        if (number_is_same(&numbers.at[i], number)) {
            return true;
        }
    }
    return false;
}

static bool field_has(struct check_context *context, enum field field,
                      const struct number *number)
{
    const struct field_value *value = &context->record->fields[field];
    if (value->presence != PRESENCE_FILLED) {
        return false;
    }
    const struct place place = value->node->place;
    return text_has(context->scratch,
                    str_slice(place.source->text, place.start, place.end),
                    number);
}

/* What the record itself is about: 0.02 in the title may be named anywhere. */
static bool is_own(struct check_context *context, const struct number *number)
{
    return field_has(context, FIELD_TITLE, number) ||
           field_has(context, FIELD_CLAIM, number) ||
           field_has(context, FIELD_CITATIONS, number);
}

static bool experiment_has(struct check_context *context, struct str id,
                           const struct number *number)
{
    const struct plan *plan = index_plan(context->index, id);
    const struct evidence *evidence = index_evidence(context->index, id);
    return (evidence && measured_has(evidence, number)) ||
           (plan && measured_plans(context->scratch, plan, number));
}

static bool linked_has(struct check_context *context, const struct link *link,
                       const struct number *number)
{
    if (!link->to || link->to == context->record) {
        return false;
    }
    return link->to->kind->role == ROLE_EXPERIMENT
               ? experiment_has(context, link->to->id, number)
               : text_has(context->scratch, link->to->source->text, number);
}

static bool is_accounted_for(struct check_context *context,
                             const struct sentence *sentence,
                             const struct number *number)
{
    for (size_t i = 0; i < sentence->link_count; i++) {
        if (linked_has(context, &sentence->links[i], number)) {
            return true;
        }
    }
    return is_own(context, number);
}

static struct place place_in(const struct sentence *sentence,
                             const struct number *number)
{
    return (struct place){sentence->place.source,
                          sentence->place.start + number->start,
                          sentence->place.start + number->end};
}

static struct str literal_in(const struct sentence *sentence,
                             const struct number *number)
{
    return str_slice(sentence->text, number->start, number->end);
}

/* -- number-evidence-disagree --------------------------------------------- */

/* The first experiment that the sentence names and that was run; else one that
 * was not, with `evidence` NULL. Another record's: a plan's own prose tells of
 * tuning runs. */
static struct str experiment_in(const struct check_context *context,
                                const struct sentence *sentence,
                                const struct evidence **evidence)
{
    struct str id = {0};
    *evidence = NULL;
    for (size_t i = 0; i < sentence->link_count && !*evidence; i++) {
        const struct record *to = sentence->links[i].to;
        if (to && to != context->record && to->kind->role == ROLE_EXPERIMENT) {
            id = to->id;
            *evidence = index_evidence(context->index, to->id);
        }
    }
    return id;
}

static void report_measured(struct check_context *context,
                            const struct sentence *sentence,
                            const struct evidence *evidence,
                            const struct number *number)
{
    const struct str literal = literal_in(sentence, number);
    struct diag *diag =
        check_finding(context, place_in(sentence, number), evidence->id,
                      "%.*s is typed beside %.*s and is none of its numbers",
                      STR_ARG(literal), STR_ARG(evidence->id));
    const struct str near = measured_nearest(
        context->scratch, context->input->evidences, evidence, number);
    if (near.len > 0) {
        diag_hint(context->diags, diag,
                  "%.*s; say beside what it is of when it is of something "
                  "else",
                  STR_ARG(near));
    }
}

static void check_measured(struct check_context *context,
                           const struct sentence *sentence)
{
    const struct evidence *evidence;
    const struct str id = experiment_in(context, sentence, &evidence);
    struct numbers numbers = {0};
    if (id.len == 0 || (evidence && evidence->is_stale)) {
        return; /* evidence-stale says that it will change */
    }
    sentence_decimals(context->scratch, sentence->text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        const struct number *number = &numbers.at[i];
        if (is_accounted_for(context, sentence, number)) {
            check_pass(context);
        } else if (evidence) {
            report_measured(context, sentence, evidence, number);
        } else {
            check_cannot(context, place_in(sentence, number), id,
                         "%.*s has not been run", STR_ARG(id));
        }
    }
}

static bool names_experiment(const struct record *record)
{
    for (size_t i = 0; i < record->links.len; i++) {
        const struct record *to = record->links.at[i].to;
        if (to && to != record && to->kind->role == ROLE_EXPERIMENT) {
            return true;
        }
    }
    return false;
}

void rule_number_evidence_disagree(struct check_context *context)
{
    struct decimal_reader reader = {.record = context->record};
    struct sentence sentence;
    if (!names_experiment(context->record)) {
        return;
    }
    while (sentence_next_decimal(&reader, &sentence)) {
        check_measured(context, &sentence);
    }
}

/* -- number-report-disagree ----------------------------------------------- */

/* One digit is another, or two neighbours changed places. Short numbers are
 * like too many others, and one of another magnitude (0.02 beside 0.72) is
 * rather a number of something else. */
static bool is_slip(struct str a, struct str b)
{
    enum { FEWEST = 4 }; /* with the point */
    const bool is_small_a = str_starts(a, S("0.0"));
    const bool is_small_b = str_starts(b, S("0.0"));
    size_t different = 0, first = 0;
    if (a.len != b.len || a.len < FEWEST || is_small_a != is_small_b ||
        str_find_char(a, '.') != str_find_char(b, '.')) {
        return false;
    }
    for (size_t i = 0; i < a.len; i++) {
        if (a.ptr[i] != b.ptr[i]) {
            first = different++ == 0 ? i : first;
        }
    }
    return different == 1 || (different == 2 && first + 1 < a.len &&
                              a.ptr[first] == b.ptr[first + 1] &&
                              a.ptr[first + 1] == b.ptr[first]);
}

/* How often the work reports something under these words. */
static size_t count_what(const struct record *work, struct str what)
{
    size_t count = 0;
    for (size_t i = 0; i < work->reports.len; i++) {
        count += str_equal_nocase(work->reports.at[i].what, what);
    }
    return count;
}

/* By its id, "LIT-900#rms-in", or by words that mean it alone. */
static bool names_report(struct arena *scratch, struct str text,
                         const struct record *work, const struct report *report)
{
    enum { SHORTEST = 12 };
    const struct str id = arena_printf(scratch, "%.*s#%.*s", STR_ARG(work->id),
                                       STR_ARG(report->id));
    return (report->id.len > 0 && str_find(text, id) != STR_NONE) ||
           (report->what.len >= SHORTEST &&
            str_find_nocase(text, report->what) != STR_NONE &&
            count_what(work, report->what) == 1);
}

static bool work_has(struct check_context *context, const struct record *work,
                     const struct number *number)
{
    for (size_t i = 0; i < work->reports.len; i++) {
        const struct report *report = &work->reports.at[i];
        const struct str texts[] = {report->value, report->spread, report->n,
                                    report->setting, report->what};
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            if (text_has(context->scratch, texts[t], number)) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < work->excerpt_count; i++) {
        if (text_has(context->scratch, work->excerpts[i].text, number)) {
            return true;
        }
    }
    return false;
}

/* The report that the number was meant to be, or NULL. */
static const struct report *meant_report(struct check_context *context,
                                         const struct sentence *sentence,
                                         const struct record *work,
                                         const struct numbers *numbers,
                                         const struct number *number)
{
    const struct report *named = NULL;
    size_t named_count = 0;
    for (size_t i = 0; i < work->reports.len; i++) {
        const struct report *report = &work->reports.at[i];
        if (is_slip(literal_in(sentence, number), report->value)) {
            return report;
        }
        if (names_report(context->scratch, sentence->text, work, report)) {
            named = report;
            named_count++;
        }
    }
    const bool is_point = named && named_count == 1 && numbers->len == 1 &&
                          str_find_char(named->value, '.') != STR_NONE;
    return is_point ? named : NULL;
}

static void check_reported(struct check_context *context,
                           const struct sentence *sentence,
                           const struct record *work)
{
    struct numbers numbers = {0};
    sentence_decimals(context->scratch, sentence->text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        const struct number *number = &numbers.at[i];
        if (work_has(context, work, number)) {
            check_pass(context);
            continue;
        }
        const struct report *report =
            meant_report(context, sentence, work, &numbers, number);
        if (!report || is_accounted_for(context, sentence, number)) {
            continue;
        }
        struct diag *diag = check_finding(
            context, place_in(sentence, number), work->id,
            "%.*s is typed, and %.*s reports %.*s (%.*s)",
            STR_ARG(literal_in(sentence, number)), STR_ARG(work->id),
            STR_ARG(report->value), STR_ARG(report->what));
        diag_hint(context->diags, diag,
                  "correct the one that is wrong: what the work prints "
                  "decides");
    }
}

static bool is_named_before(const struct sentence *sentence, size_t link)
{
    for (size_t i = 0; i < link; i++) {
        if (sentence->links[i].to == sentence->links[link].to) {
            return true;
        }
    }
    return false;
}

/* Prose of a work's own record is about it without naming it. */
static bool is_of_own_body(const struct record *record,
                           const struct sentence *sentence)
{
    const struct place body = body_place(record);
    return record->reports.len > 0 && body.source &&
           sentence->place.start >= body.start &&
           sentence->place.start < body.end;
}

void rule_number_report_disagree(struct check_context *context)
{
    const struct record *record = context->record;
    struct decimal_reader reader = {.record = record};
    struct sentence sentence;
    while (sentence_next_decimal(&reader, &sentence)) {
        if (is_of_own_body(record, &sentence)) {
            check_reported(context, &sentence, record);
        }
        for (size_t i = 0; i < sentence.link_count; i++) {
            const struct record *to = sentence.links[i].to;
            if (to && to != record && to->reports.len > 0 &&
                !is_named_before(&sentence, i)) {
                check_reported(context, &sentence, to);
            }
        }
    }
}
