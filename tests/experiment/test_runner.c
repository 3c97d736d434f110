/* Runs and the runner: the same results whoever trains them, each key once,
 * nothing lost when a worker dies or the user stops it. */

#include "experiment/workplace.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "experiment/lock.h"
#include "experiment/run.h"

#include <sys/wait.h>

static struct arena arena;
static struct store *store;
static struct config tiny;

static int set_up(void **state)
{
    struct failure failure = {0};
    bool was_damaged = false;
    (void)state;
    arena = (struct arena){0};
    tiny = config_default();
    tiny.core.model.blocks = 1;
    tiny.core.train.batch = 4;
    tiny.core.train.steps = 20;
    tiny.core.train.warmup = 2;
    tiny.core.train.eval_tokens = 512;
    tiny.eval_every = 5;
    assert_true(store_open(NULL, &store, &was_damaged, &failure));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    store_close(store);
    arena_free(&arena);
    return 0;
}

static const char *blob_of(struct run_result result)
{
    struct out out = {0};
    result.seconds = 0;
    run_encode(&out, &result);
    const char *text = arena_cstr(&arena, out_text(&out));
    out_free(&out);
    return text;
}

static struct run_result train(const struct config *config, uint32_t seed)
{
    struct run_result result = {0};
    struct failure failure = {0};
    assert_true(run_train(&arena, config, seed, &result, &failure));
    return result;
}

/* -- One run --------------------------------------------------------------- */

static void run_measures_curve_profiles_and_hashes(void **state)
{
    (void)state;
    const struct run_result result = train(&tiny, 101);
    assert_int_equal(result.curve_len, 4);
    assert_int_equal(result.curve_steps[0], 5);
    assert_int_equal(result.curve_steps[3], 20);
    assert_true(result.metrics[RUN_FINAL_LOSS] == result.curve_losses[3]);
    assert_true(result.metrics[RUN_BEST_LOSS] <= result.curve_losses[3]);
    assert_true(result.metrics[RUN_FINAL_EXCESS] > 0);
    assert_int_equal(result.residual_rms_len, 2);
    assert_int_equal(result.gradient_norm_len, 1);
    assert_true(result.metrics[RUN_STEPS_DONE] == 20);
    assert_int_equal(result.diverged_at, -1);
    assert_string_equal(result.key.text, run_key(&tiny, 101).text);
}

/* The coordinate check: at initialisation and at the curve's points. */
static void stepwise_metrics_have_the_start_and_the_curves_points(void **state)
{
    (void)state;
    const struct run_result result = train(&tiny, 101);
    assert_int_equal(result.stepwise_len, 5);
    assert_int_equal(result.stepwise_steps[0], 0);
    assert_int_equal(result.stepwise_steps[1], 5);
    assert_int_equal(result.stepwise_steps[4], 20);
    for (size_t i = 0; i < metric_count; i++) {
        if (metric_infos[i].kind != METRIC_STEPWISE) {
            assert_null(result.stepwise[i]);
            continue;
        }
        for (size_t at = 0; at < result.stepwise_len; at++) {
            assert_true(isfinite(result.stepwise[i][at]));
            assert_true(result.stepwise[i][at] >= 0);
        }
        if (i != RUN_LARGEST_ATTENTION_LOGIT) {
            assert_true(result.metrics[i] == result.stepwise[i][4]);
        }
    }
    assert_true(result.stepwise[RUN_LOGIT_MOVEMENT][0] == 0);
    assert_true(result.stepwise[RUN_LOGIT_MOVEMENT][1] > 0);
    assert_true(result.metrics[RUN_STREAM_ACTIVITY] > 0);
}

static void largest_attention_logit_is_that_of_the_whole_run(void **state)
{
    (void)state;
    const struct run_result result = train(&tiny, 101);
    const double *largest = result.stepwise[RUN_LARGEST_ATTENTION_LOGIT];
    double found = 0;
    for (size_t i = 0; i < result.stepwise_len; i++) {
        found = largest[i] > found ? largest[i] : found;
    }
    assert_true(found > 0);
    assert_true(result.metrics[RUN_LARGEST_ATTENTION_LOGIT] == found);
}

