/* What a page is about, in the vocabulary of schema.org: a practice is a Claim
 * with the works it appears in and the data it is judged by, a work a
 * ScholarlyArticle, an experiment a Dataset. No ratings: a verdict is no stars.
 *
 * The text stands in a script element, which ends at the first "</script" that
 * a browser sees, so that no "<" is ever written. */

#include "exchange/crate.h"
#include "render/cite.h"
#include "render/output.h"

static void put(struct json_out *j, const char *key, struct str value)
{
    if (value.len > 0) {
        json_put_str(j, key, value);
    }
}

static void open_typed(struct json_out *j, const char *type)
{
    json_open(j, '{');
    json_put_c(j, "@type", type);
}

/* ---- Works --------------------------------------------------------------- */

static void put_authors(struct json_out *j, struct arena *arena,
                        const struct work *work)
{
    if (work->authors.len == 0) {
        return;
    }
    json_key(j, "author");
    json_open(j, '[');
    for (size_t i = 0; i < work->authors.len; i++) {
        const struct author *author = &work->authors.at[i];
        if (author->kind == AUTHOR_OTHERS) {
            continue;
        }
        open_typed(j,
                   author->kind == AUTHOR_PERSON ? "Person" : "Organization");
        const struct str name =
            author->given.len > 0
                ? ARENA_JOIN(arena, author->given, S(" "), author->family)
                : author->family;
        json_put_str(j, "name", name);
        json_close(j);
    }
    json_close(j);
}

static void put_work(struct json_out *j, struct arena *arena,
                     const struct work *work)
{
    const struct str url = cite_work_url(arena, work);
    put(j, "@id", url);
    put(j, "name", work->title);
    put_authors(j, arena, work);
    put(j, "datePublished", work->published);
    put(j, "sameAs", url);
    if (work->venue.len > 0) {
        json_key(j, "isPartOf");
        open_typed(j, "CreativeWork");
        json_put_str(j, "name", work->venue);
        json_close(j);
    }
    put(j, "creativeWorkStatus",
        work->retracted.len > 0 ? S("retracted") : (struct str){0});
}

/* Each work once, however often it is cited. */
static void put_sources(struct json_out *j, const struct page_context *context,
                        const struct record *record, const char *key)
{
    struct arena *arena = context->arena;
    struct map seen = {0};
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct record *work =
            site_record(context, record->citations.at[i].ref);
        if (work == NULL || work->kind->role != ROLE_LITERATURE ||
            map_get(&seen, work->id) != NULL) {
            continue;
        }
        *map_slot(arena, &seen, work->id) = j;
        if (seen.len == 1) {
            json_key(j, key);
            json_open(j, '[');
        }
        const struct work cited =
            work_of_record(arena, context->site->input.project, work);
        open_typed(j, "ScholarlyArticle");
        put_work(j, arena, &cited);
        json_close(j);
    }
    if (seen.len > 0) {
        json_close(j);
    }
}

/* ---- Experiments --------------------------------------------------------- */

static void put_experiment(struct json_out *j,
                           const struct page_context *context,
                           const struct record *experiment)
{
    const struct str place = site_place(context->site, experiment);
    open_typed(j, "Dataset");
    json_put_str(j, "name", short_title(context->arena, experiment));
    put(j, "identifier", experiment->id);
    put(j, "url",
        cite_url(context, ARENA_JOIN(context->arena, place, S(".html"))));
    json_close(j);
}

/* The experiments whose hypotheses the practice names, each once. */
static void put_evidence(struct json_out *j, const struct page_context *context,
                         const struct record *record)
{
    struct arena *arena = context->arena;
    struct map seen = {0};
    for (size_t i = 0; i < record->evidence.len; i++) {
        struct str id = record->evidence.at[i].text;
        struct str rest;
        str_cut(id, '.', &id, &rest);
        const struct record *experiment = site_record(context, id);
        if (experiment == NULL || map_get(&seen, id) != NULL) {
            continue;
        }
        *map_slot(arena, &seen, id) = j;
        if (seen.len == 1) {
            json_key(j, "isBasedOn");
            json_open(j, '[');
        }
        put_experiment(j, context, experiment);
    }
    if (seen.len > 0) {
        json_close(j);
    }
}

