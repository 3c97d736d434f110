/* The citation of a page. One form serves all kinds of records, so that what a
 * reader copies and what a reference manager fetches say the same. */

#include "render/cite.h"

#include "render/words.h"

/* ---- Where and when ------------------------------------------------------ */

struct str cite_date(const struct record *record)
{
    for (size_t i = 0; i < record->history_count; i++) {
        const struct history_entry *entry = &record->history[i];
        if (entry->version == record->version && entry->date.len > 0) {
            return entry->date;
        }
    }
    return record->date;
}

struct str cite_base(const struct page_context *context)
{
    const struct str url = context->site->input.project->base_url;
    return url.len == 0 || str_ends(url, S("/"))
               ? url
               : ARENA_JOIN(context->arena, url, S("/"));
}

struct str cite_url(const struct page_context *context, struct str path)
{
    const struct str base = cite_base(context);
    return ARENA_JOIN(context->arena, base.len > 0 ? base : context->root,
                      path);
}

struct str cite_work_url(struct arena *arena, const struct work *work)
{
    struct doi_id doi;
    if (work->doi.len > 0 && doi_parse(arena, work->doi, &doi) != DOI_FORM) {
        return ARENA_JOIN(arena, S("https://doi.org/"), doi.shown);
    }
    if (work->arxiv_id.number.len > 0) {
        return ARENA_JOIN(arena, S("https://arxiv.org/abs/"),
                          work->arxiv_id.number);
    }
    return md_is_web_url(work->url) ? work->url : (struct str){0};
}

/* ---- The page as a work -------------------------------------------------- */

/* "probatum-SOTA-060-v3": what stands in a key is letters, digits, hyphens. */
static struct str page_key(struct arena *arena, const struct record *record)
{
    struct out out = {0};
    out_c(&out, "probatum-");
    for (size_t i = 0; i < record->id.len; i++) {
        const char c = record->id.ptr[i];
        const bool is_plain = (c >= '0' && c <= '9') ||
                              (c >= 'A' && c <= 'Z') ||
                              (c >= 'a' && c <= 'z') || c == '-';
        out_char(&out, is_plain ? c : '-');
    }
    if (record->version > 0) {
        out_printf(&out, "-v%lld", (long long)record->version);
    }
    return out_take(&out, arena);
}

static struct str page_title(struct arena *arena, const struct record *record)
{
    const struct str title = short_title(arena, record);
    return record->version > 0
               ? arena_printf(arena, "%.*s (%.*s, version %lld)",
                              STR_ARG(title), STR_ARG(record->id),
                              (long long)record->version)
               : arena_printf(arena, "%.*s (%.*s)", STR_ARG(title),
                              STR_ARG(record->id));
}

struct work cite_page(const struct page_context *context,
                      const struct record *record)
{
    struct arena *arena = context->arena;
    struct work work = {
        .id = record->id,
        .key = page_key(arena, record),
        .type = S("web"),
        .title = page_title(arena, record),
        .published = cite_date(record),
        .status = record->status,
    };
    *LIST_PUSH(arena, &work.authors) = (struct author){
        .kind = AUTHOR_GROUP, .family = context->site->input.project->title};
    if (cite_base(context).len > 0) {
        work.url = cite_url(
            context,
            ARENA_JOIN(arena, site_place(context->site, record), S(".html")));
    }
    return work;
}

/* ---- For readers --------------------------------------------------------- */

static struct str bibtex_of(struct arena *arena, const struct work *work)
{
    struct out out = {0};
    work_put_bibtex(&out, arena, work);
    return out_take(&out, arena);
}

static struct str csl_of(struct arena *arena, const struct work *work)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    json_open(&j, '[');
    work_put_csl(&j, arena, work);
    json_close(&j);
    return out_take(&out, arena);
}

static void view_entry(struct arena *arena, struct view *list,
                       const char *label, const struct work *work)
{
    struct view *item = view_push(arena, list);
    view_c(arena, item, "label", label);
    view_text(arena, item, "bibtex", bibtex_of(arena, work));
    view_text(arena, item, "csl", csl_of(arena, work));
}

/* "probatum: Use RMSNorm (SOTA-060, version 3), 2026-11-29." */
static struct str in_words(const struct page_context *context,
                           const struct work *page)
{
    struct out out = {0};
    out_str(&out, context->site->input.project->title);
    out_c(&out, ": ");
    out_str(&out, page->title);
    if (page->published.len > 0) {
        out_printf(&out, ", %.*s", STR_ARG(page->published));
    }
    out_char(&out, '.');
    if (page->url.len > 0) {
        out_printf(&out, " %.*s", STR_ARG(page->url));
    }
    return out_take(&out, context->arena);
}

/* ---- For reference managers ---------------------------------------------- */

static void put_meta(struct arena *arena, struct view *list, const char *name,
                     struct str content)
{
    if (content.len > 0) {
        struct view *item = view_push(arena, list);
        view_c(arena, item, "name", name);
        view_text(arena, item, "content", content);
    }
}

/* 2019/09/17, as the tags want it. */
static struct str slashed(struct arena *arena, struct str date)
{
    struct out out = {0};
    for (size_t i = 0; i < date.len; i++) {
        out_char(&out, date.ptr[i] == '-' ? '/' : date.ptr[i]);
    }
    return out_take(&out, arena);
}

