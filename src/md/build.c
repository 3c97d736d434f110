/* From cmark's tree to ours. */

#include "md/build.h"

#include <string.h>

#include "base/bug.h"

struct md_node *md_node_new(struct arena *arena, enum md_type type,
                            struct md_node *parent)
{
    struct md_node *node = ARENA_NEW(arena, struct md_node);
    node->type = type;
    if (parent) {
        md_node_add(parent, node);
    }
    return node;
}

void md_node_add(struct md_node *parent, struct md_node *node)
{
    node->next = NULL;
    if (parent->last) {
        parent->last->next = node;
    } else {
        parent->first = node;
    }
    parent->last = node;
}

static struct md_node *add(struct md_builder *b, enum md_type type,
                           struct md_node *parent)
{
    return md_node_new(b->trees, type, parent);
}

static void add_text(struct md_builder *b, struct str text,
                     struct md_node *parent)
{
    if (text.len > 0) {
        add(b, MD_TEXT, parent)->text = arena_copy(b->trees, text);
    }
}

/* A bare _ inside \text{}, which some renderers of TeX refuse. */
static void check_underscores(struct md_builder *b, const struct md_mark *mark)
{
    struct str tex = mark->original;
    size_t from = 0;
    for (size_t at = 0;
         (at = str_find(str_from(tex, from), S("\\text{"))) != STR_NONE;) {
        size_t i = from + at + strlen("\\text{");
        for (int depth = 1; i < tex.len && depth > 0; i++) {
            char c = tex.ptr[i];
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '\\') {
                i++;
            } else if (c == '_') {
                struct place place = mark->place;
                place.start += i;
                place.end = place.start + 1;
                struct diag *diag = diag_add(
                    b->diags, SEVERITY_WARNING, "math-text-underscore", place,
                    "a bare _ inside \\text{} is an error in some renderers");
                diag_hint(b->diags, diag, "write \\_");
                return;
            }
        }
        from = i;
    }
}

static void add_math(struct md_builder *b, const struct md_mark *mark,
                     struct md_node *parent)
{
    struct md_node *math = add(b, MD_MATH, parent);
    math->text = arena_copy(b->trees, mark->value);
    math->is_display = mark->is_display;
    *LIST_PUSH(b->scratch, &b->formulas) =
        (struct md_tex){.tex = arena_copy(b->arena, mark->value),
                        .place = mark->place,
                        .is_display = mark->is_display};
    if (!b->diags) {
        return;
    }
    check_underscores(b, mark);
    if (mark->has_table_bar) {
        struct diag *diag =
            diag_add(b->diags, SEVERITY_WARNING, "math-table-bar", mark->place,
                     "in a table \\| is a plain bar, also inside a formula");
        diag_hint(b->diags, diag, "write \\Vert for a norm, \\mid for given");
    }
}

static void add_reference(struct md_builder *b, const struct md_mark *mark,
                          struct md_node *parent)
{
    struct md_reference reference = {arena_copy(b->arena, mark->value),
                                     mark->place, b->link_depth > 0};
    *LIST_PUSH(b->scratch, &b->references) = reference;
    /* A link within a link cannot be written: there the id is text. */
    enum md_type type = b->link_depth > 0 ? MD_TEXT : MD_REFERENCE;
    add(b, type, parent)->text = reference.id;
}

static void add_directive(struct md_builder *b, const struct md_mark *mark,
                          struct md_node *parent)
{
    struct md_directive directive = *mark->directive;
    directive.name = arena_copy(b->arena, directive.name);
    directive.argument = arena_copy(b->arena, directive.argument);
    directive.label = arena_copy(b->arena, directive.label);
    directive.is_in_link = b->link_depth > 0;
    directive.is_in_heading = b->heading_depth > 0;
    struct md_node *node = add(b, MD_DIRECTIVE, parent);
    node->number = (int)b->directives.len;
    node->extra = directive.name;
    node->text = directive.argument;
    node->is_display = directive.is_block;
    *LIST_PUSH(b->scratch, &b->directives) = directive;
}