/* By the core's own functions, apart from run_train. */
static void logit_movement_is_the_rms_change_since_the_start(void **state)
{
    (void)state;
    enum { COUNT = 4 * 32 * 32 };
    static float first[COUNT];
    static float last[COUNT];
    const size_t size = core_memory(&tiny.core);
    struct core_run *run =
        core_start(arena_alloc(&arena, size, 64), size, &tiny.core, 101);
    core_probe_logits(run, first);
    while (core_step(run)) {
    }
    core_probe_logits(run, last);
    double squares = 0;
    for (int i = 0; i < COUNT; i++) {
        const double change = (double)last[i] - (double)first[i];
        squares += change * change;
    }
    const struct run_result result = train(&tiny, 101);
    assert_true(result.metrics[RUN_LOGIT_MOVEMENT] == sqrt(squares / COUNT));
    assert_true(result.trajectory == core_trajectory_hash(run));
}

static void curve_ends_at_the_last_step_however_spaced(void **state)
{
    (void)state;
    struct config config = tiny;
    config.eval_every = 0;
    assert_int_equal(train(&config, 1).curve_len, 1);
    assert_int_equal(train(&config, 1).stepwise_len, 2);
    config.eval_every = 7;
    const struct run_result result = train(&config, 1);
    assert_int_equal(result.curve_len, 3);
    assert_int_equal(result.curve_steps[2], 20);
    config.eval_every = 1000;
    assert_int_equal(train(&config, 1).curve_steps[0], 20);
}

/* PC-16: what diverged is not a number, and never best. */
static void run_that_diverges_says_when_and_has_no_final_metrics(void **state)
{
    (void)state;
    struct config config = tiny;
    config.core.train.lr = 100;
    config.core.train.clip = 0;
    config.core.train.decay = 100;
    config.core.train.warmup = 0;
    config.core.train.steps = 400;
    const struct run_result result = train(&config, 1);
    assert_true(result.diverged_at >= 0 && result.diverged_at < 400);
    assert_true(isnan(result.metrics[RUN_FINAL_LOSS]));
    assert_true(isnan(result.metrics[RUN_BEST_LOSS]));
    assert_true(isnan(result.metrics[RUN_LOGIT_ACTIVITY]));
    assert_true(isnan(result.metrics[RUN_LARGEST_ATTENTION_LOGIT]));
    assert_true(isnan(result.metrics[RUN_TRAINING_LOSS]));
    assert_true(isfinite(result.metrics[RUN_RESIDUAL_GROWTH]));
    assert_true(result.metrics[RUN_STEPS_DONE] == (double)result.diverged_at);
}

static void blob_reads_back_bit_for_bit(void **state)
{
    (void)state;
    struct run_result result = train(&tiny, 7);
    struct run_result back = {0};
    struct failure failure = {0};
    result.metrics[RUN_FINAL_LOSS] = (double)NAN;
    result.metrics[RUN_BEST_LOSS] = (double)INFINITY;
    result.metrics[RUN_FINAL_EXCESS] = -0.0;
    result.curve_losses[0] = 5e-324;
    assert_true(
        run_decode(&arena, str_from_c(blob_of(result)), &back, &failure));
    assert_string_equal(blob_of(back), blob_of(result));
    assert_true(signbit(back.metrics[RUN_FINAL_EXCESS]));
}

static void blob_cut_anywhere_is_refused(void **state)
{
    (void)state;
    const struct str whole = str_from_c(blob_of(train(&tiny, 7)));
    for (size_t len = 0; len + 1 < whole.len; len++) {
        struct run_result back = {0};
        struct failure failure = {0};
        assert_false(
            run_decode(&arena, str_slice(whole, 0, len), &back, &failure));
    }
}

/* -- Many runs ------------------------------------------------------------- */

enum { TASKS = 6 };

struct seen {
    struct progress last;
    int signal_at; /* raise SIGTERM when so many are done; 0 never */
};

static void look(void *context, const struct progress *progress)
{
    struct seen *seen = context;
    seen->last = *progress;
    if (seen->signal_at && progress->done >= (size_t)seen->signal_at) {
        seen->signal_at = 0;
        kill(getpid(), SIGTERM);
    }
}

static const struct task *tasks_of(const struct config *config)
{
    struct task *tasks = ARENA_ARRAY(&arena, struct task, TASKS);
    for (size_t i = 0; i < TASKS; i++) {
        tasks[i] = (struct task){
            .config = config,
            .seed = (uint32_t)(100 + i % 4), /* the last two are twice */
            .label = arena_printf(&arena, "EXP-901 arm seed %zu", 100 + i % 4),
        };
    }
    return tasks;
}

