#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

/* Evidence: what an experiment's runs say, and what was decided from them.
 * Derived by a pure function of plan and runs, written as JSON with sorted
 * keys, read back for pages and checks. Provenance (when, where, by which
 * version) is beside the evidence, never part of what is compared.
 *
 * A file holds each hypothesis as its own runs decide it. Holm's adjustment
 * looks at a whole family, which may span experiments, so it is made when all
 * files are loaded; each file can then be verified alone. Certainty depends on
 * the practice and its sources, so the page's side computes it (certainty.h)
 * and no file holds it. */

#include "evidence/verdict.h"
#include "experiment/run.h"

struct provenance {
    struct str plan_hash, commit, tool_version, date, compiler;
    int64_t numerics;
    bool is_preregistered;      /* plan committed and unchanged when run */
    struct str preregistration; /* why or why not, in words */
};

/* Mean, spread and extremes of one metric over the seeds of one arm, those
 * that are finite; n counts these, diverged the others. */
struct summary {
    double mean, sd, min, max; /* NaN where there is none */
    size_t n, diverged;
};

/* A derived arm (plan.h) has runs too, one a seed, but they have a seed and one
 * metric and nothing else: no key, no curve, no profile, no hash. */
struct evidence_arm {
    struct str name;
    bool is_derived;
    struct run_result *runs; /* the plan's seeds, in the plan's order */
    size_t run_count;
    struct run_result *noise_runs; /* of controls; without curve, profiles */
    size_t noise_count;
    struct summary *summaries; /* one per evidence->metrics entry; of what the
                                  arm does not have, n and diverged are 0 */
};

struct evidence_decision {
    struct str id; /* of the hypothesis */
    struct str practice, metric, family;
    struct str control, treatment;
    struct decision decision; /* of verdict.h */
    struct str sentence;
};

struct evidence {
    struct str id;           /* "EXP-002" */
    const struct plan *plan; /* NULL when the plan is gone */
    struct provenance provenance;
    struct lines plan_lines; /* of the plan as it was run; see plan_lines() */
    struct strs metrics;     /* the plan's in its order, its derived arms', then
                            others of the file */
    struct evidence_arm *arms; /* in the plan's order, then those it lost;
                                  trained ones before derived ones */
    size_t arm_count;
    struct evidence_decision *decisions; /* likewise */
    size_t decision_count;
    bool is_stale;           /* the plan's hash or the numerics moved on */
    struct str stale_reason; /* which part moved, in words */
    bool is_pending_present; /* .pending.json beside it awaits review */
    struct source *source;   /* the file, for findings */
};

struct evidences {
    struct evidence *at;
    size_t len, cap;
    struct map by_id; /* of indexes; evidences_find */
};

/* Adds a file's; of two with one id the first is found. */
void evidences_add(struct arena *arena, struct evidences *evidences,
                   const struct evidence *evidence);

enum { EVIDENCE_FORMAT = 1, EVIDENCE_CURVE_POINTS = 32 };

/* -- From runs ------------------------------------------------------------- */

/* What has to be run, arm by arm: the plan's seeds, then for a control the
 * noise seeds. The plan must be sound. */
size_t evidence_tasks(struct arena *arena, const struct plan *plan,
                      struct task **tasks);

/* The results are in the order of evidence_tasks. Pure; provenance is left
 * empty but for the plan's hash and the numerics. */
void evidence_derive(struct arena *arena, const struct plan *plan,
                     const struct run_result *results,
                     struct evidence *evidence);

/* The sentence that belongs to the decision as it stands. */
struct str evidence_sentence(struct arena *arena,
                             const struct evidence_decision *decided);

/* Whether an arm of this kind has the metric: a derived arm has derived ones
 * alone, and a trained arm the others. */
bool evidence_arm_has(const struct evidence_arm *arm, size_t metric);

/* Adds a metric's name that is not there yet. */
void evidence_add_metric(struct arena *arena, struct strs *metrics,
                         struct str metric);

/* Decimals with which the summary and its runs are shown: two digits of the
 * standard error of the mean, at most 6 of them; none of whole numbers, 4 of
 * what does not vary. */
int summary_decimals(const struct summary *summary);

