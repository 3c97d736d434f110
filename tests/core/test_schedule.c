/* The learning rate of each step. */
#include "core/check.h"

#include "core/core.h"

static struct core_train four_and_ten(void)
{
    struct core_train train = core_preset_decoder16().train;
    train.lr = 1;
    train.floor = 0.1;
    train.warmup = 4;
    train.steps = 15;
    return train;
}

/* Warmup of four steps to 1, cosine over ten to 0.1. */
static void warmup_then_cosine_gives_the_worked_table(void **state)
{
    (void)state;
    static const double wanted[15] = {0.2,    0.4,    0.6,    0.8,    1.0,
                                      0.9780, 0.9141, 0.8145, 0.6891, 0.5500,
                                      0.4109, 0.2855, 0.1859, 0.1220, 0.1};
    struct core_train train = four_and_ten();
    for (uint32_t s = 0; s < 15; s++) {
        assert_near(core_learning_rate(&train, s), wanted[s], 5e-5);
    }
}

static void the_first_step_trains(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    assert_true(core_learning_rate(&train, 0) > 0);
    train.warmup = 0;
    assert_true(core_learning_rate(&train, 0) == 1);
}

static void the_peak_is_reached_once(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    int peaks = 0;
    for (uint32_t s = 0; s < train.steps; s++) {
        peaks += core_learning_rate(&train, s) >= train.lr;
    }
    assert_int_equal(peaks, 1);
}

static void the_floor_is_reached_at_the_last_step_and_not_before(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    assert_true(core_learning_rate(&train, 14) == 0.1);
    assert_true(core_learning_rate(&train, 13) > 0.1);
}

static void a_constant_rate_stays_after_its_warmup(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    train.schedule = CORE_SCHEDULE_CONSTANT;
    assert_near(core_learning_rate(&train, 3), 0.8, 1e-15);
    assert_true(core_learning_rate(&train, 4) == 1);
    assert_true(core_learning_rate(&train, 14) == 1);
}

/* Warmup of four steps to 1, six at it, and down to 0.1 in the last five. */
static void wsd_gives_the_worked_table(void **state)
{
    (void)state;
    static const double wanted[15] = {0.2,  0.4,  0.6,  0.8,  1.0,
                                      1.0,  1.0,  1.0,  1.0,  1.0,
                                      0.82, 0.64, 0.46, 0.28, 0.1};
    struct core_train train = four_and_ten();
    train.schedule = CORE_SCHEDULE_WSD;
    train.cooldown = 5;
    for (uint32_t s = 0; s < 15; s++) {
        assert_near(core_learning_rate(&train, s), wanted[s], 1e-15);
    }
    assert_true(core_learning_rate(&train, 4) == 1);
    assert_true(core_learning_rate(&train, 9) == 1);
    assert_true(core_learning_rate(&train, 14) == 0.1);
}

static void a_cooldown_of_zero_or_of_all_steps_has_its_rates(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    train.schedule = CORE_SCHEDULE_WSD;
    train.cooldown = 0;
    assert_true(core_learning_rate(&train, 14) == 1);
    train.cooldown = 1;
    assert_true(core_learning_rate(&train, 13) == 1);
    assert_true(core_learning_rate(&train, 14) == 0.1);
    train.cooldown = 11; /* from the end of warmup */
    assert_near(core_learning_rate(&train, 4), 0.1 + 0.9 * 10 / 11, 1e-15);
    train.warmup = 0;
    train.cooldown = 15; /* from the start: each step is a fifteenth lower */
    assert_near(core_learning_rate(&train, 0), 0.1 + 0.9 * 14 / 15, 1e-15);
    assert_true(core_learning_rate(&train, 14) == 0.1);
}

/* With floor 0 nothing but the last step may train nothing. */
static void no_step_but_the_last_has_a_rate_of_zero(void **state)
{
    (void)state;
    for (int schedule = 0; schedule < 3; schedule++) {
        struct core_train train = four_and_ten();
        train.schedule = (enum core_schedule)schedule;
        train.floor = 0;
        train.cooldown = 5;
        for (uint32_t s = 0; s < 14; s++) {
            assert_true(core_learning_rate(&train, s) > 0);
        }
        assert_true((core_learning_rate(&train, 14) == 0) ==
                    (schedule != CORE_SCHEDULE_CONSTANT));
    }
}

static void no_schedule_has_a_shelf_or_rises_after_warmup(void **state)
{
    (void)state;
    for (int schedule = 1; schedule < 3; schedule++) {
        struct core_train train = four_and_ten();
        train.schedule = (enum core_schedule)schedule;
        train.cooldown = 10;
        for (uint32_t s = 5; s < 15; s++) {
            assert_true(core_learning_rate(&train, s) <
                        core_learning_rate(&train, s - 1));
        }
    }
}

static void without_warmup_every_schedule_starts_at_the_peak(void **state)
{
    (void)state;
    for (int schedule = 0; schedule < 3; schedule++) {
        struct core_train train = four_and_ten();
        train.schedule = (enum core_schedule)schedule;
        train.warmup = 0;
        train.cooldown = 5;
        assert_true(core_learning_rate(&train, 0) == 1);
    }
}

static void a_warmup_longer_than_the_run_never_reaches_the_peak(void **state)
{
    (void)state;
    for (int schedule = 0; schedule < 3; schedule++) {
        struct core_train train = four_and_ten();
        train.schedule = (enum core_schedule)schedule;
        train.warmup = 100;
        for (uint32_t s = 0; s < train.steps; s++) {
            double rate = core_learning_rate(&train, s);
            assert_near(rate, (s + 1) / 101.0, 1e-15);
        }
        train.warmup = 15; /* as long as the run */
        assert_near(core_learning_rate(&train, 14), 15 / 16.0, 1e-15);
    }
}

static void a_run_of_one_step_has_a_rate(void **state)
{
    (void)state;
    struct core_train train = four_and_ten();
    train.warmup = 0;
    train.steps = 1;
    assert_true(core_learning_rate(&train, 0) == 1);
    train.warmup = 14;
    train.steps = 15;
    assert_true(core_learning_rate(&train, 14) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warmup_then_cosine_gives_the_worked_table),
        cmocka_unit_test(the_first_step_trains),
        cmocka_unit_test(the_peak_is_reached_once),
        cmocka_unit_test(the_floor_is_reached_at_the_last_step_and_not_before),
        cmocka_unit_test(a_constant_rate_stays_after_its_warmup),
        cmocka_unit_test(wsd_gives_the_worked_table),
        cmocka_unit_test(a_cooldown_of_zero_or_of_all_steps_has_its_rates),
        cmocka_unit_test(no_step_but_the_last_has_a_rate_of_zero),
        cmocka_unit_test(no_schedule_has_a_shelf_or_rises_after_warmup),
        cmocka_unit_test(without_warmup_every_schedule_starts_at_the_peak),
        cmocka_unit_test(a_warmup_longer_than_the_run_never_reaches_the_peak),
        cmocka_unit_test(a_run_of_one_step_has_a_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
