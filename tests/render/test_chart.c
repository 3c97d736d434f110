/* Axes at their edges, and curves, profiles and forest rows byte for byte (see
 * support/golden.h). */

#include "support/golden.h"

#include <float.h>

#include "render/chart.h"
#include "render/table.h"

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

static void any_two_doubles_give_an_axis(void **state)
{
    (void)state;
    static const double values[] = {
        0,       1,    3e38,     -3e38,        1e-45,
        DBL_MAX, 1e76, -DBL_MAX, DBL_TRUE_MIN, 1e-308};
    enum { VALUES = sizeof values / sizeof *values };
    for (int i = 0; i < 2 * VALUES * VALUES; i++) {
        const double pair[] = {values[i % VALUES], values[i / VALUES % VALUES]};
        const struct extent extent = extent_of(pair, 2, i >= VALUES * VALUES);
        const struct axis axis = axis_of(&extent, 0, 100);
        assert_true(axis.lo < axis.hi && isfinite(axis.hi - axis.lo));
        const struct ticks ticks = axis_ticks(&axis, 5);
        assert_true(ticks.len >= 2);
        double place = 0;
        assert_true(axis_place(&axis, ticks.at[1], &place));
        assert_in_range(place + 1, 0, 102);
        (void)axis_place(&axis, pair[0], &place);
        assert_true(isfinite(place));
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
    static const double fine[] = {0.5, 1, 2, 3, 5};
    check_ticks(0.45, 6, true, fine, COUNT(fine));
}

/* Where half of an axis has no tick, a reader cannot tell what lies there,
 * and ticks that are closer than a line of text run into each other. */
static void a_log_axis_has_ticks_from_end_to_end(void **state)
{
    (void)state;
    for (double lo = 0.11; lo < 12; lo *= 1.07) {
        for (double ratio = 1.3; ratio < 2000; ratio *= 1.13) {
            const struct axis axis = {lo, lo * ratio, 0, 1, true};
            for (size_t wanted = 5; wanted <= 8; wanted += 3) {
                const struct ticks ticks = axis_ticks(&axis, wanted);
                assert_true(ticks.len >= 2 && ticks.len <= wanted + 1);
                double before = 0;
                for (size_t i = 0; i < ticks.len; i++) {
                    double place = 0;
                    assert_true(axis_place(&axis, ticks.at[i], &place));
                    assert_true(place - before < 0.5);
                    assert_true(i == 0 ||
                                place - before > 0.4 / (double)wanted);
                    before = place;
                }
                assert_true(1 - before < 0.5);
            }
        }
    }
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
    check_chart_golden("curves.svg", out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static void runs_that_were_evaluated_once_are_dots(void **state)
{
    (void)state;
    static const double y[] = {2.5};
    const struct chart_line line[] = {{steps, y, 1, false}};
    const struct chart_series series[] = {{S("once"), line, 1, NULL, 0}};
    const struct chart chart = {.id = S("s"),
                                .series = series,
                                .series_count = 1,
                                .reference = NOTHING};
    struct arena arena = {0};
    struct out out = {0};
    size_t left_out = 0;
    chart_curves(&out, &arena, &chart, &left_out);
    assert_true(str_find(out_text(&out), S("class=\"point\"")) != STR_NONE);
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
    check_chart_golden("profile.svg", out_text(&out));
    out_free(&out);
    arena_free(&arena);
}

static void check_forest(const char *name, const struct chart_forest *forest)
{
    struct arena arena = {0};
    struct out out = {0};
    chart_forest(&out, &arena, forest);
    check_chart_golden(name, out_text(&out));
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
        .less = "worse",
        .more = "better",
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
        .less = "worse",
        .more = "better",
        .verdict = S("not-decided"),
    };
    check_forest("forest-empty.svg", &forest);
}

/* Whether there is no effect is decided by a narrower interval than the one
 * that may be seen to cross the margin, and neither side is better. */
static void a_claim_of_no_effect_shows_the_interval_that_decides(void **state)
{
    (void)state;
    static const double deltas[] = {-0.012, 0.002, 0.013};
    const struct chart_forest forest = {
        .id = S("f"),
        .title = S("ramp against none"),
        .description = S("The same."),
        .deltas = deltas,
        .count = COUNT(deltas),
        .mean = 0.0007,
        .lo = -0.0109,
        .hi = 0.0101,
        .decides_lo = -0.0091,
        .decides_hi = 0.0086,
        .margin = 0.01,
        .noise_lo = NOTHING,
        .noise_hi = NOTHING,
        .reported = NOTHING,
        .less = "higher",
        .more = "lower",
        .verdict = S("replicated"),
    };
    check_forest("forest-decides.svg", &forest);
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
        .less = "worse",
        .more = "better",
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
        str_find(out_text(&out), S("<tr><th scope=\"row\">1<td>2 | 3\n")),
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
        cmocka_unit_test(any_two_doubles_give_an_axis),
        cmocka_unit_test(what_has_no_place_is_left_out_and_counted),
        cmocka_unit_test(a_log_axis_places_equal_factors_equally),
        cmocka_unit_test(ticks_are_the_nearest_doubles_to_round_numbers),
        cmocka_unit_test(a_log_axis_has_ticks_from_end_to_end),
        cmocka_unit_test(numbers_have_a_real_minus_and_no_negative_zero),
        cmocka_unit_test(learning_curves_are_drawn_as_ever),
        cmocka_unit_test(runs_that_were_evaluated_once_are_dots),
        cmocka_unit_test(a_profile_is_drawn_as_ever_and_says_what_it_left_out),
        cmocka_unit_test(a_forest_row_is_drawn_as_ever),
        cmocka_unit_test(a_forest_row_without_anything_is_still_a_row),
        cmocka_unit_test(a_claim_of_no_effect_shows_the_interval_that_decides),
        cmocka_unit_test(a_far_report_leaves_the_room_to_what_was_measured),
        cmocka_unit_test(a_table_of_numbers_escapes_for_both_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
