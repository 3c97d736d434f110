/* Answers browsers on this machine. A page gets a script as it is sent, which
 * listens for its next version; the file itself stays as it was built. */

#include "cli/serve.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "render/embedded.h"

/* So many pages are made before all others: more need not be open. */
enum { PLACES = 16, PLACE_LENGTH = 200 };

/* ---- Who asks --------------------------------------------------------- */

/* A page elsewhere may have its name lead here; only these names are ours. */
static bool is_local_name(struct str host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct str name = str_from_c(names[i]);
        const struct str rest = str_from(host, name.len);
        if (str_starts(host, name) &&
            (rest.len == 0 || str_starts(rest, S(":")))) {
            return true;
        }
    }
    return false;
}

static bool is_allowed(struct evhttp_request *request)
{
    const char *host =
        evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
    return host != NULL && is_local_name(str_from_c(host));
}

/* ---- Answers ---------------------------------------------------------- */

static void set_header(struct evhttp_request *request, const char *name,
                       const char *value)
{
    evhttp_add_header(evhttp_request_get_output_headers(request), name, value);
}

static void set_number(struct evhttp_request *request, const char *name,
                       int64_t number)
{
    char text[24] = "";
    snprintf(text, sizeof text, "%lld", (long long)number);
    set_header(request, name, text);
}

static void answer(struct evhttp_request *request, int code, const char *type,
                   struct str text)
{
    struct evbuffer *buffer = evbuffer_new();
    set_header(request, "Content-Type", type);
    set_header(request, "Cache-Control", "no-store");
    set_header(request, "X-Content-Type-Options", "nosniff");
    set_number(request, "Content-Length", (int64_t)text.len);
    if (buffer != NULL &&
        evhttp_request_get_command(request) != EVHTTP_REQ_HEAD) {
        evbuffer_add(buffer, text.ptr, text.len);
    }
    evhttp_send_reply(request, code, NULL, buffer);
    if (buffer != NULL) {
        evbuffer_free(buffer);
    }
}

static void answer_plain(struct evhttp_request *request, int code,
                         const char *text)
{
    answer(request, code, "text/plain; charset=utf-8", str_from_c(text));
}

/* The page with the script before its end. */
static struct str with_script(struct arena *arena, struct str page,
                              struct str print)
{
    const struct str end = S("</body>");
    size_t at = page.len;
    while (at > 0 && !str_starts(str_from(page, at), end)) {
        at--;
    }
    if (at == 0) {
        at = page.len;
    }
    const struct str script = arena_printf(
        arena, "<script src=\"/-/live.js\" data-print=\"%.*s\"></script>\n",
        STR_ARG(print));
    return ARENA_JOIN(arena, str_slice(page, 0, at), script,
                      str_from(page, at));
}

static void answer_live(struct evhttp_request *request)
{
    for (size_t i = 0; i < embedded_count; i++) {
        if (strcmp(embedded_files[i].path, "src/cli/live.js") == 0) {
            union {
                const unsigned char *bytes;
                const char *text;
            } view = {.bytes = embedded_files[i].bytes};
            answer(request, HTTP_OK, files_type(S(".js")),
                   (struct str){view.text, embedded_files[i].size});
            return;
        }
    }
    BUG("the script of live pages is not embedded");
}

/* The page of what is missing is shown at any depth, and its links lean on the
 * root. */
static struct str from_root(struct arena *arena, struct str page)
{
    const struct str head = S("<head>");
    const size_t at = str_find(page, head);
    if (at == STR_NONE) {
        return page;
    }
    return ARENA_JOIN(arena, str_slice(page, 0, at + head.len),
                      S("\n<base href=\"/\">"), str_from(page, at + head.len));
}

static void answer_missing(struct serve *serve, struct evhttp_request *request,
                           struct arena *arena)
{
    struct str text = {0};
    bool is_folder = false;
    if (!files_read(arena, serve->site, S("404.html"), &text, &is_folder)) {
        text = S("<!doctype html><html lang=\"en\"><title>Not there</title>"
                 "<body><p>There is no such page.</p></body></html>\n");
    }
    answer(request, HTTP_NOTFOUND, files_type(S(".html")),
           with_script(arena, from_root(arena, text), S("0")));
}

static void answer_file(struct serve *serve, struct evhttp_request *request,
                        struct arena *arena, struct str path)
{
    struct str text = {0};
    bool is_folder = false;
    set_number(request, "Probatum-Build", serve->builds);
    if (!files_read(arena, serve->site, path, &text, &is_folder)) {
        if (is_folder) {
            set_header(request, "Location",
                       ARENA_JOIN(arena, path, S("/")).ptr);
            answer_plain(request, HTTP_MOVEPERM, "");
            return;
        }
        answer_missing(serve, request, arena);
        return;
    }
    const char *type = files_type(path);
    if (str_starts(str_from_c(type), S("text/html"))) {
        const struct str print = arena_printf(
            arena, "%016llx", (unsigned long long)hash_text(0, text));
        text = with_script(arena, text, print);
    }
    answer(request, HTTP_OK, type, text);
}

