#ifndef RECORD_TARGET_H
#define RECORD_TARGET_H

/* What the target of a Markdown link leads to, as far as that can be told from
 * the target alone. Pages and the checker read it in this one way, so that
 * what passes is what readers can follow. */

#include "base/str.h"

enum target_kind {
    TARGET_REFUSED, /* empty, or of a scheme that no page links to */
    TARGET_WEB,     /* a whole address */
    TARGET_ANCHOR,  /* a place on the same page */
    TARGET_FILE,    /* relative: leads on only to a record or a chapter */
};

struct target {
    enum target_kind kind;
    struct str name;   /* of a file, without folders and extension: an id or a
                          chapter's slug in any layout; may be empty */
    struct str anchor; /* behind the number sign; empty without one */
};

/* Borrows from the text. */
struct target target_read(struct str written);

#endif
