/* Fingerprints. Each part goes into a hash behind its length, so that no two
 * different lists of parts look alike. */

#include "render/fingerprint.h"

#include "render/program.h"
#include "render/study.h"

/* ---- Parts ------------------------------------------------------------ */

static void add(struct sha256 *hash, struct str text)
{
    char length[24] = {0};
    const int written = snprintf(length, sizeof length, "%zu:", text.len);
    sha256_add(hash, (struct str){length, (size_t)written});
    sha256_add(hash, text);
}

/* Half of a hash is as good: 128 bits do not meet by chance. */
static void add_hex(struct sha256 *hash, const struct sha256_hex *hex)
{
    sha256_add(hash, (struct str){hex->text, 32});
}

static void add_int(struct sha256 *hash, int64_t value)
{
    char text[24] = {0};
    const int written = snprintf(text, sizeof text, "%lld:", (long long)value);
    sha256_add(hash, (struct str){text, (size_t)written});
}

static void keep(const struct site *site, struct map *map, struct str key,
                 struct sha256 *hash)
{
    struct sha256_hex *hex = ARENA_NEW(site->arena, struct sha256_hex);
    *hex = sha256_end(hash);
    *map_slot(site->arena, map, key) = hex;
}

/* ---- Records ---------------------------------------------------------- */

/* The bytes of the front matter that write the body, when it is there as a
 * block of its own; else none. A body with an anchor may be shown again in a
 * field, and one in quotes is rare: they count as fields. */
static struct place body_block(const struct record *record)
{
    const struct field_value *body = &record->fields[FIELD_BODY];
    const struct place none = {record->source, record->span.yaml_end,
                               record->span.yaml_end};
    if (body->presence != PRESENCE_FILLED || body->node->kind != YML_SCALAR ||
        body->key->place.end > body->node->place.start) {
        return none;
    }
    const struct str text = record->source->text;
    const struct place place = body->node->place;
    const struct str between =
        str_slice(text, body->key->place.end, place.start);
    const struct str head = str_slice(text, place.start, place.start + 1);
    const bool is_block = str_is(head, "|") || str_is(head, ">");
    return is_block && str_is(str_trim(between), ":") ? place : none;
}

/* Comments that hold findings back are shown by what they hold back, wherever
 * they stand. */
static void add_acknowledgements(struct sha256 *hash,
                                 const struct record *record)
{
    for (size_t i = 0; i < record->acknowledged_count; i++) {
        const struct acknowledgement *one = &record->acknowledged[i];
        if (one->is_comment) {
            add(hash, str_slice(one->place.source->text, one->place.start,
                                one->place.end));
        }
    }
}

struct record_prints fingerprint_record(const struct site *site,
                                        const struct record *record)
{
    const struct str text = record->source->text;
    const struct yml_front *span = &record->span;
    const size_t start = span->is_present ? span->yaml_start : 0;
    const size_t end = span->is_present ? span->yaml_end : 0;
    const struct place body = span->is_present
                                  ? body_block(record)
                                  : (struct place){record->source, 0, 0};
    struct record_prints prints;
    struct sha256 hash;
    sha256_start(&hash);
    add(&hash, record->source->path);
    add(&hash, site_place(site, record));
    add_int(&hash, record->is_broken);
    add(&hash, str_slice(text, start, body.start));
    add(&hash, str_slice(text, body.end, end));
    add_acknowledgements(&hash, record);
    prints.card = sha256_end(&hash);
    sha256_start(&hash);
    add(&hash, str_slice(text, 0, start));
    add(&hash, str_slice(text, body.start, body.end));
    add(&hash, str_from(text, end));
    prints.own = sha256_end(&hash);
    return prints;
}

static const struct record_prints *prints_of(const struct fingerprints *prints,
                                             const struct record *record)
{
    return record != NULL ? map_get(&prints->records, record->source->path)
                          : NULL;
}

