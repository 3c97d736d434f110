/* Excerpts: short quotations, kept so that a quotation elsewhere can be held
 * against them; and what a registry says of the work, kept so that its title
 * can be. */

#include "record/record_read.h"

static const struct part excerpt_parts[] = {
    {"locator", part_text, offsetof(struct excerpt, locator), NO_PLACE, false},
    {"text", part_text, offsetof(struct excerpt, text), NO_PLACE, true},
};
const struct form excerpt_form =
    FORM("an excerpt", struct excerpt, excerpt_parts, place);

static const struct part metadata_parts[] = {
    {"title", part_text, offsetof(struct metadata, title), NO_PLACE, true},
    {"authors", part_words, offsetof(struct metadata, authors), NO_PLACE,
     false},
    {"published", part_text, offsetof(struct metadata, published), NO_PLACE,
     false},
    {"from", part_text, offsetof(struct metadata, from), NO_PLACE, true},
    {"date", part_date, offsetof(struct metadata, date), NO_PLACE, true},
};
const struct form metadata_form =
    FORM("metadata", struct metadata, metadata_parts, place);

void read_excerpts_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct record *record = reader->record;
    record->excerpts = read_entries(reader, slot->key, &excerpt_form, node,
                                    &record->excerpt_count);
}

void read_metadata_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct metadata *metadata = &reader->record->metadata;
    metadata->is_present =
        read_entry(reader, slot->key, &metadata_form, node, metadata);
}
