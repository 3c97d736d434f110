/* The runner: one child process a run, a pipe back, and this process alone
 * writing to the store. Runs are seconds long, so a fork each costs nothing
 * that can be measured and leaves nothing behind: a child that crashes takes
 * one run with it, and a child whose parent is gone ends itself. */

#include "experiment/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { POLL_MS = 200 };

struct worker {
    pid_t pid; /* 0: idle */
    int fd;
    size_t task;
    struct out text;
};

struct runner {
    struct arena *arena;
    struct store *store;
    const struct task *tasks;
    const struct runner_options *options;
    struct run_result *results;
    struct failure *failure;
    struct sha256_hex *keys;
    size_t *first; /* of each task: the first with the same key */
    struct runner_work work;
    size_t next; /* of work.pending, to be started */
    struct worker *workers;
    struct pollfd *polls;
    size_t job_count, active;
    double started, cost_done, cost_total;
    struct progress progress;
    sigset_t held, before;
};

static double now_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* -- What there is to do --------------------------------------------------- */

/* Keys of the tasks, in their order. */
static struct sha256_hex *keys_of(struct arena *arena, const struct task *tasks,
                                  size_t count)
{
    struct sha256_hex *keys = ARENA_ARRAY(arena, struct sha256_hex, count);
    struct out canonical = {0};
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || tasks[i].config != tasks[i - 1].config) {
            out_reset(&canonical);
            config_canonical(&canonical, tasks[i].config);
        }
        keys[i] =
            run_key_of_text(CORE_NUMERICS, out_text(&canonical), tasks[i].seed);
    }
    out_free(&canonical);
    return keys;
}

/* Of each task, the first that has its key. Returns how many are first. */
static size_t find_firsts(struct arena *arena, const struct sha256_hex *keys,
                          size_t count, size_t *first)
{
    struct map seen = {0};
    size_t distinct = 0;
    size_t *indexes = ARENA_ARRAY(arena, size_t, count);
    for (size_t i = 0; i < count; i++) {
        void **slot = map_slot(arena, &seen, str_from_c(keys[i].text));
        if (!*slot) {
            indexes[i] = i;
            *slot = &indexes[i];
            distinct++;
        }
        first[i] = *(const size_t *)*slot;
    }
    return distinct;
}

/* A kept run that cannot be read is as good as none. */
static bool fetch(struct arena *arena, struct store *store,
                  const struct sha256_hex *key, struct run_result *result,
                  bool *found, struct failure *failure)
{
    struct str blob = {0};
    struct failure unread = {0};
    *found = false;
    if (store &&
        !store_get_run(store, key->text, arena, &blob, found, failure)) {
        return false;
    }
    *found = *found && run_decode(arena, blob, result, &unread) &&
             str_is(str_from_c(result->key.text), key->text);
    return true;
}

/* The dearest first; equal ones in the order of tasks. */
struct pending {
    size_t task;
    double cost;
};

static int compare_pending(const void *left, const void *right)
{
    const struct pending *l = left;
    const struct pending *r = right;
    if (l->cost != r->cost) {
        return l->cost > r->cost ? -1 : 1;
    }
    return (l->task > r->task) - (l->task < r->task);
}

static void sort_pending(struct arena *arena, const struct task *tasks,
                         size_t *pending, size_t count)
{
    struct pending *sorted = ARENA_ARRAY(arena, struct pending, count);
    for (size_t i = 0; i < count; i++) {
        sorted[i] =
            (struct pending){pending[i], run_cost(tasks[pending[i]].config)};
    }
    if (count > 0) {
        qsort(sorted, count, sizeof *sorted, compare_pending);
    }
    for (size_t i = 0; i < count; i++) {
        pending[i] = sorted[i].task;
    }
}

static bool plan_work(struct runner *runner, size_t count)
{
    struct arena *arena = runner->arena;
    struct runner_work *work = &runner->work;
    runner->keys = keys_of(arena, runner->tasks, count);
    runner->first = ARENA_ARRAY(arena, size_t, count);
    work->pending = ARENA_ARRAY(arena, size_t, count);
    work->distinct = find_firsts(arena, runner->keys, count, runner->first);
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        if (runner->first[i] != i) {
            continue;
        }
        if (!runner->options->is_fresh &&
            !fetch(arena, runner->store, &runner->keys[i], &runner->results[i],
                   &found, runner->failure)) {
            return false;
        }
        if (!found) {
            work->pending[work->len++] = i;
            runner->cost_total += run_cost(runner->tasks[i].config);
        }
    }
    sort_pending(arena, runner->tasks, work->pending, work->len);
    runner->progress.total = work->distinct;
    runner->progress.cached = work->distinct - work->len;
    runner->progress.done = runner->progress.cached;
    return true;
}