static void add_known(struct sha256 *hash, const struct sha256_hex *known)
{
    if (known != NULL) {
        add_hex(hash, known);
    } else {
        add(hash, S("none"));
    }
}

static void add_card(const struct fingerprints *prints, struct sha256 *hash,
                     const struct record *record)
{
    const struct record_prints *found = prints_of(prints, record);
    add_known(hash, found != NULL ? &found->card : NULL);
}

/* ---- Evidence --------------------------------------------------------- */

static void add_decisions(struct sha256 *hash, const struct evidence *evidence)
{
    for (size_t i = 0; i < evidence->decision_count; i++) {
        const struct decision *decision = &evidence->decisions[i].decision;
        add_int(hash, decision->verdict);
        add_int(hash, decision->reason);
        add_int(hash, decision->family_p);
        add_int(hash, decision->family_size);
        add(hash, evidence->decisions[i].sentence);
    }
}

static void add_plan(const struct fingerprints *prints, struct sha256 *hash,
                     const struct plan *plan)
{
    add_card(prints, hash, plan->record);
    add(hash, str_from_c(plan->hash.text));
    add_int(hash, plan->is_sound);
    for (size_t i = 0; i < plan->reported_count; i++) {
        add_card(prints, hash, plan->reported[i].record);
    }
}

static void add_unreadable(const struct site_input *input, struct sha256 *hash,
                           struct str id)
{
    const struct diag *unreadable = unreadable_evidence(input, id);
    if (unreadable != NULL) {
        add(hash, unreadable->message);
        add_int(hash, (int64_t)unreadable->place.start);
        add(hash, unreadable->place.source->text);
    }
}

/* Evidence may be there without its plan, and the other way round. */
static void make_digest(struct fingerprints *prints, struct str id)
{
    const struct site *site = prints->site;
    const struct plan *plan = plans_find(site->input.plans, id);
    const struct evidence *evidence = evidences_find(site->input.evidences, id);
    struct sha256 hash;
    sha256_start(&hash);
    add(&hash, id);
    if (plan != NULL) {
        add_plan(prints, &hash, plan);
    }
    add_unreadable(&site->input, &hash, id);
    if (evidence != NULL) {
        add(&hash, evidence->source != NULL ? evidence->source->text : S(""));
        add(&hash, evidence->stale_reason);
        add_int(&hash, evidence->is_stale);
        add_int(&hash, evidence->is_pending_present);
        add_decisions(&hash, evidence);
    }
    keep(site, &prints->digests, id, &hash);
}

static void make_digests(struct fingerprints *prints)
{
    const struct site_input *input = &prints->site->input;
    for (size_t i = 0; i < input->plans->len; i++) {
        make_digest(prints, input->plans->at[i].id);
    }
    for (size_t i = 0; i < input->evidences->len; i++) {
        const struct str id = input->evidences->at[i].id;
        if (map_get(&prints->digests, id) == NULL) {
            make_digest(prints, id);
        }
    }
}

/* Also that of experiments whose plan is gone, which have no digest. */
static void add_all_unreadable(const struct site_input *input,
                               struct sha256 *hash)
{
    const struct diags *diags = input->diags;
    for (size_t i = 0; diags != NULL && i < diags->len; i++) {
        if (is_unreadable_evidence(&diags->at[i])) {
            add(hash, diags->at[i].subject);
            add_unreadable(input, hash, diags->at[i].subject);
        }
    }
}

/* ---- The site --------------------------------------------------------- */

struct sha256_hex fingerprint_global(const struct project *project,
                                     struct sha256_hex templates)
{
    struct sha256 hash;
    sha256_start(&hash);
    const struct sha256_hex program = program_hash();
    add_hex(&hash, &program);
    add_hex(&hash, &templates);
    add(&hash, project->source != NULL ? project->source->text : S(""));
    struct arena scratch = {0};
    add(&hash, study_text(&scratch, project));
    arena_free(&scratch);
    return sha256_end(&hash);
}

