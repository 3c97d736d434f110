/* Fingerprints. Each part goes into a hash behind its length, so that no two
 * different lists of parts look alike. */

#include "render/fingerprint.h"

#include "render/program.h"

/* ---- Parts ------------------------------------------------------------ */

static void add(struct sha256 *hash, struct str text)
{
    char length[24] = {0};
    const int written = snprintf(length, sizeof length, "%zu:", text.len);
    sha256_add(hash, (struct str){length, (size_t)written});
    sha256_add(hash, text);
}

static void add_hex(struct sha256 *hash, const struct sha256_hex *hex)
{
    add(hash, str_from_c(hex->text));
}

static void add_int(struct sha256 *hash, int64_t value)
{
    char text[24] = {0};
    const int written = snprintf(text, sizeof text, "%lld", (long long)value);
    add(hash, (struct str){text, (size_t)written});
}

static void keep(const struct site *site, struct map *map, struct str key,
                 struct sha256 *hash)
{
    struct sha256_hex *hex = ARENA_NEW(site->arena, struct sha256_hex);
    *hex = sha256_end(hash);
    *map_slot(site->arena, map, key) = hex;
}

/* ---- Cards ------------------------------------------------------------ */

static void make_card(struct fingerprints *prints, const struct record *record)
{
    const struct site *site = prints->site;
    struct sha256 hash;
    sha256_start(&hash);
    add(&hash, record->source->path);
    add(&hash, site_place(site, record));
    add_int(&hash, record->is_broken);
    const struct str text = record->source->text;
    add(&hash,
        record->span.is_present
            ? str_slice(text, record->span.yaml_start, record->span.yaml_end)
            : text);
    keep(site, &prints->cards, record->source->path, &hash);
}

static void add_card(const struct fingerprints *prints, struct sha256 *hash,
                     const struct record *record)
{
    const struct sha256_hex *card =
        record != NULL ? map_get(&prints->cards, record->source->path) : NULL;
    if (card != NULL) {
        add_hex(hash, card);
    } else {
        add(hash, S(""));
    }
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
    add(hash, plan->record->source->text);
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

static void add_digest(const struct fingerprints *prints, struct sha256 *hash,
                       struct str reference)
{
    struct str id = reference;
    struct str rest = {0};
    str_cut(reference, '.', &id, &rest);
    const struct sha256_hex *digest = map_get(&prints->digests, id);
    if (digest != NULL) {
        add_hex(hash, digest);
    } else {
        add(hash, S("none"));
        add_unreadable(&prints->site->input, hash, id);
    }
}

/* ---- The site --------------------------------------------------------- */

static void add_all(struct sha256 *hash, const struct map *map)
{
    for (size_t i = 0; i < map->len; i++) {
        add_hex(hash, map->at[i].value);
    }
}

struct fingerprints fingerprints_of(const struct site *site,
                                    struct sha256_hex templates)
{
    struct fingerprints prints = {.site = site};
    struct sha256 hash;
    sha256_start(&hash);
    const struct sha256_hex program = program_hash();
    add_hex(&hash, &program);
    add_hex(&hash, &templates);
    const struct source *configuration = site->input.project->source;
    add(&hash, configuration != NULL ? configuration->text : S(""));
    prints.global = sha256_end(&hash);
    const struct library *library = site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        make_card(&prints, library->records[i]);
    }
    for (size_t i = 0; i < site->input.plans->len; i++) {
        make_digest(&prints, site->input.plans->at[i].id);
    }
    for (size_t i = 0; i < site->input.evidences->len; i++) {
        make_digest(&prints, site->input.evidences->at[i].id);
    }
    sha256_start(&hash);
    add_hex(&hash, &prints.global);
    add_all(&hash, &prints.cards);
    add_all(&hash, &prints.digests);
    add_all_unreadable(&site->input, &hash);
    prints.everything = sha256_end(&hash);
    return prints;
}

/* ---- Pages ------------------------------------------------------------ */

static void add_links(const struct fingerprints *prints, struct sha256 *hash,
                      const struct record *record)
{
    for (size_t i = 0; i < record->links.len; i++) {
        add(hash, record->links.at[i].id);
        add_card(prints, hash, record->links.at[i].to);
    }
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        add(hash, link->field);
        add_int(hash, link->origin);
        add_card(prints, hash, link->from);
    }
}

/* What is shown of a practice: its fields and those of the works it cites. */
static void add_practice(const struct fingerprints *prints, struct sha256 *hash,
                         const struct record *practice)
{
    const struct library *library = prints->site->input.library;
    add_card(prints, hash, practice);
    for (size_t i = 0; practice != NULL && i < practice->citations.len; i++) {
        add_card(prints, hash,
                 library_find(library, practice->citations.at[i].ref));
    }
    for (size_t i = 0; practice != NULL && i < practice->formerly_cited.len;
         i++) {
        add_card(prints, hash,
                 library_find(library, practice->formerly_cited.at[i].ref));
    }
}

static void add_evidence(const struct fingerprints *prints, struct sha256 *hash,
                         const struct record *record)
{
    const struct site_input *input = &prints->site->input;
    for (size_t i = 0; i < record->evidence.len; i++) {
        add_digest(prints, hash, record->evidence.at[i].text);
    }
    const struct plan *plan = plans_find(input->plans, record->id);
    if (record->kind->role != ROLE_EXPERIMENT || plan == NULL) {
        return;
    }
    add_digest(prints, hash, record->id);
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        add_practice(
            prints, hash,
            library_find(input->library, plan->hypotheses[i].practice));
    }
}

/* A link to a file becomes a link to its page when there is one. */
static void add_file_links(const struct fingerprints *prints,
                           struct sha256 *hash, const struct record *record)
{
    const struct library *library = prints->site->input.library;
    for (size_t i = 0; record->body != NULL && i < record->body->link_count;
         i++) {
        const struct str target = record->body->links[i].target;
        const size_t slash = str_rfind_char(target, '/');
        struct str name =
            slash == STR_NONE ? target : str_from(target, slash + 1);
        const size_t dot = str_find_char(name, '.');
        name = dot == STR_NONE ? name : str_slice(name, 0, dot);
        add_card(prints, hash, library_find(library, name));
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

static void add_list(const struct fingerprints *prints, struct sha256 *hash,
                     const struct kind *kind)
{
    const bool is_wide = kind == NULL || kind->role == ROLE_PRACTICE ||
                         kind->role == ROLE_EXPERIMENT;
    if (is_wide) {
        add_hex(hash, &prints->everything);
        return;
    }
    const struct library *library = prints->site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        if (library->records[i]->kind == kind) {
            add_card(prints, hash, library->records[i]);
        }
    }
}

struct sha256_hex page_fingerprint(const struct fingerprints *prints,
                                   const struct page *page)
{
    struct sha256 hash;
    sha256_start(&hash);
    add_hex(&hash, &prints->global);
    add(&hash, page->place);
    add(&hash, str_from_c(page->template));
    const struct record *record = page->record;
    if (record == NULL) {
        add_list(prints, &hash, page->kind);
        return sha256_end(&hash);
    }
    add(&hash, record->source->text);
    add_card(prints, &hash, record);
    add_links(prints, &hash, record);
    add_practice(prints, &hash, record);
    add_evidence(prints, &hash, record);
    add_file_links(prints, &hash, record);
    if (record->is_broken || record->kind->role == ROLE_EXPERIMENT) {
        add_findings(prints, &hash, record);
    }
    return sha256_end(&hash);
}
