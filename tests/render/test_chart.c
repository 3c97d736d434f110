/* Axes at their edges, and each kind of chart byte for byte. To accept a change
 * that was looked at: PROBATUM_GOLDEN=write build/release/tests/render/test_chart
 * from the root of the tree. */

#include "base/fs.h"
#include "render/chart_series.h"
#include "render/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Last: cmocka has a macro called fail. */
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Axes ------------------------------------------------------------- */

static struct extent extent_of(const double *values, size_t count, bool is_log)
{
    struct extent extent = {.is_log = is_log};
    for (size_t i = 0; i < count; i++) {
        extent_add(&extent, values[i]);
    }
    return extent;
}

static void assert_near(double got, double expected)
{
    assert_true(fabs(got - expected) < 1e-9);
}

static void equal_values_still_give_an_axis(void **state)
{
    (void)state;
    static const double values[] = {2.5, 2.5, 2.5};
    for (int is_log = 0; is_log < 2; is_log++) {
        const struct extent extent = extent_of(values, 3, is_log == 1);
        const struct axis axis = axis_of(&extent, 0, 100);
        double place = 0;
        assert_true(axis.lo < axis.hi);
        assert_true(axis_place(&axis, 2.5, &place));
        assert_near(place, 50);
        assert_true(axis_ticks(&axis, 5).len >= 2);
    }
}

static void zeros_alone_still_give_an_axis(void **state)
{
    (void)state;
    static const double values[] = {0.0, -0.0};
    const struct extent extent = extent_of(values, 2, false);
    const struct axis axis = axis_of(&extent, 0, 100);
    double place = 0;
    assert_true(axis_place(&axis, -0.0, &place));
    assert_near(place, 50);
}

static void no_values_still_give_an_axis(void **state)
{
    (void)state;
    for (int is_log = 0; is_log < 2; is_log++) {
        const struct extent extent = {.is_log = is_log == 1};
        const struct axis axis = axis_of(&extent, 0, 100);
        assert_true(axis.lo < axis.hi);
        assert_true(axis_ticks(&axis, 5).len >= 2);
    }
}

static void what_has_no_place_is_left_out_and_counted(void **state)
{
    (void)state;
    const double values[] = {1, NOTHING, (double)INFINITY, 0, -3, 100};
    const struct extent linear = extent_of(values, COUNT(values), false);
    assert_int_equal(linear.left_out, 2);
    assert_near(linear.lo, -3);
    const struct extent log = extent_of(values, COUNT(values), true);
    assert_int_equal(log.left_out, 4);
    assert_near(log.lo, 1);
    const struct axis axis = axis_of(&log, 0, 100);
    double place = 1;
    assert_false(axis_place(&axis, 0, &place));
    assert_near(place, 0);
    assert_false(axis_place(&axis, NOTHING, &place));
}

static void a_log_axis_places_equal_factors_equally(void **state)
{
    (void)state;
    static const double values[] = {1, 100};
    const struct extent extent = extent_of(values, 2, true);
    const struct axis axis = axis_exact(&extent, 0, 100);
    double place = 0;
    assert_true(axis_place(&axis, 10, &place));
    assert_near(place, 50);
}

static void check_ticks(double lo, double hi, bool is_log,
                        const double *expected, size_t count)
{
    const struct axis axis = {lo, hi, 0, 100, is_log};
    const struct ticks ticks = axis_ticks(&axis, 5);
    assert_int_equal(ticks.len, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(ticks.at[i] == expected[i]);
    }
}