static void make_records(struct fingerprints *prints)
{
    const struct site *site = prints->site;
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        struct record_prints *kept =
            ARENA_NEW(site->arena, struct record_prints);
        *kept = fingerprint_record(site, library->records[i]);
        *map_slot(site->arena, &prints->records,
                  library->records[i]->source->path) = kept;
    }
}

/* Records of one kind stand together in the library. */
static void make_lists(struct fingerprints *prints)
{
    const struct library *library = prints->site->input.library;
    for (size_t i = 0; i < library->record_count;) {
        const struct kind *kind = library->records[i]->kind;
        struct sha256 hash;
        sha256_start(&hash);
        for (; i < library->record_count && library->records[i]->kind == kind;
             i++) {
            add_card(prints, &hash, library->records[i]);
        }
        keep(prints->site, &prints->lists, kind->prefix, &hash);
    }
}

/* What a commit decided never changes, so which commits is enough to tell. */
static struct sha256_hex print_changes(const struct verdict_changes *changes)
{
    struct sha256 hash;
    sha256_start(&hash);
    add(&hash, changes->gap);
    for (size_t i = 0; i < changes->len; i++) {
        const struct verdict_change *change = &changes->at[i];
        add(&hash, change->commit);
        add(&hash, change->experiment);
        add(&hash, change->hypothesis);
        add_int(&hash, change->before);
        add_int(&hash, change->after);
    }
    return sha256_end(&hash);
}

static struct sha256_hex print_chapters(const struct chapters *chapters)
{
    struct sha256 hash;
    sha256_start(&hash);
    for (size_t i = 0; i < chapters->len; i++) {
        add(&hash, chapters->at[i].source->path);
        add(&hash, chapters->at[i].source->text);
    }
    return sha256_end(&hash);
}

static void add_all(struct sha256 *hash, const struct map *map)
{
    for (size_t i = 0; i < map->len; i++) {
        add_hex(hash, map->at[i].value);
    }
}

struct fingerprints fingerprints_of(const struct site *site,
                                    struct sha256_hex templates)
{
    struct fingerprints prints = {
        .site = site,
        .global = fingerprint_global(site->input.project, templates),
        .changes = print_changes(&site->changes),
        .chapters = print_chapters(&site->input.library->chapters),
    };
    make_records(&prints);
    make_lists(&prints);
    make_digests(&prints);
    struct sha256 hash;
    sha256_start(&hash);
    add_hex(&hash, &prints.global);
    add_all(&hash, &prints.lists);
    add_all(&hash, &prints.digests);
    add_all_unreadable(&site->input, &hash);
    prints.everything = sha256_end(&hash);
    return prints;
}

/* ---- Pages ------------------------------------------------------------ */

static void add_digest(const struct fingerprints *prints, struct sha256 *hash,
                       struct str id)
{
    const struct sha256_hex *digest = map_get(&prints->digests, id);
    if (digest != NULL) {
        add_hex(hash, digest);
    } else {
        add(hash, S("none"));
        add_unreadable(&prints->site->input, hash, id);
    }
}

static void add_card_of(const struct fingerprints *prints, struct sha256 *hash,
                        struct str id)
{
    if (prints->card_of != NULL) {
        add_known(hash, prints->card_of(prints->card_context, id));
    } else {
        add_card(prints, hash, library_find(prints->site->input.library, id));
    }
}

struct sha256_hex experiment_fingerprint(const struct fingerprints *prints,
                                         struct str id)
{
    struct sha256 hash;
    sha256_start(&hash);
    add_hex(&hash, &prints->global);
    add_digest(prints, &hash, id);
    return sha256_end(&hash);
}

