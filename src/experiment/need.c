/* What runs need, before any of them starts: time relative to each other, and
 * memory. A run that does not fit is refused with a sentence instead of being
 * ended by the kernel half-way. */

#include "experiment/run.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/fs.h"

/* -- One run --------------------------------------------------------------- */

static uint64_t points(const struct config *config)
{
    const uint32_t steps = config->core.train.steps;
    const uint32_t every = config->eval_every;
    return every ? (uint64_t)steps / every + 1 : 1;
}

/* A token goes through every parameter, and looks at half of the context in
 * each block, twice. */
double run_cost(const struct config *config)
{
    const struct core_model *model = &config->core.model;
    const struct core_train *train = &config->core.train;
    const double attention =
        (double)model->blocks * model->context * model->width;
    const double token = (double)core_parameter_count(model) + attention;
    const double trained = (double)train->steps * train->batch * model->context;
    const double evaluated = (double)points(config) * train->eval_tokens;
    /* Backward is two products for each of forward's. */
    return token * (3 * trained + evaluated);
}

uint64_t run_result_memory(const struct config *config)
{
    enum { FIXED = 4096, CURVE = 12, STEP = 4, VALUE = 8 };
    const uint64_t point = CURVE + STEP + VALUE * RUN_METRIC_COUNT;
    return FIXED + (points(config) + 1) * point +
           (uint64_t)config->core.model.blocks * 2 * VALUE;
}

uint64_t run_memory(const struct config *config)
{
    /* Its text grows by doubling, and a line of it is at most this long. */
    enum { LINE = 256, DOUBLED = 2 };
    const struct core_config *core = &config->core;
    const uint64_t size = core_memory(core);
    const uint64_t logits = (uint64_t)core->train.batch * core->model.context *
                            core->model.vocab * sizeof(float);
    const uint64_t text = (points(config) + 64) * LINE * DOUBLED;
    return size ? size + 2 * logits + text + run_result_memory(config)
                : UINT64_MAX;
}

struct str memory_text(struct arena *arena, uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes / 1024;
    size_t unit = 0;
    while (value >= 1000 && unit < 3) {
        value /= 1024;
        unit++;
    }
    return arena_printf(arena, "%.1f %s", value, units[unit]);
}

/* -- All runs -------------------------------------------------------------- */

static int compare_sizes(const void *left, const void *right)
{
    const uint64_t l = *(const uint64_t *)left;
    const uint64_t r = *(const uint64_t *)right;
    return (l < r) - (l > r);
}

static size_t wanted_jobs(size_t jobs, size_t runs)
{
    enum { JOB_CEILING = 256 };
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (jobs == 0) {
        jobs = processors > 0 ? (size_t)processors : 1;
    }
    jobs = jobs < JOB_CEILING ? jobs : JOB_CEILING;
    return jobs < runs ? jobs : runs;
}

static uint64_t sum_capped(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Fills `each` and `peak` for as many of the largest as fit. */
static void fit_largest(const uint64_t *sizes, size_t wanted, uint64_t kept,
                        struct runner_need *need)
{
    need->each = sizes[0];
    need->peak = kept;
    need->jobs = 0;
    while (need->jobs < wanted) {
        const uint64_t peak = sum_capped(need->peak, sizes[need->jobs]);
        if (need->available > 0 && peak > need->available) {
            break;
        }
        need->peak = peak;
        need->jobs++;
    }
    need->is_squeezed = need->jobs < wanted;
}

static bool refuse(struct arena *arena, const struct task *task,
                   const struct runner_need *need, uint64_t kept,
                   struct failure *failure)
{
    const uint64_t own = run_memory(task->config);
    if (own == UINT64_MAX) {
        return fail(failure,
                    "%.*s is larger than any machine's memory; nothing was "
                    "started",
                    STR_ARG(task->label));
    }
    return fail(
        failure, "%.*s needs %s of memory and %s are free; nothing was started",
        STR_ARG(task->label), memory_text(arena, sum_capped(own, kept)).ptr,
        memory_text(arena, need->available).ptr);
}

bool runner_fit(struct arena *arena, const struct task *tasks,
                const struct runner_work *work,
                const struct runner_options *options, struct runner_need *need,
                struct failure *failure)
{
    const size_t *pending = work->pending;
    const size_t count = work->len;
    uint64_t *sizes = ARENA_ARRAY(arena, uint64_t, count);
    uint64_t kept = 0;
    size_t largest = 0;
    *need = (struct runner_need){
        .runs = count,
        .available = options->memory ? options->memory : fs_memory_available()};
    if (count == 0) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        sizes[i] = run_memory(tasks[pending[i]].config);
        largest = sizes[i] > sizes[largest] ? i : largest;
        kept = sum_capped(kept, run_result_memory(tasks[pending[i]].config));
    }
    qsort(sizes, count, sizeof *sizes, compare_sizes);
    fit_largest(sizes, wanted_jobs(options->jobs, count), kept, need);
    return (need->jobs > 0 && need->each < UINT64_MAX) ||
           refuse(arena, &tasks[pending[largest]], need, kept, failure);
}
