/* The index of words for browsers. */

#include "render/search_index.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/json.h"
#include "render/insert.h"
#include "render/outcome.h"
#include "render/output.h"
#include "render/search_rows.h"
#include "render/words.h"

/* ---- Parts ------------------------------------------------------------ */

enum { PART_RECORDS = 64, PARTS_MOST = 1024 };

/* A power of two, so that a few more records seldom move all of them. */
size_t search_parts(size_t record_count)
{
    size_t parts = 1;
    while (parts < PARTS_MOST && parts * PART_RECORDS < record_count) {
        parts *= 2;
    }
    return parts;
}

size_t search_part_of(struct str path, size_t parts)
{
    return (size_t)hash_text(0, path) & (parts - 1);
}

struct str search_part_file(struct arena *arena, size_t part)
{
    return arena_printf(arena, "data/search-words-%zu.js", part);
}

static int compare_members(const void *a, const void *b)
{
    const struct search_member *one = a;
    const struct search_member *other = b;
    return str_compare(one->place, other->place);
}

void search_part_sort(struct search_member *members, size_t count)
{
    if (count > 1) {
        qsort(members, count, sizeof *members, compare_members);
    }
}

struct sha256_hex search_part_print(const struct fingerprints *prints,
                                    const struct search_member *members,
                                    size_t count)
{
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, str_from_c(prints->global.text));
    for (size_t i = 0; i < count; i++) {
        sha256_add(&hash, members[i].place);
        sha256_add(&hash, S("\n"));
        sha256_add(&hash, str_from_c(members[i].prints->card.text));
        sha256_add(&hash, str_from_c(members[i].prints->own.text));
    }
    return sha256_end(&hash);
}

/* Marks that turn the direction of text would turn the page around it. */
static void put_text(struct json_out *j, struct arena *arena, struct str text)
{
    json_str(j, output_text(arena, text));
}

void search_part_write(struct out *out, struct arena *arena,
                       const struct search_member *members, size_t count)
{
    struct json_out j = {.out = out, .is_compact = true};
    const size_t from = out->len;
    out_c(out, "probatum.words(");
    json_open(&j, '{');
    for (size_t i = 0; i < count; i++) {
        const struct arena_mark mark = arena_mark(arena);
        const struct str prose = search_prose(arena, members[i].record);
        if (prose.len > 0) {
            json_key_str(&j, members[i].place);
            put_text(&j, arena, prose);
        }
        arena_rewind(arena, mark);
    }
    json_close(&j);
    out_c(out, ");\n");
    output_inert_json(out, from);
}

/* ---- Chapters --------------------------------------------------------- */

struct sha256_hex search_chapters_print(const struct fingerprints *prints)
{
    const struct chapters *chapters = &prints->site->input.library->chapters;
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, str_from_c(prints->everything.text));
    for (size_t i = 0; i < chapters->len; i++) {
        const struct sha256_hex text = sha256_of(chapters->at[i].source->text);
        sha256_add(&hash, chapters->at[i].source->path);
        sha256_add(&hash, str_from_c(text.text));
    }
    return sha256_end(&hash);
}

void search_chapters_write(struct out *out, const struct page_context *context)
{
    const struct chapters *chapters = &context->site->input.library->chapters;
    struct json_out j = {.out = out, .is_compact = true};
    const size_t from = out->len;
    out_c(out, "probatum.words(");
    json_open(&j, '{');
    for (size_t i = 0; i < chapters->len; i++) {
        const struct search_row row =
            search_row_of_chapter(context->arena, &chapters->at[i]);
        json_key_str(&j, chapter_place(context->site, &chapters->at[i]));
        put_text(&j, context->arena, row.prose);
    }
    json_close(&j);
    out_c(out, ");\n");
    output_inert_json(out, from);
}

/* ---- Heads ------------------------------------------------------------ */

static void put_verdict(struct json_out *j, enum verdict verdict)
{
    json_open(j, '[');
    json_str(j, str_from_c(verdict_name(verdict)));
    json_str(j, str_from_c(verdict_icon(verdict)));
    json_str(j, str_from_c(verdict_words(verdict)));
    json_bool(j, is_reached_here(verdict));
    json_close(j);
}

/* Each verdict as pages show it, gravest first. */
static void put_verdicts(struct json_out *j)
{
    json_open(j, '[');
    for (int gravity = 0; gravity < VERDICT_COUNT; gravity++) {
        for (int v = 0; v < VERDICT_COUNT; v++) {
            if (verdict_gravity((enum verdict)v) == gravity) {
                put_verdict(j, (enum verdict)v);
            }
        }
    }
    json_close(j);
}

