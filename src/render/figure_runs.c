/* Learning curves, a line a run, and profiles over the blocks at
 * initialisation. */

#include "render/figure_parts.h"

#include "render/chart_series.h"

/* What is drawn of a run. */
enum drawn { DRAWN_CURVE, DRAWN_RMS, DRAWN_GRADIENT };

/* ---- Points ----------------------------------------------------------- */

static size_t point_count(const struct run_result *run, enum drawn drawn)
{
    switch (drawn) {
    case DRAWN_CURVE:
        return run->curve_len;
    case DRAWN_RMS:
        return run->residual_rms_len;
    case DRAWN_GRADIENT:
        return run->gradient_norm_len;
    }
    BUG("nothing to draw");
}

/* Boundaries are counted from 0, the stream entering block 1; blocks from 1. */
static double point_x(const struct run_result *run, enum drawn drawn, size_t i)
{
    switch (drawn) {
    case DRAWN_CURVE:
        return run->curve_steps[i];
    case DRAWN_RMS:
        return (double)i;
    case DRAWN_GRADIENT:
        return (double)(i + 1);
    }
    BUG("nothing to draw");
}

static double point_y(const struct run_result *run, enum drawn drawn, size_t i)
{
    switch (drawn) {
    case DRAWN_CURVE:
        return run->curve_losses[i];
    case DRAWN_RMS:
        return run->residual_rms[i];
    case DRAWN_GRADIENT:
        return run->gradient_norm[i];
    }
    BUG("nothing to draw");
}

static struct chart_line line_of(struct arena *arena,
                                 const struct run_result *run, enum drawn drawn)
{
    struct chart_line line = {.len = point_count(run, drawn)};
    double *x = ARENA_ARRAY(arena, double, line.len);
    double *y = ARENA_ARRAY(arena, double, line.len);
    for (size_t i = 0; i < line.len; i++) {
        x[i] = point_x(run, drawn, i);
        y[i] = point_y(run, drawn, i);
    }
    line.x = x;
    line.y = y;
    line.has_diverged = drawn == DRAWN_CURVE && run->diverged_at >= 0;
    return line;
}

/* ---- Reported values -------------------------------------------------- */

/* Where on the chart a reported value of this metric stands. */
static bool reported_x(const struct plan *plan, const struct reported *reported,
                       enum drawn drawn, double *x)
{
    const struct config *config = &plan->arms[reported->arm].config;
    const double blocks = config->core.model.blocks;
    if (drawn == DRAWN_CURVE && str_is(reported->metric, "final-loss")) {
        *x = config->core.train.steps;
        return true;
    }
    if (drawn == DRAWN_RMS && str_is(reported->metric, "residual-rms-in")) {
        *x = 0;
        return true;
    }
    if (drawn == DRAWN_RMS && str_is(reported->metric, "residual-rms-out")) {
        *x = blocks;
        return true;
    }
    if (drawn == DRAWN_GRADIENT &&
        str_is(reported->metric, "gradient-norm-first")) {
        *x = 1;
        return true;
    }
    *x = blocks;
    return drawn == DRAWN_GRADIENT &&
           str_is(reported->metric, "gradient-norm-last");
}

static void add_reported(struct arena *arena, const struct plan *plan,
                         size_t arm, enum drawn drawn,
                         struct chart_series *series)
{
    series->reported =
        ARENA_ARRAY(arena, struct chart_reported, plan->reported_count);
    for (size_t i = 0; i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        double x = 0;
        if (reported->arm == arm && reported_x(plan, reported, drawn, &x)) {
            add_reported_mark(arena, reported, x, series);
        }
    }
}

/* ---- Series ----------------------------------------------------------- */

static struct chart_series series_of(struct arena *arena,
                                     const struct evidence *evidence,
                                     size_t arm, enum drawn drawn)
{
    const struct plan *plan = evidence->plan;
    struct chart_series series = {.name = plan->arms[arm].name};
    const struct evidence_arm *measured =
        evidence_arm_find(evidence, series.name);
    if (measured != NULL) {
        struct chart_line *lines =
            ARENA_ARRAY(arena, struct chart_line, measured->run_count);
        for (size_t i = 0; i < measured->run_count; i++) {
            lines[i] = line_of(arena, &measured->runs[i], drawn);
        }
        series.lines = lines;
        series.line_count = measured->run_count;
    }
    add_reported(arena, plan, arm, drawn, &series);
    return series;
}

