#ifndef HISTORY_BOOK_H
#define HISTORY_BOOK_H

/* The histories of all records for whoever makes a page of each: whether a page
 * would come out otherwise is known without a walk as long as HEAD is where it
 * was, and the walk is made when the first page has to be. */

#include "history/history.h"

struct history_book {
    struct arena *arena;
    const struct project *project;
    struct vcs *vcs;
    struct store *store;
    struct str key;    /* history_key, as it was before anything was read */
    struct str gap;    /* history_gap */
    struct map prints; /* id -> struct str, the digest of its revisions */
    bool is_walked;
    struct histories histories;
};

/* All that histories depend on, in one line: where it is the same, so are they,
 * unless the clone lacked something (histories.lost), which may have come. */
bool history_key(struct arena *arena, const struct project *project,
                 struct vcs *vcs, struct str *key, struct failure *failure);

/* Everything given must last as long as the book; the store and the repository
 * may be NULL. On failure the book is that of a folder without git. */
bool history_book_open(struct arena *arena, const struct project *project,
                       struct vcs *vcs, struct store *store,
                       struct history_book *book, struct failure *failure);

/* Appends what a page about the record's history rests on, beside the record
 * itself. */
void history_book_print(const struct history_book *book,
                        const struct record *record, struct out *out);

/* Walks when nobody did yet. A walk may write to the store, so not between
 * store_begin and store_commit. When it fails, nothing is known. */
const struct histories *history_book_read(struct history_book *book);

#endif