/* The answers to what a page asks for. */
static void add_trace(const struct fingerprints *prints, struct sha256 *hash,
                      struct str trace)
{
    enum trace_kind kind = TRACE_RECORD;
    struct str name = {0};
    add(hash, trace);
    while (trace_next(&trace, &kind, &name)) {
        switch (kind) {
        case TRACE_RECORD:
            add_card_of(prints, hash, name);
            break;
        case TRACE_EXPERIMENT:
            add_digest(prints, hash, name);
            break;
        case TRACE_LIST:
            add_known(hash, map_get(&prints->lists, name));
            break;
        case TRACE_VERDICT_CHANGES:
            add_hex(hash, &prints->changes);
            break;
        case TRACE_EVERYTHING:
            add_hex(hash, &prints->everything);
            break;
        case TRACE_KINDS:
            BUG("a trace of no kind");
        }
    }
}

static void add_backlinks(const struct fingerprints *prints,
                          struct sha256 *hash, const struct record *record)
{
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        add(hash, link->field);
        add_int(hash, link->origin);
        add_card(prints, hash, link->from);
    }
}

static void add_findings(const struct fingerprints *prints, struct sha256 *hash,
                         const struct record *record)
{
    const struct diags *diags = prints->site->input.diags;
    for (size_t i = 0; diags != NULL && i < diags->len; i++) {
        if (diags->at[i].place.source == record->source) {
            add(hash, diags->at[i].message);
            add_int(hash, (int64_t)diags->at[i].place.start);
            add(hash, diags->at[i].hint);
        }
    }
}

static void add_past(const struct fingerprints *prints, struct sha256 *hash,
                     const struct record *record)
{
    struct out out = {0};
    if (prints->site->input.book != NULL) {
        history_book_print(prints->site->input.book, record, &out);
    }
    add(hash, out_text(&out));
    out_free(&out);
}

/* The front page, the graph and a chapter rest on the texts of all. */
static bool rests_on_chapters(const struct page *page)
{
    return page->chapter != NULL || str_is(page->place, "index") ||
           str_is(page->place, "graph") ||
           str_starts(page->place, S("chapters/"));
}

static bool is_named(const struct page *page, const struct chapter *chapter)
{
    return page->record != NULL && chapter_names(chapter, page->record->id);
}

bool page_shows_chapter(const struct page *page, const struct chapter *chapter)
{
    return rests_on_chapters(page) || is_named(page, chapter);
}

/* Every page leads to the chapters when there are any, a record to those that
 * name it, the front page, the graph and a chapter to all. */
static void add_chapters(const struct fingerprints *prints, struct sha256 *hash,
                         const struct page *page)
{
    const struct chapters *chapters = &prints->site->input.library->chapters;
    add_int(hash, chapters->len > 0);
    for (size_t i = 0; i < chapters->len; i++) {
        const struct chapter *chapter = &chapters->at[i];
        if (rests_on_chapters(page)) {
            add(hash, chapter->source->path);
            add(hash, chapter->source->text);
        } else if (is_named(page, chapter)) {
            add(hash, chapter->slug);
            add(hash, chapter->title);
        }
    }
}

struct sha256_hex page_fingerprint(const struct fingerprints *prints,
                                   const struct page *page, struct str trace)
{
    struct sha256 hash;
    sha256_start(&hash);
    add_hex(&hash, &prints->global);
    add(&hash, page->place);
    add(&hash, str_from_c(page->template));
    const struct record *record = page->record;
    if (record != NULL) {
        add_card(prints, &hash, record);
        add_hex(&hash, &prints_of(prints, record)->own);
        add_backlinks(prints, &hash, record);
        if (record->is_broken || record->kind->role == ROLE_EXPERIMENT) {
            add_findings(prints, &hash, record);
        }
    }
    if (page->past != NULL) {
        add_card(prints, &hash, page->past);
        add_past(prints, &hash, page->past);
    }
    add_chapters(prints, &hash, page);
    add_trace(prints, &hash, trace);
    return sha256_end(&hash);
}
