#ifndef MD_MD_H
#define MD_MD_H

/* Markdown: CommonMark by libcmark, plus what curators use and CommonMark
 * lacks: pipe tables (GFM specification 0.29, section 4.10), footnotes, math
 * set apart before Markdown can eat its stars and backslashes, record ids in
 * prose, and headings with ids of their own. Raw HTML is text; links are kept
 * only with schemes that cannot run anything. */

#include "base/diag.h"
#include "md/formula.h"

struct md_heading {
    int level;
    struct str text; /* plain text */
    struct str id;   /* unique on the page, never empty */
    struct place place;
};

/* A record id in prose, as written: `SOTA-060`, also when a soft line break
 * follows its hyphen (the id is given without it). `SOTA-tmpd4ui`, a code
 * that a tool left behind, counts too. Not in code, math, comments or bare
 * URLs, nor as the end of a longer code such as `LU-ADR-013`. */
struct md_reference {
    struct str id;
    struct place place;
    bool is_in_link; /* inside the text or target of a Markdown link */
};

/* `<!-- ... -->` on lines of its own or inline. */
struct md_comment {
    struct str text; /* between the marks, trimmed */
    struct place place;
};

/* A link or image target as written. */
struct md_link {
    struct str target;
    struct place place;
    bool is_image;
};

/* `:name[argument]` in running text, or `::name[argument]{#label}`, a block: it
 * begins its paragraph, whose rest is its caption. Only where the options ask
 * for them; not in code, math or link targets, and not behind a backslash. What
 * names there are and what arguments mean is not known here. */
struct md_directive {
    struct str name;     /* "value" */
    struct str argument; /* trimmed, each run of blanks one blank */
    struct str label;    /* of a block; else empty */
    struct place place;  /* all of it */
    struct place argument_place;
    bool is_block; /* written with two colons */
    bool is_alone; /* a block at the beginning of a paragraph of the body */
    bool is_in_heading, is_in_link;
};

/* `$...$` or `$$...$$`, as it is shown. */
struct md_tex {
    struct str tex;     /* between the dollars, trimmed */
    struct place place; /* with the dollars */
    bool is_display;
};

/* Bytes of the file that are running text: of paragraphs, headings, cells, HTML
 * and titles of links, without code, math, directives, addresses, comments and
 * marks of lists. */
struct md_span {
    size_t start, end;
};

struct md_document {
    struct source *source;
    size_t start, end; /* of the body */
    /* The lines of the level-1 heading that the body begins with, comments and
     * definitions apart: what skip_first_title leaves out. Empty without
     * one. */
    struct md_span title;
    struct md_heading *headings;
    size_t heading_count;
    struct md_reference *references;
    size_t reference_count;
    struct md_comment *comments;
    size_t comment_count;
    struct md_link *links;
    size_t link_count;
    struct md_tex *formulas;
    size_t formula_count;
    /* With directives only; in the order of the tree, and of the file. */
    struct md_directive *directives;
    size_t directive_count;
    struct md_span *prose;
    size_t prose_count;
    /* Of the implementation. */
    void *tree; /* in the arena; NULL when it is made as it is asked for */
    const struct strs *prefixes;
    bool has_directives;
};

enum { MD_SIZE_CEILING = 256 << 10 }; /* bytes of one body */

struct md_options {
    /* Which prefixes make an id in prose: {"SOTA", "LIT", ...}. They must last
     * as long as the document. */
    const struct strs *prefixes;
    /* The tree is twice as large as the body and only pages need it. Who makes
     * many of them keeps it, else each page's body is read once more. */
    bool keeps_tree;
    bool has_directives; /* finds directives and running text */
};

/* Parses bytes [start, end) of the source. Reports into diags with rules
 * markdown-too-large, markdown-too-deep (shown as plain text from there),
 * text-invalid, table-row-too-long (a row with more cells than its header: a
 * column would silently disappear), table-too-large, math-text-underscore (a
 * bare _ in \text{}), math-table-bar (\| in a formula in a table, which there
 * is a plain bar), math-unclosed ($$ that never ends), footnote-unmatched (a
 * [^label] without a text, or the other way round), directive-malformed (one
 * that never ends, has brackets in its brackets or nothing in them, or stands
 * where it cannot be). Returns NULL only when
 * the body is too large. References are sorted by place. */
struct md_document *md_parse(struct arena *arena, struct source *source,
                             size_t start, size_t end,
                             const struct md_options *options,
                             struct diags *diags);

/* The first record id in any text at or after the offset; false when there is
 * none. Knows nothing of Markdown: for titles, notes and other fields. */
struct md_id {
    size_t start, end; /* bytes of the text, a break after the hyphen too */
    struct str id;     /* without the break, in the arena */
};
bool md_find_id(struct arena *arena, struct str text, size_t from,
                const struct strs *prefixes, struct md_id *id);

/* Whether one of its headings has the id. */
bool md_has_heading(const struct md_document *document, struct str id);

/* What the page around it decides. Both callbacks may be NULL. */
/* What was written and needs a style of its own. */
struct md_seen {
    bool has_math;
    bool has_strokes; /* md/mathml.h */
};

struct md_html {
    void *context;
    /* The URL of the record with this id, or the empty text to leave the id
     * as plain text. `title` is shown on hover. */
    struct str (*reference)(void *context, struct str id, struct str *title);
    /* A link target as written -> what to write; empty drops the link and
     * marks its text as leading nowhere (class "missing"). An image on the web
     * becomes a link: pages fetch nothing from elsewhere. */
    struct str (*link)(void *context, struct str target);
    /* Writes what a directive stands for. Of a block `caption` is the HTML of
     * the rest of its paragraph. */
    void (*directive)(void *context, struct out *out,
                      const struct md_directive *directive, struct str caption);
    struct md_formulas *formulas; /* md/formula.h; NULL leaves TeX as it is */
    struct md_seen *seen;         /* added to; may be NULL */
    int heading_shift;            /* 1 makes `#` an <h2> */
    /* The document's title is left out: the page has its own. */
    bool skip_first_title;
};

/* Appends the body as HTML. Math becomes <span class="math">, or
 * <div class="math"> for a display that is a paragraph of its own, around its
 * MathML, or around its TeX, escaped once, when there are no formulas or this
 * is none (class "math fault", the reason on hover); a display within a
 * paragraph is a span with data-display. */
void md_to_html(struct out *out, const struct md_document *document,
                const struct md_html *html);

/* One line of inline Markdown (a summary, a note) as HTML without <p>. */
void md_inline_html(struct out *out, struct arena *scratch, struct str text,
                    const struct md_options *options,
                    const struct md_html *html);

/* What such a line holds: formulas, links and ids, as of a body. Their places
 * lie in the text, which is the document's source. */
const struct md_document *md_read_line(struct arena *arena, struct str text,
                                       const struct md_options *options);

/* The same text without any mark-up, for titles and search. */
void md_plain(struct out *out, struct arena *scratch, struct str text);

/* The prose of the document as plain text (code and math included, comments
 * left out), one blank between words, for checks on words and numbers. */
void md_document_plain(struct out *out, const struct md_document *document);

/* True when the URL may stand in a page: relative, http, https, mailto. */
bool md_is_safe_url(struct str url);

/* True for a whole address on the web, http or https, with nothing in it that
 * an address cannot have. */
bool md_is_web_url(struct str url);

/* An id for headings: lower case, letters and digits of any script kept, the
 * rest hyphens; "section" for what leaves nothing. */
void md_slug(struct out *out, struct str text);

#endif
