#ifndef EXCHANGE_IMPORT_H
#define EXCHANGE_IMPORT_H

/* A bibliography becomes records: what each entry would be, decided over the
 * whole file before anything is written. */

#include "exchange/bibtex.h"
#include "exchange/work.h"
#include "record/library.h"

enum import_fate {
    IMPORT_NEW,       /* becomes a record */
    IMPORT_DUPLICATE, /* is there already: said, not written */
    IMPORT_CONFLICT,  /* its key belongs to another work: said, not written */
};

struct import_item {
    const struct bib_entry *entry;
    enum import_fate fate;
    struct str title;
    struct str id;   /* of the new record */
    struct str path; /* of its file, from the project's root */
    struct str text; /* of its file */
    /* of what is there already */
    struct str other;       /* id of a record, or key of an earlier entry */
    struct str other_title; /* when it differs */
    struct str shared;      /* what both have: "arxiv:1706.03762" */
    bool is_of_file;        /* an earlier entry of this file */
    /* of what could not be carried over */
    struct strs left;    /* fields, kept as comments */
    struct strs unknown; /* commands of TeX that stay visible */
};

struct import {
    struct import_item *items; /* one an entry, in the file's order */
    size_t count;
    size_t fresh, duplicates, conflicts;
};

/* An entry is a duplicate when it shares an identifier with a record or an
 * earlier entry, or has the key of one and the same title. `today` is the day
 * the records are filed. */
void import_plan(struct arena *arena, const struct library *library,
                 const struct kind *kind, const struct bib *bib,
                 struct str today, struct import *import);

/* The record's file: the work's fields, what the kind requires and the entry
 * does not say as empty fields that `check` names, and what has no place in a
 * record as comments. */
struct import_text {
    const struct kind *kind;
    struct str id, today;
    bool is_yaml; /* no body */
    const struct bib_entry *entry;
    const struct work_leftovers *leftovers;
};
void import_put_record(struct out *out, const struct import_text *text,
                       struct arena *arena, const struct work *work);

#endif
