/* One run, from its first parameter to its last hash. */

#include "experiment/run.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define METRIC(constant, name, unit, meaning) \
    {name, METRIC_OF_RUN, unit, meaning},
#define STEPWISE(constant, name, unit, meaning) \
    {name, METRIC_STEPWISE, unit, meaning},
#define DERIVED(constant, name, unit, meaning) \
    {name, METRIC_DERIVED, unit, meaning},
const struct metric_info metric_infos[] = {
#include "experiment/metrics.def"
};
#undef METRIC
#undef STEPWISE
#undef DERIVED
const size_t metric_count = RUN_METRIC_COUNT;

const struct metric_info *metric_find(struct str name)
{
    for (size_t i = 0; i < metric_count; i++) {
        if (str_is(name, metric_infos[i].name)) {
            return &metric_infos[i];
        }
    }
    return NULL;
}

size_t metric_index(struct str name)
{
    const struct metric_info *info = metric_find(name);
    if (!info) {
        BUG("no metric is called \"%.*s\"", STR_ARG(name));
    }
    return (size_t)(info - metric_infos);
}

static double now_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* -- Points ---------------------------------------------------------------- */

/* A run while it is being trained, and room for what is probed. */
struct training {
    struct core_run *run;
    const struct config *config;
    struct run_result *result;
    struct core_evaluation last; /* the latest evaluation */
    struct core_activity activity;
    float *first_logits, *logits; /* at initialisation, and now */
    size_t logit_count;
};

/* How often the run is evaluated, the end included. */
static size_t point_count(const struct config *config)
{
    const uint32_t steps = config->core.train.steps;
    const uint32_t every = config->eval_every;
    return every ? steps / every + (steps % every != 0) : 1;
}

static void make_room(struct arena *arena, struct training *training)
{
    const struct core_config *core = &training->config->core;
    struct run_result *result = training->result;
    const size_t points = point_count(training->config);
    result->curve_steps = ARENA_ARRAY(arena, uint32_t, points);
    result->curve_losses = ARENA_ARRAY(arena, double, points);
    result->stepwise_steps = ARENA_ARRAY(arena, uint32_t, points + 1);
    for (size_t i = 0; i < metric_count; i++) {
        if (metric_infos[i].kind == METRIC_STEPWISE) {
            result->stepwise[i] = ARENA_ARRAY(arena, double, points + 1);
        }
    }
    training->logit_count =
        (size_t)core->train.batch * core->model.context * core->model.vocab;
    training->first_logits = ARENA_ARRAY(arena, float, training->logit_count);
    training->logits = ARENA_ARRAY(arena, float, training->logit_count);
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum / (double)count;
}

/* In the order of memory, so that the sum has one value. */
static double movement(const struct training *training)
{
    double squares = 0;
    for (size_t i = 0; i < training->logit_count; i++) {
        const double change =
            (double)training->logits[i] - (double)training->first_logits[i];
        squares += change * change;
    }
    return sqrt(squares / (double)training->logit_count);
}

/* The stepwise metrics as they are now; logits are there. */
static void add_stepwise(struct training *training)
{
    struct run_result *result = training->result;
    struct core_activity *activity = &training->activity;
    const size_t blocks = training->config->core.model.blocks;
    const size_t at = result->stepwise_len++;
    double *const *stepwise = result->stepwise;
    core_probe_activity(training->run, activity);
    result->stepwise_steps[at] = core_steps_done(training->run);
    stepwise[RUN_EMBEDDING_ACTIVITY][at] = activity->embedding;
    stepwise[RUN_ATTENTION_ACTIVITY][at] = mean_of(activity->attention, blocks);
    stepwise[RUN_MLP_ACTIVITY][at] = mean_of(activity->mlp, blocks);
    stepwise[RUN_STREAM_ACTIVITY][at] = activity->stream;
    stepwise[RUN_LOGIT_ACTIVITY][at] = activity->logits;
    stepwise[RUN_LOGIT_MOVEMENT][at] = movement(training);
    stepwise[RUN_LARGEST_ATTENTION_LOGIT][at] =
        activity->largest_attention_logit;
}

static void probe_start(struct arena *arena, struct training *training)
{
    const size_t blocks = training->config->core.model.blocks;
    struct run_result *result = training->result;
    result->residual_rms_len = blocks + 1;
    result->residual_rms = ARENA_ARRAY(arena, double, blocks + 1);
    core_probe_residual_rms(training->run, result->residual_rms);
    result->gradient_norm_len = blocks;
    result->gradient_norm = ARENA_ARRAY(arena, double, blocks);
    core_probe_gradient_norm(training->run, result->gradient_norm);
    core_probe_logits(training->run, training->first_logits);
    memcpy(training->logits, training->first_logits,
           training->logit_count * sizeof *training->logits);
    add_stepwise(training);
}

