/* From the front matter to the record: which reader a field's type has, and
 * where its value goes. */

#include "record/record_read.h"

static field_reader read_text_field, read_integer_field, read_date_field,
    read_strings_field, read_references_field;

static field_reader *const readers[] = {
    [FIELD_TYPE_TEXT] = read_text_field,
    [FIELD_TYPE_PROSE] = read_text_field,
    [FIELD_TYPE_INTEGER] = read_integer_field,
    [FIELD_TYPE_DATE] = read_date_field,
    [FIELD_TYPE_STRINGS] = read_strings_field,
    [FIELD_TYPE_REFERENCES] = read_references_field,
    [FIELD_TYPE_CITATIONS] = read_citations_field,
    [FIELD_TYPE_HISTORY] = read_history_field,
    [FIELD_TYPE_ABLATION] = read_ablation_field,
    [FIELD_TYPE_SCALE] = read_scale_field,
    [FIELD_TYPE_FLAGS] = read_flags_field,
    [FIELD_TYPE_EXCERPTS] = read_excerpts_field,
    [FIELD_TYPE_REPORTS] = read_reports_field,
    [FIELD_TYPE_METADATA] = read_metadata_field,
    [FIELD_TYPE_VERSIONS] = read_versions_field,
    [FIELD_TYPE_ACKNOWLEDGEMENTS] = read_acknowledgements_field,
};

/* Where the text of a field goes; 0, where `id` itself lies, means nowhere. */
static const size_t text_offsets[FIELD_COUNT] = {
    [FIELD_TITLE] = offsetof(struct record, title),
    [FIELD_STATUS] = offsetof(struct record, status),
    [FIELD_STATUS_NOTE] = offsetof(struct record, status_note),
    [FIELD_DATE] = offsetof(struct record, date),
    [FIELD_PRIMARY_TOPIC] = offsetof(struct record, primary_topic),
    [FIELD_SUMMARY] = offsetof(struct record, summary),
    [FIELD_CLAIM] = offsetof(struct record, claim),
    [FIELD_CONSENSUS] = offsetof(struct record, consensus),
    [FIELD_PROMOTE_WHEN] = offsetof(struct record, promote_when),
    [FIELD_PUBLISHED] = offsetof(struct record, published),
    [FIELD_TYPE] = offsetof(struct record, type),
    [FIELD_CITE_KEY] = offsetof(struct record, cite_key),
    [FIELD_ARXIV] = offsetof(struct record, arxiv),
    [FIELD_ARXIV_CLASS] = offsetof(struct record, arxiv_class),
    [FIELD_DOI] = offsetof(struct record, doi),
    [FIELD_URL] = offsetof(struct record, url),
    [FIELD_VENUE] = offsetof(struct record, venue),
    [FIELD_READ] = offsetof(struct record, read),
    [FIELD_RETRACTED] = offsetof(struct record, retracted),
};

static const size_t item_offsets[FIELD_COUNT] = {
    [FIELD_TAGS] = offsetof(struct record, tags),
    [FIELD_FORMERLY] = offsetof(struct record, formerly),
    [FIELD_EVIDENCE] = offsetof(struct record, evidence),
    [FIELD_AUTHORS] = offsetof(struct record, authors),
};

const char *const record_read_words[] = {"full", "partial", "abstract",
                                         "unread", NULL};

static void read_text_field(struct reader *reader, const struct slot *slot,
                            const struct yml_node *node)
{
    size_t index = 0;
    if (slot->field == FIELD_READ) {
        if (read_word(reader, slot->key, node, record_read_words, &index)) {
            *slot->text = str_from_c(record_read_words[index]);
        }
        return;
    }
    read_text(reader, slot->key, node, slot->text);
}

static void read_integer_field(struct reader *reader, const struct slot *slot,
                               const struct yml_node *node)
{
    int64_t value = 0;
    const bool is_version = slot->field == FIELD_VERSION;
    const bool is_read = is_version
                             ? read_version(reader, slot->key, node, &value)
                             : read_integer(reader, slot->key, node, &value);
    if (is_read) {
        *slot->text = node->text;
    }
    if (is_read && is_version) {
        reader->record->version = value;
    }
}

/* A paper's date may be known to the month or the year; the day a record was
 * filed is known. */
static void read_date_field(struct reader *reader, const struct slot *slot,
                            const struct yml_node *node)
{
    read_date(reader, slot->key, node, slot->field != FIELD_DATE, slot->text);
}

static void read_strings_field(struct reader *reader, const struct slot *slot,
                               const struct yml_node *node)
{
    read_items(reader, slot->key, node, slot->items);
}

static void read_references_field(struct reader *reader,
                                  const struct slot *slot,
                                  const struct yml_node *node)
{
    struct texts *items = slot->items;
    const size_t first = items->len;
    read_items(reader, slot->key, node, items);
    size_t kept = first;
    for (size_t i = first; i < items->len; i++) {
        if (read_is_reference(reader, slot->key, items->at[i].text,
                              items->at[i].place)) {
            items->at[kept++] = items->at[i];
        }
    }
    items->len = kept;
}

static bool is_many(enum field_type type)
{
    return type != FIELD_TYPE_TEXT && type != FIELD_TYPE_PROSE &&
           type != FIELD_TYPE_INTEGER && type != FIELD_TYPE_DATE;
}