void evidence_write(struct out *out, const struct evidence *evidence);

/* -- From files ------------------------------------------------------------ */

/* Reads one file's text. False with "line:column: what" when it is no JSON, or
 * with the name of the member that is missing or of another kind. */
bool evidence_read(struct arena *arena, struct source *source,
                   const struct plans *plans, struct evidence *evidence,
                   struct failure *failure);

/* What differs between a file's text and the text derived from the runs, one
 * sentence each, provenance aside: "EXP-002 layernorm seed 103: trajectory
 * 3f... in the evidence, 3e... from the run". None when they agree. */
void evidence_compare(struct arena *arena, struct str id, struct str committed,
                      struct str derived, struct strs *differences);

/* What moved since: "train.lr of arm rmsnorm is 0.01, was 0.003", the core's
 * numerics, or the plan being gone; one sentence each, none while it is
 * fresh. */
void evidence_moved(struct arena *arena, const struct evidence *evidence,
                    struct strs *moved);

/* Sets is_stale and stale_reason from it; evidences_load has done so. */
void evidence_judge_age(struct arena *arena, struct evidence *evidence);

/* The folder of all evidence, relative to the root; empty in a project without
 * experiments. */
struct str evidence_folder(struct arena *arena, const struct project *project);

/* experiments/evidence/EXP-002.json, relative to the root. */
enum evidence_file { EVIDENCE_ACCEPTED, EVIDENCE_PENDING };
struct str evidence_path(struct arena *arena, const struct project *project,
                         struct str id, enum evidence_file file);

/* Every experiments/evidence/EXP-*.json that can be read, by id, adjusted
 * within families; the rest are findings (evidence-unreadable, with the
 * experiment's id as subject). */
struct evidences evidences_load(struct arena *arena,
                                const struct library *library,
                                const struct plans *plans, struct diags *diags);

/* The same of some experiments alone: the ids are the keys of the map. Those
 * that share a family must be loaded together. */
struct evidences evidences_load_some(struct arena *arena,
                                     const struct library *library,
                                     const struct plans *plans,
                                     const struct map *ids,
                                     struct diags *diags);

/* Holm within families, over all evidence at once, and the sentences anew.
 * evidences_load has done it; once is enough. */
void evidence_adjust(struct arena *arena, struct evidences *evidences);

/* The same as if every file that awaits review had been accepted: of each
 * experiment the pending file where there is one, else the accepted one. */
struct evidences evidences_load_pending(struct arena *arena,
                                        const struct library *library,
                                        const struct plans *plans,
                                        struct diags *diags);

const struct evidence *evidences_find(const struct evidences *evidences,
                                      struct str id);
const struct evidence_arm *evidence_arm_find(const struct evidence *evidence,
                                             struct str name);
const struct evidence_decision *evidence_decision_find(
    const struct evidence *evidence, struct str id);

/* The metric's summary in the arm, or NULL when it was not measured. */
const struct summary *evidence_summary(const struct evidence *evidence,
                                       const struct evidence_arm *arm,
                                       struct str metric);

/* "EXP-002.rmsnorm-no-worse" -> its decision, or NULL. */
const struct evidence_decision *evidences_decision(
    const struct evidences *evidences, struct str reference,
    const struct evidence **evidence);

/* A value by reference: EXP-003.arm.metric[.mean|.sd|.n|.min|.max|.seed.N],
 * EXP-003.arm.{parameters,tokens,floor.bayes} or EXP-003.arm.train.lr, which
 * are set and not measured, or
 * EXP-003.hypothesis.{delta,lo,hi,p,wins,n,margin,verdict,sentence}. False
 * with the reason when there is no such value. */
struct value {
    struct str text; /* as shown, rounded to the precision of its interval */
    double number;   /* NaN for words */
    struct str unit;
    const struct evidence *evidence;
    const struct evidence_arm *arm;           /* NULL for a hypothesis */
    const struct run_result *run;             /* of .seed.N, else NULL */
    const struct evidence_decision *decision; /* NULL for an arm */
};
bool evidence_value(struct arena *arena, const struct evidences *evidences,
                    struct str reference, struct value *value,
                    struct failure *failure);

#endif
