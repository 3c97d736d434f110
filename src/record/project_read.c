/* Reading the values of probatum.yaml, whatever map they stand in. */

#include "record/project_read.h"

void config_suggest(struct config *config, struct diag *diag, struct str word,
                    const struct strs *words)
{
    const struct str near = nearest(word, words);
    if (near.len > 0) {
        diag_hint(config->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    }
}

static void report_unknown(struct config *config, const struct yml_node *key,
                           const struct setting *settings, size_t count,
                           struct str what)
{
    struct strs keys = {0};
    for (size_t i = 0; i < count; i++) {
        *LIST_PUSH(config->arena, &keys) = str_from_c(settings[i].key);
    }
    struct diag *diag =
        CONFIG_INVALID(config, key->place, "%.*s has no setting \"%.*s\"",
                       STR_ARG(what), STR_ARG(key->text));
    config_suggest(config, diag, key->text, &keys);
}

static const struct setting *find_setting(const struct setting *settings,
                                          size_t count, struct str key)
{
    for (size_t i = 0; i < count; i++) {
        if (str_is(key, settings[i].key)) {
            return &settings[i];
        }
    }
    return NULL;
}

void config_map(struct config *config, const struct yml_node *map,
                const struct setting *settings, size_t count, struct str what,
                void *target)
{
    for (size_t i = 0; i < map->len; i++) {
        const struct yml_pair *pair = &map->pairs[i];
        const struct setting *setting =
            find_setting(settings, count, pair->key->text);
        if (setting) {
            setting->read(config, pair, target);
        } else {
            report_unknown(config, pair->key, settings, count, what);
        }
    }
}

void config_text(struct config *config, const struct yml_pair *pair,
                 struct str *text)
{
    const struct yml_node *node = pair->value;
    if (node->kind != YML_SCALAR || yml_is_null(node) ||
        str_is_blank(node->text)) {
        CONFIG_INVALID(config, node->place, "\"%.*s\" needs a text",
                       STR_ARG(pair->key->text));
        return;
    }
    *text = str_trim(node->text);
}

void config_bool(struct config *config, const struct yml_pair *pair,
                 bool *value)
{
    if (!yml_bool(pair->value, value)) {
        CONFIG_INVALID(config, pair->value->place,
                       "\"%.*s\" is either true or false",
                       STR_ARG(pair->key->text));
    }
}

static void add_word(struct config *config, const struct yml_pair *pair,
                     const struct yml_node *node, struct strs *words)
{
    if (node->kind != YML_SCALAR || yml_is_null(node) ||
        str_is_blank(node->text)) {
        CONFIG_INVALID(config, node->place, "\"%.*s\" is a list of words",
                       STR_ARG(pair->key->text));
        return;
    }
    *LIST_PUSH(config->arena, words) = str_trim(node->text);
}

void config_words(struct config *config, const struct yml_pair *pair,
                  struct strs *words)
{
    const struct yml_node *node = pair->value;
    *words = (struct strs){0};
    if (node->kind != YML_LIST) {
        add_word(config, pair, node, words);
        return;
    }
    for (size_t i = 0; i < node->len; i++) {
        add_word(config, pair, node->items[i], words);
    }
}

bool config_is_map(struct config *config, const struct yml_pair *pair,
                   const char *form)
{
    if (pair->value->kind == YML_MAP) {
        return true;
    }
    struct diag *diag =
        CONFIG_INVALID(config, pair->value->place, "\"%.*s\" is not a map",
                       STR_ARG(pair->key->text));
    diag_hint(config->diags, diag, "%s", form);
    return false;
}

void config_expect(struct config *config, enum promise promise, struct str name,
                   struct place place)
{
    *LIST_PUSH(config->arena, &config->pending) =
        (struct pending){promise, name, place};
}

bool config_is_slug(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
              (c == '-' && i > 0))) {
            return false;
        }
    }
    return text.len > 0;
}
