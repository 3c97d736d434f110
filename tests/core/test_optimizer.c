/* One number's steps by each rule, on every instruction set, with answers
 * worked out by hand: where decay, eps, momentum and the bias corrections
 * stand. */
#include "core/check.h"

#include "core/kernel.h"

enum rule { ADAMW, SGD };

/* A first step with beta1 0.9, beta2 0.999 and momentum 0.9, unless changed. */
static struct update first_step(double rate)
{
    return (struct update){.scale = 1,
                           .beta1 = 0.9F,
                           .beta2 = 0.999F,
                           .rest1 = 0.1F,
                           .rest2 = 0.001F,
                           .unbias1 = (float)(1 / (1 - 0.9)),
                           .unbias2 = (float)(1 / (1 - 0.999)),
                           .eps = 1e-8F,
                           .momentum = 0.9F,
                           .rate = (float)rate,
                           .keep = 1};
}

/* Where a parameter is after `steps` equal steps, the same on all kernels. */
static double moved(struct update u, enum rule rule, double parameter,
                    double gradient, int steps)
{
    double result = 0;
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        const struct core_kernel *kernel = core_kernel_for((enum core_isa)isa);
        if (!kernel) {
            continue;
        }
        _Alignas(64) float p[16] = {(float)parameter};
        _Alignas(64) float g[16] = {(float)gradient};
        _Alignas(64) float m[16] = {0};
        _Alignas(64) float v[16] = {0};
        u.count = 16;
        u.gradient = g;
        u.parameter = p;
        u.first = m;
        u.second = v;
        for (int step = 0; step < steps; step++) {
            (rule == ADAMW ? kernel->adamw : kernel->sgd)(&u);
        }
        assert_true(isa == 0 || result == (double)p[0]);
        result = (double)p[0];
        assert_true(p[1] == 0);
    }
    return result;
}

/* ---- AdamW -------------------------------------------------------------- */

/* After the update it would be 0.891000; as part of the gradient 0.900000. */
static void decay_is_decoupled_and_comes_first(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    u.keep = 1 - 0.1F * 0.1F;
    assert_near(moved(u, ADAMW, 1, 0.5, 1), 0.890000, 1e-6);
}

/* The same numbers; a first step of Adam moves by the rate whatever decay adds
 * to the gradient. */
static void l2_decay_is_part_of_the_gradient(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    u.pull = 0.1F;
    assert_near(moved(u, ADAMW, 1, 0.5, 1), 0.900000, 1e-6);
    assert_near(moved(u, ADAMW, 1, 0, 1), 0.900000, 1e-6);
    assert_near(moved(u, SGD, 1, 0.5, 1), 1 - 0.1 * 0.6, 1e-6);
}

/* Elsewhere it would give 0.003152 or 0.000316. */
static void eps_is_added_to_the_corrected_root(void **state)
{
    (void)state;
    struct update u = first_step(1);
    u.eps = 1e-5F;
    assert_near(moved(u, ADAMW, 0, 1e-6, 1), -0.090909, 1e-6);
}

static void without_gradient_a_decayed_parameter_shrinks(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    assert_true(moved(u, ADAMW, 2, 0, 1) == 2);
    u.keep = 0.95F;
    assert_near(moved(u, ADAMW, 2, 0, 1), 1.9, 1e-6);
    assert_near(moved(u, SGD, 2, 0, 1), 1.9, 1e-6);
}

/* Clipping scales the gradient and not what l2 decay adds to it. */
static void clipping_comes_before_l2_decay(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    u.scale = 0.5F;
    u.pull = 0.1F;
    assert_near(moved(u, SGD, 1, 1, 1), 1 - 0.1 * (0.5 + 0.1), 1e-6);
}

/* ---- SGD with momentum -------------------------------------------------- */

/* m = 1, 1.9, 2.71 with a gradient of 1. */
static void momentum_adds_up(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    assert_near(moved(u, SGD, 0, 1, 1), -0.1, 1e-6);
    assert_near(moved(u, SGD, 0, 1, 2), -0.29, 1e-6);
    assert_near(moved(u, SGD, 0, 1, 3), -0.561, 1e-6);
}

static void without_momentum_sgd_is_gradient_descent(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    u.momentum = 0;
    assert_near(moved(u, SGD, 0, 1, 3), -0.3, 1e-6);
}

/* p = 0.9 (0.9 1 - 0.1) - 0.19 */
static void sgd_decays_the_old_parameter_first(void **state)
{
    (void)state;
    struct update u = first_step(0.1);
    u.keep = 0.9F;
    assert_near(moved(u, SGD, 1, 1, 1), 0.8, 1e-6);
    assert_near(moved(u, SGD, 1, 1, 2), 0.53, 1e-6);
}

/* ---- All numbers of an array -------------------------------------------- */

static void squares_are_summed_alike_on_every_set(void **state)
{
    (void)state;
    _Alignas(64) float numbers[48];
    uint64_t seed = 5;
    double wanted = 0;
    float result = 0;
    for (int i = 0; i < 48; i++) {
        numbers[i] = (float)check_number(&seed);
        wanted += (double)numbers[i] * (double)numbers[i];
    }
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        const struct core_kernel *kernel = core_kernel_for((enum core_isa)isa);
        if (kernel) {
            float sum = kernel->square_sum(48, numbers);
            assert_near((double)sum, wanted, 1e-5);
            assert_true(isa == 0 || sum == result);
            result = sum;
        }
    }
}

static void one_number_that_is_not_finite_is_found_anywhere(void **state)
{
    (void)state;
    static const float not_finite[3] = {INFINITY, -INFINITY, NAN};
    _Alignas(64) float numbers[32];
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        const struct core_kernel *kernel = core_kernel_for((enum core_isa)isa);
        for (int i = 0; kernel && i < 32; i++) {
            for (int k = 0; k < 32; k++) {
                numbers[k] = k % 2 ? 3e38F : -1e-40F;
            }
            assert_true(kernel->all_finite(32, numbers));
            numbers[i] = not_finite[i % 3];
            assert_false(kernel->all_finite(32, numbers));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decay_is_decoupled_and_comes_first),
        cmocka_unit_test(l2_decay_is_part_of_the_gradient),
        cmocka_unit_test(eps_is_added_to_the_corrected_root),
        cmocka_unit_test(without_gradient_a_decayed_parameter_shrinks),
        cmocka_unit_test(clipping_comes_before_l2_decay),
        cmocka_unit_test(momentum_adds_up),
        cmocka_unit_test(without_momentum_sgd_is_gradient_descent),
        cmocka_unit_test(sgd_decays_the_old_parameter_first),
        cmocka_unit_test(squares_are_summed_alike_on_every_set),
        cmocka_unit_test(one_number_that_is_not_finite_is_found_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
