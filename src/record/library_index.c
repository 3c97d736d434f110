/* From ids, former ones too, to records. */

#include "record/library_read.h"

static void report_duplicate(struct diags *diags, const struct record *record,
                             const struct record *first)
{
    const bool has_id = record->fields[FIELD_ID].presence == PRESENCE_FILLED;
    const struct place place =
        record_place(record, has_id ? FIELD_ID : FIELD_NUMBER);
    struct diag *diag = diag_add(diags, SEVERITY_ERROR, "id-duplicate", place,
                                 "%.*s is the id of another record already",
                                 STR_ARG(record->id));
    diag->subject = record->id;
    diag->target = record->id;
    diag_hint(diags, diag, "the other is %.*s; give one of them a new number",
              STR_ARG(first->source->path));
}

static void report_former(struct diags *diags, const struct record *record,
                          const struct text_item *former,
                          const struct record *first)
{
    struct diag *diag =
        diag_add(diags, SEVERITY_ERROR, "id-duplicate", former->place,
                 "%.*s is said to be the former id of this record, and "
                 "belongs to %.*s",
                 STR_ARG(former->text), STR_ARG(first->id));
    diag->subject = record->id;
    diag->target = former->text;
    diag_hint(diags, diag, "the other is %.*s", STR_ARG(first->source->path));
}

static void index_ids(struct library *library, struct diags *diags)
{
    for (size_t i = 0; i < library->record_count; i++) {
        struct record *record = library->records[i];
        if (record->kind->role == ROLE_JOURNAL) {
            continue;
        }
        void **slot = map_slot(library->arena, &library->by_id, record->id);
        if (*slot) {
            report_duplicate(diags, record, *slot);
        } else {
            *slot = record;
        }
    }
}

static void index_former_ids(struct library *library, struct diags *diags)
{
    for (size_t i = 0; i < library->record_count; i++) {
        struct record *record = library->records[i];
        for (size_t j = 0; j < record->formerly.len; j++) {
            const struct text_item *former = &record->formerly.at[j];
            void **slot =
                map_slot(library->arena, &library->by_id, former->text);
            if (*slot && *slot != record) {
                report_former(diags, record, former, *slot);
            } else {
                *slot = record;
            }
        }
    }
}

void library_index(struct library *library, struct diags *diags)
{
    index_ids(library, diags);
    index_former_ids(library, diags);
}

struct record *library_find(const struct library *library, struct str id)
{
    struct record *found = map_get(&library->by_id, id);
    return found || !library->fetch
               ? found
               : library->fetch(library->fetch_context, id);
}