bool runner_look(struct arena *arena, struct store *store,
                 const struct task *tasks, size_t count,
                 struct runner_work *work, struct failure *failure)
{
    struct runner runner = {
        .arena = arena,
        .store = store,
        .tasks = tasks,
        .options = &(const struct runner_options){0},
        .results = ARENA_ARRAY(arena, struct run_result, count),
        .failure = failure,
    };
    const bool is_known = plan_work(&runner, count);
    *work = runner.work;
    return is_known;
}

/* -- The child ------------------------------------------------------------- */

static bool write_all(int fd, struct str text)
{
    while (text.len > 0) {
        const ssize_t written = write(fd, text.ptr, text.len);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text = str_from(text, written > 0 ? (size_t)written : 0);
    }
    return true;
}

/* Ctrl-C reaches the whole group; the parent sees it and stops its children,
 * so SIGINT stays held here. */
static void prepare_child(const struct runner *runner, pid_t parent)
{
    sigset_t held = runner->before;
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGHUP);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(EXIT_FAILURE);
    }
    sigprocmask(SIG_SETMASK, &held, NULL);
}

_Noreturn static void work(const struct runner *runner, size_t task, int fd,
                           pid_t parent)
{
    struct arena arena = {0};
    struct out text = {0};
    struct run_result result = {0};
    struct failure failure = {0};
    prepare_child(runner, parent);
    const bool is_done = run_train(&arena, runner->tasks[task].config,
                                   runner->tasks[task].seed, &result, &failure);
    if (is_done) {
        run_encode(&text, &result);
    } else {
        out_c(&text, failure.why);
    }
    const bool is_written = write_all(fd, out_text(&text));
    _exit(is_done && is_written ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* -- The parent ------------------------------------------------------------ */

static bool start_worker(struct runner *runner, struct worker *worker)
{
    int ends[2] = {-1, -1};
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return fail(runner->failure, "cannot make a pipe to a worker: %s",
                    strerror(errno));
    }
    worker->task = runner->work.pending[runner->next++];
    worker->pid = fork();
    if (worker->pid == 0) {
        close(ends[0]);
        work(runner, worker->task, ends[1], parent);
    }
    close(ends[1]);
    if (worker->pid < 0) {
        worker->pid = 0;
        close(ends[0]);
        return fail(runner->failure, "cannot start a worker: %s",
                    strerror(errno));
    }
    worker->fd = ends[0];
    out_reset(&worker->text);
    runner->active++;
    return true;
}

static bool start_workers(struct runner *runner)
{
    for (size_t i = 0; i < runner->job_count; i++) {
        if (runner->workers[i].pid == 0 && runner->next < runner->work.len &&
            !start_worker(runner, &runner->workers[i])) {
            return false;
        }
    }
    return true;
}

static bool report_death(struct runner *runner, const struct worker *worker,
                         int status)
{
    const struct str label = runner->tasks[worker->task].label;
    const struct str said = str_slice(out_text(&worker->text), 0, 400);
    if (WIFSIGNALED(status)) {
        return fail(runner->failure,
                    "%.*s: its worker was ended by signal %d (%s); the runs "
                    "that were done are kept",
                    STR_ARG(label), WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
    }
    return fail(runner->failure, "%.*s: its worker ended with status %d%s%.*s",
                STR_ARG(label), WEXITSTATUS(status),
                said.len ? ": " : " and said nothing", STR_ARG(said));
}

static bool keep(struct runner *runner, const struct worker *worker)
{
    struct run_result *result = &runner->results[worker->task];
    const struct sha256_hex *key = &runner->keys[worker->task];
    const struct str text = out_text(&worker->text);
    if (!run_decode(runner->arena, text, result, runner->failure)) {
        return false;
    }
    if (strcmp(result->key.text, key->text) != 0) {
        BUG("a run came back under another key");
    }
    /* What the store has under the key is not trusted, or of a version that
     * kept less of a run: it was fetched in vain, and must not stay in the
     * way. */
    return !runner->store ||
           (store_drop_run(runner->store, key->text, runner->failure) &&
            store_put_run(runner->store, key->text, text, runner->failure));
}

static void note_done(struct runner *runner, size_t task)
{
    struct progress *progress = &runner->progress;
    runner->cost_done += run_cost(runner->tasks[task].config);
    progress->done++;
    progress->seconds = now_seconds() - runner->started;
    progress->seconds_left = progress->seconds *
                             (runner->cost_total - runner->cost_done) /
                             runner->cost_done;
}

static void tell(const struct runner *runner)
{
    if (runner->options->on_progress) {
        runner->options->on_progress(runner->options->context,
                                     &runner->progress);
    }
}

static bool is_interrupted(const struct runner *runner)
{
    sigset_t waiting;
    sigpending(&waiting);
    for (int i = 1; i < NSIG; i++) {
        if (sigismember(&runner->held, i) == 1 &&
            sigismember(&waiting, i) == 1) {
            return true;
        }
    }
    return false;
}

/* The worker's pipe is closed: it has ended or is about to. */
static bool finish_worker(struct runner *runner, struct worker *worker)
{
    int status = 0;
    close(worker->fd);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
    }
    worker->pid = 0;
    runner->active--;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS) {
        return report_death(runner, worker, status);
    }
    if (!keep(runner, worker)) {
        return false;
    }
    note_done(runner, worker->task);
    return true;
}

