/* The tree as HTML. Whatever the author wrote is escaped once, here; nothing
 * of it is mark-up. */

#include "md/tree.h"

#include <string.h>

#include "base/bug.h"
#include "md/mathml.h"

struct writer {
    struct out *out;
    const struct md_html *html;
    const struct md_document *document; /* NULL for a line on its own */
    const struct md_node *title;        /* left out; NULL: nothing is */
    bool is_in_link;                    /* links do not nest */
};

static void write_node(struct writer *w, const struct md_node *node,
                       bool is_tight);

static void write_children(struct writer *w, const struct md_node *node,
                           bool is_tight)
{
    for (const struct md_node *n = node->first; n; n = n->next) {
        write_node(w, n, is_tight);
    }
}

static void write_around(struct writer *w, const struct md_node *node,
                         const char *open, const char *close)
{
    out_c(w->out, open);
    write_children(w, node, false);
    out_c(w->out, close);
}

/* A URL in an attribute: what a URL cannot hold is percent-encoded, what an
 * attribute cannot hold is escaped. */
static void write_url(struct out *out, struct str url)
{
    static const char allowed[] = "-_.~!*();:@=+$,/?#%";
    for (size_t i = 0; i < url.len; i++) {
        char c = url.ptr[i];
        bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                        (c >= 'A' && c <= 'Z') || (c && strchr(allowed, c));
        if (c == '&') {
            out_c(out, "&amp;");
        } else if (is_plain) {
            out_char(out, c);
        } else {
            out_url(out, str_slice(url, i, i + 1));
        }
    }
}

static void write_title(struct out *out, struct str title)
{
    if (title.len > 0) {
        out_c(out, " title=\"");
        out_html(out, title);
        out_char(out, '"');
    }
}

/* What the page makes of the target; empty when it is not to be linked. */
static struct str target_of(const struct writer *w, struct str target)
{
    if (w->html->link) {
        target = w->html->link(w->html->context, target);
    }
    return md_is_safe_url(target) ? target : (struct str){0};
}

static void write_anchor(struct writer *w, const char *open, struct str url,
                         struct str title)
{
    out_c(w->out, open);
    write_url(w->out, url);
    out_char(w->out, '"');
    write_title(w->out, title);
    out_char(w->out, '>');
}

/* The text stays, and shows that it was to lead somewhere. */
static void open_missing(struct writer *w)
{
    out_c(w->out, "<span class=\"missing\" title=\"this leads nowhere\">");
}

static void write_link(struct writer *w, const struct md_node *node)
{
    struct str url = target_of(w, node->text);
    if (w->is_in_link) {
        write_children(w, node, false);
        return;
    }
    if (url.len == 0) {
        open_missing(w);
        write_children(w, node, false);
        out_c(w->out, "</span>");
        return;
    }
    write_anchor(w, "<a href=\"", url, node->extra);
    w->is_in_link = true;
    write_children(w, node, false);
    w->is_in_link = false;
    out_c(w->out, "</a>");
}

static void write_image(struct writer *w, const struct md_node *node)
{
    struct str url = target_of(w, node->text);
    struct out alt = {0};
    md_node_plain(&alt, node);
    const bool is_elsewhere = md_is_web_url(url);
    if (is_elsewhere && !w->is_in_link && alt.len > 0) {
        write_anchor(w, "<a href=\"", url, node->extra);
        out_html(w->out, out_text(&alt));
        out_c(w->out, "</a>");
    } else if (url.len == 0 && !w->is_in_link) {
        open_missing(w);
        out_html(w->out, out_text(&alt));
        out_c(w->out, "</span>");
    } else if (url.len == 0 || is_elsewhere) {
        out_html(w->out, out_text(&alt));
    } else {
        out_c(w->out, "<img src=\"");
        write_url(w->out, url);
        out_c(w->out, "\" alt=\"");
        out_html(w->out, out_text(&alt));
        out_char(w->out, '"');
        write_title(w->out, node->extra);
        out_char(w->out, '>');
    }
    out_free(&alt);
}

