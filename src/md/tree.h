#ifndef MD_TREE_H
#define MD_TREE_H

/* The tree of one document: cmark's, with tables, math, record ids and
 * comments in it and every mark taken off. It lives in the arena and is at
 * most MD_DEPTH_CEILING deep, so whoever walks it may recurse. */

#include "md/md.h"

enum { MD_DEPTH_CEILING = 100 };

enum md_type {
    MD_DOCUMENT,
    MD_QUOTE,
    MD_LIST,
    MD_ITEM,
    MD_PARAGRAPH,
    MD_HEADING,
    MD_RULE,
    MD_CODE_BLOCK,
    MD_HTML_BLOCK, /* children: its text, comments left out */
    MD_NOTES,      /* the last child of a document: its footnotes, by number */
    MD_NOTE_TEXT, /* number, and behind its text an MD_NOTE_BACK for each use */
    MD_TABLE,
    MD_ROW,
    MD_CELL,
    MD_TEXT,
    MD_SOFT_BREAK,
    MD_HARD_BREAK,
    MD_CODE,
    MD_MATH,
    MD_REFERENCE,
    MD_DIRECTIVE, /* number: which of the document's */
    MD_NOTE,      /* where a footnote is used: its number, and the use's id */
    MD_NOTE_BACK, /* the way back: number of the use, and its id */
    MD_EMPHASIS,
    MD_STRONG,
    MD_LINK,
    MD_IMAGE,
};

enum md_align { MD_ALIGN_NONE, MD_ALIGN_LEFT, MD_ALIGN_CENTER, MD_ALIGN_RIGHT };

/* Small, because a project of ten thousand records holds millions. */
struct md_node {
    enum md_type type;
    enum md_align align; /* of a cell */
    struct md_node *first, *last, *next;
    struct str text;  /* of text, code, math, a reference; a link's target */
    struct str extra; /* a code block's language, a link's title, an id */
    int number;       /* a heading's level; where an ordered list starts; which
                         directive or footnote */
    bool is_ordered, is_tight; /* of a list */
    bool is_display;           /* math between $$ */
    bool is_head;              /* of a table's row or cell */
};

/* The parent may be NULL: a node that is added later, or never. */
struct md_node *md_node_new(struct arena *arena, enum md_type type,
                            struct md_node *parent);
void md_node_add(struct md_node *parent, struct md_node *node);

/* The document's tree: the one it kept, else the body read again into the
 * arena. */
const struct md_node *md_tree(const struct md_document *document,
                              struct arena *arena);

/* The heading of level 1 that the document begins with, comments apart; NULL
 * when it begins with anything else. */
const struct md_node *md_title_of(const struct md_node *root);

/* One line of inline Markdown as a paragraph. Line ends in it are blanks. */
struct md_node *md_parse_line(struct arena *arena, struct str text,
                              const struct md_options *options);

/* The plain text below the node: words as they are shown, one blank where a
 * line or block ends. */
void md_node_plain(struct out *out, const struct md_node *node);

#endif