/* ---- Pages that listen ------------------------------------------------ */

static void send_event(struct serve_client *client, const char *name,
                       struct str data)
{
    struct evbuffer *buffer = evbuffer_new();
    if (client->request != NULL && buffer != NULL) {
        evbuffer_add_printf(buffer, "event: %s\ndata: %.*s\n\n", name,
                            STR_ARG(data));
        evhttp_send_reply_chunk(client->request, buffer);
    }
    if (buffer != NULL) {
        evbuffer_free(buffer);
    }
}

static bool is_gone(struct evhttp_request *request)
{
    return evhttp_request_get_connection(request) == NULL;
}

/* A request whose browser left has lost its connection by now and is freed by
 * being answered; that of a connection which we end is libevent's to free. */
static void on_close(struct evhttp_connection *connection, void *context)
{
    struct serve *serve = context;
    for (size_t i = 0; i < serve->clients.len; i++) {
        struct evhttp_request *request = serve->clients.at[i].request;
        if (request == NULL) {
            continue;
        }
        if (is_gone(request)) {
            evhttp_send_reply_end(request);
            serve->clients.at[i].request = NULL;
        } else if (evhttp_request_get_connection(request) == connection) {
            serve->clients.at[i].request = NULL;
        }
    }
}

/* Its page may have changed before it began to listen. While that is not known
 * it is told later. */
static void tell_reload(struct serve *serve, struct serve_client *client)
{
    struct arena scratch = {0};
    if (!work_has_made(serve, client->path)) {
        return;
    }
    const struct str now = files_print(&scratch, serve->site, client->path);
    if (!str_equal(now, client->print)) {
        client->print = arena_copy(&serve->arena, now);
        send_event(client, "reload", now);
    }
    arena_free(&scratch);
}

static void tell_problems(const struct serve *serve,
                          struct serve_client *client)
{
    client->is_told = true;
    send_event(client, "problems", serve->problems);
}

static struct serve_client *free_client(struct serve *serve)
{
    for (size_t i = 0; i < serve->clients.len; i++) {
        if (serve->clients.at[i].request == NULL) {
            return &serve->clients.at[i];
        }
    }
    return LIST_PUSH(&serve->arena, &serve->clients);
}

static void answer_events(struct serve *serve, struct evhttp_request *request)
{
    if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
        answer(request, HTTP_OK, "text/event-stream", S(""));
        return;
    }
    struct evkeyvalq query = {0};
    const char *text =
        evhttp_uri_get_query(evhttp_request_get_evhttp_uri(request));
    evhttp_parse_query_str(text != NULL ? text : "", &query);
    const char *page = evhttp_find_header(&query, "page");
    const char *print = evhttp_find_header(&query, "print");
    char *decoded = evhttp_uridecode(page != NULL ? page : "/", 0, NULL);
    struct serve_client *client = free_client(serve);
    *client = (struct serve_client){
        .request = request,
        .path = arena_copy(&serve->arena,
                           str_from_c(decoded != NULL ? decoded : "/")),
        .print =
            arena_copy(&serve->arena, str_from_c(print != NULL ? print : "0")),
    };
    free(decoded);
    evhttp_clear_headers(&query);
    set_header(request, "Content-Type", "text/event-stream");
    set_header(request, "Cache-Control", "no-store");
    evhttp_connection_set_closecb(evhttp_request_get_connection(request),
                                  on_close, serve);
    evhttp_send_reply_start(request, HTTP_OK, NULL);
    tell_reload(serve, client);
    if (serve->problems.len > 0 && !serve->is_unchecked &&
        !work_is_due(serve)) {
        tell_problems(serve, client);
    }
}

/* ---- Requests --------------------------------------------------------- */

static struct str path_of(struct arena *arena, struct evhttp_request *request)
{
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *raw = uri != NULL ? evhttp_uri_get_path(uri) : NULL;
    size_t length = 0;
    char *decoded = evhttp_uridecode(raw != NULL ? raw : "", 0, &length);
    const struct str path =
        arena_copy(arena, (struct str){decoded, decoded != NULL ? length : 0});
    free(decoded);
    return path;
}

static void route(struct serve *serve, struct evhttp_request *request)
{
    struct arena arena = {0};
    const struct str path = path_of(&arena, request);
    if (str_is(path, "/-/live.js")) {
        answer_live(request);
    } else if (str_is(path, "/-/events")) {
        answer_events(serve, request);
    } else if (!str_starts(path, S("/")) || str_starts(path, S("//"))) {
        answer_plain(request, HTTP_BADREQUEST, "No path.\n");
    } else {
        answer_file(serve, request, &arena, path);
    }
    arena_free(&arena);
}

