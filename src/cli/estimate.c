/* Estimates by trying: a step of each shape that occurs is timed, and its time
 * taken times the steps. Evaluations go forward only, so a token of theirs
 * counts a third of a trained one. */

#include "cli/estimate.h"

#include <string.h>
#include <time.h>

#include "base/json.h"

/* A shape that was timed: everything that decides the time of a step. */
struct timed {
    const struct config *config;
    double step; /* seconds */
};

struct clock_work {
    struct arena *arena;
    LIST(struct timed) shapes;
};

/* What became of one experiment. */
struct estimate {
    const struct plan *plan;
    size_t runs, known;
    double seconds; /* on one processor */
    struct runner_need need;
};

static double now_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool has_shape(const struct config *left, const struct config *right)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        const bool counts = strcmp(fields[i].section, "model") == 0 ||
                            strcmp(fields[i].name, "batch") == 0 ||
                            strcmp(fields[i].name, "optimizer") == 0;
        if (counts && core_field_get(&left->core, &fields[i]) !=
                          core_field_get(&right->core, &fields[i])) {
            return false;
        }
    }
    return true;
}

/* A rate of 0 keeps it from diverging while it is watched. */
static double time_step(const struct config *config)
{
    enum { MOST_STEPS = 1000 };
    static const double long_enough = 0.1;
    struct arena arena = {0};
    struct core_config core = config->core;
    core.train.lr = 0;
    core.train.schedule = CORE_SCHEDULE_CONSTANT;
    core.train.steps = MOST_STEPS + 1;
    const size_t size = core_memory(&core);
    struct core_run *run =
        core_start(arena_alloc(&arena, size, 64), size, &core, 1);
    if (!run) {
        BUG("a configuration that fits and does not start");
    }
    core_step(run); /* the first one touches its memory for the first time */
    const double started = now_seconds();
    double taken = 0;
    size_t steps = 0;
    while (steps < MOST_STEPS && taken < long_enough && core_step(run)) {
        steps++;
        taken = now_seconds() - started;
    }
    arena_free(&arena);
    return steps > 0 ? taken / (double)steps : 0;
}

static double step_of(struct clock_work *work, const struct config *config)
{
    for (size_t i = 0; i < work->shapes.len; i++) {
        if (has_shape(work->shapes.at[i].config, config)) {
            return work->shapes.at[i].step;
        }
    }
    const struct timed timed = {config, time_step(config)};
    *LIST_PUSH(work->arena, &work->shapes) = timed;
    return timed.step;
}

static double seconds_of(struct clock_work *work, const struct config *config)
{
    const struct core_train *train = &config->core.train;
    const double tokens = (double)train->batch * config->core.model.context;
    const uint32_t every = config->eval_every;
    const uint32_t points = every ? train->steps / every + 1 : 1;
    return step_of(work, config) *
           (train->steps + (double)points * train->eval_tokens / (3 * tokens));
}

static bool estimate(struct experiments *experiments,
                     const struct picked *picked, struct clock_work *work,
                     struct estimate *estimate, struct failure *failure)
{
    struct arena *arena = &experiments->command->arena;
    int64_t jobs = 0;
    struct runner_work pending = {0};
    command_number(experiments->command, OPTION_JOBS, 0, 1, &jobs);
    const struct runner_options options = {.jobs = (size_t)jobs};
    *estimate = (struct estimate){.plan = picked->plan};
    if (!runner_look(arena, experiments->store, picked->tasks,
                     picked->task_count, &pending, failure) ||
        !runner_fit(arena, picked->tasks, &pending, &options, &estimate->need,
                    failure)) {
        return false;
    }
    estimate->runs = pending.distinct;
    estimate->known = pending.distinct - pending.len;
    for (size_t i = 0; i < pending.len; i++) {
        estimate->seconds +=
            seconds_of(work, picked->tasks[pending.pending[i]].config);
    }
    return true;
}

/* -- Telling --------------------------------------------------------------- */

/* 12 s, 4:05, 11:02:30 */
static void put_duration(struct out *out, double seconds)
{
    const long whole = (long)(seconds + 0.5);
    if (whole < 60) {
        out_fixed(out, seconds, seconds < 10 ? 1 : 0);
        out_c(out, " s");
    } else if (whole < 3600) {
        out_printf(out, "%ld:%02ld", whole / 60, whole % 60);
    } else {
        out_printf(out, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                   whole % 60);
    }
}

static double together(const struct estimate *estimate)
{
    return estimate->need.jobs > 0
               ? estimate->seconds / (double)estimate->need.jobs
               : 0;
}

static void put_text(struct command *command, const struct estimate *estimate)
{
    struct out *out = &command->out;
    const struct runner_need *need = &estimate->need;
    out_printf(out, "%.*s: ", STR_ARG(estimate->plan->id));
    experiments_put_counts(out, estimate->runs, estimate->known);
    if (need->runs > 0) {
        out_c(out, "; about ");
        put_duration(out, together(estimate));
        out_printf(out, ", %zu at a time, %s each\n", need->jobs,
                   memory_text(&command->arena, need->each).ptr);
    } else {
        out_c(out, "\n");
    }
}

static void put_json(struct json_out *j, const struct estimate *estimate)
{
    json_open(j, '{');
    json_put_str(j, "experiment", estimate->plan->id);
    json_put_int(j, "runs", (int64_t)estimate->runs);
    json_put_int(j, "known", (int64_t)estimate->known);
    json_put_double(j, "seconds_on_one_processor", estimate->seconds);
    json_put_double(j, "seconds", together(estimate));
    json_put_int(j, "jobs", (int64_t)estimate->need.jobs);
    json_put_int(j, "bytes_of_largest", (int64_t)estimate->need.each);
    json_put_int(j, "bytes_at_peak", (int64_t)estimate->need.peak);
    json_close(j);
}

enum exit_status estimate_tell(struct experiments *experiments)
{
    struct command *command = experiments->command;
    struct clock_work work = {.arena = &command->arena};
    struct json_out j = {.out = &command->out};
    struct failure failure = {0};
    int64_t jobs = 0;
    if (!command_number(command, OPTION_JOBS, 0, 1, &jobs)) {
        return STATUS_USAGE;
    }
    experiments_list_open(experiments, &j);
    for (size_t i = 0; i < experiments->len; i++) {
        struct estimate found = {0};
        if (!estimate(experiments, &experiments->at[i], &work, &found,
                      &failure)) {
            return command_failed(command, &failure);
        }
        if (command_wants_json(command)) {
            put_json(&j, &found);
        } else {
            put_text(command, &found);
        }
    }
    experiments_list_close(experiments, &j);
    return STATUS_CLEAN;
}
