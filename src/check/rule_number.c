/* Numbers of a practice's title and claim, against what is kept of its sources:
 * excerpts, reports, and quotes of the citation itself. */

#include "check/number.h"
#include "check/rules.h"

/* The numbers of all material that the citations bring. */
struct material {
    struct numbers numbers;
    bool is_empty; /* nothing is kept of any source */
};

static void add_text(struct check_context *context, struct material *material,
                     struct str text)
{
    numbers_read(context->scratch, text, &material->numbers);
    numbers_read_words(context->scratch, text, &material->numbers);
}

static void add_kept(struct check_context *context, struct material *material,
                     struct str text)
{
    material->is_empty &= text.len == 0;
    add_text(context, material, text);
}

static void add_reports(struct check_context *context,
                        struct material *material,
                        const struct reports *reports)
{
    for (size_t i = 0; i < reports->len; i++) {
        const struct report *report = &reports->at[i];
        add_kept(context, material, report->value);
        add_text(context, material, report->what);
        add_text(context, material, report->setting);
        add_text(context, material, report->spread);
        add_text(context, material, report->n);
    }
}

static void add_citation(struct check_context *context,
                         struct material *material,
                         const struct citation *citation)
{
    const struct record *source =
        library_find(context->input->library, citation->ref);
    add_kept(context, material, citation->quote);
    add_reports(context, material, &citation->reports);
    if (!source) {
        return;
    }
    add_text(context, material, source->title);
    add_reports(context, material, &source->reports);
    for (size_t i = 0; i < source->excerpt_count; i++) {
        add_kept(context, material, source->excerpts[i].text);
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

/* "LIT-022, LIT-733" */
static struct str cited_ids(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    struct str list = {0};
    for (size_t i = 0; i < citations->len; i++) {
        const struct str ref = citations->at[i].ref;
        if (str_find(list, ref) == STR_NONE) {
            list = arena_printf(context->scratch, "%.*s%s%.*s", STR_ARG(list),
                                list.len > 0 ? ", " : "", STR_ARG(ref));
        }
    }
    return list;
}

static void report(struct check_context *context, enum field field,
                   struct place place, struct str literal)
{
    const int64_t version = context->record->version;
    struct diag *diag = check_finding(
        context, place, literal,
        "%.*s, in the %s, is in no excerpt, quote or report of %.*s",
        STR_ARG(literal), field_infos[field].key, STR_ARG(cited_ids(context)));
    diag_hint(context->diags, diag,
              "store the passage that states it; a number of the record's own "
              "is acknowledged: {rule: number-not-cited, target: '%.*s', "
              "version: %lld, reason: …}",
              STR_ARG(literal), (long long)(version > 0 ? version : 1));
}

/* Reads the field's own bytes, so that each number has its exact place. */
static void check_field(struct check_context *context, enum field field,
                        const struct material *material)
{
    const struct record *record = context->record;
    const struct field_value *value = &record->fields[field];
    if (value->presence != PRESENCE_FILLED || value->node->kind != YML_SCALAR) {
        return;
    }
    const struct place whole = value->node->place;
    const struct str text =
        str_slice(whole.source->text, whole.start, whole.end);
    struct numbers numbers = {0};
    numbers_read(context->scratch, text, &numbers);
    for (size_t i = 0; i < numbers.len; i++) {
        const struct number *number = &numbers.at[i];
        const struct place place = {whole.source, whole.start + number->start,
                                    whole.start + number->end};
        const struct str literal = str_slice(text, number->start, number->end);
        if (material->is_empty) {
            check_cannot(context, place, literal,
                         "nothing is kept of the sources to find %.*s in",
                         STR_ARG(literal));
        } else if (is_among(&material->numbers, number)) {
            check_pass(context);
        } else {
            report(context, field, place, literal);
        }
    }
}

void rule_number_not_cited(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->kind->role != ROLE_PRACTICE || record->citations.len == 0) {
        return;
    }
    struct material material = {.is_empty = true};
    for (size_t i = 0; i < record->citations.len; i++) {
        add_citation(context, &material, &record->citations.at[i]);
    }
    check_field(context, FIELD_TITLE, &material);
    check_field(context, FIELD_CLAIM, &material);
}
