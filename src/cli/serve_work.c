/* Building and checking, by children that are this same program: whatever
 * becomes of them, the server lives on, and memory goes back when they end. The
 * check follows the build, so that pages do not wait for it. */

#include "cli/serve.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"

enum {
    QUIET_US = 5000, /* an editor's save is over after so much quiet */
    OUTPUT_CEILING = 64 << 20
};

/* ---- Children --------------------------------------------------------- */

static bool start(struct serve *serve, struct serve_child *child,
                  const char *const *arguments)
{
    child->started_ns = fs_now();
    child->out = memfd_create("out", MFD_CLOEXEC);
    child->err = memfd_create("err", MFD_CLOEXEC);
    child->pid = fork();
    if (child->pid == 0) {
        const int none = open("/dev/null", O_RDONLY | O_CLOEXEC);
        union {
            const char *const *given;
            char *const *taken;
        } words = {.given = arguments};
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        if (dup2(none, STDIN_FILENO) >= 0 &&
            dup2(child->out, STDOUT_FILENO) >= 0 &&
            dup2(child->err, STDERR_FILENO) >= 0) {
            execv("/proc/self/exe", words.taken);
        }
        _exit(STATUS_FAILED);
    }
    if (child->pid < 0) {
        child->pid = 0;
        command_note(serve->command, "cannot start a build: %s",
                     strerror(errno));
    }
    return child->pid > 0;
}

static struct str read_output(struct arena *arena, int file)
{
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size <= 0 ||
        info.st_size > OUTPUT_CEILING) {
        return (struct str){0};
    }
    const size_t size = (size_t)info.st_size;
    char *bytes = ARENA_ARRAY(arena, char, size + 1);
    const ssize_t got = pread(file, bytes, size, 0);
    return (struct str){bytes, got > 0 ? (size_t)got : 0};
}

static void forget(struct serve_child *child)
{
    close(child->out);
    close(child->err);
    *child = (struct serve_child){0};
}

static void stop(struct serve_child *child)
{
    if (child->pid > 0) {
        kill(child->pid, SIGTERM);
        waitpid(child->pid, NULL, 0);
        forget(child);
    }
}

static void start_build(struct serve *serve)
{
    const char *arguments[12] = {"probatum", "-C",       serve->root.ptr,
                                 "build",    "--format", "json"};
    size_t count = 6;
    const struct str out = command_text(serve->command, OPTION_OUT, "");
    const struct str templates =
        command_text(serve->command, OPTION_TEMPLATES, "");
    if (out.len > 0) {
        arguments[count++] = "--out";
        arguments[count++] = arena_cstr(&serve->arena, out);
    }
    if (templates.len > 0) {
        arguments[count++] = "--templates";
        arguments[count++] = arena_cstr(&serve->arena, templates);
    }
    stop(&serve->checker);
    serve->is_dirty = false;
    serve->is_unchecked = true;
    start(serve, &serve->builder, arguments);
}

static void start_check(struct serve *serve)
{
    const char *arguments[] = {
        "probatum", "-C", serve->root.ptr, "check", "--format", "json", NULL};
    start(serve, &serve->checker, arguments);
}

/* ---- When a child ends ------------------------------------------------ */

static int64_t number_of(const struct json *object, const char *key)
{
    const struct json *member = json_get(object, key);
    return member != NULL ? member->integer : 0;
}

static void say_rebuilt(struct serve *serve, const struct json *summary)
{
    const int64_t made = number_of(summary, "made");
    const int64_t removed = number_of(summary, "removed");
    const double ms = (double)(fs_now() - serve->builder.started_ns) / 1e6;
    if (made > 0 || removed > 0) {
        command_note(serve->command,
                     "built %lld of %lld pages, removed %lld, in %.0f ms",
                     (long long)made, (long long)number_of(summary, "pages"),
                     (long long)removed, ms);
    }
}

static void end_build(struct serve *serve, int status)
{
    struct arena scratch = {0};
    struct failure ignored = {0};
    struct json *summary = NULL;
    const bool has_failed =
        !WIFEXITED(status) || WEXITSTATUS(status) > STATUS_FINDINGS;
    const struct str said = str_trim(read_output(&scratch, serve->builder.err));
    if (json_read(&scratch, read_output(&scratch, serve->builder.out), &summary,
                  &ignored)) {
        const struct json *out = json_get(summary, "out");
        serve->site =
            arena_copy(&serve->arena, out != NULL ? out->string : S(""));
        say_rebuilt(serve, summary);
    }
    serve->failure = (struct str){0};
    if (has_failed) {
        serve->failure = arena_copy(
            &serve->arena, said.len > 0 ? said : S("the build was killed"));
        command_note(serve->command, "%.*s", STR_ARG(serve->failure));
    }
    serve->builds++;
    forget(&serve->builder);
    arena_free(&scratch);
    /* What moved meanwhile is built first: no page is older than it. */
    if (serve->is_dirty) {
        work_request(serve);
        return;
    }
    http_release(serve);
    if (has_failed) {
        problems_set(serve, NULL);
    }
    start_check(serve);
}

static void end_check(struct serve *serve)
{
    struct arena scratch = {0};
    struct failure ignored = {0};
    struct json *report = NULL;
    const bool is_read = json_read(
        &scratch, read_output(&scratch, serve->checker.out), &report, &ignored);
    forget(&serve->checker);
    serve->is_unchecked = false;
    if (is_read) {
        problems_set(serve, report);
    }
    arena_free(&scratch);
}

static void on_child(evutil_socket_t number, short what, void *context)
{
    struct serve *serve = context;
    int status = 0;
    pid_t pid = 0;
    (void)number;
    (void)what;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == serve->builder.pid) {
            end_build(serve, status);
        } else if (pid == serve->checker.pid) {
            end_check(serve);
        }
    }
}

/* ---- When to build ---------------------------------------------------- */

static void on_quiet(evutil_socket_t file, short what, void *context)
{
    struct serve *serve = context;
    (void)file;
    (void)what;
    if (serve->builder.pid == 0) {
        start_build(serve);
    }
}

void work_request(struct serve *serve)
{
    const struct timeval quiet = {.tv_usec = QUIET_US};
    serve->is_dirty = true;
    if (serve->builder.pid == 0) {
        event_add(serve->pause, &quiet);
    }
}

bool work_is_due(const struct serve *serve)
{
    return serve->is_dirty || serve->builder.pid > 0;
}

bool work_start(struct serve *serve, struct failure *failure)
{
    struct event *ends = evsignal_new(serve->base, SIGCHLD, on_child, serve);
    serve->pause = evtimer_new(serve->base, on_quiet, serve);
    if (ends == NULL || serve->pause == NULL || event_add(ends, NULL) != 0) {
        return fail(failure, "cannot wait for builds");
    }
    work_request(serve);
    return true;
}

void work_stop(struct serve *serve)
{
    stop(&serve->builder);
    stop(&serve->checker);
}
