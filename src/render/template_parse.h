#ifndef RENDER_TEMPLATE_PARSE_H
#define RENDER_TEMPLATE_PARSE_H

/* The parsed form of one template; only template.c fills it. */

#include "render/template.h"

enum template_type {
    TEMPLATE_TEXT,
    TEMPLATE_VARIABLE, /* {{name}} */
    TEMPLATE_RAW,      /* {{{name}}}, {{&name}} */
    TEMPLATE_SECTION,  /* {{#name}} */
    TEMPLATE_INVERTED, /* {{^name}} */
    TEMPLATE_PARTIAL,  /* {{>name}} */
};

struct template_nodes {
    struct template_node **at;
    size_t len, cap;
};

struct template_node {
    enum template_type type;
    size_t line;       /* 1-based, for errors */
    struct str text;   /* of a text; of a partial its indentation */
    struct str name;   /* as written */
    struct str *parts; /* of the name, at its dots; none for "." */
    size_t part_count;
    struct template_nodes children;
};

struct template
{
    struct str name;
    struct template_nodes nodes;
};

/* NULL with "name:line: what" when a tag or section is faulty. The text is
 * borrowed. */
struct template *template_parse(struct arena *arena, struct str name,
                                struct str text, struct failure *failure);

#endif
