/* What a new record of a kind is called and looks like. */

#include "record/library.h"

enum { DIGITS = 3, NUMBER_CEILING = 1000000000 };

/* SOTA-060 is number 60 in 3 digits; false for what belongs to another kind or
 * has no number yet. */
static bool read_number(const struct kind *kind, struct str id, int64_t *number,
                        size_t *digits)
{
    if (!str_starts(id, kind->prefix) || id.len <= kind->prefix.len) {
        return false;
    }
    const struct str text = str_from(id, kind->prefix.len + 1);
    *digits = text.len;
    return str_to_int64(text, number) && *number >= 0 &&
           *number < NUMBER_CEILING;
}

struct str library_next_id(struct arena *arena, const struct library *library,
                           const struct kind *kind)
{
    int64_t largest = 0;
    size_t width = DIGITS;
    for (size_t i = 0; i < library->by_id.len; i++) {
        int64_t number = 0;
        size_t digits = 0;
        if (read_number(kind, library->by_id.at[i].key, &number, &digits) &&
            number > largest) {
            largest = number;
            width = digits;
        }
    }
    return arena_printf(arena, "%.*s-%0*lld", STR_ARG(kind->prefix), (int)width,
                        (long long)largest + 1);
}

bool library_writes_yaml(const struct library *library, const struct kind *kind)
{
    bool is_yaml = kind->role == ROLE_EXPERIMENT;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind == kind && kind->role != ROLE_EXPERIMENT) {
            is_yaml = str_ends(record->source->path, S(".yaml"));
        }
    }
    return is_yaml;
}
