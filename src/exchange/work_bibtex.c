/* A work as an entry of BibTeX. */

#include "exchange/work.h"

#include "base/ascii.h"
#include "exchange/tex.h"

static void put_label(struct out *out, const char *name)
{
    enum { WIDTH = 13 }; /* of archivePrefix, the longest */
    out_printf(out, "  %-*s = ", WIDTH, name);
}

static void put_plain(struct out *out, const char *name, struct str value)
{
    if (value.len > 0) {
        put_label(out, name);
        out_char(out, '{');
        out_str(out, value);
        out_c(out, "},\n");
    }
}

static void put_tex(struct out *out, const char *name, struct str value)
{
    if (value.len > 0) {
        put_label(out, name);
        out_char(out, '{');
        tex_put(out, value);
        out_c(out, "},\n");
    }
}

/* An address is never escaped, and its braces must be balanced. */
static void put_address(struct out *out, const char *name, struct str value)
{
    struct out address = {0};
    for (size_t i = 0; i < value.len; i++) {
        const char c = value.ptr[i];
        if (c == '{' || c == '}' || c == '\\' || ascii_is_space(c)) {
            out_printf(&address, "%%%02X", (unsigned char)c);
        } else {
            out_char(&address, c);
        }
    }
    put_plain(out, name, out_text(&address));
    out_free(&address);
}

/* -- Authors --------------------------------------------------------------- */

/* "and" as a word would split the name, and a comma would take it apart. */
static bool would_split(struct str part)
{
    struct str rest = part, word;
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(rest, ' ', &word, &rest);
        if (str_equal_nocase(word, S("and"))) {
            return true;
        }
    }
    return str_find_char(part, ',') != STR_NONE;
}

static void put_part(struct out *out, struct str part, bool is_group)
{
    const bool is_held = is_group || would_split(part);
    out_c(out, is_held ? "{" : "");
    tex_put(out, part);
    out_c(out, is_held ? "}" : "");
}

static void put_name(struct out *out, const struct author *author)
{
    switch (author->kind) {
    case AUTHOR_OTHERS:
        out_c(out, "others");
        return;
    case AUTHOR_GROUP:
        put_part(out, author->family, true);
        return;
    case AUTHOR_PERSON:
        break;
    }
    put_part(out, author->family, false);
    if (author->suffix.len > 0) {
        out_c(out, ", ");
        put_part(out, author->suffix, false);
    }
    if (author->given.len > 0) {
        out_c(out, ", ");
        put_part(out, author->given, false);
    }
}

static void put_authors(struct out *out, const struct authors *authors)
{
    if (authors->len == 0) {
        return;
    }
    put_label(out, "author");
    out_char(out, '{');
    for (size_t i = 0; i < authors->len; i++) {
        out_c(out, i > 0 ? " and " : "");
        put_name(out, &authors->at[i]);
    }
    out_c(out, "},\n");
}

/* -- The entry ------------------------------------------------------------- */

static void put_title(struct out *out, struct str title)
{
    if (title.len > 0) {
        put_label(out, "title");
        out_char(out, '{');
        tex_put_title(out, title);
        out_c(out, "},\n");
    }
}

/* The month by the macro that every style defines; the day, which only some
 * programs read, in a field of its own. */
static void put_date(struct out *out, struct str published)
{
    static const char *const months[] = {"jan", "feb", "mar", "apr",
                                         "may", "jun", "jul", "aug",
                                         "sep", "oct", "nov", "dec"};
    const struct work_date date = work_date(published);
    if (date.year > 0) {
        put_label(out, "year");
        out_printf(out, "{%04d},\n", date.year);
    }
    if (date.month >= 1 && date.month <= 12) {
        put_label(out, "month");
        out_printf(out, "%s,\n", months[date.month - 1]);
    }
    if (date.day > 0) {
        put_label(out, "day");
        out_printf(out, "{%d},\n", date.day);
    }
}

static void put_arxiv(struct out *out, const struct work *work)
{
    const struct arxiv_id *id = &work->arxiv_id;
    if (id->number.len == 0) {
        return;
    }
    put_label(out, "eprint");
    out_printf(out, "{%.*s", STR_ARG(id->number));
    if (id->version > 0) {
        out_printf(out, "v%d", id->version);
    }
    out_c(out, "},\n");
    put_plain(out, "archivePrefix", S("arXiv"));
    put_tex(out, "primaryClass", work->arxiv_class);
}

void work_put_bibtex(struct out *out, struct arena *scratch,
                     const struct work *work)
{
    const struct work_type *type = work_type_of_word(work->type);
    struct doi_id doi;
    out_printf(out, "@%s{%.*s,\n", type->bibtex, STR_ARG(work->key));
    put_authors(out, &work->authors);
    put_title(out, work->title);
    put_tex(out, type->venue, work->venue);
    put_date(out, work->published);
    put_arxiv(out, work);
    if (work->doi.len > 0 && doi_parse(scratch, work->doi, &doi) != DOI_FORM) {
        put_address(out, "doi", doi.shown);
    }
    put_address(out, "url", work->url);
    if (work->retracted.len > 0) {
        const struct str note =
            arena_printf(scratch, "Retracted: %.*s", STR_ARG(work->retracted));
        put_tex(out, "note", note);
    }
    out_c(out, "}\n");
}
