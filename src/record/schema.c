/* JSON Schema of records. A declared type decides and not the look of the text,
 * so a scalar may arrive in an editor as whatever YAML makes of it: a text may
 * look like a number, a date like a year. */

#include "record/schema.h"

#include "record/record_read.h"

#define DRAFT "http://json-schema.org/draft-07/schema#"

/* -- Small shapes ---------------------------------------------------------- */

static void put_help(struct json_out *j, const char *help)
{
    if (help != NULL && help[0] != '\0') {
        json_put_c(j, "description", help);
    }
}

static void put_types(struct json_out *j, const char *types)
{
    struct str rest = str_from_c(types);
    struct str word;
    bool has_more = true;
    json_key(j, "type");
    json_open(j, '[');
    while (has_more) {
        has_more = str_cut(rest, '|', &word, &rest);
        json_str(j, word);
    }
    json_close(j);
}

static void put_text(struct json_out *j)
{
    put_types(j, "string|number|boolean");
}

static void put_date(struct json_out *j)
{
    put_types(j, "string|integer");
    json_put_c(j, "pattern", "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$");
}

static void put_whole(struct json_out *j, int64_t lowest)
{
    json_put_c(j, "type", "integer");
    json_put_int(j, "minimum", lowest);
}

static void put_words(struct json_out *j, const char *const *words)
{
    json_key(j, "enum");
    json_open(j, '[');
    for (; *words != NULL; words++) {
        json_str(j, str_from_c(*words));
        if (str_is(S("true"), *words) || str_is(S("false"), *words)) {
            json_bool(j, str_is(S("true"), *words));
        }
    }
    json_close(j);
}

static void put_terms(struct json_out *j, const struct vocabulary *vocabulary)
{
    json_key(j, "enum");
    json_open(j, '[');
    for (size_t i = 0; i < vocabulary->term_count; i++) {
        json_str(j, vocabulary->terms[i].word);
    }
    json_close(j);
}

/* -- Ids ------------------------------------------------------------------- */

/* An id of a kind that a reference may name: by role where the field says so,
 * by prefix where the configuration does. */
struct targets {
    unsigned roles;              /* 0: by prefix */
    const struct strs *prefixes; /* empty: any */
};

static bool is_target(const struct kind *kind, struct targets targets)
{
    const bool is_named = targets.prefixes == NULL ||
                          targets.prefixes->len == 0 ||
                          strs_has(targets.prefixes, kind->prefix);
    return kind->role != ROLE_JOURNAL && is_named &&
           (targets.roles == 0 || (targets.roles & kind->role) != 0);
}

static void put_id(struct json_out *j, const struct project *project,
                   struct targets targets)
{
    struct arena scratch = {0};
    struct out pattern = {0};
    out_c(&pattern, "^(");
    size_t count = 0;
    for (size_t i = 0; i < project->kind_count; i++) {
        if (is_target(&project->kinds[i], targets)) {
            out_c(&pattern, count++ > 0 ? "|" : "");
            out_str(&pattern, project->kinds[i].prefix);
        }
    }
    out_c(&pattern, ")-[0-9A-Za-z]+$");
    json_put_c(j, "type", "string");
    if (count > 0) {
        json_put_str(j, "pattern", out_take(&pattern, &scratch));
    }
    out_free(&pattern);
    arena_free(&scratch);
}

/* -- Lists; one item may stand for a list of one --------------------------- */

static void open_items(struct json_out *j)
{
    json_key(j, "anyOf");
    json_open(j, '[');
    json_open(j, '{');
}

static void between_items(struct json_out *j)
{
    json_close(j);
    json_open(j, '{');
    json_put_c(j, "type", "array");
    json_key(j, "items");
    json_open(j, '{');
}

static void close_items(struct json_out *j)
{
    json_close(j);
    json_close(j);
    json_close(j);
}

static void put_words_of(struct json_out *j,
                         const struct vocabulary *vocabulary)
{
    if (vocabulary != NULL && vocabulary->is_closed) {
        put_terms(j, vocabulary);
    } else {
        put_text(j);
    }
}

static void put_strings(struct json_out *j, const struct vocabulary *vocabulary)
{
    open_items(j);
    put_words_of(j, vocabulary);
    between_items(j);
    put_words_of(j, vocabulary);
    close_items(j);
}

static void put_references(struct json_out *j, const struct project *project,
                           struct targets targets)
{
    open_items(j);
    put_id(j, project, targets);
    between_items(j);
    put_id(j, project, targets);
    close_items(j);
}

/* -- Entries --------------------------------------------------------------- */

static void put_form(struct json_out *j, const struct project *project,
                     const struct form *form);

static void put_list_of(struct json_out *j, const struct project *project,
                        const struct form *form)
{
    json_put_c(j, "type", "array");
    json_key(j, "items");
    json_open(j, '{');
    put_form(j, project, form);
    json_close(j);
}

