#ifndef BASE_BATCH_H
#define BASE_BATCH_H

/* Several files changed as one: all of them or none, whenever the program is
 * killed or the power fails.
 *
 * The new texts are staged beside their files. Then a journal appears in the
 * root by one rename, which is the commit: it lists the changes with the hashes
 * of the old and the new texts. Then the staged files are renamed over the old
 * ones and the journal is removed. Whoever died before the commit has changed
 * nothing; after it, the next command finishes the work (batch_recover), or
 * says which file was edited in between and touches none.
 *
 * A journal may come from anywhere, with a clone for instance, so it is not
 * trusted: it cannot name a path that leaves the root, passes a link, or has a
 * part that begins with a dot, and its staged texts lie beside their files. */

#include "base/arena.h"
#include "base/bug.h"

struct batch_change {
    struct str path; /* below the root */
    struct str old_text;
    struct str new_text;
    bool is_new;  /* no file is there yet */
    bool is_gone; /* the file is removed */
};

struct batch {
    struct batch_change *at;
    size_t len, cap;
};

/* The name of the journal in the root. */
#define BATCH_JOURNAL ".probatum-journal"

/* Makes the changes. False with no file changed when one of them does not hold
 * its old text any more, or cannot be written; false, too, when the commit was
 * made and its files could not all be renamed, which the sentence then says. */
bool batch_commit(const char *root, const struct batch *batch,
                  struct failure *failure);

/* Finishes a committed batch, if there is one; the answer's number of files is
 * then not 0. False, with nothing changed, when a journal is there that cannot
 * be followed. Also removes what killed programs left in the root. */
bool batch_recover(const char *root, size_t *file_count,
                   struct failure *failure);

#endif
