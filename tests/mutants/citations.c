/* Mistakes in what a record cites, and in how it says so. */

#include "mutant.h"

#include "base/ascii.h"

/* A long-form citation by chance: its own entry, with a place for its ref. */
static const struct citation *pick_citation(
    struct planter *planter, const struct record *record,
    bool (*is_wanted)(const struct citation *citation))
{
    const struct citation *picked = NULL;
    size_t count = 0;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (!citation->is_short && is_wanted(citation) &&
            dice_below(&planter->dice, ++count) == 0) {
            picked = citation;
        }
    }
    return picked;
}

static bool is_any(const struct citation *citation)
{
    return citation->ref_place.source != NULL;
}

static bool is_source(const struct citation *citation)
{
    return is_any(citation) && str_is(citation->role, "source");
}

static bool has_quote(const struct citation *citation)
{
    return citation->quote.len > 0;
}

static bool has_locator(const struct citation *citation)
{
    return citation->locator.len > 0;
}

static bool has_ablation(const struct citation *citation)
{
    return citation->ablation == ABLATION_NONE ||
           citation->ablation == ABLATION_FULL;
}

/* The node of one key of the citation's entry. */
static const struct yml_node *part_of(const struct record *record,
                                      const struct citation *citation,
                                      const char *key)
{
    const struct yml_node *list = record->fields[FIELD_CITATIONS].node;
    for (size_t i = 0; list && i < list->len; i++) {
        if (list->items[i]->place.start == citation->place.start) {
            return yml_get(list->items[i], key);
        }
    }
    return NULL;
}

bool mutant_source_swapped(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    const struct citation *citation =
        plant_in_force(record, ROLE_PRACTICE)
            ? pick_citation(planter, record, is_source)
            : NULL;
    const struct record *other =
        citation ? plant_other(planter, ROLE_LITERATURE, NULL) : NULL;
    return other != NULL && !str_equal(other->id, citation->ref) &&
           plant_at(planter, record, citation->ref_place, other->id, planted);
}

bool mutant_source_typo(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, is_any);
    if (citation == NULL) {
        return false;
    }
    for (int tries = 0; tries < 20; tries++) {
        const struct str id = arena_printf(
            planter->arena, "%.*s%zu",
            STR_ARG(str_slice(citation->ref, 0, citation->ref.len - 1)),
            dice_below(&planter->dice, 10));
        if (library_find(planter->library, id) == NULL) {
            return plant_at(planter, record, citation->ref_place, id, planted);
        }
    }
    return false;
}

bool mutant_source_kind(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, is_source);
    const struct record *other =
        citation ? plant_other(planter, ROLE_PRACTICE, record) : NULL;
    return other != NULL &&
           plant_at(planter, record, citation->ref_place, other->id, planted);
}

bool mutant_temporary(struct planter *planter, const struct record *record,
                      struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, is_any);
    return citation != NULL && plant_at(planter, record, citation->ref_place,
                                        S("LIT-tmpx7k2q"), planted);
}

bool mutant_locator_dropped(struct planter *planter,
                            const struct record *record,
                            struct planted *planted)
{
    const struct citation *citation =
        pick_citation(planter, record, has_locator);
    const struct yml_node *node =
        citation ? part_of(record, citation, "locator") : NULL;
    return node != NULL &&
           plant_without_lines(planter, record, node->place, planted);
}

bool mutant_ablation_flipped(struct planter *planter,
                             const struct record *record,
                             struct planted *planted)
{
    const struct citation *citation =
        pick_citation(planter, record, has_ablation);
    const struct yml_node *node =
        citation ? part_of(record, citation, "ablation") : NULL;
    if (node == NULL || record->ablation.present == ABLATION_ABSENT) {
        return false;
    }
    return plant_at(planter, record, node->place,
                    citation->ablation == ABLATION_NONE ? S("full") : S("none"),
                    planted);
}

/* -- Quotations ------------------------------------------------------------ */

static bool is_word_start(struct str text, size_t at)
{
    return ascii_is_letter(text.ptr[at]) && at > 0 &&
           ascii_is_space(text.ptr[at - 1]) && at + 3 < text.len &&
           ascii_is_letter(text.ptr[at + 1]) &&
           ascii_is_letter(text.ptr[at + 2]);
}

static bool is_digit(struct str text, size_t at)
{
    return ascii_is_digit(text.ptr[at]);
}

static struct str other_digit(struct planter *planter, char digit)
{
    const size_t turn = 1 + dice_below(&planter->dice, 9);
    return arena_printf(planter->arena, "%zu",
                        ((size_t)(digit - '0') + turn) % 10);
}

bool mutant_quote_word(struct planter *planter, const struct record *record,
                       struct planted *planted)
{
    static const char *const words[] = {"never", "wide", "second", "rather",
                                        "shallow"};
    const struct citation *citation = pick_citation(planter, record, has_quote);
    struct found found = {0};
    if (citation == NULL ||
        !plant_find(planter, record->source->text, citation->quote_place.start,
                    citation->quote_place.end, is_word_start, &found)) {
        return false;
    }
    while (ascii_is_letter(record->source->text.ptr[found.end])) {
        found.end++;
    }
    return plant_between(planter, record, found.start, found.end,
                         str_from_c(words[dice_below(&planter->dice, 5)]),
                         planted);
}

bool mutant_quote_digit(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, has_quote);
    struct found found = {0};
    return citation != NULL &&
           plant_find(planter, record->source->text,
                      citation->quote_place.start, citation->quote_place.end,
                      is_digit, &found) &&
           plant_between(
               planter, record, found.start, found.end,
               other_digit(planter, record->source->text.ptr[found.start]),
               planted);
}