/* The page itself, for tags that do not tell of the work that it is about. */
struct shown {
    struct str title, id, date;
};

static void view_meta(const struct page_context *context, struct view *page,
                      const struct shown *shown, const struct work *work)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "meta");
    const struct str site = context->site->input.project->title;
    struct doi_id doi;
    put_meta(arena, list, "citation_title", work->title);
    for (size_t i = 0; i < work->authors.len; i++) {
        const struct author *author = &work->authors.at[i];
        if (author->kind == AUTHOR_PERSON && author->given.len > 0) {
            put_meta(arena, list, "citation_author",
                     ARENA_JOIN(arena, author->family, S(", "), author->given));
        } else if (author->kind != AUTHOR_OTHERS) {
            put_meta(arena, list, "citation_author", author->family);
        }
    }
    put_meta(arena, list, "citation_publication_date",
             slashed(arena, work->published));
    if (work->doi.len > 0 && doi_parse(arena, work->doi, &doi) != DOI_FORM) {
        put_meta(arena, list, "citation_doi", doi.shown);
    }
    put_meta(arena, list, "citation_arxiv_id", work->arxiv_id.number);
    if (work->venue.len > 0) {
        put_meta(arena, list, "citation_journal_title", work->venue);
    }
    put_meta(arena, list, "DC.title", shown->title);
    put_meta(arena, list, "DC.identifier", shown->id);
    put_meta(arena, list, "DC.date", shown->date);
    put_meta(arena, list, "DC.publisher", site);
    put_meta(arena, list, "DC.rights", context->site->input.project->licence);
}

void view_cite(const struct page_context *context, struct view *page,
               const struct record *record)
{
    struct arena *arena = context->arena;
    const struct str place = site_place(context->site, record);
    if (record->is_broken || place.len == 0) {
        return;
    }
    const struct work own = cite_page(context, record);
    struct work about = own;
    struct view *cite = view_child(arena, page, "cite");
    struct view *entries = view_list(arena, cite, "entries");
    view_text(arena, cite, "words", in_words(context, &own));
    if (record->kind->role == ROLE_LITERATURE) {
        about = work_of_record(arena, context->site->input.project, record);
        view_entry(arena, entries, "The work", &about);
    }
    view_entry(arena, entries, "This page", &own);
    view_meta(context, page,
              &(struct shown){short_title(arena, record), record->id,
                              cite_date(record)},
              &about);
    view_text(arena, page, "canonical", own.url);
    view_text(arena, page, "json_ld", linked_data(context, record));
}

/* A work of the project's own, at a place of the site. */
static struct work own_work(const struct page_context *context, struct str id,
                            struct str key, struct str title, struct str date,
                            struct str path)
{
    struct arena *arena = context->arena;
    struct work work = {
        .id = id,
        .key = key,
        .type = S("web"),
        .title = title,
        .published = date,
    };
    *LIST_PUSH(arena, &work.authors) = (struct author){
        .kind = AUTHOR_GROUP, .family = context->site->input.project->title};
    if (cite_base(context).len > 0) {
        work.url = cite_url(context, path);
    }
    return work;
}

static void view_own(const struct page_context *context, struct view *page,
                     const struct work *work, const char *label,
                     struct str words)
{
    struct arena *arena = context->arena;
    struct view *cite = view_child(arena, page, "cite");
    view_text(arena, cite, "words", words);
    view_entry(arena, view_list(arena, cite, "entries"), label, work);
    view_meta(context, page,
              &(struct shown){work->title, work->id, work->published}, work);
    view_text(arena, page, "canonical", work->url);
}

void view_cite_chapter(const struct page_context *context, struct view *page,
                       const struct chapter *chapter, struct str place)
{
    struct arena *arena = context->arena;
    const struct str title =
        chapter->version > 0
            ? arena_printf(arena, "%.*s (version %lld)",
                           STR_ARG(chapter->title), (long long)chapter->version)
            : chapter->title;
    const struct work work = own_work(
        context, place, ARENA_JOIN(arena, S("probatum-"), chapter->slug), title,
        chapter->date, ARENA_JOIN(arena, place, S(".html")));
    view_own(context, page, &work, "This page", in_words(context, &work));
    view_text(arena, page, "json_ld",
              linked_data_chapter(context, chapter, &work));
}

static struct str newest_version(const struct library *library)
{
    struct str newest = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct str date = cite_date(library->records[i]);
        newest = str_compare(date, newest) > 0 ? date : newest;
    }
    return newest;
}

void view_cite_site(const struct page_context *context, struct view *page)
{
    struct arena *arena = context->arena;
    const struct site_input *input = &context->site->input;
    const struct str tagline = input->project->tagline;
    const struct str title =
        tagline.len > 0
            ? ARENA_JOIN(arena, input->project->title, S(": "), tagline)
            : input->project->title;
    const struct work work =
        own_work(context, S("index"), S("probatum-site"), title,
                 newest_version(input->library), S("index.html"));
    const struct str words =
        work.published.len > 0
            ? arena_printf(arena, "%.*s, as of %.*s.", STR_ARG(title),
                           STR_ARG(work.published))
            : ARENA_JOIN(arena, title, S("."));
    view_own(context, page, &work, "The whole",
             work.url.len > 0 ? ARENA_JOIN(arena, words, S(" "), work.url)
                              : words);
    view_text(arena, page, "json_ld", linked_data_site(context, &work));
}
