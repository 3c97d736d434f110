/* A number in prose against the table beside it. Only what cannot be mistaken
 * is compared: a sentence of the same section that names one row of the table
 * and one of its columns, and states one number of the cell's own form. */

#include <math.h>

#include "base/ascii.h"
#include "base/map.h"
#include "check/rules.h"
#include "check/sentence.h"
#include "check/table.h"

/* -- Names of rows and columns -------------------------------------------- */

/* A row, or a column of a table. Named twice in a section it means nothing. */
struct name {
    const struct table *table;
    size_t index;
    bool is_ambiguous;
};

/* The tables of one section, and what their rows and columns are called. */
struct section {
    struct arena *scratch;
    struct place place;
    struct tables tables;
    struct map rows, columns; /* words -> struct name */
};

enum { NAME_WORDS = 4, NAME_BYTES = 80 };

/* Small letters and digits, one blank between words; the empty text for what is
 * no name: too long, or without a letter. */
static struct str name_of(struct arena *scratch, struct str text)
{
    char *out = ARENA_ARRAY(scratch, char, NAME_BYTES + 1);
    size_t len = 0, words = 0;
    bool has_letter = false, is_word = false;
    for (size_t i = 0; i < text.len && len < NAME_BYTES; i++) {
        const char c = text.ptr[i];
        const bool belongs = ascii_is_alnum(c) || (unsigned char)c >= 0x80;
        if (belongs && !is_word) {
            words++;
            if (len > 0) {
                out[len++] = ' ';
            }
        }
        if (belongs) {
            out[len++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
            has_letter |= !ascii_is_digit(c);
        }
        is_word = belongs;
    }
    const bool is_name =
        has_letter && len > 1 && len < NAME_BYTES && words <= NAME_WORDS;
    return is_name ? (struct str){out, len} : (struct str){0};
}

static void add_name(struct section *section, struct map *names,
                     struct str text, const struct table *table, size_t index)
{
    const struct str name = name_of(section->scratch, text);
    if (name.len == 0) {
        return;
    }
    void **slot = map_slot(section->scratch, names, name);
    struct name *known = *slot;
    if (known) {
        known->is_ambiguous = true;
        return;
    }
    known = ARENA_NEW(section->scratch, struct name);
    *known = (struct name){table, index, false};
    *slot = known;
}

static void name_all(struct section *section)
{
    for (size_t t = 0; t < section->tables.len; t++) {
        const struct table *table = &section->tables.at[t];
        for (size_t r = 0; r < table->rows.len; r++) {
            const struct cells *row = &table->rows.at[r];
            add_name(section, &section->rows, row->at[0], table, r);
        }
        for (size_t c = 1; c < table->head.len; c++) {
            add_name(section, &section->columns, table->head.at[c], table, c);
        }
    }
}

/* -- What a sentence names ------------------------------------------------ */

struct mention {
    const struct name *name; /* the only one, or NULL */
    size_t count;            /* of different ones */
};

/* What one sentence says of the tables. */
struct said {
    struct mention row, column;
    struct numbers numbers; /* that are no part of a name */
};

static void mention(struct mention *mention, const struct name *name)
{
    if (name && mention->name != name) {
        mention->count += name->is_ambiguous ? 2 : 1;
        mention->name = name;
    }
}

/* The end of the run of words that begins at `at` and has `words` of them; 0
 * when the text has not as many. */
static size_t run_end(struct str text, size_t at, size_t words)
{
    size_t end = at;
    while (words > 0) {
        while (end < text.len && !ascii_is_alnum(text.ptr[end]) &&
               (unsigned char)text.ptr[end] < 0x80) {
            end++;
        }
        if (end == text.len) {
            return 0;
        }
        while (end < text.len && (ascii_is_alnum(text.ptr[end]) ||
                                  (unsigned char)text.ptr[end] >= 0x80)) {
            end++;
        }
        words--;
    }
    return end;
}

/* The longest name at the offset: its end, or 0. */
static size_t name_at(const struct section *section, struct str text, size_t at,
                      struct said *said)
{
    for (size_t words = NAME_WORDS; words > 0; words--) {
        const size_t end = run_end(text, at, words);
        if (end == 0) {
            continue;
        }
        const struct str name =
            name_of(section->scratch, str_slice(text, at, end));
        const struct name *row = map_get(&section->rows, name);
        const struct name *column = map_get(&section->columns, name);
        if (name.len > 0 && (row || column)) {
            mention(&said->row, row);
            mention(&said->column, column);
            return end;
        }
    }
    return 0;
}

static bool begins_word(struct str text, size_t at)
{
    return ascii_is_alnum(text.ptr[at]) &&
           (at == 0 || !ascii_is_alnum(text.ptr[at - 1]));
}

static struct said said_in(const struct section *section, struct str text)
{
    struct said said = {0};
    struct numbers all = {0};
    size_t next = 0;
    numbers_read(section->scratch, text, &all);
    for (size_t at = 0; at < text.len; at++) {
        size_t end =
            begins_word(text, at) ? name_at(section, text, at, &said) : 0;
        for (; next < all.len && all.at[next].start < (end ? end : at + 1);
             next++) {
            if (end == 0 && !number_is_label(text, &all.at[next])) {
                *LIST_PUSH(section->scratch, &said.numbers) = all.at[next];
            }
        }
        at = end ? end - 1 : at;
    }
    return said;
}

/* -- The cell ------------------------------------------------------------- */

/* Columns whose cells are numbers. */
static size_t count_number_columns(struct arena *scratch,
                                   const struct table *table, size_t *only)
{
    size_t count = 0;
    for (size_t c = 1; c < table->head.len; c++) {
        struct numbers numbers = {0};
        if (table->rows.len > 0 && c < table->rows.at[0].len) {
            numbers_read(scratch, table->rows.at[0].at[c], &numbers);
        }
        if (numbers.len > 0) {
            *only = c;
            count++;
        }
    }
    return count;
}

/* The cell that the sentence is about, or the empty text. */
static struct str cell_of(const struct section *section,
                          const struct said *said, size_t *column)
{
    const struct name *row = said->row.name;
    if (said->row.count != 1 || said->column.count > 1) {
        return S("");
    }
    if (said->column.count == 1) {
        *column = said->column.name->index;
        if (said->column.name->table != row->table) {
            return S("");
        }
    } else if (count_number_columns(section->scratch, row->table, column) !=
               1) {
        return S("");
    }
    const struct cells *cells = &row->table->rows.at[row->index];
    return *column < cells->len ? cells->at[*column] : S("");
}

static bool has_point(struct str text, const struct number *number)
{
    return str_find_char(str_slice(text, number->start, number->end), '.') !=
           STR_NONE;
}

/* Near enough, and written alike, to be the same number in two versions. */
static bool is_comparable(struct str sentence, const struct number *typed,
                          struct str cell, const struct number *kept)
{
    const double a = number_value(typed), b = number_value(kept);
    return has_point(sentence, typed) == has_point(cell, kept) &&
           (has_point(cell, kept) || (a >= 10 && b >= 10)) && a > b / 2 &&
           a < b * 2;
}

static bool is_in_cell(const struct numbers *cell, const struct number *typed)
{
    for (size_t i = 0; i < cell->len; i++) {
        if (number_is_same(&cell->at[i], typed) ||
            number_rounds(typed, number_value(&cell->at[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_in_table(struct arena *scratch, const struct table *table,
                        const struct number *typed)
{
    struct numbers numbers = {0};
    for (size_t r = 0; r < table->rows.len; r++) {
        for (size_t c = 0; c < table->rows.at[r].len; c++) {
            numbers_read(scratch, table->rows.at[r].at[c], &numbers);
        }
    }
    return is_in_cell(&numbers, typed);
}

/* The one number of the sentence that is meant to be the cell's and is not. */
static const struct number *other_number(const struct section *section,
                                         struct str text,
                                         const struct said *said,
                                         struct str cell)
{
    struct numbers kept = {0};
    const struct number *other = NULL;
    numbers_read(section->scratch, cell, &kept);
    if (kept.len == 0) {
        return NULL;
    }
    for (size_t i = 0; i < said->numbers.len; i++) {
        const struct number *typed = &said->numbers.at[i];
        if (is_in_cell(&kept, typed)) {
            return NULL;
        }
        if (is_comparable(text, typed, cell, &kept.at[0])) {
            if (other) {
                return NULL;
            }
            other = typed;
        }
    }
    return other && !is_in_table(section->scratch, said->row.name->table, other)
               ? other
               : NULL;
}

/* -- number-table-disagree ------------------------------------------------ */

static void check_sentence(struct check_context *context,
                           const struct section *section, struct place place)
{
    const struct str text =
        str_slice(place.source->text, place.start, place.end);
    const struct said said = said_in(section, text);
    size_t column = 0;
    const struct str cell = cell_of(section, &said, &column);
    if (cell.len == 0 || said.numbers.len == 0) {
        return;
    }
    const struct number *other = other_number(section, text, &said, cell);
    if (!other) {
        check_pass(context);
        return;
    }
    const struct table *table = said.row.name->table;
    const struct place at = {place.source, place.start + other->start,
                             place.start + other->end};
    const struct str literal = str_slice(text, other->start, other->end);
    struct diag *diag = check_finding(
        context, at, literal, "%.*s here, and %.*s in the table (%.*s, %.*s)",
        STR_ARG(literal), STR_ARG(cell),
        STR_ARG(table->rows.at[said.row.name->index].at[0]),
        STR_ARG(table->head.at[column]));
    diag_hint(context->diags, diag,
              "write the number of the source in both places");
}

static void check_section(struct check_context *context, struct place place)
{
    struct section section = {
        .scratch = context->scratch,
        .place = place,
        .tables = tables_in(context->scratch, place),
    };
    if (section.tables.len == 0) {
        return;
    }
    name_all(&section);
    size_t table = 0;
    for (size_t at = place.start; at < place.end; at++) {
        while (table < section.tables.len &&
               at > section.tables.at[table].end) {
            table++;
        }
        if (table < section.tables.len &&
            at >= section.tables.at[table].start) {
            at = section.tables.at[table].end;
            continue;
        }
        const struct place sentence = sentence_around(place, at);
        check_sentence(context, &section, sentence);
        at = sentence.end > at ? sentence.end : at;
    }
}

void rule_number_table_disagree(struct check_context *context)
{
    const struct md_document *body = context->record->body;
    struct place place = body_place(context->record);
    const size_t end = place.end;
    if (!body || str_find(str_slice(place.source->text, place.start, place.end),
                          S("|")) == STR_NONE) {
        return;
    }
    for (size_t i = 0; i <= body->heading_count; i++) {
        place.end =
            i < body->heading_count ? body->headings[i].place.start : end;
        check_section(context, place);
        place.start =
            i < body->heading_count ? body->headings[i].place.end : end;
    }
}
