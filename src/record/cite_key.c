/* Keys of bibliographies. */

#include "record/cite_key.h"

struct str record_cite_key(const struct project *project,
                           const struct record *record)
{
    if (record->cite_key.len > 0) {
        return record->cite_key;
    }
    for (size_t i = 0; i < record->formerly.len; i++) {
        const struct str id = record->formerly.at[i].text;
        if (project_kind_of(project, id) == record->kind &&
            !project_is_temporary(project, id)) {
            return id;
        }
    }
    return record->id;
}

bool cite_key_is_sound(struct str key)
{
    for (size_t i = 0; i < key.len; i++) {
        const unsigned char c = (unsigned char)key.ptr[i];
        if (c <= ' ' || c == 0x7f ||
            str_find_char(S("\"#%'(),={}~\\"), key.ptr[i]) != STR_NONE) {
            return false;
        }
    }
    return key.len > 0;
}
