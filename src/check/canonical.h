#ifndef CHECK_CANONICAL_H
#define CHECK_CANONICAL_H

#include "record/record.h"

/* The arXiv number or DOI that the field holds, as it is written here:
 * 2103.03098v2, 10.1000/182. The empty text when it holds none. */
struct str identifier_canonical(struct arena *arena,
                                const struct record *record, enum field field);

#endif
