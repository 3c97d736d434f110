/* Flags are the one place where a record says what is known against it. */

#include "check/flagged.h"

bool is_flagged(const struct record *record, struct str reference)
{
    const struct str experiment =
        str_slice(reference, 0, str_find_char(reference, '.'));
    for (size_t i = 0; i < record->flag_count; i++) {
        if (record->flags[i].resolved.len == 0 &&
            str_find(record->flags[i].text, experiment) != STR_NONE) {
            return true;
        }
    }
    return false;
}
