/* One run, from its first parameter to its last hash. */

#include "experiment/run.h"

#include <math.h>
#include <time.h>

#define METRIC(constant, name, unit, meaning) {name, unit, meaning},
const struct metric_info metric_infos[] = {
#include "experiment/metrics.def"
};
#undef METRIC
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

static double now_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void probe(struct arena *arena, struct core_run *run,
                  const struct config *config, struct run_result *result)
{
    const size_t blocks = config->core.model.blocks;
    result->residual_rms_len = blocks + 1;
    result->residual_rms = ARENA_ARRAY(arena, double, blocks + 1);
    core_probe_residual_rms(run, result->residual_rms);
    result->gradient_norm_len = blocks;
    result->gradient_norm = ARENA_ARRAY(arena, double, blocks);
    core_probe_gradient_norm(run, result->gradient_norm);
}

static void add_point(struct core_run *run, struct run_result *result,
                      struct core_evaluation *evaluation)
{
    *evaluation = core_evaluate(run);
    result->curve_steps[result->curve_len] = core_steps_done(run);
    result->curve_losses[result->curve_len++] = evaluation->loss;
}

/* Steps to the end or to divergence; the last evaluation is the answer's. */
static struct core_evaluation train(struct arena *arena, struct core_run *run,
                                    const struct config *config,
                                    struct run_result *result)
{
    const uint32_t steps = config->core.train.steps;
    const uint32_t every = config->eval_every;
    const size_t most = every ? steps / every + 1 : 1;
    struct core_evaluation last = {.loss = (double)NAN};
    result->curve_steps = ARENA_ARRAY(arena, uint32_t, most);
    result->curve_losses = ARENA_ARRAY(arena, double, most);
    while (core_step(run)) {
        const uint32_t done = core_steps_done(run);
        if (done == steps || (every && done % every == 0)) {
            add_point(run, result, &last);
        }
    }
    const bool is_lost = core_has_diverged(run) || !isfinite(last.loss);
    result->diverged_at = is_lost ? (int64_t)core_steps_done(run) : -1;
    return last;
}

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

static void measure(const struct core_evaluation *last, uint32_t steps_done,
                    struct run_result *result)
{
    double *metrics = result->metrics;
    const bool is_whole = result->diverged_at < 0;
    const size_t blocks = result->gradient_norm_len;
    metrics[RUN_FINAL_LOSS] = is_whole ? last->loss : (double)NAN;
    metrics[RUN_BEST_LOSS] = is_whole ? lowest_loss(result) : (double)NAN;
    metrics[RUN_FINAL_EXCESS] = is_whole ? last->excess : (double)NAN;
    metrics[RUN_RESIDUAL_RMS_IN] = result->residual_rms[0];
    metrics[RUN_RESIDUAL_RMS_OUT] = result->residual_rms[blocks];
    metrics[RUN_RESIDUAL_GROWTH] =
        result->residual_rms[blocks] / result->residual_rms[0];
    metrics[RUN_GRADIENT_NORM_FIRST] = result->gradient_norm[0];
    metrics[RUN_GRADIENT_NORM_LAST] = result->gradient_norm[blocks - 1];
    metrics[RUN_STEPS_DONE] = steps_done;
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
    probe(arena, run, config, result);
    const struct core_evaluation last = train(arena, run, config, result);
    measure(&last, core_steps_done(run), result);
    result->trajectory = core_trajectory_hash(run);
    result->parameters = core_parameter_hash(run);
    result->seconds = now_seconds() - started;
    return true;
}
