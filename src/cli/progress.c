/* The progress bar of runs. */

#include "cli/progress.h"

#include <stdio.h>

enum { BAR_WIDTH = 24, LINE_SECONDS = 10 };

static void put_left(struct out *out, const struct progress *progress)
{
    if (progress->seconds_left >= 0) {
        const long left = (long)(progress->seconds_left + 0.5);
        out_printf(out, ", %ld:%02ld left", left / 60, left % 60);
    }
}

static void put_counts(struct out *out, const struct progress *progress)
{
    out_printf(out, "%zu of %zu runs", progress->done, progress->total);
    if (progress->cached > 0) {
        out_printf(out, ", %zu known", progress->cached);
    }
    put_left(out, progress);
}

static void draw_bar(struct out *out, const struct progress *progress)
{
    const size_t filled =
        progress->total ? BAR_WIDTH * progress->done / progress->total : 0;
    out_c(out, "\r\033[K[");
    out_repeat(out, '#', filled);
    out_repeat(out, '.', BAR_WIDTH - filled);
    out_c(out, "] ");
    put_counts(out, progress);
}

static void put_need(struct out *out, struct progress_view *view)
{
    struct arena arena = {0};
    const struct runner_need *need = &view->need;
    if (need->runs > 0) {
        out_printf(out,
                   "probatum: %zu run%s to train, at most %zu at a time, %s "
                   "each, %s in all\n",
                   need->runs, need->runs == 1 ? "" : "s", need->jobs,
                   memory_text(&arena, need->each).ptr,
                   memory_text(&arena, need->peak).ptr);
    }
    view->need.runs = 0;
    arena_free(&arena);
}

void progress_start(struct progress_view *view, const struct runner_need *need)
{
    struct out out = {0};
    view->need = *need;
    if (view->has_terminal) {
        put_need(&out, view);
        out_flush(&out, stderr);
    }
    out_free(&out);
}

static bool is_due(const struct progress_view *view,
                   const struct progress *progress)
{
    return progress->seconds >= view->shown_at + LINE_SECONDS &&
           progress->done < progress->total;
}

void progress_show(void *context, const struct progress *progress)
{
    struct progress_view *view = context;
    struct out out = {0};
    if (progress->cached == progress->total) {
        return;
    }
    if (view->has_terminal) {
        draw_bar(&out, progress);
        view->is_drawn = true;
    } else if (is_due(view, progress)) {
        put_need(&out, view);
        out_c(&out, "probatum: ");
        put_counts(&out, progress);
        out_char(&out, '\n');
        view->shown_at = progress->seconds;
    }
    out_flush(&out, stderr);
    fflush(stderr);
    out_free(&out);
}

void progress_end(struct progress_view *view)
{
    if (view->is_drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        view->is_drawn = false;
    }
}
