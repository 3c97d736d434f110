/* From a BibTeX entry to a work. Every field is looked at once, by the row of
 * a table that has its name; what no row takes is left over. */

#include "exchange/work.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "exchange/bibtex.h"
#include "exchange/tex.h"

struct taking {
    struct arena *arena;
    const struct bib_entry *entry;
    const struct work_type *type; /* NULL for a type that is not known */
    struct work work;
    struct work_leftovers *leftovers;
    bool *is_taken; /* by field */
    struct work_date date;
};

/* -- Fields ---------------------------------------------------------------- */

static const struct bib_field *find_any(const struct taking *taking,
                                        const char *name)
{
    for (size_t i = 0; i < taking->entry->field_count; i++) {
        if (str_is(taking->entry->fields[i].name, name)) {
            return &taking->entry->fields[i];
        }
    }
    return NULL;
}

/* The field, unless it was taken already. */
static const struct bib_field *find(const struct taking *taking,
                                    const char *name)
{
    const struct bib_field *field = find_any(taking, name);
    const bool is_free =
        field && !taking->is_taken[field - taking->entry->fields];
    return is_free ? field : NULL;
}

static void mark_taken(struct taking *taking, const struct bib_field *field)
{
    taking->is_taken[field - taking->entry->fields] = true;
}

/* A control character in a record would be a fault of its own. */
static struct str without_controls(struct arena *arena, struct str text)
{
    struct out out = {0};
    while (text.len > 0) {
        const struct str before = text;
        const uint32_t c = utf8_next(&text);
        if (c >= ' ' && (c < 0x7f || c > 0x9f) && c != 0xfeff) {
            out_str(&out, str_slice(before, 0, before.len - text.len));
        }
    }
    return out_take(&out, arena);
}

static struct str to_text(struct taking *taking, const struct bib_field *field,
                          enum tex_groups groups)
{
    const struct str text = tex_to_text(taking->arena, field->tex, groups,
                                        &taking->leftovers->unknown);
    return str_trim(without_controls(taking->arena, text));
}

/* The field's text, or the empty text when it is not there. */
static struct str take(struct taking *taking, const char *name)
{
    const struct bib_field *field = find(taking, name);
    if (!field) {
        return S("");
    }
    mark_taken(taking, field);
    return to_text(taking, field, TEX_DROP_GROUPS);
}

static struct str take_address(struct taking *taking, const char *name)
{
    const struct bib_field *field = find(taking, name);
    if (!field) {
        return S("");
    }
    mark_taken(taking, field);
    return without_controls(taking->arena,
                            tex_to_address(taking->arena, field->tex));
}

/* -- Title, authors, venue ------------------------------------------------- */

static void take_title(struct taking *taking)
{
    const struct str title = take(taking, "title");
    const struct str more = take(taking, "subtitle");
    taking->work.title = more.len == 0
                             ? title
                             : arena_printf(taking->arena, "%.*s: %.*s",
                                            STR_ARG(title), STR_ARG(more));
}

/* Behind the next "and" that is a word outside braces; `end` is before it. */
static size_t next_name(struct str names, size_t from, size_t *end)
{
    size_t depth = 0;
    for (size_t i = from; i < names.len; i++) {
        depth += names.ptr[i] == '{';
        depth -= names.ptr[i] == '}' && depth > 0;
        const bool is_word =
            depth == 0 && (i == from || names.ptr[i - 1] == ' ') &&
            str_equal_nocase(str_slice(names, i, i + 3), S("and")) &&
            (i + 3 == names.len || names.ptr[i + 3] == ' ');
        if (is_word) {
            *end = i;
            return i + 3;
        }
    }
    *end = names.len;
    return names.len;
}

static void take_authors(struct taking *taking)
{
    const struct bib_field *field = find(taking, "author");
    if (!field) {
        return;
    }
    mark_taken(taking, field);
    const struct str names = to_text(taking, field, TEX_KEEP_GROUPS);
    for (size_t from = 0; from < names.len;) {
        size_t end;
        const size_t next = next_name(names, from, &end);
        const struct str name = str_trim(str_slice(names, from, end));
        if (name.len > 0) {
            *LIST_PUSH(taking->arena, &taking->work.authors) =
                author_parse(taking->arena, name);
        }
        from = next;
    }
}

/* Where it appeared: the field that the type has for it, or else one of those
 * that others put it into. */
static void take_venue(struct taking *taking)
{
    static const char *const names[] = {"journal", "journaltitle", "booktitle",
                                        "howpublished"};
    if (taking->type) {
        taking->work.venue = take(taking, taking->type->venue);
    }
    for (size_t i = 0;
         taking->work.venue.len == 0 && i < sizeof names / sizeof names[0];
         i++) {
        taking->work.venue = take(taking, names[i]);
    }
}

