/* Identifiers of literature: whether they can be right, whether those of one
 * record agree, and whether two records are the same work. */

#include "check/canonical.h"
#include "check/rules.h"
#include "record/identifier.h"

static bool is_literature(const struct record *record)
{
    return record->kind->role == ROLE_LITERATURE && !record->is_broken;
}

/* -- arxiv-invalid, arxiv-unversioned ------------------------------------- */

/* "2021-03" as a number of months, or 0. */
static int months(struct str date)
{
    int64_t year = 0, month = 1;
    if (!str_to_int64(str_slice(date, 0, 4), &year) ||
        (date.len >= 7 && !str_to_int64(str_slice(date, 5, 7), &month))) {
        return 0;
    }
    return (int)(year * 12 + month - 1);
}

static void report_future(struct check_context *context,
                          const struct arxiv_id *id)
{
    const struct record *record = context->record;
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_ARXIV), S("arxiv"),
        "arXiv %.*s is of %04d-%02d, later than the day this record was "
        "filed, %.*s",
        STR_ARG(id->number), id->year, id->month, STR_ARG(record->date));
    diag_hint(context->diags, diag,
              "the first four digits are year and month: look the number up");
}

void rule_arxiv_invalid(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_literature(record) || record->arxiv.len == 0) {
        return;
    }
    struct arxiv_id id;
    const enum identifier_fault fault =
        arxiv_parse(context->scratch, record->arxiv, &id);
    if (fault != IDENTIFIER_OK) {
        struct diag *diag = check_finding(
            context, record_place(record, FIELD_ARXIV), S("arxiv"),
            "\"%.*s\" is no arXiv number", STR_ARG(record->arxiv));
        diag_hint(context->diags, diag, "%s", identifier_fault_text(fault));
    } else if (record->date.len > 0 &&
               id.year * 12 + id.month - 1 > months(record->date)) {
        report_future(context, &id);
    } else {
        check_pass(context);
    }
}

void rule_arxiv_unversioned(struct check_context *context)
{
    const struct record *record = context->record;
    struct arxiv_id id;
    if (!is_literature(record) || record->arxiv.len == 0 ||
        record->excerpt_count == 0 ||
        arxiv_parse(context->scratch, record->arxiv, &id) != IDENTIFIER_OK) {
        return;
    }
    if (id.version > 0) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_ARXIV), S("arxiv"),
        "the excerpts are of some version of %.*s, and which is not said",
        STR_ARG(id.number));
    diag_hint(context->diags, diag,
              "when you know it, write %.*sv1 or whichever you read; leave it "
              "when you do not",
              STR_ARG(id.number));
}

/* -- identifier-spelling -------------------------------------------------- */

static void check_spelling(struct check_context *context, enum field field,
                           struct str written, struct str canonical)
{
    const char *key = field_infos[field].key;
    if (str_equal(written, canonical)) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(context->record, field),
                      str_from_c(key), "\"%.*s\" is %.*s in other words",
                      STR_ARG(written), STR_ARG(canonical));
    diag_hint(context->diags, diag, "write `%s: %.*s`", key,
              STR_ARG(canonical));
}

struct str identifier_canonical(struct arena *arena,
                                const struct record *record, enum field field)
{
    struct arxiv_id arxiv;
    struct doi_id doi;
    if (field == FIELD_ARXIV && record->arxiv.len > 0 &&
        arxiv_parse(arena, record->arxiv, &arxiv) == IDENTIFIER_OK) {
        return arxiv.version > 0
                   ? arena_printf(arena, "%.*sv%d", STR_ARG(arxiv.number),
                                  arxiv.version)
                   : arxiv.number;
    }
    if (field == FIELD_DOI && record->doi.len > 0 &&
        doi_parse(arena, record->doi, &doi) != DOI_FORM) {
        return doi.shown;
    }
    return (struct str){0};
}

