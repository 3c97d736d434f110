#ifndef RECORD_CHAPTER_READ_H
#define RECORD_CHAPTER_READ_H

/* The steps of chapter_parse, shared by the files chapter*.c alone. */

#include "record/chapter.h"

/* One insert for each directive of the body. */
void read_inserts(struct arena *arena, struct chapter *chapter,
                  struct diags *diags);

/* What the body and its inserts name. */
void read_uses(struct arena *arena, struct chapter *chapter);

#endif
