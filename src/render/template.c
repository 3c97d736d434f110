/* Renders parsed templates. Each partial is parsed once per indentation,
 * because the specification indents a partial's own lines before it is filled,
 * and never the text that values bring. */

#include "render/template_parse.h"

#include "base/map.h"

enum { STACK_DEPTH = 128 };

/* The values that names are looked up in, innermost last. */
struct filling {
    struct templates *templates;
    template_escape escape;
    struct out *out;
    struct failure *failure;
    const struct view *stack[STACK_DEPTH];
    size_t depth;
    int partials;
};

struct templates templates_new(struct arena *arena,
                               struct template_source source)
{
    return (struct templates){
        .arena = arena,
        .source = source,
        .parsed = ARENA_NEW(arena, struct map),
    };
}

/* Each line of the text with the indentation before it. */
static struct str indent(struct arena *arena, struct str text,
                         struct str indentation)
{
    if (indentation.len == 0) {
        return text;
    }
    struct out out = {0};
    bool is_line_start = true;
    for (size_t i = 0; i < text.len; i++) {
        if (is_line_start) {
            out_str(&out, indentation);
        }
        out_char(&out, text.ptr[i]);
        is_line_start = text.ptr[i] == '\n';
    }
    return out_take(&out, arena);
}

/* The parsed template, or NULL: with the reason when it is faulty or missing
 * and must not be, else because nothing has the name. */
static const struct template *load(struct templates *templates, struct str name,
                                   struct str indentation, bool *is_missing,
                                   struct failure *failure)
{
    *is_missing = false;
    struct arena *arena = templates->arena;
    const struct str key =
        indentation.len == 0 ? name
                             : arena_printf(arena, "%.*s\n%.*s", STR_ARG(name),
                                            STR_ARG(indentation));
    struct template *known = map_get(templates->parsed, key);
    if (known != NULL) {
        return known;
    }
    struct str text = {0};
    if (!templates->source.find(templates->source.context, name, &text)) {
        *is_missing = true;
        return NULL;
    }
    struct template *parsed =
        template_parse(arena, name, indent(arena, text, indentation), failure);
    if (parsed != NULL) {
        *map_slot(arena, templates->parsed, arena_copy(arena, key)) = parsed;
    }
    return parsed;
}

/* The value of a name: its first part is looked for from the innermost
 * context outwards, the others only inside what was found. */
static const struct view *look_up(const struct filling *filling,
                                  const struct template_node *node)
{
    if (node->part_count == 0) {
        return filling->stack[filling->depth - 1];
    }
    const struct view *found = NULL;
    for (size_t i = filling->depth; i > 0 && found == NULL; i--) {
        found = view_get(filling->stack[i - 1], node->parts[0]);
    }
    for (size_t i = 1; i < node->part_count && found != NULL; i++) {
        found = view_get(found, node->parts[i]);
    }
    return found;
}

static bool fill(struct filling *filling, const struct template *template,
                 const struct template_nodes *nodes);

static bool fill_inside(struct filling *filling,
                        const struct template *template,
                        const struct template_node *node,
                        const struct view *context)
{
    if (filling->depth == STACK_DEPTH) {
        return fail(filling->failure,
                    "%.*s:%zu: sections nest too deeply; does a template "
                    "include itself?",
                    STR_ARG(template->name), node->line);
    }
    filling->stack[filling->depth++] = context;
    const bool is_done = fill(filling, template, &node->children);
    filling->depth--;
    return is_done;
}

static bool fill_section(struct filling *filling,
                         const struct template *template,
                         const struct template_node *node)
{
    const struct view *value = look_up(filling, node);
    if (!view_is_true(value)) {
        return true;
    }
    if (value->type != VIEW_LIST) {
        return fill_inside(filling, template, node, value);
    }
    for (size_t i = 0; i < value->len; i++) {
        if (!fill_inside(filling, template, node, value->items[i])) {
            return false;
        }
    }
    return true;
}

static bool fail_missing(const struct filling *filling,
                         const struct template *template,
                         const struct template_node *node)
{
    const struct template_source *source = &filling->templates->source;
    const struct str near = source->nearest != NULL
                                ? source->nearest(source->context, node->name)
                                : (struct str){0};
    if (near.len > 0) {
        return fail(filling->failure,
                    "%.*s:%zu: no template is called \"%.*s\"; did you mean "
                    "\"%.*s\"?",
                    STR_ARG(template->name), node->line, STR_ARG(node->name),
                    STR_ARG(near));
    }
    return fail(filling->failure,
                "%.*s:%zu: no template is called \"%.*s\"; write it with its "
                "folder and ending: parts/head.html",
                STR_ARG(template->name), node->line, STR_ARG(node->name));
}

static bool fill_partial(struct filling *filling,
                         const struct template *template,
                         const struct template_node *node)
{
    bool is_missing = false;
    const struct template *partial =
        load(filling->templates, node->name, node->text, &is_missing,
             filling->failure);
    if (is_missing && !filling->templates->source.is_strict) {
        return true;
    }
    if (is_missing) {
        return fail_missing(filling, template, node);
    }
    if (partial == NULL) {
        return false;
    }
    if (filling->partials == TEMPLATE_DEPTH) {
        return fail(filling->failure,
                    "%.*s:%zu: partials nest too deeply; does a template "
                    "include itself?",
                    STR_ARG(template->name), node->line);
    }
    filling->partials++;
    const bool is_done = fill(filling, partial, &partial->nodes);
    filling->partials--;
    return is_done;
}

static void fill_variable(struct filling *filling,
                          const struct template_node *node, bool is_escaped)
{
    const struct view *value = look_up(filling, node);
    if (value == NULL || value->type != VIEW_TEXT) {
        return;
    }
    if (is_escaped) {
        filling->escape(filling->out, value->text);
    } else {
        out_str(filling->out, value->text);
    }
}

static bool fill_node(struct filling *filling, const struct template *template,
                      const struct template_node *node)
{
    switch (node->type) {
    case TEMPLATE_TEXT:
        out_str(filling->out, node->text);
        return true;
    case TEMPLATE_VARIABLE:
        fill_variable(filling, node, true);
        return true;
    case TEMPLATE_RAW:
        fill_variable(filling, node, false);
        return true;
    case TEMPLATE_SECTION:
        return fill_section(filling, template, node);
    case TEMPLATE_INVERTED:
        return view_is_true(look_up(filling, node)) ||
               fill(filling, template, &node->children);
    case TEMPLATE_PARTIAL:
        return fill_partial(filling, template, node);
    }
    BUG("template node of no type");
}

static bool fill(struct filling *filling, const struct template *template,
                 const struct template_nodes *nodes)
{
    for (size_t i = 0; i < nodes->len; i++) {
        if (!fill_node(filling, template, nodes->at[i])) {
            return false;
        }
    }
    return true;
}

bool template_render(struct templates *templates, struct str name,
                     const struct view *view, template_escape escape,
                     struct out *out, struct failure *failure)
{
    bool is_missing = false;
    const struct template *template =
        load(templates, name, S(""), &is_missing, failure);
    if (is_missing) {
        return fail(failure, "no template is called \"%.*s\"", STR_ARG(name));
    }
    if (template == NULL) {
        return false;
    }
    struct filling filling = {
        .templates = templates,
        .escape = escape,
        .out = out,
        .failure = failure,
        .stack = {view},
        .depth = 1,
    };
    return fill(&filling, template, &template->nodes);
}
