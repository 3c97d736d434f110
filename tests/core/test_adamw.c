/* One step of AdamW on every instruction set: where decay, eps and the bias
 * corrections stand, and what is decayed. */
#include "core/check.h"

#include "core/kernel.h"

/* One parameter's first step with beta1 0.9 and beta2 0.999, on all kernels. */
static double first_step(double parameter, double gradient, double rate,
                         double decay, double eps)
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
        struct adamw step = {.rate = (float)rate,
                             .beta1 = 0.9F,
                             .beta2 = 0.999F,
                             .rest1 = 0.1F,
                             .rest2 = 0.001F,
                             .unbias1 = (float)(1 / (1 - 0.9)),
                             .unbias2 = (float)(1 / (1 - 0.999)),
                             .eps = (float)eps,
                             .scale = 1};
        struct adamw_span span = {.count = 16,
                                  .keep = (float)(1 - rate * decay),
                                  .gradient = g,
                                  .parameter = p,
                                  .first = m,
                                  .second = v};
        kernel->update(&step, &span);
        if (isa > 0) {
            assert_true(result == (double)p[0]);
        }
        result = (double)p[0];
        assert_true(p[1] == 0);
    }
    return result;
}

/* After the update it would be 0.891000; as part of the gradient 0.900000. */
static void decay_is_decoupled_and_comes_first(void **state)
{
    (void)state;
    assert_near(first_step(1, 0.5, 0.1, 0.1, 1e-8), 0.890000, 1e-6);
}

/* Elsewhere it would give 0.003152 or 0.000316. */
static void eps_is_added_to_the_corrected_root(void **state)
{
    (void)state;
    assert_near(first_step(0, 1e-6, 1, 0, 1e-5), -0.090909, 1e-6);
}

static void without_gradient_a_decayed_parameter_shrinks(void **state)
{
    (void)state;
    assert_near(first_step(2, 0, 0.1, 0.5, 1e-8), 1.9, 1e-6);
    assert_true(first_step(2, 0, 0.1, 0, 1e-8) == 2);
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decay_is_decoupled_and_comes_first),
        cmocka_unit_test(eps_is_added_to_the_corrected_root),
        cmocka_unit_test(without_gradient_a_decayed_parameter_shrinks),
        cmocka_unit_test(squares_are_summed_alike_on_every_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
