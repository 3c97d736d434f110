/* Lines of inline Markdown on their own: cells of tables, summaries, titles.
 * They are parsed as headings of one document, because within a heading no
 * block can start. */

#include "md/build.h"

#include <cmark.h>
#include <string.h>

#include "base/ascii.h"

/* The word at the end keeps the #s that close a heading text, and is cut off
 * again. */
static const struct str line_start = {"# ", 2};
static const struct str line_end = {" x\n", 3};

static void cut_line_end(struct md_node *parent)
{
    struct md_node *last = parent->last;
    if (!last || last->type != MD_TEXT) {
        return;
    }
    if (str_ends(last->text, S(" x"))) {
        last->text.len -= 2;
    } else if (str_is(last->text, "x")) {
        last->text.len = 0;
    }
}

/* Adds the piece, without the backslash before a bar when in a cell. The
 * bytes behind each lost backslash start a new segment. */
static void add_piece(struct md_text *text, struct md_piece piece,
                      enum md_line_kind kind)
{
    struct str rest = piece.text;
    size_t origin = piece.origin;
    while (kind == MD_LINE_CELL) {
        size_t bar = str_find(rest, S("\\|"));
        if (bar == STR_NONE) {
            break;
        }
        md_text_add(text, str_slice(rest, 0, bar), origin);
        md_text_add(text, S("|"), origin + bar + 1);
        rest = str_from(rest, bar + 2);
        origin += bar + 2;
    }
    md_text_add(text, rest, origin);
}

static void add_line(struct md_text *text, const struct md_line *line,
                     enum md_line_kind kind)
{
    md_text_add(text, line_start, STR_NONE);
    size_t start = text->len;
    for (size_t i = 0; i < line->piece_count; i++) {
        md_text_add(text, i > 0 ? S(" ") : (struct str){0}, STR_NONE);
        add_piece(text, line->pieces[i], kind);
    }
    if (text->has_directives || text->has_notes ||
        str_find_char(md_text_slice(text, start, text->len), '$') != STR_NONE) {
        md_mark_math(text, start, text->len, text->len, NULL);
    }
    md_text_add(text, line_end, STR_NONE);
}

/* Link definitions hold in the whole body, so also in its lines. */
static void add_definitions(struct md_text *text, struct md_pieces definitions)
{
    md_text_add(text, S("\n"), STR_NONE);
    for (size_t i = 0; i < definitions.len; i++) {
        md_text_add(text, definitions.at[i].text, definitions.at[i].origin);
        md_text_add(text, S("\n"), STR_NONE);
    }
}

static size_t room_for(const struct md_line *lines, size_t count,
                       struct md_pieces definitions)
{
    size_t room = 1;
    for (size_t i = 0; i < count; i++) {
        room += line_start.len + line_end.len;
        for (size_t k = 0; k < lines[i].piece_count; k++) {
            room += lines[i].pieces[k].text.len + 1;
        }
    }
    for (size_t i = 0; i < definitions.len; i++) {
        room += definitions.at[i].text.len + 1;
    }
    return room;
}

/* Whether cmark would make one text of it: none of the signs that mean
 * something within a line of CommonMark. Most summaries, titles and cells are
 * such. */
static bool is_plain(struct str text)
{
    for (;;) {
        text = str_from(text, ascii_plain_run(text, "\\`&_*[]<\n"));
        if (text.len == 0) {
            return true;
        }
        if ((unsigned char)text.ptr[0] < 0x80) {
            return false;
        }
        text = str_from(text, 1);
    }
}

/* Bytes of a line in the text, without what was added around them. */
struct span {
    size_t start, end;
};

static bool are_plain(const struct md_text *text, const struct span *spans,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_plain(md_text_slice(text, spans[i].start, spans[i].end))) {
            return false;
        }
    }
    return true;
}

static void parse_lines(struct md_builder *builder, const struct md_line *lines,
                        size_t count)
{
    struct md_text *text = builder->text;
    md_text_find_lines(text);
    cmark_node *root =
        cmark_parse_document(text->ptr, text->len, CMARK_OPT_DEFAULT);
    cmark_node *heading = cmark_node_first_child(root);
    for (size_t i = 0; i < count && heading; i++) {
        md_build_inlines(builder, heading, lines[i].parent);
        cut_line_end(lines[i].parent);
        heading = cmark_node_next(heading);
    }
    cmark_node_free(root);
}

void md_build_lines(struct md_builder *builder, const struct md_line *lines,
                    size_t count, enum md_line_kind kind)
{
    struct md_pieces definitions = builder->definitions;
    struct md_text text = md_text_new(builder->scratch, builder->source,
                                      room_for(lines, count, definitions));
    text.has_directives = builder->options->has_directives;
    text.has_notes = builder->has_notes;
    struct span *spans = ARENA_ARRAY(builder->scratch, struct span, count);
    for (size_t i = 0; i < count; i++) {
        spans[i].start = text.len + line_start.len;
        add_line(&text, &lines[i], kind);
        spans[i].end = text.len - line_end.len;
    }
    add_definitions(&text, definitions);
    /* The ids of labels were found when the whole body was read. */
    struct md_labels known = {0};
    struct md_regions none = {0};
    md_mark_places(&text, builder->options->prefixes, &none,
                   definitions.len > 0 ? &known : NULL);

    struct md_text *outer = builder->text;
    builder->text = &text;
    if (are_plain(&text, spans, count)) {
        for (size_t i = 0; i < count; i++) {
            md_build_marked(
                builder,
                str_trim(md_text_slice(&text, spans[i].start, spans[i].end)),
                lines[i].parent);
        }
    } else {
        parse_lines(builder, lines, count);
    }
    builder->text = outer;
}
