/* Works of records, and what makes two of them the same. */

#include "exchange/work.h"

#include "base/ascii.h"
#include "record/cite_key.h"

/* -- Types ----------------------------------------------------------------- */

static const struct work_type types[] = {
#define TYPE(word, bibtex, csl, venue, variable) \
    {word, bibtex, csl, venue, variable},
#include "exchange/types.def"
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

static const struct {
    const char *bibtex, *word;
} aliases[] = {
#define TYPE_ALIAS(bibtex, word) {bibtex, word},
#include "exchange/types.def"
};

const struct work_type *work_type_of_word(struct str word)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (str_is(word, types[i].word)) {
            return &types[i];
        }
    }
    return &types[TYPE_COUNT - 1];
}

const struct work_type *work_type_of_bibtex(struct str entry_type)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (str_is(entry_type, types[i].bibtex)) {
            return &types[i];
        }
    }
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (str_is(entry_type, aliases[i].bibtex)) {
            return work_type_of_word(str_from_c(aliases[i].word));
        }
    }
    return NULL;
}

/* -- From a record --------------------------------------------------------- */

struct work work_of_record(struct arena *arena, const struct project *project,
                           const struct record *record)
{
    struct work work = {
        .id = record->id,
        .key = record_cite_key(project, record),
        .type = record->type,
        .title = record->title,
        .venue = record->venue,
        .published = record->published,
        .arxiv = record->arxiv,
        .arxiv_class = record->arxiv_class,
        .doi = record->doi,
        .url = record->url,
        .retracted = record->retracted,
        .status = record->status,
        .read = record->read,
    };
    for (size_t i = 0; i < record->authors.len; i++) {
        *LIST_PUSH(arena, &work.authors) =
            author_parse(arena, record->authors.at[i].text);
    }
    work_settle(arena, &work);
    return work;
}

static int number(struct str text, size_t from, size_t to)
{
    int64_t value = 0;
    return str_to_int64(str_slice(text, from, to), &value) && value > 0
               ? (int)value
               : 0;
}

struct work_date work_date(struct str published)
{
    struct work_date date = {.year = number(published, 0, 4)};
    if (date.year > 0 && published.len >= 7) {
        date.month = number(published, 5, 7);
    }
    if (date.month > 0 && published.len >= 10) {
        date.day = number(published, 8, 10);
    }
    return date;
}

/* -- Identifiers ----------------------------------------------------------- */

/* "2103.03098v3" */
static struct str arxiv_text(struct arena *arena, const struct arxiv_id *id)
{
    return id->version > 0 ? arena_printf(arena, "%.*sv%d", STR_ARG(id->number),
                                          id->version)
                           : id->number;
}

/* Takes the text for the work's arXiv number when it is one, and no other is
 * there. True when nothing of it is left to say. */
static bool take_arxiv(struct arena *arena, struct work *work, struct str text)
{
    struct arxiv_id id;
    struct arxiv_id *mine = &work->arxiv_id;
    if (arxiv_parse(arena, text, &id) != IDENTIFIER_OK) {
        return false;
    }
    if (work->arxiv.len > 0 && !str_equal(mine->number, id.number)) {
        return false;
    }
    if (mine->version > 0 && id.version > 0 && mine->version != id.version) {
        return false;
    }
    if (mine->number.len == 0 || mine->version == 0) {
        *mine = id;
    }
    work->arxiv = arxiv_text(arena, mine);
    return true;
}

static bool is_doi_address(struct str text)
{
    return str_find_nocase(str_slice(text, 0, 24), S("doi.org/")) != STR_NONE;
}

void work_settle(struct arena *arena, struct work *work)
{
    struct doi_id doi, other;
    if (work->arxiv.len > 0) {
        const struct str text = work->arxiv;
        work->arxiv = S("");
        if (!take_arxiv(arena, work, text)) {
            work->arxiv = text;
        }
    }
    if (work->doi.len > 0 && take_arxiv(arena, work, work->doi)) {
        work->doi = S("");
    }
    if (work->url.len > 0 && take_arxiv(arena, work, work->url)) {
        work->url = S("");
    }
    if (!is_doi_address(work->url) ||
        doi_parse(arena, work->url, &doi) != IDENTIFIER_OK) {
        return;
    }
    if (work->doi.len == 0) {
        work->doi = doi.shown;
        work->url = S("");
    } else if (doi_parse(arena, work->doi, &other) != DOI_FORM &&
               str_equal(doi.canonical, other.canonical)) {
        work->url = S("");
    }
}

/* -- Sameness -------------------------------------------------------------- */

static void add_key(struct str keys[WORK_KEYS], size_t *count, struct str key)
{
    for (size_t i = 0; i < *count; i++) {
        if (str_equal(keys[i], key)) {
            return; /* the DOI of an arXiv number is that number */
        }
    }
    keys[(*count)++] = key;
}

size_t work_keys(struct arena *arena, const struct work *work,
                 struct str keys[WORK_KEYS])
{
    size_t count = 0;
    struct doi_id doi;
    if (work->arxiv_id.number.len > 0) {
        add_key(keys, &count, identifier_key_arxiv(arena, &work->arxiv_id));
    }
    if (work->doi.len > 0 && doi_parse(arena, work->doi, &doi) != DOI_FORM) {
        add_key(keys, &count, identifier_key_doi(arena, &doi));
    }
    if (work->url.len > 0) {
        add_key(keys, &count, identifier_key_url(arena, work->url));
    }
    return count;
}

struct str work_title_folded(struct arena *arena, struct str title)
{
    struct out out = {0};
    for (size_t i = 0; i < title.len; i++) {
        const char c = title.ptr[i];
        if (c >= 'A' && c <= 'Z') {
            out_char(&out, (char)(c - 'A' + 'a'));
        } else if (ascii_is_alnum(c) || (unsigned char)c >= 0x80) {
            out_char(&out, c);
        }
    }
    return out_take(&out, arena);
}