/* A note within a link would be a link within a link: there it is text. */
static void add_note(struct md_builder *b, const struct md_mark *mark,
                     struct md_node *parent)
{
    if (b->link_depth > 0) {
        add_text(b, mark->original, parent);
        return;
    }
    struct md_node *node = add(b, MD_NOTE, parent);
    node->text = arena_copy(b->trees, mark->value);
    node->number = (int)b->notes.len;
    *LIST_PUSH(b->scratch, &b->notes) =
        (struct md_note){.node = node,
                         .place = mark->place,
                         .is_definition = mark->is_definition};
}

static bool is_node(enum md_mark_kind kind)
{
    return kind == MD_MARK_MATH || kind == MD_MARK_REFERENCE ||
           kind == MD_MARK_DIRECTIVE || kind == MD_MARK_NOTE;
}

/* Text as cmark gives it: taken apart at the marks, which most is without. */
static void add_marked(struct md_builder *b, struct str text,
                       struct md_node *parent)
{
    if (md_text_plain_run(text) == text.len) {
        add_text(b, text, parent);
        return;
    }
    struct out plain = {0};
    while (text.len > 0) {
        size_t run = md_text_plain_run(text);
        out_str(&plain, str_slice(text, 0, run));
        text = str_from(text, run);
        const struct md_mark *mark = md_text_mark(b->text, text);
        if (mark && is_node(mark->kind)) {
            add_text(b, out_text(&plain), parent);
            out_reset(&plain);
        }
        if (!mark) {
            out_str(&plain, str_slice(text, 0, 1));
        } else if (mark->kind == MD_MARK_MATH) {
            add_math(b, mark, parent);
        } else if (mark->kind == MD_MARK_REFERENCE) {
            add_reference(b, mark, parent);
        } else if (mark->kind == MD_MARK_DIRECTIVE) {
            add_directive(b, mark, parent);
        } else if (mark->kind == MD_MARK_NOTE) {
            add_note(b, mark, parent);
        } else {
            out_str(&plain, mark->original);
        }
        text = str_from(text, mark ? mark->size : 1);
    }
    add_text(b, out_text(&plain), parent);
    out_free(&plain);
}

/* Lines of a block in the text that was given to cmark. */
struct lines {
    size_t start, end;
};

static struct lines lines_of(const struct md_builder *b, cmark_node *block)
{
    return (struct lines){
        md_text_line_start(b->text, cmark_node_get_start_line(block)),
        md_text_line_end(b->text, cmark_node_get_end_line(block))};
}

static struct place place_of(const struct md_builder *b, struct lines lines)
{
    return md_text_place(b->text, lines.start, lines.end);
}

/* What cmark passed on, for the tree. */
static struct str restored(const struct md_builder *b, const char *passed)
{
    return md_text_restore(b->trees, b->text, str_from_c(passed));
}

static void add_comment(struct md_builder *b, struct str inside,
                        struct place place)
{
    struct md_comment comment = {
        str_trim(md_text_restore(b->arena, b->text, inside)), place};
    *LIST_PUSH(b->scratch, &b->comments) = comment;
}

/* cmark 0.30 gives a block of HTML that its last line closes an end one line
 * too early, so its lines are counted. */
static struct lines html_lines(const struct md_builder *b, cmark_node *node)
{
    struct str literal = str_from_c(cmark_node_get_literal(node));
    int first = cmark_node_get_start_line(node);
    int last = first - 1;
    struct str line = {0};
    while (str_next_line(&literal, &line)) {
        last++;
    }
    return (struct lines){md_text_line_start(b->text, first),
                          md_text_line_end(b->text, last)};
}

/* The first comment in the bytes: where it opens and its length. False when
 * there is none. One that never ends reaches to the end. */
