/* Feeds arbitrary bytes to the readers of records and of probatum.yaml. The
 * first byte chooses the kind and the form of the file, so that one corpus
 * covers all of them; nothing may crash, hang or name a place outside its
 * file. */

#include "record/library.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char configuration[] =
    "kinds:\n"
    "  SOTA:\n"
    "    role: practice\n"
    "    folder: practices\n"
    "    fields: {extra: text, words: strings, refs: references, n: integer}\n"
    "  LIT: {role: literature, folder: literature}\n"
    "  ADR: {role: decision, folder: adr}\n"
    "  EXP: {role: experiment, folder: experiments}\n"
    "  log: {role: journal, folder: log, front_matter: optional}\n"
    "directives: {inactive-ok: [link-retired], note-ok: [other]}\n";

static void check_place(const struct place *place)
{
    if (place->source &&
        (place->start > place->end || place->end > place->source->text.len)) {
        BUG("a place outside its file: %zu to %zu", place->start, place->end);
    }
}

static void check_record(const struct record *record, const struct diags *diags)
{
    for (size_t i = 0; i < diags->len; i++) {
        check_place(&diags->at[i].place);
    }
    for (size_t i = 0; i < record->acknowledged_count; i++) {
        check_place(&record->acknowledged[i].place);
        check_place(&record->acknowledged[i].covers);
    }
    for (size_t i = 0; i < record->citations.len; i++) {
        check_place(&record->citations.at[i].ref_place);
    }
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const struct place place = record_place(record, (enum field)i);
        check_place(&place);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    struct arena arena = {0};
    struct diags diags = {.arena = &arena};
    struct project *project = NULL;
    struct failure failure;
    const struct str text = {(const char *)data + 1, size - 1};
    if (!project_parse(&arena, S("/"), str_from_c(configuration), &project,
                       &diags, &failure)) {
        BUG("%s", failure.why);
    }
    const size_t kind = data[0] % (project->kind_count + 1);
    if (kind == project->kind_count) {
        project_parse(&arena, S("/"), text, &project, &diags, &failure);
    } else {
        const bool is_yaml = data[0] >= 128;
        struct source *source = source_new(
            &arena, is_yaml ? S("SOTA-001.yaml") : S("SOTA-001.md"), text);
        check_record(record_parse(&arena, project, &project->kinds[kind],
                                  source, S("SOTA-001"), &diags),
                     &diags);
    }
    arena_free(&arena);
    return 0;
}
