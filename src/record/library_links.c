/* Where records name each other. Every link keeps the place it was written at,
 * and is found again from the record it leads to. */

#include "record/library_read.h"

#include <stdlib.h>

struct linker {
    struct library *library;
    struct record *record;
};

static void add_link(struct linker *linker, struct str field, struct str id,
                     enum link_origin origin, struct place place)
{
    *LIST_PUSH(linker->library->arena, &linker->record->links) = (struct link){
        .from = linker->record,
        .field = field,
        .id = id,
        .to = map_get(&linker->library->by_id, id),
        .origin = origin,
        .place = place,
    };
}

/* Ids in the bytes of one scalar. */
static void link_prose(struct linker *linker, struct str field,
                       enum link_origin origin, struct place place)
{
    struct prose_id found;
    while (prose_next_id(linker->library->arena, linker->library->project,
                         &place, &found)) {
        add_link(linker, field, found.id, origin, found.place);
    }
}

/* Ids in every scalar of the tree, except what `ref:` holds. */
static void link_tree(struct linker *linker, struct str field,
                      enum link_origin origin, const struct yml_node *node)
{
    switch (node->kind) {
    case YML_SCALAR:
        link_prose(linker, field, origin, node->place);
        return;
    case YML_LIST:
        for (size_t i = 0; i < node->len; i++) {
            link_tree(linker, field, origin, node->items[i]);
        }
        return;
    case YML_MAP:
        for (size_t i = 0; i < node->len; i++) {
            if (!str_is(node->pairs[i].key->text, "ref")) {
                link_tree(linker, field, origin, node->pairs[i].value);
            }
        }
        return;
    }
}

static void link_items(struct linker *linker, struct str field,
                       const struct texts *items)
{
    for (size_t i = 0; i < items->len; i++) {
        add_link(linker, field, items->at[i].text, LINK_FIELD,
                 items->at[i].place);
    }
}

/* Items that happen to be ids: EXP-002 of "EXP-002.rmsnorm-no-worse", and any
 * id among words. */
static void link_ids(struct linker *linker, struct str field,
                     const struct texts *items)
{
    for (size_t i = 0; i < items->len; i++) {
        const struct str text = items->at[i].text;
        const struct str id = str_slice(text, 0, str_find_char(text, '.'));
        if (project_is_id(linker->library->project, id)) {
            add_link(linker, field, id, LINK_FIELD, items->at[i].place);
        }
    }
}

static void link_citations(struct linker *linker, struct str field,
                           const struct citations *citations,
                           enum link_origin origin)
{
    for (size_t i = 0; i < citations->len; i++) {
        const struct citation *citation = &citations->at[i];
        if (!citation->is_short && citation->ref.len > 0) {
            add_link(linker, field, citation->ref, origin, citation->ref_place);
        }
    }
}

static void link_field(struct linker *linker, enum field field)
{
    const struct record *record = linker->record;
    const struct field_value *value = &record->fields[field];
    const struct str key = str_from_c(field_infos[field].key);
    if (value->presence != PRESENCE_FILLED) {
        return;
    }
    switch (field_infos[field].type) {
    case FIELD_TYPE_REFERENCES:
        link_items(linker, key, &record->references[field]);
        return;
    case FIELD_TYPE_CITATIONS: {
        const bool is_past = field == FIELD_FORMERLY_CITED;
        link_citations(linker, key,
                       is_past ? &record->formerly_cited : &record->citations,
                       is_past ? LINK_HISTORY : LINK_CITATION);
        link_tree(linker, key, is_past ? LINK_HISTORY : LINK_SUMMARY,
                  value->node);
        return;
    }
    case FIELD_TYPE_HISTORY:
        link_tree(linker, key, LINK_HISTORY, value->node);
        return;
    case FIELD_TYPE_PROSE:
    case FIELD_TYPE_ABLATION:
    case FIELD_TYPE_FLAGS:
        if (field != FIELD_BODY) {
            link_tree(linker, key, LINK_SUMMARY, value->node);
        }
        return;
    case FIELD_TYPE_STRINGS:
        if (field == FIELD_EVIDENCE) {
            link_ids(linker, key, &record->evidence);
        }
        return;
    case FIELD_TYPE_TEXT:
    case FIELD_TYPE_INTEGER:
    case FIELD_TYPE_DATE:
    case FIELD_TYPE_SCALE:
    case FIELD_TYPE_EXCERPTS:
    case FIELD_TYPE_REPORTS:
    case FIELD_TYPE_METADATA:
    case FIELD_TYPE_VERSIONS:
    case FIELD_TYPE_ACKNOWLEDGEMENTS:
        return;
    }
}

static void link_extra(struct linker *linker, const struct extra_value *extra)
{
    if (extra->value.presence != PRESENCE_FILLED) {
        return;
    }
    const struct str key = extra->field->key;
    if (extra->field->type == FIELD_TYPE_REFERENCES) {
        link_items(linker, key, &extra->items);
    } else if (extra->field->type == FIELD_TYPE_STRINGS) {
        link_ids(linker, key, &extra->items);
    } else {
        link_prose(linker, key, LINK_SUMMARY, extra->value.node->place);
    }
}