static bool run_all(const struct task *tasks, size_t jobs, bool is_fresh,
                    struct seen *seen, struct run_result *results,
                    struct failure *failure)
{
    const struct runner_options options = {.jobs = jobs,
                                           .is_fresh = is_fresh,
                                           .on_progress = look,
                                           .context = seen};
    return runner_run(&arena, store, tasks, TASKS, &options, results, failure);
}

static void equal_keys_are_trained_once_and_known_ones_never(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result results[TASKS] = {0};
    struct run_result again[TASKS] = {0};
    struct seen seen = {0};
    struct failure failure = {0};
    assert_true(run_all(tasks, 2, false, &seen, results, &failure));
    assert_int_equal(seen.last.total, 4);
    assert_int_equal(seen.last.cached, 0);
    assert_string_equal(blob_of(results[0]), blob_of(results[4]));
    assert_string_equal(blob_of(results[1]), blob_of(train(&tiny, 101)));

    assert_true(run_all(tasks, 2, false, &seen, again, &failure));
    assert_int_equal(seen.last.cached, 4);
    for (size_t i = 0; i < TASKS; i++) {
        assert_string_equal(blob_of(results[i]), blob_of(again[i]));
    }
    struct runner_work work = {0};
    assert_true(runner_look(&arena, store, tasks, TASKS, &work, &failure));
    assert_int_equal(work.len, 0);
    assert_int_equal(work.distinct, 4);
}

static void number_of_workers_changes_no_bit(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result one[TASKS] = {0};
    struct run_result many[TASKS] = {0};
    struct seen seen = {0};
    struct failure failure = {0};
    assert_true(run_all(tasks, 1, true, &seen, one, &failure));
    assert_true(run_all(tasks, 4, true, &seen, many, &failure));
    assert_int_equal(seen.last.cached, 0);
    for (size_t i = 0; i < TASKS; i++) {
        assert_string_equal(blob_of(one[i]), blob_of(many[i]));
    }
}

static void fresh_runs_take_the_place_of_wrong_ones(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result results[TASKS] = {0};
    struct run_result wrong = train(&tiny, 100);
    struct seen seen = {0};
    struct failure failure = {0};
    const uint64_t right = wrong.trajectory;
    wrong.trajectory ^= 1;
    assert_true(store_put_run(store, wrong.key.text, str_from_c(blob_of(wrong)),
                              &failure));
    assert_true(run_all(tasks, 2, false, &seen, results, &failure));
    assert_true(results[0].trajectory != right);
    assert_true(run_all(tasks, 2, true, &seen, results, &failure));
    assert_true(results[0].trajectory == right);
    assert_true(run_all(tasks, 2, false, &seen, results, &failure));
    assert_true(results[0].trajectory == right);
}

/* As kept before runs had stepwise metrics: trained once more, not each
 * time. */
static void run_of_an_older_form_is_trained_once_and_then_known(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result results[TASKS] = {0};
    const struct run_result whole = train(&tiny, 100);
    struct seen seen = {0};
    struct failure failure = {0};
    struct str rest = str_from_c(blob_of(whole));
    struct str line = {0};
    struct out older = {0};
    while (str_next_line(&rest, &line)) {
        if (!str_starts(line, S("stepwise")) && !str_starts(line, S("point"))) {
            out_printf(&older, "%.*s\n", STR_ARG(line));
        }
    }
    assert_true(
        store_put_run(store, whole.key.text, out_text(&older), &failure));
    out_free(&older);
    assert_true(run_all(tasks, 2, false, &seen, results, &failure));
    assert_int_equal(seen.last.cached, 0);
    assert_string_equal(blob_of(results[0]), blob_of(whole));
    assert_true(run_all(tasks, 2, false, &seen, results, &failure));
    assert_int_equal(seen.last.cached, 4);
}

/* -- What fits ------------------------------------------------------------- */

static void remember_need(void *context, const struct runner_need *need)
{
    *(struct runner_need *)context = *need;
}