/* What is made by no build, too, whatever is due. */
static bool may_answer(const struct serve *serve,
                       struct evhttp_request *request)
{
    struct arena scratch = {0};
    const struct str path = path_of(&scratch, request);
    const bool may = str_starts(path, S("/-/")) || work_has_made(serve, path);
    arena_free(&scratch);
    return may;
}

static void on_request(struct evhttp_request *request, void *context)
{
    struct serve *serve = context;
    const enum evhttp_cmd_type way = evhttp_request_get_command(request);
    if (!is_allowed(request)) {
        answer_plain(request, 403,
                     "This server answers to localhost, 127.0.0.1 and [::1] "
                     "only.\n");
        return;
    }
    if (way != EVHTTP_REQ_GET && way != EVHTTP_REQ_HEAD) {
        set_header(request, "Allow", "GET, HEAD");
        answer_plain(request, HTTP_BADMETHOD, "Only GET and HEAD.\n");
        return;
    }
    /* A file saved before the request was sent is in the kernel's queue. */
    watch_look(serve);
    if (!may_answer(serve, request)) {
        *LIST_PUSH(&serve->arena, &serve->waiting) = request;
        return;
    }
    route(serve, request);
}

void http_release(struct serve *serve)
{
    size_t kept = 0;
    for (size_t i = 0; i < serve->waiting.len; i++) {
        struct evhttp_request *request = serve->waiting.at[i];
        if (is_gone(request)) {
            evhttp_send_error(request, HTTP_SERVUNAVAIL, NULL);
        } else if (may_answer(serve, request)) {
            route(serve, request);
        } else {
            serve->waiting.at[kept++] = request;
        }
    }
    serve->waiting.len = kept;
    for (size_t i = 0; i < serve->clients.len; i++) {
        if (serve->clients.at[i].request != NULL) {
            tell_reload(serve, &serve->clients.at[i]);
        }
    }
}

/* A page is told once, and what is no page not at all. */
static void add_place(struct str path, struct strs *places, struct arena *arena)
{
    const struct str place = files_place(arena, path);
    if (place.len > 0 && place.len < PLACE_LENGTH && places->len < PLACES &&
        str_find_char(place, '\n') == STR_NONE && !strs_has(places, place)) {
        *LIST_PUSH(arena, places) = place;
    }
}

struct str http_places(const struct serve *serve, struct arena *arena)
{
    struct strs places = {0};
    struct out text = {0};
    for (size_t i = 0; i < serve->clients.len; i++) {
        if (serve->clients.at[i].request != NULL) {
            add_place(serve->clients.at[i].path, &places, arena);
        }
    }
    for (size_t i = 0; i < serve->waiting.len; i++) {
        if (!is_gone(serve->waiting.at[i])) {
            add_place(path_of(arena, serve->waiting.at[i]), &places, arena);
        }
    }
    for (size_t i = 0; i < places.len; i++) {
        out_str(&text, places.at[i]);
        out_char(&text, '\n');
    }
    return out_take(&text, arena);
}

void http_tell_problems(struct serve *serve, bool is_news)
{
    for (size_t i = 0; i < serve->clients.len; i++) {
        if (is_news || !serve->clients.at[i].is_told) {
            tell_problems(serve, &serve->clients.at[i]);
        }
    }
}

/* ---- Listening -------------------------------------------------------- */

static int64_t port_of(struct evhttp_bound_socket *socket)
{
    struct sockaddr_in address = {0};
    socklen_t size = sizeof address;
    union {
        struct sockaddr_in *in;
        struct sockaddr *any;
    } view = {.in = &address};
    getsockname(evhttp_bound_socket_get_fd(socket), view.any, &size);
    return ntohs(address.sin_port);
}

bool http_start(struct serve *serve, int64_t port, int64_t *chosen,
                struct failure *failure)
{
    serve->http = evhttp_new(serve->base);
    if (serve->http == NULL) {
        return fail(failure, "cannot answer requests");
    }
    evhttp_set_allowed_methods(serve->http, 0xffff);
    evhttp_set_max_body_size(serve->http, 1 << 16);
    evhttp_set_max_headers_size(serve->http, 1 << 16);
    evhttp_set_gencb(serve->http, on_request, serve);
    struct evhttp_bound_socket *socket = evhttp_bind_socket_with_handle(
        serve->http, "127.0.0.1", (unsigned short)port);
    if (socket == NULL) {
        return fail(failure,
                    "port %lld is in use; `--port %lld` may be free, and "
                    "`--port 0` takes one that is",
                    (long long)port, (long long)(port < 65535 ? port + 1 : 0));
    }
    *chosen = port_of(socket);
    /* Where this machine has no IPv6 the other address does. */
    evhttp_bind_socket_with_handle(serve->http, "::1", (unsigned short)*chosen);
    return true;
}
