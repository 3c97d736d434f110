#ifndef MD_TEXT_H
#define MD_TEXT_H

/* The text that cmark is given. What cmark must not touch (math) or cannot
 * place (record ids, comments, link targets: its inline columns are wrong
 * after stripped indentation and in lazily continued lines) is covered by
 * marks: a private-use character that names the mark, then filler, in all
 * exactly as many bytes as what they cover. Whatever context cmark finds a
 * mark in, the mark knows its bytes in the file. Line ends inside a mark are
 * covered too, so lines are counted in this text and never in the file. */

#include "base/diag.h"

enum md_mark_kind {
    MD_MARK_MATH,
    MD_MARK_REFERENCE,
    MD_MARK_COMMENT, /* the first bytes of a comment's text */
    MD_MARK_LINK,    /* the first bytes of a link's target */
    MD_MARK_DIRECTIVE,
    MD_MARK_NOTE,
};

struct md_mark {
    enum md_mark_kind kind;
    size_t size;         /* bytes covered in this text */
    struct place place;  /* in the file: of the whole id, formula or target */
    struct str original; /* the covered bytes */
    struct str value;    /* the id without its line break; the TeX; the label */
    bool is_display;     /* math between $$ */
    bool is_definition;  /* a note that begins its line, before a colon */
    bool has_table_bar;  /* math in a table whose bars lost their backslash */
    const struct md_directive *directive; /* what the text says of it */
};

/* From here on, bytes of the text are bytes of the file from `origin` on. */
struct md_segment {
    size_t at, origin;
};

struct md_text {
    struct arena *arena;
    struct source *source;
    char *ptr;
    size_t len, cap;
    struct {
        struct md_segment *at;
        size_t len, cap;
    } segments;
    struct {
        struct md_mark *at;
        size_t len, cap;
    } marks;
    struct {
        size_t *at;
        size_t len, cap;
    } short_marks;       /* indexes of the marks that cover three bytes only */
    bool has_directives; /* directives are looked for */
    bool has_notes;      /* and footnotes */
    struct md_skipped *skipped; /* NULL: nobody asks what was no prose */
    struct md_faulty *faulty;   /* NULL: it was reported before */
    size_t *lines;              /* offsets, after md_text_find_lines */
    size_t line_count;
};

/* An empty text that will hold at most `cap` bytes. */
struct md_text md_text_new(struct arena *arena, struct source *source,
                           size_t cap);

/* Appends bytes that stand at `origin` of the file, or, with STR_NONE,
 * bytes that stand nowhere. */
void md_text_add(struct md_text *text, struct str bytes, size_t origin);

/* Bytes in the file. */
size_t md_text_origin(const struct md_text *text, size_t at);

/* Bytes [start, end) of the text in the file, without those at both ends that
 * stand nowhere. */
struct place md_text_place(const struct md_text *text, size_t start,
                           size_t end);

/* Replaces what cannot stand in a page (controls, bytes that are not UTF-8,
 * private-use characters) by '?', as many as there were bytes. Reports it
 * with the rule text-invalid unless diags is NULL. */
void md_text_clean(struct md_text *text, struct diags *diags);

enum { MD_MARK_LEAST = 3, MD_MARK_LONG = 4 };

/* Covers bytes [start, end) of the text, three at least. False when there are
 * already too many marks. `mark` has what only the caller knows. */
bool md_text_cover(struct md_text *text, size_t start, size_t end,
                   struct md_mark mark);

/* The mark whose character starts the rest, or NULL. */
const struct md_mark *md_text_mark(const struct md_text *text, struct str rest);

/* Bytes before the next one that could start a mark. */
size_t md_text_plain_run(struct str passed);

/* Bytes that cmark passed on (a literal, a URL), with marks taken off. In the
 * arena given, which may outlive the text. */
struct str md_text_restore(struct arena *arena, const struct md_text *text,
                           struct str passed);

/* Line ends as cmark sees them. Lines are numbered from 1. */
void md_text_find_lines(struct md_text *text);
size_t md_text_line_start(const struct md_text *text, int line);
size_t md_text_line_end(const struct md_text *text, int line);

/* Bytes [start, end) of the text. */
struct str md_text_slice(const struct md_text *text, size_t start, size_t end);

#endif
