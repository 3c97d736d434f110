/* Citations in both their forms, what they report, and whether a source runs
 * the arm without the practice. `source: [LIT-022]` is a citation that has
 * only a record and a role. */

#include "record/record_read.h"

#include <stdlib.h>

#include "base/map.h"

const char *const record_ablation_words[] = {"none", "partial", "full",
                                             "unknown", NULL};
const char *const record_present_words[] = {"true", "false", "unknown", NULL};
static const enum ablation present_values[] = {ABLATION_FULL, ABLATION_NONE,
                                               ABLATION_UNKNOWN};
static const char default_role[] = "source";

const char *ablation_name(enum ablation ablation)
{
    return ablation == ABLATION_ABSENT ? ""
                                       : record_ablation_words[ablation - 1];
}

/* -- Reports -------------------------------------------------------------- */

static const struct part report_parts[] = {
    {"what", part_text, offsetof(struct report, what), NO_PLACE, true},
    {"value", part_text, offsetof(struct report, value),
     offsetof(struct report, value_place), true},
    {"unit", part_text, offsetof(struct report, unit), NO_PLACE, false},
    {"setting", part_text, offsetof(struct report, setting), NO_PLACE, false},
    {"n", part_text, offsetof(struct report, n), NO_PLACE, false},
    {"spread", part_text, offsetof(struct report, spread), NO_PLACE, false},
    {"id", part_text, offsetof(struct report, id), NO_PLACE, false},
};
const struct form report_form =
    FORM("a report", struct report, report_parts, place);

static void read_reports(struct reader *reader, struct str key,
                         const struct yml_node *node, struct reports *reports)
{
    reports->at = read_entries(reader, key, &report_form, node, &reports->len);
    reports->cap = reports->len;
}

void part_reports(struct reader *reader, const struct yml_pair *pair,
                  void *value)
{
    if (!read_is_empty(pair->value)) {
        read_reports(reader, pair->key->text, pair->value, value);
    }
}

void read_reports_field(struct reader *reader, const struct slot *slot,
                        const struct yml_node *node)
{
    read_reports(reader, slot->key, node, &reader->record->reports);
}

/* -- The long form -------------------------------------------------------- */

void part_ablation(struct reader *reader, const struct yml_pair *pair,
                   void *value)
{
    size_t index = 0;
    if (read_word(reader, pair->key->text, pair->value, record_ablation_words,
                  &index)) {
        *(enum ablation *)value = (enum ablation)(index + 1);
    }
}

/* A role is the key of a reference field that the record may carry. */
static bool is_role(const struct reader *reader, enum field field)
{
    return field_infos[field].type == FIELD_TYPE_REFERENCES &&
           (field_infos[field].roles & reader->record->kind->role) != 0 &&
           field != FIELD_SUPERSEDED_BY;
}

void part_role(struct reader *reader, const struct yml_pair *pair, void *value)
{
    struct str text;
    if (!read_text(reader, pair->key->text, pair->value, &text)) {
        return;
    }
    struct strs roles = {0};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (!is_role(reader, (enum field)i)) {
            continue;
        }
        if (str_is(text, field_infos[i].key)) {
            *(struct str *)value = text;
            return;
        }
        *LIST_PUSH(reader->arena, &roles) = str_from_c(field_infos[i].key);
    }
    struct diag *diag =
        reader_fault(reader, "field-type", pair->value->place, pair->key->text,
                     "\"%.*s\" is no role of a citation", STR_ARG(text));
    diag_hint(reader->diags, diag,
              "roles are named as the reference fields: "
              "source, introduced_by, contested_by");
    reader_suggest(reader, diag, text, &roles);
}

static const struct part citation_parts[] = {
    {"ref", part_reference, offsetof(struct citation, ref),
     offsetof(struct citation, ref_place), true},
    {"role", part_role, offsetof(struct citation, role), NO_PLACE, false},
    {"locator", part_text, offsetof(struct citation, locator), NO_PLACE, false},
    {"quote", part_text, offsetof(struct citation, quote),
     offsetof(struct citation, quote_place), false},
    {"ablation", part_ablation, offsetof(struct citation, ablation), NO_PLACE,
     false},
    {"reports", part_reports, offsetof(struct citation, reports), NO_PLACE,
     false},
    {"note", part_text, offsetof(struct citation, note), NO_PLACE, false},
};
const struct form citation_form =
    FORM("a citation", struct citation, citation_parts, place);

void read_citations_field(struct reader *reader, const struct slot *slot,
                          const struct yml_node *node)
{
    struct citations *citations = slot->field == FIELD_FORMERLY_CITED
                                      ? &reader->record->formerly_cited
                                      : &reader->record->citations;
    citations->at =
        read_entries(reader, slot->key, &citation_form, node, &citations->len);
    citations->cap = citations->len;
    for (size_t i = 0; i < citations->len; i++) {
        if (citations->at[i].role.len == 0) {
            citations->at[i].role = str_from_c(default_role);
        }
    }
}

/* -- The short form ------------------------------------------------------- */

