/* probatum serve: the site in a browser, as it would be built from the files as
 * they are at that moment. */

#include "cli/serve.h"

#include <event2/event.h>
#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/workspace.h"

enum { PORT = 8000 };

static void on_signal(evutil_socket_t number, short what, void *context)
{
    struct serve *serve = context;
    (void)number;
    (void)what;
    event_base_loopbreak(serve->base);
}

static bool stop_on_signals(struct serve *serve, struct failure *failure)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    bool is_done = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && is_done; i++) {
        serve->signals[i] =
            evsignal_new(serve->base, numbers[i], on_signal, serve);
        is_done = serve->signals[i] != NULL &&
                  event_add(serve->signals[i], NULL) == 0;
    }
    return is_done || fail(failure, "cannot wait for signals");
}

static bool start(struct serve *serve, int64_t port, int64_t *chosen,
                  struct failure *failure)
{
    serve->base = event_base_new();
    return (serve->base != NULL || fail(failure, "cannot wait for events")) &&
           vcs_keep(failure) && http_start(serve, port, chosen, failure) &&
           stop_on_signals(serve, failure) && watch_start(serve, failure) &&
           work_start(serve, failure);
}

static void end(struct serve *serve)
{
    struct event *const events[] = {serve->signals[0], serve->signals[1],
                                    serve->changes, serve->pause};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (events[i] != NULL) {
            event_free(events[i]);
        }
    }
    if (serve->http != NULL) {
        evhttp_free(serve->http);
    }
    if (serve->base != NULL) {
        event_base_free(serve->base);
    }
    arena_free(&serve->arena);
}

static enum exit_status run(struct serve *serve, int64_t port)
{
    struct failure failure = {0};
    int64_t chosen = 0;
    if (!start(serve, port, &chosen, &failure)) {
        return command_failed(serve->command, &failure);
    }
    out_printf(&serve->command->out,
               "http://localhost:%lld/ has the site; Ctrl-C ends it\n",
               (long long)chosen);
    out_flush(&serve->command->out, stdout);
    fflush(stdout);
    event_base_dispatch(serve->base);
    work_stop(serve);
    return STATUS_CLEAN;
}

enum exit_status cmd_serve(struct command *command)
{
    struct workspace workspace = {0};
    enum exit_status status = STATUS_CLEAN;
    int64_t port = 0;
    if (command->operands.len > 0) {
        return command_usage(command, "serve takes no operands");
    }
    if (!command_number(command, OPTION_PORT, PORT, 0, &port)) {
        return STATUS_USAGE;
    }
    if (port > 65535) {
        return command_usage(command, "ports end at 65535");
    }
    if (!workspace_find(command, &workspace, &status)) {
        return status;
    }
    struct serve serve = {.command = command};
    const struct str templates = command_text(command, OPTION_TEMPLATES, "");
    serve.root = fs_real(&serve.arena,
                         arena_cstr(&serve.arena, workspace.project->root));
    serve.build = fs_join(&serve.arena, serve.root, S("build"));
    serve.templates =
        templates.len > 0
            ? fs_real(&serve.arena, arena_cstr(&serve.arena, templates))
            : (struct str){0};
    serve.gits = vcs_folders(&serve.arena, workspace.vcs);
    *LIST_PUSH(&serve.arena, &serve.gits) =
        fs_join(&serve.arena, serve.root, S(".git"));
    workspace_close(&workspace);
    status = run(&serve, port);
    end(&serve);
    return status;
}
