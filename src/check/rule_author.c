/* "Author (Year), [LIT-n]" in prose, against that record's first author and
 * year. A citation is copied by hand more often than any other phrase of an
 * anthology, and goes on looking right when the record behind the id has become
 * another paper. The scan starts at each link and reads backwards. */

#include "check/rules.h"
#include "base/ascii.h"
#include "record/author.h"
#include "record/identifier.h"

/* -- Reading backwards ---------------------------------------------------- */

/* The text before the link; `end` moves towards its start. */
struct behind {
    struct str text;
    size_t end;
};

/* What a citation in prose says. Bytes are counted in the source. */
struct said {
    struct str name; /* surname of the first author; empty: no citation */
    struct str year; /* empty when there is none */
    bool has_others; /* "et al." or further names: it is a person */
    size_t start, end;
};

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '\'' || (unsigned char)c >= 0x80;
}

static char last_char(const struct behind *behind)
{
    return behind->end > 0 ? behind->text.ptr[behind->end - 1] : '\0';
}

/* A blank line ends the paragraph and is not crossed. */
static void skip_spaces(struct behind *behind)
{
    size_t breaks = 0, at = behind->end;
    while (at > 0 && ascii_is_space(behind->text.ptr[at - 1])) {
        breaks += behind->text.ptr[at - 1] == '\n';
        at--;
    }
    behind->end = breaks < 2 ? at : 0;
}

static bool skip_text(struct behind *behind, struct str ending)
{
    if (!str_ends(str_slice(behind->text, 0, behind->end), ending)) {
        return false;
    }
    behind->end -= ending.len;
    return true;
}

static void skip_any(struct behind *behind, struct str chars)
{
    while (behind->end > 0 &&
           (ascii_is_space(last_char(behind)) ||
            str_find_char(chars, last_char(behind)) != STR_NONE)) {
        const size_t before = behind->end;
        if (ascii_is_space(last_char(behind))) {
            skip_spaces(behind);
        } else {
            behind->end--;
        }
        if (behind->end == before) {
            return;
        }
    }
}

/* "2019", "2019a", in brackets or behind a comma. */
static struct str take_year(struct behind *behind)
{
    struct behind at = *behind;
    const bool has_bracket = skip_text(&at, S(")"));
    if (at.end > 1 && ascii_is_digit(at.text.ptr[at.end - 2]) &&
        last_char(&at) >= 'a' && last_char(&at) <= 'f') {
        at.end--;
    }
    for (size_t i = 0; i < 4; i++) {
        if (at.end < i + 1 || !ascii_is_digit(at.text.ptr[at.end - 1 - i])) {
            return S("");
        }
    }
    const struct str year = str_slice(at.text, at.end - 4, at.end);
    at.end -= 4;
    const char before = last_char(&at);
    if ((before != '(' && !ascii_is_space(before)) ||
        (has_bracket && before == ' ') ||
        (year.ptr[0] != '1' && year.ptr[0] != '2')) {
        return S("");
    }
    if (before == '(') {
        at.end--;
    }
    skip_any(&at, S(","));
    *behind = at;
    return year;
}

static bool starts_upper(struct str word)
{
    /* Ł, Ö and their like begin with 0xc3 to 0xc5 */
    const unsigned char c = word.len > 0 ? (unsigned char)word.ptr[0] : 0;
    return (c >= 'A' && c <= 'Z') || (c >= 0xc3 && c <= 0xc5);
}

/* The word that ends at the point reached, without its possessive. */
static struct str take_word(struct behind *behind)
{
    size_t start = behind->end;
    while (start > 0 && is_name_char(behind->text.ptr[start - 1])) {
        start--;
    }
    const struct str word = str_slice(behind->text, start, behind->end);
    behind->end = start;
    return word;
}

static bool take_and(struct behind *behind)
{
    struct behind at = *behind;
    skip_spaces(&at);
    if (skip_text(&at, S("&")) || str_is(take_word(&at), "and")) {
        skip_any(&at, S(","));
        *behind = at;
        return true;
    }
    return false;
}

/* "A, B and C": from C back to A. Given names before B and C are stepped over;
 * whatever comes before A does not belong to the list. */
static struct str take_first_of_list(struct behind *behind, struct said *said)
{
    struct str name = take_word(behind);
    if (!starts_upper(name)) {
        return S("");
    }
    struct behind at = *behind;
    for (int given = 0; given < 3 && !take_and(&at); given++) {
        skip_spaces(&at);
        if (!starts_upper(take_word(&at))) {
            return name;
        }
    }
    if (at.end == behind->end) {
        return name;
    }
    for (;;) {
        const struct str earlier = take_word(&at);
        if (!starts_upper(earlier)) {
            return name;
        }
        name = earlier;
        said->has_others = true;
        *behind = at;
        skip_spaces(&at);
        if (!skip_text(&at, S(","))) {
            return name;
        }
        skip_spaces(&at);
    }
}

