#ifndef EXCHANGE_WORK_H
#define EXCHANGE_WORK_H

/* A work of literature between the formats: what a record, a BibTeX entry and
 * an item of CSL-JSON have in common. What a record says beyond it (excerpts,
 * reports, prose) is nobody else's, and what an entry says beyond it has no
 * place in a record. */

#include "base/json.h"
#include "record/author.h"
#include "record/identifier.h"
#include "record/record.h"

/* One row of types.def. */
struct work_type {
    const char *word, *bibtex, *csl, *venue, *variable;
};
/* Never NULL: the last row is for words that are not there. */
const struct work_type *work_type_of_word(struct str word);
/* Of a BibTeX entry, or NULL; `misc` is given for preprints too. */
const struct work_type *work_type_of_bibtex(struct str entry_type);

struct work {
    struct str id; /* of its record, or empty */
    struct str key, type, title, venue;
    struct authors authors;
    struct str published;     /* 2019-09-17, 2019-09, 2019, or empty */
    struct str arxiv;         /* 2103.03098v3, or what stands there instead */
    struct arxiv_id arxiv_id; /* its number is empty when there is none */
    struct str arxiv_class;
    struct str doi, url, retracted;
    struct str status, read; /* of the record */
};

struct work work_of_record(struct arena *arena, const struct project *project,
                           const struct record *record);

/* What a BibTeX entry says, in the words of records. Fields that have no place
 * in a record are in `left` (indexes of the entry's fields), commands that
 * tex.def does not know in `unknown`. Nothing is made up: a month without a
 * year is left over, and a number that is none stays as it is. */
struct bib_entry;
struct work_leftovers {
    struct {
        size_t *at;
        size_t len, cap;
    } left;
    struct strs unknown;
};
struct work work_of_entry(struct arena *arena, const struct bib_entry *entry,
                          struct work_leftovers *leftovers);

/* Each identifier once and in its own field: the address of an arXiv number or
 * of a DOI is that number or DOI. work_of_record and work_of_entry have done
 * so. */
void work_settle(struct arena *arena, struct work *work);

/* "2019-09-17" in numbers; those that are not said are 0. */
struct work_date {
    int year, month, day;
};
struct work_date work_date(struct str published);

/* An entry of its own, ready to stand in a file: fields in one order, capitals
 * of the title protected, eprint, archivePrefix and primaryClass only where
 * they are known. */
void work_put_bibtex(struct out *out, struct arena *scratch,
                     const struct work *work);

/* An item of CSL-JSON 1.0.2. */
void work_put_csl(struct json_out *j, struct arena *scratch,
                  const struct work *work);

/* What makes two works one: keys of their identifiers (record/identifier.h),
 * each once. */
enum { WORK_KEYS = 3 };
size_t work_keys(struct arena *arena, const struct work *work,
                 struct str keys[WORK_KEYS]);

/* The title without case, punctuation and formulas' marks, for comparing. */
struct str work_title_folded(struct arena *arena, struct str title);

#endif