static void run_that_does_not_fit_is_refused_and_nothing_starts(void **state)
{
    (void)state;
    struct config wide = tiny;
    wide.core.model.width = 256;
    const struct task tasks[] = {
        {.config = &tiny, .seed = 1, .label = S("EXP-901 small seed 1")},
        {.config = &wide, .seed = 1, .label = S("EXP-901 wide seed 1")},
    };
    struct run_result results[2] = {0};
    struct runner_need need = {0};
    struct runner_work work = {0};
    struct failure failure = {0};
    const struct runner_options options = {.jobs = 2,
                                           .memory = run_memory(&tiny) * 2,
                                           .on_start = remember_need,
                                           .context = &need};
    assert_true(run_memory(&wide) > 2 * run_memory(&tiny));
    assert_true(run_memory(&tiny) > core_memory(&tiny.core));
    assert_false(
        runner_run(&arena, store, tasks, 2, &options, results, &failure));
    const char *expected =
        arena_printf(&arena,
                     "EXP-901 wide seed 1 needs %s of memory and %s are free; "
                     "nothing was started",
                     memory_text(&arena, run_memory(&wide) +
                                             run_result_memory(&tiny) +
                                             run_result_memory(&wide))
                         .ptr,
                     memory_text(&arena, options.memory).ptr)
            .ptr;
    assert_string_equal(failure.why, expected);
    assert_int_equal(need.runs, 0);
    assert_true(runner_look(&arena, store, tasks, 2, &work, &failure));
    assert_int_equal(work.len, 2);
    assert_int_equal(work.pending[0], 1); /* the dearest first */
}

static void fewer_run_at_a_time_where_not_all_fit(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result results[TASKS] = {0};
    struct runner_need need = {0};
    struct failure failure = {0};
    const struct runner_options options = {
        .jobs = 4,
        .memory = run_memory(&tiny) * 2 + 4 * run_result_memory(&tiny),
        .on_start = remember_need,
        .context = &need};
    assert_true(
        runner_run(&arena, store, tasks, TASKS, &options, results, &failure));
    assert_int_equal(need.runs, 4);
    assert_int_equal(need.jobs, 2);
    assert_true(need.is_squeezed);
    assert_true(need.each == run_memory(&tiny));
    assert_true(need.peak == options.memory);
    assert_string_equal(blob_of(results[1]), blob_of(train(&tiny, 101)));
}

static void size_that_no_machine_has_is_refused_whatever_is_free(void **state)
{
    (void)state;
    struct config vast = tiny;
    vast.core.model.width = 17; /* not even a shape: the core asks for 0 */
    const struct task task = {
        .config = &vast, .seed = 1, .label = S("EXP-901 vast seed 1")};
    struct run_result result = {0};
    struct failure failure = {0};
    const struct runner_options options = {.memory = UINT64_MAX};
    assert_true(run_memory(&vast) == UINT64_MAX);
    assert_false(
        runner_run(&arena, store, &task, 1, &options, &result, &failure));
    assert_string_equal(failure.why, "EXP-901 vast seed 1 is larger than any "
                                     "machine's memory; nothing was started");
}

/* The machine tells, or nothing is refused for what it does not tell. */
static void memory_that_is_free_is_told_in_bytes(void **state)
{
    (void)state;
    const uint64_t available = fs_memory_available();
    assert_true(available == 0 || available > UINT64_C(1) << 20);
    assert_str(memory_text(&arena, 1536), "1.5 KiB");
    assert_str(memory_text(&arena, UINT64_C(3) << 30), "3.0 GiB");
}

static void cost_grows_with_steps_width_and_evaluation(void **state)
{
    (void)state;
    struct config other = tiny;
    other.core.train.steps *= 2;
    other.eval_every *= 2; /* as many evaluations */
    assert_true(run_cost(&other) > run_cost(&tiny));
    other = tiny;
    other.core.model.width *= 2;
    assert_true(run_cost(&other) > 1.5 * run_cost(&tiny));
    other = tiny;
    other.eval_every = 1;
    assert_true(run_cost(&other) > run_cost(&tiny));
}

/* -- What goes wrong ------------------------------------------------------- */