/* What stands behind a DOI is reported as doi-invalid. */
void rule_identifier_spelling(struct check_context *context)
{
    const struct record *record = context->record;
    struct doi_id doi;
    if (!is_literature(record)) {
        return;
    }
    const struct str arxiv =
        identifier_canonical(context->scratch, record, FIELD_ARXIV);
    if (arxiv.len > 0) {
        check_spelling(context, FIELD_ARXIV, record->arxiv, arxiv);
    }
    if (record->doi.len > 0 &&
        doi_parse(context->scratch, record->doi, &doi) == IDENTIFIER_OK) {
        check_spelling(context, FIELD_DOI, record->doi, doi.shown);
    }
}

/* -- doi-invalid, doi-unusual, url-invalid -------------------------------- */

void rule_doi_invalid(struct check_context *context)
{
    const struct record *record = context->record;
    struct doi_id id;
    if (!is_literature(record) || record->doi.len == 0) {
        return;
    }
    const enum identifier_fault fault =
        doi_parse(context->scratch, record->doi, &id);
    if (fault == IDENTIFIER_OK) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, FIELD_DOI), S("doi"),
                      fault == DOI_TRAILING ? "\"%.*s\" is more than the DOI"
                                            : "\"%.*s\" is no DOI",
                      STR_ARG(record->doi));
    if (fault == DOI_TRAILING) {
        diag->severity = SEVERITY_WARNING;
        diag_hint(context->diags, diag, "write %.*s", STR_ARG(id.shown));
    } else {
        diag_hint(context->diags, diag, "%s", identifier_fault_text(fault));
    }
}

void rule_doi_unusual(struct check_context *context)
{
    const struct record *record = context->record;
    struct doi_id id;
    if (!is_literature(record) || record->doi.len == 0 ||
        doi_parse(context->scratch, record->doi, &id) == DOI_FORM) {
        return;
    }
    if (!id.is_outside_crossref) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_DOI), S("doi"),
        "\"%.*s\" has signs that few DOIs have", STR_ARG(id.shown));
    diag_hint(context->diags, diag,
              "leave it when https://doi.org/ finds it: some older ones do");
}

void rule_url_invalid(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_literature(record) || record->url.len == 0) {
        return;
    }
    const bool is_web = str_starts(record->url, S("https://")) ||
                        str_starts(record->url, S("http://"));
    if (is_web && str_find_char(record->url, ' ') == STR_NONE) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_URL), S("url"),
        "\"%.*s\" is not the address of a page", STR_ARG(record->url));
    diag_hint(context->diags, diag, "write it whole: https://…");
}

/* -- identifier-missing --------------------------------------------------- */

/* What was handed to the project has no number, and a work that was retired
 * may be one that nobody could find. */
void rule_identifier_missing(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_literature(record) || str_is(record->type, "supplied") ||
        record_is_retired(record)) {
        return;
    }
    if (record->arxiv.len + record->doi.len + record->url.len > 0) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_TITLE), S("arxiv"),
        "nothing says where %.*s can be found", STR_ARG(record->id));
    diag_hint(context->diags, diag,
              "add `arxiv:`, `doi:` or `url:`; a document that was given to "
              "the project has `type: supplied`");
}

/* -- identifier-disagree -------------------------------------------------- */

/* One identifier and the field it was found in. */
struct found {
    enum field field;
    struct arxiv_id arxiv; /* number empty when it is none */
    struct str doi;        /* canonical, of a DOI that is not arXiv's */
};

static struct str host_of(struct str url)
{
    struct str scheme, rest, host, path;
    str_cut(url, ':', &scheme, &rest);
    rest = str_starts(rest, S("//")) ? str_from(rest, 2) : rest;
    str_cut(rest, '/', &host, &path);
    return str_starts(host, S("www.")) ? str_from(host, 4) : host;
}

