/* Acknowledgements that say what is not so any more. One that is untrue holds
 * nothing back, so what it was given for is reported again beside it. */

#include "check/rules.h"
#include "check/suppress.h"

/* A link to the lost record that stands where the acknowledgement reaches is
 * reported itself. */
static bool is_said_by_link(const struct record *record,
                            const struct acknowledgement *acknowledged)
{
    const struct place *inside = &acknowledged->covers;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (str_equal(link->id, acknowledged->target) &&
            link->place.start >= inside->start &&
            link->place.start < inside->end) {
            return true;
        }
    }
    return false;
}

static void report_untrue(struct check_context *context,
                          const struct acknowledgement *acknowledged,
                          const char *why)
{
    struct diag *diag =
        check_finding(context, acknowledged->place, acknowledged->target,
                      "this acknowledgement is no longer true: %s", why);
    const struct record *target =
        library_find(context->input->library, acknowledged->target);
    if (!target) {
        diag_hint(context->diags, diag,
                  "take it away, or renew it when it is still meant");
        return;
    }
    diag_hint(context->diags, diag,
              "read %.*s again; if this record may still name it, say so: "
              "status: %.*s, version: %lld",
              STR_ARG(target->id), STR_ARG(target->status),
              (long long)target->version);
}

void rule_acknowledgement_untrue(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->acknowledged_count; i++) {
        const struct acknowledgement *one = &record->acknowledged[i];
        const char *why =
            acknowledgement_void(context->scratch, context->input, record, one);
        if (!why) {
            check_pass(context);
        } else if (!acknowledgement_is_lost(context->input, one) ||
                   !is_said_by_link(record, one)) {
            report_untrue(context, one, why);
        }
    }
}
