#ifndef RECORD_COMPARE_H
#define RECORD_COMPARE_H

/* Two readings of one record, field by field: what a bump shows and judges,
 * what `log` and `diff` tell, what a page of history lists. Lists of entries
 * (citations, reports, excerpts, flags) are compared entry by entry, by what
 * names the entry, so that a moved locator is one change and not a new list.
 * The order of tags and other sets is no change; layout, quotes and comments
 * of the YAML are none either. */

#include "record/record.h"

/* How much a change matters to a reader who acted on the version before:
 *
 *   major  the claim, its scope or direction; which work a citation names, and
 *          in which role; supersession; a title that says something else
 *   minor  what a claim rests on: a citation, locator, quote, report, ablation
 *          or evidence added, dropped or changed
 *   patch  wording of the rest, tags, metadata, the body's prose
 *
 * ADR-012 has the reasons. */
enum level { LEVEL_NONE, LEVEL_PATCH, LEVEL_MINOR, LEVEL_MAJOR };
const char *level_name(enum level level);
/* False for what is none of patch, minor, major. */
bool level_parse(struct str text, enum level *level);

/* What a change of the field asks for in general; LEVEL_NONE for version and
 * history. A change may ask for less (a slip in a title put right is a patch)
 * or for more (a status that takes the record out of force is major). */
enum level field_level(enum field field);

struct field_change {
    /* "title", "citations[LIT-022 source].locator", "tags", "body". */
    struct str field;
    enum field which; /* FIELD_COUNT for a field that the kind adds */
    enum presence from, to;
    struct str old_text, new_text; /* as shown, on one line; empty when none */
    enum level level;              /* the least that it asks for */
    struct place place;            /* in the new reading */
};
struct field_changes {
    struct field_change *at;
    size_t len, cap;
};

/* Appends every change from old to new, in the order of fields.def with the
 * body last; `version` and `history`, which a bump writes itself, are left
 * out. Of a body, old_text and new_text hold the sentences that went and that
 * came. Both readings stay borrowed. */
void record_compare(struct arena *arena, const struct record *old_reading,
                    const struct record *new_reading,
                    struct field_changes *changes);

/* The greatest of them; LEVEL_NONE for none. */
enum level changes_level(const struct field_changes *changes);

#endif
