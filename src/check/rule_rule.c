/* Names of rules, in probatum.yaml and in acknowledgements: one that does not
 * exist would silently do nothing. */

#include "check/rules.h"

static void report(struct check_context *context, struct place place,
                   struct str name)
{
    struct strs ids = {0};
    struct diag *diag = check_finding(
        context, place, name, "there is no rule \"%.*s\"", STR_ARG(name));
    for (size_t i = 0; i < rule_count; i++) {
        *LIST_PUSH(context->scratch, &ids) = str_from_c(rules[i].id);
    }
    const struct str near = nearest(name, &ids);
    if (near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                  STR_ARG(near));
    } else {
        diag_hint(context->diags, diag, "`probatum explain` lists them all");
    }
}

static void check_names(struct check_context *context, struct place place,
                        const struct strs *names)
{
    for (size_t i = 0; i < names->len; i++) {
        if (rule_find(names->at[i])) {
            check_pass(context);
        } else {
            report(context, place, names->at[i]);
        }
    }
}

static void check_project(struct check_context *context)
{
    const struct project *project = context->input->project;
    const struct place file = {project->source, 0, 0};
    for (size_t i = 0; i < project->rule_level_count; i++) {
        const struct strs name = {.at = &project->rule_levels[i].rule,
                                  .len = 1};
        check_names(context, project->rule_levels[i].place, &name);
    }
    for (size_t i = 0; i < project->directive_count; i++) {
        check_names(context, file, &project->directives[i].rules);
    }
}

/* Comments take their rules from probatum.yaml, which is checked once. */
void rule_rule_unknown(struct check_context *context)
{
    const struct library *library = context->input->library;
    check_project(context);
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        for (size_t j = 0; j < record->acknowledged_count; j++) {
            const struct acknowledgement *one = &record->acknowledged[j];
            if (!one->is_comment) {
                check_names(context, one->place, &one->rules);
            }
        }
    }
}