static struct said read_before(struct str text, size_t link)
{
    struct said said = {0};
    struct behind behind = {text, link};
    skip_any(&behind, S("[(,;:*_"));
    said.end = behind.end;
    said.year = take_year(&behind);
    if (said.year.len == 0) {
        said.end = behind.end;
    }
    skip_text(&behind, S("'s"));
    skip_text(&behind, S("\xe2\x80\x99s"));
    if (skip_text(&behind, S("et al."))) {
        said.has_others = true;
    } else if (skip_text(&behind, S("al."))) {
        skip_spaces(&behind);
        said.has_others = skip_text(&behind, S("et"));
    }
    if (!said.has_others && said.year.len == 0) {
        return said; /* any word may stand before a link */
    }
    skip_any(&behind, S(","));
    const struct str name = said.has_others
                                ? take_word(&behind)
                                : take_first_of_list(&behind, &said);
    if (starts_upper(name)) {
        said.name = name;
        said.start = (size_t)(name.ptr - text.ptr);
    }
    return said;
}

/* -- What the record says ------------------------------------------------- */

/* The first author as the record writes it: of `authors`, else of a field
 * `first_author` that the kind adds. */
static struct str first_author(const struct record *record)
{
    if (record->authors.len > 0 &&
        !str_is(record->authors.at[0].text, "others")) {
        return record->authors.at[0].text;
    }
    for (size_t i = 0; i < record->kind->extra_count; i++) {
        if (str_is(record->kind->extras[i].key, "first_author")) {
            return record->extras[i].text;
        }
    }
    return S("");
}

/* "Ba" of "Jimmy Lei Ba"; "Berg" of "Jo van der Berg", whose particles prose
 * may leave out. */
static struct str surname_of(struct arena *arena, struct str author)
{
    const struct str family = author_family(arena, author);
    const size_t space = str_rfind_char(family, ' ');
    return space == STR_NONE ? family : str_from(family, space + 1);
}

static bool is_year_of(struct arena *arena, const struct record *record,
                       struct str year)
{
    struct arxiv_id id;
    if (record->published.len == 0 || str_starts(record->published, year) ||
        str_find(record->venue, year) != STR_NONE) {
        return true; /* a paper is cited by either of its years */
    }
    int64_t number = 0;
    return record->arxiv.len > 0 &&
           arxiv_parse(arena, record->arxiv, &id) == IDENTIFIER_OK &&
           str_to_int64(year, &number) && number == id.year;
}

/* A single word before a year may be what the paper is about: "Adam (2014)".
 * Its own record then knows the word. */
static bool may_be_subject(const struct record *record, const struct said *said)
{
    return !said->has_others &&
           str_find_nocase(record->source->text, said->name) != STR_NONE;
}

/* "Ba, Kiros et al." names the first author further ahead. */
static bool is_named_ahead(struct place place, struct str author)
{
    enum { AHEAD = 48 };
    const size_t from = place.start > AHEAD ? place.start - AHEAD : 0;
    const struct str ahead = str_slice(place.source->text, from, place.start);
    return str_ends(str_trim(ahead), S(",")) &&
           str_find_nocase(ahead, author) != STR_NONE;
}

/* -- citation-author ------------------------------------------------------ */

static void report(struct check_context *context, const struct link *link,
                   const struct said *said, struct str author, bool is_author)
{
    const struct record *to = link->to;
    const struct place place = {link->place.source, said->start, said->end};
    struct diag *diag;
    if (is_author) {
        diag = check_finding(context, place, to->id,
                             "%.*s (%.*s) is cited, and %.*s was published "
                             "%.*s",
                             STR_ARG(said->name), STR_ARG(said->year),
                             STR_ARG(to->id), STR_ARG(to->published));
    } else {
        diag =
            check_finding(context, place, to->id,
                          "%.*s%s%.*s%s is cited, and the first author of "
                          "%.*s is %.*s",
                          STR_ARG(said->name), said->year.len > 0 ? " (" : "",
                          STR_ARG(said->year), said->year.len > 0 ? ")" : "",
                          STR_ARG(to->id), STR_ARG(author));
    }
    diag_hint(context->diags, diag,
              "%.*s is \"%.*s\", %.*s (%.*s): correct the name, the id, or "
              "that record",
              STR_ARG(to->id), STR_ARG(to->title), STR_ARG(author),
              STR_ARG(str_slice(to->published, 0, 4)));
}

static void check_link(struct check_context *context, const struct link *link,
                       const struct said *said)
{
    const struct record *to = link->to;
    const struct str author = first_author(to);
    const struct place place = {link->place.source, said->start, said->end};
    if (author.len == 0) {
        check_cannot(context, place, to->id, "%.*s names no author",
                     STR_ARG(to->id));
        return;
    }
    const bool is_author =
        str_equal_nocase(said->name, surname_of(context->scratch, author)) ||
        str_equal_nocase(said->name, author) || may_be_subject(to, said) ||
        is_named_ahead(place, surname_of(context->scratch, author));
    if (is_author &&
        (said->year.len == 0 || is_year_of(context->scratch, to, said->year))) {
        check_pass(context);
    } else {
        report(context, link, said, author, is_author);
    }
}

void rule_citation_author(struct check_context *context)
{
    enum { REACH = 200 };
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        const bool is_prose =
            link->origin == LINK_PROSE || link->origin == LINK_SUMMARY;
        if (!is_prose || !link->to || link->to == record ||
            link->to->kind->role != ROLE_LITERATURE) {
            continue;
        }
        const size_t start = link->place.start;
        const size_t from = start > REACH ? start - REACH : 0;
        struct said said = read_before(
            str_slice(link->place.source->text, from, start), start - from);
        if (said.name.len > 0) {
            said.start += from;
            said.end += from;
            check_link(context, link, &said);
        }
    }
}
