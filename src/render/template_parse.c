/* Reads Mustache. The one subtle thing is the standalone line: a section,
 * comment, partial or delimiter tag alone on its line takes the line's blanks
 * and its end with it, which is decided here, where the text around the tag is
 * still at hand. */

#include "render/template_parse.h"

enum { SECTION_DEPTH = 64 };

struct parser {
    struct arena *arena;
    struct str name, text;
    struct failure *failure;
    size_t pos;
    size_t text_start; /* of the literal text not yet emitted */
    struct str open, close;
    struct template_node *sections[SECTION_DEPTH];
    size_t depth;
    struct template_nodes *top;
};

/* One tag, delimiters off. */
struct tag {
    char sigil;         /* '#', '^', '/', '>', '&', '{', '!', '=' or 0 */
    struct str content; /* trimmed */
    size_t start, end;  /* bytes of the whole tag */
};

static size_t count_lines(struct str text)
{
    size_t count = 0;
    for (size_t at = 0; (at = str_find_char(text, '\n')) != STR_NONE;) {
        text = str_from(text, at + 1);
        count++;
    }
    return count;
}

static size_t line_of(const struct parser *parser, size_t offset)
{
    return 1 + count_lines(str_slice(parser->text, 0, offset));
}

static bool fault(const struct parser *parser, size_t offset, const char *what,
                  struct str about, const char *hint)
{
    return fail(parser->failure, "%.*s:%zu: %s%s%.*s%s; %s",
                STR_ARG(parser->name), line_of(parser, offset), what,
                about.len > 0 ? " \"" : "", STR_ARG(about),
                about.len > 0 ? "\"" : "", hint);
}

static struct template_nodes *current(struct parser *parser)
{
    return parser->depth == 0 ? parser->top
                              : &parser->sections[parser->depth - 1]->children;
}

static struct template_node *emit(struct parser *parser,
                                  enum template_type type, size_t offset)
{
    struct template_node *node = ARENA_NEW(parser->arena, struct template_node);
    node->type = type;
    node->line = line_of(parser, offset);
    *LIST_PUSH(parser->arena, current(parser)) = node;
    return node;
}

static void emit_text(struct parser *parser, size_t end)
{
    if (end > parser->text_start) {
        emit(parser, TEMPLATE_TEXT, parser->text_start)->text =
            str_slice(parser->text, parser->text_start, end);
    }
}

static void name_node(struct parser *parser, struct template_node *node,
                      struct str name)
{
    node->name = name;
    if (str_is(name, ".")) {
        return;
    }
    size_t count = 1;
    for (size_t i = 0; i < name.len; i++) {
        count += name.ptr[i] == '.';
    }
    node->parts = ARENA_ARRAY(parser->arena, struct str, count);
    struct str rest = name;
    while (node->part_count < count) {
        str_cut(rest, '.', &node->parts[node->part_count], &rest);
        node->part_count++;
    }
}

