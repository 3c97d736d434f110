#ifndef EXPERIMENT_PLAN_H
#define EXPERIMENT_PLAN_H

/* An experiment's plan, typed: what is trained, in which arms, on which seeds,
 * what is measured, and by which rule each hypothesis will be decided. The
 * plan is fixed before the run: its hash is over its canonical form, so that
 * comments and layout do not count and a changed margin does. */

#include "base/sha256.h"
#include "core/core.h"
#include "record/library.h"

enum plan_status { PLAN_ACTIVE, PLAN_SURVEY, PLAN_PLANNED };
const char *plan_status_name(enum plan_status status);

/* An arm is a complete configuration: the plan's base with the arm's changes. */
struct arm {
    struct str name; /* [a-z0-9-]+, unique in the plan */
    struct core_config config;
    struct arm_change { /* what it changes, for the reader */
        struct str key, value; /* "model.norm", "rmsnorm" */
    } *changes;
    size_t change_count;
    struct place place;
};

enum direction { LOWER_IS_BETTER, HIGHER_IS_BETTER };
enum expect { EXPECT_IMPROVEMENT, EXPECT_NO_WORSE, EXPECT_NO_EFFECT };
const char *expect_name(enum expect expect); /* "no-worse" */

struct hypothesis {
    struct str id, practice, metric, family;
    enum direction better;
    enum expect expect;
    size_t control, treatment; /* indexes of arms */
    struct str margin_text;    /* as written */
    double margin, alpha, worst;
    int64_t looks;
    bool has_sensitivity;
    size_t sensitivity_treatment;
    size_t sensitivity_control;    /* the control unless named */
    bool sensitivity_expects_worse;
    struct place place;
};

struct seeds {
    uint32_t *at;
    size_t len;
};

enum figure_kind { FIGURE_CURVES, FIGURE_PROFILE, FIGURE_FOREST };
struct figure {
    struct str id, title, metric; /* metric or profile, as figure_kind needs */
    enum figure_kind kind;
    size_t *arms;
    size_t arm_count;
};

/* "The paper reports this for that arm", by reference, never retyped. */
struct reported {
    size_t arm;
    struct str metric;
    struct str ref;          /* "LIT-900#rms-in" */
    const struct record *record; /* NULL when it does not resolve */
    const struct report *report;
    struct place place;
};

struct plan {
    const struct record *record; /* id, title, links, ... */
    struct str id, title, question, needs, cost; /* the last two when planned */
    enum plan_status status;
    struct scale scale;
    struct arm *arms;
    size_t arm_count;
    struct seeds tuning, noise, claim;
    struct strs metrics; /* names from run.h's table */
    struct strs fixed;   /* keys whose values must match between arms */
    struct hypothesis *hypotheses;
    size_t hypothesis_count;
    struct figure *figures;
    size_t figure_count;
    struct reported *reported;
    size_t reported_count;
    struct sha256_hex hash;
    bool is_sound; /* false: it was reported and cannot be run */
};

struct plans {
    struct plan *at;
    size_t len, cap;
};

/* Reads every record whose kind has the role experiment. Findings with rules
 * plan-invalid, plan-unknown-key (did you mean), plan-arm, plan-seeds,
 * plan-hypothesis, plan-metric, plan-reported. */
struct plans plans_load(struct arena *arena, const struct library *library,
                        struct diags *diags);
const struct plan *plans_find(const struct plans *plans, struct str id);
const struct hypothesis *plan_hypothesis(const struct plan *plan,
                                         struct str id);

/* One line per setting, sorted: "model.blocks=2\n". Two configurations train
 * alike if and only if these texts are equal. Arm names do not enter. */
void config_canonical(struct out *out, const struct core_config *config);

/* The settings in which two arms differ, as "model.norm" -> (left, right). */
struct config_difference {
    struct str key, left, right;
};
size_t config_diff(struct arena *arena, const struct core_config *left,
                   const struct core_config *right,
                   struct config_difference **differences);

/* SHA-256 of (numerics, canonical configuration, seed): the name of a run. */
struct sha256_hex run_key(const struct core_config *config, uint32_t seed);

#endif
