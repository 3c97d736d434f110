/* A byte's neighbourhood is enough: nothing is looked at twice but where links
 * crowd one sentence. */

#include "check/sentence.h"

#include <string.h>

#include "base/ascii.h"

/* -- Blocks --------------------------------------------------------------- */

static struct str line_at(struct str text, size_t start)
{
    const size_t length = str_find_char(str_from(text, start), '\n');
    return str_slice(text, start,
                     length == STR_NONE ? text.len : start + length);
}

static char char_at(struct str text, size_t at)
{
    return text.ptr && at < text.len ? text.ptr[at] : '\0';
}

/* A line that begins something of its own whatever stands before it. */
static bool begins_block(struct str line)
{
    while (line.len > 0 && strchr(" \t>", line.ptr[0])) {
        line = str_from(line, 1);
    }
    if (ascii_is_letter(char_at(line, 0))) {
        return false; /* as nearly every line */
    }
    if (str_is_blank(line)) {
        return true;
    }
    size_t digits = 0;
    while (ascii_is_digit(char_at(line, digits))) {
        digits++;
    }
    const struct str rest = str_from(line, digits);
    return strchr("#|", char_at(line, 0)) || str_starts(line, S("- ")) ||
           str_starts(line, S("* ")) || str_starts(line, S("+ ")) ||
           str_starts(line, S("```")) || str_starts(line, S("<!--")) ||
           (digits > 0 &&
            (str_starts(rest, S(". ")) || str_starts(rest, S(") "))));
}

/* -- Ends ----------------------------------------------------------------- */

/* The letters right before the offset. */
static struct str word_before(struct str text, size_t at)
{
    size_t start = at;
    while (start > 0 && ascii_is_letter(text.ptr[start - 1])) {
        start--;
    }
    return str_slice(text, start, at);
}

static bool is_abbreviation(struct str word)
{
    static const char *const words[] = {
        "al",  "eg", "g",  "e",   "i",      "ie",   "vs", "cf",  "eq", "fig",
        "sec", "no", "ca", "etc", "approx", "resp", "pp", "tab", "app"};
    if (word.len == 1) {
        return true; /* an initial */
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_is_nocase(word, words[i])) {
            return true;
        }
    }
    return false;
}

/* Past quotes and brackets that close behind the stop; 0 when no blank or end
 * follows. */
static size_t behind_stop(struct str text, size_t at)
{
    while (at < text.len && strchr(")\"'*_`]", text.ptr[at])) {
        at++;
    }
    return at == text.len || ascii_is_space(text.ptr[at]) ? at : 0;
}

/* The offset behind the sentence that ends with the sign at `at`, or 0. */
static size_t end_at(struct str text, size_t at)
{
    const char sign = char_at(text, at);
    if (sign != '.' && sign != '?' && sign != '!') {
        return 0;
    }
    const size_t end = behind_stop(text, at + 1);
    if (end == 0 || (sign == '.' && is_abbreviation(word_before(text, at)))) {
        return 0;
    }
    size_t next = end;
    while (next < text.len && ascii_is_space(text.ptr[next])) {
        next++;
    }
    const bool goes_on =
        next < text.len && text.ptr[next] >= 'a' && text.ptr[next] <= 'z';
    return goes_on ? 0 : end;
}

/* -- Around a byte -------------------------------------------------------- */

enum { REACH = 1000 };

/* Where the line begins that the byte stands in, or `from`. */
static size_t line_start(struct str text, size_t from, size_t at)
{
    const size_t before = str_rfind_char(str_slice(text, from, at), '\n');
    return before == STR_NONE ? from : from + before + 1;
}

/* Where the block begins that holds the byte: at the start of a line. */
static size_t block_start(struct str text, size_t from, size_t at)
{
    size_t start = at;
    for (;;) {
        start = line_start(text, from, start);
        if (start == from || begins_block(line_at(text, start))) {
            return start;
        }
        const size_t before = line_start(text, from, start - 1);
        const struct str line = line_at(text, before);
        if (str_is_blank(line) || str_starts(str_trim(line), S("#"))) {
            return start;
        }
        start = before;
    }
}

static size_t block_end(struct str text, size_t at, size_t to)
{
    for (;;) {
        const size_t end = str_find_char(str_slice(text, at, to), '\n');
        at = end == STR_NONE ? to : at + end;
        if (at >= to || begins_block(line_at(text, at + 1))) {
            return at < to ? at : to;
        }
        at++;
    }
}

struct place sentence_around(struct place whole, size_t at)
{
    const struct str text = whole.source->text;
    const size_t from = at > whole.start + REACH ? at - REACH : whole.start;
    const size_t to = whole.end > at + REACH ? at + REACH : whole.end;
    struct place place = {whole.source, block_start(text, from, at), 0};
    place.end = block_end(text, at, to);
    const struct str block = str_slice(text, 0, place.end);
    for (size_t i = place.start; i < place.end; i++) {
        const char c = text.ptr[i];
        const size_t end =
            c == '.' || c == '?' || c == '!' ? end_at(block, i) : 0;
        if (end > at) {
            place.end = end;
        } else if (end > 0) {
            place.start = end;
        }
    }
    while (place.start < at && ascii_is_space(text.ptr[place.start])) {
        place.start++;
    }
    return place;
}

/* -- With their links ----------------------------------------------------- */

/* The scalar that holds the byte, or NULL. Children stand in file order. */
static const struct yml_node *scalar_at(const struct yml_node *node,
                                        size_t offset)
{
    if (!node || offset < node->place.start || offset >= node->place.end) {
        return NULL;
    }
    size_t low = 0, high = node->kind == YML_SCALAR ? 0 : node->len;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct yml_node *child = node->kind == YML_LIST
                                           ? node->items[middle]
                                           : node->pairs[middle].value;
        if (offset < child->place.start) {
            high = middle;
        } else if (offset >= child->place.end) {
            low = middle + 1;
        } else {
            return scalar_at(child, offset);
        }
    }
    return node->kind == YML_SCALAR ? node : NULL;
}

