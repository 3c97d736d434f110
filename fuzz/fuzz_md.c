/* Feeds arbitrary bytes to the Markdown reader. Beyond not crashing: every
 * place lies in the body and holds what was found there, ids are unique,
 * covering ids changes nothing of the page, and the page has only tags of ours,
 * each closed. */

#include "md/md.h"

#include "base/bug.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_place(const struct md_document *document, struct place place)
{
    if (place.source != document->source || place.start > place.end ||
        place.start < document->start || place.end > document->end) {
        BUG("a place outside the body: %zu to %zu", place.start, place.end);
    }
}

/* Without the line break that may follow the hyphen. */
static void check_reference(const struct md_document *document,
                            const struct md_reference *reference)
{
    check_place(document, reference->place);
    struct str bytes = str_slice(document->source->text, reference->place.start,
                                 reference->place.end);
    size_t at = 0;
    for (size_t i = 0; i < bytes.len && at < reference->id.len; i++) {
        at += bytes.ptr[i] == reference->id.ptr[at];
    }
    if (!reference->is_in_link && at != reference->id.len) {
        BUG("the id %.*s stands at \"%.*s\"", STR_ARG(reference->id),
            STR_ARG(bytes));
    }
}

static void check_document(struct arena *arena,
                           const struct md_document *document)
{
    struct map ids = {0};
    for (size_t i = 0; i < document->heading_count; i++) {
        const struct md_heading *heading = &document->headings[i];
        check_place(document, heading->place);
        void **slot = map_slot(arena, &ids, heading->id);
        if (heading->id.len == 0 || *slot) {
            BUG("a heading's id is empty or taken");
        }
        *slot = &ids;
    }
    for (size_t i = 0; i < document->reference_count; i++) {
        check_reference(document, &document->references[i]);
    }
    for (size_t i = 0; i < document->comment_count; i++) {
        check_place(document, document->comments[i].place);
    }
    for (size_t i = 0; i < document->link_count; i++) {
        check_place(document, document->links[i].place);
    }
}

/* Tags in the page are those that the writer has. */
static void check_tag(struct str tag, struct strs *open, struct arena *arena)
{
    static const char *const names[] = {
        "p",          "h1",    "h2",    "h3",    "h4",     "h5",   "h6",
        "ul",         "ol",    "li",    "em",    "a",      "td",   "th",
        "tr",         "table", "thead", "tbody", "pre",    "code", "strong",
        "blockquote", "span",  "div",   "sup",   "section"};
    static const char *const empty[] = {"br", "hr", "img"};
    bool is_close = str_starts(tag, S("/"));
    struct str name = {0};
    struct str rest = {0};
    str_cut(str_from(tag, is_close), ' ', &name, &rest);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        if (str_is(name, empty[i]) && !is_close) {
            return;
        }
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!str_is(name, names[i])) {
            continue;
        }
        if (!is_close) {
            *LIST_PUSH(arena, open) = name;
        } else if (open->len == 0 || !str_equal(open->at[--open->len], name)) {
            BUG("</%.*s> closes nothing", STR_ARG(name));
        }
        return;
    }
    BUG("the tag <%.*s> is none of ours", STR_ARG(tag));
}

static void check_id(struct str tag, struct map *ids, struct arena *arena)
{
    const struct str mark = S(" id=\"");
    const size_t at = str_find(tag, mark);
    if (at == STR_NONE) {
        return;
    }
    struct str id = {0};
    struct str rest = {0};
    str_cut(str_from(tag, at + mark.len), '"', &id, &rest);
    void **slot = map_slot(arena, ids, id);
    if (id.len == 0 || *slot) {
        BUG("the id \"%.*s\" is empty or taken", STR_ARG(id));
    }
    *slot = ids;
}

static void check_html(struct arena *arena, struct str html)
{
    struct strs open = {0};
    struct map ids = {0};
    while (html.len > 0) {
        size_t start = str_find_char(html, '<');
        if (start == STR_NONE) {
            break;
        }
        html = str_from(html, start + 1);
        size_t end = str_find_char(html, '>');
        if (end == STR_NONE) {
            BUG("a tag that never ends");
        }
        check_tag(str_slice(html, 0, end), &open, arena);
        check_id(str_slice(html, 0, end), &ids, arena);
        html = str_from(html, end + 1);
    }
    if (open.len > 0) {
        BUG("<%.*s> is not closed", STR_ARG(open.at[open.len - 1]));
    }
}

static struct str without_blanks(struct arena *arena, struct str text)
{
    struct out out = {0};
    for (size_t i = 0; i < text.len; i++) {
        if (!strchr(" \t\r\n", text.ptr[i]) || text.ptr[i] == '\0') {
            out_char(&out, text.ptr[i]);
        }
    }
    struct str copy = arena_copy(arena, out_text(&out));
    out_free(&out);
    return copy;
}

/* An id with a line break, and what may be the target of a link, which a line
 * break ends and a covered one does not. */
static bool has_broken_target(const struct md_document *document)
{
    struct str text = document->source->text;
    bool has_target = str_find(text, S("]:")) != STR_NONE ||
                      str_find(text, S("](")) != STR_NONE;
    for (size_t i = 0; has_target && i < document->reference_count; i++) {
        const struct md_reference *reference = &document->references[i];
        if (reference->place.end - reference->place.start > reference->id.len) {
            return true;
        }
    }
    return false;
}

/* The page, and the same without any id to look for. */
static void check_page(struct arena *arena, struct source *source,
                       const struct md_document *document)
{
    struct diags ignored = {.arena = arena};
    struct out with = {0};
    struct out without = {0};
    md_to_html(&with, document, NULL);
    md_to_html(
        &without,
        md_parse(arena, source, document->start, document->end, NULL, &ignored),
        NULL);
    check_html(arena, out_text(&with));
    if (!has_broken_target(document) &&
        !str_equal(without_blanks(arena, out_text(&with)),
                   without_blanks(arena, out_text(&without)))) {
        BUG("looking for ids changed the page");
    }
    out_reset(&with);
    md_document_plain(&with, document);
    out_free(&with);
    out_free(&without);
}

static void check_line(struct arena *arena, struct str text,
                       const struct md_options *options)
{
    struct out out = {0};
    md_inline_html(&out, arena, text, options, NULL);
    check_html(arena, out_text(&out));
    out_reset(&out);
    md_plain(&out, arena, text);
    out_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct str prefix_list[] = {S("A"), S("LIT"), S("SOTA")};
    struct strs prefixes = {prefix_list, 3, 3};
    struct md_options options = {.prefixes = &prefixes};
    struct str text =
        arena_copy(&arena, (struct str){(const char *)data, size});
    struct source *source = source_new(&arena, S("x.md"), text);
    size_t start = size > 8 ? data[0] % 4 : 0;
    const struct md_document *document =
        md_parse(&arena, source, start, size, &options, &diags);
    if (document) {
        check_document(&arena, document);
        check_page(&arena, source, document);
    }
    check_line(&arena, str_slice(text, 0, 500), &options);
    arena_free(&arena);
    return 0;
}
