#ifndef CHECK_SENTENCE_H
#define CHECK_SENTENCE_H

/* Sentences of a record's prose, in the bytes of its file: what stands together
 * in one is said of one thing. A full stop behind an abbreviation or before a
 * small letter ends nothing; a blank line, a heading, a list item and a row of
 * a table always do. */

#include "check/number.h"
#include "record/record.h"

/* The sentence around the byte, within the whole. One longer than any that is
 * written is cut. */
struct place sentence_around(struct place whole, size_t at);

/* The body in the bytes of the record's file, which in a .yaml file are those
 * of its value; nowhere when there is none. */
struct place body_place(const struct record *record);

/* A sentence with all the record's links in it. */
struct sentence {
    struct place place;
    struct str text;
    const struct link *links; /* in the order of the text */
    size_t link_count;
};

/* Goes through the sentences of body, claim, summary, notes and flags that name
 * a record, in the order of the file: {.record = record}. What a history tells
 * of the past is passed over. */
struct sentence_reader {
    const struct record *record;
    size_t link; /* the next */
};
bool sentence_next(struct sentence_reader *reader, struct sentence *sentence);

/* The same for the sentences that have a number with a decimal point, whether
 * they name a record or not; the rest is not even looked at. Values of the
 * front matter are gone through too: only of prose are there links. */
struct decimal_reader {
    const struct record *record;
    size_t at;   /* the next byte of the file */
    size_t link; /* the next link */
};
bool sentence_next_decimal(struct decimal_reader *reader,
                           struct sentence *sentence);

/* Numbers with a decimal point that the sentence states as such: not those of
 * code and math, of sections and days, nor what is only about right ("nearly
 * 0.5", "above 0.02"). Their bytes count from the sentence's first. */
void sentence_decimals(struct arena *arena, struct str text,
                       struct numbers *numbers);

#endif
