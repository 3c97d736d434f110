/* Formulas that cannot be shown. Here they are read as the pages read them, by
 * the same converter, so that what passes is what readers get. */

#include "check/formula_memory.h"
#include "check/front_prose.h"
#include "check/rules.h"

/* The part of the formula from the fault on, or all of it when the fault has
 * no place or the file's bytes are not the formula's (in a quotation, in a
 * table with bars). */
static struct place place_of(struct place place, struct str tex,
                             const struct md_formula *read)
{
    const struct str written =
        str_slice(place.source->text, place.start, place.end);
    const size_t at = str_find(written, tex);
    if (read->fault_at <= tex.len && at != STR_NONE) {
        place.start += at + read->fault_at;
        place.end = place.start + 1;
    }
    return place;
}

/* Whose text is looked at. */
struct reading {
    struct check_context *context;
    struct md_formulas *formulas;
    struct str id;
};

static void check_formula(const struct reading *reading,
                          const struct md_tex *formula, struct place place)
{
    struct check_context *context = reading->context;
    const struct md_formula *read =
        md_formula_of(reading->formulas, formula->tex, formula->is_display);
    if (read->fault.len == 0) {
        check_pass(context);
        return;
    }
    struct diag *diag = check_finding(
        context, place_of(place, formula->tex, read), formula->tex,
        "the formula cannot be read: %.*s", STR_ARG(read->fault));
    diag->subject = reading->id;
    diag_hint(context->diags, diag,
              "it is shown as it was typed; a dollar that opens no formula "
              "is written \\$");
}

static void check_text(const struct reading *reading,
                       const struct md_document *body,
                       const struct texts *lines)
{
    for (size_t i = 0; body && i < body->formula_count; i++) {
        check_formula(reading, &body->formulas[i], body->formulas[i].place);
    }
    for (size_t i = 0; i < lines->len; i++) {
        const struct text_item *line = &lines->at[i];
        const struct md_document *read =
            md_read_line(reading->context->scratch, line->text, NULL);
        for (size_t f = 0; f < read->formula_count; f++) {
            check_formula(reading, &read->formulas[f],
                          front_prose_place(line, read->formulas[f].tex));
        }
    }
}

void rule_math_invalid(struct check_context *context)
{
    const struct library *library = context->input->library;
    struct arena *scratch = context->scratch;
    struct formula_memory memory = {.path = context->input->cache};
    struct reading reading = {context, formula_memory_start(&memory), {0}};
    for (size_t i = 0; i < library->record_count; i++) {
        const struct arena_mark mark = arena_mark(scratch);
        const struct record *record = library->records[i];
        const struct texts lines = front_prose_of_record(scratch, record);
        reading.id = record->id;
        check_text(&reading, record->body, &lines);
        arena_rewind(scratch, mark);
    }
    reading.id = (struct str){0};
    for (size_t i = 0; i < library->chapters.len; i++) {
        const struct chapter *chapter = &library->chapters.at[i];
        const struct texts lines = front_prose_of_chapter(scratch, chapter);
        check_text(&reading, chapter->body, &lines);
    }
    formula_memory_end(&memory, reading.formulas);
}