/* Finds where the tag that starts at parser->pos ends. */
static bool read_tag(struct parser *parser, struct tag *tag)
{
    const size_t inner = parser->pos + parser->open.len;
    *tag = (struct tag){.start = parser->pos};
    const char first = inner < parser->text.len ? parser->text.ptr[inner] : 0;
    size_t content = inner;
    struct str closer = parser->close;
    if (first != 0 && str_find_char(S("#^/>&{!="), first) != STR_NONE) {
        tag->sigil = first;
        content++;
    }
    if (tag->sigil == '{') {
        closer = arena_printf(parser->arena, "}%.*s", STR_ARG(parser->close));
    } else if (tag->sigil == '=') {
        closer = arena_printf(parser->arena, "=%.*s", STR_ARG(parser->close));
    }
    const size_t length = str_find(str_from(parser->text, content), closer);
    if (length == STR_NONE) {
        return fault(parser, tag->start, "this tag never ends", S(""),
                     "end it with the braces that opened it");
    }
    tag->content = str_trim(str_slice(parser->text, content, content + length));
    tag->end = content + length + closer.len;
    if (tag->content.len == 0 && tag->sigil != '!') {
        return fault(parser, tag->start, "this tag has no name", S(""),
                     "write {{name}}, or {{.}} for the item itself");
    }
    return true;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

/* Whether the tag is alone on its line; then also where the line begins and
 * where the next one does. */
static bool is_standalone(const struct parser *parser, const struct tag *tag,
                          size_t *line_start, size_t *next_line)
{
    const struct str text = parser->text;
    size_t from = tag->start;
    while (from > 0 && is_gap(text.ptr[from - 1])) {
        from--;
    }
    if (from > 0 && text.ptr[from - 1] != '\n') {
        return false;
    }
    size_t to = tag->end;
    while (to < text.len && is_gap(text.ptr[to])) {
        to++;
    }
    if (to + 1 < text.len && text.ptr[to] == '\r' && text.ptr[to + 1] == '\n') {
        to += 2;
    } else if (to < text.len && text.ptr[to] == '\n') {
        to++;
    } else if (to < text.len) {
        return false;
    }
    *line_start = from;
    *next_line = to;
    return true;
}

static bool set_delimiters(struct parser *parser, const struct tag *tag)
{
    struct str open = {0};
    struct str close = {0};
    const bool has_both = str_cut(tag->content, ' ', &open, &close);
    open = str_trim(open);
    close = str_trim(close);
    if (!has_both || open.len == 0 || close.len == 0 ||
        str_find_char(close, ' ') != STR_NONE) {
        return fault(parser, tag->start, "delimiters come in pairs, not",
                     tag->content, "write {{=<% %>=}}");
    }
    parser->open = open;
    parser->close = close;
    return true;
}

static bool open_section(struct parser *parser, const struct tag *tag)
{
    if (parser->depth == SECTION_DEPTH) {
        return fault(parser, tag->start, "too many sections inside", S(""),
                     "move some of them into a template of their own");
    }
    struct template_node *node =
        emit(parser, tag->sigil == '#' ? TEMPLATE_SECTION : TEMPLATE_INVERTED,
             tag->start);
    name_node(parser, node, tag->content);
    parser->sections[parser->depth++] = node;
    return true;
}

static bool close_section(struct parser *parser, const struct tag *tag)
{
    if (parser->depth == 0) {
        return fault(parser, tag->start, "nothing is open to close",
                     tag->content, "leave it out, or open it with {{#name}}");
    }
    const struct template_node *open = parser->sections[parser->depth - 1];
    if (!str_equal(open->name, tag->content)) {
        return fail(parser->failure,
                    "%.*s:%zu: \"%.*s\" is closed, but \"%.*s\" is open since "
                    "line %zu; write {{/%.*s}} first",
                    STR_ARG(parser->name), line_of(parser, tag->start),
                    STR_ARG(tag->content), STR_ARG(open->name), open->line,
                    STR_ARG(open->name));
    }
    parser->depth--;
    return true;
}

static bool act(struct parser *parser, const struct tag *tag,
                struct str indentation)
{
    switch (tag->sigil) {
    case '!':
        return true;
    case '=':
        return set_delimiters(parser, tag);
    case '#':
    case '^':
        return open_section(parser, tag);
    case '/':
        return close_section(parser, tag);
    case '>': {
        struct template_node *node = emit(parser, TEMPLATE_PARTIAL, tag->start);
        node->name = tag->content;
        node->text = indentation;
        return true;
    }
    default: {
        struct template_node *node =
            emit(parser, tag->sigil == 0 ? TEMPLATE_VARIABLE : TEMPLATE_RAW,
                 tag->start);
        name_node(parser, node, tag->content);
        return true;
    }
    }
}

static bool parse_tag(struct parser *parser)
{
    struct tag tag = {0};
    if (!read_tag(parser, &tag)) {
        return false;
    }
    size_t text_end = tag.start;
    size_t next = tag.end;
    const bool can_stand_alone =
        tag.sigil != 0 && tag.sigil != '&' && tag.sigil != '{';
    struct str indentation = {0};
    if (can_stand_alone && is_standalone(parser, &tag, &text_end, &next)) {
        indentation = str_slice(parser->text, text_end, tag.start);
    }
    emit_text(parser, text_end);
    parser->text_start = next;
    parser->pos = next;
    return act(parser, &tag, indentation);
}

struct template *template_parse(struct arena *arena, struct str name,
                                struct str text, struct failure *failure)
{
    struct template *template = ARENA_NEW(arena, struct template);
    template->name = name;
    struct parser parser = {
        .arena = arena,
        .name = name,
        .text = text,
        .failure = failure,
        .open = S("{{"),
        .close = S("}}"),
        .top = &template->nodes,
    };
    for (;;) {
        const size_t next = str_find(str_from(text, parser.pos), parser.open);
        if (next == STR_NONE) {
            break;
        }
        parser.pos += next;
        if (!parse_tag(&parser)) {
            return NULL;
        }
    }
    emit_text(&parser, text.len);
    if (parser.depth > 0) {
        const struct template_node *open = parser.sections[parser.depth - 1];
        fail(failure,
             "%.*s:%zu: the section \"%.*s\" is never closed; end it with "
             "{{/%.*s}}",
             STR_ARG(name), open->line, STR_ARG(open->name),
             STR_ARG(open->name));
        return NULL;
    }
    return template;
}
