/* Numbers that a practice states, against what is kept of its sources. Title
 * and claim answer to passages, reports and quotes; where nothing of that kind
 * is kept, to the notes written about the sources, unless these are stubs.
 * Summary and notes of citations repeat what a source's record says
 * anywhere. */

#include "check/number.h"
#include "check/rules.h"

/* -- Material ------------------------------------------------------------- */

/* The numbers of all that may state one. Those in words are read when the first
 * is missed among the digits, since nearly all are found there. */
struct material {
    struct numbers numbers;
    struct strs texts; /* whose words were not read */
    bool is_empty;     /* nothing is kept of any source */
};

static void add_text(struct check_context *context, struct material *material,
                     struct str text)
{
    if (text.len > 0) {
        numbers_read(context->scratch, text, &material->numbers);
        *LIST_PUSH(context->scratch, &material->texts) = text;
    }
}

static void add_words(struct check_context *context, struct material *material)
{
    for (size_t i = 0; i < material->texts.len; i++) {
        numbers_read_words(context->scratch, material->texts.at[i],
                           &material->numbers);
    }
    material->texts.len = 0;
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

static const struct record *source_of(const struct check_context *context,
                                      const struct citation *citation)
{
    return library_find(context->input->library, citation->ref);
}

static void add_passages(struct check_context *context,
                         struct material *material,
                         const struct citation *citation)
{
    const struct record *source = source_of(context, citation);
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

/* A note shorter than this says too little to be asked. */
enum { STUB = 350 };

static struct str body_text(const struct record *record)
{
    const struct md_document *body = record->body;
    return body ? str_slice(body->source->text, body->start, body->end)
                : (struct str){0};
}

/* Without its heading, which repeats the title. */
static bool is_stub(const struct record *record)
{
    const struct md_document *body = record->body;
    const size_t heading =
        body && body->heading_count > 0 ? body->headings[0].text.len : 0;
    return body_text(record).len < heading + STUB;
}

static void add_note(struct check_context *context, struct material *material,
                     const struct record *record)
{
    if (!is_stub(record)) {
        add_kept(context, material, body_text(record));
    }
}

/* What was written about the source, in its own record and in notes on it. */
static void add_notes(struct check_context *context, struct material *material,
                      const struct record *source)
{
    if (!source) {
        return;
    }
    add_note(context, material, source);
    for (size_t i = 0; i < source->backlink_count; i++) {
        const struct link *link = source->backlinks[i];
        if (link->from->kind->role == ROLE_NOTE &&
            str_is(link->field, field_infos[FIELD_PAPER].key)) {
            add_note(context, material, link->from);
        }
    }
}

static struct material passages_of_all(struct check_context *context)
{
    const struct citations *citations = &context->record->citations;
    struct material material = {.is_empty = true};
    for (size_t i = 0; i < citations->len; i++) {
        add_passages(context, &material, &citations->at[i]);
    }
    for (size_t i = 0; material.is_empty && i < citations->len; i++) {
        add_notes(context, &material, source_of(context, &citations->at[i]));
    }
    return material;
}

/* All that the source's record says, and notes on it. */
static void add_record(struct check_context *context, struct material *material,
                       const struct record *source)
{
    add_notes(context, material, source);
    if (!source) {
        return;
    }
    material->is_empty &=
        source->excerpt_count == 0 && source->reports.len == 0;
    add_text(context, material, source->source->text);
}

/* -- One number ----------------------------------------------------------- */

static bool is_among(const struct numbers *numbers, const struct number *number)
{
    for (size_t i = 0; i < numbers->len; i++) {
        if (number_is_same(&numbers->at[i], number)) {
            return true;
        }
    }
    return false;
}

static bool is_stated(struct check_context *context, struct material *material,
                      const struct number *number)
{
    if (is_among(&material->numbers, number)) {
        return true;
    }
    add_words(context, material);
    return is_among(&material->numbers, number);
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

/* Where a number was looked for. */
struct sought {
    const char *field;  /* "title", "note" */
    const char *among;  /* "in no excerpt, quote or report" */
    struct str sources; /* "LIT-022, LIT-733" */
};

static void report(struct check_context *context, const struct sought *sought,
                   struct place place, struct str literal)
{
    const int64_t version = context->record->version;
    struct diag *diag =
        check_finding(context, place, literal, "%.*s, in the %s, is %s of %.*s",
                      STR_ARG(literal), sought->field, sought->among,
                      STR_ARG(sought->sources));
    diag_hint(context->diags, diag,
              "store the passage that states it; a number of the record's own "
              "is acknowledged: {rule: number-not-cited, target: '%.*s', "
              "version: %lld, reason: …}",
              STR_ARG(literal), (long long)(version > 0 ? version : 1));
}

/* The numbers of a scalar, read from the file's own bytes so that each has its
 * exact place. Those that count nothing are left out. */
struct stated {
    struct place whole;
    struct str text;
    struct numbers numbers;
};

static struct stated stated_in(struct check_context *context,
                               const struct yml_node *node)
{
    struct stated stated = {0};
    if (!node || node->kind != YML_SCALAR) {
        return stated;
    }
    struct numbers all = {0};
    stated.whole = node->place;
    stated.text =
        str_slice(node->place.source->text, node->place.start, node->place.end);
    numbers_read(context->scratch, stated.text, &all);
    for (size_t i = 0; i < all.len; i++) {
        if (!number_is_label(stated.text, &all.at[i])) {
            *LIST_PUSH(context->scratch, &stated.numbers) = all.at[i];
        }
    }
    return stated;
}

static void check_stated(struct check_context *context,
                         const struct stated *stated, struct material *material,
                         const struct sought *sought)
{
    for (size_t i = 0; i < stated->numbers.len; i++) {
        const struct number *number = &stated->numbers.at[i];
        const struct place place = {stated->whole.source,
                                    stated->whole.start + number->start,
                                    stated->whole.start + number->end};
        const struct str literal =
            str_slice(stated->text, number->start, number->end);
        if (is_stated(context, material, number)) {
            check_pass(context);
        } else if (material->is_empty) {
            check_cannot(context, place, literal,
                         "nothing is kept of the sources to find %.*s in",
                         STR_ARG(literal));
        } else {
            report(context, sought, place, literal);
        }
    }
}

/* -- Fields --------------------------------------------------------------- */

static const struct yml_node *node_of(const struct record *record,
                                      enum field field)
{
    const struct field_value *value = &record->fields[field];
    return value->presence == PRESENCE_FILLED ? value->node : NULL;
}

static void check_title_and_claim(struct check_context *context,
                                  const struct stated *title,
                                  const struct stated *claim)
{
    if (title->numbers.len + claim->numbers.len == 0) {
        return;
    }
    struct material material = passages_of_all(context);
    struct sought sought = {"title", "in no excerpt, quote or report",
                            cited_ids(context)};
    check_stated(context, title, &material, &sought);
    sought.field = "claim";
    check_stated(context, claim, &material, &sought);
}

/* What title and claim state has been asked about there. */
static void check_summary(struct check_context *context,
                          const struct stated *title,
                          const struct stated *claim)
{
    const struct record *record = context->record;
    const struct stated summary =
        stated_in(context, node_of(record, FIELD_SUMMARY));
    if (summary.numbers.len == 0) {
        return;
    }
    struct material material = {.is_empty = true};
    add_text(context, &material, title->text);
    add_text(context, &material, claim->text);
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        add_record(context, &material, source_of(context, citation));
        add_kept(context, &material, citation->quote);
        add_reports(context, &material, &citation->reports);
        add_text(context, &material, citation->note);
    }
    const struct sought sought = {"summary", "nowhere in the records",
                                  cited_ids(context)};
    check_stated(context, &summary, &material, &sought);
}

static void check_note(struct check_context *context,
                       const struct yml_node *entry)
{
    const struct yml_node *ref = yml_get(entry, "ref");
    const struct stated note = stated_in(context, yml_get(entry, "note"));
    if (!ref || ref->kind != YML_SCALAR || note.numbers.len == 0) {
        return;
    }
    struct material material = {.is_empty = true};
    const struct record *source =
        library_find(context->input->library, ref->text);
    if (!source) {
        return; /* link-unresolved says it */
    }
    add_record(context, &material, source);
    const struct yml_node *quote = yml_get(entry, "quote");
    const struct yml_node *reports = yml_get(entry, "reports");
    const struct yml_node *kept[] = {quote, reports};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (kept[i]) {
            add_kept(context, &material,
                     str_slice(kept[i]->place.source->text,
                               kept[i]->place.start, kept[i]->place.end));
        }
    }
    const struct sought sought = {"note", "nowhere in the record", source->id};
    check_stated(context, &note, &material, &sought);
}

void rule_number_not_cited(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->kind->role != ROLE_PRACTICE || record->citations.len == 0) {
        return;
    }
    const struct stated title =
        stated_in(context, node_of(record, FIELD_TITLE));
    const struct stated claim =
        stated_in(context, node_of(record, FIELD_CLAIM));
    check_title_and_claim(context, &title, &claim);
    check_summary(context, &title, &claim);
    const struct yml_node *entries = node_of(record, FIELD_CITATIONS);
    for (size_t i = 0; entries && entries->kind == YML_LIST && i < entries->len;
         i++) {
        check_note(context, entries->items[i]);
    }
}
