#ifndef RECORD_CITE_KEY_H
#define RECORD_CITE_KEY_H

/* What bibliographies call a work. Documents hold the key, so it must stay what
 * it is whatever happens to the record: it is the field `cite_key`, or else the
 * first id that the record had. */

#include "record/record.h"

/* Never empty for a record with an id; borrowed from the record. */
struct str record_cite_key(const struct project *project,
                           const struct record *record);

/* No white space, and none of the signs that BibTeX would take for something
 * else. */
bool cite_key_is_sound(struct str key);

#endif
