#ifndef EXCHANGE_BIBTEX_SCAN_H
#define EXCHANGE_BIBTEX_SCAN_H

/* Finding the entries of a BibTeX file. An entry whose braces never close would
 * swallow all that follow; the scan then goes on at the next line that begins
 * like an entry. The time is in proportion to the file whatever is in it. */

#include "base/arena.h"

enum bib_fault {
    BIB_SOUND,
    BIB_HEADLESS,   /* an @ that begins a line and no entry */
    BIB_UNCLOSED,   /* no closing brace before the end or the next entry */
    BIB_STRAY,      /* a brace or bracket that closes nothing, at `fault_at` */
    BIB_TOO_LARGE,  /* more than BIB_ENTRY_CEILING */
    BIB_TOO_DEEP,   /* more than BIB_DEPTH_CEILING */
    BIB_TOO_MANY,   /* more than BIB_FIELD_CEILING */
    BIB_STRAY_TEXT, /* no entry: a closing brace between entries */
};

struct bib_piece {
    enum bib_fault fault;
    size_t start, end;   /* from the @ to behind the closing brace */
    struct str type;     /* as written */
    size_t inside_start; /* behind the opening brace */
    size_t inside_end;   /* before the closing one */
    size_t fault_at;
};

struct bib_scan {
    struct str text;
    size_t at;
    bool is_wary;    /* an entry was not closed: trust lines more */
    bool has_warned; /* of a brace in the text before the next entry */
};

/* The next entry, whole or not; false at the end. */
bool bib_scan_next(struct bib_scan *scan, struct bib_piece *piece);

#endif
