/* Citation keys: whether a bibliography could hold them, and whether each names
 * one work. Documents elsewhere hold these keys, where no check can look. */

#include "check/rules.h"
#include "record/cite_key.h"

void rule_citation_key_invalid(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->kind->role != ROLE_LITERATURE || record->cite_key.len == 0) {
        return;
    }
    if (cite_key_is_sound(record->cite_key)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, record_place(record, FIELD_CITE_KEY), S("cite_key"),
        "no bibliography can hold the key \"%.*s\"", STR_ARG(record->cite_key));
    diag_hint(context->diags, diag,
              "write letters, digits and - _ : . / + without white space");
}

/* Where the key is said, or the title of a record that is called by its id. */
static struct place place_of(const struct record *record)
{
    return record_place(record, record->cite_key.len > 0 ? FIELD_CITE_KEY
                                                         : FIELD_TITLE);
}

/* Of two the one that says its key is looked at: an id is not to be changed. */
static void report(struct check_context *context, const struct record *first,
                   const struct record *second, struct str key)
{
    const bool is_first = first->cite_key.len > 0 && second->cite_key.len == 0;
    const struct record *at = is_first ? first : second;
    const struct record *other = is_first ? second : first;
    struct diag *diag = check_finding(context, place_of(at), other->id,
                                      "%.*s has the citation key %.*s too",
                                      STR_ARG(other->id), STR_ARG(key));
    diag->subject = at->id;
    diag_hint(context->diags, diag,
              "give the one that nobody has cited yet another `cite_key`");
}

void rule_citation_key_duplicate(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct map keys = {0};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        if (record->kind->role != ROLE_LITERATURE) {
            continue;
        }
        const struct str key = record_cite_key(context->input->project, record);
        void **slot = map_slot(context->scratch, &keys, key);
        const struct record *first = *slot;
        if (first && !str_equal(first->id, record->id)) {
            report(context, first, record, key);
            continue;
        }
        check_pass(context);
        *slot = library->records[i];
    }
}