static bool find_comment(struct str bytes, size_t *open, size_t *length)
{
    *open = str_find(bytes, S("<!--"));
    if (*open == STR_NONE) {
        return false;
    }
    size_t close = str_find(str_from(bytes, *open + 4), S("-->"));
    *length = close == STR_NONE ? bytes.len - *open : 4 + close + 3;
    return true;
}

/* What is not comment is text: that of the literal, which is without the
 * marks of quotes and lists. The comments' places are those of the lines,
 * which hold the same comments in the same order. */
static void add_html_block(struct md_builder *b, cmark_node *node,
                           struct md_node *parent)
{
    struct md_node *block = add(b, MD_HTML_BLOCK, parent);
    struct lines lines = html_lines(b, node);
    struct str literal = str_from_c(cmark_node_get_literal(node));
    size_t open = 0;
    size_t length = 0;
    while (find_comment(literal, &open, &length)) {
        add_marked(b, str_trim(str_slice(literal, 0, open)), block);
        literal = str_from(literal, open + length);
        struct str bytes = md_text_slice(b->text, lines.start, lines.end);
        if (find_comment(bytes, &open, &length)) {
            size_t start = lines.start + open;
            struct str comment = str_slice(bytes, open, open + length);
            size_t end = str_ends(comment, S("-->")) ? length - 3 : length;
            add_comment(b, str_slice(comment, 4, end),
                        place_of(b, (struct lines){start, start + length}));
            lines.start = start + length;
        }
    }
    add_marked(b, str_trim(literal), block);
}

static const struct md_mark *first_mark(const struct md_builder *b,
                                        struct str text, enum md_mark_kind kind)
{
    while (text.len > 0) {
        text = str_from(text, md_text_plain_run(text));
        const struct md_mark *mark = md_text_mark(b->text, text);
        if (mark && mark->kind == kind) {
            return mark;
        }
        text = str_from(text, mark ? mark->size : 1);
    }
    return NULL;
}

static cmark_node *block_above(cmark_node *node)
{
    while (node && cmark_node_get_type(node) > CMARK_NODE_LAST_BLOCK) {
        node = cmark_node_parent(node);
    }
    return node;
}

/* Where the bytes stand in the lines of the block, or the whole block. Those
 * that were added around a cell stand nowhere. */
static struct place search(const struct md_builder *b, cmark_node *node,
                           struct str bytes)
{
    struct lines lines = lines_of(b, block_above(node));
    struct str text = md_text_slice(b->text, lines.start, lines.end);
    struct str first_line = {0};
    struct str rest = bytes;
    str_next_line(&rest, &first_line);
    size_t at = str_find(text, first_line);
    if (first_line.len == 0 || at == STR_NONE) {
        return place_of(b, lines);
    }
    size_t whole = str_find(text, bytes) == at ? bytes.len : first_line.len;
    size_t start = lines.start + at;
    struct place place = place_of(b, (struct lines){start, start + whole});
    return place.start < place.end ? place : place_of(b, lines);
}

static void add_html_inline(struct md_builder *b, cmark_node *node,
                            struct md_node *parent)
{
    struct str literal = str_from_c(cmark_node_get_literal(node));
    if (!str_starts(literal, S("<!--"))) {
        add_marked(b, literal, parent);
        return;
    }
    const struct md_mark *mark = first_mark(b, literal, MD_MARK_COMMENT);
    struct place place = mark ? mark->place : search(b, node, literal);
    size_t end = literal.len >= 7 ? literal.len - 3 : literal.len;
    add_comment(b, str_slice(literal, 4, end), place);
}

/* Ids in the target of a link that leads to a file of the project. */
static void find_target_ids(struct md_builder *b, const struct md_link *link)
{
    if (str_find_char(link->target, ':') != STR_NONE) {
        return;
    }
    struct md_id id = {0};
    size_t from = 0;
    while (
        md_find_id(b->arena, link->target, from, b->options->prefixes, &id)) {
        from = id.end;
        struct place place = link->place;
        struct str bytes = str_slice(place.source->text, place.start + id.start,
                                     place.start + id.end);
        if (str_equal(bytes, id.id)) {
            place.end = place.start + id.end;
            place.start += id.start;
        }
        *LIST_PUSH(b->scratch, &b->references) =
            (struct md_reference){id.id, place, true};
    }
}