static bool read_worker(struct runner *runner, struct worker *worker)
{
    char chunk[1 << 14];
    const ssize_t got = read(worker->fd, chunk, sizeof chunk);
    if (got > 0) {
        out_str(&worker->text, (struct str){chunk, (size_t)got});
        return true;
    }
    if (got < 0 && errno == EINTR) {
        return true;
    }
    return finish_worker(runner, worker);
}

static bool read_workers(struct runner *runner)
{
    for (size_t i = 0; i < runner->job_count; i++) {
        struct worker *worker = &runner->workers[i];
        runner->polls[i] = (struct pollfd){.fd = worker->pid ? worker->fd : -1,
                                           .events = POLLIN};
    }
    if (poll(runner->polls, runner->job_count, POLL_MS) <= 0) {
        return true;
    }
    for (size_t i = 0; i < runner->job_count; i++) {
        if (runner->polls[i].revents != 0 &&
            !read_worker(runner, &runner->workers[i])) {
            return false;
        }
    }
    return true;
}

static void stop_workers(struct runner *runner)
{
    for (size_t i = 0; i < runner->job_count; i++) {
        struct worker *worker = &runner->workers[i];
        if (worker->pid) {
            kill(worker->pid, SIGKILL);
            waitpid(worker->pid, NULL, 0);
            close(worker->fd);
            worker->pid = 0;
        }
        out_free(&worker->text);
    }
}

static bool report_interrupt(struct runner *runner)
{
    return fail(runner->failure, "stopped with %zu of %zu runs %s",
                runner->progress.done, runner->progress.total,
                runner->store ? "kept; the same command goes on from there"
                              : "done and none kept, as there is no cache");
}

static bool work_off(struct runner *runner)
{
    while (runner->next < runner->work.len || runner->active > 0) {
        if (is_interrupted(runner)) {
            return report_interrupt(runner);
        }
        if (!start_workers(runner) || !read_workers(runner)) {
            return is_interrupted(runner) ? report_interrupt(runner) : false;
        }
        tell(runner);
    }
    return true;
}

/* Signals are held, not handled: a handler would need a global. What is
 * waiting is looked for between polls, and taken off before they are let
 * through again. */
static void hold_signals(struct runner *runner)
{
    sigemptyset(&runner->held);
    sigaddset(&runner->held, SIGINT);
    sigaddset(&runner->held, SIGTERM);
    sigaddset(&runner->held, SIGHUP);
    sigprocmask(SIG_BLOCK, &runner->held, &runner->before);
}

static void release_signals(struct runner *runner)
{
    int taken = 0;
    while (is_interrupted(runner) && sigwait(&runner->held, &taken) == 0) {
    }
    sigprocmask(SIG_SETMASK, &runner->before, NULL);
}

static bool train_pending(struct runner *runner)
{
    struct runner_need need = {0};
    if (runner->work.len == 0) {
        return true;
    }
    if (!runner_fit(runner->arena, runner->tasks, &runner->work,
                    runner->options, &need, runner->failure)) {
        return false;
    }
    if (runner->options->on_start) {
        runner->options->on_start(runner->options->context, &need);
    }
    runner->job_count = need.jobs;
    runner->workers =
        ARENA_ARRAY(runner->arena, struct worker, runner->job_count);
    runner->polls =
        ARENA_ARRAY(runner->arena, struct pollfd, runner->job_count);
    runner->started = now_seconds();
    hold_signals(runner);
    const bool is_done = work_off(runner);
    stop_workers(runner);
    release_signals(runner);
    return is_done;
}

bool runner_run(struct arena *arena, struct store *store,
                const struct task *tasks, size_t count,
                const struct runner_options *options,
                struct run_result *results, struct failure *failure)
{
    struct runner runner = {.arena = arena,
                            .store = store,
                            .tasks = tasks,
                            .options = options,
                            .results = results,
                            .failure = failure,
                            .progress.seconds_left = -1};
    if (!plan_work(&runner, count)) {
        return false;
    }
    tell(&runner);
    if (!train_pending(&runner)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        results[i] = results[runner.first[i]];
    }
    return true;
}
