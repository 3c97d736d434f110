/* Compares days, as they stand in the two histories. */

#include "check/suspect.h"

static bool is_later(struct str day, struct str than)
{
    return str_compare(day, than) > 0;
}

struct str suspect_day(const struct record *record)
{
    struct str day = record->date;
    for (size_t i = 0; i < record->history_count; i++) {
        if (is_later(record->history[i].date, day)) {
            day = record->history[i].date;
        }
    }
    return day;
}

/* What replaces a record says nothing about it, and what builds on it may
 * change without touching what it is built on. */
static bool is_other_way(struct str field)
{
    return str_is(field, "superseded_by") || str_is(field, "supersedes") ||
           str_is(field, "extended_by");
}

bool suspect_is_ground(const struct link *link)
{
    return (link->origin == LINK_FIELD || link->origin == LINK_CITATION) &&
           link->to && link->to != link->from && !is_other_way(link->field);
}

const struct history_entry *suspect_change(const struct link *link,
                                           struct str day)
{
    const struct history_entry *newest = NULL;
    for (size_t i = 0; i < link->to->history_count; i++) {
        const struct history_entry *entry = &link->to->history[i];
        if (str_is(entry->level, "major") && is_later(entry->date, day) &&
            (!newest || is_later(entry->date, newest->date) ||
             str_equal(entry->date, newest->date))) {
            newest = entry;
        }
    }
    return newest;
}

const struct link *suspect_newest(struct arena *arena,
                                  const struct record *record,
                                  const struct history_entry **change,
                                  size_t *count)
{
    const struct str day = suspect_day(record);
    const struct link *newest = NULL;
    struct map seen = {0};
    *count = 0;
    for (size_t i = 0; day.len > 0 && i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        const struct history_entry *entry =
            suspect_is_ground(link) ? suspect_change(link, day) : NULL;
        void **slot = entry ? map_slot(arena, &seen, link->to->id) : NULL;
        if (!slot || *slot) {
            continue;
        }
        *slot = link->to;
        ++*count;
        if (!newest || is_later(entry->date, (*change)->date)) {
            newest = link;
            *change = entry;
        }
    }
    return newest;
}
