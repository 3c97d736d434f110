/* What sweeps and coordinate checks share: both are lines of a metric over a
 * setting, a value a seed. */

#include "render/figure_lines.h"

#include <math.h>

struct line_arms line_arms(struct arena *arena, const struct evidence *evidence,
                           const struct figure *figure, const size_t *indexes,
                           size_t count)
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

struct chart_series line_series(struct arena *arena, struct str name,
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

void line_places(struct arena *arena, const struct plan *plan,
                 const struct figure *figure, const struct line_arms *line,
                 struct places *places)
{
    for (size_t i = 0; i < line->count; i++) {
        add_place(arena, places, line->x[i],
                  place_text(arena, plan, line->indexes[i], figure->x));
    }
}

/* ---- Reported values -------------------------------------------------- */

void line_reported(struct arena *arena, const struct plan *plan,
                   const struct figure *figure, const struct line_arms *line,
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

size_t lines_reported(const struct chart *chart)
{
    size_t count = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        count += chart->series[s].reported_count;
    }
    return count;
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
            const double x = chart->x_places[i].at;
            table_cell(table, reported_cell(arena, &chart->series[s], x,
                                            cell_text(arena, chart, s, x)));
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

void lines_draw(struct arena *arena, const struct figure *figure,
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
    if (lines_reported(chart) > 0) {
        note(arena, drawn, reported_note);
    }
    note_left_out(arena, drawn, left_out + without_place);
}

/* The places under names that fit. */
static const struct chart_place *named_places(struct arena *arena,
                                              const struct places *places)
{
    struct chart_place *named =
        ARENA_ARRAY(arena, struct chart_place, places->len);
    double *at = ARENA_ARRAY(arena, double, places->len);
    struct str *texts = ARENA_ARRAY(arena, struct str, places->len);
    for (size_t i = 0; i < places->len; i++) {
        at[i] = places->at[i].at;
        texts[i] = places->at[i].text;
    }
    name_powers(arena, at, texts, places->len);
    for (size_t i = 0; i < places->len; i++) {
        named[i] = (struct chart_place){at[i], texts[i]};
    }
    return named;
}

struct chart lines_chart(struct arena *arena, const struct figure *figure,
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
        .x_places = named_places(arena, places),
        .x_place_count = places->len,
    };
}
