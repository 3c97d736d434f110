#ifndef RECORD_PROJECT_READ_H
#define RECORD_PROJECT_READ_H

/* How probatum.yaml is read: a table of keys for each kind of map in it, and a
 * reader for each key. Shared by the files project_*.c alone. */

#include "record/project.h"

/* A name that can only be judged when the whole file has been read. */
enum promise { PROMISE_PREFIX, PROMISE_VOCABULARY };
struct pending {
    enum promise promise;
    struct str name;
    struct place place;
};

struct config {
    struct arena *arena;
    struct project *project;
    struct diags *diags;
    LIST(struct pending) pending;
};

/* One key: what reads its value into the target. */
struct setting {
    const char *key;
    void (*read)(struct config *config, const struct yml_pair *pair,
                 void *target);
};

#define CONFIG_INVALID(config, place, ...)                               \
    diag_add((config)->diags, SEVERITY_ERROR, "config-invalid", (place), \
             __VA_ARGS__)

/* The hint `did you mean "..."?`, when one of the words is near. */
void config_suggest(struct config *config, struct diag *diag, struct str word,
                    const struct strs *words);

/* Reads every pair of the map by the table; what is not in the table is
 * reported with the nearest key. `what` names the map: "the kind SOTA". */
void config_map(struct config *config, const struct yml_node *map,
                const struct setting *settings, size_t count, struct str what,
                void *target);

/* Values. Each reports what it cannot read and leaves the target alone. */
void config_text(struct config *config, const struct yml_pair *pair,
                 struct str *text);
void config_bool(struct config *config, const struct yml_pair *pair,
                 bool *value);
void config_words(struct config *config, const struct yml_pair *pair,
                  struct strs *words);

/* True for a map; reported otherwise, with `form` as what would be right. */
bool config_is_map(struct config *config, const struct yml_pair *pair,
                   const char *form);

/* Remembers a name that must exist in the end. */
void config_expect(struct config *config, enum promise promise, struct str name,
                   struct place place);

/* Lower-case words for addresses and comment forms: [a-z0-9-]+. */
bool config_is_slug(struct str text);

/* Parts of a kind. */
void config_statuses(struct config *config, const struct yml_pair *pair,
                     struct kind *kind);
void config_default_statuses(struct config *config, struct kind *kind);
void config_fields(struct config *config, const struct yml_pair *pair,
                   struct kind *kind);

/* The two large maps. */
void config_kinds(struct config *config, const struct yml_pair *pair);
void config_vocabularies(struct config *config, const struct yml_pair *pair);

#endif
