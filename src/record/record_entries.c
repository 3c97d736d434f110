/* Lists of maps: citations, history, reports and their like. Each has a form,
 * so that unknown and missing keys are treated alike everywhere. */

#include "record/record_read.h"

static const struct part *find_part(const struct form *form, struct str key)
{
    for (size_t i = 0; i < form->part_count; i++) {
        if (str_is(key, form->parts[i].key)) {
            return &form->parts[i];
        }
    }
    return NULL;
}

static void report_unknown(struct reader *reader, const struct form *form,
                           const struct yml_node *key)
{
    struct strs keys = {0};
    for (size_t i = 0; i < form->part_count; i++) {
        *LIST_PUSH(reader->arena, &keys) = str_from_c(form->parts[i].key);
    }
    struct diag *diag =
        reader_fault(reader, "field-unknown", key->place, key->text,
                     "%s has no \"%.*s\"", form->name, STR_ARG(key->text));
    reader_suggest(reader, diag, key->text, &keys);
}

static void report_missing(struct reader *reader, struct str key,
                           const struct form *form, const struct yml_node *node)
{
    for (size_t i = 0; i < form->part_count; i++) {
        const struct part *part = &form->parts[i];
        if (part->is_required && !yml_pair(node, part->key)) {
            reader_fault(reader, "field-empty", node->place, key,
                         "%s needs \"%s\"", form->name, part->key);
        }
    }
}

bool read_entry(struct reader *reader, struct str key, const struct form *form,
                const struct yml_node *node, void *entry)
{
    if (node->kind != YML_MAP) {
        struct diag *diag =
            reader_fault(reader, "field-type", node->place, key,
                         "%s in \"%.*s\" is a map of keys and values",
                         form->name, STR_ARG(key));
        diag_hint(reader->diags, diag, "start with \"%s:\"",
                  form->parts[0].key);
        return false;
    }
    char *const bytes = entry;
    if (form->place != NO_PLACE) {
        *(struct place *)(void *)(bytes + form->place) = node->place;
    }
    for (size_t i = 0; i < node->len; i++) {
        const struct yml_pair *pair = &node->pairs[i];
        const struct part *part = find_part(form, pair->key->text);
        if (!part) {
            report_unknown(reader, form, pair->key);
            continue;
        }
        if (part->place != NO_PLACE) {
            *(struct place *)(void *)(bytes + part->place) = pair->value->place;
        }
        part->read(reader, pair, bytes + part->value);
    }
    report_missing(reader, key, form, node);
    return true;
}

void *read_entries(struct reader *reader, struct str key,
                   const struct form *form, const struct yml_node *node,
                   size_t *count)
{
    *count = 0;
    if (node->kind != YML_LIST) {
        struct diag *diag =
            reader_fault(reader, "field-type", node->place, key,
                         "\"%.*s\" is a list of entries", STR_ARG(key));
        diag_hint(reader->diags, diag, "start each entry with \"- %s:\"",
                  form->parts[0].key);
        return NULL;
    }
    char *entries = arena_alloc_array(reader->arena, node->len + 1, form->size,
                                      _Alignof(max_align_t));
    for (size_t i = 0; i < node->len; i++) {
        if (read_entry(reader, key, form, node->items[i],
                       entries + *count * form->size)) {
            (*count)++;
        }
    }
    return entries;
}

void part_text(struct reader *reader, const struct yml_pair *pair, void *value)
{
    read_text(reader, pair->key->text, pair->value, value);
}

void part_date(struct reader *reader, const struct yml_pair *pair, void *value)
{
    read_date(reader, pair->key->text, pair->value, false, value);
}

void part_version(struct reader *reader, const struct yml_pair *pair,
                  void *value)
{
    read_version(reader, pair->key->text, pair->value, value);
}

void part_number(struct reader *reader, const struct yml_pair *pair,
                 void *value)
{
    struct str text;
    if (read_text(reader, pair->key->text, pair->value, &text) &&
        !yml_real(pair->value, value)) {
        reader_fault(reader, "field-type", pair->value->place, pair->key->text,
                     "\"%.*s\" is a number, not \"%.*s\"",
                     STR_ARG(pair->key->text), STR_ARG(text));
    }
}

void part_words(struct reader *reader, const struct yml_pair *pair, void *value)
{
    struct texts items = {0};
    read_items(reader, pair->key->text, pair->value, &items);
    struct strs *words = value;
    for (size_t i = 0; i < items.len; i++) {
        *LIST_PUSH(reader->arena, words) = items.at[i].text;
    }
}

void part_reference(struct reader *reader, const struct yml_pair *pair,
                    void *value)
{
    struct str text;
    if (read_text(reader, pair->key->text, pair->value, &text) &&
        read_is_reference(reader, pair->key->text, text, pair->value->place)) {
        *(struct str *)value = text;
    }
}
