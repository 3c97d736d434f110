/* The history of a made-up anthology; see corpus_git.h. */

#include "bench/corpus_git.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"

/* A record at one of its versions. */
struct event {
    int64_t day;
    enum corpus_kind kind;
    uint32_t index, version;
};

struct events {
    struct event *at;
    size_t len, cap;
};

static int by_day(const void *left, const void *right)
{
    const struct event *a = left;
    const struct event *b = right;
    if (a->day != b->day) {
        return a->day < b->day ? -1 : 1;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    return (a->index > b->index) - (a->index < b->index);
}

static struct events events_of(struct arena *arena, const struct corpus *corpus)
{
    struct events events = {0};
    for (enum corpus_kind kind = 0; kind < CORPUS_KINDS; kind++) {
        for (uint32_t i = 0; i < corpus->counts[kind]; i++) {
            const uint32_t versions = corpus_versions(corpus, kind, i);
            for (uint32_t v = 1; v <= versions; v++) {
                *LIST_PUSH(arena, &events) =
                    (struct event){corpus_day(corpus, kind, i, v), kind, i, v};
            }
        }
    }
    qsort(events.at, events.len, sizeof *events.at, by_day);
    return events;
}

static void put_data(FILE *stream, struct str data)
{
    (void)fprintf(stream, "data %zu\n", data.len);
    (void)fwrite(data.ptr, 1, data.len, stream);
    (void)fputc('\n', stream);
}

static void put_file(FILE *stream, struct str path, struct str text)
{
    (void)fprintf(stream, "M 100644 inline %.*s\n", STR_ARG(path));
    put_data(stream, text);
}

static void put_commit(FILE *stream, int64_t day, const char *message)
{
    (void)fprintf(stream,
                  "commit refs/heads/main\ncommitter Curator "
                  "<curator@example.org> %" PRId64 " +0000\n",
                  day * 86400 + 43200);
    put_data(stream, str_from_c(message));
}

static void put_event(FILE *stream, const struct corpus *corpus,
                      const struct event *event)
{
    struct out path = {0};
    struct out text = {0};
    corpus_put_path(&path, event->kind, event->index);
    corpus_put_record(&text, corpus, event->kind, event->index, event->version);
    put_file(stream, out_text(&path), out_text(&text));
    out_free(&path);
    out_free(&text);
}

/* Files that no record's history tells of come first: configuration, plans,
 * evidence. */
static bool put_others(struct arena *arena, FILE *stream,
                       const struct corpus *corpus, const char *folder,
                       struct failure *failure)
{
    enum { CEILING = 16 << 20 };
    struct strs paths = {0};
    *LIST_PUSH(arena, &paths) = S("probatum.yaml");
    for (uint32_t i = 0; i < corpus->experiments; i++) {
        struct out path = {0};
        corpus_put_plan_path(&path, i);
        *LIST_PUSH(arena, &paths) = out_take(&path, arena);
        *LIST_PUSH(arena, &paths) =
            arena_printf(arena, "experiments/evidence/EXP-%03u.json", i + 1);
    }
    for (size_t i = 0; i < paths.len; i++) {
        struct str text = {0};
        const struct str path = fs_join(arena, str_from_c(folder), paths.at[i]);
        if (!fs_read(arena, path.ptr, CEILING, &text, failure)) {
            return false;
        }
        put_file(stream, paths.at[i], text);
    }
    return true;
}

static bool put_history(struct arena *arena, FILE *stream,
                        const struct corpus *corpus, const char *folder,
                        uint32_t commits, struct failure *failure)
{
    const struct events events = events_of(arena, corpus);
    size_t done = 0;
    for (uint32_t i = 1; i <= commits; i++) {
        const size_t until = events.len * i / commits;
        if (until == done) {
            continue;
        }
        put_commit(stream, events.at[until - 1].day, "Records of the day");
        if (done == 0 && !put_others(arena, stream, corpus, folder, failure)) {
            return false;
        }
        for (; done < until; done++) {
            put_event(stream, corpus, &events.at[done]);
        }
    }
    return true;
}

static bool git(const char *folder, const char *arguments,
                struct failure *failure)
{
    struct out command = {0};
    out_printf(&command, "git -C '%s' %s", folder, arguments);
    out_char(&command, '\0');
    const bool is_done = system(command.ptr) == 0;
    out_free(&command);
    return is_done || fail(failure, "git %s: failed", arguments);
}

bool corpus_commit(struct arena *arena, const struct corpus *corpus,
                   const char *folder, uint32_t commits,
                   struct failure *failure)
{
    const struct str import =
        arena_printf(arena, "git -C '%s' fast-import --quiet", folder);
    if (!git(folder, "init --quiet --initial-branch=main", failure)) {
        return false;
    }
    FILE *stream = popen(import.ptr, "w");
    if (!stream) {
        return fail(failure, "git fast-import cannot be started");
    }
    const bool is_put =
        put_history(arena, stream, corpus, folder, commits, failure);
    const bool is_imported = pclose(stream) == 0;
    return is_put && (is_imported || fail(failure, "git fast-import failed")) &&
           git(folder, "reset --quiet", failure);
}
