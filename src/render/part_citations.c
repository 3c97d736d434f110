/* Works that are cited, and what a page says of them. */

#include "render/parts.h"

#include "render/words.h"

#include "base/ascii.h"
#include "record/author.h"
#include "record/identifier.h"

void view_report(const struct page_context *context, struct view *map,
                 const struct report *report)
{
    struct arena *arena = context->arena;
    view_text(arena, map, "id", report->id);
    view_text(arena, map, "what", report->what);
    view_text(arena, map, "value", report->value);
    view_text(arena, map, "unit", report->unit);
    view_text(arena, map, "setting", report->setting);
    view_text(arena, map, "n", report->n);
    view_text(arena, map, "spread", report->spread);
}

/* ---- Identifiers ------------------------------------------------------ */

static void push_identifier(const struct page_context *context,
                            struct view *list, const char *label,
                            struct str text, struct str href)
{
    struct arena *arena = context->arena;
    struct view *item = view_push(arena, list);
    view_c(arena, item, "label", label);
    view_text(arena, item, "text", text);
    view_text(arena, item, "href", md_is_web_url(href) ? href : S(""));
}

static void push_arxiv(const struct page_context *context, struct view *list,
                       struct str written)
{
    struct arena *arena = context->arena;
    struct arxiv_id id = {0};
    if (arxiv_parse(arena, written, &id) != IDENTIFIER_OK) {
        push_identifier(context, list, "arXiv", written, S(""));
        return;
    }
    const struct str version =
        id.version > 0 ? arena_printf(arena, "v%d", id.version) : S("");
    push_identifier(
        context, list, "arXiv",
        arena_printf(arena, "%.*s%.*s", STR_ARG(id.number), STR_ARG(version)),
        arena_printf(arena, "https://arxiv.org/abs/%.*s%.*s",
                     STR_ARG(id.number), STR_ARG(version)));
}

static void push_doi(const struct page_context *context, struct view *list,
                     struct str written)
{
    struct arena *arena = context->arena;
    struct doi_id id = {0};
    if (doi_parse(arena, written, &id) != IDENTIFIER_OK) {
        push_identifier(context, list, "DOI", written, S(""));
        return;
    }
    struct out out = {0};
    struct str rest = id.shown;
    struct str part = {0};
    out_c(&out, "https://doi.org/");
    bool has_more = true;
    for (bool is_first = true; has_more; is_first = false) {
        has_more = str_cut(rest, '/', &part, &rest);
        out_c(&out, is_first ? "" : "/");
        out_url(&out, part);
    }
    push_identifier(context, list, "DOI", id.shown, out_take(&out, arena));
}

static const char *read_words(struct str read)
{
    if (str_is(read, "full")) {
        return "read in full";
    }
    if (str_is(read, "partial")) {
        return "read in part";
    }
    if (str_is(read, "abstract")) {
        return "only its abstract was read";
    }
    if (str_is(read, "unread")) {
        return "not read";
    }
    return NULL;
}

static struct str author_list(struct arena *arena, const struct texts *authors)
{
    struct out out = {0};
    for (size_t i = 0; i < authors->len; i++) {
        const bool is_others = str_is(authors->at[i].text, "others");
        out_c(&out, i == 0 ? "" : is_others ? " and " : ", ");
        out_str(&out, author_shown(arena, authors->at[i].text));
    }
    return out_take(&out, arena);
}

/* Newest first; the one that was read is marked. */
static void view_versions(const struct page_context *context, struct view *map,
                          const struct record *work)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, map, "versions");
    const int read = record_version_read(work);
    for (size_t i = work->version_count; i > 0; i--) {
        const struct work_version *version = &work->versions[i - 1];
        struct view *item = view_push(arena, list);
        view_text(arena, item, "version", version->version);
        view_text(arena, item, "version_date", version->date);
        view_prose(context, item, "withdrawn", version->withdrawn);
        view_prose(context, item, "version_note", version->note);
        view_flag(arena, item, "is_read", read > 0 && version->number == read);
    }
    view_flag(arena, map, "has_versions", work->version_count > 0);
}

void view_work_line(const struct page_context *context, struct view *map,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    const char *read = read_words(record->read);
    view_text(arena, map, "author_year", author_year(arena, record));
    if (read != NULL) {
        view_c(arena, map, "read", read);
    }
}

void view_work(const struct page_context *context, struct view *map,
               const struct record *record)
{
    struct arena *arena = context->arena;
    view_work_line(context, map, record);
    view_text(arena, map, "authors", author_list(arena, &record->authors));
    view_text(arena, map, "published", record->published);
    view_text(arena, map, "year", str_slice(record->published, 0, 4));
    view_text(arena, map, "venue", record->venue);
    view_text(arena, map, "type", record->type);
    view_flag(arena, map, "is_supplied", str_is(record->type, "supplied"));
    view_prose(context, map, "retracted", record->retracted);
    view_versions(context, map, record);
    struct view *identifiers = view_list(arena, map, "identifiers");
    if (record->arxiv.len > 0) {
        push_arxiv(context, identifiers, record->arxiv);
    }
    if (record->doi.len > 0) {
        push_doi(context, identifiers, record->doi);
    }
    if (record->url.len > 0) {
        push_identifier(context, identifiers, "URL", record->url, record->url);
    }
}

