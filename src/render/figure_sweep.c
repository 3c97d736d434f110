/* Sweeps, a line for each series of arms, and coordinate checks, a line for
 * each step: both a metric over a setting. */

#include "render/figure_axes_read.h"

#include <math.h>

#include "render/chart_series.h"

enum { STEPS_MOST = 11 }; /* lines of a coordinate check */

/* The measured arms of one line. */
struct line_arms {
    const struct evidence_arm **arms;
    double *x;
    size_t *indexes; /* of the plan */
    size_t count;
    struct seeds seeds;
};

static struct line_arms line_arms(struct arena *arena,
                                  const struct evidence *evidence,
                                  const struct figure *figure,
                                  const size_t *indexes, size_t count)
{
    struct line_arms line = {
        .arms = ARENA_ARRAY(arena, const struct evidence_arm *, count),
        .x = ARENA_ARRAY(arena, double, count),
        .indexes = ARENA_ARRAY(arena, size_t, count),
    };
    for (size_t i = 0; i < count; i++) {
        const struct evidence_arm *arm =
            measured_arm(evidence, indexes[i], figure->metric);
        if (arm != NULL) {
            line.arms[line.count] = arm;
            line.indexes[line.count] = indexes[i];
            line.x[line.count++] =
                arm_number(&evidence->plan->arms[indexes[i]], figure->x);
        }
    }
    line.seeds = seeds_of_all(arena, line.arms, line.count);
    return line;
}

/* A value of a run that a line is made of: its metric, or what that was at one
 * step. */
struct reading {
    size_t metric;
    bool is_stepwise;
    uint32_t step;
};

static double read_value(const struct run_result *run,
                         const struct reading *reading)
{
    const double *steps = run->stepwise[reading->metric];
    if (!reading->is_stepwise) {
        return run->metrics[reading->metric];
    }
    for (size_t i = 0; steps != NULL && i < run->stepwise_len; i++) {
        if (run->stepwise_steps[i] == reading->step) {
            return steps[i];
        }
    }
    return NOTHING;
}

static struct chart_series series_of(struct arena *arena, struct str name,
                                     const struct line_arms *from,
                                     const struct reading *reading)
{
    struct chart_line *lines =
        ARENA_ARRAY(arena, struct chart_line, from->seeds.len);
    for (size_t s = 0; s < from->seeds.len; s++) {
        double *y = ARENA_ARRAY(arena, double, from->count);
        for (size_t i = 0; i < from->count; i++) {
            const struct run_result *run =
                run_on_seed(from->arms[i], from->seeds.at[s]);
            y[i] = read_value(run, reading);
        }
        lines[s] = (struct chart_line){from->x, y, from->count, false};
    }
    return (struct chart_series){
        .name = name, .lines = lines, .line_count = from->seeds.len};
}

/* ---- Places along x --------------------------------------------------- */

struct places {
    struct chart_place *at;
    size_t len, cap;
};

static void add_place(struct arena *arena, struct places *places, double at,
                      struct str text)
{
    size_t i = 0;
    while (i < places->len && places->at[i].at < at) {
        i++;
    }
    if (i < places->len && places->at[i].at == at) {
        return;
    }
    LIST_PUSH(arena, places);
    for (size_t j = places->len - 1; j > i; j--) {
        places->at[j] = places->at[j - 1];
    }
    places->at[i] = (struct chart_place){at, text};
}

static void add_places(struct arena *arena, const struct plan *plan,
                       const struct figure *figure,
                       const struct line_arms *line, struct places *places)
{
    for (size_t i = 0; i < line->count; i++) {
        add_place(arena, places, line->x[i],
                  place_text(arena, plan, line->indexes[i], figure->x));
    }
}

/* ---- Reported values -------------------------------------------------- */

static void add_reported(struct arena *arena, const struct plan *plan,
                         const struct figure *figure,
                         const struct line_arms *line,
                         struct chart_series *series)
{
    series->reported =
        ARENA_ARRAY(arena, struct chart_reported, plan->reported_count);
    for (size_t r = 0; r < plan->reported_count; r++) {
        const struct reported *reported = &plan->reported[r];
        for (size_t i = 0; i < line->count; i++) {
            if (reported->arm == line->indexes[i] &&
                str_equal(reported->metric, figure->metric)) {
                add_reported_mark(arena, reported, line->x[i], series);
            }
        }
    }
}

static size_t reported_count(const struct chart *chart)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        count += chart->series[s].reported_count;
    }
    return count;
}