static struct md_node *add_link(struct md_builder *b, cmark_node *node,
                                struct md_node *parent, bool is_image)
{
    const char *passed = cmark_node_get_url(node);
    struct str url = str_from_c(passed);
    const struct md_mark *mark = first_mark(b, url, MD_MARK_LINK);
    struct md_link link = {.target = md_text_restore(b->arena, b->text, url),
                           .place = mark ? mark->place : search(b, node, url),
                           .is_image = is_image};
    *LIST_PUSH(b->scratch, &b->links) = link;
    find_target_ids(b, &link);

    struct md_node *made = add(b, is_image ? MD_IMAGE : MD_LINK, parent);
    made->text = link.target;
    made->extra = restored(b, cmark_node_get_title(node));
    return made;
}

/* A code span shows a line end as a blank, also one that a mark covered. */
static struct str span_text(const struct md_builder *b, cmark_node *node)
{
    struct str text = md_text_restore(b->scratch, b->text,
                                      str_from_c(cmark_node_get_literal(node)));
    struct out out = {0};
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != '\r') {
            out_char(&out, text.ptr[i] == '\n' ? ' ' : text.ptr[i]);
        }
    }
    return out_take(&out, b->trees);
}

static struct md_node *add_list(struct md_builder *b, cmark_node *node,
                                struct md_node *parent)
{
    struct md_node *list = add(b, MD_LIST, parent);
    list->is_ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    list->is_tight = cmark_node_get_list_tight(node) != 0;
    list->number = list->is_ordered ? cmark_node_get_list_start(node) : 0;
    return list;
}

/* The line without its indentation, quote and list marks, and heading marks. */
static struct place heading_place(const struct md_builder *b, cmark_node *node)
{
    int line = cmark_node_get_start_line(node);
    struct lines lines = {md_text_line_start(b->text, line),
                          md_text_line_end(b->text, line)};
    struct str text = md_text_slice(b->text, lines.start, lines.end);
    int column = cmark_node_get_start_column(node);
    size_t skip = column > 1 ? (size_t)column - 1 : 0;
    while (skip < text.len && strchr("# \t", text.ptr[skip])) {
        skip++;
    }
    while (text.len > skip && strchr("# \t", text.ptr[text.len - 1])) {
        text.len--;
    }
    size_t start = skip < text.len ? lines.start + skip : lines.start;
    return place_of(b, (struct lines){start, lines.start + text.len});
}

static bool is_underline(struct str line)
{
    line = str_trim(line);
    size_t i = 0;
    while (i < line.len && line.ptr[i] == '=') {
        i++;
    }
    return line.len > 0 && i == line.len;
}

/* The last line of a heading of level 1. To cmark one that is underlined ends
 * with the line behind its underline, unless the body ends before. */
static int last_line(const struct md_builder *b, cmark_node *node)
{
    const int end = cmark_node_get_end_line(node);
    for (int line = cmark_node_get_start_line(node) + 1; line <= end; line++) {
        if (is_underline(md_text_slice(b->text,
                                       md_text_line_start(b->text, line),
                                       md_text_line_end(b->text, line)))) {
            return line;
        }
    }
    return end;
}

/* All of it, an underline too, to the beginning of the next line. */
static struct md_span heading_lines(const struct md_builder *b,
                                    cmark_node *node)
{
    const struct lines lines = {
        md_text_line_start(b->text, cmark_node_get_start_line(node)),
        md_text_line_end(b->text, last_line(b, node))};
    const struct place place = place_of(b, lines);
    const struct str text = b->source->text;
    size_t end = place.end;
    end += end < text.len && text.ptr[end] == '\r';
    end += end < text.len && text.ptr[end] == '\n';
    return (struct md_span){place.start, end};
}

