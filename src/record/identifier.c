/* arXiv numbers. The two forms are told apart by the slash, the faults by what
 * a person would have to change; STANDARDS:
 * info.arxiv.org/help/arxiv_identifier (dates and digits), and the closed list
 * of archives that the old form named. */

#include "record/identifier.h"

#include <ctype.h>
#include <string.h>

#include "record/identifier_text.h"

static const char *const fault_texts[] = {
    [IDENTIFIER_OK] = NULL,
    [ARXIV_FORM] = "an arXiv number looks like 2103.03098v2, or "
                   "math/0309136 until March 2007",
    [ARXIV_MONTH] = "the third and fourth digits are a month, 01 to 12",
    [ARXIV_TOO_EARLY] = "arXiv gave no such number so early: the form "
                        "2103.03098 starts at 0704, math/0309136 at 9107",
    [ARXIV_DIGITS] = "after the point come four digits until 1412 and five "
                     "from 1501",
    [ARXIV_SEQUENCE] = "numbers within a month start at 1",
    [ARXIV_ARCHIVE] = "arXiv never had an archive of this name",
    [DOI_FORM] = "a DOI looks like 10.1000/suffix",
    [DOI_TRAILING] = "there is text around the DOI: punctuation or a bracket "
                     "that does not belong to it",
};

/* Archives that ever appeared in a number of the old form. */
static const char *const archives[] = {
    "acc-phys", "adap-org", "alg-geom", "ao-sci",   "astro-ph", "atom-ph",
    "bayes-an", "chao-dyn", "chem-ph",  "cmp-lg",   "comp-gas", "cond-mat",
    "cs",       "dg-ga",    "funct-an", "gr-qc",    "hep-ex",   "hep-lat",
    "hep-ph",   "hep-th",   "math",     "math-ph",  "mtrl-th",  "nlin",
    "nucl-ex",  "nucl-th",  "patt-sol", "physics",  "plasm-ph", "q-alg",
    "q-bio",    "quant-ph", "solv-int", "supr-con",
};

enum {
    NEW_FORM_STARTS = 704,      /* April 2007, as YYMM */
    OLD_FORM_STARTS = 199107,   /* as YYYYMM */
    OLD_FORM_ENDS = 200703,     /* the last month of the old form */
    FIVE_DIGITS_START = 1501,   /* January 2015, as YYMM */
    VERSION_DIGITS_CEILING = 4, /* no paper has ten thousand versions */
};

const char *identifier_fault_text(enum identifier_fault fault)
{
    return fault_texts[fault];
}

bool text_skip(struct str *text, const char *prefix)
{
    const struct str wanted = str_from_c(prefix);
    if (!str_equal_nocase(str_slice(*text, 0, wanted.len), wanted)) {
        return false;
    }
    *text = str_from(*text, wanted.len);
    return true;
}

struct str text_digits(struct str text)
{
    size_t len = 0;
    while (len < text.len && text.ptr[len] >= '0' && text.ptr[len] <= '9') {
        len++;
    }
    return str_slice(text, 0, len);
}

/* "v3" or nothing at all; the version must not be zero or padded. */
static bool take_version(struct str text, int *version)
{
    *version = 0;
    if (text.len == 0) {
        return true;
    }
    const struct str digits = text_digits(str_from(text, 1));
    if (text.ptr[0] != 'v' || digits.len + 1 != text.len || digits.len == 0 ||
        digits.len > VERSION_DIGITS_CEILING || digits.ptr[0] == '0') {
        return false;
    }
    int64_t value = 0;
    if (!str_to_int64(digits, &value)) {
        return false;
    }
    *version = (int)value;
    return true;
}

static int two_digits(struct str text, size_t at)
{
    return (text.ptr[at] - '0') * 10 + (text.ptr[at + 1] - '0');
}

static bool is_zero(struct str digits)
{
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] != '0') {
            return false;
        }
    }
    return true;
}

