/* Records that rest on something that has changed since. */

#include "check/rules.h"
#include "check/suspect.h"

/* The first link of the record that leads to the same place. */
static bool is_first(const struct record *record, size_t index)
{
    const struct record *to = record->links.at[index].to;
    for (size_t i = 0; i < index; i++) {
        if (record->links.at[i].to == to &&
            suspect_is_ground(&record->links.at[i])) {
            return false;
        }
    }
    return true;
}

/* As much of a note as a finding has room for, in whole words. */
static struct str note_start(struct check_context *context, struct str note)
{
    enum { NOTE_BYTES = 160 };
    if (note.len <= NOTE_BYTES) {
        return note;
    }
    size_t len = NOTE_BYTES;
    while (len > 0 && note.ptr[len] != ' ') {
        len--;
    }
    return arena_printf(context->scratch, "%.*s…",
                        STR_ARG(str_slice(note, 0, len)));
}

static void report(struct check_context *context, const struct link *link,
                   const struct history_entry *change, struct str day)
{
    const struct str id = context->record->id;
    struct diag *diag = check_finding(
        context, link->place, link->to->id,
        "%.*s changed in a major way in version %lld of %.*s, and %.*s is of "
        "%.*s: %.*s",
        STR_ARG(link->to->id), (long long)change->version,
        STR_ARG(change->date), STR_ARG(id), STR_ARG(day),
        STR_ARG(note_start(context, change->note)));
    diag_hint(context->diags, diag,
              "read %.*s again with that in mind, then `probatum bump %.*s "
              "--note …`, with `--because` when nothing changes here",
              STR_ARG(id), STR_ARG(id));
}

void rule_dependency_suspect(struct check_context *context)
{
    const struct record *record = context->record;
    const struct str day = suspect_day(record);
    if (record->is_broken || record_is_retired(record) || day.len == 0) {
        return;
    }
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (!suspect_is_ground(link)) {
            continue;
        }
        const struct history_entry *change = suspect_change(link, day);
        if (!change) {
            check_pass(context);
        } else if (is_first(record, i)) {
            report(context, link, change, day);
        }
    }
}