/* The loss of the best possible predictor on the same tokens: what is left of
 * the final loss without its excess. The same for every arm of one source. */
static double loss_floor(const struct evidence *evidence)
{
    if (evidence->arm_count == 0) {
        return NOTHING;
    }
    const struct evidence_arm *arm = &evidence->arms[0];
    const struct summary *loss =
        evidence_summary(evidence, arm, S("final-loss"));
    const struct summary *excess =
        evidence_summary(evidence, arm, S("final-excess"));
    return loss != NULL && excess != NULL && isfinite(loss->mean) &&
                   isfinite(excess->mean)
               ? loss->mean - excess->mean
               : NOTHING;
}

/* ---- Tables ----------------------------------------------------------- */

/* The seeds that have a value at this x, which is their point's. */
static struct str cell_text(struct arena *arena,
                            const struct chart_series *series, size_t point,
                            double x)
{
    struct seed_values values = {0};
    for (size_t l = 0; l < series->line_count; l++) {
        const struct chart_line *line = &series->lines[l];
        if (point < line->len && line->x[point] == x &&
            isfinite(line->y[point])) {
            seed_values_add(&values, line->y[point]);
        }
    }
    return spread_cell(arena, &values);
}

/* The longest line of any series decides which x there are. */
static const struct chart_line *longest(const struct chart *chart)
{
    const struct chart_line *found = NULL;
    for (size_t s = 0; s < chart->series_count; s++) {
        for (size_t l = 0; l < chart->series[s].line_count; l++) {
            const struct chart_line *line = &chart->series[s].lines[l];
            if (found == NULL || line->len > found->len) {
                found = line;
            }
        }
    }
    return found;
}

static void build_table(const struct chart *chart, struct table *table)
{
    table->caption =
        arena_printf(table->arena, "%.*s: mean over seeds (least to greatest)",
                     STR_ARG(chart->title));
    table_column(table, str_from_c(chart->x_label));
    for (size_t s = 0; s < chart->series_count; s++) {
        table_column(table, chart->series[s].name);
    }
    const struct chart_line *line = longest(chart);
    for (size_t i = 0; line != NULL && i < line->len; i++) {
        table_cell(table, shown_number(table->arena, line->x[i], 0, false));
        for (size_t s = 0; s < chart->series_count; s++) {
            const double x = line->x[i];
            const struct chart_series *series = &chart->series[s];
            table_cell(table,
                       reported_cell(table->arena, series, x,
                                     cell_text(table->arena, series, i, x)));
        }
    }
}

/* ---- Figures ---------------------------------------------------------- */

/* Whether the greatest value drawn is this many times the least: then equal
 * factors tell more than equal differences. */
static bool spans(const struct chart *chart, double factor)
{
    struct extent x = {0};
    struct extent y = {.is_log = true};
    series_extents(chart, &x, &y);
    return y.has_values && y.hi / y.lo >= factor;
}

static enum drawn drawn_of(const struct figure *figure)
{
    const enum drawn profile =
        str_is(figure->metric, "gradient-norm") ? DRAWN_GRADIENT : DRAWN_RMS;
    return figure->kind == FIGURE_CURVES ? DRAWN_CURVE : profile;
}

static struct chart chart_of(struct arena *arena,
                             const struct evidence *evidence,
                             const struct figure *figure, struct str id)
{
    const enum drawn drawn = drawn_of(figure);
    static const char *const x_labels[] = {"training step", "blocks passed",
                                           "block"};
    static const char *const y_labels[] = {"evaluation loss, nats per token",
                                           "RMS of the residual stream",
                                           "norm of the gradient"};
    struct chart_series *series =
        ARENA_ARRAY(arena, struct chart_series, figure->arm_count);
    for (size_t i = 0; i < figure->arm_count; i++) {
        series[i] = series_of(arena, evidence, figure->arms[i], drawn);
    }
    struct chart chart = {
        .id = id,
        .title = figure->title,
        .x_label = x_labels[drawn],
        .y_label = y_labels[drawn],
        .series = series,
        .series_count = figure->arm_count,
        .reference = NOTHING,
    };
    chart.is_log_y = spans(&chart, drawn == DRAWN_CURVE ? 50 : 8);
    if (drawn == DRAWN_CURVE) {
        chart.reference = loss_floor(evidence);
        chart.reference_label = S("exact floor of the data");
    }
    return chart;
}

