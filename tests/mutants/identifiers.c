/* Mistakes in the numbers by which a reader finds a work. */

#include "mutant.h"

#include "base/ascii.h"

static struct str turned(struct planter *planter, char digit)
{
    const size_t turn = 1 + dice_below(&planter->dice, 9);
    return arena_printf(planter->arena, "%zu",
                        ((size_t)(digit - '0') + turn) % 10);
}

/* Where "1909.08053" starts in the field; STR_NONE for the old form. */
static size_t number_start(const struct record *record)
{
    const struct yml_node *node = record->fields[FIELD_ARXIV].node;
    const struct str text = record->source->text;
    for (size_t i = node ? node->place.start : 0;
         node && i + 9 < node->place.end; i++) {
        if (ascii_is_digit(text.ptr[i]) && text.ptr[i + 4] == '.') {
            return i;
        }
    }
    return STR_NONE;
}

static bool turn_digit(struct planter *planter, const struct record *record,
                       size_t at, struct planted *planted)
{
    return plant_between(planter, record, at, at + 1,
                         turned(planter, record->source->text.ptr[at]),
                         planted);
}

bool mutant_arxiv_month(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const size_t at = number_start(record);
    return at != STR_NONE &&
           turn_digit(planter, record, at + dice_below(&planter->dice, 4),
                      planted);
}

bool mutant_arxiv_number(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    const size_t at = number_start(record);
    return at != STR_NONE &&
           turn_digit(planter, record, at + 5 + dice_below(&planter->dice, 4),
                      planted);
}

bool mutant_arxiv_short(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const size_t at = number_start(record);
    const size_t gone = at + 5 + dice_below(&planter->dice, 4);
    return at != STR_NONE &&
           plant_between(planter, record, gone, gone + 1, S(""), planted);
}

bool mutant_doi_stop(struct planter *planter, const struct record *record,
                     struct planted *planted)
{
    if (record->doi.len > 0) {
        return plant_at(
            planter, record, record_place(record, FIELD_DOI),
            arena_printf(planter->arena, "'%.*s.'", STR_ARG(record->doi)),
            planted);
    }
    return record->arxiv.len > 0 &&
           plant_line_before(planter, record, FIELD_ARXIV,
                             arena_printf(planter->arena,
                                          "doi: '10.48550/arXiv.%.*s.'",
                                          STR_ARG(record->arxiv)),
                             planted);
}

/* The same file under the next free number. */
static bool file_again(struct planter *planter, const struct record *record,
                       struct planted *planted)
{
    const struct str text = record->source->text;
    const struct str id = arena_printf(planter->arena, "%.*s-9%03zu",
                                       STR_ARG(record->kind->prefix),
                                       dice_below(&planter->dice, 1000));
    struct out out = {0};
    struct str rest = text;
    size_t at;
    while ((at = str_find(rest, record->id)) != STR_NONE) {
        out_str(&out, str_slice(rest, 0, at));
        out_str(&out, id);
        rest = str_from(rest, at + record->id.len);
    }
    out_str(&out, rest);
    const size_t dot = str_rfind_char(record->source->path, '.');
    *planted = (struct planted){
        arena_printf(planter->arena, "%.*s/%.*s%.*s",
                     STR_ARG(record->kind->folder), STR_ARG(id),
                     STR_ARG(str_from(record->source->path, dot))),
        out_take(&out, planter->arena)};
    return library_find(planter->library, id) == NULL;
}

bool mutant_same_work(struct planter *planter, const struct record *record,
                      struct planted *planted)
{
    return plant_is(record, ROLE_LITERATURE) &&
           record->arxiv.len + record->doi.len + record->url.len > 0 &&
           file_again(planter, record, planted);
}

bool mutant_title_twin(struct planter *planter, const struct record *record,
                       struct planted *planted)
{
    return plant_in_force(record, ROLE_PRACTICE) &&
           file_again(planter, record, planted);
}
