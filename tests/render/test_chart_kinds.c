/* Numbers that no axis has room for, in every kind of chart. The kinds stand in
 * a table by the plan's own list, so that a new one fails here until it is in
 * it. */

#include "support/drawing.h"

#include "render/chart.h"

#include "experiment/plan.h"

enum { KINDS = FIGURE_ACTIVITY + 1, MOST = 8 };

/* What is drawn: one run's values, at x 1, 2, 3 and so on. */
struct data {
    const char *name;
    double values[MOST];
    size_t count;
    bool is_log;
    size_t left_out; /* finite values without a place */
};

static const double x_values[MOST] = {1, 2, 3, 4, 5, 6, 7, 8};

typedef void draw_kind(struct out *out, struct arena *arena,
                       const struct data *data, size_t *left_out);

/* ---- Kinds ------------------------------------------------------------- */

typedef void draw_chart(struct out *out, struct arena *arena,
                        const struct chart *chart, size_t *left_out);

/* Two series, the second without the odd numbers. */
static void draw_series(draw_chart *draw, struct out *out, struct arena *arena,
                        const struct data *data, bool is_ordered,
                        size_t *left_out)
{
    static const double plain[MOST] = {1, 2, 3, 4, 5, 6, 7, 8};
    const struct chart_line odd = {x_values, data->values, data->count, false};
    const struct chart_line even = {x_values, plain, data->count, false};
    const struct chart_series series[] = {{S("odd"), &odd, 1, NULL, 0},
                                          {S("even"), &even, 1, NULL, 0}};
    const struct chart chart = {
        .id = S("k"),
        .title = S("Odd numbers"),
        .description = S("Two series."),
        .x_label = "x",
        .y_label = "y",
        .is_log_y = data->is_log,
        .series = series,
        .series_count = 2,
        .reference = NOTHING,
        .is_lower_better = !is_ordered,
        .is_ordered = is_ordered,
    };
    draw(out, arena, &chart, left_out);
}

static void draw_curves(struct out *out, struct arena *arena,
                        const struct data *data, size_t *left_out)
{
    draw_series(chart_curves, out, arena, data, false, left_out);
}

static void draw_profile(struct out *out, struct arena *arena,
                         const struct data *data, size_t *left_out)
{
    draw_series(chart_profile, out, arena, data, false, left_out);
}

static void draw_sweep(struct out *out, struct arena *arena,
                       const struct data *data, size_t *left_out)
{
    draw_series(chart_sweep, out, arena, data, false, left_out);
}

static void draw_activity(struct out *out, struct arena *arena,
                          const struct data *data, size_t *left_out)
{
    draw_series(chart_sweep, out, arena, data, true, left_out);
}

/* Its axis is linear and takes every finite number. */
static void draw_forest(struct out *out, struct arena *arena,
                        const struct data *data, size_t *left_out)
{
    const double first = data->count > 0 ? data->values[0] : NOTHING;
    const struct chart_forest forest = {
        .id = S("k"),
        .title = S("Odd numbers"),
        .description = S("One row."),
        .deltas = data->values,
        .count = data->count,
        .mean = first,
        .lo = first,
        .hi = first,
        .decides_lo = first,
        .decides_hi = data->count > 1 ? data->values[1] : NOTHING,
        .margin = 0.01,
        .noise_lo = first,
        .noise_hi = NOTHING,
        .reported = first,
        .less = "worse",
        .more = "better",
        .verdict = S("inconclusive"),
    };
    chart_forest(out, arena, &forest);
    *left_out = data->left_out;
}

/* It has no axis for its values: each is said as a number or crossed out. */
static void draw_heatmap(struct out *out, struct arena *arena,
                         const struct data *data, size_t *left_out)
{
    struct chart_cell cells[MOST] = {{0}};
    struct str columns[MOST] = {{0}};
    const struct str row = S("1");
    for (size_t i = 0; i < data->count; i++) {
        cells[i] = (struct chart_cell){data->values[i], 1, 0};
        columns[i] = S("2");
    }
    const struct chart_heatmap map = {
        .id = S("k"),
        .title = S("Odd numbers"),
        .description = S("One row."),
        .x_label = "x",
        .y_label = "y",
        .columns = columns,
        .rows = &row,
        .column_count = data->count,
        .row_count = data->count > 0 ? 1 : 0,
        .cells = cells,
        .is_lower_better = true,
    };
    chart_heatmap(out, arena, &map);
    *left_out = data->left_out;
}

static void draw_bars(struct out *out, struct arena *arena,
                      const struct data *data, size_t *left_out)
{
    const struct chart_bar bars[] = {
        {S("odd"), data->values, data->count, NOTHING, NOTHING, NOTHING},
        {S("even"), x_values, data->count, 1, 8, 2},
    };
    const struct chart_bars chart = {
        .id = S("k"),
        .title = S("Odd numbers"),
        .description = S("Two arms."),
        .x_label = "x",
        .bars = bars,
        .bar_count = 2,
        .is_log = data->is_log,
    };
    chart_bars(out, arena, &chart, left_out);
}