static void put_roles(struct json_out *j)
{
    json_key(j, "enum");
    json_open(j, '[');
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (field_infos[i].type == FIELD_TYPE_REFERENCES &&
            i != FIELD_SUPERSEDED_BY) {
            json_str(j, str_from_c(field_infos[i].key));
        }
    }
    json_close(j);
}

/* What reads a part tells what it may be. */
static void put_part(struct json_out *j, const struct project *project,
                     const struct part *part)
{
    if (part->read == part_text) {
        put_text(j);
    } else if (part->read == part_date) {
        put_date(j);
    } else if (part->read == part_version) {
        put_whole(j, 1);
    } else if (part->read == part_number) {
        put_types(j, "number|string");
    } else if (part->read == part_words) {
        put_strings(j, NULL);
    } else if (part->read == part_reference) {
        put_id(j, project, (struct targets){0});
    } else if (part->read == part_reports) {
        put_list_of(j, project, &report_form);
    } else if (part->read == part_ablation) {
        put_words(j, record_ablation_words);
    } else if (part->read == part_present) {
        put_words(j, record_present_words);
    } else if (part->read == part_level) {
        put_words(j, record_level_words);
    } else if (part->read == part_role) {
        put_roles(j);
    } else if (part->read == part_was) {
        json_put_c(j, "type", "object");
    } else {
        BUG("no schema for the part \"%s\"", part->key);
    }
}

static void put_form(struct json_out *j, const struct project *project,
                     const struct form *form)
{
    json_put_c(j, "type", "object");
    json_put_bool(j, "additionalProperties", false);
    json_key(j, "properties");
    json_open(j, '{');
    for (size_t i = 0; i < form->part_count; i++) {
        json_key(j, form->parts[i].key);
        json_open(j, '{');
        put_part(j, project, &form->parts[i]);
        json_close(j);
    }
    json_close(j);
    json_key(j, "required");
    json_open(j, '[');
    for (size_t i = 0; i < form->part_count; i++) {
        if (form->parts[i].is_required) {
            json_str(j, str_from_c(form->parts[i].key));
        }
    }
    json_close(j);
}

/* -- Fields ---------------------------------------------------------------- */

static const struct form *const forms[] = {
    [FIELD_TYPE_CITATIONS] = &citation_form,
    [FIELD_TYPE_HISTORY] = &history_form,
    [FIELD_TYPE_ABLATION] = &ablation_form,
    [FIELD_TYPE_SCALE] = &scale_form,
    [FIELD_TYPE_FLAGS] = &flag_form,
    [FIELD_TYPE_EXCERPTS] = &excerpt_form,
    [FIELD_TYPE_REPORTS] = &report_form,
    [FIELD_TYPE_METADATA] = &metadata_form,
    [FIELD_TYPE_VERSIONS] = &version_form,
    [FIELD_TYPE_ACKNOWLEDGEMENTS] = &acknowledgement_form,
};

static void put_value(struct json_out *j, const struct project *project,
                      enum field_type type, struct targets targets,
                      const struct vocabulary *vocabulary)
{
    switch (type) {
    case FIELD_TYPE_TEXT:
    case FIELD_TYPE_PROSE:
        put_words_of(j, vocabulary);
        return;
    case FIELD_TYPE_INTEGER:
        put_whole(j, 1);
        return;
    case FIELD_TYPE_DATE:
        put_date(j);
        return;
    case FIELD_TYPE_STRINGS:
        put_strings(j, vocabulary);
        return;
    case FIELD_TYPE_REFERENCES:
        put_references(j, project, targets);
        return;
    case FIELD_TYPE_ABLATION:
    case FIELD_TYPE_SCALE:
    case FIELD_TYPE_METADATA:
        put_form(j, project, forms[type]);
        return;
    default:
        put_list_of(j, project, forms[type]);
        return;
    }
}

static void put_statuses(struct json_out *j, const struct kind *kind)
{
    json_key(j, "enum");
    json_open(j, '[');
    for (size_t i = 0; i < kind->status_count; i++) {
        json_str(j, kind->statuses[i].word);
    }
    json_close(j);
}

/* The vocabulary that the configuration binds to the field. */
static const struct vocabulary *vocabulary_of(const struct project *project,
                                              const struct kind *kind,
                                              struct str key)
{
    const struct extra_field *extra = kind_field(kind, key);
    struct str name = extra != NULL ? extra->vocabulary : S("");
    if (name.len == 0 && str_is(key, "tags")) {
        name = kind->vocabulary;
    }
    return name.len > 0 ? project_vocabulary(project, name) : NULL;
}

