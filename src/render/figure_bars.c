/* A metric of several arms, each with the interval of its mean. */

#include "render/figure_parts.h"

#include "evidence/mean_interval.h"

/* From this factor between the values on, equal factors tell more than equal
 * differences. */
#define LOG_FACTOR 50

struct bars {
    struct chart_bar *at;
    size_t len;
    size_t diverged, runs, without_interval;
    bool has_reported;
};

static double reported_of(const struct plan *plan, size_t arm,
                          struct str metric)
{
    for (size_t i = 0; i < plan->reported_count; i++) {
        const struct reported *reported = &plan->reported[i];
        double value = 0;
        if (reported->arm == arm && str_equal(reported->metric, metric) &&
            reported->report != NULL &&
            str_to_double(reported->report->value, &value)) {
            return value;
        }
    }
    return NOTHING;
}

static struct chart_bar bar_of(struct arena *arena,
                               const struct evidence_arm *arm, size_t metric)
{
    double *values = ARENA_ARRAY(arena, double, arm->run_count);
    for (size_t i = 0; i < arm->run_count; i++) {
        values[i] = arm->runs[i].metrics[metric];
    }
    struct mean_interval interval = {0};
    const bool has_interval = mean_interval(values, arm->run_count, &interval);
    return (struct chart_bar){
        .name = arm->name,
        .values = values,
        .count = arm->run_count,
        .lo = has_interval ? interval.lo : NOTHING,
        .hi = has_interval ? interval.hi : NOTHING,
    };
}

static struct bars bars_of(struct arena *arena, const struct evidence *evidence,
                           const struct figure *figure)
{
    const size_t metric = metric_index_of(figure->metric);
    struct bars bars = {
        .at = ARENA_ARRAY(arena, struct chart_bar, figure->arm_count)};
    for (size_t i = 0; metric < metric_count && i < figure->arm_count; i++) {
        const struct evidence_arm *arm =
            measured_arm(evidence, figure->arms[i], figure->metric);
        if (arm == NULL) {
            continue;
        }
        struct chart_bar *bar = &bars.at[bars.len++];
        *bar = bar_of(arena, arm, metric);
        bar->reported =
            reported_of(evidence->plan, figure->arms[i], figure->metric);
        bars.has_reported = bars.has_reported || isfinite(bar->reported);
        bars.without_interval += isfinite(bar->lo) ? 0 : 1;
        bars.runs += bar->count;
        for (size_t r = 0; r < bar->count; r++) {
            bars.diverged += isfinite(bar->values[r]) ? 0 : 1;
        }
    }
    return bars;
}

/* Where values are many times each other, and none is zero or less. */
static bool spans(const struct bars *bars)
{
    struct extent extent = {.is_log = true};
    for (size_t b = 0; b < bars->len; b++) {
        for (size_t i = 0; i < bars->at[b].count; i++) {
            if (isfinite(bars->at[b].values[i])) {
                extent_add(&extent, bars->at[b].values[i]);
            }
        }
    }
    return extent.has_values && extent.left_out == 0 &&
           extent.hi >= LOG_FACTOR * extent.lo;
}

/* ---- Beside the chart ------------------------------------------------- */

static struct str interval_text(struct arena *arena,
                                const struct chart_bar *bar, int decimals)
{
    if (!isfinite(bar->lo)) {
        return S("\xe2\x80\x93");
    }
    return ARENA_JOIN(arena, shown_number(arena, bar->lo, decimals, false),
                      S(" to "), shown_number(arena, bar->hi, decimals, false));
}

static struct seed_values seeds_of(const struct chart_bar *bar)
{
    struct seed_values values = {0};
    for (size_t i = 0; i < bar->count; i++) {
        seed_values_add(&values, bar->values[i]);
    }
    return values;
}

static void build_table(struct arena *arena, const struct bars *bars,
                        struct drawn_figure *drawn)
{
    struct table *table = &drawn->table;
    table->arena = arena;
    table->caption = drawn->title;
    table_column(table, S("arm"));
    table_column(table, S("mean (least to greatest)"));
    table_column(table, S("interval of the mean"));
    table_column(table, S("seeds"));
    for (size_t b = 0; b < bars->len; b++) {
        const struct chart_bar *bar = &bars->at[b];
        const struct seed_values values = seeds_of(bar);
        table_cell(table, bar->name);
        table_cell(table, spread_cell(arena, &values));
        table_cell(table,
                   interval_text(arena, bar, shown_decimals(values.mean)));
        table_cell(table, arena_printf(arena, "%zu", bar->count));
    }
}

static struct str describe(struct arena *arena, const struct bars *bars,
                           const struct chart_bars *chart)
{
    struct out out = {0};
    out_printf(&out, "%s of %zu arms, a row each.", chart->x_label, bars->len);
    for (size_t b = 0; b < bars->len; b++) {
        const struct chart_bar *bar = &bars->at[b];
        const struct seed_values values = seeds_of(bar);
        out_c(&out, " ");
        out_str(&out, bar->name);
        out_c(&out, ": ");
        out_str(&out, spread_cell(arena, &values));
        out_c(&out, ".");
    }
    return out_take(&out, arena);
}

static void add_notes(struct arena *arena, const struct bars *bars,
                      const struct chart_bars *chart, size_t left_out,
                      struct drawn_figure *drawn)
{
    note(arena, drawn,
         bars->without_interval == bars->len
             ? "Dots: one seed each. Diamonds: the mean."
             : "Dots: one seed each. Diamonds: the mean, with the exact "
               "interval of at least 95 % from its seeds.");
    note(arena, drawn,
         chart->is_log ? "The axis is logarithmic."
         : bars_begin_at_zero(chart)
             ? "Bars begin at zero."
             : "The axis does not begin at zero, so there are no bars.");
    if (bars->diverged > 0) {
        note(arena, drawn,
             arena_printf(arena,
                          "Crosses: %zu of %zu runs diverged, which leaves no "
                          "mean.",
                          bars->diverged, bars->runs)
                 .ptr);
    }
    if (bars->has_reported) {
        note(arena, drawn, reported_note);
    }
    note_left_out(arena, drawn, left_out);
}

bool draw_bars(struct arena *arena, const struct evidence *evidence,
               const struct figure *figure, struct drawn_figure *drawn)
{
    const struct bars bars = bars_of(arena, evidence, figure);
    if (bars.len == 0) {
        return false;
    }
    struct chart_bars chart = {
        .id = drawn->id,
        .title = figure->title,
        .x_label = metric_label(arena, figure->metric),
        .bars = bars.at,
        .bar_count = bars.len,
        .is_log = spans(&bars),
    };
    chart.description = describe(arena, &bars, &chart);
    drawn->title = figure->title;
    drawn->description = chart.description;
    size_t left_out = 0;
    struct out out = {0};
    chart_bars(&out, arena, &chart, &left_out);
    drawn->svg = out_take(&out, arena);
    note_metric(arena, drawn, figure->metric);
    build_table(arena, &bars, drawn);
    add_notes(arena, &bars, &chart, left_out, drawn);
    return true;
}