/* -- The record around them ------------------------------------------------ */

bool mutant_former_again(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, is_source);
    return citation != NULL && record->formerly_cited.len > 0 &&
           plant_at(planter, record, citation->ref_place,
                    record->formerly_cited.at[0].ref, planted);
}

bool mutant_twice(struct planter *planter, const struct record *record,
                  struct planted *planted)
{
    const struct citation *citation = pick_citation(planter, record, is_source);
    return citation != NULL &&
           plant_line_before(planter, record, FIELD_CITATIONS,
                             arena_printf(planter->arena, "source: [%.*s]",
                                          STR_ARG(citation->ref)),
                             planted);
}

bool mutant_self(struct planter *planter, const struct record *record,
                 struct planted *planted)
{
    const struct texts *items = &record->references[FIELD_COMPARED_AGAINST];
    return items->len > 0 &&
           plant_at(planter, record, items->at[0].place, record->id, planted);
}

bool mutant_origin_late(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct record *latest = NULL;
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct record *work =
            library_find(planter->library, record->citations.at[i].ref);
        const bool is_origin =
            str_is(record->citations.at[i].role, "introduced_by");
        if (work && !is_origin &&
            (!latest || str_compare(work->published, latest->published) < 0)) {
            latest = work;
        }
    }
    for (size_t i = 0; latest && i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (citation->is_short || !str_is(citation->role, "introduced_by")) {
            continue;
        }
        for (int tries = 0; tries < 20; tries++) {
            const struct record *other =
                plant_other(planter, ROLE_LITERATURE, NULL);
            if (other && str_compare(str_slice(other->published, 0, 4),
                                     str_slice(latest->published, 0, 4)) > 0) {
                return plant_at(planter, record, citation->ref_place, other->id,
                                planted);
            }
        }
    }
    return false;
}

static bool is_cited(const struct record *work)
{
    for (size_t i = 0; i < work->backlink_count; i++) {
        if (work->backlinks[i]->origin == LINK_CITATION &&
            plant_in_force(work->backlinks[i]->from, ROLE_PRACTICE) &&
            !str_is(work->backlinks[i]->field, "formerly_cited")) {
            return true;
        }
    }
    return false;
}

bool mutant_retracted(struct planter *planter, const struct record *record,
                      struct planted *planted)
{
    return plant_is(record, ROLE_LITERATURE) && is_cited(record) &&
           record->retracted.len == 0 &&
           plant_line_before(planter, record, FIELD_TITLE,
                             S("retracted: 2026-11-01, the data were made up"),
                             planted);
}

/* -- In prose -------------------------------------------------------------- */

/* "Xiong et al. (2020), LIT-114" in the body: where the name starts and where
 * the year does. */
static bool find_credit(const struct record *record, size_t *name, size_t *year)
{
    const struct str text = record->source->text;
    for (size_t i = 0; record->body && i < record->body->reference_count; i++) {
        const size_t at = record->body->references[i].place.start;
        if (at < 8 || !str_is(str_slice(text, at - 3, at), "), ")) {
            continue;
        }
        *year = at - 7;
        size_t start = *year - 2;
        while (start > 0 && text.ptr[start - 1] != '\n' &&
               text.ptr[start - 1] != '.' && text.ptr[start - 1] != ',') {
            start--;
        }
        while (ascii_is_space(text.ptr[start])) {
            start++;
        }
        *name = start;
        if (ascii_is_digit(text.ptr[*year]) && text.ptr[start] >= 'A' &&
            text.ptr[start] <= 'Z') {
            return true;
        }
    }
    return false;
}

bool mutant_author_wrong(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    static const char *const names[] = {"Ferreira", "Okafor", "Lindqvist",
                                        "Petrov"};
    size_t name = 0;
    size_t year = 0;
    if (!find_credit(record, &name, &year)) {
        return false;
    }
    size_t end = name;
    while (ascii_is_letter(record->source->text.ptr[end])) {
        end++;
    }
    return end > name + 1 &&
           plant_between(planter, record, name, end,
                         str_from_c(names[dice_below(&planter->dice, 4)]),
                         planted);
}

bool mutant_year_wrong(struct planter *planter, const struct record *record,
                       struct planted *planted)
{
    size_t name = 0;
    size_t year = 0;
    if (!find_credit(record, &name, &year)) {
        return false;
    }
    return plant_between(planter, record, year, year + 4,
                         arena_printf(planter->arena, "%zu",
                                      1970 + dice_below(&planter->dice, 30)),
                         planted);
}

/* The sentences that name one of the record's relations, and with them the
 * explanation. */
bool mutant_mention_lost(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    static const enum field fields[] = {FIELD_COMPARED_AGAINST,
                                        FIELD_EXPLAINED_BY, FIELD_EXTENDS};
    const struct str text = record->source->text;
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        const struct texts *items = &record->references[fields[f]];
        if (items->len == 0 || record->body == NULL) {
            continue;
        }
        const struct str id = items->at[0].text;
        struct out out = {0};
        struct str rest = str_slice(text, record->body->start, text.len);
        struct str piece;
        bool has_more = true;
        out_str(&out, str_slice(text, 0, record->body->start));
        while (has_more) {
            has_more = str_cut(rest, '.', &piece, &rest);
            if (str_find(piece, id) == STR_NONE) {
                out_str(&out, piece);
                out_c(&out, has_more ? "." : "");
            }
        }
        *planted = (struct planted){record->source->path,
                                    out_take(&out, planter->arena)};
        return !str_equal(planted->text, text);
    }
    return false;
}
