#ifndef STORE_SEARCH_H
#define STORE_SEARCH_H

/* Words in records, by SQLite's FTS5. Text is taken apart into runs of letters
 * and digits of any script, whatever their case and accents. A word of a query
 * is looked for as written: its runs next to each other, the last one also as
 * the beginning of a longer one, so `layer-no` finds "layer norm". A record is
 * found when it has all words. No query can be an error: nothing in it is an
 * operator. */

#include "store/store.h"

struct search_row {
    struct str id, title, claim, prose;
};

/* Makes these rows all there is, and remembers what they were made from. */
bool search_fill(struct store *store, const struct search_row *rows,
                 size_t count, struct str made_from, struct failure *failure);

/* Whether the rows were made from this. */
bool search_is_fresh(struct store *store, struct str made_from, bool *is_fresh,
                     struct failure *failure);

struct search_hit {
    struct str id, title;
    struct str snippet; /* found words between \x02 and \x03 */
};
struct search_hits {
    struct search_hit *at; /* best first */
    size_t len, cap;
    size_t total; /* found, of which `len` are here */
};

/* False in `has_words` when the query has nothing to look for ("*"). */
bool search_find(struct store *store, struct str query, size_t most,
                 struct arena *arena, struct search_hits *hits, bool *has_words,
                 struct failure *failure);

#endif
