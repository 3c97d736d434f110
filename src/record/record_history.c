/* What changed at each version, the problems known and not yet fixed, and the
 * scale a claim is about. */

#include "record/record_read.h"

/* -- history -------------------------------------------------------------- */

const char *const record_level_words[] = {"major", "minor", "patch", NULL};

void part_level(struct reader *reader, const struct yml_pair *pair, void *value)
{
    size_t index = 0;
    if (read_word(reader, pair->key->text, pair->value, record_level_words,
                  &index)) {
        *(struct str *)value = str_from_c(record_level_words[index]);
    }
}

/* The old value as one text: a list's items are joined by commas. */
static struct str old_value(struct reader *reader, const struct yml_pair *pair)
{
    struct texts items = {0};
    if (read_is_empty(pair->value)) {
        return S("");
    }
    read_items(reader, pair->key->text, pair->value, &items);
    struct str joined = items.len > 0 ? items.at[0].text : S("");
    for (size_t i = 1; i < items.len; i++) {
        joined = arena_printf(reader->arena, "%.*s, %.*s", STR_ARG(joined),
                              STR_ARG(items.at[i].text));
    }
    return joined;
}

/* `was: {title: ..., source: [...]}`, into the whole entry. */
void part_was(struct reader *reader, const struct yml_pair *pair, void *value)
{
    struct history_entry *entry = value;
    if (pair->value->kind != YML_MAP) {
        struct diag *diag =
            reader_fault(reader, "field-type", pair->value->place,
                         pair->key->text, "\"was\" is a map of old values");
        diag_hint(reader->diags, diag, "write `was: {title: ...}`");
        return;
    }
    entry->was =
        ARENA_ARRAY(reader->arena, struct history_change, pair->value->len + 1);
    for (size_t i = 0; i < pair->value->len; i++) {
        const struct yml_pair *change = &pair->value->pairs[i];
        entry->was[entry->was_count++] = (struct history_change){
            change->key->text, old_value(reader, change)};
    }
}

static const struct part history_parts[] = {
    {"version", part_version, offsetof(struct history_entry, version), NO_PLACE,
     true},
    {"date", part_date, offsetof(struct history_entry, date),
     offsetof(struct history_entry, date_place), false},
    {"note", part_text, offsetof(struct history_entry, note),
     offsetof(struct history_entry, note_place), false},
    {"level", part_level, offsetof(struct history_entry, level), NO_PLACE,
     false},
    {"was", part_was, 0, NO_PLACE, false},
};
const struct form history_form =
    FORM("a history entry", struct history_entry, history_parts, place);

void read_history_field(struct reader *reader, const struct slot *slot,
                        const struct yml_node *node)
{
    struct record *record = reader->record;
    record->history = read_entries(reader, slot->key, &history_form, node,
                                   &record->history_count);
}

/* -- flags ---------------------------------------------------------------- */

static const struct part flag_parts[] = {
    {"since", part_version, offsetof(struct flag, since), NO_PLACE, true},
    {"text", part_text, offsetof(struct flag, text), NO_PLACE, true},
    {"resolved", part_text, offsetof(struct flag, resolved), NO_PLACE, false},
};
const struct form flag_form = FORM("a flag", struct flag, flag_parts, place);

void read_flags_field(struct reader *reader, const struct slot *slot,
                      const struct yml_node *node)
{
    struct record *record = reader->record;
    record->flags =
        read_entries(reader, slot->key, &flag_form, node, &record->flag_count);
}

/* -- scale ---------------------------------------------------------------- */

static const struct part scale_parts[] = {
    {"params", part_number, offsetof(struct scale, params), NO_PLACE, false},
    {"tokens", part_number, offsetof(struct scale, tokens), NO_PLACE, false},
    {"data", part_text, offsetof(struct scale, data), NO_PLACE, false},
};
const struct form scale_form =
    FORM("a scale", struct scale, scale_parts, place);

void read_scale_field(struct reader *reader, const struct slot *slot,
                      const struct yml_node *node)
{
    struct scale *scale = &reader->record->scale;
    scale->is_present = read_entry(reader, slot->key, &scale_form, node, scale);
}