/* The words of many would hide the lines; the marks stay. */
static void quieten_reported(struct chart_series *series, size_t count)
{
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < series[s].reported_count; i++) {
            series[s].reported[i].label = (struct str){0};
        }
    }
}

/* ---- Table ------------------------------------------------------------ */

static struct str cell_text(struct arena *arena, const struct chart *chart,
                            size_t s, double x)
{
    const struct chart_series *series = &chart->series[s];
    const struct chart_line mean = series_mean(arena, series);
    for (size_t i = 0; i < mean.len; i++) {
        if (mean.x[i] != x) {
            continue;
        }
        struct seed_values values = {0};
        for (size_t l = 0; l < series->line_count; l++) {
            seed_values_add(&values, series->lines[l].y[i]);
        }
        const struct str text = spread_cell(arena, &values);
        return chart->is_lower_better && line_lowest(&mean) == i
                   ? arena_printf(arena, "%.*s, lowest", STR_ARG(text))
                   : text;
    }
    return S("\xe2\x80\x93");
}

static void build_table(struct arena *arena, const struct chart *chart,
                        struct drawn_figure *drawn)
{
    struct table *table = &drawn->table;
    table->arena = arena;
    table->caption =
        arena_printf(arena, "%.*s: mean over seeds (least to greatest)",
                     STR_ARG(chart->title));
    table_column(table, str_from_c(chart->x_label));
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct str name = chart->series[s].name;
        table_column(table, name.len > 0 ? name : str_from_c(chart->y_label));
    }
    for (size_t i = 0; i < chart->x_place_count; i++) {
        table_cell(table, chart->x_places[i].text);
        for (size_t s = 0; s < chart->series_count; s++) {
            table_cell(table,
                       cell_text(arena, chart, s, chart->x_places[i].at));
        }
    }
}

/* ---- Words ------------------------------------------------------------ */

static struct str x_text(const struct chart *chart, double x)
{
    for (size_t i = 0; i < chart->x_place_count; i++) {
        if (chart->x_places[i].at == x) {
            return chart->x_places[i].text;
        }
    }
    return (struct str){0};
}

static void out_point(struct out *out, struct arena *arena,
                      const struct chart *chart, const struct chart_line *mean,
                      size_t i)
{
    out_c(out, " ");
    if (isfinite(mean->y[i])) {
        out_str(out, shown_number(arena, mean->y[i], shown_decimals(mean->y[i]),
                                  false));
    } else {
        out_c(out, "diverged");
    }
    out_c(out, " at ");
    out_str(out, x_text(chart, mean->x[i]));
}

/* Its ends, and where it is lowest. */
static void out_series(struct out *out, struct arena *arena,
                       const struct chart *chart, size_t s)
{
    const struct chart_line mean = series_mean(arena, &chart->series[s]);
    const size_t lowest = line_lowest(&mean);
    if (mean.len == 0) {
        return;
    }
    out_c(out, " ");
    out_str(out, chart->series[s].name);
    out_c(out, chart->series[s].name.len > 0 ? ":" : "");
    out_point(out, arena, chart, &mean, 0);
    out_c(out, ",");
    out_point(out, arena, chart, &mean, mean.len - 1);
    if (chart->is_lower_better && lowest < mean.len) {
        out_c(out, ", lowest");
        out_point(out, arena, chart, &mean, lowest);
    }
    out_c(out, ".");
}

static struct str describe(struct arena *arena, const struct chart *chart)
{
    struct out out = {0};
    out_printf(&out, "%s over %s.", chart->y_label, chart->x_label);
    for (size_t s = 0; s < chart->series_count; s++) {
        if (!chart->is_ordered || s == 0 || s + 1 == chart->series_count) {
            out_series(&out, arena, chart, s);
        }
    }
    return out_take(&out, arena);
}

static void count_runs(const struct chart *chart, size_t *runs,
                       size_t *diverged, size_t *seeds)
{
    *runs = *diverged = *seeds = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_series *series = &chart->series[s];
        *seeds = series->line_count > *seeds ? series->line_count : *seeds;
        for (size_t l = 0; l < series->line_count; l++) {
            for (size_t i = 0; i < series->lines[l].len; i++) {
                (*runs)++;
                *diverged += isfinite(series->lines[l].y[i]) ? 0 : 1;
            }
        }
    }
}

/* Where the lowest is the first or the last that was tried, a lower one may
 * lie beyond. */