static void write_reference(struct writer *w, const struct md_node *node)
{
    struct str title = {0};
    struct str url = {0};
    if (w->html->reference && !w->is_in_link) {
        url = w->html->reference(w->html->context, node->text, &title);
    }
    bool is_linked = url.len > 0 && md_is_safe_url(url);
    if (is_linked) {
        write_anchor(w, "<a class=\"ref\" href=\"", url, title);
    }
    out_html(w->out, node->text);
    out_c(w->out, is_linked ? "</a>" : "");
}

/* What cannot be read as a formula is shown as it was typed, with the
 * reason. */
static void write_tex(struct writer *w, struct str tex, struct str fault)
{
    if (fault.len > 0) {
        out_c(w->out, "<code title=\"");
        out_html(w->out, fault);
        out_c(w->out, "\">");
    }
    out_html(w->out, tex);
    out_c(w->out, fault.len > 0 ? "</code>" : "");
}

static void write_math(struct writer *w, const struct md_node *node,
                       const char *tag)
{
    const struct md_formula *formula =
        w->html->formulas
            ? md_formula_of(w->html->formulas, node->text, node->is_display)
            : NULL;
    const bool is_faulty = formula && formula->fault.len > 0;
    if (formula && w->html->seen) {
        w->html->seen->has_math = true;
        w->html->seen->has_strokes |= mathml_has_strokes(formula->mathml);
    }
    if (formula && !is_faulty && !node->is_display) {
        out_str(w->out, formula->mathml);
        return;
    }
    const bool is_set_in_line = node->is_display && strcmp(tag, "span") == 0;
    /* One that is wider than the page scrolls, by the keyboard too. */
    const bool scrolls = formula && !is_faulty && strcmp(tag, "div") == 0;
    out_printf(w->out, "<%s class=\"math%s\"%s%s>", tag,
               is_faulty ? " fault" : "", is_set_in_line ? " data-display" : "",
               scrolls ? " tabindex=\"0\"" : "");
    if (formula && !is_faulty) {
        out_str(w->out, formula->mathml);
    } else {
        write_tex(w, node->text, formula ? formula->fault : (struct str){0});
    }
    out_printf(w->out, "</%s>", tag);
}

/* A display alone in its paragraph is a block of its own. */
static bool is_only_display(const struct md_node *node)
{
    const struct md_node *only = node->first;
    return only && !only->next && only->type == MD_MATH && only->is_display;
}

static void write_directive(struct writer *w, const struct md_node *node,
                            struct str caption)
{
    const size_t index = (size_t)node->number;
    if (w->html->directive && w->document &&
        index < w->document->directive_count) {
        w->html->directive(w->html->context, w->out,
                           &w->document->directives[index], caption);
    } else {
        out_html(w->out, node->text);
    }
}

static bool is_block_directive(const struct writer *w,
                               const struct md_node *node)
{
    const struct md_node *first = node->first;
    return first && first->type == MD_DIRECTIVE && w->document &&
           w->document->directives[first->number].is_alone;
}

/* A block and its caption, which is the rest of its paragraph. */
static void write_block(struct writer *w, const struct md_node *node)
{
    struct out caption = {0};
    struct out *out = w->out;
    w->out = &caption;
    for (const struct md_node *n = node->first->next; n; n = n->next) {
        write_node(w, n, false);
    }
    w->out = out;
    write_directive(w, node->first, str_trim(out_text(&caption)));
    out_free(&caption);
}

static void write_paragraph(struct writer *w, const struct md_node *node,
                            bool is_tight)
{
    if (is_block_directive(w, node)) {
        write_block(w, node);
    } else if (is_only_display(node)) {
        write_math(w, node->first, "div");
        out_char(w->out, '\n');
    } else if (is_tight) {
        write_children(w, node, false);
    } else {
        write_around(w, node, "<p>", "</p>\n");
    }
}