static const struct chart_kind {
    const char *name;
    draw_kind *draw;
    /* Whether a value that is not finite is left out as well as one that is
     * finite and has no place: elsewhere it is a run that diverged. */
    bool counts_all;
} kinds[KINDS] = {
    [FIGURE_CURVES] = {"curves", draw_curves, true},
    [FIGURE_PROFILE] = {"profile", draw_profile, true},
    [FIGURE_FOREST] = {"forest", draw_forest, false},
    [FIGURE_SWEEP] = {"sweep", draw_sweep, false},
    [FIGURE_HEATMAP] = {"heatmap", draw_heatmap, false},
    [FIGURE_BARS] = {"bars", draw_bars, false},
    [FIGURE_ACTIVITY] = {"activity", draw_activity, false},
};

/* ---- What each is given ------------------------------------------------- */

#define NAN_ ((double)NAN)
#define INF_ ((double)INFINITY)

static const struct data cases[] = {
    {"nothing", {0}, 0, false, 0},
    {"nothing, logarithmic", {0}, 0, true, 0},
    {"one point", {0.5}, 1, false, 0},
    {"one point, logarithmic", {0.5}, 1, true, 0},
    {"all equal", {2, 2, 2, 2}, 4, false, 0},
    {"all equal, logarithmic", {2, 2, 2, 2}, 4, true, 0},
    {"zeros of both signs", {0.0, -0.0, 0.0}, 3, false, 0},
    {"not finite", {NAN_, INF_, -INF_, 1}, 4, false, 0},
    {"not finite, logarithmic", {NAN_, INF_, -INF_, 1}, 4, true, 0},
    {"nothing finite", {NAN_, INF_, -INF_}, 3, false, 0},
    {"nothing finite, logarithmic", {NAN_, INF_, -INF_}, 3, true, 0},
    {"zero and less, logarithmic", {0, -0.0, -3, 2, 4}, 5, true, 3},
    {"nothing above zero, logarithmic", {0, -1}, 2, true, 2},
    {"far apart", {1e-140, 1e140}, 2, false, 0},
    {"far apart, logarithmic", {1e-140, 1e140}, 2, true, 0},
    {"too large for an axis", {1e300, -1e300, 1}, 3, false, 2},
};

static size_t not_finite(const struct data *data)
{
    size_t count = 0;
    for (size_t i = 0; i < data->count; i++) {
        count += isfinite(data->values[i]) ? 0 : 1;
    }
    return count;
}

static void check(const struct chart_kind *kind, const struct data *data)
{
    struct arena arena = {0};
    struct out out = {0};
    size_t left_out = 99;
    kind->draw(&out, &arena, data, &left_out);
    const struct str text = out_text(&out);
    if (str_find_nocase(text, S("nan")) != STR_NONE ||
        str_find_nocase(text, S("inf")) != STR_NONE) {
        fail_msg("%s of %s: %.*s", kind->name, data->name, STR_ARG(text));
    }
    const size_t expected =
        data->left_out + (kind->counts_all ? not_finite(data) : 0);
    if (left_out != expected) {
        fail_msg("%s of %s: %zu left out, not %zu", kind->name, data->name,
                 left_out, expected);
    }
    const struct drawing drawing = drawing_read(&arena, text);
    assert_true(drawing.width > 0 && drawing.height > 0);
    assert_str(drawing.title, "Odd numbers");
    assert_true(drawing.description.len > 0);
    assert_inside(&drawing);
    out_free(&out);
    arena_free(&arena);
}

static void no_kind_draws_what_has_no_place(void **state)
{
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        if (kinds[k].draw == NULL) {
            fail_msg("the kind of figure number %zu is not in the table", k);
        }
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            check(&kinds[k], &cases[i]);
        }
    }
}

/* ---- Beside colour ------------------------------------------------------- */

/* Corners of the mark beside each name, and how wide and tall it is. */
static void series_are_told_apart_by_shape(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct data data = {"plain", {1, 2, 3}, 3, false, 0};
    static const enum figure_kind of_series[] = {FIGURE_CURVES, FIGURE_PROFILE,
                                                 FIGURE_SWEEP};
    for (size_t k = 0; k < 3; k++) {
        struct out out = {0};
        size_t left_out = 0;
        kinds[of_series[k]].draw(&out, &arena, &data, &left_out);
        const struct drawing drawing = drawing_read(&arena, out_text(&out));
        const struct piece *first = NULL;
        const struct piece *second = NULL;
        for (size_t i = 0; i < drawing.pieces.len; i++) {
            const struct piece *piece = &drawing.pieces.at[i];
            first = has_class(piece->classes, "s0") ? piece : first;
            second = has_class(piece->classes, "s1") ? piece : second;
        }
        assert_non_null(first);
        assert_non_null(second);
        assert_true(first->is_round != second->is_round);
        out_free(&out);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_kind_draws_what_has_no_place),
        cmocka_unit_test(series_are_told_apart_by_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
