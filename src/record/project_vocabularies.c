/* Vocabularies: the words that tags and other fields may take. A word alone is
 * enough; a label and a blurb are for the reader. */

#include "record/project_read.h"

static void read_term_label(struct config *config, const struct yml_pair *pair,
                            void *target)
{
    config_text(config, pair, &((struct term *)target)->label);
}

static void read_term_blurb(struct config *config, const struct yml_pair *pair,
                            void *target)
{
    config_text(config, pair, &((struct term *)target)->blurb);
}

static const struct setting term_settings[] = {
#define TERM_SETTING(key, help) {#key, read_term_##key},
#include "record/settings.def"
};

struct terms {
    struct term *at;
    size_t len, cap;
};

/* `word:`, `word: label` or `word: {label: ..., blurb: ...}`. */
static void read_term(struct config *config, const struct yml_pair *pair,
                      struct terms *terms)
{
    struct term term = {.word = pair->key->text};
    if (pair->value->kind == YML_MAP) {
        config_map(config, pair->value, term_settings,
                   sizeof term_settings / sizeof term_settings[0], S("a term"),
                   &term);
    } else if (!yml_is_null(pair->value)) {
        config_text(config, pair, &term.label);
    }
    *LIST_PUSH(config->arena, terms) = term;
}

static void read_vocabulary_terms(struct config *config,
                                  const struct yml_pair *pair, void *target)
{
    struct vocabulary *vocabulary = target;
    struct terms terms = {0};
    if (pair->value->kind == YML_MAP) {
        for (size_t i = 0; i < pair->value->len; i++) {
            read_term(config, &pair->value->pairs[i], &terms);
        }
    } else {
        struct strs words;
        config_words(config, pair, &words);
        for (size_t i = 0; i < words.len; i++) {
            *LIST_PUSH(config->arena, &terms) =
                (struct term){.word = words.at[i]};
        }
    }
    vocabulary->terms = terms.at;
    vocabulary->term_count = terms.len;
}

static void read_vocabulary_closed(struct config *config,
                                   const struct yml_pair *pair, void *target)
{
    config_bool(config, pair, &((struct vocabulary *)target)->is_closed);
}

static const struct setting vocabulary_settings[] = {
#define VOCABULARY_SETTING(key, help) {#key, read_vocabulary_##key},
#include "record/settings.def"
};

void config_vocabularies(struct config *config, const struct yml_pair *pair)
{
    if (!config_is_map(config, pair,
                       "write `topics: {terms: [...]}` under it")) {
        return;
    }
    struct {
        struct vocabulary *at;
        size_t len, cap;
    } list = {0};
    for (size_t i = 0; i < pair->value->len; i++) {
        const struct yml_pair *entry = &pair->value->pairs[i];
        struct vocabulary vocabulary = {.name = entry->key->text,
                                        .is_closed = true};
        if (entry->value->kind == YML_MAP) {
            config_map(config, entry->value, vocabulary_settings,
                       sizeof vocabulary_settings /
                           sizeof vocabulary_settings[0],
                       S("a vocabulary"), &vocabulary);
        } else {
            read_vocabulary_terms(config, entry, &vocabulary);
        }
        *LIST_PUSH(config->arena, &list) = vocabulary;
    }
    config->project->vocabularies = list.at;
    config->project->vocabulary_count = list.len;
}