/* Explicitly none (`[]`) is a statement; nothing behind the colon is not. */
static void read_value(struct reader *reader, enum field_type type,
                       const struct slot *slot, struct field_value *value)
{
    const struct yml_node *node = value->node;
    if (read_is_empty(node)) {
        value->presence = PRESENCE_EMPTY;
        if (is_many(type) && node->kind != YML_SCALAR) {
            return;
        }
        if (is_many(type)) {
            struct diag *diag =
                reader_fault(reader, "field-empty", node->place, slot->key,
                             "\"%.*s\" has no value", STR_ARG(slot->key));
            diag_hint(reader->diags, diag,
                      "write [] to say that there is none");
            return;
        }
    } else {
        value->presence = PRESENCE_FILLED;
    }
    readers[type](reader, slot, node);
}

static void read_builtin(struct reader *reader, enum field field,
                         const struct yml_pair *pair)
{
    struct record *record = reader->record;
    struct str unused = {0};
    struct texts none = {0};
    char *const bytes = (char *)record;
    struct slot slot = {.key = pair->key->text,
                        .field = field,
                        .text = &unused,
                        .items = &none};
    if (text_offsets[field] > 0) {
        slot.text = (struct str *)(void *)(bytes + text_offsets[field]);
    }
    if (item_offsets[field] > 0) {
        slot.items = (struct texts *)(void *)(bytes + item_offsets[field]);
    } else if (field_infos[field].type == FIELD_TYPE_REFERENCES) {
        slot.items = &record->references[field];
    }
    struct field_value *value = &record->fields[field];
    value->key = pair->key;
    value->node = pair->value;
    read_value(reader, field_infos[field].type, &slot, value);
}

static void read_extra(struct reader *reader, size_t index,
                       const struct yml_pair *pair)
{
    struct extra_value *extra = &reader->record->extras[index];
    extra->value.key = pair->key;
    extra->value.node = pair->value;
    const struct slot slot = {.key = pair->key->text,
                              .field = FIELD_COUNT,
                              .text = &extra->text,
                              .items = &extra->items};
    read_value(reader, extra->field->type, &slot, &extra->value);
}

static void report_unknown(struct reader *reader, const struct yml_node *key)
{
    const struct kind *kind = reader->record->kind;
    struct strs keys = {0};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (field_infos[i].roles & kind->role) {
            *LIST_PUSH(reader->arena, &keys) = str_from_c(field_infos[i].key);
        }
    }
    for (size_t i = 0; i < kind->extra_count; i++) {
        *LIST_PUSH(reader->arena, &keys) = kind->extras[i].key;
    }
    struct diag *diag =
        reader_fault(reader, "field-unknown", key->place, key->text,
                     "there is no field \"%.*s\"", STR_ARG(key->text));
    diag_hint(reader->diags, diag,
              "probatum.yaml can add it, under `fields` of %.*s",
              STR_ARG(kind->prefix));
    reader_suggest(reader, diag, key->text, &keys);
}

static void report_wrong_role(struct reader *reader, const struct yml_node *key,
                              const struct field_info *info)
{
    struct out roles = {0};
    for (unsigned role = 1; role < ROLE_ANY; role <<= 1) {
        if (info->roles & role) {
            out_c(&roles, roles.len > 0 ? ", " : "");
            out_c(&roles, role_name((enum role)role));
        }
    }
    const struct kind *kind = reader->record->kind;
    struct diag *diag =
        reader_fault(reader, "field-wrong-role", key->place, key->text,
                     "\"%s\" is a field of %.*s records, and %.*s holds %s",
                     info->key, STR_ARG(out_text(&roles)),
                     STR_ARG(kind->prefix), role_name(kind->role));
    diag_hint(reader->diags, diag,
              "probatum.yaml can allow it, under `fields` of %.*s",
              STR_ARG(kind->prefix));
    out_free(&roles);
}

static void read_pair(struct reader *reader, const struct yml_pair *pair)
{
    const struct kind *kind = reader->record->kind;
    const struct field_info *info =
        map_get(&reader->project->fields, pair->key->text);
    const struct extra_field *extra = kind_field(kind, pair->key->text);
    if (info && ((info->roles & kind->role) != 0 || extra)) {
        read_builtin(reader, (enum field)(info - field_infos), pair);
    } else if (extra) {
        read_extra(reader, (size_t)(extra - kind->extras), pair);
    } else if (kind->role == ROLE_EXPERIMENT) {
        return; /* a plan has more keys, which src/experiment reads */
    } else if (info) {
        report_wrong_role(reader, pair->key, info);
    } else {
        report_unknown(reader, pair->key);
    }
}

void read_fields(struct reader *reader)
{
    struct record *record = reader->record;
    const struct kind *kind = record->kind;
    record->extras =
        ARENA_ARRAY(reader->arena, struct extra_value, kind->extra_count + 1);
    for (size_t i = 0; i < kind->extra_count; i++) {
        record->extras[i].field = &kind->extras[i];
    }
    for (size_t i = 0; record->front && i < record->front->len; i++) {
        read_pair(reader, &record->front->pairs[i]);
    }
}
