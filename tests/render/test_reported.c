/* What a reported number is held against, class by class, and which figure
 * shows a hypothesis best. */

#include "render/figures.h"
#include "render/provenance.h"
#include "render/reported.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Last: cmocka has a macro called fail. */
#include <cmocka.h>

/* One arm with some seeds of one metric, and what a source reports for it. */
enum { SEEDS = 8 };
struct world {
    double metrics[SEEDS][RUN_METRIC_COUNT];
    struct run_result runs[SEEDS];
    struct summary summary;
    struct evidence_arm arm;
    struct arm planned;
    struct str metric;
    struct plan plan;
    struct evidence evidence;
    struct report report;
    struct reported reported;
};

static void measure(struct world *world, const char *metric,
                    const double *values, size_t count)
{
    const size_t index =
        (size_t)(metric_find(str_from_c(metric)) - metric_infos);
    *world = (struct world){.metric = str_from_c(metric)};
    world->summary.min = world->summary.max = values[0];
    for (size_t i = 0; i < count; i++) {
        world->metrics[i][index] = values[i];
        world->runs[i].metrics = world->metrics[i];
        if (!isfinite(values[i])) {
            world->summary.diverged++;
            continue;
        }
        world->summary.n++;
        world->summary.min = fmin(world->summary.min, values[i]);
        world->summary.max = fmax(world->summary.max, values[i]);
    }
    world->planned = (struct arm){.name = S("plain")};
    world->plan = (struct plan){.arms = &world->planned, .arm_count = 1};
    world->arm = (struct evidence_arm){.name = S("plain"),
                                       .runs = world->runs,
                                       .run_count = count,
                                       .summaries = &world->summary};
    world->evidence = (struct evidence){
        .plan = &world->plan,
        .metrics = {.at = &world->metric, .len = 1},
        .arms = &world->arm,
        .arm_count = 1,
    };
    world->reported =
        (struct reported){.metric = world->metric, .report = &world->report};
}

static struct comparison compare(struct world *world, const char *value,
                                 const char *unit, const char *n)
{
    world->report = (struct report){.value = str_from_c(value),
                                    .unit = str_from_c(unit),
                                    .n = str_from_c(n)};
    return compare_reported(&world->evidence, &world->reported);
}

static const double seeds[SEEDS] = {0.70, 0.71, 0.72, 0.73,
                                    0.70, 0.71, 0.72, 0.73};

static void one_draw_is_held_against_the_range_of_our_seeds(void **state)
{
    (void)state;
    struct world world;
    measure(&world, "residual-rms-in", seeds, SEEDS);
    assert_int_equal(compare(&world, "0.73", "RMS", "").versus,
                     VERSUS_CONSISTENT);
    assert_int_equal(compare(&world, "0.70", "", "1").versus,
                     VERSUS_CONSISTENT);
    assert_int_equal(compare(&world, "0.731", "RMS", "").versus,
                     VERSUS_SMALLER);
    assert_int_equal(compare(&world, "0.699", "RMS", "").versus, VERSUS_LARGER);
}

static void a_mean_is_held_against_the_interval_of_our_mean(void **state)
{
    (void)state;
    struct world world;
    measure(&world, "residual-rms-in", seeds, SEEDS);
    const struct comparison inside = compare(&world, "0.715", "RMS", "3");
    assert_int_equal(inside.versus, VERSUS_CONSISTENT);
    assert_true(inside.has_range);
    assert_true(inside.lo > 0.70 && inside.lo < 0.715);
    assert_true(inside.hi > 0.715 && inside.hi < 0.73);
    /* inside the range of the seeds, but outside the interval */
    assert_int_equal(compare(&world, "0.73", "RMS", "3").versus,
                     VERSUS_SMALLER);
}

static void the_level_of_a_loss_is_not_compared(void **state)
{
    (void)state;
    struct world world;
    measure(&world, "final-loss", seeds, SEEDS);
    const struct comparison comparison = compare(&world, "0.715", "nats", "3");
    assert_int_equal(comparison.versus, VERSUS_NOT_COMPARABLE);
    assert_non_null(comparison.summary);
    assert_false(comparison.has_range);
}

static void what_cannot_be_equal_is_not_compared(void **state)
{
    (void)state;
    struct world world;
    const double some[SEEDS] = {0.70, 0.71, 0.72, 0.73,
                                0.70, 0.71, 0.72, (double)NAN};
    measure(&world, "residual-rms-in", seeds, SEEDS);
    assert_int_equal(compare(&world, "0.72", "nats", "").versus,
                     VERSUS_NOT_COMPARABLE);
    assert_int_equal(compare(&world, "about 1", "RMS", "").versus,
                     VERSUS_NOT_COMPARABLE);
    measure(&world, "residual-rms-in", some, SEEDS);
    assert_int_equal(compare(&world, "0.72", "RMS", "").versus,
                     VERSUS_NOT_COMPARABLE);
    assert_int_equal(compare_reported(NULL, &world.reported).versus,
                     VERSUS_NOT_COMPARABLE);
}

