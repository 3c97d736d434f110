/* Watching with inotify. What is told is only that something moved: which pages
 * that touches the build finds out, and a file that was touched and not changed
 * makes none. */

#include "cli/serve.h"

#include <errno.h>
#include <event2/event.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/fs.h"

enum {
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE |
             IN_DELETE | IN_ATTRIB | IN_ONLYDIR | IN_DONT_FOLLOW
};

/* Of git only where its branches stand: a commit moves histories. Empty: the
 * folder is none of git's. */
static struct str git_of(const struct serve *serve, struct str folder)
{
    for (size_t i = 0; i < serve->gits.len; i++) {
        if (fs_is_at_or_below(folder, serve->gits.at[i])) {
            return serve->gits.at[i];
        }
    }
    return (struct str){0};
}

static bool has_branches(struct str git, struct str folder)
{
    const struct str below = str_from(folder, git.len);
    return str_is(below, "/refs") || str_starts(below, S("/refs/"));
}

static bool is_followed(const struct serve *serve, struct str folder,
                        struct str name)
{
    const struct str git = git_of(serve, folder);
    if (git.len > 0) {
        return has_branches(git, folder) ||
               (str_equal(folder, git) && str_is(name, "refs"));
    }
    return str_is(name, ".git") ||
           (name.ptr[0] != '.' && !str_is(name, "node_modules"));
}

static bool matters(const struct serve *serve, struct str folder,
                    struct str name)
{
    const struct str git = git_of(serve, folder);
    if (git.len > 0) {
        return !str_ends(name, S(".lock")) &&
               (str_is(name, "HEAD") || str_is(name, "packed-refs") ||
                has_branches(git, folder));
    }
    return name.ptr[0] != '.' && !str_ends(name, S("~"));
}

/* True for what we write ourselves. */
static bool is_output(const struct serve *serve, struct str path)
{
    return fs_is_at_or_below(path, serve->build) ||
           (serve->site.len > 0 && fs_is_at_or_below(path, serve->site));
}

/* A folder that is gone, or closed to us, has nothing that a build would read.
 * One that the kernel has no room for has: from then on nobody knows whether a
 * page is old, and each request has them built. */
static void note_unwatched(struct serve *serve, struct str folder, int reason)
{
    const bool is_full = reason == ENOSPC || reason == ENOMEM;
    if (is_full && !serve->is_blind) {
        serve->is_blind = true;
        command_note(serve->command,
                     "cannot watch %.*s: %s; open pages may not reload, and "
                     "each request builds first\n"
                     "  hint: raise fs.inotify.max_user_watches with sysctl",
                     STR_ARG(folder), strerror(reason));
    }
}

static void watch_folder(struct serve *serve, struct str folder)
{
    struct fs_entries entries = {0};
    struct failure ignored = {0};
    struct arena scratch = {0};
    if (is_output(serve, folder)) {
        return;
    }
    const int watch =
        inotify_add_watch(serve->inotify, arena_cstr(&scratch, folder), EVENTS);
    if (watch < 0) {
        note_unwatched(serve, folder, errno);
    } else {
        while (serve->watched.len <= (size_t)watch) {
            *LIST_PUSH(&serve->arena, &serve->watched) = (struct str){0};
        }
        serve->watched.at[watch] = arena_copy(&serve->arena, folder);
        fs_list(&scratch, arena_cstr(&scratch, folder), &entries, &ignored);
    }
    for (size_t i = 0; i < entries.len; i++) {
        const struct fs_entry *entry = &entries.at[i];
        if (entry->kind == FS_FOLDER && !entry->is_link &&
            is_followed(serve, folder, entry->name)) {
            watch_folder(serve, entry->path);
        }
    }
    arena_free(&scratch);
}

static void watch_all(struct serve *serve)
{
    watch_folder(serve, serve->root);
    for (size_t i = 0; i < serve->gits.len; i++) {
        watch_folder(serve, serve->gits.at[i]);
    }
    if (serve->templates.len > 0) {
        watch_folder(serve, serve->templates);
    }
}

static void take(struct serve *serve, const struct inotify_event *event)
{
    if (event->mask & IN_Q_OVERFLOW) {
        watch_all(serve);
        work_request(serve);
        return;
    }
    if (event->len == 0 || event->wd < 0 ||
        (size_t)event->wd >= serve->watched.len) {
        return;
    }
    struct arena scratch = {0};
    const struct str folder = serve->watched.at[event->wd];
    const struct str name = str_from_c(event->name);
    const struct str path = fs_join(&scratch, folder, name);
    const bool is_folder = (event->mask & IN_ISDIR) != 0;
    if (is_folder && (event->mask & (IN_CREATE | IN_MOVED_TO)) &&
        is_followed(serve, folder, name)) {
        watch_folder(serve, path);
    }
    /* A file that was only opened for writing is not saved yet. */
    const bool is_early = (event->mask & IN_CREATE) && !is_folder;
    if (!is_early && !is_output(serve, path) && matters(serve, folder, name)) {
        work_request(serve);
    }
    arena_free(&scratch);
}

void watch_look(struct serve *serve)
{
    union {
        char bytes[1 << 16];
        struct inotify_event event;
    } buffer;
    ssize_t got = 0;
    while ((got = read(serve->inotify, buffer.bytes, sizeof buffer.bytes)) >
           0) {
        for (ssize_t at = 0; at < got;) {
            /* The kernel pads each to where the next may lie. */
            const void *here = buffer.bytes + at;
            const struct inotify_event *event = here;
            take(serve, event);
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
    if (serve->is_blind) {
        work_request(serve);
    }
}

static void on_change(evutil_socket_t file, short what, void *context)
{
    (void)file;
    (void)what;
    watch_look(context);
}

bool watch_start(struct serve *serve, struct failure *failure)
{
    serve->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (serve->inotify < 0) {
        return fail(failure, "cannot watch files: %s", strerror(errno));
    }
    watch_all(serve);
    serve->changes = event_new(serve->base, serve->inotify,
                               EV_READ | EV_PERSIST, on_change, serve);
    return (serve->changes != NULL && event_add(serve->changes, NULL) == 0) ||
           fail(failure, "cannot watch files");
}
