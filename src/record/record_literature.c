/* Excerpts: short quotations, kept so that a quotation elsewhere can be held
 * against them. */

#include "record/record_read.h"

static const struct part excerpt_parts[] = {
    {"locator", part_text, offsetof(struct excerpt, locator), NO_PLACE, false},
    {"text", part_text, offsetof(struct excerpt, text), NO_PLACE, true},
};
const struct form excerpt_form =
    FORM("an excerpt", struct excerpt, excerpt_parts, place);

void read_excerpts_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct record *record = reader->record;
    record->excerpts = read_entries(reader, slot->key, &excerpt_form, node,
                                    &record->excerpt_count);
}
