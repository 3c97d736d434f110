/* Mistakes in titles, claims, summaries and bodies. */

#include "mutant.h"

#include "base/ascii.h"

/* A word of the text, found between blanks, by one of the pairs. */
static bool swap_word(struct planter *planter, const struct record *record,
                      struct place place, const char *const pairs[][2],
                      size_t count, struct planted *planted)
{
    const struct str text = record->source->text;
    for (size_t i = 0; i < count; i++) {
        const struct str word = str_from_c(pairs[i][0]);
        const size_t at =
            str_find(str_slice(text, place.start, place.end), word);
        if (at != STR_NONE) {
            return plant_between(planter, record, place.start + at,
                                 place.start + at + word.len,
                                 str_from_c(pairs[i][1]), planted);
        }
    }
    return false;
}

static bool is_letter_inside(struct str text, size_t at)
{
    return at > 0 && ascii_is_letter(text.ptr[at]) && text.ptr[at - 1] == ' ' &&
           text.ptr[at] >= 'a' && ascii_is_letter(text.ptr[at + 1]) &&
           ascii_is_letter(text.ptr[at + 2]) &&
           ascii_is_letter(text.ptr[at + 3]);
}

/* One word more, as an edit in passing has it. */
static bool add_word(struct planter *planter, const struct record *record,
                     enum field field, struct planted *planted)
{
    const struct yml_node *node = record->fields[field].node;
    struct found found = {0};
    return node != NULL &&
           plant_find(planter, record->source->text, node->place.start + 1,
                      node->place.end, is_letter_inside, &found) &&
           plant_between(planter, record, found.start, found.start,
                         S("somewhat "), planted);
}

bool mutant_title_unbumped(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    return plant_is(record, ROLE_PRACTICE) &&
           add_word(planter, record, FIELD_TITLE, planted);
}

bool mutant_claim_unbumped(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    return plant_is(record, ROLE_PRACTICE) &&
           add_word(planter, record, FIELD_CLAIM, planted);
}

bool mutant_direction_word(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    static const char *const pairs[][2] = {{"decoder", "encoder"},
                                           {"training", "decoding"},
                                           {"blocks", "heads"},
                                           {"weights", "gradients"}};
    const struct yml_node *node = record->fields[FIELD_CLAIM].node;
    return node != NULL && swap_word(planter, record, node->place, pairs,
                                     sizeof pairs / sizeof pairs[0], planted);
}

bool mutant_claim_turned(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    static const char *const pairs[][2] = {{"lower", "higher"},
                                           {"higher", "lower"},
                                           {"smaller", "larger"},
                                           {"larger", "smaller"}};
    const struct yml_node *node = record->fields[FIELD_CLAIM].node;
    return node != NULL && record->evidence.len > 0 &&
           plant_in_force(record, ROLE_PRACTICE) &&
           swap_word(planter, record, node->place, pairs,
                     sizeof pairs / sizeof pairs[0], planted);
}

/* A digit of a number with a decimal point: 0.02 becomes 0.07. */
static bool is_decimal_digit(struct str text, size_t at)
{
    return at > 1 && ascii_is_digit(text.ptr[at]) && text.ptr[at] != '0' &&
           (text.ptr[at - 1] == '.' ||
            (ascii_is_digit(text.ptr[at - 1]) && text.ptr[at - 2] == '.'));
}

bool mutant_claim_number(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    const enum field field =
        dice_below(&planter->dice, 2) ? FIELD_TITLE : FIELD_CLAIM;
    const struct yml_node *node = record->fields[field].node;
    struct found found = {0};
    if (!plant_in_force(record, ROLE_PRACTICE) || node == NULL ||
        !plant_find(planter, record->source->text, node->place.start,
                    node->place.end, is_decimal_digit, &found)) {
        return false;
    }
    const size_t turn = 1 + dice_below(&planter->dice, 8);
    const size_t digit =
        ((size_t)(record->source->text.ptr[found.start] - '1') + turn) % 9 + 1;
    return plant_between(planter, record, found.start, found.end,
                         arena_printf(planter->arena, "%zu", digit), planted);
}

bool mutant_heading_apart(struct planter *planter, const struct record *record,
                          struct planted *planted)
{
    const struct md_document *body = record->body;
    if (body == NULL || body->heading_count == 0 ||
        body->headings[0].level != 1) {
        return false;
    }
    const size_t end = body->headings[0].place.end;
    return plant_between(planter, record, end, end, S(" in wide models"),
                         planted);
}

bool mutant_undone(struct planter *planter, const struct record *record,
                   struct planted *planted)
{
    static const char *const sentences[] = {
        "This practice is flagged for restatement.",
        "A reader should not size their warmup from this practice.",
        "It is kept Active because nothing better is on record.",
        "The title gets the scope wrong.",
        "Do not act on this practice until it is restated.",
        "Its title overstates what the source shows.",
    };
    return plant_in_force(record, ROLE_PRACTICE) &&
           plant_paragraph(planter, record,
                           str_from_c(sentences[dice_below(&planter->dice, 6)]),
                           planted);
}

bool mutant_summary_behind(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    const struct yml_node *node = record->fields[FIELD_SUMMARY].node;
    const struct record *other = plant_other(planter, ROLE_LITERATURE, NULL);
    const bool is_first = dice_below(&planter->dice, 2) == 0;
    const struct str source = record->formerly_cited.len > 0 && is_first
                                  ? record->formerly_cited.at[0].ref
                              : other ? other->id
                                      : S("");
    for (size_t i = 0; i < record->citations.len; i++) {
        if (str_equal(record->citations.at[i].ref, source)) {
            return false;
        }
    }
    return plant_in_force(record, ROLE_PRACTICE) && node != NULL &&
           source.len > 0 &&
           plant_at(planter, record, node->place,
                    arena_printf(planter->arena, "'The recipe of %.*s.'",
                                 STR_ARG(source)),
                    planted);
}

bool mutant_number_stale(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    if (!plant_in_force(record, ROLE_PRACTICE) || record->evidence.len == 0) {
        return false;
    }
    struct str experiment;
    struct str rest;
    str_cut(record->evidence.at[0].text, '.', &experiment, &rest);
    return plant_paragraph(
        planter, record,
        arena_printf(planter->arena,
                     "In %.*s the final loss of the better arm is "
                     "%zu.%03zu nats.",
                     STR_ARG(experiment), 1 + dice_below(&planter->dice, 2),
                     dice_below(&planter->dice, 1000)),
        planted);
}
