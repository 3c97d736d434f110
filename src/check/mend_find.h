#ifndef CHECK_MEND_FIND_H
#define CHECK_MEND_FIND_H

/* The parts of mending: which change mends a finding (mend_find.c), and what a
 * file becomes (mend.c). */

#include "base/map.h"
#include "check/mend.h"

struct mender {
    struct arena *arena;
    const struct check_input *input;
    const struct diags *diags; /* in the order of files and places */
    struct map records;        /* path -> struct record */
};

enum repair_kind {
    REPAIR_BYTES, /* bytes [start, end) of the file become the text */
    REPAIR_VALUE, /* the field's value becomes the text */
    REPAIR_DROP,  /* item `index` of the field's list goes; the whole field
                     when it is the only one, or no list */
    REPAIR_ADD,   /* the field's list gets the text as one more item */
};

struct repair {
    enum repair_kind kind;
    const struct record *record; /* in whose file */
    size_t start, end;
    struct str key;
    size_t index;
    struct str text;
    const struct diag *diag;
};

struct mender mender_new(struct arena *arena, const struct check_input *input,
                         const struct diags *diags);

/* False when the finding has no repair, or more than one. */
bool mend_find(const struct mender *mender, const struct diag *diag,
               struct repair *repair);

#endif
