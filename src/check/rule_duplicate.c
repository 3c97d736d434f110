/* Two literature records of one work: what is known of it is then split, and
 * each half looks complete. */

#include "check/rules.h"
#include "record/identifier.h"

static bool points_to(const struct record *from, const struct record *to)
{
    const struct texts *items = &from->references[FIELD_SUPERSEDED_BY];
    for (size_t i = 0; i < items->len; i++) {
        if (str_equal(items->at[i].text, to->id)) {
            return true;
        }
    }
    return false;
}

struct claim {
    enum field field;
    struct str key; /* "arxiv:2103.03098" */
};

static void add(struct claim *claims, size_t *count, enum field field,
                struct str key)
{
    for (size_t i = 0; i < *count; i++) {
        if (str_equal(claims[i].key, key)) {
            return; /* the DOI of an arXiv number is that number */
        }
    }
    claims[(*count)++] = (struct claim){field, key};
}

/* The works that the record says it is, at most one for each field. */
static size_t claims_of(struct arena *arena, const struct record *record,
                        struct claim claims[3])
{
    size_t count = 0;
    struct arxiv_id arxiv;
    struct doi_id doi;
    if (record->arxiv.len > 0 &&
        arxiv_parse(arena, record->arxiv, &arxiv) == IDENTIFIER_OK) {
        add(claims, &count, FIELD_ARXIV, identifier_key_arxiv(arena, &arxiv));
    }
    if (record->doi.len > 0 &&
        doi_parse(arena, record->doi, &doi) != DOI_FORM) {
        add(claims, &count, FIELD_DOI, identifier_key_doi(arena, &doi));
    }
    if (record->url.len > 0) {
        add(claims, &count, FIELD_URL, identifier_key_url(arena, record->url));
    }
    return count;
}

static void compare(struct check_context *context, const struct record *record,
                    const struct claim *claim, void **holder)
{
    const struct record *first = *holder;
    union {
        const struct record *record;
        void *value;
    } entry = {.record = record};
    if (!first) {
        *holder = entry.value;
        check_pass(context);
        return;
    }
    if (points_to(first, record)) {
        *holder = entry.value; /* the one that is kept */
        return;
    }
    if (first == record || points_to(record, first)) {
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, claim->field), first->id,
                      "%.*s is the same work: both are %.*s",
                      STR_ARG(first->id), STR_ARG(claim->key));
    diag->subject = record->id;
    diag_hint(context->diags, diag,
              "keep one; give the other a retired status and "
              "`superseded_by: [%.*s]`",
              STR_ARG(first->id));
}

void rule_identifier_duplicate(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct map works = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role != ROLE_LITERATURE) {
            continue;
        }
        struct claim claims[3];
        const size_t count = claims_of(context->scratch, record, claims);
        for (size_t c = 0; c < count; c++) {
            compare(context, record, &claims[c],
                    map_slot(context->scratch, &works, claims[c].key));
        }
    }
}
