/* Excerpts: short quotations, kept so that a quotation elsewhere can be held
 * against them. */

#include "record/record_read.h"

void read_excerpts_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    static const struct part parts[] = {
        {"locator", part_text, offsetof(struct excerpt, locator), NO_PLACE,
         false},
        {"text", part_text, offsetof(struct excerpt, text), NO_PLACE, true},
    };
    static const struct form form =
        FORM("an excerpt", struct excerpt, parts, place);
    struct record *record = reader->record;
    record->excerpts =
        read_entries(reader, slot->key, &form, node, &record->excerpt_count);
}