/* The id of the heading: its slug, with a number when that is taken. A number
 * may make the id of another heading, so it is looked up like any. */
static struct str heading_id(struct md_builder *b, struct str text)
{
    struct out out = {0};
    md_slug(&out, text);
    struct str slug = out_take(&out, b->arena);
    struct str id = slug;
    void **used = map_slot(b->scratch, &b->ids, id);
    size_t *next = *used;
    while (*used) {
        id = arena_printf(b->arena, "%.*s-%zu", STR_ARG(slug), (*next)++);
        used = map_slot(b->scratch, &b->ids, id);
    }
    *used = ARENA_NEW(b->scratch, size_t);
    *(size_t *)*used = 1;
    return id;
}

static void finish_heading(struct md_builder *b, cmark_node *node,
                           struct md_node *heading)
{
    struct out out = {0};
    md_node_plain(&out, heading);
    struct md_heading entry = {
        .level = cmark_node_get_heading_level(node),
        .text = arena_copy(b->arena, str_trim(out_text(&out))),
        .place = heading_place(b, node)};
    out_free(&out);
    entry.id = heading_id(b, entry.text);
    heading->extra = entry.id;
    heading->number = entry.level;
    if (b->headings.len == 0) {
        b->first_heading = heading_lines(b, node);
    }
    *LIST_PUSH(b->scratch, &b->headings) = entry;
}

/* Everything below the node as one text: nobody can follow it further. */
static void add_flat(struct md_builder *b, cmark_node *node,
                     struct md_node *parent)
{
    struct out out = {0};
    cmark_iter *iter = cmark_iter_new(node);
    while (cmark_iter_next(iter) != CMARK_EVENT_DONE) {
        cmark_node *here = cmark_iter_get_node(iter);
        out_c(&out, cmark_node_get_literal(here));
    }
    cmark_iter_free(iter);
    add_text(b, md_text_restore(b->scratch, b->text, out_text(&out)), parent);
    out_free(&out);
    if (b->diags && !b->is_depth_reported) {
        b->is_depth_reported = true;
        diag_add(b->diags, SEVERITY_ERROR, "markdown-too-deep",
                 place_of(b, lines_of(b, block_above(node))),
                 "nested more than %d deep: shown as plain text",
                 MD_DEPTH_CEILING);
    }
}

static void build(struct md_builder *b, cmark_node *node,
                  struct md_node *parent, int depth);

static void build_children(struct md_builder *b, cmark_node *node,
                           struct md_node *parent, int depth)
{
    for (cmark_node *child = cmark_node_first_child(node); child;
         child = cmark_node_next(child)) {
        build(b, child, parent, depth + 1);
    }
}

static void build_link(struct md_builder *b, cmark_node *node,
                       struct md_node *parent, int depth, bool is_image)
{
    struct md_node *link = add_link(b, node, parent, is_image);
    b->link_depth++;
    build_children(b, node, link, depth);
    b->link_depth--;
}

/* A block directive that begins a paragraph of the body itself: a list or a
 * quotation has no room for it. */
static void note_alone(struct md_builder *b, const struct md_node *paragraph,
                       bool is_in_body)
{
    const struct md_node *first = paragraph->first;
    if (first && first->type == MD_DIRECTIVE) {
        struct md_directive *directive = &b->directives.at[first->number];
        directive->is_alone = directive->is_block && is_in_body;
    }
}

static void build_paragraph(struct md_builder *b, cmark_node *node,
                            struct md_node *parent, int depth)
{
    struct lines lines = lines_of(b, node);
    int column = cmark_node_get_start_column(node);
    lines.start += column > 1 ? (size_t)column - 1 : 0;
    if (!b->clean || !md_build_table(b, lines.start, lines.end, parent)) {
        const bool is_in_body = parent->type == MD_DOCUMENT;
        struct md_node *made = add(b, MD_PARAGRAPH, NULL);
        build_children(b, node, made, depth);
        note_alone(b, made, is_in_body);
        if (!is_in_body || !b->has_notes || !md_take_notes(b, made)) {
            md_node_add(parent, made);
        }
    }
}