static void write_heading(struct writer *w, const struct md_node *node)
{
    if (node == w->title) {
        return;
    }
    int level = node->number + w->html->heading_shift;
    level = level < 1 ? 1 : level > 6 ? 6 : level;
    out_printf(w->out, "<h%d id=\"", level);
    out_html(w->out, node->extra);
    out_c(w->out, "\">");
    write_children(w, node, false);
    out_printf(w->out, "</h%d>\n", level);
}

static void write_list(struct writer *w, const struct md_node *node)
{
    if (!node->is_ordered) {
        out_c(w->out, "<ul>\n");
    } else if (node->number == 1) {
        out_c(w->out, "<ol>\n");
    } else {
        out_printf(w->out, "<ol start=\"%d\">\n", node->number);
    }
    write_children(w, node, node->is_tight);
    out_c(w->out, node->is_ordered ? "</ol>\n" : "</ul>\n");
}

static bool is_block(enum md_type type)
{
    return type < MD_TEXT && type != MD_PARAGRAPH;
}

/* In a tight item paragraphs have no tags; what follows one starts a line. */
static void write_item(struct writer *w, const struct md_node *node,
                       bool is_tight)
{
    bool starts_block =
        node->first && (!is_tight || is_block(node->first->type));
    out_c(w->out, starts_block ? "<li>\n" : "<li>");
    for (const struct md_node *n = node->first; n; n = n->next) {
        bool needs_line = is_tight && n != node->first && is_block(n->type);
        out_c(w->out, needs_line ? "\n" : "");
        write_node(w, n, is_tight);
    }
    out_c(w->out, "</li>\n");
}

static void write_code_block(struct writer *w, const struct md_node *node)
{
    out_c(w->out, "<pre><code");
    if (node->extra.len > 0) {
        out_c(w->out, " class=\"language-");
        out_html(w->out, node->extra);
        out_char(w->out, '"');
    }
    out_char(w->out, '>');
    out_html(w->out, node->text);
    out_c(w->out, "</code></pre>\n");
}

static void write_cell(struct writer *w, const struct md_node *node)
{
    static const char *const styles[] = {
        [MD_ALIGN_NONE] = "",
        [MD_ALIGN_LEFT] = " class=\"left\"",
        [MD_ALIGN_CENTER] = " class=\"center\"",
        [MD_ALIGN_RIGHT] = " class=\"right\"",
    };
    out_c(w->out, node->is_head ? "<th scope=\"col\"" : "<td");
    out_c(w->out, styles[node->align]);
    out_char(w->out, '>');
    write_children(w, node, false);
}

/* Numbers and names are not broken to fit a narrow page: the table scrolls, by
 * the keyboard too. A cell, a row and a head end where the next
 * begins. */
static void write_table(struct writer *w, const struct md_node *node)
{
    out_c(w->out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
                  "aria-label=\"Table\">\n<table>\n<thead>\n");
    write_node(w, node->first, false);
    if (node->first->next) {
        out_c(w->out, "<tbody>\n");
        for (const struct md_node *n = node->first->next; n; n = n->next) {
            write_node(w, n, false);
        }
    }
    out_c(w->out, "</table>\n</div>\n");
}

/* The ids of a page are lower case where they come from words. */
static void write_note(struct writer *w, const struct md_node *node)
{
    out_printf(w->out,
               "<sup><a class=\"footnote\" id=\"%.*s\" href=\"#Note.%d\" "
               "role=\"doc-noteref\" aria-label=\"Note %d\">%d</a></sup>",
               STR_ARG(node->extra), node->number, node->number, node->number);
}

static void write_note_back(struct writer *w, const struct md_node *node)
{
    out_printf(w->out, " <a href=\"#%.*s\" role=\"doc-backlink\" ",
               STR_ARG(node->extra));
    if (node->number == 1) {
        out_c(w->out, "aria-label=\"Back to the text\">↩</a>");
    } else {
        out_printf(w->out, "aria-label=\"Back to use %d in the text\">↩ %d</a>",
                   node->number, node->number);
    }
}