static void put_dataset(struct json_out *j, const struct page_context *context,
                        const struct record *record)
{
    const struct plan *plan = site_plan(context, record->id);
    const struct evidence *evidence = site_evidence(context, record->id);
    put(j, "description",
        plan != NULL && plan->question.len > 0 ? plan->question
                                               : record->summary);
    if (evidence == NULL) {
        return;
    }
    json_put_strs(j, "variableMeasured", &evidence->metrics);
    json_key(j, "distribution");
    open_typed(j, "DataDownload");
    json_put_c(j, "encodingFormat", "application/json");
    json_put_str(j, "contentUrl", cite_url(context, S("data/evidence.json")));
    json_close(j);
}

/* ---- The page ------------------------------------------------------------ */

static const char *type_of(enum role role)
{
    switch (role) {
    case ROLE_PRACTICE:
        return "Claim";
    case ROLE_LITERATURE:
        return "ScholarlyArticle";
    case ROLE_EXPERIMENT:
        return "Dataset";
    case ROLE_ANY:
    case ROLE_THEORY:
    case ROLE_DECISION:
    case ROLE_NOTE:
    case ROLE_RECORD:
    case ROLE_JOURNAL:
        break;
    }
    return "CreativeWork";
}

/* As an address, which words of the project's own cannot be. */
static void put_licence(struct json_out *j, const struct page_context *context)
{
    const struct str licence = context->site->input.project->licence;
    const bool is_words =
        licence.len == 0 || str_find_char(licence, ' ') != STR_NONE;
    put(j, "license",
        is_words ? licence : crate_licence(context->arena, licence));
}

static void put_own(struct json_out *j, const struct page_context *context,
                    const struct record *record)
{
    const struct project *project = context->site->input.project;
    const struct work own = cite_page(context, record);
    json_put_str(j, "name", short_title(context->arena, record));
    json_put_str(j, "identifier", record->id);
    put(j, "url", own.url);
    put(j, "dateModified", own.published);
    put(j, "dateCreated", record->date);
    if (record->version > 0) {
        json_put_int(j, "version", record->version);
    }
    put_licence(j, context);
    json_key(j, "publisher");
    open_typed(j, "Organization");
    json_put_str(j, "name", project->title);
    json_close(j);
}

static void put_page(struct json_out *j, const struct page_context *context,
                     const struct record *record)
{
    struct arena *arena = context->arena;
    json_open(j, '{');
    json_put_c(j, "@context", "https://schema.org");
    json_put_c(j, "@type", type_of(record->kind->role));
    if (record->kind->role == ROLE_LITERATURE) {
        const struct work work =
            work_of_record(arena, context->site->input.project, record);
        put_work(j, arena, &work);
        json_close(j);
        return;
    }
    put_own(j, context, record);
    if (record->kind->role == ROLE_PRACTICE) {
        put(j, "text", str_trim(record->claim));
        put_sources(j, context, record, "appearance");
        put_evidence(j, context, record);
    } else if (record->kind->role == ROLE_EXPERIMENT) {
        put_dataset(j, context, record);
    } else {
        put(j, "description", str_trim(record->summary));
        put_sources(j, context, record, "citation");
    }
    json_close(j);
}

/* Nothing in it can end the script element. */
static struct str take_safe(struct arena *arena, struct out *out)
{
    output_inert_json(out, 0);
    return out_take(out, arena);
}

struct str linked_data(const struct page_context *context,
                       const struct record *record)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    put_page(&j, context, record);
    return take_safe(context->arena, &out);
}

/* ---- Chapters and the whole ---------------------------------------------- */

