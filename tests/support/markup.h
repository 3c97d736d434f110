#ifndef SUPPORT_MARKUP_H
#define SUPPORT_MARKUP_H

/* A reader of HTML and XML that is stricter than any browser: every element is
 * closed where it was opened, every value is quoted, and a sign that could
 * begin a tag is one or is escaped. What passes is read alike by everyone, so
 * that a test may say what a page has and has not. */

#include "support/test.h"

#include "base/bug.h"

enum markup_form { MARKUP_HTML, MARKUP_XML };

struct markup_attribute {
    struct str name;
    struct str value; /* character references resolved */
};

struct markup_element {
    struct str name; /* "!--" of a comment, "!doctype", "?xml" */
    struct markup_attribute *attributes;
    size_t count;
    struct str text; /* what a script, a style or a comment holds */
};

struct markup {
    struct markup_element *at; /* in the order of the text */
    size_t len, cap;
    struct str text; /* all that stands outside tags, references resolved */
};

/* The elements, or false with the line and what is wrong there. */
bool markup_read(struct arena *arena, enum markup_form form, struct str text,
                 struct markup *markup, struct failure *failure);

/* The attribute's value, or the empty text. */
struct str markup_value(const struct markup_element *element, const char *name);

#endif