static struct found find_in(struct arena *arena, enum field field,
                            struct str text)
{
    struct found found = {.field = field};
    const struct str host = host_of(text);
    const bool is_url = field == FIELD_URL;
    struct doi_id doi;
    if (text.len == 0) {
        return found;
    }
    if (field == FIELD_ARXIV || (is_url && str_is(host, "arxiv.org"))) {
        if (arxiv_parse(arena, text, &found.arxiv) != IDENTIFIER_OK) {
            found.arxiv = (struct arxiv_id){0};
        }
    } else if (!is_url || str_ends(host, S("doi.org"))) {
        if (doi_parse(arena, text, &doi) == DOI_FORM) {
            return found;
        }
        if (!doi.is_arxiv) {
            found.doi = doi.canonical;
        } else if (arxiv_parse(arena, text, &found.arxiv) != IDENTIFIER_OK) {
            found.arxiv = (struct arxiv_id){0};
        }
    }
    return found;
}

static bool disagree(const struct found *a, const struct found *b)
{
    const bool has_arxiv = a->arxiv.number.len > 0 && b->arxiv.number.len > 0;
    const bool has_doi = a->doi.len > 0 && b->doi.len > 0;
    const bool has_versions = a->arxiv.version > 0 && b->arxiv.version > 0;
    return (has_arxiv &&
            (!str_equal(a->arxiv.number, b->arxiv.number) ||
             (has_versions && a->arxiv.version != b->arxiv.version))) ||
           (has_doi && !str_equal(a->doi, b->doi));
}

static void compare(struct check_context *context, const struct found *a,
                    const struct found *b)
{
    if (!disagree(a, b)) {
        check_pass(context);
        return;
    }
    const struct record *record = context->record;
    const bool is_version =
        a->arxiv.number.len > 0 && str_equal(a->arxiv.number, b->arxiv.number);
    struct diag *diag = check_finding(
        context, record_place(record, b->field),
        str_from_c(field_infos[b->field].key), "\"%s\" and \"%s\" name %s",
        field_infos[a->field].key, field_infos[b->field].key,
        is_version ? "two versions of one work" : "two works");
    diag_hint(context->diags, diag,
              "open both, and keep the one that is the work \"%.*s\"",
              STR_ARG(record->title));
}

void rule_identifier_disagree(struct check_context *context)
{
    const struct record *record = context->record;
    if (!is_literature(record)) {
        return;
    }
    const struct found found[] = {
        find_in(context->scratch, FIELD_ARXIV, record->arxiv),
        find_in(context->scratch, FIELD_DOI, record->doi),
        find_in(context->scratch, FIELD_URL, record->url),
    };
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = i + 1; j < 3; j++) {
            const bool is_comparable =
                (found[i].arxiv.number.len && found[j].arxiv.number.len) ||
                (found[i].doi.len && found[j].doi.len);
            if (is_comparable) {
                compare(context, &found[i], &found[j]);
            }
        }
    }
}

/* -- published-arxiv ------------------------------------------------------ */

/* A number is given on the day of submission and announced a day or two later,
 * so that either of two neighbouring months can be right. */
enum { MONTHS_APART = 1 };

void rule_published_arxiv(struct check_context *context)
{
    const struct record *record = context->record;
    struct arxiv_id id;
    if (!is_literature(record) || record->arxiv.len == 0 ||
        record->published.len == 0 ||
        arxiv_parse(context->scratch, record->arxiv, &id) != IDENTIFIER_OK) {
        return;
    }
    const int given = id.year * 12 + id.month - 1;
    const int first = months(record->published);
    /* a date known to the year may be any of its months */
    const int last = record->published.len >= 7 ? first : first + 11;
    if (first == 0 ||
        (given >= first - MONTHS_APART && given <= last + MONTHS_APART)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_PUBLISHED), S("published"),
        "published %.*s, and arXiv %.*s was given in %04d-%02d",
        STR_ARG(record->published), STR_ARG(id.number), id.year, id.month);
    diag_hint(context->diags, diag,
              "look the number up: it may be another paper's; \"published\" "
              "is the first public day, not that of the proceedings");
}
