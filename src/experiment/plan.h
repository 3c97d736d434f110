#ifndef EXPERIMENT_PLAN_H
#define EXPERIMENT_PLAN_H

/* An experiment's plan, typed: what is trained, in which arms, on which seeds,
 * what is measured, and by which rule each hypothesis will be decided. The
 * plan is fixed before the run: its hash is over its canonical form, so that
 * comments, layout and prose do not count and a changed margin does. */

#include "base/map.h"
#include "experiment/config.h"
#include "experiment/expect.h"
#include "record/library.h"

enum plan_status { PLAN_ACTIVE, PLAN_SURVEY, PLAN_PLANNED };
const char *plan_status_name(enum plan_status status);

/* What a derived arm is made of: of each seed, the member that came out best by
 * a metric, told by where its setting stands. Ties go to the lower setting. A
 * member that diverged is never picked; a seed on which all did has no value.
 */
struct derived {
    struct str metric; /* by which one is picked: "final-loss" */
    bool is_highest;   /* pick: highest, else lowest */
    size_t setting;    /* of: an index of setting_at, "train.lr" */
    size_t *members;   /* indexes of trained arms, by rising setting */
    size_t member_count;
};

/* A trained arm is a complete configuration: the plan's base with the arm's
 * changes. A derived arm is trained nowhere; its configuration is that of its
 * first member, and its one metric is derived_metric(). */
struct arm {
    struct str name; /* [a-z0-9-]+, unique in the plan */
    struct config config;
    struct arm_change {        /* what it changes, for the reader */
        struct str key, value; /* "model.norm", "rmsnorm" */
        struct place place;    /* of the value */
    } * changes;
    size_t change_count;
    struct arm_change *levels; /* of a grid: factor and level, "norm", "rms" */
    size_t level_count;
    const struct derived *derived; /* NULL when it is trained */
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

enum figure_kind {
    FIGURE_CURVES,  /* evaluation loss over steps, a line an arm */
    FIGURE_PROFILE, /* residual-rms or gradient-norm over the blocks */
    FIGURE_FOREST,  /* the hypotheses' differences and intervals */
    FIGURE_SWEEP,   /* a metric over a numeric setting, a line a series */
    FIGURE_HEATMAP, /* a metric over two numeric settings */
    FIGURE_BARS,    /* a metric of each arm: seeds, mean, interval */
    FIGURE_ACTIVITY /* what a metric was step by step over a numeric setting, a
                       line a step: the coordinate check */
};

/* The arms of one line of a sweep, by rising x, no two at one x. */
struct figure_series {
    struct str name; /* "mup", a level or a setting's value; or empty */
    size_t *arms;
    size_t arm_count;
};

/* What a sound plan's figure needs is there: the arms of a sweep, a heatmap and
 * an activity stand at numbers (arm_number), above 0 on a logarithmic axis, and
 * measure its metric, which is stepwise (run.h) for an activity. Arms are all
 * trained ones unless named, or all derived ones where the metric is theirs; a
 * derived arm can stand in no other figure. */
struct figure {
    struct str id, title, metric; /* metric or profile, as the kind needs */
    enum figure_kind kind;
    size_t *arms; /* of a heatmap or an activity by rising x, then y */
    size_t arm_count;
    size_t x, y;           /* indexes of setting_at; y of a heatmap */
    struct str series_key; /* of a sweep: "parameterisation" or a setting's key;
                              empty when all arms are one line */
    struct figure_series *series; /* of a sweep, in the order of their arms */
    size_t series_count;
    bool is_log_x, is_log_y; /* x to base 2 */
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
    struct arm *arms; /* trained ones, then derived ones */
    size_t arm_count, trained_count;
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
    struct map by_id; /* of indexes; plans_find */
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

/* Where an arm stands on an axis: the number its setting has. The setting must
 * not be a word or a shorthand. */
double arm_number(const struct arm *arm, size_t setting);

/* The metric that a derived arm has: "best-rate" of train.lr, "best-setting" of
 * any other; in doublings, which is log2 of the setting. */
struct str derived_metric(const struct derived *derived);

/* log2 of a positive number: exact for powers of two, and else the same bits
 * on every machine, which the C library's is not held to. */
double derived_log2(double value);

/* The seeds that the arms are run on: a survey's tuning seeds when it names no
 * claim seeds, else the claim seeds. */
const struct seeds *plan_seeds(const struct plan *plan);

/* An arm that is the control of a hypothesis, or a member of one, runs on the
 * noise seeds too. */
bool plan_is_control(const struct plan *plan, size_t arm);

/* A fixed key in which the two arms differ, or any two of their members where
 * they are derived; else the empty text. */
struct str plan_fixed_difference(struct arena *arena, const struct plan *plan,
                                 size_t left, size_t right);

/* The canonical form: what decides how the plan is run and judged, as sorted
 * lines "arms.rmsnorm.model.norm" = "rmsnorm", "hypotheses.x.margin" = "0.01",
 * "seeds.claim" = "101 102". Prose, figures and the order of arms and
 * hypotheses do not enter. */
void plan_lines(struct arena *arena, const struct plan *plan,
                struct lines *lines);

#endif
