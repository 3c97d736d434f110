/* Links between records: that they lead somewhere, to the right kind, and to
 * something still in force. */

#include "check/rules.h"

void rule_link_unresolved(struct check_context *context)
{
    const struct record *record = context->record;
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        if (link->to) {
            check_pass(context);
            continue;
        }
        struct diag *diag =
            check_finding(context, link->place, link->id,
                          "no record has the id \"%.*s\"", STR_ARG(link->id));
        struct str near = library_nearest(context->input->library, link->id);
        if (near.len) {
            diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                      STR_ARG(near));
        }
    }
}