/* A worker that outlives its processor time is ended by the kernel. */
static void dead_worker_is_named_and_the_others_are_kept(void **state)
{
    (void)state;
    struct config endless = tiny;
    endless.core.train.steps = 10000000;
    endless.eval_every = 0;
    const struct task tasks[] = {
        {&tiny, 101, S("EXP-901 small seed 101")},
        {&endless, 102, S("EXP-901 endless seed 102")},
    };
    struct run_result results[2] = {0};
    struct rlimit before = {0};
    struct failure failure = {0};
    struct seen seen = {0};
    const struct runner_options options = {
        .jobs = 2, .on_progress = look, .context = &seen};
    getrlimit(RLIMIT_CPU, &before);
    const struct rlimit limit = {1, before.rlim_max};
    setrlimit(RLIMIT_CPU, &limit);
    const bool is_done =
        runner_run(&arena, store, tasks, 2, &options, results, &failure);
    setrlimit(RLIMIT_CPU, &before);
    assert_false(is_done);
    assert_non_null(strstr(failure.why, "EXP-901 endless seed 102: its worker "
                                        "was ended by signal"));
    struct runner_work work = {0};
    assert_true(runner_look(&arena, store, tasks, 2, &work, &failure));
    assert_int_equal(work.len, 1);
    assert_int_equal(work.distinct, 2);
}

static void interrupt_keeps_what_is_done_and_says_how_to_go_on(void **state)
{
    (void)state;
    const struct task *tasks = tasks_of(&tiny);
    struct run_result results[TASKS] = {0};
    struct seen seen = {.signal_at = 2};
    struct failure failure = {0};
    assert_false(run_all(tasks, 1, false, &seen, results, &failure));
    assert_non_null(strstr(failure.why, "stopped with 2 of 4 runs kept; the "
                                        "same command goes on from there"));
    /* and this process was not ended by its own signal */
    assert_true(run_all(tasks, 1, false, &seen, results, &failure));
    assert_int_equal(seen.last.cached, 2);
}

static void configuration_that_cannot_be_trained_is_a_failure(void **state)
{
    (void)state;
    struct config config = tiny;
    struct run_result result = {0};
    struct failure failure = {0};
    config.core.train.batch = 5;
    assert_false(run_train(&arena, &config, 1, &result, &failure));
    assert_non_null(strstr(failure.why, "train.batch"));
}

/* -- The lock -------------------------------------------------------------- */

static void second_lock_is_refused_with_the_holders_number(void **state)
{
    (void)state;
    const struct test_folder folder = test_folder_new();
    const char *path =
        arena_printf(&arena, "%s/build/run.lock", folder.path).ptr;
    struct lock lock = {0};
    struct failure failure = {0};
    assert_true(lock_take(path, &lock, &failure));
    const pid_t child = fork();
    if (child == 0) {
        struct lock second = {0};
        const bool is_taken = lock_take(path, &second, &failure);
        const char *holder =
            arena_printf(&arena, "process %ld holds", (long)getppid()).ptr;
        _exit(is_taken || !strstr(failure.why, holder));
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    lock_release(&lock);
    assert_true(lock_take(path, &lock, &failure));
    lock_release(&lock);
    test_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(run_measures_curve_profiles_and_hashes),
        TEST(stepwise_metrics_have_the_start_and_the_curves_points),
        TEST(largest_attention_logit_is_that_of_the_whole_run),
        TEST(logit_movement_is_the_rms_change_since_the_start),
        TEST(curve_ends_at_the_last_step_however_spaced),
        TEST(run_that_diverges_says_when_and_has_no_final_metrics),
        TEST(blob_reads_back_bit_for_bit),
        TEST(blob_cut_anywhere_is_refused),
        TEST(equal_keys_are_trained_once_and_known_ones_never),
        TEST(number_of_workers_changes_no_bit),
        TEST(fresh_runs_take_the_place_of_wrong_ones),
        TEST(run_of_an_older_form_is_trained_once_and_then_known),
        TEST(run_that_does_not_fit_is_refused_and_nothing_starts),
        TEST(fewer_run_at_a_time_where_not_all_fit),
        TEST(size_that_no_machine_has_is_refused_whatever_is_free),
        TEST(memory_that_is_free_is_told_in_bytes),
        TEST(cost_grows_with_steps_width_and_evaluation),
        TEST(dead_worker_is_named_and_the_others_are_kept),
        TEST(interrupt_keeps_what_is_done_and_says_how_to_go_on),
        TEST(configuration_that_cannot_be_trained_is_a_failure),
        TEST(second_lock_is_refused_with_the_holders_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
