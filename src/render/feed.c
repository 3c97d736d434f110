/* Atom (RFC 4287) and sitemaps.org. */

#include "render/feed.h"

#include "render/cite.h"
#include "render/page.h"

enum { DAY = sizeof "2021-01-03" - 1 };

/* XML has no place for control characters, escaped or not. */
static void put_xml(struct out *out, struct str text)
{
    size_t done = 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i == text.len || (unsigned char)text.ptr[i] < ' ') {
            out_html(out, str_slice(text, done, i));
            out_c(out, i < text.len ? " " : "");
            done = i + 1;
        }
    }
}

static void put_element(struct out *out, const char *name, struct str text)
{
    out_printf(out, "<%s>", name);
    put_xml(out, text);
    out_printf(out, "</%s>\n", name);
}

/* ---- The feed ------------------------------------------------------------ */

/* The host of the address that the project declares; a name that can belong to
 * nobody where it declares none. */
static struct str authority(const struct page_context *context)
{
    struct str host = cite_base(context);
    const size_t at = str_find(host, S("://"));
    host = at == STR_NONE ? host : str_from(host, at + 3);
    for (size_t i = 0; i < host.len; i++) {
        if (host.ptr[i] == '/' || host.ptr[i] == ':') {
            host = str_slice(host, 0, i);
            break;
        }
    }
    return host.len > 0 ? host : S("probatum.invalid");
}

static struct str latest(const struct verdict_changes *changes)
{
    struct str newest = S("1970-01-01T00:00:00Z");
    for (size_t i = 0; i < changes->len; i++) {
        const struct str stamp = changes->at[i].stamp;
        newest = str_compare(stamp, newest) > 0 ? stamp : newest;
    }
    return newest;
}

static void put_head(struct out *out, const struct page_context *context,
                     const struct verdict_changes *changes)
{
    const struct str title = context->site->input.project->title;
    const struct str host = authority(context);
    out_c(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
               "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    put_element(out, "id",
                ARENA_JOIN(context->arena, S("tag:"), host,
                           S(",2026:verdict-changes")));
    put_element(
        out, "title",
        ARENA_JOIN(context->arena, title, S(": verdicts that changed")));
    if (changes->gap.len > 0) {
        put_element(out, "subtitle", changes->gap);
    }
    put_element(out, "updated", latest(changes));
    out_c(out, "<author>");
    put_element(out, "name", title);
    out_c(out, "</author>\n<link rel=\"alternate\" href=\"");
    put_xml(out, cite_url(context, S("index.html")));
    out_c(out, "\"/>\n");
    if (cite_base(context).len > 0) {
        out_c(out, "<link rel=\"self\" href=\"");
        put_xml(out, cite_url(context, S("feed.xml")));
        out_c(out, "\"/>\n");
    }
}

static void put_link(struct out *out, const struct page_context *context,
                     const struct record *practice,
                     const struct verdict_change *change)
{
    const struct record *shown =
        practice != NULL ? practice : site_record(context, change->experiment);
    const struct str place =
        shown != NULL ? site_place(context->site, shown) : (struct str){0};
    out_c(out, "<link rel=\"alternate\" href=\"");
    put_xml(out, cite_url(context, place.len > 0 ? ARENA_JOIN(context->arena,
                                                              place, S(".html"))
                                                 : S("index.html")));
    if (place.len > 0) {
        out_c(out, "#outcome.");
        put_xml(out, change->experiment);
        out_char(out, '.');
        put_xml(out, change->hypothesis);
    }
    out_c(out, "\"/>\n");
}

static void put_entry(struct out *out, const struct page_context *context,
                      const struct verdict_change *change)
{
    struct arena *arena = context->arena;
    const struct record *practice = site_record(context, change->practice);
    const char *after = verdict_words(change->after);
    const bool is_new = change->before == VERDICT_NOT_TESTED;
    const struct str name =
        practice != NULL ? short_title(arena, practice) : change->practice;
    out_c(out, "<entry>\n");
    put_element(
        out, "id",
        arena_printf(
            arena, "tag:%.*s,%.*s:%.*s/%.*s.%.*s", STR_ARG(authority(context)),
            STR_ARG(str_slice(change->stamp, 0, DAY)), STR_ARG(change->commit),
            STR_ARG(change->experiment), STR_ARG(change->hypothesis)));
    put_element(out, "title",
                arena_printf(arena, "%.*s %.*s: %s", STR_ARG(change->practice),
                             STR_ARG(name), after));
    put_element(out, "updated", change->stamp);
    out_printf(out, "<category term=\"%s\"/>\n",
               is_new ? "new-evidence" : "verdict-flip");
    put_link(out, context, practice, change);
    out_c(out, "<content type=\"text\">");
    put_xml(out, arena_printf(arena, "%.*s.%.*s: %s, %s before. Commit %.*s.",
                              STR_ARG(change->experiment),
                              STR_ARG(change->hypothesis), after,
                              verdict_words(change->before),
                              STR_ARG(change->commit)));
    out_c(out, "</content>\n</entry>\n");
}

void feed_write(struct out *out, const struct page_context *context)
{
    const struct verdict_changes *changes = site_verdict_changes(context);
    put_head(out, context, changes);
    for (size_t i = 0; i < changes->len; i++) {
        put_entry(out, context, &changes->at[i]);
    }
    out_c(out, "</feed>\n");
}

/* ---- The map ------------------------------------------------------------- */

void sitemap_write(struct out *out, const struct page_context *context)
{
    if (cite_base(context).len == 0) {
        return;
    }
    const struct pages pages = pages_of(context->site);
    out_c(out,
          "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
          "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (size_t i = 0; i < pages.len; i++) {
        const struct page *page = &pages.at[i];
        if (str_is(page->place, "404")) {
            continue;
        }
        out_c(out, "<url><loc>");
        put_xml(out, cite_url(context, ARENA_JOIN(context->arena, page->place,
                                                  S(".html"))));
        out_c(out, "</loc>");
        const struct str date =
            page->record != NULL ? cite_date(page->record) : (struct str){0};
        if (date.len > 0) {
            put_element(out, "lastmod", date);
        }
        out_c(out, "</url>\n");
    }
    out_c(out, "</urlset>\n");
}
