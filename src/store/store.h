#ifndef STORE_STORE_H
#define STORE_STORE_H

/* build/cache.db: what has been computed, so that nothing known is rerun or
 * rewritten. It holds only what files can rebuild: deleting it loses nothing
 * but time, and a damaged file is set aside (renamed to cache.db.damaged,
 * said once) and begun anew. */

#include "base/arena.h"
#include "base/bug.h"

struct store;

/* Opens or makes the database, making its folder. `was_damaged` says that an
 * unreadable file was set aside. NULL path keeps it in memory. */
bool store_open(const char *path, struct store **store, bool *was_damaged,
                struct failure *failure);
void store_close(struct store *store);

/* --- runs: key (64 hex digits) -> one blob, written once ---------------- */

bool store_get_run(struct store *store, const char *key, struct arena *arena,
                   struct str *blob, bool *found, struct failure *failure);
bool store_put_run(struct store *store, const char *key, struct str blob,
                   struct failure *failure);
bool store_count_runs(struct store *store, int64_t *count,
                      struct failure *failure);

/* --- pages: path -> fingerprint of everything the page was made from --- */

bool store_get_page(struct store *store, struct str path, struct arena *arena,
                    struct str *fingerprint, bool *found,
                    struct failure *failure);
bool store_put_page(struct store *store, struct str path,
                    struct str fingerprint, struct failure *failure);

/* Paths of all pages, sorted, so that a build can remove what it no longer
 * makes. */
bool store_list_pages(struct store *store, struct arena *arena,
                      struct strs *paths, struct failure *failure);
bool store_drop_page(struct store *store, struct str path,
                     struct failure *failure);

/* Several writes as one; nests not. */
bool store_begin(struct store *store, struct failure *failure);
bool store_commit(struct store *store, struct failure *failure);

#endif