/* What every page of the project's own says of itself. */
static void put_work_of_project(struct json_out *j,
                                const struct page_context *context,
                                const char *type, const struct work *work)
{
    const struct project *project = context->site->input.project;
    json_open(j, '{');
    json_put_c(j, "@context", "https://schema.org");
    json_put_c(j, "@type", type);
    json_put_str(j, "name", work->title);
    put(j, "url", work->url);
    put(j, "dateModified", work->published);
    put_licence(j, context);
    json_key(j, "publisher");
    open_typed(j, "Organization");
    json_put_str(j, "name", project->title);
    json_close(j);
}

static struct str page_url(const struct page_context *context,
                           const struct record *record)
{
    const struct str place = site_place(context->site, record);
    return cite_url(context, ARENA_JOIN(context->arena, place, S(".html")));
}

/* Claims by name and address. Data and works by their address alone where they
 * have one: what stands there says the rest, and a chapter can name thirty. */
static void put_used(struct json_out *j, const struct page_context *context,
                     const struct record *record)
{
    const bool is_data = record->kind->role == ROLE_EXPERIMENT;
    if (record->kind->role == ROLE_PRACTICE) {
        open_typed(j, "Claim");
        json_put_str(j, "name", short_title(context->arena, record));
        put(j, "url", page_url(context, record));
        json_close(j);
        return;
    }
    const struct work work =
        work_of_record(context->arena, context->site->input.project, record);
    const struct str url = is_data ? page_url(context, record)
                                   : cite_work_url(context->arena, &work);
    if (url.len > 0) {
        json_str(j, url);
        return;
    }
    open_typed(j, is_data ? "Dataset" : "ScholarlyArticle");
    put(j, "name", work.title);
    json_close(j);
}

/* Records of one kind that the chapter names, each once. */
static void put_uses(struct json_out *j, const struct page_context *context,
                     const struct chapter *chapter, enum role role,
                     const char *key)
{
    struct map seen = {0};
    for (size_t i = 0; i < chapter->use_count; i++) {
        const struct record *record = site_record(context, chapter->uses[i].id);
        if (record == NULL || record->kind->role != role || record->is_broken ||
            map_get(&seen, record->id) != NULL) {
            continue;
        }
        *map_slot(context->arena, &seen, record->id) = j;
        if (seen.len == 1) {
            json_key(j, key);
            json_open(j, '[');
        }
        put_used(j, context, record);
    }
    if (seen.len > 0) {
        json_close(j);
    }
}

struct str linked_data_chapter(const struct page_context *context,
                               const struct chapter *chapter,
                               const struct work *work)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    struct work plain = *work; /* its version is a member of its own */
    plain.title = chapter->title;
    put_work_of_project(&j, context, "Chapter", &plain);
    put(&j, "description", str_trim(chapter->summary));
    if (chapter->number > 0) {
        json_put_int(&j, "position", chapter->number);
    }
    if (chapter->version > 0) {
        json_put_int(&j, "version", chapter->version);
    }
    json_key(&j, "isPartOf");
    open_typed(&j, "Book");
    json_put_str(&j, "name", context->site->input.project->title);
    json_close(&j);
    put_uses(&j, context, chapter, ROLE_PRACTICE, "mentions");
    put_uses(&j, context, chapter, ROLE_EXPERIMENT, "isBasedOn");
    put_uses(&j, context, chapter, ROLE_LITERATURE, "citation");
    json_close(&j);
    return take_safe(context->arena, &out);
}

static void put_download(struct json_out *j, const struct page_context *context,
                         struct str path)
{
    open_typed(j, "DataDownload");
    json_put_c(j, "encodingFormat", "application/json");
    json_put_str(j, "contentUrl", cite_url(context, path));
    json_close(j);
}

struct str linked_data_site(const struct page_context *context,
                            const struct work *work)
{
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    put_work_of_project(&j, context, "Dataset", work);
    json_key(&j, "distribution");
    json_open(&j, '[');
    put_download(&j, context, S("data/records.json"));
    put_download(&j, context, S("data/evidence.json"));
    json_close(&j);
    json_close(&j);
    return take_safe(context->arena, &out);
}