/* How many hypotheses of a practice, or of an experiment, have each verdict. */
static void count_verdicts(const struct page_context *context,
                           const struct record *record,
                           int64_t counts[VERDICT_COUNT])
{
    const struct evidence *evidence = site_evidence(context, record->id);
    if (record->is_broken) {
        return;
    }
    if (record->kind->role == ROLE_PRACTICE) {
        size_t count = 0;
        const struct assessment *assessments =
            assess_practice(context, record, &count);
        for (size_t i = 0; i < count; i++) {
            counts[assessments[i].verdict]++;
        }
    } else if (record->kind->role == ROLE_EXPERIMENT && evidence != NULL) {
        for (size_t i = 0; i < evidence->decision_count; i++) {
            counts[evidence->decisions[i].decision.verdict]++;
        }
    }
}

static void put_counts(struct json_out *j, const struct page_context *context,
                       const struct record *record)
{
    int64_t counts[VERDICT_COUNT] = {0};
    count_verdicts(context, record, counts);
    json_open(j, '{');
    for (int v = 0; v < VERDICT_COUNT; v++) {
        if (counts[v] > 0) {
            json_put_int(j, verdict_name((enum verdict)v), counts[v]);
        }
    }
    json_close(j);
}

/* What a reader knows a work by, and what they have to know of it. */
static struct str note_of(const struct page_context *context,
                          const struct record *record)
{
    struct arena *arena = context->arena;
    if (record->kind->role != ROLE_LITERATURE || record->is_broken) {
        return S("");
    }
    const struct str who = author_year(arena, record);
    return record->retracted.len > 0 ? ARENA_JOIN(arena, who, S(", retracted"))
                                     : who;
}

/* Place, ids, title, claim, kind, status, note, verdicts. */
static void put_head(struct json_out *j, const struct page_context *context,
                     const struct record *record, int64_t kind)
{
    struct arena *arena = context->arena;
    const struct search_row row =
        search_head_of(arena, &context->site->input, record);
    json_open(j, '[');
    json_str(j, site_place(context->site, record));
    put_text(j, arena, row.id);
    put_text(j, arena, row.title);
    put_text(j, arena, row.claim);
    json_int(j, kind);
    put_text(j, arena, record->status);
    put_text(j, arena, note_of(context, record));
    put_counts(j, context, record);
    json_close(j);
}

static void put_chapter_head(struct json_out *j,
                             const struct page_context *context,
                             const struct chapter *chapter, int64_t kind)
{
    const struct search_row row = search_head_of_chapter(chapter);
    json_open(j, '[');
    json_str(j, chapter_place(context->site, chapter));
    put_text(j, context->arena, row.id);
    put_text(j, context->arena, row.title);
    put_text(j, context->arena, row.claim);
    json_int(j, kind);
    json_str(j, S(""));
    json_str(j, S(""));
    json_open(j, '{');
    json_close(j);
    json_close(j);
}

static void put_rows(struct json_out *j, const struct page_context *context)
{
    const struct project *project = context->site->input.project;
    const struct library *library = context->site->input.library;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (site_place(context->site, record).len > 0) {
            const struct arena_mark mark = arena_mark(context->arena);
            put_head(j, context, record, record->kind - project->kinds);
            arena_rewind(context->arena, mark);
        }
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        put_chapter_head(j, context, &library->chapters.at[i],
                         (int64_t)project->kind_count);
    }
}

/* The files with prose, which are read after this one. */
static void put_files(struct json_out *j, const struct page_context *context)
{
    const struct library *library = context->site->input.library;
    const size_t parts = search_parts(library->record_count);
    for (size_t i = 0; i < parts; i++) {
        json_str(j, search_part_file(context->arena, i));
    }
    if (library->chapters.len > 0) {
        json_str(j, S(SEARCH_CHAPTERS_FILE));
    }
}

void search_heads_write(struct out *out, const struct page_context *context)
{
    const struct project *project = context->site->input.project;
    struct json_out j = {.out = out, .is_compact = true};
    const size_t from = out->len;
    out_c(out, "probatum.heads(");
    json_open(&j, '{');
    json_key(&j, "kinds");
    json_open(&j, '[');
    for (size_t i = 0; i < project->kind_count; i++) {
        json_str(&j, project->kinds[i].title);
    }
    json_str(&j, S("Chapters"));
    json_close(&j);
    json_key(&j, "verdicts");
    put_verdicts(&j);
    json_key(&j, "files");
    json_open(&j, '[');
    put_files(&j, context);
    json_close(&j);
    json_key(&j, "rows");
    json_open(&j, '[');
    put_rows(&j, context);
    json_close(&j);
    json_close(&j);
    out_c(out, ");\n");
    output_inert_json(out, from);
}