static void note_ends(struct arena *arena, const struct chart *chart,
                      struct drawn_figure *drawn)
{
    struct out out = {0};
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const struct chart_line mean = series_mean(arena, &chart->series[s]);
        const size_t lowest = line_lowest(&mean);
        if (mean.len > 1 && (lowest == 0 || lowest + 1 == mean.len)) {
            out_c(&out, count > 0 ? ", " : "");
            out_str(&out, chart->series[s].name);
            count++;
        }
    }
    const struct str names = out_take(&out, arena);
    if (count > 0) {
        note(arena, drawn,
             arena_printf(arena,
                          "The lowest%s%.*s is at the end of what was tried; "
                          "a lower one may lie beyond.",
                          names.len > 0 ? " of " : "", STR_ARG(names))
                 .ptr);
    }
}

static void note_runs(struct arena *arena, const struct chart *chart,
                      struct drawn_figure *drawn)
{
    size_t runs = 0;
    size_t diverged = 0;
    size_t seeds = 0;
    count_runs(chart, &runs, &diverged, &seeds);
    note(arena, drawn,
         seeds > 1 ? arena_printf(arena,
                                  "Means over %zu seeds; whiskers from the "
                                  "least seed to the greatest.",
                                  seeds)
                         .ptr
                   : "One seed at each point.");
    if (diverged > 0 && !chart->is_ordered) {
        note(arena, drawn,
             arena_printf(arena,
                          "Crosses: %zu of %zu runs diverged, which leaves no "
                          "mean; hollow marks are the seeds that did not.",
                          diverged, runs)
                 .ptr);
    }
}

static void note_axes(struct arena *arena, const struct chart *chart,
                      struct drawn_figure *drawn)
{
    if (chart->is_log_x || chart->is_log_y) {
        note(arena, drawn,
             chart->is_log_x && chart->is_log_y ? "Both axes are logarithmic."
             : chart->is_log_x ? "The horizontal axis is logarithmic."
                               : "The vertical axis is logarithmic.");
    }
}

/* ---- Both kinds ------------------------------------------------------- */

static void finish(struct arena *arena, const struct figure *figure,
                   struct chart *chart, size_t left_out,
                   struct drawn_figure *drawn)
{
    chart->description = describe(arena, chart);
    drawn->title = chart->title;
    drawn->description = chart->description;
    struct out out = {0};
    size_t without_place = 0;
    chart_sweep(&out, arena, chart, &without_place);
    drawn->svg = out_take(&out, arena);
    build_table(arena, chart, drawn);
    note_metric(arena, drawn, figure->metric);
    note_runs(arena, chart, drawn);
    if (chart->is_ordered) {
        note(arena, drawn, "The later the step, the stronger the line.");
    }
    if (chart->is_lower_better) {
        note(arena, drawn, "Ring: the lowest mean of a line.");
        note_ends(arena, chart, drawn);
    }
    note_axes(arena, chart, drawn);
    if (reported_count(chart) > 0) {
        note(arena, drawn, reported_note);
    }
    note_left_out(arena, drawn, left_out + without_place);
}

static struct chart chart_of(struct arena *arena, const struct figure *figure,
                             const struct places *places,
                             struct drawn_figure *drawn)
{
    return (struct chart){
        .id = drawn->id,
        .title = figure->title,
        .x_label = setting_label(arena, figure->x),
        .y_label = metric_label(arena, figure->metric),
        .is_log_x = figure->is_log_x,
        .is_log_y = figure->is_log_y,
        .reference = NOTHING,
        .x_places = places->at,
        .x_place_count = places->len,
    };
}

/* ---- Sweeps ----------------------------------------------------------- */

/* "width 64" where the series are a setting's numbers, else the level. */
static struct str series_name(struct arena *arena, const struct figure *figure,
                              size_t s)
{
    const struct str name = figure->series[s].name;
    const struct str key = figure->series_key;
    const size_t dot = str_rfind_char(key, '.');
    double number = 0;
    return dot != STR_NONE && str_to_double(name, &number)
               ? arena_printf(arena, "%.*s %.*s",
                              STR_ARG(str_from(key, dot + 1)), STR_ARG(name))
               : name;
}