/* A plan names practices and reports under keys that src/experiment reads; an
 * id alone is a link like that of a field, ids in a sentence are prose. */
static void link_plan_value(struct linker *linker, struct str key,
                            const struct yml_node *node)
{
    for (size_t i = 0; node->kind == YML_LIST && i < node->len; i++) {
        link_plan_value(linker, key, node->items[i]);
    }
    for (size_t i = 0; node->kind == YML_MAP && i < node->len; i++) {
        link_plan_value(linker, key, node->pairs[i].value);
    }
    if (node->kind == YML_SCALAR) {
        const struct str text = str_trim(node->text);
        const struct str id = str_slice(text, 0, str_find_char(text, '#'));
        link_prose(linker, key,
                   project_is_id(linker->library->project, id) ? LINK_FIELD
                                                               : LINK_SUMMARY,
                   node->place);
    }
}

static void link_plan(struct linker *linker)
{
    const struct yml_node *front = linker->record->front;
    for (size_t i = 0; front && i < front->len; i++) {
        const struct str key = front->pairs[i].key->text;
        if (!map_get(&linker->library->project->fields, key)) {
            link_plan_value(linker, key, front->pairs[i].value);
        }
    }
}

static bool is_within(struct place inner, struct place outer)
{
    return inner.source == outer.source && inner.start >= outer.start &&
           inner.end <= outer.end;
}

/* The title names its own record, which is no link. */
static bool is_own_title(const struct record *record,
                         const struct md_reference *reference)
{
    const struct md_document *body = record->body;
    return str_equal(reference->id, record->id) && body->heading_count > 0 &&
           body->headings[0].level == 1 &&
           is_within(reference->place, body->headings[0].place);
}

/* `[LIT-022](../literature/LIT-022.md)` names its record once, in text and
 * target. */
static bool is_target_of(const struct md_reference *reference,
                         const struct md_reference *text)
{
    if (!reference->is_in_link || !text->is_in_link ||
        !str_equal(reference->id, text->id)) {
        return false;
    }
    const struct str between = str_slice(
        reference->place.source->text, text->place.end, reference->place.start);
    return str_find(between, S("](")) != STR_NONE &&
           str_find_char(between, '[') == STR_NONE;
}

static void link_body(struct linker *linker)
{
    const struct record *record = linker->record;
    const struct md_document *body = record->body;
    for (size_t i = 0; body && i < body->reference_count; i++) {
        const struct md_reference *reference = &body->references[i];
        const bool is_again = i > 0 && is_target_of(reference, reference - 1);
        if (!is_again && !is_own_title(record, reference)) {
            add_link(linker, S("body"), reference->id, LINK_PROSE,
                     reference->place);
        }
    }
}

static int by_place(const void *left, const void *right)
{
    const struct link *a = left;
    const struct link *b = right;
    return (a->place.start > b->place.start) -
           (a->place.start < b->place.start);
}

void library_link_one(struct library *part, struct record *record)
{
    struct linker linker = {part, record};
    record->links = (struct links){0};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        link_field(&linker, (enum field)i);
    }
    for (size_t i = 0; i < record->kind->extra_count; i++) {
        if (!record->extras[i].field->builtin) {
            link_extra(&linker, &record->extras[i]);
        }
    }
    if (record->kind->role == ROLE_EXPERIMENT) {
        link_plan(&linker);
    }
    link_body(&linker);
    if (record->links.len > 1) {
        qsort(record->links.at, record->links.len, sizeof(struct link),
              by_place);
    }
}

static bool is_backlink(const struct link *link)
{
    return link->to && link->to != link->from;
}

static void link_back(struct library *library)
{
    for (size_t i = 0; i < library->record_count; i++) {
        const struct links *links = &library->records[i]->links;
        for (size_t j = 0; j < links->len; j++) {
            if (is_backlink(&links->at[j])) {
                links->at[j].to->backlink_count++;
            }
        }
    }
    for (size_t i = 0; i < library->record_count; i++) {
        struct record *record = library->records[i];
        record->backlinks =
            ARENA_ARRAY(library->arena, struct link *, record->backlink_count);
        record->backlink_count = 0;
    }
    for (size_t i = 0; i < library->record_count; i++) {
        const struct links *links = &library->records[i]->links;
        for (size_t j = 0; j < links->len; j++) {
            struct record *to = links->at[j].to;
            if (is_backlink(&links->at[j])) {
                to->backlinks[to->backlink_count++] = &links->at[j];
            }
        }
    }
}

void library_link(struct library *library)
{
    for (size_t i = 0; i < library->record_count; i++) {
        library_link_one(library, library->records[i]);
        library->records[i]->backlink_count = 0;
    }
    link_back(library);
}
