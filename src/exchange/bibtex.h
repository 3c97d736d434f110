#ifndef EXCHANGE_BIBTEX_H
#define EXCHANGE_BIBTEX_H

/* Reading BibTeX files. Where an entry begins and ends is found here
 * (bibtex_scan.h), so that one unbalanced brace costs one entry and every entry
 * is accounted for; what lies between the braces is taken apart by libbtparse
 * (bibtex_fields.h), which is handed nothing that it could trip over. */

#include "base/diag.h"

struct bib_field {
    struct str name;    /* in lower case */
    struct str tex;     /* its pieces joined, macros put in; still TeX */
    struct place place; /* of its name */
};

struct bib_entry {
    struct str type;    /* in lower case */
    struct str key;     /* as written */
    struct place place; /* from the @ to the closing brace */
    struct bib_field *fields;
    size_t field_count;
};

struct bib {
    struct bib_entry *entries;
    size_t entry_count;
    size_t failed;  /* entries with an error, one for each */
    size_t strings; /* @string */
    size_t others;  /* @comment and @preamble, which say nothing of works */
};

enum {
    BIB_FILE_CEILING = 64 << 20,
    BIB_ENTRY_CEILING = 1 << 20, /* bytes of one entry */
    BIB_DEPTH_CEILING = 100,     /* braces in braces */
    BIB_FIELD_CEILING = 1000,    /* commas and # of one entry */
};

/* Every @ that begins an entry is counted once: entries, failed, strings and
 * others together are all there are. An @ in a line that begins with % is in a
 * comment. Errors go to diags, one for each entry that failed; warnings too,
 * which cost nothing: a field that stands twice (the first counts), a brace
 * between entries. They have no rule (""). */
void bib_read(struct arena *arena, struct source *source, struct bib *bib,
              struct diags *diags);

/* The field's TeX, or the empty text. */
struct str bib_field(const struct bib_entry *entry, const char *name);

#endif