static void add_point(struct training *training)
{
    struct run_result *result = training->result;
    training->last = core_evaluate(training->run);
    result->curve_steps[result->curve_len] = core_steps_done(training->run);
    result->curve_losses[result->curve_len++] = training->last.loss;
    core_probe_logits(training->run, training->logits);
    add_stepwise(training);
}

/* Steps to the end or to divergence. */
static void train(struct training *training)
{
    const uint32_t steps = training->config->core.train.steps;
    const uint32_t every = training->config->eval_every;
    struct core_run *run = training->run;
    while (core_step(run)) {
        const uint32_t done = core_steps_done(run);
        if (done == steps || (every && done % every == 0)) {
            add_point(training);
        }
    }
    const bool is_lost =
        core_has_diverged(run) || !isfinite(training->last.loss);
    training->result->diverged_at =
        is_lost ? (int64_t)core_steps_done(run) : -1;
}

/* -- Metrics --------------------------------------------------------------- */

static double lowest_loss(const struct run_result *result)
{
    double lowest = (double)INFINITY;
    for (size_t i = 0; i < result->curve_len; i++) {
        if (result->curve_losses[i] < lowest) {
            lowest = result->curve_losses[i];
        }
    }
    return lowest;
}

/* Of a whole run: what it was in the end. */
static void measure_stepwise(struct run_result *result)
{
    const size_t len = result->stepwise_len;
    for (size_t i = 0; i < metric_count; i++) {
        if (result->stepwise[i]) {
            result->metrics[i] = result->stepwise[i][len - 1];
        }
    }
    const double *largest = result->stepwise[RUN_LARGEST_ATTENTION_LOGIT];
    double *found = &result->metrics[RUN_LARGEST_ATTENTION_LOGIT];
    for (size_t i = 0; i < len; i++) {
        *found = largest[i] > *found ? largest[i] : *found;
    }
}

static void measure_end(const struct training *training)
{
    struct run_result *result = training->result;
    result->metrics[RUN_FINAL_LOSS] = training->last.loss;
    result->metrics[RUN_BEST_LOSS] = lowest_loss(result);
    result->metrics[RUN_FINAL_EXCESS] = training->last.excess;
    result->metrics[RUN_TRAINING_LOSS] = (double)core_loss(training->run);
    measure_stepwise(result);
}

static void measure(const struct training *training)
{
    struct run_result *result = training->result;
    double *metrics = result->metrics;
    const size_t blocks = result->gradient_norm_len;
    for (size_t i = 0; i < metric_count; i++) {
        metrics[i] = (double)NAN;
    }
    if (result->diverged_at < 0) {
        measure_end(training);
    }
    metrics[RUN_RESIDUAL_RMS_IN] = result->residual_rms[0];
    metrics[RUN_RESIDUAL_RMS_OUT] = result->residual_rms[blocks];
    metrics[RUN_RESIDUAL_GROWTH] =
        result->residual_rms[blocks] / result->residual_rms[0];
    metrics[RUN_GRADIENT_NORM_FIRST] = result->gradient_norm[0];
    metrics[RUN_GRADIENT_NORM_LAST] = result->gradient_norm[blocks - 1];
    metrics[RUN_STEPS_DONE] = core_steps_done(training->run);
}

bool run_train(struct arena *arena, const struct config *config, uint32_t seed,
               struct run_result *result, struct failure *failure)
{
    const double started = now_seconds();
    const char *error = config_error(config);
    const size_t size = error ? 0 : core_memory(&config->core);
    void *memory = size ? arena_alloc(arena, size, 64) : NULL;
    struct core_run *run =
        size ? core_start(memory, size, &config->core, seed) : NULL;
    if (!run) {
        return fail(failure, "the configuration cannot be trained: %s",
                    error ? error : "it needs more memory than there is");
    }
    *result = (struct run_result){
        .key = run_key(config, seed),
        .seed = seed,
        .metrics = ARENA_ARRAY(arena, double, RUN_METRIC_COUNT),
    };
    struct training training = {.run = run,
                                .config = config,
                                .result = result,
                                .last = {.loss = (double)NAN}};
    make_room(arena, &training);
    probe_start(arena, &training);
    train(&training);
    measure(&training);
    result->trajectory = core_trajectory_hash(run);
    result->parameters = core_parameter_hash(run);
    result->seconds = now_seconds() - started;
    return true;
}
