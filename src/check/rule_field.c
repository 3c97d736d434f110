/* Single fields: those that a kind or a status demands, the status itself, and
 * words that come from a declared vocabulary. */

#include "base/map.h"
#include "check/rules.h"

/* -- required-missing ----------------------------------------------------- */

static const struct field_value *value_of(const struct check_context *context,
                                          struct str key)
{
    const struct record *record = context->record;
    const struct field_info *info =
        map_get(&context->input->project->fields, key);
    if (info && (info->roles & record->kind->role)) {
        return &record->fields[info - field_infos];
    }
    for (size_t i = 0; i < record->kind->extra_count; i++) {
        if (str_equal(record->kind->extras[i].key, key)) {
            return &record->extras[i].value;
        }
    }
    return NULL;
}

static bool is_many(struct str key)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (str_is(key, field_infos[i].key)) {
            return field_infos[i].type == FIELD_TYPE_STRINGS ||
                   field_infos[i].type == FIELD_TYPE_REFERENCES;
        }
    }
    return false;
}

/* `source: [LIT-022]` may as well be written as a citation with that role. */
static bool is_cited_as(const struct record *record, struct str role)
{
    for (size_t i = 0; i < record->citations.len; i++) {
        if (str_equal(record->citations.at[i].role, role)) {
            return true;
        }
    }
    return false;
}

/* `because` is a status, or empty for what the kind demands of every record. */
static void require(struct check_context *context, struct str key,
                    struct str because)
{
    const struct record *record = context->record;
    const struct field_value *value = value_of(context, key);
    if (!value) {
        return; /* config-invalid says it */
    }
    /* `[]` is an answer, and a text that is empty is reported as field-empty */
    if (value->presence != PRESENCE_ABSENT || is_cited_as(record, key)) {
        check_pass(context);
        return;
    }
    const struct place place = because.len > 0
                                   ? record_place(record, FIELD_STATUS)
                                   : (struct place){record->source, 0, 0};
    struct diag *diag = check_finding(
        context, place, key, "the field \"%.*s\" is missing%s%.*s",
        STR_ARG(key),
        because.len > 0 ? ", which is needed when the status is " : "",
        STR_ARG(because));
    if (is_many(key)) {
        diag_hint(context->diags, diag,
                  "add `%.*s: […]`, or `%.*s: []` to say that there is none",
                  STR_ARG(key), STR_ARG(key));
    } else {
        diag_hint(context->diags, diag, "add `%.*s: …` to the front matter",
                  STR_ARG(key));
    }
}

void rule_required_missing(struct check_context *context)
{
    const struct record *record = context->record;
    if (record->is_broken || !record->front) {
        return;
    }
    for (size_t i = 0; i < record->kind->required.len; i++) {
        require(context, record->kind->required.at[i], S(""));
    }
    const struct status *status = kind_status(record->kind, record->status);
    for (size_t i = 0; status && i < status->requires.len; i++) {
        /* superseded-without-successor has more to say about that one */
        if (!str_is(status->requires.at[i], "superseded_by")) {
            require(context, status->requires.at[i], status->word);
        }
    }
}

/* -- status-unknown ------------------------------------------------------- */

/* The known status that the text begins with: "Superseded" of
 * "Superseded — by later work". */
static struct str leading_status(const struct kind *kind, struct str text)
{
    for (size_t i = 0; i < kind->status_count; i++) {
        const struct str word = kind->statuses[i].word;
        if (str_starts(text, word) && text.len > word.len) {
            const char after = text.ptr[word.len];
            if (after == ' ' || after == ',' || after == ':' || after == ';') {
                return word;
            }
        }
    }
    return S("");
}

static struct str status_words(struct arena *arena, const struct kind *kind,
                               struct strs *words)
{
    struct str list = {0};
    for (size_t i = 0; i < kind->status_count; i++) {
        *LIST_PUSH(arena, words) = kind->statuses[i].word;
        list = arena_printf(arena, "%.*s%s%.*s", STR_ARG(list),
                            i == 0                        ? ""
                            : i + 1 == kind->status_count ? " or "
                                                          : ", ",
                            STR_ARG(kind->statuses[i].word));
    }
    return list;
}

static void hint_status(struct check_context *context, struct diag *diag)
{
    const struct record *record = context->record;
    const struct str word = leading_status(record->kind, record->status);
    if (word.len > 0) {
        diag_hint(context->diags, diag,
                  "write `status: %.*s`, and the rest as \"status_note\"",
                  STR_ARG(word));
        return;
    }
    struct strs words = {0};
    const struct str list =
        status_words(context->scratch, record->kind, &words);
    const struct str near = nearest(record->status, &words);
    if (near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                  STR_ARG(near));
    } else {
        diag_hint(context->diags, diag, "write %.*s", STR_ARG(list));
    }
}

/* The status of an experiment is read with its plan (plan-invalid). */
void rule_status_unknown(struct check_context *context)
{
    const struct record *record = context->record;
    const enum role role = record->kind->role;
    if (record->status.len == 0 || role == ROLE_EXPERIMENT ||
        role == ROLE_JOURNAL) {
        return;
    }
    if (kind_status(record->kind, record->status)) {
        check_pass(context);
        return;
    }
    struct diag *diag =
        check_finding(context, record_place(record, FIELD_STATUS), S("status"),
                      "\"%.*s\" is no status of %.*s records",
                      STR_ARG(record->status), STR_ARG(record->kind->prefix));
    hint_status(context, diag);
}

