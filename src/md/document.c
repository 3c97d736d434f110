/* From a body to its document: clean the bytes, cover math where cmark says
 * that text is, cover ids and targets, build the tree. */

#include "md/build.h"

#include <cmark.h>
#include <stdlib.h>
#include <string.h>

/* Where the first reading, of a body that needs one, found what. Only prose
 * is searched for math, and code ends every formula begun before it. */
struct layout {
    struct md_regions prose;
    struct md_regions code;
    struct md_regions html; /* among the code: pages show it as text */
};

static void add_region(struct md_text *text, cmark_node *node,
                       struct md_regions *regions)
{
    const int column = cmark_node_get_start_column(node);
    struct md_region region = {
        md_text_line_start(text, cmark_node_get_start_line(node)),
        md_text_line_end(text, cmark_node_get_end_line(node)), 0};
    region.content = region.start + (column > 1 ? (size_t)column - 1 : 0);
    *LIST_PUSH(text->arena, regions) = region;
}

/* cmark 0.30 ends a block of HTML that its last line closes one line too early,
 * so its lines are counted. */
static void add_html_region(struct md_text *text, cmark_node *node,
                            struct md_regions *regions)
{
    struct str literal = str_from_c(cmark_node_get_literal(node));
    int last = cmark_node_get_start_line(node) - 1;
    struct str line = {0};
    while (str_next_line(&literal, &line)) {
        last++;
    }
    add_region(text, node, regions);
    struct md_region *region = &regions->at[regions->len - 1];
    region->end = md_text_line_end(text, last);
    /* its column is wrong within lists */
    region->content =
        region->start +
        str_find_char(md_text_slice(text, region->start, region->end), '<');
}

static struct layout find_layout(struct md_text *text)
{
    struct layout layout = {0};
    md_text_find_lines(text);
    cmark_node *root =
        cmark_parse_document(text->ptr, text->len, CMARK_OPT_DEFAULT);
    cmark_iter *iter = cmark_iter_new(root);
    cmark_event_type event = CMARK_EVENT_NONE;
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        if (event != CMARK_EVENT_ENTER) {
            continue;
        }
        if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING) {
            add_region(text, node, &layout.prose);
        } else if (type == CMARK_NODE_CODE_BLOCK ||
                   type == CMARK_NODE_HTML_BLOCK) {
            add_region(text, node, &layout.code);
        }
        if (type == CMARK_NODE_HTML_BLOCK) {
            add_html_region(text, node, &layout.html);
        }
    }
    cmark_iter_free(iter);
    cmark_node_free(root);
    return layout;
}

/* Most bodies need no first reading. */
static bool needs_layout(struct str body, bool has_directives, bool has_notes)
{
    return has_directives || has_notes ||
           str_find_char(body, '$') != STR_NONE || md_may_have_breaks(body);
}

static void mark_math(struct md_text *text, struct layout layout,
                      struct md_unclosed *unclosed)
{
    size_t code = 0;
    size_t done = 0;
    for (size_t i = 0; i < layout.prose.len; i++) {
        struct md_region region = layout.prose.at[i];
        while (code < layout.code.len &&
               layout.code.at[code].start < region.start) {
            code++;
        }
        size_t limit =
            code < layout.code.len ? layout.code.at[code].start : text->len;
        size_t start = region.start > done ? region.start : done;
        if (start < region.end) {
            done = md_mark_math(text, start, region.end, limit, unclosed);
        }
    }
}

static void report_unclosed(struct source *source,
                            const struct md_unclosed *unclosed,
                            struct diags *diags)
{
    for (size_t i = 0; diags && i < unclosed->len; i++) {
        size_t start = unclosed->at[i];
        struct diag *diag = diag_add(diags, SEVERITY_WARNING, "math-unclosed",
                                     (struct place){source, start, start + 2},
                                     "$$ opens a formula that never ends");
        diag_hint(diags, diag,
                  "close it before the next blank line, or write \\$\\$");
    }
}

