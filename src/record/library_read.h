#ifndef RECORD_LIBRARY_READ_H
#define RECORD_LIBRARY_READ_H

/* The steps of library_load, shared by the files library*.c alone. */

#include "record/library.h"

/* Fills by_id; ids that two records claim are reported. */
void library_index(struct library *library, struct diags *diags);

/* Fills links and backlinks of every record. */
void library_link(struct library *library);

/* An id in the text of a field, with its bytes in the file. */
struct prose_id {
    struct str id;
    struct place place;
};

/* Takes the next id off the place, which lies in front matter; false at its
 * end. Ids in code spans, in paths and inside other words are none; a soft line
 * break may stand behind the hyphen. */
bool prose_next_id(struct arena *arena, const struct project *project,
                   struct place *rest, struct prose_id *found);

#endif
