/* The table of what the arms of an experiment came to, for its own page and for
 * chapters. */

#include "render/parts.h"

#include "render/outcome.h"
#include "render/provenance.h"

static void view_cell(const struct page_context *context, struct view *cell,
                      const struct evidence *evidence,
                      const struct evidence_arm *arm, struct str metric)
{
    struct arena *arena = context->arena;
    const struct summary *summary = evidence_summary(evidence, arm, metric);
    view_c(arena, cell, "sd", ""); /* not that of whoever shows the table */
    if (summary == NULL) {
        return;
    }
    if (summary->n > 0) {
        view_value(
            context, cell, "mean",
            runs_url(context, evidence->plan->record, "html"),
            ARENA_JOIN(arena, evidence->id, S("."), arm->name, S("."), metric),
            mean_text(arena, summary));
        view_deviation(arena, cell, summary);
    }
    if (summary->diverged > 0) {
        view_printf(arena, cell, "diverged", "%zu of %zu", summary->diverged,
                    summary->diverged + summary->n);
    }
}

static void view_row(const struct page_context *context, struct view *row,
                     const struct evidence *evidence,
                     const struct evidence_arm *arm, const struct strs *metrics)
{
    struct arena *arena = context->arena;
    view_text(arena, row, "arm", arm->name);
    view_int(arena, row, "n", (int64_t)arm->run_count);
    struct view *cells = view_list(arena, row, "cells");
    for (size_t m = 0; m < metrics->len; m++) {
        view_cell(context, view_push(arena, cells), evidence, arm,
                  metrics->at[m]);
    }
}

void view_measured(const struct page_context *context, struct view *table,
                   const struct evidence *evidence, const struct strs *metrics)
{
    struct arena *arena = context->arena;
    struct view *header = view_list(arena, table, "metrics");
    for (size_t m = 0; m < metrics->len; m++) {
        struct view *item = view_push(arena, header);
        view_text(arena, item, "name", metrics->at[m]);
        view_text(arena, item, "unit", metric_unit(metrics->at[m]));
    }
    struct view *rows = view_list(arena, table, "rows");
    for (size_t a = 0; a < evidence->arm_count; a++) {
        view_row(context, view_push(arena, rows), evidence, &evidence->arms[a],
                 metrics);
    }
}
