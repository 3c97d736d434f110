#ifndef RENDER_AFFECTED_H
#define RENDER_AFFECTED_H

/* How far a change reaches: which records rest on a paper, a record or an
 * experiment, and which sentences of chapters state what rests on it. Look
 * before one edits, accepts a run or enters a retraction. */

#include "render/site.h"

/* A record rests on what it cites, on what explains or extends it, on the
 * experiments named as its evidence, and an experiment on the works whose
 * numbers it sets itself beside. */
struct affected {
    const struct record *record;
    const struct record *through; /* what of the list it rests on */
    struct str field;             /* how: "citations", "evidence" */
    struct place place;           /* where the record says so */
    int steps;                    /* 1: it names the start itself */
};

/* A record that only names the start in its prose. */
struct mention {
    const struct record *record;
    struct place place;
};

struct affected_sentence {
    struct str chapter; /* its title */
    struct str text;    /* on one line */
    struct str id;      /* that it names: the start or a record of the list */
    struct place place;
};

struct affected_list {
    struct affected *records; /* nearest first, then in the library's order */
    size_t record_count;
    struct mention *mentions;
    size_t mention_count;
    struct affected_sentence *sentences; /* chapter by chapter, in order */
    size_t sentence_count;
};

void affected_by(struct arena *arena, const struct site_input *input,
                 const struct record *start, struct affected_list *list);

#endif