static enum identifier_fault parse_new(struct arena *arena, struct str text,
                                       struct arxiv_id *id)
{
    const struct str yymm = text_digits(text);
    const struct str rest = str_from(text, yymm.len);
    if (yymm.len != 4 || rest.len == 0 || rest.ptr[0] != '.') {
        return ARXIV_FORM;
    }
    const struct str sequence = text_digits(str_from(rest, 1));
    if (sequence.len == 0 ||
        !take_version(str_from(rest, 1 + sequence.len), &id->version)) {
        return ARXIV_FORM;
    }
    const int yy = two_digits(yymm, 0);
    id->year = 2000 + yy;
    id->month = two_digits(yymm, 2);
    const int date = yy * 100 + id->month;
    if (id->month < 1 || id->month > 12) {
        return ARXIV_MONTH;
    }
    if (date < NEW_FORM_STARTS) {
        return ARXIV_TOO_EARLY;
    }
    if (sequence.len != (date < FIVE_DIGITS_START ? 4U : 5U)) {
        return ARXIV_DIGITS;
    }
    if (is_zero(sequence)) {
        return ARXIV_SEQUENCE;
    }
    id->number = arena_copy(arena, str_slice(text, 0, 5 + sequence.len));
    return IDENTIFIER_OK;
}

static bool is_archive(struct str name)
{
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++) {
        if (str_is(name, archives[i])) {
            return true;
        }
    }
    return false;
}

/* The archive without its subject class (".GT"), or the empty text when the
 * part before the slash cannot be one. */
static struct str archive_of(struct str head)
{
    const size_t dot = str_find_char(head, '.');
    const struct str archive = str_slice(head, 0, dot);
    const struct str subject =
        dot == STR_NONE ? S("") : str_from(head, dot + 1);
    if (dot != STR_NONE && (subject.len != 2 || !isupper(subject.ptr[0]) ||
                            !isupper(subject.ptr[1]))) {
        return S("");
    }
    for (size_t i = 0; i < archive.len; i++) {
        if (!islower(archive.ptr[i]) && archive.ptr[i] != '-') {
            return S("");
        }
    }
    return archive;
}

static enum identifier_fault parse_old(struct arena *arena, struct str text,
                                       struct arxiv_id *id)
{
    struct str head, tail;
    str_cut(text, '/', &head, &tail);
    const struct str archive = archive_of(head);
    const struct str digits = text_digits(tail);
    if (archive.len == 0 || digits.len != 7 ||
        !take_version(str_from(tail, 7), &id->version)) {
        return ARXIV_FORM;
    }
    if (!is_archive(archive)) {
        return ARXIV_ARCHIVE;
    }
    const int yy = two_digits(digits, 0);
    id->year = yy >= 91 ? 1900 + yy : 2000 + yy;
    id->month = two_digits(digits, 2);
    id->is_old_form = true;
    if (id->month < 1 || id->month > 12) {
        return ARXIV_MONTH;
    }
    const int date = id->year * 100 + id->month;
    if (date < OLD_FORM_STARTS) {
        return ARXIV_TOO_EARLY;
    }
    if (date > OLD_FORM_ENDS) {
        return ARXIV_FORM;
    }
    if (is_zero(str_from(digits, 4))) {
        return ARXIV_SEQUENCE;
    }
    id->number =
        arena_printf(arena, "%.*s/%.*s", STR_ARG(archive), STR_ARG(digits));
    return IDENTIFIER_OK;
}

/* What stands around the number in a citation or an address bar. */
static struct str strip_arxiv(struct str text)
{
    text = str_trim(text);
    if (text_skip(&text, "https://") || text_skip(&text, "http://")) {
        text_skip(&text, "www.");
        if (text_skip(&text, "doi.org/") || text_skip(&text, "dx.doi.org/")) {
            text_skip(&text, "10.48550/arXiv.");
        } else if (text_skip(&text, "arxiv.org/")) {
            (void)(text_skip(&text, "abs/") || text_skip(&text, "pdf/") ||
                   text_skip(&text, "html/"));
        }
    } else if (!text_skip(&text, "arxiv:")) {
        text_skip(&text, "doi:");
        text_skip(&text, "10.48550/arXiv.");
    }
    text = str_trim(text);
    if (str_ends(text, S(".pdf"))) {
        text = str_slice(text, 0, text.len - 4);
    }
    return text;
}

enum identifier_fault arxiv_parse(struct arena *arena, struct str text,
                                  struct arxiv_id *id)
{
    *id = (struct arxiv_id){0};
    const struct str bare = strip_arxiv(text);
    return str_find_char(bare, '/') == STR_NONE ? parse_new(arena, bare, id)
                                                : parse_old(arena, bare, id);
}

struct str identifier_key_arxiv(struct arena *arena, const struct arxiv_id *id)
{
    return arena_printf(arena, "arxiv:%.*s", STR_ARG(id->number));
}
