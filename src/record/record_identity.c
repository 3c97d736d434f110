/* Which id a record has: its `id`, else its `number` behind the kind's prefix,
 * else what its file is called. Where several say it, they must agree. */

#include "record/record_read.h"

/* The id that a file's name starts with: "EXP-003" of "EXP-003-norm-placement",
 * or the empty text. */
static struct str id_of_stem(const struct project *project, struct str stem)
{
    const size_t hyphen = str_find_char(stem, '-');
    if (hyphen == STR_NONE) {
        return S("");
    }
    size_t end = hyphen + 1;
    while (end < stem.len && stem.ptr[end] != '-' && stem.ptr[end] != '@' &&
           stem.ptr[end] != '.') {
        end++;
    }
    const struct str id = str_slice(stem, 0, end);
    return project_is_id(project, id) ? id : S("");
}

/* "60" is "060": what is compared is the number. */
static struct str without_zeros(struct str digits)
{
    while (digits.len > 1 && digits.ptr[0] == '0') {
        digits = str_from(digits, 1);
    }
    return digits;
}

static bool is_same_code(struct str a, struct str b)
{
    return str_equal(without_zeros(a), without_zeros(b));
}

/* The id that `number` makes. The file's own spelling wins when it is the same
 * number, so that an anthology may pad as it likes. */
static struct str id_of_number(struct reader *reader, struct str number,
                               struct str stem_id)
{
    const struct str prefix = reader->record->kind->prefix;
    const struct str stem_code =
        str_starts(stem_id, prefix) ? str_from(stem_id, prefix.len + 1) : S("");
    if (stem_code.len > 0 && is_same_code(stem_code, number)) {
        return stem_id;
    }
    const char *padding = number.len == 1 ? "00" : number.len == 2 ? "0" : "";
    int64_t value = 0;
    return arena_printf(reader->arena, "%.*s-%s%.*s", STR_ARG(prefix),
                        str_to_int64(number, &value) ? padding : "",
                        STR_ARG(number));
}

/* What `id` or `number` says, and where; the empty text when neither does. */
static struct str stated_id(struct reader *reader, struct str stem_id,
                            struct place *place)
{
    const struct field_value *fields = reader->record->fields;
    const struct field_value *id = &fields[FIELD_ID];
    const struct field_value *number = &fields[FIELD_NUMBER];
    if (id->presence == PRESENCE_FILLED && id->node->kind == YML_SCALAR) {
        *place = id->node->place;
        return str_trim(id->node->text);
    }
    if (number->presence == PRESENCE_FILLED &&
        number->node->kind == YML_SCALAR) {
        *place = number->node->place;
        return id_of_number(reader, str_trim(number->node->text), stem_id);
    }
    return S("");
}

static void report_malformed(struct reader *reader, struct str id,
                             struct place place)
{
    const struct kind *kind = reader->record->kind;
    struct diag *diag = reader_fault(reader, "id-malformed", place, S("id"),
                                     "\"%.*s\" is not an id", STR_ARG(id));
    diag_hint(reader->diags, diag,
              "records of this folder are called %.*s-001 and so on",
              STR_ARG(kind->prefix));
}

static void report_mismatch(struct reader *reader, struct str id,
                            struct place place, struct str stem,
                            struct str stem_id)
{
    const struct kind *kind = reader->record->kind;
    if (project_kind_of(reader->project, id) != kind) {
        struct diag *diag = reader_fault(
            reader, "id-mismatch", place, S("id"),
            "%.*s does not belong in this folder, which holds %.*s",
            STR_ARG(id), STR_ARG(kind->prefix));
        diag_hint(reader->diags, diag, "move the file, or correct its id");
    } else if (stem_id.len > 0 && !str_equal(id, stem_id)) {
        struct diag *diag =
            reader_fault(reader, "id-mismatch", place, S("id"),
                         "the record is %.*s, and its file is called %.*s",
                         STR_ARG(id), STR_ARG(stem));
        diag_hint(reader->diags, diag, "rename the file, or correct the id");
    }
}

void read_identity(struct reader *reader, struct str stem)
{
    struct record *record = reader->record;
    struct place place = {record->source, 0, 0};
    if (record->kind->role == ROLE_JOURNAL) {
        record->id = stem;
        return;
    }
    const struct str stem_id = id_of_stem(reader->project, stem);
    const struct str stated = stated_id(reader, stem_id, &place);
    const struct str id = stated.len > 0 ? stated : stem_id;
    if (project_is_id(reader->project, id)) {
        record->id = id;
        report_mismatch(reader, id, place, stem, stem_id);
        return;
    }
    record->id = stem_id.len > 0 ? stem_id : stem;
    /* A file without front matter is no record at all, which is said once. */
    if (record->span.is_present) {
        report_malformed(reader, stated.len > 0 ? stated : stem, place);
    }
}
