#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

/* How far the runs are, on standard error: a bar that is drawn over itself on
 * a terminal, a line every ten seconds elsewhere, nothing at all for what is
 * done in a moment. */

#include "cli/command.h"
#include "experiment/run.h"

struct progress_view {
    bool has_terminal;
    bool is_drawn;           /* a bar stands on the current line */
    struct runner_need need; /* told before the first line, then cleared */
    double shown_at;         /* seconds since the start, of the last line */
};

/* What is about to be trained: "16 runs to train, at most 2 at a time, 3.1 MiB
 * each, 6.4 MiB in all", at once on a terminal and else before the first line.
 */
void progress_start(struct progress_view *view, const struct runner_need *need);

/* For runner_options.on_progress; the context is a struct progress_view. */
void progress_show(void *context, const struct progress *progress);

/* Removes the bar, so that what follows starts on an empty line. */
void progress_end(struct progress_view *view);

#endif
