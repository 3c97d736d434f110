/* Records as rows of the index of words. */

#include "render/search_rows.h"

static void put(struct out *out, struct str text)
{
    if (text.len > 0) {
        out_str(out, text);
        out_char(out, '\n');
    }
}

static void put_items(struct out *out, const struct texts *items)
{
    for (size_t i = 0; i < items->len; i++) {
        put(out, items->at[i].text);
    }
}

/* With those of its hypotheses, as records and pages name them. */
static struct str ids_of(struct arena *arena, const struct site_input *input,
                         const struct record *record)
{
    const struct plan *plan = plans_find(input->plans, record->id);
    struct out out = {0};
    put(&out, record->id);
    put_items(&out, &record->formerly);
    for (size_t i = 0; plan != NULL && i < plan->hypothesis_count; i++) {
        const struct str id = plan->hypotheses[i].id;
        out_printf(&out, "%.*s.%.*s\n", STR_ARG(record->id), STR_ARG(id));
    }
    return str_trim(out_take(&out, arena));
}

/* "muP" for µP, with either of the two letters that are written so: what a
 * keyboard has. */
static void put_latin(struct out *out, struct str text)
{
    for (size_t at = 0; at < text.len;) {
        const struct str rest = str_from(text, at);
        const bool is_mu =
            str_starts(rest, S("\u00b5")) || str_starts(rest, S("\u03bc"));
        out_str(out, is_mu ? S("mu") : str_slice(text, at, at + 1));
        at += is_mu ? 2 : 1;
    }
    out_char(out, '\n');
}

static void put_latin_words(struct out *out, struct str text)
{
    struct str word = {0};
    while (text.len > 0) {
        str_cut(text, ' ', &word, &text);
        if (str_find(word, S("\u00b5")) != STR_NONE ||
            str_find(word, S("\u03bc")) != STR_NONE) {
            put_latin(out, word);
        }
    }
}

static struct str title_of(struct arena *arena, const struct record *record)
{
    struct out out = {0};
    put(&out, record->title);
    put_latin_words(&out, record->title);
    put_items(&out, &record->authors);
    put(&out, record->venue);
    put(&out, record->arxiv);
    put(&out, record->doi);
    put_items(&out, &record->tags);
    return str_trim(out_take(&out, arena));
}

static struct str claim_of(struct arena *arena, const struct site_input *input,
                           const struct record *record)
{
    const struct plan *plan = plans_find(input->plans, record->id);
    struct out out = {0};
    put(&out, record->claim);
    put(&out, record->summary);
    if (plan != NULL) {
        put(&out, plan->question);
    }
    return str_trim(out_take(&out, arena));
}

static void put_citations(struct out *out, const struct citations *citations)
{
    for (size_t i = 0; i < citations->len; i++) {
        put(out, citations->at[i].quote);
        put(out, citations->at[i].note);
    }
}

struct str search_prose(struct arena *arena, const struct record *record)
{
    struct out out = {0};
    if (record->body != NULL) {
        md_document_plain(&out, record->body);
        out_char(&out, '\n');
    }
    put_citations(&out, &record->citations);
    put_citations(&out, &record->formerly_cited);
    for (size_t i = 0; i < record->excerpt_count; i++) {
        put(&out, record->excerpts[i].text);
    }
    put(&out, record->status_note);
    put(&out, record->promote_when);
    return str_trim(out_take(&out, arena));
}

struct search_row search_head_of(struct arena *arena,
                                 const struct site_input *input,
                                 const struct record *record)
{
    return (struct search_row){.id = ids_of(arena, input, record),
                               .title = title_of(arena, record),
                               .claim = claim_of(arena, input, record)};
}

struct search_row search_head_of_chapter(const struct chapter *chapter)
{
    return (struct search_row){.id = chapter->slug,
                               .title = chapter->title,
                               .claim = chapter->summary};
}

struct search_row search_row_of_chapter(struct arena *arena,
                                        const struct chapter *chapter)
{
    struct out out = {0};
    if (chapter->body != NULL) {
        md_document_plain(&out, chapter->body);
    }
    struct search_row row = search_head_of_chapter(chapter);
    row.prose = out_take(&out, arena);
    return row;
}

struct search_row *search_rows(struct arena *arena,
                               const struct site_input *input, size_t *count)
{
    const struct library *library = input->library;
    const struct chapters *chapters = &library->chapters;
    *count = library->record_count + chapters->len;
    struct search_row *rows = ARENA_ARRAY(arena, struct search_row, *count + 1);
    for (size_t i = 0; i < chapters->len; i++) {
        rows[library->record_count + i] =
            search_row_of_chapter(arena, &chapters->at[i]);
    }
    for (size_t i = 0; i < library->record_count; i++) {
        rows[i] = search_head_of(arena, input, library->records[i]);
        rows[i].prose = search_prose(arena, library->records[i]);
    }
    return rows;
}
