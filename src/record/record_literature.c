/* Excerpts: short quotations, kept so that a quotation elsewhere can be held
 * against them; and what a registry says of the work, kept so that its title
 * can be. */

#include "record/record_read.h"

#include "base/ascii.h"
#include "record/identifier.h"

static const struct part excerpt_parts[] = {
    {"locator", part_text, offsetof(struct excerpt, locator), NO_PLACE, false},
    {"text", part_text, offsetof(struct excerpt, text), NO_PLACE, true},
};
const struct form excerpt_form =
    FORM("an excerpt", struct excerpt, excerpt_parts, place);

static const struct part metadata_parts[] = {
    {"title", part_text, offsetof(struct metadata, title), NO_PLACE, true},
    {"authors", part_words, offsetof(struct metadata, authors), NO_PLACE,
     false},
    {"published", part_text, offsetof(struct metadata, published), NO_PLACE,
     false},
    {"from", part_text, offsetof(struct metadata, from), NO_PLACE, true},
    {"date", part_date, offsetof(struct metadata, date), NO_PLACE, true},
};
const struct form metadata_form =
    FORM("metadata", struct metadata, metadata_parts, place);

static const struct part version_parts[] = {
    {"version", part_text, offsetof(struct work_version, version), NO_PLACE,
     true},
    {"date", part_date, offsetof(struct work_version, date), NO_PLACE, true},
    {"withdrawn", part_text, offsetof(struct work_version, withdrawn), NO_PLACE,
     false},
    {"note", part_text, offsetof(struct work_version, note), NO_PLACE, false},
};
const struct form version_form =
    FORM("a version of a work", struct work_version, version_parts, place);

void read_excerpts_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct record *record = reader->record;
    record->excerpts = read_entries(reader, slot->key, &excerpt_form, node,
                                    &record->excerpt_count);
}

void read_metadata_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct metadata *metadata = &reader->record->metadata;
    metadata->is_present =
        read_entry(reader, slot->key, &metadata_form, node, metadata);
}

void read_versions_field(struct reader *reader, const struct slot *slot,
                         const struct yml_node *node)
{
    struct record *record = reader->record;
    record->versions = read_entries(reader, slot->key, &version_form, node,
                                    &record->version_count);
    for (size_t i = 0; i < record->version_count; i++) {
        struct work_version *version = &record->versions[i];
        version->number = record_version_number(version->version);
    }
}

/* -- Versions -------------------------------------------------------------- */

int record_version_number(struct str text)
{
    enum { DIGITS = 3 };
    size_t at = 1;
    int number = 0;
    if (text.len < 2 || text.ptr[0] != 'v') {
        return 0;
    }
    while (at < text.len && at <= DIGITS && ascii_is_digit(text.ptr[at])) {
        number = number * 10 + (text.ptr[at++] - '0');
    }
    return at == text.len || !ascii_is_alnum(text.ptr[at]) ? number : 0;
}

int record_version_read(const struct record *work)
{
    struct arena scratch = {0};
    struct arxiv_id id = {0};
    const bool is_known =
        work->arxiv.len > 0 &&
        arxiv_parse(&scratch, work->arxiv, &id) == IDENTIFIER_OK;
    const int number = is_known ? id.version : 0;
    arena_free(&scratch);
    return number;
}

int record_version_cited(const struct record *work,
                         const struct citation *citation)
{
    const int named = record_version_number(citation->locator);
    return named > 0 ? named : record_version_read(work);
}

const struct work_version *record_version(const struct record *work, int number)
{
    for (size_t i = 0; number > 0 && i < work->version_count; i++) {
        if (work->versions[i].number == number) {
            return &work->versions[i];
        }
    }
    return NULL;
}

const struct work_version *record_version_latest(const struct record *work)
{
    const struct work_version *latest = NULL;
    for (size_t i = 0; i < work->version_count; i++) {
        const struct work_version *version = &work->versions[i];
        if (version->number > 0 &&
            (latest == NULL || version->number > latest->number)) {
            latest = version;
        }
    }
    return latest;
}
