/* The schema of plans. Settings nest as plans write them (`train: {eval:
 * {every: 50}}`); arms name them whole (`train.lr`). */

#include "experiment/schema.h"

#include "experiment/plan_reader.h"

#include "experiment/config.h"
#include "experiment/run.h"

#include <string.h>

/* -- Settings -------------------------------------------------------------- */

static void put_setting(struct json_out *j, const char *key,
                        const struct setting *setting)
{
    if (setting->kind == SETTING_WORD) {
        schema_words(j, key, setting->words, setting->meaning);
    } else {
        schema_number(j, key, setting->lowest, setting->highest,
                      setting->kind == SETTING_COUNT_OF, setting->meaning);
    }
}

static void open_map(struct json_out *j, const char *help)
{
    json_open(j, '{');
    if (help != NULL) {
        json_put_c(j, "description", help);
    }
    json_put_c(j, "type", "object");
    json_put_bool(j, "additionalProperties", false);
    json_key(j, "properties");
    json_open(j, '{');
}

static void close_map(struct json_out *j)
{
    json_close(j);
    json_close(j);
}

/* The settings below "train." by what follows; those below "train.eval." stand
 * together in the list and become a map of their own. */
static void put_settings(struct json_out *j, struct str prefix)
{
    struct arena scratch = {0};
    struct str group = {0};
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting setting = setting_at(i);
        const struct str key = str_from_c(setting.key);
        if (!str_starts(key, prefix)) {
            continue;
        }
        struct str name = str_from(key, prefix.len);
        const size_t dot = str_find_char(name, '.');
        if (dot == STR_NONE) {
            put_setting(j, arena_cstr(&scratch, name), &setting);
        } else if (!str_equal(group, str_slice(name, 0, dot))) {
            group = str_slice(name, 0, dot);
            json_key_str(j, group);
            open_map(j, NULL);
            put_settings(j, str_slice(key, 0, prefix.len + dot + 1));
            close_map(j);
        }
    }
    arena_free(&scratch);
}

/* `{train.lr: 0.1}`: any settings by their whole names. */
static void put_changes(struct json_out *j)
{
    json_open(j, '{');
    json_put_c(j, "type", "object");
    json_key(j, "propertyNames");
    json_open(j, '{');
    json_key(j, "enum");
    json_open(j, '[');
    for (size_t i = 0; i < setting_count(); i++) {
        json_str(j, str_from_c(setting_at(i).key));
    }
    json_close(j);
    json_close(j);
    json_close(j);
}

/* -- Keys ------------------------------------------------------------------ */

static void put_help(struct json_out *j, const struct plan_key *key)
{
    json_put_c(j, "description", key->meaning);
}

static void put_group(struct json_out *j, const struct plan_key *key)
{
    struct arena scratch = {0};
    open_map(j, key->meaning);
    put_settings(j, arena_printf(&scratch, "%s.", key->key));
    close_map(j);
    arena_free(&scratch);
}

static void put_arms(struct json_out *j, const struct plan_key *key)
{
    json_open(j, '{');
    put_help(j, key);
    json_put_c(j, "type", "object");
    json_key(j, "propertyNames");
    json_open(j, '{');
    json_put_c(j, "pattern", "^[a-z0-9-]+$");
    json_close(j);
    json_key(j, "additionalProperties");
    put_changes(j);
    json_close(j);
}

static void put_grid(struct json_out *j, const struct plan_key *key)
{
    json_open(j, '{');
    put_help(j, key);
    json_put_c(j, "type", "object");
    json_key(j, "additionalProperties");
    json_open(j, '{');
    json_put_c(j, "type", "object");
    json_key(j, "additionalProperties");
    put_changes(j);
    json_close(j);
    json_close(j);
}

static void put_seeds(struct json_out *j, const struct plan_key *key)
{
    open_map(j, key->meaning);
    for (size_t i = 0; i < plan_key_count; i++) {
        if (plan_keys[i].section != SECTION_SEEDS) {
            continue;
        }
        json_key(j, plan_keys[i].key);
        json_open(j, '{');
        put_help(j, &plan_keys[i]);
        json_put_c(j, "type", "array");
        json_key(j, "items");
        json_open(j, '{');
        json_put_c(j, "type", "integer");
        json_close(j);
        json_close(j);
    }
    close_map(j);
}

static void put_measure(struct json_out *j, const struct plan_key *key)
{
    json_open(j, '{');
    put_help(j, key);
    json_put_c(j, "type", "array");
    json_key(j, "items");
    json_open(j, '{');
    json_key(j, "enum");
    json_open(j, '[');
    for (size_t i = 0; i < metric_count; i++) {
        json_str(j, str_from_c(metric_infos[i].name));
    }
    json_close(j);
    json_close(j);
    json_close(j);
}

/* A list of maps whose keys are a section of plan_keys.def. */
static void put_entries(struct json_out *j, const struct plan_key *key,
                        enum plan_section section)
{
    json_open(j, '{');
    put_help(j, key);
    json_put_c(j, "type", "array");
    json_key(j, "items");
    open_map(j, NULL);
    for (size_t i = 0; i < plan_key_count; i++) {
        if (plan_keys[i].section == section) {
            schema_any(j, plan_keys[i].key, NULL, plan_keys[i].meaning);
        }
    }
    json_close(j);
    json_key(j, "required");
    json_open(j, '[');
    for (size_t i = 0; i < plan_key_count; i++) {
        if (plan_keys[i].section == section &&
            plan_keys[i].need == NEED_ALWAYS) {
            json_str(j, str_from_c(plan_keys[i].key));
        }
    }
    json_close(j);
    json_close(j);
    json_close(j);
}

static void put_derived(struct json_out *j, const struct plan_key *key)
{
    put_entries(j, key, SECTION_DERIVED);
}

static void put_hypotheses(struct json_out *j, const struct plan_key *key)
{
    put_entries(j, key, SECTION_HYPOTHESIS);
}

static void put_figures(struct json_out *j, const struct plan_key *key)
{
    put_entries(j, key, SECTION_FIGURE);
}

static void put_reported(struct json_out *j, const struct plan_key *key)
{
    put_entries(j, key, SECTION_REPORTED);
}

/* Keys with a shape of their own; the others hold text or a list. */
static const struct {
    const char *key;
    void (*put)(struct json_out *j, const struct plan_key *key);
} shapes[] = {
    {"model", put_group},       {"data", put_group},
    {"train", put_group},       {"arms", put_arms},
    {"grid", put_grid},         {"derived", put_derived},
    {"seeds", put_seeds},       {"measure", put_measure},
    {"figures", put_figures},   {"hypotheses", put_hypotheses},
    {"reported", put_reported},
};

static void put_key(struct json_out *j, const struct plan_key *key)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (strcmp(shapes[i].key, key->key) == 0) {
            json_key(j, key->key);
            shapes[i].put(j, key);
            return;
        }
    }
    schema_any(j, key->key, NULL, key->meaning);
}

void schema_of_plan(struct out *out, const struct project *project,
                    const struct kind *kind)
{
    struct arena scratch = {0};
    struct json_out j = {.out = out};
    struct strs required = {0};
    schema_open(&j, project, kind);
    for (size_t i = 0; i < plan_key_count; i++) {
        const struct plan_key *key = &plan_keys[i];
        if (key->section != SECTION_PLAN) {
            continue;
        }
        put_key(&j, key);
        if (key->need == NEED_ALWAYS) {
            *LIST_PUSH(&scratch, &required) = str_from_c(key->key);
        }
    }
    schema_close(&j, project, kind, &required);
    arena_free(&scratch);
}