bool draw_sweep(struct arena *arena, const struct evidence *evidence,
                const struct figure *figure, struct drawn_figure *drawn)
{
    const struct plan *plan = evidence->plan;
    const struct reading reading = {.metric = metric_index_of(figure->metric)};
    struct chart_series *series =
        ARENA_ARRAY(arena, struct chart_series, figure->series_count);
    struct places places = {0};
    size_t count = 0;
    for (size_t s = 0;
         reading.metric < metric_count && s < figure->series_count; s++) {
        const struct figure_series *of = &figure->series[s];
        const struct line_arms line =
            line_arms(arena, evidence, figure, of->arms, of->arm_count);
        if (line.seeds.len > 0) {
            series[count] = series_of(arena, series_name(arena, figure, s),
                                      &line, &reading);
            add_reported(arena, plan, figure, &line, &series[count]);
            add_places(arena, plan, figure, &line, &places);
            count++;
        }
    }
    struct chart chart = chart_of(arena, figure, &places, drawn);
    chart.series = series;
    chart.series_count = count;
    chart.is_lower_better = metric_is_lower_better(figure->metric);
    if (reported_count(&chart) > 3) {
        quieten_reported(series, count);
    }
    if (count > 0) {
        finish(arena, figure, &chart, 0, drawn);
    }
    return count > 0;
}

/* ---- Coordinate checks ------------------------------------------------ */

/* The steps drawn: all of them, or as many as can be told apart. */
static size_t steps_of(const struct line_arms *line, uint32_t steps[STEPS_MOST])
{
    const struct run_result *run = &line->arms[0]->runs[0];
    const size_t len = run->stepwise_len;
    const size_t count = len < STEPS_MOST ? len : STEPS_MOST;
    for (size_t i = 0; i < count; i++) {
        const size_t at = count > 1 ? i * (len - 1) / (count - 1) : 0;
        steps[i] = run->stepwise_steps[at];
    }
    return count;
}

/* On a logarithmic axis a step at which nothing has moved is no line. */
static bool has_place(const struct chart_series *series, bool is_log)
{
    struct extent extent = {.is_log = is_log};
    for (size_t l = 0; l < series->line_count; l++) {
        for (size_t i = 0; i < series->lines[l].len; i++) {
            extent_add(&extent, series->lines[l].y[i]);
        }
    }
    return extent.has_values;
}

struct steps {
    struct chart_series series[STEPS_MOST];
    size_t count;
    size_t left_out; /* values of steps without a place */
};

static void read_steps(struct arena *arena, const struct figure *figure,
                       const struct line_arms *line, struct steps *steps)
{
    uint32_t at[STEPS_MOST] = {0};
    const size_t count = steps_of(line, at);
    for (size_t i = 0; i < count; i++) {
        const struct reading reading = {.metric =
                                            metric_index_of(figure->metric),
                                        .is_stepwise = true,
                                        .step = at[i]};
        const struct chart_series series = series_of(
            arena, arena_printf(arena, "step %u", at[i]), line, &reading);
        if (has_place(&series, figure->is_log_y)) {
            steps->series[steps->count++] = series;
        } else {
            steps->left_out += series.line_count * line->count;
        }
    }
}

/* Room for the same metric in the plan's other coordinate checks, so that one
 * that stays flat looks flat beside one that does not. */
static struct extent shared_extent(struct arena *arena,
                                   const struct evidence *evidence,
                                   const struct figure *figure)
{
    const struct plan *plan = evidence->plan;
    struct extent shared = {.is_log = figure->is_log_y};
    for (size_t i = 0; i < plan->figure_count; i++) {
        const struct figure *other = &plan->figures[i];
        if (other->kind != FIGURE_ACTIVITY ||
            other->is_log_y != figure->is_log_y ||
            !str_equal(other->metric, figure->metric)) {
            continue;
        }
        const struct line_arms line =
            line_arms(arena, evidence, other, other->arms, other->arm_count);
        struct steps steps = {0};
        struct extent x = {0};
        if (line.seeds.len > 0) {
            read_steps(arena, other, &line, &steps);
        }
        const struct chart chart = {.series = steps.series,
                                    .series_count = steps.count,
                                    .reference = NOTHING};
        series_extents(&chart, &x, &shared);
    }
    return shared;
}

bool draw_activity(struct arena *arena, const struct evidence *evidence,
                   const struct figure *figure, struct drawn_figure *drawn)
{
    const struct line_arms line =
        line_arms(arena, evidence, figure, figure->arms, figure->arm_count);
    struct steps steps = {0};
    struct places places = {0};
    if (line.seeds.len > 0) {
        read_steps(arena, figure, &line, &steps);
    }
    if (steps.count == 0) {
        return false;
    }
    struct chart_series *last = &steps.series[steps.count - 1];
    add_reported(arena, evidence->plan, figure, &line, last);
    add_places(arena, evidence->plan, figure, &line, &places);
    struct chart chart = chart_of(arena, figure, &places, drawn);
    chart.series = steps.series;
    chart.series_count = steps.count;
    chart.is_ordered = true;
    chart.also_y = shared_extent(arena, evidence, figure);
    finish(arena, figure, &chart, steps.left_out, drawn);
    return true;
}
