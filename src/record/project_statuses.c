/* Statuses: a word alone means what it means everywhere; what is particular to
 * a project is said beside the word. */

#include "record/project_read.h"

/* What a status means when the configuration only names it. */
static const struct usual_status {
    const char *word;
    bool is_of_plans, is_retired;
    const char *requires;
} usual_statuses[] = {
    {"Active", false, false, NULL},
    {"Proposed", false, false, NULL},
    {"Deferred", false, false, NULL},
    {"Superseded", false, true, "superseded_by"},
    {"Rejected", false, true, NULL},
    {"active", true, false, NULL},
    {"survey", true, false, NULL},
    {"planned", true, false, NULL},
};
enum { USUAL_COUNT = sizeof usual_statuses / sizeof usual_statuses[0] };

struct statuses {
    struct status *at;
    size_t len, cap;
};

static struct status usual_status(struct config *config, struct str word)
{
    struct status status = {.word = word};
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        if (str_is(word, usual_statuses[i].word)) {
            status.is_retired = usual_statuses[i].is_retired;
            if (usual_statuses[i].requires) {
                *LIST_PUSH(config->arena, &status.requires) =
                    str_from_c(usual_statuses[i].requires);
            }
        }
    }
    return status;
}

static void read_status_retired(struct config *config,
                                const struct yml_pair *pair, void *target)
{
    config_bool(config, pair, &((struct status *)target)->is_retired);
}

static void read_status_requires(struct config *config,
                                 const struct yml_pair *pair, void *target)
{
    config_words(config, pair, &((struct status *)target)->requires);
}

static const struct setting status_settings[] = {
#define STATUS_SETTING(key, help) {#key, read_status_##key},
#include "record/settings.def"
};

static void read_status(struct config *config, const struct yml_pair *pair,
                        struct statuses *list)
{
    struct status status = usual_status(config, pair->key->text);
    if (!yml_is_null(pair->value) &&
        config_is_map(config, pair, "write `retired: true` under it")) {
        config_map(config, pair->value, status_settings,
                   sizeof status_settings / sizeof status_settings[0],
                   S("a status"), &status);
    }
    *LIST_PUSH(config->arena, list) = status;
}

static void set_statuses(struct kind *kind, const struct statuses *list)
{
    kind->statuses = list->at;
    kind->status_count = list->len;
}

void config_statuses(struct config *config, const struct yml_pair *pair,
                     struct kind *kind)
{
    struct statuses list = {0};
    if (pair->value->kind == YML_MAP) {
        for (size_t i = 0; i < pair->value->len; i++) {
            read_status(config, &pair->value->pairs[i], &list);
        }
    } else {
        struct strs words;
        config_words(config, pair, &words);
        for (size_t i = 0; i < words.len; i++) {
            *LIST_PUSH(config->arena, &list) =
                usual_status(config, words.at[i]);
        }
    }
    set_statuses(kind, &list);
}

void config_default_statuses(struct config *config, struct kind *kind)
{
    const bool is_of_plans = kind->role == ROLE_EXPERIMENT;
    struct statuses list = {0};
    for (size_t i = 0; i < USUAL_COUNT; i++) {
        if (usual_statuses[i].is_of_plans == is_of_plans) {
            *LIST_PUSH(config->arena, &list) =
                usual_status(config, str_from_c(usual_statuses[i].word));
        }
    }
    set_statuses(kind, &list);
}