struct place body_place(const struct record *record)
{
    const struct md_document *body = record->body;
    const struct field_value *field = &record->fields[FIELD_BODY];
    if (!body) {
        return (struct place){0};
    }
    return body->source == record->source
               ? (struct place){record->source, body->start, body->end}
               : field->node->place;
}

/* The text that a link stands in, as far as a sentence can reach. */
static struct place whole_of_link(const struct record *record,
                                  const struct link *link)
{
    if (link->origin == LINK_PROSE && record->body) {
        return body_place(record);
    }
    const struct yml_node *scalar = scalar_at(record->front, link->place.start);
    return scalar ? scalar->place : link->place;
}

static bool is_prose(const struct link *link)
{
    return link->origin == LINK_PROSE || link->origin == LINK_SUMMARY;
}

bool sentence_next(struct sentence_reader *reader, struct sentence *sentence)
{
    const struct links *links = &reader->record->links;
    for (; reader->link < links->len; reader->link++) {
        const struct link *link = &links->at[reader->link];
        if (is_prose(link)) {
            break;
        }
    }
    if (reader->link == links->len) {
        return false;
    }
    const struct link *first = &links->at[reader->link];
    const struct place place = sentence_around(
        whole_of_link(reader->record, first), first->place.start);
    size_t next = reader->link + 1;
    while (next < links->len && links->at[next].place.start < place.end) {
        next++;
    }
    *sentence = (struct sentence){
        .place = place,
        .text = str_slice(place.source->text, place.start, place.end),
        .links = first,
        .link_count = next - reader->link,
    };
    reader->link = next;
    return true;
}

/* -- With their decimals --------------------------------------------------- */

/* The text around the byte, as far as a sentence can reach; nowhere for what is
 * neither body nor value. */
static struct place whole_around(const struct record *record, size_t at)
{
    const struct place body = body_place(record);
    if (body.source && at >= body.start && at < body.end) {
        return body;
    }
    const struct yml_node *scalar = scalar_at(record->front, at);
    return scalar ? scalar->place : (struct place){0};
}

/* The next point with a digit on both sides. */
static size_t next_decimal(struct str text, size_t at)
{
    for (;;) {
        const size_t point = str_find_char(str_from(text, at), '.');
        if (point == STR_NONE) {
            return STR_NONE;
        }
        at += point;
        if (at > 0 && ascii_is_digit(char_at(text, at - 1)) &&
            ascii_is_digit(char_at(text, at + 1))) {
            return at;
        }
        at++;
    }
}

bool sentence_next_decimal(struct decimal_reader *reader,
                           struct sentence *sentence)
{
    const struct record *record = reader->record;
    const struct str text = record->source->text;
    const struct links *links = &record->links;
    struct place whole = {0};
    size_t at = reader->at;
    while (!whole.source) {
        at = next_decimal(text, at);
        if (at == STR_NONE) {
            return false;
        }
        whole = whole_around(record, at++);
    }
    const struct place place = sentence_around(whole, at - 1);
    while (reader->link < links->len &&
           links->at[reader->link].place.start < place.start) {
        reader->link++;
    }
    size_t next = reader->link;
    while (next < links->len && links->at[next].place.start < place.end &&
           is_prose(&links->at[next])) {
        next++;
    }
    *sentence = (struct sentence){
        .place = place,
        .text = str_slice(text, place.start, place.end),
        .links = next > reader->link ? &links->at[reader->link] : NULL,
        .link_count = next - reader->link,
    };
    reader->at = place.end > at ? place.end : at;
    return true;
}

/* -- Their numbers -------------------------------------------------------- */

/* Whether the byte stands between two of the marks: in code, in math. */
static bool is_between(struct str text, char mark, size_t at)
{
    bool is_open = false;
    for (size_t i = 0; i < at; i++) {
        is_open ^= text.ptr[i] == mark;
    }
    return is_open && str_find_char(str_from(text, at), mark) != STR_NONE;
}

static bool is_hedge(struct str word)
{
    static const char *const words[] = {
        "about", "around", "roughly", "nearly",        "almost", "some",
        "over",  "under",  "above",   "below",         "than",   "least",
        "most",  "circa",  "near",    "approximately",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_is_nocase(word, words[i])) {
            return true;
        }
    }
    return false;
}

/* "about 0.5", "~0.5", "up to 0.5". */
static bool is_hedged(struct str text, size_t at)
{
    static const char *const signs[] = {
        "~", "<", ">", "\xe2\x89\x88", "\xe2\x89\xa4", "\xe2\x89\xa5", "up to"};
    struct str before = str_slice(text, 0, at);
    while (before.len > 0 && ascii_is_space(before.ptr[before.len - 1])) {
        before.len--;
    }
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (str_ends(before, str_from_c(signs[i]))) {
            return true;
        }
    }
    return is_hedge(word_before(before, before.len));
}

void sentence_decimals(struct arena *arena, struct str text,
                       struct numbers *numbers)
{
    struct numbers all = {0};
    numbers_read(arena, text, &all);
    for (size_t i = 0; i < all.len; i++) {
        const struct number *number = &all.at[i];
        const struct str literal = str_slice(text, number->start, number->end);
        if (str_find_char(literal, '.') != STR_NONE &&
            !number_is_label(text, number) && !is_hedged(text, number->start) &&
            !is_between(text, '`', number->start) &&
            !is_between(text, '$', number->start)) {
            *LIST_PUSH(arena, numbers) = *number;
        }
    }
}
