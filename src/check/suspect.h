#ifndef CHECK_SUSPECT_H
#define CHECK_SUSPECT_H

/* Dependants are suspect by computation: a record that another one rests on
 * changed in a major way after the other was last gone over. Nothing is
 * written anywhere to say so, and a bump of the dependant ends it. */

#include "record/library.h"

/* The day on which someone last went over the record: that of its newest
 * history entry, else the day it was filed; empty when neither is known. */
struct str suspect_day(const struct record *record);

/* Whether the record rests on what the link leads to: it is named in a field
 * or citation, and not as what replaces the record, is replaced by it, or
 * builds on it. */
bool suspect_is_ground(const struct link *link);

/* The newest major change of what the link leads to, when it is later than the
 * day; NULL when there is none. A change of that same day is not later. */
const struct history_entry *suspect_change(const struct link *link,
                                           struct str day);

/* The link to what changed last of all that the record rests on, since that
 * day, with the change; NULL when nothing did. `count` is how many records
 * did. */
const struct link *suspect_newest(struct arena *arena,
                                  const struct record *record,
                                  const struct history_entry **change,
                                  size_t *count);

#endif
