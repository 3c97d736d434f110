/* Building and checking, by children: whatever becomes of them, the server
 * lives on. The check follows the build, so that pages do not wait for it. */

#include "cli/serve.h"

#include <event2/event.h>

#include "base/fs.h"
#include "base/json.h"

/* So long an editor's save may take: its steps are built as one. A build that
 * cannot start is tried again after a while. */
static const struct timeval pause_of_saves = {.tv_usec = 5000};
static const struct timeval pause_of_trouble = {.tv_sec = 1};

/* ---- Starting --------------------------------------------------------- */

static bool start(struct serve *serve, struct serve_child *child,
                  const char *const *words, struct str places)
{
    struct failure failure = {0};
    const bool is_running = child_run(child, words, places, &failure);
    if (!is_running) {
        command_note(serve->command, "%s", failure.why);
    }
    return is_running;
}

static void begin_round(struct serve *serve)
{
    arena_free(&serve->round);
    serve->ready = (struct strs){0};
}

static void start_build(struct serve *serve)
{
    if (serve->checker.is_busy) {
        child_stop(&serve->checker);
    }
    begin_round(serve);
    serve->is_unchecked = true;
    serve->is_dirty = !start(serve, &serve->builder, serve->build_words,
                             http_places(serve, &serve->round));
    if (serve->is_dirty) {
        event_add(serve->pause, &pause_of_trouble);
    }
}

static void put_words(struct serve *serve)
{
    static const enum option passed[] = {OPTION_OUT, OPTION_TEMPLATES};
    const char **build = serve->build_words;
    const char **check = serve->check_words;
    *build++ = *check++ = "probatum";
    *build++ = *check++ = "-C";
    *build++ = *check++ = serve->root.ptr;
    *build++ = "build";
    *check++ = "check";
    *build++ = *check++ = "--format=json";
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        const struct str value = command_text(serve->command, passed[i], "");
        if (value.len > 0) {
            *build++ =
                arena_printf(&serve->arena, "--%s=%.*s",
                             option_infos[passed[i]].spelling, STR_ARG(value))
                    .ptr;
        }
    }
}

/* ---- What a child says ------------------------------------------------ */

/* What it made before something moved may be old. */
static void show(struct serve *serve, struct str place)
{
    if (!serve->is_dirty) {
        *LIST_PUSH(&serve->round, &serve->ready) =
            arena_copy(&serve->round, place);
        http_release(serve);
    }
}

static void say_rebuilt(struct serve *serve, const struct json *summary)
{
    const int64_t made = json_get_int(summary, "made");
    const int64_t removed = json_get_int(summary, "removed");
    const double ms = (double)(fs_now() - serve->builder.started_ns) / 1e6;
    if (made > 0 || removed > 0) {
        command_note(serve->command,
                     "built %lld of %lld pages, removed %lld, in %.0f ms",
                     (long long)made, (long long)json_get_int(summary, "pages"),
                     (long long)removed, ms);
    }
}

/* Without the program's name, which the server says anyway. */
static struct str said_by(const struct serve_child *child, struct arena *arena)
{
    const struct str name = S("probatum: ");
    const struct str said = str_trim(child_output(arena, child->err));
    return str_starts(said, name) ? str_from(said, name.len) : said;
}

static void end_build(struct serve *serve, int status)
{
    struct arena scratch = {0};
    struct failure ignored = {0};
    struct json *summary = NULL;
    const bool has_failed = status == CHILD_DIED || status > STATUS_FINDINGS;
    const struct str said = said_by(&serve->builder, &scratch);
    if (json_read(&scratch, child_output(&scratch, serve->builder.out),
                  &summary, &ignored)) {
        const struct json *out = json_get(summary, "out");
        serve->site =
            arena_copy(&serve->arena, out != NULL ? out->string : S(""));
        say_rebuilt(serve, summary);
    }
    serve->failure = (struct str){0};
    /* What moved meanwhile is built first: no page is older than it. */
    if (has_failed && !serve->is_dirty) {
        serve->failure = arena_copy(
            &serve->arena, said.len > 0 ? said : S("the build was killed"));
        command_note(serve->command, "%.*s", STR_ARG(serve->failure));
    }
    serve->builds++;
    arena_free(&scratch);
    if (serve->is_dirty) {
        work_request(serve);
        return;
    }
    http_release(serve);
    if (has_failed) {
        problems_set(serve, NULL);
    }
    start(serve, &serve->checker, serve->check_words, S(""));
}

static void end_check(struct serve *serve, int status)
{
    struct arena scratch = {0};
    struct failure ignored = {0};
    struct json *report = NULL;
    (void)status;
    if (work_is_due(serve)) {
        return; /* it may be of files that moved */
    }
    const bool is_read =
        json_read(&scratch, child_output(&scratch, serve->checker.out), &report,
                  &ignored);
    serve->is_unchecked = false;
    if (is_read) {
        problems_set(serve, report);
    }
    arena_free(&scratch);
}

/* ---- When to build ---------------------------------------------------- */

static void on_pause(evutil_socket_t file, short what, void *context)
{
    struct serve *serve = context;
    (void)file;
    (void)what;
    if (!serve->builder.is_busy) {
        start_build(serve);
    }
}

void work_request(struct serve *serve)
{
    if (serve->builder.is_busy && !serve->is_dirty) {
        child_halt(&serve->builder);
    }
    serve->is_dirty = true;
    serve->ready.len = 0;
    if (!serve->builder.is_busy && !evtimer_pending(serve->pause, NULL)) {
        event_add(serve->pause, &pause_of_saves);
    }
}

bool work_is_due(const struct serve *serve)
{
    return serve->is_dirty || serve->builder.is_busy;
}

/* Of assets a build writes what the program brings, and has done so. */
static bool never_moves(const struct serve *serve, struct str path,
                        struct str place)
{
    return serve->site.len > 0 && place.len == 0 &&
           str_starts(path, S("/assets/"));
}

bool work_has_made(const struct serve *serve, struct str path)
{
    struct arena scratch = {0};
    const struct str place = files_place(&scratch, path);
    const bool is_made =
        !work_is_due(serve) || never_moves(serve, path, place) ||
        (serve->site.len > 0 && strs_has(&serve->ready, place));
    arena_free(&scratch);
    return is_made;
}

bool work_start(struct serve *serve, struct failure *failure)
{
    serve->builder.serve = serve->checker.serve = serve;
    serve->builder.task = "the build";
    serve->checker.task = "the check";
    serve->builder.on_show = show;
    serve->builder.on_end = end_build;
    serve->checker.on_end = end_check;
    put_words(serve);
    serve->pause = evtimer_new(serve->base, on_pause, serve);
    if (serve->pause == NULL) {
        return fail(failure, "cannot wait for builds");
    }
    work_request(serve);
    return true;
}

void work_stop(struct serve *serve)
{
    child_stop(&serve->builder);
    child_stop(&serve->checker);
    begin_round(serve);
}