static void report_faulty(const struct md_faulty *faulty, struct diags *diags)
{
    for (size_t i = 0; diags && i < faulty->len; i++) {
        struct diag *diag =
            diag_add(diags, SEVERITY_ERROR, "directive-malformed",
                     faulty->at[i].place, "%s", faulty->at[i].what);
        diag_hint(diags, diag, "%s", faulty->at[i].hint);
    }
}

/* What only the tree tells: where a directive came to stand. */
static void report_misplaced(const struct md_document *document,
                             struct diags *diags)
{
    for (size_t i = 0; diags && i < document->directive_count; i++) {
        const struct md_directive *directive = &document->directives[i];
        const bool is_lost = directive->is_block && !directive->is_alone;
        if (!is_lost && !directive->is_in_heading) {
            continue;
        }
        struct diag *diag =
            diag_add(diags, SEVERITY_ERROR, "directive-malformed",
                     directive->place, "%s%.*s stands %s",
                     directive->is_block ? "::" : ":", STR_ARG(directive->name),
                     is_lost ? "in the middle of a paragraph" : "in a heading");
        diag_hint(diags, diag, "%s",
                  is_lost
                      ? "give it a paragraph of its own, not indented, with "
                        "its caption behind it"
                      : "a heading names a section and is linked to: say it "
                        "in the text below");
    }
}

/* Bytes [start, end) of the text, in the file. */
static void add_prose(struct md_builder *b, size_t start, size_t end)
{
    if (start < end) {
        const struct place place = md_text_place(b->text, start, end);
        *LIST_PUSH(b->scratch, &b->prose) =
            (struct md_span){place.start, place.end};
    }
}

/* The lines of paragraphs and headings without what was passed over in them. */
static void find_prose(struct md_builder *b, const struct md_regions *regions,
                       const struct md_skipped *skipped)
{
    size_t next = 0;
    for (size_t i = 0; i < regions->len; i++) {
        const struct md_region *region = &regions->at[i];
        size_t at = region->content;
        while (next < skipped->len && skipped->at[next].start < region->end) {
            add_prose(b, at, skipped->at[next].start);
            at = at > skipped->at[next].end ? at : skipped->at[next].end;
            next++;
        }
        add_prose(b, at, region->end);
    }
}

/* HTML is shown as it was typed, but for its comments. */
static void find_html_prose(struct md_builder *b,
                            const struct md_regions *regions)
{
    for (size_t i = 0; i < regions->len; i++) {
        size_t at = regions->at[i].content;
        const size_t end = regions->at[i].end;
        while (at < end) {
            const struct str rest = md_text_slice(b->text, at, end);
            const size_t open = str_find(rest, S("<!--"));
            const size_t close = str_find(str_from(rest, open), S("-->"));
            add_prose(b, at, open == STR_NONE ? end : at + open);
            at = open == STR_NONE || close == STR_NONE
                     ? end
                     : at + open + close + strlen("-->");
        }
    }
}

static bool is_in_any(const struct md_regions *regions, size_t at)
{
    for (size_t i = 0; i < regions->len; i++) {
        if (at >= regions->at[i].start && at < regions->at[i].end) {
            return true;
        }
    }
    return false;
}

/* `[label]: target "title"`: the title is shown where the link is. */
static void find_definition_prose(struct md_builder *b,
                                  const struct layout *layout)
{
    for (size_t i = 0; i < b->definitions.len; i++) {
        const struct md_piece *piece = &b->definitions.at[i];
        const size_t start = (size_t)(piece->text.ptr - b->clean->ptr);
        struct str rest =
            str_trim(str_from(piece->text, str_find(piece->text, S("]:")) + 2));
        if (is_in_any(&layout->prose, start) ||
            is_in_any(&layout->code, start)) {
            continue;
        }
        const size_t blank = str_find_char(rest, ' ');
        rest = str_from(rest, blank);
        if (rest.len > 0) {
            const size_t at = (size_t)(rest.ptr - b->clean->ptr);
            add_prose(b, at, at + rest.len);
        }
    }
}

/* Ids in brackets kept their bytes, so the tree does not tell where they
 * stand. */