static void too_few_seeds_give_a_range_but_no_interval(void **state)
{
    (void)state;
    struct world world;
    measure(&world, "residual-rms-in", seeds, 5);
    assert_int_equal(compare(&world, "0.72", "RMS", "").versus,
                     VERSUS_CONSISTENT);
    assert_int_equal(compare(&world, "0.715", "RMS", "3").versus,
                     VERSUS_NOT_COMPARABLE);
}

/* ---- Figures of a hypothesis ------------------------------------------- */

static void a_hypothesis_is_shown_by_its_metric_with_its_arms(void **state)
{
    (void)state;
    size_t both[] = {0, 1};
    size_t all[] = {0, 1, 2};
    size_t other[] = {1, 2};
    struct arm arms[3] = {{.name = S("a")}, {.name = S("b")}, {.name = S("c")}};
    struct figure figures[] = {
        {.id = S("forest"),
         .kind = FIGURE_FOREST,
         .arms = both,
         .arm_count = 2},
        {.id = S("other"),
         .kind = FIGURE_CURVES,
         .arms = other,
         .arm_count = 2},
        {.id = S("all"), .kind = FIGURE_CURVES, .arms = all, .arm_count = 3},
        {.id = S("both"), .kind = FIGURE_CURVES, .arms = both, .arm_count = 2},
        {.id = S("rms"),
         .kind = FIGURE_PROFILE,
         .metric = S("residual-rms"),
         .arms = all,
         .arm_count = 3},
    };
    const struct plan plan = {
        .arms = arms, .arm_count = 3, .figures = figures, .figure_count = 5};
    struct hypothesis hypothesis = {
        .control = 0, .treatment = 1, .metric = S("final-loss")};
    assert_ptr_equal(figure_of_hypothesis(&plan, &hypothesis), &figures[3]);
    hypothesis.metric = S("residual-growth");
    assert_ptr_equal(figure_of_hypothesis(&plan, &hypothesis), &figures[4]);
    hypothesis.metric = S("gradient-norm-first");
    assert_null(figure_of_hypothesis(&plan, &hypothesis));
    hypothesis.metric = S("final-loss");
    hypothesis.control = 2;
    hypothesis.treatment = 0;
    assert_ptr_equal(figure_of_hypothesis(&plan, &hypothesis), &figures[2]);
}

static void derived_arms_are_shown_by_what_they_pick_from(void **state)
{
    (void)state;
    size_t narrow[] = {0, 1};
    size_t wide[] = {1, 2};
    size_t all[] = {0, 1, 2};
    const size_t rate = setting_find(S("train.lr"));
    const struct derived first = {S("final-loss"), false, rate, narrow, 2};
    const struct derived second = {S("final-loss"), false, rate, wide, 2};
    struct arm arms[5] = {{.name = S("a")},
                          {.name = S("b")},
                          {.name = S("c")},
                          {.name = S("best-a"), .derived = &first},
                          {.name = S("best-b"), .derived = &second}};
    struct figure figures[] = {
        {.id = S("curves"), .kind = FIGURE_CURVES, .arms = all, .arm_count = 3},
        {.id = S("width"),
         .kind = FIGURE_SWEEP,
         .metric = S("final-loss"),
         .x = setting_find(S("model.width")),
         .arms = all,
         .arm_count = 3},
        {.id = S("rate"),
         .kind = FIGURE_SWEEP,
         .metric = S("final-loss"),
         .x = rate,
         .arms = all,
         .arm_count = 3},
    };
    const struct plan plan = {
        .arms = arms, .arm_count = 5, .figures = figures, .figure_count = 3};
    const struct hypothesis hypothesis = {
        .control = 3, .treatment = 4, .metric = S("best-rate")};
    assert_ptr_equal(figure_of_hypothesis(&plan, &hypothesis), &figures[2]);
}

static void one_run_has_no_deviation(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct summary one = {.n = 1, .mean = 2, .sd = (double)NAN};
    const struct summary two = {.n = 2, .mean = 2, .sd = 0.5};
    struct view *map = view_map(&arena);
    view_deviation(&arena, map, &one);
    assert_null(view_get(map, S("sd")));
    view_deviation(&arena, map, &two);
    assert_non_null(view_get(map, S("sd")));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_draw_is_held_against_the_range_of_our_seeds),
        cmocka_unit_test(a_mean_is_held_against_the_interval_of_our_mean),
        cmocka_unit_test(the_level_of_a_loss_is_not_compared),
        cmocka_unit_test(what_cannot_be_equal_is_not_compared),
        cmocka_unit_test(too_few_seeds_give_a_range_but_no_interval),
        cmocka_unit_test(a_hypothesis_is_shown_by_its_metric_with_its_arms),
        cmocka_unit_test(derived_arms_are_shown_by_what_they_pick_from),
        cmocka_unit_test(one_run_has_no_deviation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
