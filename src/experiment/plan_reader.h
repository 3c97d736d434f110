#ifndef EXPERIMENT_PLAN_READER_H
#define EXPERIMENT_PLAN_READER_H

/* What the parts of the plan reader share. Every fault is a finding that makes
 * the plan unsound, and reading goes on. Private to src/experiment. */

#include "experiment/plan.h"

struct plan_reader {
    struct arena *arena;
    const struct library *library;
    struct diags *diags;
    size_t first_diag; /* of this plan: a level's fault is said once, not once
                          for each arm that has the level */
    struct plan *plan;
    const struct yml_node *front;
    struct config base;
    struct arm_change *base_changes; /* what the plan sets for all arms */
    size_t base_change_count;
    bool
        has_lost_setting; /* one could not be read, so that an arm may look like
                              another that it is not */
};

enum plan_section {
    SECTION_PLAN,
    SECTION_SEEDS,
    SECTION_DERIVED,
    SECTION_HYPOTHESIS,
    SECTION_SENSITIVITY,
    SECTION_FIGURE,
    SECTION_REPORTED,
};

enum plan_need { NEED_ALWAYS, NEED_RUN, NEED_OPTIONAL };

struct plan_key {
    enum plan_section section;
    const char *key;
    enum plan_need need;
    const char *meaning;
};
extern const struct plan_key plan_keys[];
extern const size_t plan_key_count;

/* An error at the place; the diagnostic, for a hint. Valid until the next. */
struct diag *plan_fault(struct plan_reader *reader, const char *rule,
                        struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports a node that is not a mapping, unknown keys and missing ones. */
bool plan_check_keys(struct plan_reader *reader, const struct yml_node *map,
                     enum plan_section section, const char *rule);

/* The text under the key; empty, and reported, when it is no text. An absent
 * key is silently empty: plan_check_keys has said so. */
struct str plan_text(struct plan_reader *reader, const struct yml_node *map,
                     const char *key, const char *rule);
struct strs plan_texts(struct plan_reader *reader, const struct yml_node *map,
                       const char *key, const char *rule);

/* Names are [a-z0-9-]+. */
bool plan_is_name(struct str text);

/* The arm that the text names, or arm_count with a finding. */
size_t plan_arm_named(struct plan_reader *reader, struct str name,
                      struct place place, const char *rule);

/* Arms by their index, each once. */
struct arm_set {
    size_t *at;
    size_t len;
};

/* Whether the pattern is the whole name, each "*" of it standing for any run of
 * characters, none included. */
bool plan_name_matches(struct str name, struct str pattern);

/* The arms under the map's `arms`, in its order. An entry is a name, of any
 * arm, or a pattern, which stands for those of the offered arms that it matches
 * and that are not there yet. Findings: no such arm, none that matches, one
 * that is named though it is there. */
struct arm_set plan_arm_set(struct plan_reader *reader,
                            const struct yml_node *map, struct arm_set offered,
                            const char *rule);

/* The place of the first entry under the map's `arms` that stands for the arm,
 * or of the map's `x` where there is none. */
struct place plan_arm_place(const struct plan_reader *reader,
                            const struct yml_node *map, size_t arm);

/* Whether the plan measures the metric, or one of its derived arms has it. */
bool plan_measures(const struct plan *plan, struct str metric);

/* Reports, at the map's metric, one that plan_measures is false of. */
void plan_check_metric(struct plan_reader *reader, const struct yml_node *map,
                       struct str metric, const char *rule);

/* Reports, at the place, an arm that does not have a metric of the plan's: a
 * derived arm has one alone, and no trained arm has that. */
void plan_check_arm_metric(struct plan_reader *reader, struct place place,
                           size_t arm, struct str metric, const char *rule);

/* An error with "did you mean", or where the settings are listed. */
void plan_unknown_setting(struct plan_reader *reader, struct str key,
                          struct place place);

/* The setting under the key, which has to be a number: a finding with "did you
 * mean" when it is unknown, and one when it is a word. False then, and when the
 * key is absent. */
bool plan_axis(struct plan_reader *reader, const struct yml_node *map,
               const char *key, const char *rule, size_t *setting);

/* The place of the key's value, or of the map when it is absent. */
struct place plan_place(const struct yml_node *map, const char *key);

/* "train" and "train.lr" cover "train.lr". */
bool plan_key_covers(struct str group, struct str key);

/* The parts, in the order in which they are read. */
void plan_read_arms(struct plan_reader *reader);
void plan_read_seeds(struct plan_reader *reader);
void plan_read_derived(struct plan_reader *reader);
void plan_read_hypotheses(struct plan_reader *reader);
void plan_read_figures(struct plan_reader *reader);
void plan_read_reported(struct plan_reader *reader);

#endif