static void write_note_text(struct writer *w, const struct md_node *node)
{
    out_printf(w->out, "<li id=\"Note.%d\">", node->number);
    write_children(w, node, false);
    out_c(w->out, "</li>\n");
}

static void write_notes(struct writer *w, const struct md_node *node)
{
    out_c(w->out, "<section class=\"footnotes\" role=\"doc-endnotes\" "
                  "aria-label=\"Notes\">\n<ol>\n");
    write_children(w, node, false);
    out_c(w->out, "</ol>\n</section>\n");
}

static void write_html_block(struct writer *w, const struct md_node *node)
{
    if (node->first) {
        write_around(w, node, "<p>", "</p>\n");
    }
}

static void write_node(struct writer *w, const struct md_node *node,
                       bool is_tight)
{
    switch (node->type) {
    case MD_DOCUMENT:
        write_children(w, node, false);
        return;
    case MD_QUOTE:
        write_around(w, node, "<blockquote>\n", "</blockquote>\n");
        return;
    case MD_LIST:
        write_list(w, node);
        return;
    case MD_ITEM:
        write_item(w, node, is_tight);
        return;
    case MD_PARAGRAPH:
        write_paragraph(w, node, is_tight);
        return;
    case MD_HEADING:
        write_heading(w, node);
        return;
    case MD_RULE:
        out_c(w->out, "<hr>\n");
        return;
    case MD_CODE_BLOCK:
        write_code_block(w, node);
        return;
    case MD_HTML_BLOCK:
        write_html_block(w, node);
        return;
    case MD_NOTES:
        write_notes(w, node);
        return;
    case MD_NOTE_TEXT:
        write_note_text(w, node);
        return;
    case MD_TABLE:
        write_table(w, node);
        return;
    case MD_ROW:
        write_around(w, node, "<tr>", "\n");
        return;
    case MD_CELL:
        write_cell(w, node);
        return;
    case MD_TEXT:
        out_html(w->out, node->text);
        return;
    case MD_SOFT_BREAK:
        out_char(w->out, '\n');
        return;
    case MD_HARD_BREAK:
        out_c(w->out, "<br>\n");
        return;
    case MD_CODE:
        out_c(w->out, "<code>");
        out_html(w->out, node->text);
        out_c(w->out, "</code>");
        return;
    case MD_MATH:
        write_math(w, node, "span");
        return;
    case MD_REFERENCE:
        write_reference(w, node);
        return;
    case MD_DIRECTIVE:
        write_directive(w, node, (struct str){0});
        return;
    case MD_NOTE:
        write_note(w, node);
        return;
    case MD_NOTE_BACK:
        write_note_back(w, node);
        return;
    case MD_EMPHASIS:
        write_around(w, node, "<em>", "</em>");
        return;
    case MD_STRONG:
        write_around(w, node, "<strong>", "</strong>");
        return;
    case MD_LINK:
        write_link(w, node);
        return;
    case MD_IMAGE:
        write_image(w, node);
        return;
    }
    BUG("a node of type %d", (int)node->type);
}

static const struct md_html no_html = {0};

void md_to_html(struct out *out, const struct md_document *document,
                const struct md_html *html)
{
    struct arena scratch = {0};
    struct writer writer = {
        .out = out, .html = html ? html : &no_html, .document = document};
    const struct md_node *root = md_tree(document, &scratch);
    writer.title = writer.html->skip_first_title ? md_title_of(root) : NULL;
    write_node(&writer, root, false);
    arena_free(&scratch);
}

void md_inline_html(struct out *out, struct arena *scratch, struct str text,
                    const struct md_options *options,
                    const struct md_html *html)
{
    struct writer writer = {.out = out, .html = html ? html : &no_html};
    write_children(&writer, md_parse_line(scratch, text, options), false);
}