/* -- word-undeclared ------------------------------------------------------ */

static bool has_word(const struct vocabulary *vocabulary, struct str word)
{
    for (size_t i = 0; i < vocabulary->term_count; i++) {
        if (str_equal(vocabulary->terms[i].word, word)) {
            return true;
        }
    }
    return false;
}

static void report_word(struct check_context *context,
                        const struct vocabulary *vocabulary, struct str key,
                        const struct text_item *item)
{
    struct strs words = {0};
    for (size_t i = 0; i < vocabulary->term_count; i++) {
        *LIST_PUSH(context->scratch, &words) = vocabulary->terms[i].word;
    }
    struct diag *diag = check_finding(
        context, item->place, key, "\"%.*s\" is not in the vocabulary \"%.*s\"",
        STR_ARG(item->text), STR_ARG(vocabulary->name));
    const struct str near = nearest(item->text, &words);
    if (near.len > 0) {
        diag_hint(context->diags, diag, "did you mean \"%.*s\"?",
                  STR_ARG(near));
    } else {
        diag_hint(context->diags, diag,
                  "use one of its %zu words, or declare \"%.*s\" in "
                  "probatum.yaml under vocabularies: %.*s",
                  vocabulary->term_count, STR_ARG(item->text),
                  STR_ARG(vocabulary->name));
    }
}

static void check_words(struct check_context *context, struct str name,
                        struct str key, const struct texts *items)
{
    const struct vocabulary *vocabulary =
        project_vocabulary(context->input->project, name);
    for (size_t i = 0; vocabulary && vocabulary->is_closed && i < items->len;
         i++) {
        if (has_word(vocabulary, items->at[i].text)) {
            check_pass(context);
        } else {
            report_word(context, vocabulary, key, &items->at[i]);
        }
    }
}

/* The value of a field as items, whatever its type. */
static struct texts items_of(struct check_context *context,
                             const struct extra_value *extra)
{
    const struct record *record = context->record;
    const struct field_info *builtin = extra->field->builtin;
    const struct field_value *value =
        builtin ? &record->fields[builtin - field_infos] : &extra->value;
    struct texts items = {0};
    if (value->presence != PRESENCE_FILLED) {
        return items;
    }
    const struct yml_node *node = value->node;
    for (size_t i = 0; node->kind == YML_LIST && i < node->len; i++) {
        *LIST_PUSH(context->scratch, &items) = (struct text_item){
            str_trim(node->items[i]->text), node->items[i]->place};
    }
    if (node->kind == YML_SCALAR) {
        *LIST_PUSH(context->scratch, &items) =
            (struct text_item){str_trim(node->text), node->place};
    }
    return items;
}

void rule_word_undeclared(struct check_context *context)
{
    const struct record *record = context->record;
    check_words(context, record->kind->vocabulary, S("tags"), &record->tags);
    for (size_t i = 0; i < record->kind->extra_count; i++) {
        const struct extra_value *extra = &record->extras[i];
        if (extra->field->vocabulary.len > 0) {
            const struct texts items = items_of(context, extra);
            check_words(context, extra->field->vocabulary, extra->field->key,
                        &items);
        }
    }
}

/* -- item-twice ----------------------------------------------------------- */

static void check_items(struct check_context *context, const char *key,
                        const struct texts *items)
{
    struct map seen = {0};
    if (items->len < 2) {
        return;
    }
    for (size_t i = 0; i < items->len; i++) {
        const struct text_item *item = &items->at[i];
        void **slot = map_slot(context->scratch, &seen, item->text);
        if (!*slot) {
            *slot = item->place.source;
            continue;
        }
        struct diag *diag = check_finding(context, item->place, str_from_c(key),
                                          "\"%.*s\" stands twice in "
                                          "\"%s\"",
                                          STR_ARG(item->text), key);
        diag_hint(context->diags, diag, "take this one away");
    }
    check_pass(context);
}

/* Two authors may have one name; a work that is cited twice in one role is
 * reported as citation-twice. */
void rule_item_twice(struct check_context *context)
{
    const struct record *record = context->record;
    check_items(context, field_infos[FIELD_TAGS].key, &record->tags);
    check_items(context, field_infos[FIELD_FORMERLY].key, &record->formerly);
    check_items(context, field_infos[FIELD_EVIDENCE].key, &record->evidence);
    for (size_t f = 0; f < FIELD_COUNT; f++) {
        if (!record_is_short_citation(record->kind, (enum field)f)) {
            check_items(context, field_infos[f].key, &record->references[f]);
        }
    }
    for (size_t i = 0; i < record->kind->extra_count; i++) {
        const struct extra_value *extra = &record->extras[i];
        if (!extra->field->builtin) {
            check_items(context,
                        arena_cstr(context->scratch, extra->field->key),
                        &extra->items);
        }
    }
}
