/* Children of the server: this same program, carrying out one command again and
 * again. They are forked, start no program and stay, so that what a start costs
 * is paid once, a few hundred kilobytes of certificates that libgit2 reads
 * among it, and the memory of one build serves the next. One that dies is
 * replaced.
 *
 * Server and child send each other messages, of which the first letter says
 * what it is. */

#include "cli/serve.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "record/library_keep.h"
#include "render/site.h"

enum {
    OUTPUT_CEILING = 64 << 20,
    LINE = STDERR_FILENO + 1, /* to the server, in the child */
    MESSAGE = 4096,
};

enum message {
    BEGIN = 'b', /* with the places of pages to make first, a line each */
    HALT = 'h',  /* what was begun is not wanted any more */
    SHOW = 's',  /* with the place of one of those pages, which is made */
    ENDED = 'e', /* with the exit status */
};

static bool send_message(int line, enum message what, struct str text)
{
    char bytes[MESSAGE] = {(char)what};
    if (text.len >= sizeof bytes) {
        return false;
    }
    memcpy(bytes + 1, text.len > 0 ? text.ptr : "", text.len);
    return send(line, bytes, text.len + 1, MSG_NOSIGNAL) ==
           (ssize_t)text.len + 1;
}

/* False when there is nobody any more at the other end. */
static bool receive(int line, char bytes[MESSAGE], struct str *text)
{
    ssize_t got = 0;
    do {
        got = recv(line, bytes, MESSAGE, 0);
    } while (got < 0 && errno == EINTR);
    *text = (struct str){bytes, got > 0 ? (size_t)got : 0};
    return got > 0;
}

/* ---- In the child ------------------------------------------------------- */

/* Its output goes where the server reads it, and nothing else of the server's
 * stays open: a browser would wait for the end of a connection until the child
 * ends. */
static bool hand_over(const struct serve_child *child, int line)
{
    const int none = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const bool is_done = none >= 0 && dup2(none, STDIN_FILENO) >= 0 &&
                         dup2(child->out, STDOUT_FILENO) >= 0 &&
                         dup2(child->err, STDERR_FILENO) >= 0 &&
                         (line == LINE || dup2(line, LINE) >= 0);
    close_range(LINE + 1, UINT_MAX, 0);
    return is_done;
}

static void forget_signals(const sigset_t *blocked)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        signal(numbers[i], SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, blocked, NULL);
}

static void show(void *context, struct str place)
{
    (void)context;
    send_message(LINE, SHOW, place);
}

/* Whatever the server has to say now, or that it is gone. */
static bool is_over(void *context)
{
    struct pollfd line = {.fd = LINE, .events = POLLIN};
    (void)context;
    return poll(&line, 1, 0) > 0;
}

static enum exit_status carry_out(const char *const *words, struct str places,
                                  struct library_keep *keep)
{
    struct arena arena = {0};
    struct site_readers readers = {.show = show, .is_over = is_over};
    struct str place = {0};
    union {
        const char *const *given;
        char **taken;
    } arguments = {.given = words};
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    while (str_next_line(&places, &place)) {
        *LIST_PUSH(&arena, &readers.open) = place;
    }
    const enum exit_status status =
        command_main(count, arguments.taken, &readers, keep);
    arena_free(&arena);
    return fflush(stdout) == 0 ? status : STATUS_FAILED;
}

/* Until the server is gone. */
static void work(const char *const *words)
{
    char bytes[MESSAGE] = {0};
    struct str order = {0};
    struct library_keep keep = {0};
    while (receive(LINE, bytes, &order)) {
        if (order.ptr[0] != BEGIN) {
            continue; /* what is to halt has ended */
        }
        const char status = (char)carry_out(words, str_from(order, 1), &keep);
        if (!send_message(LINE, ENDED, (struct str){&status, 1})) {
            return;
        }
    }
}

/* ---- In the server ------------------------------------------------------ */

/* What it has to say, or that it is no more. */
static void on_line(evutil_socket_t line, short what, void *context)
{
    struct serve_child *child = context;
    char bytes[MESSAGE] = {0};
    struct str text = {0};
    (void)what;
    const bool is_alive = receive(line, bytes, &text);
    if (is_alive && text.ptr[0] == SHOW) {
        child->on_show(child->serve, str_from(text, 1));
        return;
    }
    const bool was_busy = child->is_busy;
    child->is_busy = false;
    if (was_busy) {
        child->on_end(child->serve, is_alive ? text.ptr[1] : CHILD_DIED);
    }
    if (!is_alive) {
        child_stop(child);
    }
}

static bool listen_to(struct serve_child *child)
{
    child->event = event_new(child->serve->base, child->line,
                             EV_READ | EV_PERSIST, on_line, child);
    return child->event != NULL && event_add(child->event, NULL) == 0;
}

/* Signals wait meanwhile, so that none is meant for the server and met by the
 * child. */
static void fork_off(struct serve_child *child, const char *const *words,
                     int line)
{
    sigset_t all;
    sigset_t usual;
    sigfillset(&all);
    fflush(stdout);
    sigprocmask(SIG_BLOCK, &all, &usual);
    child->pid = fork();
    if (child->pid == 0) {
        forget_signals(&usual);
        if (hand_over(child, line)) {
            work(words);
        }
        _exit(STATUS_CLEAN);
    }
    const int reason = errno;
    sigprocmask(SIG_SETMASK, &usual, NULL);
    errno = reason;
}

static bool start(struct serve_child *child, const char *const *words,
                  struct failure *failure)
{
    int lines[2] = {-1, -1};
    child->out = memfd_create("out", MFD_CLOEXEC);
    child->err = memfd_create("err", MFD_CLOEXEC);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, lines) == 0) {
        child->line = lines[0];
        fork_off(child, words, lines[1]);
        close(lines[1]);
    }
    if (child->pid <= 0) {
        return fail(failure, "cannot start %s: %s", child->task,
                    strerror(errno));
    }
    return listen_to(child) || fail(failure, "cannot hear of %s", child->task);
}

/* Both ends share one place in the file. */
static bool empty(int file)
{
    return ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0;
}

bool child_run(struct serve_child *child, const char *const *words,
               struct str places, struct failure *failure)
{
    child->started_ns = fs_now();
    if (child->pid > 0 || start(child, words, failure)) {
        child->is_busy =
            (empty(child->out) && empty(child->err) &&
             send_message(child->line, BEGIN, places)) ||
            fail(failure, "cannot begin %s: %s", child->task, strerror(errno));
    }
    if (!child->is_busy) {
        child_stop(child);
    }
    return child->is_busy;
}

void child_halt(struct serve_child *child)
{
    send_message(child->line, HALT, S(""));
}

struct str child_output(struct arena *arena, int file)
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

static void close_all(struct serve_child *child)
{
    const int files[] = {child->out, child->err, child->line};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i] > 0) {
            close(files[i]);
        }
    }
}

void child_stop(struct serve_child *child)
{
    if (child->event != NULL) {
        event_free(child->event);
    }
    if (child->pid > 0) {
        kill(child->pid, SIGTERM);
        waitpid(child->pid, NULL, 0);
    }
    close_all(child);
    *child = (struct serve_child){.serve = child->serve,
                                  .task = child->task,
                                  .on_show = child->on_show,
                                  .on_end = child->on_end};
}
