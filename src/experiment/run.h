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
/* The same as an index; the name is known to be one. */
size_t metric_index(struct str name);

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

/* What a run costs beside other runs: the products of a matrix and a vector
 * that its training and its evaluations take, roughly. No unit. */
double run_cost(const struct config *config);

/* Bytes that training one takes at most: the core's, and what is kept of it.
 * UINT64_MAX when the core cannot hold it. */
uint64_t run_memory(const struct config *config);

/* Bytes that its result takes once it is done. */
uint64_t run_result_memory(const struct config *config);

/* "3.1 MiB". */
struct str memory_text(struct arena *arena, uint64_t bytes);

/* What the runs that are to be trained need, known before the first starts. */
struct runner_need {
    size_t runs;      /* to be trained */
    size_t jobs;      /* of them at a time, at most */
    bool is_squeezed; /* fewer than wanted, for want of memory */
    uint64_t each;    /* bytes of the largest */
    uint64_t peak;    /* bytes of all together, results included */
    uint64_t available;
};

struct progress {
    size_t done, total, cached;   /* of distinct runs; cached are done too */
    double seconds, seconds_left; /* left < 0: not known yet */
};

struct runner_options {
    size_t jobs;     /* 0: one per processor */
    bool is_fresh;   /* trust no cached run */
    uint64_t memory; /* bytes that may be taken; 0: what the machine has free */
    /* Called once, before anything is trained; not when all is known. */
    void (*on_start)(void *context, const struct runner_need *need);
    void (*on_progress)(void *context, const struct progress *progress);
    void *context;
};

/* Of distinct runs, those that the store has not: indexes of tasks, the dearest
 * first, so that none is left alone at the end. */
struct runner_work {
    size_t *pending;
    size_t len;
    size_t distinct; /* those that it has are counted too */
};

/* Runs nothing. */
bool runner_look(struct arena *arena, struct store *store,
                 const struct task *tasks, size_t count,
                 struct runner_work *work, struct failure *failure);

/* How many of these runs fit at a time. False, with a sentence that names the
 * run, when not even one does. */
bool runner_fit(struct arena *arena, const struct task *tasks,
                const struct runner_work *work,
                const struct runner_options *options, struct runner_need *need,
                struct failure *failure);

/* Does all tasks (each key once) and fills results in the order of tasks.
 * Store may be NULL: then nothing is remembered. Each result is kept as soon
 * as it is there, by this process alone. Nothing starts that does not fit into
 * memory; fewer are trained at a time where not all fit. A worker that dies is
 * reported with its label. SIGINT, SIGTERM and SIGHUP stop the workers and give
 * a failure that says how to go on. */
bool runner_run(struct arena *arena, struct store *store,
                const struct task *tasks, size_t count,
                const struct runner_options *options,
                struct run_result *results, struct failure *failure);

#endif