bool record_is_short_citation(const struct kind *kind, enum field field)
{
    return (kind->role & (ROLE_PRACTICE | ROLE_THEORY)) != 0 &&
           field_infos[field].type == FIELD_TYPE_REFERENCES &&
           field_infos[field].targets == ROLE_LITERATURE;
}

static bool is_citing(const struct reader *reader, enum field field)
{
    return record_is_short_citation(reader->record->kind, field);
}

static void add_short(struct record *record, enum field field)
{
    const struct texts *items = &record->references[field];
    struct citations *citations = &record->citations;
    for (size_t i = 0; i < items->len; i++) {
        citations->at[citations->len++] = (struct citation){
            .ref = items->at[i].text,
            .role = str_from_c(field_infos[field].key),
            .is_short = true,
            .place = items->at[i].place,
            .ref_place = items->at[i].place,
        };
    }
}

/* Makes room for as many more. */
static void reserve(struct arena *arena, struct citations *citations,
                    size_t count)
{
    struct citation *at =
        ARENA_ARRAY(arena, struct citation, citations->len + count);
    for (size_t i = 0; i < citations->len; i++) {
        at[i] = citations->at[i];
    }
    citations->at = at;
    citations->cap = citations->len + count;
}

/* The long form may name one work twice, each time with another locator. */
static void report_twice(struct reader *reader)
{
    const struct citations *citations = &reader->record->citations;
    struct map seen = {0};
    for (size_t i = 0; i < citations->len; i++) {
        struct citation *citation = &citations->at[i];
        const struct str name =
            arena_printf(reader->arena, "%.*s %.*s", STR_ARG(citation->role),
                         STR_ARG(citation->ref));
        void **slot = map_slot(reader->arena, &seen, name);
        const struct citation *first = *slot;
        if (first && (first->is_short || citation->is_short)) {
            const struct citation *extra =
                citation->is_short ? citation : first;
            struct diag *diag =
                reader_fault(reader, "citation-twice", extra->ref_place,
                             extra->ref, "%.*s is cited as %.*s twice",
                             STR_ARG(extra->ref), STR_ARG(extra->role));
            diag_hint(reader->diags, diag,
                      "keep the entry in \"citations\" and take this one away");
        }
        *slot = first ? *slot : citation;
    }
}

static int by_place(const void *left, const void *right)
{
    const struct citation *a = left;
    const struct citation *b = right;
    return (a->place.start > b->place.start) -
           (a->place.start < b->place.start);
}

void read_short_citations(struct reader *reader)
{
    struct citations *citations = &reader->record->citations;
    size_t short_count = 0;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (is_citing(reader, (enum field)i)) {
            short_count += reader->record->references[i].len;
        }
    }
    if (short_count == 0) {
        return;
    }
    reserve(reader->arena, citations, short_count);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (is_citing(reader, (enum field)i)) {
            add_short(reader->record, (enum field)i);
        }
    }
    qsort(citations->at, citations->len, sizeof *citations->at, by_place);
    report_twice(reader);
}

/* -- Whether any source runs the arm without it --------------------------- */

void part_present(struct reader *reader, const struct yml_pair *pair,
                  void *value)
{
    size_t index = 0;
    if (read_word(reader, pair->key->text, pair->value, record_present_words,
                  &index)) {
        *(enum ablation *)value = present_values[index];
    }
}

static const struct part ablation_parts[] = {
    {"present", part_present, offsetof(struct record, ablation.present),
     NO_PLACE, true},
    {"where", part_text, offsetof(struct record, ablation.where), NO_PLACE,
     false},
    {"note", part_text, offsetof(struct record, ablation.note), NO_PLACE,
     false},
};
const struct form ablation_form =
    FORM("an ablation", struct record, ablation_parts, ablation.place);

void read_ablation_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    read_entry(reader, slot->key, &ablation_form, node, reader->record);
}

static enum ablation cited_ablation(const struct citations *citations)
{
    size_t counts[] = {
        [ABLATION_ABSENT] = 0, [ABLATION_NONE] = 0,    [ABLATION_PARTIAL] = 0,
        [ABLATION_FULL] = 0,   [ABLATION_UNKNOWN] = 0,
    };
    for (size_t i = 0; i < citations->len; i++) {
        counts[citations->at[i].ablation]++;
    }
    return counts[ABLATION_FULL] > 0                   ? ABLATION_FULL
           : counts[ABLATION_PARTIAL] > 0              ? ABLATION_PARTIAL
           : counts[ABLATION_ABSENT] == citations->len ? ABLATION_ABSENT
           : counts[ABLATION_NONE] == citations->len   ? ABLATION_NONE
                                                       : ABLATION_UNKNOWN;
}

enum ablation record_ablation(const struct record *record)
{
    const enum ablation stated = record->ablation.present;
    return stated == ABLATION_ABSENT ? cited_ablation(&record->citations)
                                     : stated;
}

bool record_is_unablated(const struct record *record)
{
    const enum ablation ablation = record_ablation(record);
    return !record->is_broken && record->kind->role == ROLE_PRACTICE &&
           !record_is_retired(record) &&
           (ablation == ABLATION_NONE || ablation == ABLATION_UNKNOWN);
}