static void put_builtin(struct json_out *j, const struct project *project,
                        const struct kind *kind, enum field field)
{
    const struct field_info *info = &field_infos[field];
    const struct targets targets = {info->targets, NULL};
    json_key(j, info->key);
    json_open(j, '{');
    put_help(j, info->help);
    if (field == FIELD_STATUS) {
        put_statuses(j, kind);
    } else if (field == FIELD_READ) {
        put_words(j, record_read_words);
    } else if (field == FIELD_ID) {
        const struct strs own = {.at = (struct str[]){kind->prefix}, .len = 1};
        put_id(j, project, (struct targets){0, &own});
    } else {
        put_value(j, project, info->type, targets,
                  vocabulary_of(project, kind, str_from_c(info->key)));
    }
    json_close(j);
}

static void put_extra(struct json_out *j, const struct project *project,
                      const struct kind *kind, const struct extra_field *extra)
{
    const struct targets targets = {0, &extra->targets};
    json_key_str(j, extra->key);
    json_open(j, '{');
    put_value(j, project, extra->type, targets,
              vocabulary_of(project, kind, extra->key));
    json_close(j);
}

/* -- The whole ------------------------------------------------------------- */

void schema_open(struct json_out *j, const struct project *project,
                 const struct kind *kind)
{
    struct arena scratch = {0};
    json_open(j, '{');
    json_put_c(j, "$schema", DRAFT);
    json_put_str(j, "title",
                 arena_printf(&scratch, "%.*s: a record of %.*s",
                              STR_ARG(kind->title), STR_ARG(project->title)));
    json_put_c(j, "type", "object");
    json_put_bool(j, "additionalProperties", false);
    json_key(j, "properties");
    json_open(j, '{');
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if ((field_infos[i].roles & kind->role) != 0) {
            put_builtin(j, project, kind, (enum field)i);
        }
    }
    for (size_t i = 0; i < kind->extra_count; i++) {
        if (kind->extras[i].builtin == NULL) {
            put_extra(j, project, kind, &kind->extras[i]);
        }
    }
    arena_free(&scratch);
}

static void put_required(struct json_out *j, const struct strs *keys)
{
    for (size_t i = 0; i < keys->len; i++) {
        json_str(j, keys->at[i]);
    }
}

/* `statuses: {Deferred: {requires: [promote_when]}}`. */
static void put_condition(struct json_out *j, const struct status *status)
{
    json_open(j, '{');
    json_key(j, "if");
    json_open(j, '{');
    json_key(j, "properties");
    json_open(j, '{');
    json_key(j, "status");
    json_open(j, '{');
    json_put_str(j, "const", status->word);
    json_close(j);
    json_close(j);
    json_close(j);
    json_key(j, "then");
    json_open(j, '{');
    json_key(j, "required");
    json_open(j, '[');
    put_required(j, &status->requires);
    json_close(j);
    json_close(j);
    json_close(j);
}

void schema_close(struct json_out *j, const struct project *project,
                  const struct kind *kind, const struct strs *also_required)
{
    (void)project;
    json_close(j);
    json_key(j, "required");
    json_open(j, '[');
    put_required(j, &kind->required);
    if (also_required != NULL) {
        put_required(j, also_required);
    }
    json_close(j);
    size_t count = 0;
    for (size_t i = 0; i < kind->status_count; i++) {
        if (kind->statuses[i].requires.len == 0) {
            continue;
        }
        if (count++ == 0) {
            json_key(j, "allOf");
            json_open(j, '[');
        }
        put_condition(j, &kind->statuses[i]);
    }
    if (count > 0) {
        json_close(j);
    }
    json_close(j);
    out_char(j->out, '\n');
}

void schema_of_kind(struct out *out, const struct project *project,
                    const struct kind *kind)
{
    struct json_out j = {.out = out};
    schema_open(&j, project, kind);
    schema_close(&j, project, kind, NULL);
}

/* -- For kinds whose records have more keys ------------------------------- */

static void open_property(struct json_out *j, const char *key, const char *help)
{
    json_key(j, key);
    json_open(j, '{');
    put_help(j, help);
}

void schema_text(struct json_out *j, const char *key, const char *help)
{
    open_property(j, key, help);
    put_text(j);
    json_close(j);
}

void schema_words(struct json_out *j, const char *key, const char *words,
                  const char *help)
{
    struct str rest = str_from_c(words);
    struct str word;
    bool has_more = true;
    open_property(j, key, help);
    json_key(j, "enum");
    json_open(j, '[');
    while (has_more) {
        has_more = str_cut(rest, '|', &word, &rest);
        json_str(j, word);
    }
    json_close(j);
    json_close(j);
}

void schema_number(struct json_out *j, const char *key, double lowest,
                   double highest, bool is_whole, const char *help)
{
    open_property(j, key, help);
    json_put_c(j, "type", is_whole ? "integer" : "number");
    json_put_double(j, "minimum", lowest);
    json_put_double(j, "maximum", highest);
    json_close(j);
}

void schema_any(struct json_out *j, const char *key, const char *type,
                const char *help)
{
    open_property(j, key, help);
    if (type != NULL) {
        json_put_c(j, "type", type);
    }
    json_close(j);
}
