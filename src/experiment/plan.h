#ifndef EXPERIMENT_PLAN_H
#define EXPERIMENT_PLAN_H

/* An experiment's plan, typed: what is trained, in which arms, on which seeds,
 * what is measured, and by which rule each hypothesis will be decided. The
 * plan is fixed before the run: its hash is over its canonical form, so that
 * comments, layout and prose do not count and a changed margin does. */

#include "experiment/config.h"
#include "experiment/expect.h"
#include "record/library.h"

enum plan_status { PLAN_ACTIVE, PLAN_SURVEY, PLAN_PLANNED };
const char *plan_status_name(enum plan_status status);

/* An arm is a complete configuration: the plan's base with the arm's changes. */
struct arm {
    struct str name; /* [a-z0-9-]+, unique in the plan */
    struct config config;
    struct arm_change {        /* what it changes, for the reader */
        struct str key, value; /* "model.norm", "rmsnorm" */
    } * changes;
    size_t change_count;
    struct place place;
};

struct hypothesis {
    struct str id; /* [a-z0-9-]+, unique among hypotheses and arms */
    struct str practice, metric, family;
    bool is_higher_better;
    enum expect expect;
    size_t control, treatment; /* indexes of arms */
    struct str margin_text;    /* as written */
    double margin, alpha, worst;
    int64_t looks;
    bool has_sensitivity;
    size_t sensitivity_treatment;
    size_t sensitivity_control; /* the control unless named */
    bool sensitivity_expects_worse;
    struct place place;
};

struct seeds {
    uint32_t *at;
    size_t len, cap;
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
    struct str ref;              /* "LIT-900#rms-in" */
    const struct record *record; /* NULL when it does not resolve */
    const struct report *report;
    struct place place;
};

struct plan {
    const struct record *record;                 /* id, title, links, ... */
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
    struct sha256_hex hash; /* of plan_lines */
    bool is_sound;          /* false: it was reported and cannot be run */
};

struct plans {
    struct plan *at;
    size_t len, cap;
};

/* What a plan may ask for at most; more is a finding. */
enum { PLAN_ARM_CEILING = 4096, PLAN_SEED_CEILING = 4096 };

/* Reads every record whose kind has the role experiment. Findings with rules
 * plan-invalid, plan-unknown-key (did you mean), plan-arm, plan-seeds,
 * plan-hypothesis, plan-metric, plan-reported. */
struct plans plans_load(struct arena *arena, const struct library *library,
                        struct diags *diags);
const struct plan *plans_find(const struct plans *plans, struct str id);
const struct hypothesis *plan_hypothesis(const struct plan *plan,
                                         struct str id);

/* Index of the arm, or plan->arm_count. */
size_t plan_arm(const struct plan *plan, struct str name);

/* The seeds that the arms are run on: a survey's tuning seeds when it names no
 * claim seeds, else the claim seeds. */
const struct seeds *plan_seeds(const struct plan *plan);

/* An arm that is the control of a hypothesis runs on the noise seeds too. */
bool plan_is_control(const struct plan *plan, size_t arm);

/* A fixed key in which the two arms differ, or the empty text. */
struct str plan_fixed_difference(struct arena *arena, const struct plan *plan,
                                 size_t left, size_t right);

/* The canonical form: what decides how the plan is run and judged, as sorted
 * lines "arms.rmsnorm.model.norm" = "rmsnorm", "hypotheses.x.margin" = "0.01",
 * "seeds.claim" = "101 102". Prose, figures and the order of arms and
 * hypotheses do not enter. */
void plan_lines(struct arena *arena, const struct plan *plan,
                struct lines *lines);

#endif
