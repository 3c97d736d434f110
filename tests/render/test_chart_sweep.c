/* Charts over settings: sweeps, coordinate checks and heat maps, at their edges
 * and byte for byte (see support/golden.h). */

#include "support/drawing.h"
#include "support/golden.h"

#include "render/chart_series.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Sweeps ------------------------------------------------------------ */

typedef void draw_chart(struct out *out, struct arena *arena,
                        const struct chart *chart, size_t *left_out);

static const double rates[] = {0.001, 0.01, 0.1, 1};
/* Draws it, checks what was left out and compares the bytes. */
static void check_sweep(const char *name, const struct chart *chart,
                        size_t left_out)
{
    struct arena arena = {0};
    struct out out = {0};
    size_t got = 99;
    chart_sweep(&out, &arena, chart, &got);
    assert_int_equal(got, left_out);
    check_chart_golden(name, out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static size_t count_of(struct str text, struct str part)
{
    size_t count = 0;
    for (size_t at = str_find(text, part); at != STR_NONE;
         at = str_find(text, part)) {
        text = str_from(text, at + part.len);
        count++;
    }
    return count;
}

static struct str swept(struct arena *arena, const struct chart *chart)
{
    struct out out = {0};
    size_t left_out = 0;
    chart_sweep(&out, arena, chart, &left_out);
    const struct str text = arena_copy(arena, out_text(&out));
    out_free(&out);
    return text;
}

static void a_sweep_shows_means_whiskers_and_what_diverged(void **state)
{
    (void)state;
    static const double a[] = {2.9, 2.5, 2.3, 2.6};
    static const double b[] = {3.0, 2.4, 2.1, 2.8};
    const double c[] = {2.8, 2.2, NOTHING, NOTHING};
    const double d[] = {2.7, 2.3, 1.1, NOTHING};
    const struct chart_place places[] = {
        {0.001, S("0.001")}, {0.01, S("0.01")}, {0.1, S("0.1")}, {1, S("1")}};
    const struct chart_line narrow[] = {{rates, a, 4, false},
                                        {rates, b, 4, false}};
    const struct chart_line wide[] = {{rates, c, 4, false},
                                      {rates, d, 4, false}};
    const struct chart_series series[] = {{S("16"), narrow, 2, NULL, 0},
                                          {S("64"), wide, 2, NULL, 0}};
    const struct chart chart = {
        .id = S("s"),
        .title = S("Loss by rate"),
        .description = S("Two widths."),
        .x_label = "learning rate",
        .y_label = "loss",
        .is_log_x = true,
        .series = series,
        .series_count = 2,
        .reference = NOTHING,
        .x_places = places,
        .x_place_count = COUNT(places),
        .is_lower_better = true,
    };
    check_sweep("sweep.svg", &chart, 0);
}

static void the_best_of_a_sweep_is_never_where_a_run_diverged(void **state)
{
    (void)state;
    struct arena arena = {0};
    /* At 0.1 one seed is far below all others and the other diverged. */
    static const double a[] = {2.8, 2.2, 0.1, 2.5};
    const double b[] = {2.7, 2.3, NOTHING, 2.6};
    const struct chart_line lines[] = {{rates, a, 4, false},
                                       {rates, b, 4, false}};
    const struct chart_series series[] = {{S("x"), lines, 2, NULL, 0}};
    const struct chart_line mean = series_mean(&arena, &series[0]);
    assert_int_equal(line_lowest(&mean), 1);
    assert_true(isnan(mean.y[2]));
    assert_true(fabs(mean.y[3] - 2.55) < 1e-9);
    arena_free(&arena);
}

static void a_line_of_runs_that_all_diverged_has_no_best(void **state)
{
    (void)state;
    struct arena arena = {0};
    const double a[] = {NOTHING, NOTHING, NOTHING, NOTHING};
    const struct chart_line lines[] = {{rates, a, 4, false}};
    const struct chart_series series[] = {{S("x"), lines, 1, NULL, 0}};
    const struct chart_line mean = series_mean(&arena, &series[0]);
    assert_int_equal(line_lowest(&mean), 4);
    const struct chart chart = {
        .id = S("s"),
        .x_label = "rate",
        .y_label = "loss",
        .is_log_x = true,
        .is_log_y = true,
        .series = series,
        .series_count = 1,
        .reference = NOTHING,
        .is_lower_better = true,
    };
    const struct str text = swept(&arena, &chart);
    assert_int_equal(count_of(text, S("class=\"best\"")), 0);
    /* one names the row of crosses */
    const struct drawing drawing = drawing_read(&arena, text);
    assert_int_equal(drawing_pieces(&drawing, "point"), 1);
    assert_int_equal(drawing_pieces(&drawing, "diverged"), 8);
    assert_int_equal(drawing_crosses(&drawing, "diverged"), 4);
    arena_free(&arena);
}

static void a_sweep_of_equal_values_has_an_axis_and_whole_numbers(void **state)
{
    (void)state;
    static const double widths[] = {16, 16, 16};
    static const double same[] = {0.5, 0.5, 0.5};
    const struct chart_line lines[] = {{widths, same, 3, false}};
    const struct chart_series series[] = {{S(""), lines, 1, NULL, 0}};
    const struct chart chart = {
        .id = S("s"),
        .title = S("Same"),
        .description = S("All the same."),
        .x_label = "width",
        .y_label = "mean |x|",
        .is_log_x = true,
        .is_log_y = true,
        .series = series,
        .series_count = 1,
        .reference = NOTHING,
    };
    check_sweep("sweep-same.svg", &chart, 0);
}

static void zero_on_a_log_axis_is_left_out_of_a_sweep_and_counted(void **state)
{
    (void)state;
    static const double stds[] = {0, 0.02, 0.2};
    static const double a[] = {1, 0, -2};
    static const double b[] = {2, 30, 400};
    const struct chart_line lines[] = {{stds, a, 3, false},
                                       {stds, b, 3, false}};
    const struct chart_series series[] = {{S("plain"), lines, 2, NULL, 0}};
    const struct chart chart = {
        .id = S("s"),
        .title = S("Zero"),
        .description = S("A zero and a negative value."),
        .x_label = "std",
        .y_label = "growth",
        .is_log_x = true,
        .is_log_y = true,
        .series = series,
        .series_count = 1,
        .reference = NOTHING,
    };
    /* both seeds at std 0, and 0 and -2 of the first seed */
    check_sweep("sweep-zero.svg", &chart, 4);
}

static void a_mean_below_a_log_axis_is_not_drawn(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const double a[] = {400, 400, 500, 300};
    static const double b[] = {300, -399, 400, 200};
    const struct chart_line lines[] = {{rates, a, 4, false},
                                       {rates, b, 4, false}};
    const struct chart_series series[] = {{S("x"), lines, 2, NULL, 0}};
    const struct chart chart = {
        .id = S("s"),
        .is_log_y = true,
        .series = series,
        .series_count = 1,
        .reference = NOTHING,
        .is_lower_better = true,
    };
    draw_chart *const draws[] = {chart_sweep, chart_profile, chart_curves};
    for (size_t i = 0; i < COUNT(draws); i++) {
        struct out out = {0};
        size_t left_out = 0;
        draws[i](&out, &arena, &chart, &left_out);
        const struct drawing drawing = drawing_read(&arena, out_text(&out));
        assert_int_equal(left_out, 1);
        assert_inside(&drawing);
        out_free(&out);
    }
    arena_free(&arena);
}

static void steps_of_one_thing_go_from_pale_to_strong(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const double widths[] = {16, 64, 256};
    static const double first[] = {0.10, 0.11, 0.12};
    static const double middle[] = {0.4, 0.8, 1.6};
    static const double last[] = {1.4, 2.2, 4.5};
    const struct chart_line lines[] = {{widths, first, 3, false},
                                       {widths, middle, 3, false},
                                       {widths, last, 3, false}};
    const struct chart_series series[] = {
        {S("step 0"), &lines[0], 1, NULL, 0},
        {S("step 5"), &lines[1], 1, NULL, 0},
        {S("step 10"), &lines[2], 1, NULL, 0}};
    const struct chart chart = {
        .id = S("a"),
        .title = S("Coordinate check"),
        .description = S("Mean |x| by width."),
        .x_label = "width",
        .y_label = "mean |x|",
        .is_log_x = true,
        .series = series,
        .series_count = 3,
        .reference = NOTHING,
        .is_ordered = true,
        .also_y = {.lo = 0, .hi = 9, .has_values = true},
    };
    check_sweep("activity.svg", &chart, 0);
    const struct str text = swept(&arena, &chart);
    assert_int_equal(count_of(text, S("class=\"r0\"")), 2);
    assert_int_equal(count_of(text, S("class=\"r4\"")), 1);
    assert_int_equal(count_of(text, S("class=\"r8\"")), 2);
    assert_int_equal(count_of(text, S("step 5")), 0);
    arena_free(&arena);
}

static void names_of_places_never_run_into_each_other(void **state)
{
    (void)state;
    struct arena arena = {0};
    enum { MANY = 40 };
    double x[MANY] = {0};
    double y[MANY] = {0};
    struct chart_place places[MANY] = {0};
    for (int i = 0; i < MANY; i++) {
        x[i] = 1 + i * 0.01;
        y[i] = i;
        places[i] = (struct chart_place){x[i], S("1.2345678")};
    }
    const struct chart_line lines[] = {{x, y, MANY, false}};
    const struct chart_series series[] = {{S("x"), lines, 1, NULL, 0}};
    const struct chart chart = {
        .id = S("s"),
        .x_label = "x",
        .y_label = "y",
        .series = series,
        .series_count = 1,
        .reference = NOTHING,
        .x_places = places,
        .x_place_count = MANY,
    };
    const size_t named = count_of(swept(&arena, &chart), S("1.2345678"));
    assert_in_range(named, 2, 4);
    arena_free(&arena);
}

/* ---- Very many series ---------------------------------------------------- */

enum { CROWD = 200 };

/* Names, marks and crosses of 200 arms, half of which diverged somewhere, stay
 * inside the drawing, and its axes upright. */
static void check_crowd(draw_chart *draw)
{
    static const double x[] = {0, 1};
    static const double whole[] = {2, 3};
    const double broken[] = {2, NOTHING};
    const struct chart_line lines[] = {{x, whole, 2, false},
                                       {x, broken, 2, false}};
    struct chart_series series[CROWD] = {0};
    for (size_t i = 0; i < CROWD; i++) {
        series[i] = (struct chart_series){S("arm"), &lines[i % 2], 1, NULL, 0};
    }
    const struct chart chart = {
        .id = S("s"),
        .series = series,
        .series_count = CROWD,
        .reference = NOTHING,
    };
    struct arena arena = {0};
    struct out out = {0};
    size_t left_out = 0;
    draw(&out, &arena, &chart, &left_out);
    const struct drawing drawing = drawing_read(&arena, out_text(&out));
    assert_true(drawing.height >= 14 * CROWD);
    assert_true(drawing.labels.len >= CROWD);
    assert_inside(&drawing);
    out_free(&out);
    arena_free(&arena);
}

/* Words on lines hide them, and of two diamonds in one place one is seen. */
static void what_is_reported_is_all_seen_and_named_beside_the_axes(void **state)
{
    (void)state;
    static const double y[] = {1, 2, 3, 4};
    const struct chart_line line = {rates, y, 4, false};
    struct chart_reported one[] = {{0.001, 1.43, S("reported 1.43")},
                                   {1, 4.48, S("reported 4.48")}};
    struct chart_reported other[] = {{0.001, 1.43, S("reported 1.43")},
                                     {0.001, 1.42, S("reported 1.42")},
                                     {0.1, 1.42, S("reported 1.42")}};
    const struct chart_series series[] = {{S("a"), &line, 1, one, 2},
                                          {S("b"), &line, 1, other, 3}};
    const struct chart chart = {
        .id = S("s"),
        .title = S("Reported"),
        .description = S("Five values."),
        .is_log_x = true,
        .series = series,
        .series_count = 2,
        .reference = NOTHING,
    };
    struct arena arena = {0};
    const struct str svg = swept(&arena, &chart);
    check_chart_golden("sweep-reported.svg", svg);
    /* Once for each arm, where its name stands. */
    assert_int_equal(count_of(svg, S("reported 1.42")), 1);
    assert_int_equal(count_of(svg, S("reported 1.43")), 2);
    assert_int_equal(count_of(svg, S("<text x=\"322\"")), 6);
    arena_free(&arena);
}

static void two_hundred_arms_stay_inside_their_chart(void **state)
{
    (void)state;
    check_crowd(chart_sweep);
    check_crowd(chart_profile);
    check_crowd(chart_curves);
}

/* ---- Heat maps --------------------------------------------------------- */

static void check_heatmap(const char *name, const struct chart_heatmap *map,
                          bool has_numbers)
{
    struct arena arena = {0};
    struct out out = {0};
    assert_int_equal(chart_heatmap(&out, &arena, map), has_numbers);
    check_chart_golden(name, out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static void a_heat_map_says_its_numbers_and_what_diverged(void **state)
{
    (void)state;
    const struct str columns[] = {S("0.01"), S("0.03"), S("0.1")};
    const struct str rows[] = {S("16"), S("64")};
    /* 0.5 is the lowest, but one of its runs diverged */
    const struct chart_cell cells[] = {
        {2.42, 3, 0}, {2.40, 3, 0}, {0, 0, 0},
        {2.31, 3, 0}, {0.5, 3, 1},  {NOTHING, 3, 3},
    };
    const struct chart_heatmap map = {
        .id = S("h"),
        .title = S("Loss by width and rate"),
        .description = S("Two widths, three rates."),
        .x_label = "learning rate",
        .y_label = "width",
        .value_label = "final loss, nats",
        .columns = columns,
        .rows = rows,
        .column_count = 3,
        .row_count = 2,
        .cells = cells,
        .is_lower_better = true,
    };
    assert_int_equal(heatmap_lowest(&map, 0), 1);
    assert_int_equal(heatmap_lowest(&map, 1), 0);
    check_heatmap("heatmap.svg", &map, true);
}

static void a_heat_map_without_a_value_is_still_one(void **state)
{
    (void)state;
    const struct str columns[] = {S("1"), S("2")};
    const struct str rows[] = {S("16")};
    const struct chart_cell cells[] = {{NOTHING, 3, 3},
                                       {(double)INFINITY, 1, 0}};
    const struct chart_heatmap map = {
        .id = S("h"),
        .title = S("Nothing"),
        .description = S("All diverged."),
        .x_label = "x",
        .y_label = "y",
        .columns = columns,
        .rows = rows,
        .column_count = 2,
        .row_count = 1,
        .cells = cells,
        .is_lower_better = true,
    };
    assert_int_equal(heatmap_lowest(&map, 0), 2);
    check_heatmap("heatmap-empty.svg", &map, true);
}

static void numbers_that_do_not_fit_are_left_to_the_table(void **state)
{
    (void)state;
    struct arena arena = {0};
    enum { MANY = 20 };
    struct str columns[MANY] = {{0}};
    struct chart_cell cells[MANY] = {{0}};
    for (int i = 0; i < MANY; i++) {
        columns[i] = S("0.001");
        cells[i] = (struct chart_cell){1 + i * 0.001, 1, 0};
    }
    const struct str rows[] = {S("16")};
    const struct chart_heatmap map = {
        .id = S("h"),
        .x_label = "x",
        .y_label = "y",
        .columns = columns,
        .rows = rows,
        .column_count = MANY,
        .row_count = 1,
        .cells = cells,
    };
    struct out out = {0};
    assert_false(chart_heatmap(&out, &arena, &map));
    assert_int_equal(count_of(out_text(&out), S("class=\"number\"")), 0);
    out_free(&out);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_shows_means_whiskers_and_what_diverged),
        cmocka_unit_test(the_best_of_a_sweep_is_never_where_a_run_diverged),
        cmocka_unit_test(a_line_of_runs_that_all_diverged_has_no_best),
        cmocka_unit_test(a_sweep_of_equal_values_has_an_axis_and_whole_numbers),
        cmocka_unit_test(zero_on_a_log_axis_is_left_out_of_a_sweep_and_counted),
        cmocka_unit_test(a_mean_below_a_log_axis_is_not_drawn),
        cmocka_unit_test(steps_of_one_thing_go_from_pale_to_strong),
        cmocka_unit_test(names_of_places_never_run_into_each_other),
        cmocka_unit_test(
            what_is_reported_is_all_seen_and_named_beside_the_axes),
        cmocka_unit_test(two_hundred_arms_stay_inside_their_chart),
        cmocka_unit_test(a_heat_map_says_its_numbers_and_what_diverged),
        cmocka_unit_test(a_heat_map_without_a_value_is_still_one),
        cmocka_unit_test(numbers_that_do_not_fit_are_left_to_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