/* What a reader who cannot see the chart is told about it. */
static struct str describe(struct arena *arena, const struct chart *chart)
{
    struct out out = {0};
    out_printf(&out, "%s over %s%s.", chart->y_label, chart->x_label,
               chart->is_log_y ? ", logarithmic" : "");
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        if (series->line_count == 0 || series->lines[0].len == 0) {
            continue;
        }
        const struct chart_line *line = &series->lines[0];
        double first = 0;
        double last = 0;
        for (size_t l = 0; l < series->line_count; l++) {
            const struct chart_line *one = &series->lines[l];
            first += one->len > 0 ? one->y[0] : 0;
            last += one->len > 0 ? one->y[one->len - 1] : 0;
        }
        out_c(&out, " ");
        out_str(&out, series->name);
        out_printf(&out, ", %zu seeds: ", series->line_count);
        out_fixed(&out, first / (double)series->line_count, 3);
        out_c(&out, " at ");
        out_fixed(&out, line->x[0], 0);
        out_c(&out, ", ");
        out_fixed(&out, last / (double)series->line_count, 3);
        out_c(&out, " at the end.");
    }
    return out_take(&out, arena);
}

static bool is_crowded(const struct chart *chart)
{
    bool has_any = false;
    for (size_t s = 0; s < chart->series_count; s++) {
        has_any = has_any || series_is_crowded(&chart->series[s]);
    }
    return has_any;
}

static void add_notes(struct arena *arena, struct drawn_figure *figure,
                      const struct chart *chart, enum drawn drawn,
                      size_t left_out)
{
    note(arena, figure,
         drawn != DRAWN_CURVE && is_crowded(chart)
             ? "Whiskers: from the least seed to the greatest, at "
               "initialisation. Lines: the mean over seeds."
         : drawn != DRAWN_CURVE ? "Dots: one seed each, at initialisation. "
                                  "Lines: the mean over seeds."
         : is_crowded(chart)    ? "Bands: from the least seed to the greatest. "
                                  "Lines: the mean over seeds."
                                : "Thin lines: one seed each. Thick lines: the "
                                  "mean over seeds.");
    if (chart->is_log_y) {
        note(arena, figure, "The vertical axis is logarithmic.");
    }
    size_t reported = 0;
    size_t diverged = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        reported += chart->series[s].reported_count;
        for (size_t l = 0; l < chart->series[s].line_count; l++) {
            diverged += chart->series[s].lines[l].has_diverged;
        }
    }
    if (diverged > 0) {
        note(arena, figure,
             arena_printf(arena,
                          "%zu run%s diverged; a cross marks the last value.",
                          diverged, diverged == 1 ? "" : "s")
                 .ptr);
    }
    if (reported > 0) {
        note(arena, figure, reported_note);
    }
    if (left_out > 0) {
        note(arena, figure,
             arena_printf(arena,
                          "%zu value%s no place on this axis and %s left out.",
                          left_out, left_out == 1 ? " has" : "s have",
                          left_out == 1 ? "is" : "are")
                 .ptr);
    }
}

bool draw_runs(struct arena *arena, const struct evidence *evidence,
               const struct figure *figure, struct drawn_figure *drawn)
{
    struct chart chart = chart_of(arena, evidence, figure, drawn->id);
    chart.description = describe(arena, &chart);
    drawn->title = chart.title;
    drawn->description = chart.description;
    drawn->table.arena = arena;
    size_t left_out = 0;
    struct out out = {0};
    if (figure->kind == FIGURE_CURVES) {
        chart_curves(&out, arena, &chart, &left_out);
    } else {
        chart_profile(&out, arena, &chart, &left_out);
    }
    drawn->svg = out_take(&out, arena);
    build_table(&chart, &drawn->table);
    add_notes(arena, drawn, &chart, drawn_of(figure), left_out);
    return true;
}
