/* Sweeps, a line for each series of arms, and coordinate checks, a line for
 * each step. */

#include "render/figure_lines.h"

#include "render/chart_series.h"

enum { STEPS_MOST = 11 }; /* lines of a coordinate check */

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
            series[count] = line_series(arena, series_name(arena, figure, s),
                                        &line, &reading);
            line_reported(arena, plan, figure, &line, &series[count]);
            line_places(arena, plan, figure, &line, &places);
            count++;
        }
    }
    struct chart chart = lines_chart(arena, figure, &places, drawn);
    chart.series = series;
    chart.series_count = count;
    chart.is_lower_better = metric_is_lower_better(figure->metric);
    if (count > 0) {
        lines_draw(arena, figure, &chart, 0, drawn);
    }
    return count > 0;
}

/* ---- Coordinate checks ------------------------------------------------ */

/* A run that diverged has none of the later steps, so the longest speaks. */
static const struct run_result *longest_run(const struct line_arms *line)
{
    const struct run_result *longest =
        run_on_seed(line->arms[0], line->seeds.at[0]);
    for (size_t i = 0; i < line->count; i++) {
        for (size_t s = 0; s < line->seeds.len; s++) {
            const struct run_result *run =
                run_on_seed(line->arms[i], line->seeds.at[s]);
            longest = run->stepwise_len > longest->stepwise_len ? run : longest;
        }
    }
    return longest;
}

/* The steps drawn: all of them, or as many as can be told apart. */
static size_t steps_of(const struct line_arms *line, uint32_t steps[STEPS_MOST])
{
    const struct run_result *run = longest_run(line);
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
        const struct chart_series series = line_series(
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
    line_reported(arena, evidence->plan, figure, &line, last);
    line_places(arena, evidence->plan, figure, &line, &places);
    struct chart chart = lines_chart(arena, figure, &places, drawn);
    chart.series = steps.series;
    chart.series_count = steps.count;
    chart.is_ordered = true;
    chart.also_y = shared_extent(arena, evidence, figure);
    lines_draw(arena, figure, &chart, steps.left_out, drawn);
    return true;
}
