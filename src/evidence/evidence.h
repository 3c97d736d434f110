#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

/* Evidence: what an experiment's runs say, and what was decided from them.
 * Derived by a pure function of plan and runs, written as JSON with sorted
 * keys, read back for pages and checks. Provenance (when, where, by which
 * version) is beside the evidence, never part of what is compared. */

#include "evidence/verdict.h"
#include "experiment/run.h"

struct provenance {
    struct str plan_hash, commit, tool_version, date, compiler;
    int64_t numerics;
    bool is_preregistered; /* plan committed and unchanged when run */
    struct str preregistration; /* why or why not, in words */
};

/* Mean, spread and extremes of one metric over the claim seeds of one arm. */
struct summary {
    double mean, sd, min, max;
    size_t n, diverged;
};

struct evidence_arm {
    struct str name;
    struct run_result *runs; /* claim seeds, in the plan's order */
    size_t run_count;
    struct run_result *noise_runs; /* of controls; else empty */
    size_t noise_count;
    struct summary *summaries; /* one per plan metric, in the plan's order */
};

struct evidence_decision {
    struct str id; /* of the hypothesis */
    struct str practice, metric;
    struct str control, treatment;
    struct decision decision; /* of verdict.h */
    struct str sentence;
};

struct evidence {
    struct str id; /* "EXP-002" */
    const struct plan *plan; /* NULL when the plan is gone */
    struct provenance provenance;
    struct evidence_arm *arms;
    size_t arm_count;
    struct evidence_decision *decisions;
    size_t decision_count;
    bool is_stale;  /* the plan's hash or the numerics moved on */
    struct str stale_reason;
    bool is_pending_present; /* .pending.json beside it awaits review */
    struct source *source;   /* the file, for findings */
};

struct evidences {
    struct evidence *at;
    size_t len, cap;
};

/* From runs: results are in the order of evidence_tasks. Pure. */
size_t evidence_tasks(struct arena *arena, const struct plan *plan,
                      struct task **tasks);
void evidence_derive(struct arena *arena, const struct plan *plan,
                     const struct run_result *results,
                     struct evidence *evidence);
/* Holm within families, over all evidence at once. */
void evidence_adjust(struct evidences *evidences);

void evidence_write(struct out *out, const struct evidence *evidence);
bool evidence_read(struct arena *arena, struct source *source,
                   const struct plans *plans, struct evidence *evidence,
                   struct failure *failure);

/* Every experiments/evidence/EXP-*.json that can be read; the rest are
 * findings (evidence-unreadable). */
struct evidences evidences_load(struct arena *arena,
                                const struct library *library,
                                const struct plans *plans,
                                struct diags *diags);
const struct evidence *evidences_find(const struct evidences *evidences,
                                      struct str id);
/* "EXP-002.rmsnorm-no-worse" -> its decision, or NULL. */
const struct evidence_decision *
evidences_decision(const struct evidences *evidences, struct str reference,
                   const struct evidence **evidence);

/* A value by reference: EXP-003.arm.metric[.mean|.sd|.n|.min|.max|.seed.N] or
 * EXP-003.hypothesis.{delta,lo,hi,p,wins,verdict,sentence}. False with the
 * reason when there is no such value. */
struct value {
    struct str text; /* as shown, rounded to the precision of its interval */
    double number;
    struct str unit;
    const struct evidence *evidence;
};
bool evidence_value(struct arena *arena, const struct evidences *evidences,
                    struct str reference, struct value *value,
                    struct failure *failure);

#endif
