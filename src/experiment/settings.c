/* The table of settings: finding one, reading its value from a plan, writing
 * it back as text. Limits and names come from the core's own table, so a
 * choice that the core learns is a choice that plans may write. */

#include "experiment/config.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"

struct entry {
    const char *key;
    const char *section, *name; /* of the core's field; else NULL */
    const char *words;
    size_t offset; /* into struct config, of an own count */
    double lowest, highest;
    uint32_t preset;
    const char *meaning;
    bool is_shorthand;
    bool is_later;
};

#define CORE(key, section, name, words) \
    {key, #section, #name, words, 0, 0, 0, 0, NULL, false, false},
#define LATER(key, section, name, words) \
    {key, #section, #name, words, 0, 0, 0, 0, NULL, false, true},
#define OWN(key, field, lowest, highest, preset, meaning)              \
    {key,    NULL,    NULL,   NULL,    offsetof(struct config, field), \
     lowest, highest, preset, meaning, false,                          \
     false},
#define SHORTHAND(key, words, meaning) \
    {key, NULL, NULL, words, 0, 0, 0, 0, meaning, true, false},
static const struct entry entries[] = {
#include "experiment/settings.def"
};
#undef CORE
#undef LATER
#undef OWN
#undef SHORTHAND

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

size_t setting_count(void)
{
    return ENTRY_COUNT;
}

static const struct core_field *field_of(const struct entry *entry)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(fields[i].section, entry->section) == 0 &&
            strcmp(fields[i].name, entry->name) == 0) {
            return &fields[i];
        }
    }
    BUG("the core has no field %s.%s", entry->section, entry->name);
}

static enum setting_kind kind_of_field(enum core_field_kind kind)
{
    switch (kind) {
    case CORE_FIELD_COUNT:
        return SETTING_COUNT_OF;
    case CORE_FIELD_NUMBER:
        return SETTING_NUMBER;
    case CORE_FIELD_CHOICE:
        return SETTING_WORD;
    }
    BUG("a core field of kind %d", (int)kind);
}

static struct setting setting_of_field(const struct entry *entry)
{
    const struct core_field *field = field_of(entry);
    return (struct setting){
        .key = entry->key,
        .kind = kind_of_field(field->kind),
        .lowest = field->lowest,
        .highest = field->highest,
        .words = entry->words ? entry->words : field->names,
        .meaning = field->meaning,
    };
}

struct setting setting_at(size_t index)
{
    const struct entry *entry = &entries[index];
    if (entry->name) {
        return setting_of_field(entry);
    }
    return (struct setting){
        .key = entry->key,
        .kind = entry->is_shorthand ? SETTING_WORD : SETTING_COUNT_OF,
        .is_shorthand = entry->is_shorthand,
        .lowest = entry->lowest,
        .highest = entry->highest,
        .words = entry->words,
        .meaning = entry->meaning,
    };
}

size_t setting_find(struct str key)
{
    size_t index = 0;
    while (index < ENTRY_COUNT && !str_is(key, entries[index].key)) {
        index++;
    }
    return index;
}

struct str setting_nearest(struct arena *arena, struct str key)
{
    struct strs keys = {0};
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        *LIST_PUSH(arena, &keys) = str_from_c(entries[i].key);
    }
    return nearest(key, &keys);
}

/* -- Values ---------------------------------------------------------------- */

double setting_number(const struct config *config, size_t index)
{
    const struct entry *entry = &entries[index];
    if (entry->name) {
        return core_field_get(&config->core, field_of(entry));
    }
    uint32_t count = 0;
    memcpy(&count, (const char *)config + entry->offset, sizeof count);
    return count;
}

static void value_set(struct config *config, size_t index, double value)
{
    const struct entry *entry = &entries[index];
    if (entry->name) {
        core_field_set(&config->core, field_of(entry), value);
        return;
    }
    const uint32_t count = (uint32_t)value;
    memcpy((char *)config + entry->offset, &count, sizeof count);
}

struct config config_default(void)
{
    struct config config = {.core = core_preset_decoder16()};
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (!entries[i].name && !entries[i].is_shorthand) {
            value_set(&config, i, entries[i].preset);
        }
    }
    return config;
}

bool setting_is_canonical(const struct config *config, size_t index)
{
    const struct config neutral = config_default();
    return !entries[index].is_shorthand &&
           !(entries[index].is_later &&
             setting_number(config, index) == setting_number(&neutral, index));
}

struct str setting_neutral(struct arena *arena, struct str key)
{
    const struct config neutral = config_default();
    const size_t index = setting_find(key);
    return index < ENTRY_COUNT && entries[index].is_later
               ? setting_text(arena, &neutral, index)
               : (struct str){0};
}