/* ---- Citations -------------------------------------------------------- */

static void view_ablation(const struct page_context *context, struct view *map,
                          enum ablation ablation)
{
    struct view *view = view_child(context->arena, map, "ablation");
    view_c(context->arena, view, "name",
           ablation == ABLATION_ABSENT ? "unstated" : ablation_name(ablation));
    view_c(context->arena, view, "words", ablation_words(ablation));
    view_c(context->arena, view, "icon", ablation_icon(ablation));
}

/* "quotes v1; v3 of 2020-05-01 is known" */
static void view_newer(const struct page_context *context, struct view *item,
                       const struct record *work,
                       const struct citation *citation)
{
    const int cited = record_version_cited(work, citation);
    const struct work_version *latest = record_version_latest(work);
    if (latest != NULL && cited > 0 && cited < latest->number) {
        view_printf(context->arena, item, "newer",
                    "cites v%d; v%d of %.*s is known", cited, latest->number,
                    STR_ARG(latest->date));
    }
}

static bool is_anchor(const struct view *list, struct str anchor)
{
    for (size_t i = 0; i < list->len; i++) {
        const struct view *known = view_get(list->items[i], S("anchor"));
        if (known != NULL && str_equal(known->text, anchor)) {
            return true;
        }
    }
    return false;
}

/* "Cite.LIT-022", of plain characters. A record may name a work twice: the
 * second is "Cite.LIT-022.2", unless another work has that for its name. */
static struct str citation_anchor(struct arena *arena, const struct view *list,
                                  const struct citation *citation)
{
    struct out out = {0};
    out_c(&out, "Cite.");
    for (size_t i = 0; i < citation->ref.len; i++) {
        const char c = citation->ref.ptr[i];
        const bool is_plain = ascii_is_letter(c) || ascii_is_digit(c) ||
                              c == '-' || c == '_' || c == '.';
        out_char(&out, is_plain ? c : '-');
    }
    const struct str first = out_take(&out, arena);
    struct str anchor = first;
    for (int n = 2; is_anchor(list, anchor); n++) {
        anchor = arena_printf(arena, "%.*s.%d", STR_ARG(first), n);
    }
    return anchor;
}

static void view_citation(const struct page_context *context, struct view *list,
                          const struct citation *citation)
{
    struct arena *arena = context->arena;
    struct view *item = view_push(arena, list);
    const struct record *record = site_record(context, citation->ref);
    view_reference(context, item, citation->ref);
    view_text(arena, item, "author_year", citation->ref);
    if (record != NULL) {
        view_work(context, item, record);
        view_newer(context, item, record, citation);
    }
    view_text(arena, item, "ref", citation->ref);
    view_text(arena, item, "anchor", citation_anchor(arena, list, citation));
    view_text(arena, item, "role_key", citation->role);
    view_text(arena, item, "role_words", words_of_key(arena, citation->role));
    view_text(arena, item, "locator", citation->locator);
    view_text(arena, item, "quote", str_trim(citation->quote));
    view_prose(context, item, "note", citation->note);
    view_ablation(context, item, citation->ablation);
    struct view *reports = view_list(arena, item, "reports");
    for (size_t i = 0; i < citation->reports.len; i++) {
        view_report(context, view_push(arena, reports),
                    &citation->reports.at[i]);
    }
    view_flag(arena, item, "has_reports", citation->reports.len > 0);
}

struct statement {
    const char *words, *brief;
};

static struct statement statement_of(enum ablation ablation)
{
    switch (ablation) {
    case ABLATION_FULL:
        return (struct statement){"A source runs the arm without it.",
                                  "an arm without it"};
    case ABLATION_NONE:
        return (struct statement){"No source runs the arm without it.",
                                  "no arm without it"};
    case ABLATION_PARTIAL:
        return (struct statement){
            "A source leaves it out, together with other changes.",
            "with other changes"};
    case ABLATION_ABSENT:
    case ABLATION_UNKNOWN:
        return (struct statement){
            "Not known whether any source runs the arm without it.",
            "not known"};
    }
    BUG("ablation of no kind");
}

void view_statement(const struct page_context *context, struct view *page,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    const enum ablation ablation = record_ablation(record);
    if (ablation == ABLATION_ABSENT) {
        return;
    }
    const struct statement statement = statement_of(ablation);
    struct view *view = view_child(arena, page, "ablation");
    view_c(arena, view, "name", ablation_name(ablation));
    view_c(arena, view, "icon", ablation_icon(ablation));
    view_c(arena, view, "words", statement.words);
    view_c(arena, view, "brief", statement.brief);
    view_text(arena, view, "where", record->ablation.where);
    view_prose(context, view, "note", record->ablation.note);
}

void view_citations(const struct page_context *context, struct view *page,
                    const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "citations");
    for (size_t i = 0; i < record->citations.len; i++) {
        view_citation(context, list, &record->citations.at[i]);
    }
    view_flag(arena, page, "has_citations", record->citations.len > 0);
    struct view *former = view_list(arena, page, "formerly_cited");
    for (size_t i = 0; i < record->formerly_cited.len; i++) {
        view_citation(context, former, &record->formerly_cited.at[i]);
    }
    view_flag(arena, page, "has_formerly_cited", former->len > 0);
    view_statement(context, page, record);
}