static void add_labels(struct md_builder *b)
{
    for (size_t i = 0; i < b->labels.len; i++) {
        *LIST_PUSH(b->scratch, &b->references) =
            (struct md_reference){arena_copy(b->arena, b->labels.at[i].id),
                                  b->labels.at[i].place, true};
    }
}

static int compare_references(const void *left, const void *right)
{
    const struct md_reference *a = left;
    const struct md_reference *b = right;
    return (a->place.start > b->place.start) -
           (a->place.start < b->place.start);
}

/* A list that grew in the scratch arena, without its spare room. */
static void *keep(struct arena *arena, const void *at, size_t len, size_t size)
{
    if (len == 0) {
        return NULL;
    }
    void *kept = arena_alloc_array(arena, len, size, _Alignof(max_align_t));
    memcpy(kept, at, len * size);
    return kept;
}

#define KEEP(b, list) \
    keep((b)->arena, (b)->list.at, (b)->list.len, sizeof *(b)->list.at)

static struct md_document *finish(struct md_builder *b)
{
    add_labels(b);
    if (b->references.len > 1) {
        qsort(b->references.at, b->references.len, sizeof *b->references.at,
              compare_references);
    }
    struct md_document *document = ARENA_NEW(b->arena, struct md_document);
    *document = (struct md_document){
        .source = b->source,
        .headings = KEEP(b, headings),
        .heading_count = b->headings.len,
        .references = KEEP(b, references),
        .reference_count = b->references.len,
        .comments = KEEP(b, comments),
        .comment_count = b->comments.len,
        .links = KEEP(b, links),
        .link_count = b->links.len,
        .formulas = KEEP(b, formulas),
        .formula_count = b->formulas.len,
        .directives = KEEP(b, directives),
        .directive_count = b->directives.len,
        .prose = KEEP(b, prose),
        .prose_count = b->prose.len,
        .has_directives = b->options->has_directives,
        .prefixes = b->options->prefixes,
    };
    return document;
}

static const struct md_options no_options = {0};

/* The tree of bytes [start, end), a body, and the document in the builder. */
static struct md_node *parse(struct md_builder *builder, size_t start,
                             size_t end)
{
    struct arena *scratch = builder->scratch;
    struct source *source = builder->source;
    struct str body = str_slice(source->text, start, end);
    struct md_text clean = md_text_new(scratch, source, body.len);
    md_text_add(&clean, body, start);
    md_text_clean(&clean, builder->diags);
    struct md_text text = md_text_new(scratch, source, body.len);
    md_text_add(&text, md_text_slice(&clean, 0, clean.len), start);
    builder->text = &text;
    builder->clean = &clean;
    builder->definitions = md_definitions(&clean);

    struct layout layout = {0};
    const bool has_directives = builder->options->has_directives;
    builder->has_notes =
        str_find(md_text_slice(&clean, 0, clean.len), S("[^")) != STR_NONE;
    text.has_notes = builder->has_notes;
    if (builder->has_notes) {
        md_mark_note_starts(&text);
    }
    if (needs_layout(md_text_slice(&clean, 0, clean.len), has_directives,
                     builder->has_notes)) {
        layout = find_layout(&text);
    }
    struct md_unclosed unclosed = {0};
    struct md_skipped skipped = {0};
    struct md_faulty faulty = {0};
    text.has_directives = has_directives;
    text.skipped = has_directives ? &skipped : NULL;
    text.faulty = &faulty;
    mark_math(&text, layout, &unclosed);
    report_unclosed(source, &unclosed, builder->diags);
    report_faulty(&faulty, builder->diags);
    if (has_directives) {
        find_prose(builder, &layout.prose, &skipped);
        find_html_prose(builder, &layout.html);
        find_definition_prose(builder, &layout);
    }
    md_mark_places(&text, builder->options->prefixes, &layout.prose,
                   builder->definitions.len > 0 ? &builder->labels : NULL);

    struct md_node *root = md_node_new(builder->trees, MD_DOCUMENT, NULL);
    md_build(builder, root);
    md_place_notes(builder, root);
    return root;
}

