#ifndef MD_BUILD_H
#define MD_BUILD_H

/* Building the tree, split by what is built: blocks and inlines (build.c),
 * tables (table.c), lines on their own (line.c). */

#include "base/map.h"
#include "md/mark.h"
#include "md/tree.h"

#include <cmark.h>

/* `[^label]` as it was found: where a footnote is used, or where one begins. */
struct md_note {
    struct md_node *node; /* MD_NOTE */
    struct place place;
    bool is_definition; /* as far as its line tells */
    bool is_taken;      /* it is one: its text was taken out of the body */
};

struct md_note_text {
    struct md_node *node; /* MD_NOTE_TEXT */
    size_t note;          /* which of the notes begins it */
    int uses;
};

/* What building a tree collects. What leaves with the document is in `arena`;
 * the nodes and their texts are in `trees`, which is `scratch` when only the
 * document is wanted. The texts that cmark is given, which are several times
 * larger, are in `scratch`, as are the lists while they grow. */
struct md_builder {
    struct arena *arena, *trees, *scratch;
    struct source *source;
    const struct md_options *options;
    struct diags *diags; /* NULL: nothing is reported */
    struct md_text *text;
    struct md_text *clean; /* the same bytes before any mark; for tables */
    struct md_pieces definitions; /* of the whole body, for its lines */
    struct md_labels labels;
    struct map ids; /* of headings, in use */
    LIST(struct md_heading) headings;
    struct md_span first_heading; /* its lines, in the file */
    LIST(struct md_reference) references;
    LIST(struct md_comment) comments;
    LIST(struct md_link) links;
    LIST(struct md_tex) formulas;
    LIST(struct md_directive) directives;
    LIST(struct md_span) prose;
    LIST(struct md_note) notes; /* in the order of the text */
    LIST(struct md_note_text) note_texts;
    bool has_notes;
    int link_depth, heading_depth;
    bool is_depth_reported;
};

/* Parses the builder's text with cmark and builds its children below the
 * parent. */
void md_build(struct md_builder *builder, struct md_node *parent);

/* When bytes [start, end) of the text, a paragraph, hold a table: builds what
 * stands before it and the table, and gives true. */
bool md_build_table(struct md_builder *builder, size_t start, size_t end,
                    struct md_node *parent);

/* Takes the footnotes out of a paragraph of the body: each begins a line. True
 * when nothing is left before them. */
bool md_take_notes(struct md_builder *builder, struct md_node *paragraph);

/* When all is built: numbers the notes by first use, puts their texts at the
 * end, and reports those that lack the other half (footnote-unmatched). */
void md_place_notes(struct md_builder *builder, struct md_node *root);

/* One line of inline Markdown, in pieces that are joined by a blank. They
 * hold no line ends. */
struct md_line {
    const struct md_piece *pieces;
    size_t piece_count;
    struct md_node *parent; /* gets the children */
};

/* In a cell of a table `\|` is a bar. */
enum md_line_kind { MD_LINE_PLAIN, MD_LINE_CELL };
void md_build_lines(struct md_builder *builder, const struct md_line *lines,
                    size_t count, enum md_line_kind kind);

/* Text that cmark would pass on as it is: taken apart at its marks. */
void md_build_marked(struct md_builder *builder, struct str text,
                     struct md_node *parent);

/* Builds what is inside a paragraph or heading of cmark's. */
void md_build_inlines(struct md_builder *builder, cmark_node *block,
                      struct md_node *parent);

#endif
