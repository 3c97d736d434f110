#ifndef RECORD_IDENTIFIER_H
#define RECORD_IDENTIFIER_H

/* arXiv numbers, DOIs and URLs as records write them, brought to the one form
 * that can be compared. arXiv: https://info.arxiv.org/help/arxiv_identifier;
 * DOI: ISO 26324 and Crossref's recommended pattern. */

#include "base/arena.h"

enum identifier_fault {
    IDENTIFIER_OK,
    ARXIV_FORM,      /* neither the new nor the old form */
    ARXIV_MONTH,     /* month 13 */
    ARXIV_TOO_EARLY, /* new form before 0704, old form before 9107 */
    ARXIV_DIGITS,    /* 4 digits through 1412, 5 from 1501 */
    ARXIV_SEQUENCE,  /* number 0 */
    ARXIV_ARCHIVE,   /* old form with an archive that never existed */
    DOI_FORM,
    DOI_TRAILING, /* ends in punctuation or an unbalanced bracket */
};

/* A sentence for the person who must fix it; NULL for IDENTIFIER_OK. */
const char *identifier_fault_text(enum identifier_fault fault);

struct arxiv_id {
    struct str number; /* "2103.03098" or "math/0309136", canonical */
    int version;       /* 0 when none is named */
    int year, month;   /* of the number: 2021, 3 */
    bool is_old_form;
};

/* Accepts arXiv:, arxiv.org/abs|pdf|html URLs, .pdf and 10.48550/arXiv. */
enum identifier_fault arxiv_parse(struct arena *arena, struct str text,
                                  struct arxiv_id *id);

struct doi_id {
    struct str canonical; /* lower case, percent-decoded, no trailing prose */
    struct str shown;     /* the same with its own letter case */
    bool is_outside_crossref;
    bool is_arxiv; /* 10.48550/arXiv.<id>: the same work as that id */
};
enum identifier_fault doi_parse(struct arena *arena, struct str text,
                                struct doi_id *id);

/* Comparable keys of a literature record's identifiers: "arxiv:2103.03098",
 * "doi:10.1000/x", "url:...". A DOI of arXiv gives the arxiv key. */
struct str identifier_key_arxiv(struct arena *arena, const struct arxiv_id *id);
struct str identifier_key_doi(struct arena *arena, const struct doi_id *id);
struct str identifier_key_url(struct arena *arena, struct str url);

#endif