struct md_document *md_parse(struct arena *arena, struct source *source,
                             size_t start, size_t end,
                             const struct md_options *options,
                             struct diags *diags)
{
    struct str body = str_slice(source->text, start, end);
    if (body.len > MD_SIZE_CEILING) {
        struct place place = {source, start, start};
        diag_add(diags, SEVERITY_ERROR, "markdown-too-large", place,
                 "%zu bytes of Markdown, and at most %d are read", body.len,
                 MD_SIZE_CEILING);
        return NULL;
    }
    const bool keeps_tree = options && options->keeps_tree;
    struct arena scratch = {0};
    struct md_builder builder = {
        .arena = arena,
        .trees = keeps_tree ? arena : &scratch,
        .scratch = &scratch,
        .source = source,
        .options = options ? options : &no_options,
        .diags = diags,
    };
    struct md_node *root = parse(&builder, start, end);
    struct md_document *document = finish(&builder);
    report_misplaced(document, diags);
    document->title =
        md_title_of(root) != NULL ? builder.first_heading : (struct md_span){0};
    document->start = start;
    document->end = end;
    document->tree = keeps_tree ? root : NULL;
    arena_free(&scratch);
    return document;
}

const struct md_node *md_tree(const struct md_document *document,
                              struct arena *arena)
{
    const struct md_options options = {.prefixes = document->prefixes,
                                       .has_directives =
                                           document->has_directives};
    struct md_builder builder = {
        .arena = arena,
        .trees = arena,
        .scratch = arena,
        .source = document->source,
        .options = &options,
    };
    return document->tree ? document->tree
                          : parse(&builder, document->start, document->end);
}

const struct md_node *md_title_of(const struct md_node *root)
{
    const struct md_node *node = root->first;
    while (node && node->type == MD_HTML_BLOCK && !node->first) {
        node = node->next;
    }
    return node && node->type == MD_HEADING && node->number == 1 ? node : NULL;
}

static void blank_line_ends(struct md_text *text, char sign)
{
    size_t at = 0;
    for (;;) {
        size_t found = str_find_char(md_text_slice(text, at, text->len), sign);
        if (found == STR_NONE) {
            return;
        }
        at += found;
        text->ptr[at] = ' ';
    }
}

/* One line of inline Markdown, below a paragraph; what was found is in the
 * builder. */
static struct md_node *parse_line(struct md_builder *builder)
{
    struct arena *arena = builder->arena;
    const struct str text = builder->source->text;
    struct md_text clean = md_text_new(arena, builder->source, text.len);
    md_text_add(&clean, text, 0);
    md_text_clean(&clean, NULL);
    blank_line_ends(&clean, '\n');
    blank_line_ends(&clean, '\r');
    builder->text = &clean;
    struct md_node *root = md_node_new(arena, MD_PARAGRAPH, NULL);
    struct str cleaned = md_text_slice(&clean, 0, clean.len);
    struct str trimmed = str_trim(cleaned);
    struct md_piece piece = {
        trimmed, trimmed.len ? (size_t)(trimmed.ptr - cleaned.ptr) : 0};
    struct md_line line = {&piece, 1, root};
    md_build_lines(builder, &line, 1, MD_LINE_PLAIN);
    return root;
}

static struct md_builder line_builder(struct arena *arena, struct str text,
                                      const struct md_options *options)
{
    return (struct md_builder){.arena = arena,
                               .trees = arena,
                               .scratch = arena,
                               .source =
                                   source_new(arena, (struct str){0}, text),
                               .options = options ? options : &no_options};
}

struct md_node *md_parse_line(struct arena *arena, struct str text,
                              const struct md_options *options)
{
    struct md_builder builder = line_builder(arena, text, options);
    return parse_line(&builder);
}

const struct md_document *md_read_line(struct arena *arena, struct str text,
                                       const struct md_options *options)
{
    struct md_builder builder = line_builder(arena, text, options);
    parse_line(&builder);
    return finish(&builder);
}

bool md_has_heading(const struct md_document *document, struct str id)
{
    for (size_t i = 0; i < document->heading_count; i++) {
        if (str_equal(document->headings[i].id, id)) {
            return true;
        }
    }
    return false;
}
