#ifndef RENDER_FIGURE_PARTS_H
#define RENDER_FIGURE_PARTS_H

/* What the drawers of figures over settings share among themselves. */

#include "render/figure_draw.h"
#include "render/words.h"

/* "peak learning rate (train.lr)", or the key alone where it means more than
 * fits. */
const char *setting_label(struct arena *arena, size_t setting);

/* "final loss, nats" */
const char *metric_label(struct arena *arena, struct str metric);

/* A loss has a best; of no other metric is less known to be better. */
bool metric_is_lower_better(struct str metric);

/* The setting's number: "0.003", "256". */
struct str place_text(struct arena *arena, const struct plan *plan, size_t arm,
                      size_t setting);

/* Where all are powers of two and one would be a long decimal, cut off at that,
 * the texts become "2⁻¹¹": a grid that doubles is read as one. */
void name_powers(struct arena *arena, const double *at, struct str *texts,
                 size_t count);

/* Index into a run's metrics; metric_count when there is no such metric. */
size_t metric_index_of(struct str metric);

/* The arm's evidence, or NULL when it or the metric was not measured. */
const struct evidence_arm *measured_arm(const struct evidence *evidence,
                                        size_t arm, struct str metric);
const struct run_result *run_on_seed(const struct evidence_arm *arm,
                                     uint32_t seed);

/* The seeds on which every one of the arms ran, in the first one's order. */
struct seeds seeds_of_all(struct arena *arena,
                          const struct evidence_arm *const arms[],
                          size_t count);

/* Some runs' values of one metric. {0} is none. */
struct seed_values {
    size_t count, diverged;
    double mean, lo, hi; /* of those that have a value */
};
void seed_values_add(struct seed_values *values, double value);

/* "2.250 (2.200 to 2.300), 1 of 3 diverged", "all 3 diverged", or a dash. */
struct str spread_cell(struct arena *arena, const struct seed_values *values);

/* The same with what is reported for the arm at that x. */
struct str reported_cell(struct arena *arena, const struct chart_series *series,
                         double x, struct str text);

/* Four digits, no more than 8 decimals. */
int shown_decimals(double value);

/* What stands in every caption of a chart with reported marks. */
extern const char reported_note[];

void note(struct arena *arena, struct drawn_figure *drawn, const char *text);
/* What the metric is; nothing of a loss, which its name says. */
void note_metric(struct arena *arena, struct drawn_figure *drawn,
                 struct str metric);
void note_left_out(struct arena *arena, struct drawn_figure *drawn,
                   size_t left_out);

#endif
