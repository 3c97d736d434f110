/* Fields that a kind adds to the list of fields.def, or says more about. */

#include "record/project_read.h"

static const struct {
    const char *name;
    enum field_type type;
} extra_types[] = {
    {"text", FIELD_TYPE_TEXT},       {"prose", FIELD_TYPE_PROSE},
    {"integer", FIELD_TYPE_INTEGER}, {"date", FIELD_TYPE_DATE},
    {"strings", FIELD_TYPE_STRINGS}, {"references", FIELD_TYPE_REFERENCES},
};
enum { EXTRA_TYPE_COUNT = sizeof extra_types / sizeof extra_types[0] };

static void read_field_type(struct config *config, const struct yml_pair *pair,
                            void *target)
{
    struct str word = {0};
    config_text(config, pair, &word);
    struct strs names = {0};
    for (size_t i = 0; i < EXTRA_TYPE_COUNT; i++) {
        if (str_is(word, extra_types[i].name)) {
            ((struct extra_field *)target)->type = extra_types[i].type;
            return;
        }
        *LIST_PUSH(config->arena, &names) = str_from_c(extra_types[i].name);
    }
    if (word.len > 0) {
        config_suggest(
            config,
            CONFIG_INVALID(config, pair->value->place,
                           "no field has the type \"%.*s\"; there are "
                           "text, prose, integer, date, strings and "
                           "references",
                           STR_ARG(word)),
            word, &names);
    }
}

static void read_field_targets(struct config *config,
                               const struct yml_pair *pair, void *target)
{
    struct extra_field *field = target;
    config_words(config, pair, &field->targets);
    for (size_t i = 0; i < field->targets.len; i++) {
        config_expect(config, PROMISE_PREFIX, field->targets.at[i],
                      pair->value->place);
    }
}

static void read_field_vocabulary(struct config *config,
                                  const struct yml_pair *pair, void *target)
{
    struct extra_field *field = target;
    config_text(config, pair, &field->vocabulary);
    if (field->vocabulary.len > 0) {
        config_expect(config, PROMISE_VOCABULARY, field->vocabulary,
                      pair->value->place);
    }
}

static const struct setting field_settings[] = {
#define FIELD_SETTING(key, help) {#key, read_field_##key},
#include "record/settings.def"
};

/* `key:`, `key: strings` or `key: {type: references, targets: [LIT]}`. A key of
 * fields.def keeps its type: the kind may carry it, whatever its role. */
static struct extra_field read_field(struct config *config,
                                     const struct yml_pair *pair)
{
    struct extra_field field = {
        .key = pair->key->text,
        .builtin = map_get(&config->project->fields, pair->key->text)};
    if (pair->value->kind == YML_MAP) {
        config_map(config, pair->value, field_settings,
                   sizeof field_settings / sizeof field_settings[0],
                   S("a field"), &field);
    } else if (!yml_is_null(pair->value)) {
        read_field_type(config, pair, &field);
    }
    if (field.builtin) {
        field.type = field.builtin->type;
    }
    return field;
}

void config_fields(struct config *config, const struct yml_pair *pair,
                   struct kind *kind)
{
    if (!config_is_map(config, pair, "write `keywords: strings` under it")) {
        return;
    }
    struct {
        struct extra_field *at;
        size_t len, cap;
    } list = {0};
    for (size_t i = 0; i < pair->value->len; i++) {
        const struct extra_field field =
            read_field(config, &pair->value->pairs[i]);
        *LIST_PUSH(config->arena, &list) = field;
    }
    kind->extras = list.at;
    kind->extra_count = list.len;
}
