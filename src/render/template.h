#ifndef RENDER_TEMPLATE_H
#define RENDER_TEMPLATE_H

/* Logic-less templates: Mustache as its public specification has it
 * (variables, sections, inverted sections, comments, partials, delimiters,
 * standalone lines; no lambdas, no inheritance). A page is a template and a
 * view; changing how pages look needs no C.
 *
 * {{name}} is escaped, {{{name}}} and {{&name}} are not. What escaping means is
 * the caller's choice, so that one engine writes HTML and Markdown. */

#include "base/bug.h"
#include "base/out.h"
#include "render/view.h"

/* Where templates come from: the text of the one with this name. False when
 * there is none. */
struct template_source {
    void *context;
    bool (*find)(void *context, struct str name, struct str *text);
    bool is_strict; /* a missing partial is an error, not an empty text */
    /* The name most like one that is missing, or the empty text; may be
     * NULL. */
    struct str (*nearest)(void *context, struct str name);
};

enum { TEMPLATE_DEPTH = 64 }; /* partials inside partials */

/* Parsed templates by name, kept for as long as the arena. */
struct templates {
    struct arena *arena;
    struct template_source source;
    struct map *parsed;
};

struct templates templates_new(struct arena *arena,
                               struct template_source source);

typedef void (*template_escape)(struct out *out, struct str text);

/* Appends the named template filled from the view. An error in a template is
 * a failure that begins with "name:line: " and ends with what would be
 * right. */
bool template_render(struct templates *templates, struct str name,
                     const struct view *view, template_escape escape,
                     struct out *out, struct failure *failure);

#endif
