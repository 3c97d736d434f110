#ifndef RENDER_INSERT_H
#define RENDER_INSERT_H

/* What the directives of a chapter become on its page. One in running text is a
 * text with an address; a block is a view that a template shows. What is not
 * there is said in its place, so that nobody reads past a gap. */

#include "render/context.h"

/* "chapters/02-initialisation" */
struct str chapter_place(const struct site *site,
                         const struct chapter *chapter);

/* What lists show of a chapter: number, id ("Chapter 2"), title, href. */
void view_chapter(const struct page_context *context, struct view *map,
                  const struct chapter *chapter);

struct shown_insert {
    struct str text;
    struct str href, href_md; /* empty: nothing to link to */
    struct str value;         /* of a measured number, its reference */
    const char *kind; /* class of the element: "reported"; "" for a value */
    struct str title; /* told on hover */
    bool is_missing;  /* the text says what is not there */
};
struct shown_insert insert_shown(const struct page_context *context,
                                 const struct chapter *chapter,
                                 const struct insert *insert);

/* As HTML, and as Markdown. */
void insert_html(struct out *out, const struct shown_insert *shown);
void insert_markdown(struct out *out, const struct shown_insert *shown);

/* Fills the map for parts/chapter_block.html with what the block shows. */
void view_block(const struct page_context *context, struct view *map,
                const struct insert *insert);

#endif
