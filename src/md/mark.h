#ifndef MD_MARK_H
#define MD_MARK_H

/* Finding what is to be covered by marks. */

#include "md/md.h"
#include "md/text.h"

/* An id in brackets that are the label of a link definition keeps its bytes,
 * or the label would no longer match. */
struct md_label {
    struct str id;
    struct place place;
};

struct md_labels {
    struct md_label *at;
    size_t len, cap;
};

/* Lines of one paragraph or heading, in bytes of the text. */
struct md_region {
    size_t start, end;
    size_t content; /* behind the marks of quotes and lists on the first line */
};

struct md_regions {
    struct md_region *at;
    size_t len, cap;
};

/* Covers ids, the beginnings of comments and of link targets everywhere: they
 * are short and stay on their line, and so cannot hide a block. An id with a
 * line break in it is one only within a region of `prose`. Ids in brackets go
 * to `labels` instead, when there are link definitions, for which `labels` is
 * not NULL. Math comes first: an id in it is none. */
void md_mark_places(struct md_text *text, const struct strs *prefixes,
                    const struct md_regions *prose, struct md_labels *labels);

/* Whether any id could have a line break in it. */
bool md_may_have_breaks(struct str text);

/* Bytes and where they stand in the file. */
struct md_piece {
    struct str text;
    size_t origin;
};

struct md_pieces {
    struct md_piece *at;
    size_t len, cap;
};

/* Bytes of indentation and of quote and list marks that lead the line. */
size_t md_marks_length(struct str line);

/* The lines that define link labels: "[label]: target". */
struct md_pieces md_definitions(const struct md_text *text);

/* A $$ that never ends. */
struct md_unclosed {
    size_t *at; /* offsets in the file */
    size_t len, cap;
};

/* Bytes of the text that are no prose, by their beginning. */
struct md_skipped {
    struct md_region *at;
    size_t len, cap;
};

/* A directive that is not one. */
struct md_faulty {
    struct {
        struct place place;
        const char *what, *hint;
    } * at;
    size_t len, cap;
};

/* Covers the directive that the colon at the offset begins; gives where to go
 * on. One that has a fault is covered too, when it ends. */
size_t md_mark_directive(struct md_text *text, size_t at, size_t end);

/* Covers the `[^label]` of a footnote that the bracket at the offset begins;
 * gives where to go on. */
size_t md_mark_note(struct md_text *text, size_t at, size_t end);

/* Covers those that begin a line and have a colon behind them, wherever they
 * are, before anything is parsed: CommonMark would make link definitions of
 * some and swallow them. */
void md_mark_note_starts(struct md_text *text);

/* Covers math, and directives when the text has them, in bytes [start, end) of
 * the text, which are the lines of one paragraph or heading, or a table's cell;
 * a display may go on to `limit`. Gives where it stopped. */
size_t md_mark_math(struct md_text *text, size_t start, size_t end,
                    size_t limit, struct md_unclosed *unclosed);

#endif
