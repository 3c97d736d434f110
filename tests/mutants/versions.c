/* Mistakes in versions, histories, acknowledgements and evidence, and in the
 * form of a file. */

#include "mutant.h"

#include "base/ascii.h"

static const struct yml_node *entry_part(const struct record *record,
                                         size_t index, const char *key)
{
    const struct yml_node *list = record->fields[FIELD_HISTORY].node;
    return list && index < list->len ? yml_get(list->items[index], key) : NULL;
}

bool mutant_version_twice(struct planter *planter, const struct record *record,
                          struct planted *planted)
{
    const struct yml_node *last =
        record->history_count > 1
            ? entry_part(record, record->history_count - 1, "version")
            : NULL;
    const struct yml_node *before =
        last ? entry_part(record, record->history_count - 2, "version") : NULL;
    return before != NULL &&
           plant_at(planter, record, before->place, last->text, planted);
}

bool mutant_version_skipped(struct planter *planter,
                            const struct record *record,
                            struct planted *planted)
{
    return record->version > 0 &&
           plant_at(planter, record, record_place(record, FIELD_VERSION),
                    arena_printf(planter->arena, "%lld",
                                 (long long)record->version + 2),
                    planted);
}

bool mutant_history_day(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct yml_node *date =
        record->history_count > 1
            ? entry_part(record, record->history_count - 1, "date")
            : NULL;
    return date != NULL &&
           plant_at(planter, record, date->place, S("'2019-01-01'"), planted);
}

bool mutant_history_thin(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    static const char *const notes[] = {"The", "Fixed.", "Update", "wip"};
    const struct yml_node *note =
        record->history_count > 0
            ? entry_part(record, record->history_count - 1, "note")
            : NULL;
    const bool is_folded = note && note->style == YML_FOLDED;
    return note != NULL &&
           plant_at(planter, record, note->place,
                    arena_printf(planter->arena, "'%s'%s",
                                 notes[dice_below(&planter->dice, 4)],
                                 is_folded ? "\n" : ""),
                    planted);
}

bool mutant_version_bare(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    return record->version > 0 &&
           plant_at(planter, record, record_place(record, FIELD_VERSION),
                    S("1.10"), planted);
}

bool mutant_acknowledged_old(struct planter *planter,
                             const struct record *record,
                             struct planted *planted)
{
    return record->version > 0 && plant_is(record, ROLE_PRACTICE) &&
           record->fields[FIELD_ACKNOWLEDGED].key == NULL &&
           plant_line_before(
               planter, record, FIELD_TITLE,
               arena_printf(planter->arena,
                            "acknowledged: [{rule: number-not-cited, target: "
                            "'7', version: %lld, reason: it was so then}]",
                            (long long)record->version + 1),
               planted);
}

/* What it rests on is dated after the reader's own last entry. */
bool mutant_rests_on_new(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    bool is_rested_on = false;
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        is_rested_on =
            is_rested_on || ((link->origin == LINK_CITATION ||
                              str_is(link->field, "explained_by")) &&
                             !str_is(link->field, "formerly_cited") &&
                             plant_in_force(link->from, ROLE_PRACTICE));
    }
    return is_rested_on && record->version == 1 && record->history_count == 0 &&
           plant_at(
               planter, record, record_place(record, FIELD_VERSION),
               S("2\nhistory:\n- {version: 1, date: '2026-11-29', note: It "
                 "was filed as it was found.}\n- {version: 2, date: "
                 "'2027-03-01', level: major, note: It turned out to say "
                 "something else.}"),
               planted);
}

/* -- Evidence -------------------------------------------------------------- */

bool mutant_evidence_typo(struct planter *planter, const struct record *record,
                          struct planted *planted)
{
    const struct texts *evidence = &record->evidence;
    if (evidence->len == 0) {
        return false;
    }
    const struct text_item *item =
        &evidence->at[dice_below(&planter->dice, evidence->len)];
    return plant_at(planter, record, item->place,
                    str_slice(item->text, 0, item->text.len - 1), planted);
}

bool mutant_evidence_other(struct planter *planter, const struct record *record,
                           struct planted *planted)
{
    const struct record *other = plant_other(planter, ROLE_PRACTICE, record);
    if (!other || other->evidence.len == 0 || record->evidence.len == 0) {
        return false;
    }
    const struct text_item *item =
        &other->evidence.at[dice_below(&planter->dice, other->evidence.len)];
    return plant_at(planter, record, record->evidence.at[0].place, item->text,
                    planted);
}

bool mutant_evidence_dropped(struct planter *planter,
                             const struct record *record,
                             struct planted *planted)
{
    const struct yml_node *node = record->fields[FIELD_EVIDENCE].node;
    return record->evidence.len > 0 && node != NULL &&
           plant_at(planter, record, node->place, S("[]"), planted);
}

static bool is_margin(struct str text, size_t at)
{
    return str_starts(str_from(text, at), S("margin: 0.0"));
}

bool mutant_plan_edited(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct plan *plan = plans_find(planter->plans, record->id);
    struct found found = {0};
    return plan && plan->status == PLAN_ACTIVE && plan->hypothesis_count > 0 &&
           plant_find(planter, record->source->text, 0,
                      record->source->text.len, is_margin, &found) &&
           plant_between(planter, record, found.start, found.start + 10,
                         S("margin: 0.4"), planted);
}

/* -- Form ------------------------------------------------------------------ */

bool mutant_key_twice(struct planter *planter, const struct record *record,
                      struct planted *planted)
{
    return plant_line_before(planter, record, FIELD_STATUS,
                             S("title: Written a second time"), planted);
}

bool mutant_key_typo(struct planter *planter, const struct record *record,
                     struct planted *planted)
{
    const struct yml_node *front = record->front;
    if (front == NULL || front->len == 0) {
        return false;
    }
    const struct yml_node *key =
        front->pairs[dice_below(&planter->dice, front->len)].key;
    const size_t at = key->place.start + 1;
    return key->place.end > at + 1 &&
           plant_between(planter, record, at, at + 1, S(""), planted);
}

bool mutant_status_typo(struct planter *planter, const struct record *record,
                        struct planted *planted)
{
    const struct yml_node *node = record->fields[FIELD_STATUS].node;
    return node != NULL && node->text.len > 2 &&
           plant_between(planter, record, node->place.end - 1, node->place.end,
                         S(""), planted);
}

bool mutant_html_comment(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    return plant_line_before(planter, record, FIELD_STATUS,
                             S("<!-- to be looked at again -->"), planted);
}

bool mutant_never_closed(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    const struct yml_front *span = &record->span;
    return span->is_present && span->is_closed &&
           str_ends(record->source->path, S(".md")) &&
           plant_between(planter, record, span->yaml_end, span->body_start,
                         S(""), planted);
}

bool mutant_conflict(struct planter *planter, const struct record *record,
                     struct planted *planted)
{
    return plant_line_before(planter, record, FIELD_STATUS,
                             S("<<<<<<< HEAD\nsummary: one\n=======\nsummary: "
                               "two\n>>>>>>> branch"),
                             planted);
}

bool mutant_no_successor(struct planter *planter, const struct record *record,
                         struct planted *planted)
{
    const struct yml_node *node = record->fields[FIELD_STATUS].node;
    return plant_in_force(record, ROLE_PRACTICE) && node != NULL &&
           plant_at(planter, record, node->place, S("Superseded"), planted);
}
