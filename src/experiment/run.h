#ifndef EXPERIMENT_RUN_H
#define EXPERIMENT_RUN_H

/* Runs: one configuration and one seed, trained once and remembered under its
 * key. Workers are processes, one run each, so that a crash or a kill loses at
 * most the runs in flight. */

#include "experiment/plan.h"
#include "store/store.h"

/* Every metric that a plan may measure, once: name, unit, what it is. */
enum metric_kind { METRIC_OF_RUN, METRIC_STEPWISE, METRIC_DERIVED };
struct metric_info {
    const char *name; /* "final-loss" */
    enum metric_kind kind;
    const char *unit; /* "nats" */
    const char *help;
};
#define METRIC(constant, name, unit, meaning)   RUN_##constant,
#define STEPWISE(constant, name, unit, meaning) RUN_##constant,
#define DERIVED(constant, name, unit, meaning)  RUN_##constant,
enum run_metric {
#include "experiment/metrics.def"
    RUN_METRIC_COUNT
};
#undef METRIC
#undef STEPWISE
#undef DERIVED
extern const struct metric_info metric_infos[];
extern const size_t metric_count;
const struct metric_info *metric_find(struct str name);

struct run_result {
    struct sha256_hex key;
    uint32_t seed;
    int64_t diverged_at; /* steps taken before it diverged, or -1 */
    double *metrics;     /* one per metric_infos entry; NaN when not defined */
    /* learning curve: evaluation loss after the given number of steps */
    uint32_t *curve_steps;
    double *curve_losses;
    size_t curve_len;
    /* profiles at initialisation: residual RMS per block boundary (blocks+1)
     * and gradient norm per block */
    double *residual_rms;
    size_t residual_rms_len;
    double *gradient_norm;
    size_t gradient_norm_len;
    /* Stepwise metrics at initialisation (step 0) and at the curve's points:
     * stepwise[metric][i] after stepwise_steps[i] steps. NULL for a metric that
     * is not stepwise or, in evidence, not measured. */
    uint32_t *stepwise_steps;
    double *stepwise[RUN_METRIC_COUNT];
    size_t stepwise_len;
    uint64_t trajectory; /* hash over the whole run */
    uint64_t parameters; /* hash of the final parameters */
    double seconds;      /* wall time; not part of any comparison */
};

/* Trains in this process. False only when the configuration is refused. */
bool run_train(struct arena *arena, const struct config *config, uint32_t seed,
               struct run_result *result, struct failure *failure);

/* The blob kept in the store, and back. Lines of text; numbers in their exact
 * hexadecimal form, so a blob means the same on every machine. False when it
 * is cut short, or lacks a metric that was added since. */
void run_encode(struct out *out, const struct run_result *result);
bool run_decode(struct arena *arena, struct str blob, struct run_result *result,
                struct failure *failure);

/* 16 lower-case hexadecimal digits. */
bool hash_from_hex(struct str text, uint64_t *hash);

/* One thing to do: a configuration and a seed. */
struct task {
    const struct config *config;
    uint32_t seed;
    struct str label; /* "EXP-002 rmsnorm seed 101", for the progress line */
};

struct progress {
    size_t done, total, cached;   /* of distinct runs; cached are done too */
    double seconds, seconds_left; /* left < 0: not known yet */
};

struct runner_options {
    size_t jobs;   /* 0: one per processor */
    bool is_fresh; /* trust no cached run */
    void (*on_progress)(void *context, const struct progress *progress);
    void *context;
};

/* How many of the tasks' distinct runs the store has, and how many there are.
 * Runs nothing. */
bool runner_count(struct arena *arena, struct store *store,
                  const struct task *tasks, size_t count, size_t *known,
                  size_t *distinct, struct failure *failure);

/* Does all tasks (each key once) and fills results in the order of tasks.
 * Store may be NULL: then nothing is remembered. Each result is kept as soon
 * as it is there, by this process alone. A worker that dies is reported with
 * its label. SIGINT, SIGTERM and SIGHUP stop the workers and give a failure
 * that says how to go on. */
bool runner_run(struct arena *arena, struct store *store,
                const struct task *tasks, size_t count,
                const struct runner_options *options,
                struct run_result *results, struct failure *failure);

#endif
