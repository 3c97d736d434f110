/* Edits of one file's text, and what chance picks. */

#include "mutant.h"

uint64_t dice_next(struct dice *dice)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

size_t dice_below(struct dice *dice, size_t bound)
{
    return (size_t)(dice_next(dice) % bound);
}

/* -- Text ------------------------------------------------------------------ */

bool plant_between(struct planter *planter, const struct record *record,
                   size_t start, size_t end, struct str text,
                   struct planted *planted)
{
    const struct str whole = record->source->text;
    *planted = (struct planted){
        record->source->path,
        arena_printf(planter->arena, "%.*s%.*s%.*s",
                     STR_ARG(str_slice(whole, 0, start)), STR_ARG(text),
                     STR_ARG(str_from(whole, end)))};
    return !str_equal(planted->text, whole);
}

bool plant_at(struct planter *planter, const struct record *record,
              struct place place, struct str text, struct planted *planted)
{
    return place.source == record->source && place.end > place.start &&
           plant_between(planter, record, place.start, place.end, text,
                         planted);
}

static size_t line_start(struct str text, size_t at)
{
    while (at > 0 && text.ptr[at - 1] != '\n') {
        at--;
    }
    return at;
}

static size_t line_end(struct str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n') {
        at++;
    }
    return at < text.len ? at + 1 : at;
}

bool plant_line_before(struct planter *planter, const struct record *record,
                       enum field field, struct str line,
                       struct planted *planted)
{
    const struct yml_node *key = record->fields[field].key;
    if (key == NULL) {
        return false;
    }
    const size_t at = line_start(record->source->text, key->place.start);
    return plant_between(planter, record, at, at,
                         arena_printf(planter->arena, "%.*s\n", STR_ARG(line)),
                         planted);
}

bool plant_paragraph(struct planter *planter, const struct record *record,
                     struct str text, struct planted *planted)
{
    const size_t end = record->source->text.len;
    if (record->body == NULL || record->body->end != end) {
        return false;
    }
    return plant_between(
        planter, record, end, end,
        arena_printf(planter->arena, "\n%.*s\n", STR_ARG(text)), planted);
}

bool plant_without_lines(struct planter *planter, const struct record *record,
                         struct place place, struct planted *planted)
{
    const struct str text = record->source->text;
    return plant_between(planter, record, line_start(text, place.start),
                         line_end(text, place.end - 1), S(""), planted);
}

/* -- Chance ---------------------------------------------------------------- */

bool plant_find(struct planter *planter, struct str text, size_t from,
                size_t to, bool (*is_wanted)(struct str text, size_t at),
                struct found *found)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        /* The n-th of n is kept with one chance in n: each alike. */
        if (is_wanted(text, i) && dice_below(&planter->dice, ++count) == 0) {
            *found = (struct found){i, i + 1};
        }
    }
    return count > 0;
}

const struct record *plant_other(struct planter *planter, enum role role,
                                 const struct record *than)
{
    const struct library *library = planter->library;
    const struct record *picked = NULL;
    size_t count = 0;
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record != than && plant_in_force(record, role) &&
            dice_below(&planter->dice, ++count) == 0) {
            picked = record;
        }
    }
    return picked;
}

bool plant_is(const struct record *record, enum role role)
{
    return record->kind->role == role && record->front != NULL;
}

bool plant_in_force(const struct record *record, enum role role)
{
    return plant_is(record, role) && str_is(record->status, "Active") &&
           !record_is_retired(record);
}
