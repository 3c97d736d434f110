/* One file becomes one record. Each step takes what the one before could save,
 * so that a fault costs its own field and nothing else. */

#include "record/record.h"

#include "record/record_read.h"

#include <string.h>

/* After these nothing that is missing can be trusted to be missing. */
static bool ends_reading(const struct diag *diag)
{
    return strcmp(diag->rule, "yaml-syntax") == 0 ||
           strcmp(diag->rule, "yaml-too-large") == 0 ||
           strcmp(diag->rule, "yaml-too-deep") == 0;
}

static void report_no_front(struct reader *reader)
{
    struct record *record = reader->record;
    if (record->kind->is_front_matter_optional) {
        return;
    }
    const struct place place = {record->source, 0, 0};
    struct diag *diag = reader_fault(reader, "front-matter-missing", place,
                                     S(""), "the file has no front matter");
    diag_hint(reader->diags, diag,
              "start it with a line `---`, the fields, and a line `---`");
    record->is_broken = true;
}

static void read_front(struct reader *reader)
{
    struct record *record = reader->record;
    if (!record->span.is_present) {
        report_no_front(reader);
        return;
    }
    if (!record->span.is_closed) {
        record->is_broken = true;
        return;
    }
    const size_t known = reader->diags->len;
    record->front =
        yml_parse(reader->arena, record->source, record->span.yaml_start,
                  record->span.yaml_end, reader->diags);
    for (size_t i = known; i < reader->diags->len; i++) {
        record->is_broken |= ends_reading(&reader->diags->at[i]);
    }
    if (record->front && record->front->kind != YML_MAP) {
        struct diag *diag =
            reader_fault(reader, "field-type", record->front->place, S(""),
                         "the front matter is not a map of fields");
        diag_hint(reader->diags, diag, "write one `field: value` on a line");
        record->front = NULL;
    }
    record->is_broken |= record->front == NULL;
}

/* In a tree that breaks off, what seems wrong is mostly the break again. */
static void read_typed(struct reader *reader, struct str stem)
{
    struct diags *const told = reader->diags;
    struct diags untold = {.arena = reader->arena};
    if (reader->record->is_broken && reader->record->front) {
        reader->diags = &untold;
    }
    read_fields(reader);
    read_identity(reader, stem);
    read_short_citations(reader);
    reader->diags = told;
}

/* The first line that begins a conflict. Hardly any text has its sign. */
static size_t find_conflict(struct str text)
{
    const struct str begin = S("<<<<<<< ");
    for (size_t at = 0;;) {
        const size_t found = str_find_char(str_from(text, at), begin.ptr[0]);
        if (found == STR_NONE) {
            return STR_NONE;
        }
        at += found;
        if ((at == 0 || text.ptr[at - 1] == '\n') &&
            str_starts(str_from(text, at), begin)) {
            return at;
        }
        at++;
    }
}

/* Git leaves both sides of a conflict in the file, and Markdown would show
 * them as text. The line that begins one is named once. */
static void report_conflict(struct reader *reader)
{
    struct source *source = reader->record->source;
    const struct str text = source->text;
    const size_t at = find_conflict(text);
    if (at == STR_NONE) {
        return;
    }
    const struct str rest = str_from(text, at);
    if (str_find(rest, S("\n=======")) != STR_NONE &&
        str_find(rest, S("\n>>>>>>> ")) != STR_NONE) {
        struct diag *diag = reader_fault(
            reader, "text-invalid", (struct place){source, at, at + 7},
            (struct str){0}, "a merge was left half done here");
        diag_hint(reader->diags, diag,
                  "keep what is right of both sides, and remove the lines that "
                  "begin with <<<<<<<, ======= and >>>>>>>");
    }
}

struct record *record_parse(struct arena *arena, const struct project *project,
                            const struct kind *kind, struct source *source,
                            struct str stem, struct diags *diags)
{
    struct record *record = ARENA_NEW(arena, struct record);
    struct reader reader = {arena, project, record, diags};
    const size_t known = diags->len;
    record->kind = kind;
    record->source = source;
    report_conflict(&reader);
    record->span = yml_front(source, diags);
    read_front(&reader);
    read_typed(&reader, stem);
    read_body(&reader);
    read_directives(&reader);
    for (size_t i = known; i < diags->len; i++) {
        diags->at[i].subject = record->id;
    }
    return record;
}

struct place record_place(const struct record *record, enum field field)
{
    const struct field_value *value = &record->fields[field];
    switch (value->presence) {
    case PRESENCE_FILLED:
        return value->node->place;
    case PRESENCE_EMPTY:
        return value->key->place;
    case PRESENCE_ABSENT:
        return (struct place){record->source, 0, 0};
    }
    BUG("presence %d", (int)value->presence);
}

bool record_is_retired(const struct record *record)
{
    const struct status *status = kind_status(record->kind, record->status);
    return status && status->is_retired;
}

const struct report *record_report(const struct record *record, struct str id)
{
    for (size_t i = 0; i < record->reports.len; i++) {
        if (str_equal(record->reports.at[i].id, id)) {
            return &record->reports.at[i];
        }
    }
    return NULL;
}