static void build_code_block(struct md_builder *b, cmark_node *node,
                             struct md_node *parent)
{
    struct md_node *code = add(b, MD_CODE_BLOCK, parent);
    code->text = restored(b, cmark_node_get_literal(node));
    struct str info = restored(b, cmark_node_get_fence_info(node));
    struct str rest = {0};
    str_cut(info, ' ', &code->extra, &rest);
}

static void build(struct md_builder *b, cmark_node *node,
                  struct md_node *parent, int depth)
{
    if (depth > MD_DEPTH_CEILING) {
        add_flat(b, node, parent);
        return;
    }
    struct md_node *made = NULL;
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT:
        build_children(b, node, parent, depth);
        return;
    case CMARK_NODE_BLOCK_QUOTE:
        build_children(b, node, add(b, MD_QUOTE, parent), depth);
        return;
    case CMARK_NODE_LIST:
        build_children(b, node, add_list(b, node, parent), depth);
        return;
    case CMARK_NODE_ITEM:
        build_children(b, node, add(b, MD_ITEM, parent), depth);
        return;
    case CMARK_NODE_PARAGRAPH:
        build_paragraph(b, node, parent, depth);
        return;
    case CMARK_NODE_HEADING:
        made = add(b, MD_HEADING, parent);
        b->heading_depth++;
        build_children(b, node, made, depth);
        b->heading_depth--;
        finish_heading(b, node, made);
        return;
    case CMARK_NODE_THEMATIC_BREAK:
        add(b, MD_RULE, parent);
        return;
    case CMARK_NODE_CODE_BLOCK:
        build_code_block(b, node, parent);
        return;
    case CMARK_NODE_HTML_BLOCK:
        add_html_block(b, node, parent);
        return;
    case CMARK_NODE_TEXT:
        add_marked(b, str_from_c(cmark_node_get_literal(node)), parent);
        return;
    case CMARK_NODE_SOFTBREAK:
        add(b, MD_SOFT_BREAK, parent);
        return;
    case CMARK_NODE_LINEBREAK:
        add(b, MD_HARD_BREAK, parent);
        return;
    case CMARK_NODE_CODE:
        add(b, MD_CODE, parent)->text = span_text(b, node);
        return;
    case CMARK_NODE_HTML_INLINE:
        add_html_inline(b, node, parent);
        return;
    case CMARK_NODE_EMPH:
        build_children(b, node, add(b, MD_EMPHASIS, parent), depth);
        return;
    case CMARK_NODE_STRONG:
        build_children(b, node, add(b, MD_STRONG, parent), depth);
        return;
    case CMARK_NODE_LINK:
        build_link(b, node, parent, depth, false);
        return;
    case CMARK_NODE_IMAGE:
        build_link(b, node, parent, depth, true);
        return;
    case CMARK_NODE_NONE:
    case CMARK_NODE_CUSTOM_BLOCK:
    case CMARK_NODE_CUSTOM_INLINE:
        break;
    }
    BUG("cmark gave a node of type %d", (int)cmark_node_get_type(node));
}

void md_build(struct md_builder *builder, struct md_node *parent)
{
    md_text_find_lines(builder->text);
    cmark_node *root = cmark_parse_document(
        builder->text->ptr, builder->text->len, CMARK_OPT_DEFAULT);
    build(builder, root, parent, 0);
    cmark_node_free(root);
}

void md_build_marked(struct md_builder *builder, struct str text,
                     struct md_node *parent)
{
    add_marked(builder, text, parent);
}

void md_build_inlines(struct md_builder *builder, cmark_node *block,
                      struct md_node *parent)
{
    build_children(builder, block, parent, 0);
}
