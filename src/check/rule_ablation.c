/* Whether any source runs the arm without the practice is said in three places:
 * the practice's `ablation`, the flag of each citation, and the source's own
 * `ablates`. They are one fact, so they must not differ. */

#include "check/rules.h"

static bool is_run(enum ablation ablation)
{
    return ablation == ABLATION_PARTIAL || ablation == ABLATION_FULL;
}

/* What the source's record says about this practice. */
static enum ablation said_by_source(const struct record *source,
                                    const struct record *practice)
{
    const struct texts *items = &source->references[FIELD_ABLATES];
    if (source->fields[FIELD_ABLATES].presence == PRESENCE_ABSENT) {
        return ABLATION_UNKNOWN;
    }
    for (size_t i = 0; i < items->len; i++) {
        if (str_equal(items->at[i].text, practice->id)) {
            return ABLATION_FULL;
        }
    }
    return source->fields[FIELD_ABLATES].presence == PRESENCE_EMPTY
               ? ABLATION_NONE
               : ABLATION_UNKNOWN;
}

/* -- A citation against its source ---------------------------------------- */

static void check_citation(struct check_context *context,
                           const struct citation *citation)
{
    const struct record *record = context->record;
    const struct record *source =
        library_find(context->input->library, citation->ref);
    if (!source || citation->ablation == ABLATION_ABSENT ||
        citation->ablation == ABLATION_UNKNOWN) {
        return;
    }
    const enum ablation said = said_by_source(source, record);
    if (said == ABLATION_UNKNOWN ||
        is_run(said) == is_run(citation->ablation)) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, citation->place, citation->ref,
        is_run(said) ? "the citation says `ablation: %s`, and %.*s lists this "
                       "practice in \"ablates\""
                     : "the citation says `ablation: %s`, and %.*s has "
                       "`ablates: []`",
        ablation_name(citation->ablation), STR_ARG(source->id));
    diag_hint(context->diags, diag,
              "open %.*s: is there an arm without the practice? correct the "
              "one that is wrong",
              STR_ARG(source->id));
}

/* -- The practice against its citations ----------------------------------- */

struct flags {
    struct str run_by, not_run_by; /* a source each; empty: none */
    bool is_complete;              /* every source has been looked at */
};

static struct flags flags_of(const struct record *record)
{
    struct flags flags = {.is_complete = record->citations.len > 0};
    for (size_t i = 0; i < record->citations.len; i++) {
        const struct citation *citation = &record->citations.at[i];
        if (is_run(citation->ablation)) {
            flags.run_by = citation->ref;
        } else if (citation->ablation == ABLATION_NONE) {
            flags.not_run_by = citation->ref;
        } else {
            flags.is_complete = false;
        }
    }
    for (size_t i = 0; i < record->backlink_count; i++) {
        const struct link *link = record->backlinks[i];
        if (link->origin == LINK_FIELD && str_is(link->field, "ablates")) {
            flags.run_by = link->from->id;
        }
    }
    return flags;
}

static void report_practice(struct check_context *context,
                            const struct flags *flags)
{
    const struct record *record = context->record;
    const bool is_present = record->ablation.present == ABLATION_FULL;
    struct diag *diag =
        is_present
            ? check_finding(context, record->ablation.place, S("ablation"),
                            "`present: true`, and no source runs an arm "
                            "without it")
            : check_finding(context, record->ablation.place, S("ablation"),
                            "`present: false`, and %.*s runs an arm without "
                            "it",
                            STR_ARG(flags->run_by));
    diag_hint(context->diags, diag,
              is_present ? "write `present: false`, or correct the flag of "
                           "the citation that does"
                         : "write `present: true`, or correct the flag there");
}

static void check_practice(struct check_context *context)
{
    const struct record *record = context->record;
    const struct flags flags = flags_of(record);
    const bool is_run_somewhere = flags.run_by.len > 0;
    switch (record->ablation.present) {
    case ABLATION_ABSENT:
    case ABLATION_UNKNOWN:
    case ABLATION_PARTIAL:
        return;
    case ABLATION_FULL:
        if (is_run_somewhere) {
            check_pass(context);
        } else if (flags.is_complete) {
            report_practice(context, &flags);
        } else {
            check_cannot(context, record->ablation.place, S("ablation"),
                         "not every citation says whether its source runs an "
                         "arm without it");
        }
        return;
    case ABLATION_NONE:
        if (is_run_somewhere) {
            report_practice(context, &flags);
        } else if (flags.is_complete) {
            check_pass(context);
        } else {
            check_cannot(context, record->ablation.place, S("ablation"),
                         "not every citation says whether its source runs an "
                         "arm without it");
        }
        return;
    }
}

void rule_ablation_contradiction(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->kind->role != ROLE_PRACTICE) {
        return;
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        check_citation(context, &record->citations.at[i]);
    }
    check_practice(context);
}
