#ifndef CLI_SERVE_H
#define CLI_SERVE_H

/* `probatum serve`, for serve_*.c: one thread that watches the project, has the
 * site built by a child process when something moved, and answers requests. A
 * request that comes while a build is due is answered once its page is made, so
 * no page is ever older than the files. The build makes those pages first that
 * somebody reads or waits for. */

#include <sys/types.h>

#include "cli/command.h"

struct event;
struct event_base;
struct evhttp;
struct evhttp_request;
struct json;

/* A page that is open in a browser and listens. */
struct serve_client {
    struct evhttp_request *request; /* NULL: gone */
    struct str path;                /* "/practices/SOTA-001.html" */
    struct str print;               /* of the file it shows */
    bool is_told;                   /* what is wrong */
};

enum { CHILD_DIED = -1 };

/* `on_end` is told the exit status of each run, or CHILD_DIED; `on_show`,
 * before that, each page of those to make first that is made. */
struct serve_child {
    struct serve *serve;
    const char *task; /* as in "cannot start the build" */
    void (*on_show)(struct serve *serve, struct str place);
    void (*on_end)(struct serve *serve, int status);
    pid_t pid; /* 0: none */
    bool is_busy;
    int out, err, line;
    struct event *event;
    int64_t started_ns;
};

struct serve {
    struct command *command;
    struct arena arena;
    struct str root;      /* of the project */
    struct str build;     /* its build folder, which is not watched */
    struct str templates; /* as given; empty: none */
    struct strs gits;     /* where git keeps branches, or would */
    struct str site;      /* the folder that is served; empty: not built yet */
    struct event_base *base;
    struct evhttp *http;
    /* watching */
    int inotify;
    struct strs watched; /* by watch descriptor */
    bool is_blind;       /* not all folders could be watched */
    struct event *pause; /* until a burst of changes is over */
    struct event *changes, *signals[2];
    /* building */
    bool is_dirty;     /* something moved since the last build began */
    bool is_unchecked; /* what is known to be wrong may be old */
    struct serve_child builder, checker;
    const char *build_words[12], *check_words[8];
    int64_t builds;      /* that came to their end, well or not */
    struct str problems; /* as JSON, for pages; empty: not known yet */
    struct str failure;  /* what the last build said on its way out */
    struct arena round;  /* as long as one build */
    struct strs ready;   /* places that it has made; none when it is dirty */
    /* answering */
    struct {
        struct evhttp_request **at;
        size_t len, cap;
    } waiting;
    struct {
        struct serve_client *at;
        size_t len, cap;
    } clients;
};

/* -- Watching (serve_watch.c) ---------------------------------------------- */

/* Watches all folders of the project and of the templates, not files, so that
 * it makes no difference how an editor saves. False on failure. */
bool watch_start(struct serve *serve, struct failure *failure);

/* Reads what the kernel has to tell, without waiting. When it cannot tell all,
 * a build is due. */
void watch_look(struct serve *serve);

/* -- Children (serve_child.c) ---------------------------------------------- */

/* Has the child carry out the command that the words name, from the program's
 * on; they are the same each time and outlive it. A build makes pages of these
 * places first, a line each. Starts it when there is none. False on failure,
 * and then nothing is told. */
bool child_run(struct serve_child *child, const char *const *words,
               struct str places, struct failure *failure);

/* What it does is not wanted any more; a build then ends early. */
void child_halt(struct serve_child *child);

/* What the last run has written to `out` or `err`. */
struct str child_output(struct arena *arena, int file);

/* Ends it and waits for that. */
void child_stop(struct serve_child *child);

/* -- Building and checking (serve_work.c) ---------------------------------- */

bool work_start(struct serve *serve, struct failure *failure);
void work_stop(struct serve *serve);

/* A build is due, shortly; one that cannot start is tried again. */
void work_request(struct serve *serve);

/* True while a page might be old. */
bool work_is_due(const struct serve *serve);

/* True when this file is not, since its page is made or since it never
 * moves. */
bool work_has_made(const struct serve *serve, struct str path);

/* -- What is wrong (serve_problems.c) -------------------------------------- */

/* Takes it from the last build's failure and from what `check` reports, NULL
 * when that is not known, and tells pages and the terminal when it is news. */
void problems_set(struct serve *serve, const struct json *report);

/* -- Files (serve_files.c) ------------------------------------------------- */

/* The file of the site that an address names, below the folder and reached
 * without any symbolic link. `is_folder`: it names a folder and lacks the
 * slash. */
bool files_read(struct arena *arena, struct str site, struct str path,
                struct str *text, bool *is_folder);
const char *files_type(struct str path);

/* A short hash of the file, "0" when there is none. */
struct str files_print(struct arena *arena, struct str site, struct str path);

/* The place of the page whose HTML or Markdown that is: "practices/SOTA-001".
 * Empty for what is no page. In the arena. */
struct str files_place(struct arena *arena, struct str path);

/* -- Answering (serve_http.c) ---------------------------------------------- */

bool http_start(struct serve *serve, int64_t port, int64_t *chosen,
                struct failure *failure);

/* Answers what waited and need not wait any more, and tells pages that are made
 * and have changed so. After a build that is all of them. */
void http_release(struct serve *serve);

/* The places of pages that somebody reads or waits for, a line each. */
struct str http_places(const struct serve *serve, struct arena *arena);

/* Tells what is wrong: every page, or those that have not been told. */
void http_tell_problems(struct serve *serve, bool is_news);

#endif
