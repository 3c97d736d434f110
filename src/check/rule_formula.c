/* Formulas that cannot be shown. Here they are read as the pages read them, by
 * the same converter, so that what passes is what readers get. */

#include "check/formula_memory.h"
#include "check/rules.h"

/* The part of the formula from the fault on, or all of it when the fault has
 * no place or the file's bytes are not the formula's (in a quotation, in a
 * table with bars). */
static struct place place_of(const struct md_tex *formula,
                             const struct md_formula *read)
{
    struct place place = formula->place;
    const struct str written =
        str_slice(place.source->text, place.start, place.end);
    const size_t at = str_find(written, formula->tex);
    if (read->fault_at <= formula->tex.len && at != STR_NONE) {
        place.start += at + read->fault_at;
        place.end = place.start + 1;
    }
    return place;
}

static void check_formulas(struct check_context *context,
                           struct md_formulas *formulas,
                           const struct md_document *body, struct str id)
{
    for (size_t i = 0; body && i < body->formula_count; i++) {
        const struct md_tex *formula = &body->formulas[i];
        const struct md_formula *read =
            md_formula_of(formulas, formula->tex, formula->is_display);
        if (read->fault.len == 0) {
            check_pass(context);
            continue;
        }
        struct diag *diag = check_finding(
            context, place_of(formula, read), formula->tex,
            "the formula cannot be read: %.*s", STR_ARG(read->fault));
        diag->subject = id;
        diag_hint(context->diags, diag,
                  "it is shown as it was typed; a dollar that opens no formula "
                  "is written \\$");
    }
}

void rule_math_invalid(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct formula_memory memory = {.path = context->input->cache};
    struct md_formulas *formulas = formula_memory_start(&memory);
    for (size_t i = 0; i < library->record_count; i++) {
        const struct record *record = library->records[i];
        check_formulas(context, formulas, record->body, record->id);
    }
    for (size_t i = 0; i < library->chapters.len; i++) {
        check_formulas(context, formulas, library->chapters.at[i].body,
                       (struct str){0});
    }
    formula_memory_end(&memory, formulas);
}