static void ticks_are_the_nearest_doubles_to_round_numbers(void **state)
{
    (void)state;
    static const double tenths[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    check_ticks(0.08, 0.51, false, tenths, COUNT(tenths));
    static const double around_zero[] = {-0.02, 0, 0.02};
    check_ticks(-0.031, 0.031, false, around_zero, COUNT(around_zero));
    static const double decades[] = {0.01, 0.1, 1, 10, 100};
    check_ticks(0.009, 110, true, decades, COUNT(decades));
    static const double fine[] = {0.5, 1, 2, 5};
    check_ticks(0.45, 6, true, fine, COUNT(fine));
}

static void numbers_have_a_real_minus_and_no_negative_zero(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_true(str_is(shown_number(&arena, -0.0314, 3, true), "\xe2\x88\x92"
                                                               "0.031"));
    assert_true(str_is(shown_number(&arena, 0.0314, 3, true), "+0.031"));
    assert_true(str_is(shown_number(&arena, -0.0001, 2, true), "0.00"));
    assert_true(str_is(shown_number(&arena, NOTHING, 2, true), "diverged"));
    arena_free(&arena);
}

/* ---- Golden files ------------------------------------------------------ */

static void check_golden(const char *name, struct str text)
{
    struct arena arena = {0};
    struct failure failure = {0};
    struct str expected = {0};
    const struct str path =
        arena_printf(&arena, "tests/fixtures/charts/%s", name);
    assert_int_equal(str_find_nocase(text, S("nan")), STR_NONE);
    assert_int_equal(str_find_nocase(text, S("\"inf")), STR_NONE);
    if (getenv("PROBATUM_GOLDEN") != NULL) {
        assert_true(fs_write(path.ptr, text, FS_QUICK, &failure));
    }
    if (!fs_read(&arena, path.ptr, 1 << 20, &expected, &failure)) {
        fail_msg("%s", failure.why);
    }
    if (!str_equal(text, expected)) {
        fail_msg("%s is not what is drawn now", path.ptr);
    }
    arena_free(&arena);
}

static const double steps[] = {50, 100, 150, 200};

static void learning_curves_are_drawn_as_ever(void **state)
{
    (void)state;
    static const double a[] = {3.1, 2.6, 2.3, 2.2};
    static const double b[] = {3.2, 2.7, 2.2, 2.1};
    static const double c[] = {3.3, 2.9, 2.8, 2.75};
    const double d[] = {3.4, 9.0, NOTHING, NOTHING};
    const struct chart_line first[] = {{steps, a, 4, false},
                                       {steps, b, 4, false}};
    const struct chart_line second[] = {{steps, c, 4, false},
                                        {steps, d, 4, true}};
    struct chart_reported reported[] = {{200, 2.14, S("reported 2.140")}};
    const struct chart_series series[] = {
        {S("layer & norm"), first, 2, reported, 1},
        {S("<rms>"), second, 2, NULL, 0},
    };
    const struct chart chart = {
        .id = S("EXP-001.loss"),
        .title = S("Loss"),
        .description = S("Two arms, \"one\" diverges."),
        .x_label = "training step",
        .y_label = "loss",
        .series = series,
        .series_count = 2,
        .reference = 1.4,
        .reference_label = S("floor"),
    };
    struct arena arena = {0};
    struct out out = {0};
    size_t left_out = 9;
    chart_curves(&out, &arena, &chart, &left_out);
    assert_int_equal(left_out, 0);
    check_golden("curves.svg", out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static void a_profile_is_drawn_as_ever_and_says_what_it_left_out(void **state)
{
    (void)state;
    static const double x[] = {0, 1, 2};
    static const double a[] = {0.72, 2.0, 4.3};
    static const double b[] = {0.71, 0.0, 4.1};
    static const double c[] = {0.7, 0.7, 0.7};
    const struct chart_line first[] = {{x, a, 3, false}, {x, b, 3, false}};
    const struct chart_line second[] = {{x, c, 3, false}};
    const struct chart_series series[] = {
        {S("plain"), first, 2, NULL, 0},
        {S("scaled"), second, 1, NULL, 0},
    };
    const struct chart chart = {
        .id = S("p"),
        .title = S("Profile"),
        .description = S("RMS by block."),
        .x_label = "blocks passed",
        .y_label = "RMS",
        .is_log_y = true,
        .series = series,
        .series_count = 2,
        .reference = NOTHING,
    };
    struct arena arena = {0};
    struct out out = {0};
    size_t left_out = 0;
    chart_profile(&out, &arena, &chart, &left_out);
    assert_int_equal(left_out, 1);
    check_golden("profile.svg", out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

/* ---- Sweeps ------------------------------------------------------------ */

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
    check_golden(name, out_text(&out));
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
    assert_near(mean.y[3], 2.55);
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
    /* one names the row of crosses, which are two strokes each */
    assert_int_equal(count_of(text, S("class=\"point\"")), 1);
    assert_int_equal(count_of(text, S("class=\"diverged\"")), 8);
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

/* ---- Heat maps --------------------------------------------------------- */

static void check_heatmap(const char *name, const struct chart_heatmap *map,
                          bool has_numbers)
{
    struct arena arena = {0};
    struct out out = {0};
    assert_int_equal(chart_heatmap(&out, &arena, map), has_numbers);
    check_golden(name, out_text(&out));
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

static void check_forest(const char *name, const struct chart_forest *forest)
{
    struct arena arena = {0};
    struct out out = {0};
    chart_forest(&out, &arena, forest);
    check_golden(name, out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static void a_forest_row_is_drawn_as_ever(void **state)
{
    (void)state;
    static const double deltas[] = {0.031, 0.030, 0.0305, 0.012, 0.044};
    const struct chart_forest forest = {
        .id = S("f"),
        .title = S("rmsnorm against layernorm"),
        .description = S("Better."),
        .deltas = deltas,
        .count = COUNT(deltas),
        .mean = 0.0295,
        .lo = 0.018,
        .hi = 0.041,
        .margin = 0.01,
        .noise_lo = -0.008,
        .noise_hi = 0.009,
        .reported = 0.05,
        .verdict = S("replicated"),
    };
    check_forest("forest.svg", &forest);
}

static void a_forest_row_without_anything_is_still_a_row(void **state)
{
    (void)state;
    const struct chart_forest forest = {
        .id = S("f"),
        .title = S("nothing"),
        .description = S("No seeds."),
        .mean = NOTHING,
        .lo = NOTHING,
        .hi = (double)INFINITY,
        .margin = 0,
        .noise_lo = NOTHING,
        .noise_hi = NOTHING,
        .reported = NOTHING,
        .verdict = S("not-decided"),
    };
    check_forest("forest-empty.svg", &forest);
}

static void a_far_report_leaves_the_room_to_what_was_measured(void **state)
{
    (void)state;
    static const double deltas[] = {0.001, 0.002};
    struct chart_forest forest = {
        .id = S("f"),
        .title = S("far"),
        .description = S("Far."),
        .deltas = deltas,
        .count = 2,
        .mean = 0.0015,
        .lo = NOTHING,
        .hi = NOTHING,
        .margin = 0.01,
        .noise_lo = NOTHING,
        .noise_hi = NOTHING,
        .reported = -3,
        .verdict = S("inconclusive"),
    };
    check_forest("forest-far.svg", &forest);
}

static void a_table_of_numbers_escapes_for_both_readers(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct table table = {.arena = &arena, .caption = S("a < b")};
    table_column(&table, S("step"));
    table_column(&table, S("<loss>"));
    table_cell(&table, S("1"));
    table_cell(&table, S("2 | 3"));
    struct out out = {0};
    table_html(&out, &table);
    assert_int_not_equal(str_find(out_text(&out), S("<caption>a &lt; b<")),
                         STR_NONE);
    assert_int_not_equal(
        str_find(out_text(&out),
                 S("<tr><th scope=\"row\">1</th><td>2 | 3</td></tr>")),
        STR_NONE);
    out_reset(&out);
    table_markdown(&out, &table);
    assert_int_not_equal(str_find(out_text(&out), S("2 \\| 3")), STR_NONE);
    out_free(&out);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_still_give_an_axis),
        cmocka_unit_test(zeros_alone_still_give_an_axis),
        cmocka_unit_test(no_values_still_give_an_axis),
        cmocka_unit_test(what_has_no_place_is_left_out_and_counted),
        cmocka_unit_test(a_log_axis_places_equal_factors_equally),
        cmocka_unit_test(ticks_are_the_nearest_doubles_to_round_numbers),
        cmocka_unit_test(numbers_have_a_real_minus_and_no_negative_zero),
        cmocka_unit_test(learning_curves_are_drawn_as_ever),
        cmocka_unit_test(a_profile_is_drawn_as_ever_and_says_what_it_left_out),
        cmocka_unit_test(a_sweep_shows_means_whiskers_and_what_diverged),
        cmocka_unit_test(the_best_of_a_sweep_is_never_where_a_run_diverged),
        cmocka_unit_test(a_line_of_runs_that_all_diverged_has_no_best),
        cmocka_unit_test(a_sweep_of_equal_values_has_an_axis_and_whole_numbers),
        cmocka_unit_test(zero_on_a_log_axis_is_left_out_of_a_sweep_and_counted),
        cmocka_unit_test(steps_of_one_thing_go_from_pale_to_strong),
        cmocka_unit_test(names_of_places_never_run_into_each_other),
        cmocka_unit_test(a_heat_map_says_its_numbers_and_what_diverged),
        cmocka_unit_test(a_heat_map_without_a_value_is_still_one),
        cmocka_unit_test(numbers_that_do_not_fit_are_left_to_the_table),
        cmocka_unit_test(a_forest_row_is_drawn_as_ever),
        cmocka_unit_test(a_forest_row_without_anything_is_still_a_row),
        cmocka_unit_test(a_far_report_leaves_the_room_to_what_was_measured),
        cmocka_unit_test(a_table_of_numbers_escapes_for_both_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
