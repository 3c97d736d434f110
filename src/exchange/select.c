/* From the records that were named to what they lead to. */

#include "exchange/select.h"

/* -- Works ----------------------------------------------------------------- */

struct selection {
    struct arena *arena;
    struct map ids; /* of literature records */
};

static void choose(struct selection *selection, const struct record *record)
{
    if (record && record->kind->role == ROLE_LITERATURE) {
        void **slot = map_slot(selection->arena, &selection->ids, record->id);
        *slot = &selection->ids; /* there, whatever it is */
    }
}

static void choose_cited(struct selection *selection,
                         const struct record *record, const struct plans *plans)
{
    choose(selection, record);
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (record->kind->role != ROLE_LITERATURE &&
            (link->origin == LINK_CITATION || link->origin == LINK_FIELD)) {
            choose(selection, link->to);
        }
    }
    const struct plan *plan = plans_find(plans, record->id);
    for (size_t i = 0; plan && i < plan->reported_count; i++) {
        choose(selection, plan->reported[i].record);
    }
}

void select_works(struct arena *arena, const struct library *library,
                  const struct plans *plans, const struct records *named,
                  struct records *works)
{
    struct selection selection = {.arena = arena};
    for (size_t i = 0; i < named->len; i++) {
        choose_cited(&selection, named->at[i], plans);
    }
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        const bool is_wanted =
            record->kind->role == ROLE_LITERATURE && !record->is_broken &&
            (named->len == 0 || map_get(&selection.ids, record->id));
        if (is_wanted) {
            *LIST_PUSH(arena, works) = record;
        }
    }
}

/* -- Evidence -------------------------------------------------------------- */

/* Whether the record is the experiment or a practice that it tests. */
static bool leads_to(const struct record *record,
                     const struct evidence *evidence)
{
    if (str_equal(record->id, evidence->id)) {
        return true;
    }
    for (size_t i = 0; i < record->evidence.len; i++) {
        struct str id, hypothesis;
        str_cut(record->evidence.at[i].text, '.', &id, &hypothesis);
        if (str_equal(id, evidence->id)) {
            return true;
        }
    }
    return false;
}

void select_evidence(struct arena *arena, const struct evidences *evidences,
                     const struct records *named,
                     struct chosen_evidence *chosen, struct records *without)
{
    for (size_t e = 0; e < evidences->len; e++) {
        const struct evidence *evidence = &evidences->at[e];
        bool is_wanted = named->len == 0;
        for (size_t i = 0; i < named->len && !is_wanted; i++) {
            is_wanted = leads_to(named->at[i], evidence);
        }
        if (is_wanted) {
            *LIST_PUSH(arena, chosen) = evidence;
        }
    }
    for (size_t i = 0; i < named->len; i++) {
        bool has_any = false;
        for (size_t e = 0; e < evidences->len && !has_any; e++) {
            has_any = leads_to(named->at[i], &evidences->at[e]);
        }
        if (!has_any) {
            *LIST_PUSH(arena, without) = named->at[i];
        }
    }
}
