/* Philox against its authors' known answers, and what is made of its words. */
#include "core/check.h"

#include "core/random.h"

static void assert_words(struct core_words got, struct core_words wanted)
{
    assert_memory_equal(&got, &wanted, sizeof wanted);
}

/* Random123 1.14, examples/kat_vectors, philox4x32 with 10 rounds. */
static void philox_gives_the_known_answers(void **state)
{
    (void)state;
    assert_words(
        core_philox((struct core_words){{0, 0, 0, 0}}, 0, 0),
        (struct core_words){{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
    assert_words(
        core_philox((struct core_words){{0xffffffff, 0xffffffff, 0xffffffff,
                                         0xffffffff}},
                    0xffffffff, 0xffffffff),
        (struct core_words){{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
    assert_words(
        core_philox((struct core_words){{0x243f6a88, 0x85a308d3, 0x13198a2e,
                                         0x03707344}},
                    0xa4093822, 0x299f31d0),
        (struct core_words){{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

static void uniforms_are_never_zero_or_one(void **state)
{
    (void)state;
    assert_true(core_uniform(0) > 0);
    assert_true(core_uniform(UINT32_MAX) < 1);
    assert_near(core_uniform(0) + core_uniform(UINT32_MAX), 1, 1e-16);
}

static void normals_have_the_moments_of_a_normal(void **state)
{
    (void)state;
    const uint32_t count = 100000;
    double power[5] = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct core_words words =
            core_philox((struct core_words){{i, 0, 0, 0}}, 7, 9);
        double x = core_normal(words.word[0]);
        power[1] += x / count;
        power[2] += x * x / count;
        power[3] += x * x * x / count;
        power[4] += x * x * x * x / count;
    }
    /* Five standard errors: sqrt(1, 2, 15, 96) / sqrt(count). */
    assert_near(power[1], 0, 0.016);
    assert_near(power[2], 1, 0.023);
    assert_near(power[3], 0, 0.062);
    assert_near(power[4], 3, 0.155);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_known_answers),
        cmocka_unit_test(uniforms_are_never_zero_or_one),
        cmocka_unit_test(normals_have_the_moments_of_a_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