/* \url{...} where a venue should be is an address. */
static void take_address_of_venue(struct taking *taking)
{
    const struct bib_field *field = find(taking, "howpublished");
    if (field && !find(taking, "url") &&
        str_starts(str_trim(field->tex), S("\\url{"))) {
        mark_taken(taking, field);
        taking->work.url =
            tex_to_address(taking->arena, str_from(str_trim(field->tex), 4));
    }
}

/* -- Dates ----------------------------------------------------------------- */

static int small_number(struct str text)
{
    int64_t value = 0;
    return str_to_int64(text, &value) && value > 0 && value < 10000 ? (int)value
                                                                    : 0;
}

/* "August", "Aug." and "aug" are 8; 0 for other words. */
static int month_of(struct str word)
{
    static const char *const months[] = {
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december",
    };
    if (str_ends(word, S("."))) {
        word.len--;
    }
    for (int i = 0; i < 12 && word.len >= 3; i++) {
        const struct str month = str_from_c(months[i]);
        const bool is_sept = i == 8 && str_equal_nocase(word, S("sept"));
        if (is_sept || str_equal_nocase(word, month) ||
            str_equal_nocase(word, str_slice(month, 0, 3))) {
            return i + 1;
        }
    }
    return 0;
}

static int days_of(const struct work_date *date)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int year = date->year;
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[date->month - 1] + (date->month == 2 && is_leap);
}

static bool is_date(const struct work_date *date)
{
    return date->year >= 1000 && date->month <= 12 &&
           (date->day == 0 || (date->month > 0 && date->day <= days_of(date)));
}

/* "aug", "8", "4 August", "August 4"; false for anything else. */
static bool read_month(struct str text, struct work_date *date)
{
    struct work_date read = {.year = date->year};
    struct str word;
    bool has_more = true;
    int number = 0;
    while (has_more) {
        has_more = str_cut(text, ' ', &word, &text);
        if (str_ends(word, S(","))) {
            word.len--;
        }
        const int month = month_of(word);
        const int value = small_number(word);
        if ((month && read.month) || (value && number) || !(month || value)) {
            return false;
        }
        read.month = month ? month : read.month;
        number = value ? value : number;
    }
    if (read.month) {
        read.day = number;
    } else {
        read.month = number;
    }
    if (!is_date(&read)) {
        return false;
    }
    *date = read;
    return true;
}

/* biblatex: 2019-09-17, 2019-09 or 2019, the first of a range. */
static bool read_date(struct str text, struct work_date *date)
{
    struct str first, rest;
    str_cut(text, '/', &first, &rest);
    struct str parts[3] = {{0}};
    str_cut(first, '-', &parts[0], &rest);
    str_cut(rest, '-', &parts[1], &parts[2]);
    const struct work_date read = {
        small_number(parts[0]), small_number(parts[1]), small_number(parts[2])};
    if (parts[0].len != 4 || (parts[1].len > 0 && read.month == 0) ||
        (parts[2].len > 0 && read.day == 0) || !is_date(&read)) {
        return false;
    }
    *date = read;
    return true;
}

static bool read_year(struct str text, struct work_date *date)
{
    const struct work_date read = {.year = small_number(text)};
    if (text.len != 4 || !is_date(&read)) {
        return false;
    }
    *date = read;
    return true;
}

static bool read_day(struct str text, struct work_date *date)
{
    struct work_date read = *date;
    read.day = small_number(text);
    if (read.month == 0 || date->day > 0 || read.day == 0 || !is_date(&read)) {
        return false;
    }
    *date = read;
    return true;
}

/* Takes the field when it could be read. */
static void take_date_field(struct taking *taking, const char *name,
                            bool read(struct str, struct work_date *))
{
    const struct bib_field *field = find(taking, name);
    if (field && read(to_text(taking, field, TEX_DROP_GROUPS), &taking->date)) {
        mark_taken(taking, field);
    }
}

static void take_date(struct taking *taking)
{
    struct work_date *date = &taking->date;
    take_date_field(taking, "date", read_date);
    if (date->year == 0) {
        take_date_field(taking, "year", read_year);
        if (date->year > 0) {
            take_date_field(taking, "month", read_month);
            take_date_field(taking, "day", read_day);
        }
    }
    if (date->year > 0) {
        struct out out = {0};
        out_printf(&out, "%04d", date->year);
        if (date->month > 0) {
            out_printf(&out, "-%02d", date->month);
        }
        if (date->day > 0) {
            out_printf(&out, "-%02d", date->day);
        }
        taking->work.published = out_take(&out, taking->arena);
    }
}

/* -- Identifiers ----------------------------------------------------------- */