const char *config_error(const struct config *config)
{
    return core_config_error(&config->core);
}

/* The word at the index of "a|b|c", or the empty text past the last. */
static struct str word_at(const char *words, size_t index)
{
    struct str word = {0};
    struct str rest = str_from_c(words);
    for (size_t i = 0; i <= index; i++) {
        if (rest.len == 0) {
            return (struct str){0};
        }
        str_cut(rest, '|', &word, &rest);
    }
    return word;
}

/* Index of the word, or STR_NONE. */
static size_t word_find(const char *words, struct str word)
{
    struct str candidate = {0};
    for (size_t i = 0; (candidate = word_at(words, i)).len > 0; i++) {
        if (str_equal(candidate, word)) {
            return i;
        }
    }
    return STR_NONE;
}

struct str setting_text(struct arena *arena, const struct config *config,
                        size_t index)
{
    const struct setting setting = setting_at(index);
    if (setting.is_shorthand) {
        return (struct str){0};
    }
    const double value = setting_number(config, index);
    if (setting.kind == SETTING_WORD) {
        return word_at(setting.words, (size_t)value);
    }
    if (setting.kind == SETTING_COUNT_OF) {
        return arena_printf(arena, "%lld", (long long)value);
    }
    return number_text(arena, value);
}

struct str number_text(struct arena *arena, double value)
{
    struct out out = {0};
    json_double(&(struct json_out){.out = &out, .is_compact = true}, value);
    return out_take(&out, arena);
}

/* -- Shorthands ------------------------------------------------------------ */

static void fill_data_set(struct config *config, size_t set)
{
    static const struct {
        uint32_t letters, keys, values;
        double recall, alpha, beta;
    } sets[] = {
        {12, 2, 18, 0.5, 1.8, 1.5},
        {14, 2, 16, 0.4, 1.1, 2.0},
    };
    struct core_data *data = &config->core.data;
    data->letters = sets[set].letters;
    data->keys = sets[set].keys;
    data->values = sets[set].values;
    data->recall = sets[set].recall;
    data->alpha = sets[set].alpha;
    data->beta = sets[set].beta;
}

static void fill(struct config *config, const char *key, size_t word)
{
    if (strcmp(key, "model.preset") == 0) {
        config->core.model = core_preset_decoder16().model;
    } else if (strcmp(key, "data.set") == 0) {
        fill_data_set(config, word);
    }
}

/* -- Reading --------------------------------------------------------------- */

static bool refuse_word(struct arena *arena, const struct setting *setting,
                        struct str text, struct failure *failure)
{
    struct out words = {0};
    struct str word = {0};
    for (size_t i = 0; (word = word_at(setting->words, i)).len > 0; i++) {
        out_c(&words, i == 0 ? "" : ", ");
        out_str(&words, word);
    }
    const struct str list = out_take(&words, arena);
    return fail(failure, "%s is \"%.*s\"; it may be %s", setting->key,
                STR_ARG(text), list.ptr);
}

static bool refuse_number(const struct setting *setting, struct str text,
                          struct failure *failure)
{
    return fail(failure, "%s is \"%.*s\"; it is a %snumber from %.10g to %.10g",
                setting->key, STR_ARG(text),
                setting->kind == SETTING_COUNT_OF ? "whole " : "",
                setting->lowest, setting->highest);
}

static bool read_word(struct arena *arena, struct config *config, size_t index,
                      const struct setting *setting, struct str text,
                      struct failure *failure)
{
    const size_t word = word_find(setting->words, text);
    if (word == STR_NONE) {
        return refuse_word(arena, setting, text, failure);
    }
    if (setting->is_shorthand) {
        fill(config, setting->key, word);
    } else {
        value_set(config, index, (double)word);
    }
    return true;
}

static bool read_number(const struct setting *setting,
                        const struct yml_node *node, double *value)
{
    int64_t whole = 0;
    if (setting->kind == SETTING_COUNT_OF) {
        const bool is_whole = yml_int(node, &whole);
        *value = (double)whole;
        return is_whole;
    }
    return yml_real(node, value);
}

bool setting_read(struct arena *arena, struct config *config, size_t index,
                  const struct yml_node *node, struct failure *failure)
{
    const struct setting setting = setting_at(index);
    if (node->kind != YML_SCALAR) {
        return fail(failure, "%s takes one value, not a list or a mapping",
                    setting.key);
    }
    if (setting.kind == SETTING_WORD) {
        return read_word(arena, config, index, &setting, node->text, failure);
    }
    double value = 0;
    if (!read_number(&setting, node, &value) || value < setting.lowest ||
        value > setting.highest) {
        return refuse_number(&setting, node->text, failure);
    }
    value_set(config, index, value == 0 ? 0 : value); /* -0 is 0 */
    return true;
}