/* eprint belongs to arXiv when nothing else is said. */
static void take_eprint(struct taking *taking)
{
    static const char *const prefixes[] = {"archiveprefix", "eprinttype"};
    static const char *const classes[] = {"primaryclass", "eprintclass"};
    const struct bib_field *eprint = find(taking, "eprint");
    struct arxiv_id id;
    bool is_said = false;
    if (!eprint) {
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        const struct bib_field *prefix = find(taking, prefixes[i]);
        if (!prefix) {
            continue;
        }
        if (!str_equal_nocase(str_trim(prefix->tex), S("arxiv"))) {
            return;
        }
        is_said = true;
        mark_taken(taking, prefix);
    }
    const struct str text = tex_to_address(taking->arena, eprint->tex);
    if (!is_said && arxiv_parse(taking->arena, text, &id) != IDENTIFIER_OK) {
        return;
    }
    mark_taken(taking, eprint);
    taking->work.arxiv = text;
    for (size_t i = 0; i < 2 && taking->work.arxiv_class.len == 0; i++) {
        taking->work.arxiv_class = take(taking, classes[i]);
    }
}

static bool is_number_char(char c)
{
    return ascii_is_alnum(c) || c == '.' || c == '/' || c == '-';
}

/* "arXiv preprint arXiv:1706.03762", "abs/1706.03762": the number, or the
 * empty text. */
static struct str arxiv_in(struct arena *arena, struct str text)
{
    static const char *const marks[] = {"arxiv:", "abs/"};
    struct arxiv_id id;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const struct str mark = str_from_c(marks[i]);
        const size_t at = str_find_nocase(text, mark);
        if (at == STR_NONE) {
            continue;
        }
        struct str number = str_trim(str_from(text, at + mark.len));
        size_t len = 0;
        while (len < number.len && is_number_char(number.ptr[len])) {
            len++;
        }
        number.len = len;
        while (str_ends(number, S("."))) {
            number.len--;
        }
        if (arxiv_parse(arena, number, &id) == IDENTIFIER_OK) {
            return number;
        }
    }
    return S("");
}

/* Catalogues that have no eprint field write the number where a journal would
 * stand; it is then no journal. */
static void find_arxiv(struct taking *taking)
{
    static const char *const names[] = {"journal", "volume", "howpublished",
                                        "note"};
    for (size_t i = 0;
         taking->work.arxiv.len == 0 && i < sizeof names / sizeof names[0];
         i++) {
        const struct bib_field *field = find_any(taking, names[i]);
        const struct str number =
            field ? arxiv_in(taking->arena, field->tex) : S("");
        if (number.len == 0) {
            continue;
        }
        taking->work.arxiv = number;
        const bool is_volume = str_is(field->name, "volume");
        if (is_volume || str_is(field->name, "journal")) {
            mark_taken(taking, field);
            taking->work.venue = S("");
            taking->work.type = S("preprint");
        }
    }
}

/* -- The entry ------------------------------------------------------------- */

static void take_type(struct taking *taking)
{
    const struct str type = taking->entry->type;
    const bool is_misc =
        taking->type && str_is(str_from_c(taking->type->bibtex), "misc");
    if (taking->work.type.len > 0) {
        return; /* it is known already to be a preprint */
    }
    if (!taking->type) {
        taking->work.type = type;
    } else if (is_misc) {
        taking->work.type =
            taking->work.arxiv.len > 0 ? S("preprint") : S("misc");
    } else {
        taking->work.type = str_from_c(taking->type->word);
    }
}

/* As export writes it. */
static void take_retraction(struct taking *taking)
{
    const struct str mark = S("Retracted: ");
    const struct bib_field *note = find(taking, "note");
    if (note && str_starts(note->tex, mark)) {
        taking->work.retracted =
            str_from(to_text(taking, note, TEX_DROP_GROUPS), mark.len);
        mark_taken(taking, note);
    }
}

struct work work_of_entry(struct arena *arena, const struct bib_entry *entry,
                          struct work_leftovers *leftovers)
{
    struct taking taking = {
        .arena = arena,
        .entry = entry,
        .type = work_type_of_bibtex(entry->type),
        .work = {.key = entry->key},
        .leftovers = leftovers,
        .is_taken = ARENA_ARRAY(arena, bool, entry->field_count),
    };
    take_title(&taking);
    take_authors(&taking);
    take_address_of_venue(&taking);
    take_venue(&taking);
    take_date(&taking);
    take_eprint(&taking);
    find_arxiv(&taking);
    taking.work.doi = take_address(&taking, "doi");
    if (taking.work.url.len == 0) {
        taking.work.url = take_address(&taking, "url");
    }
    take_retraction(&taking);
    work_settle(arena, &taking.work);
    take_type(&taking);
    for (size_t i = 0; i < entry->field_count; i++) {
        if (!taking.is_taken[i]) {
            *LIST_PUSH(arena, &leftovers->left) = i;
        }
    }
    return taking.work;
}
