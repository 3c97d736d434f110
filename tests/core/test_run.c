/* A run as its caller sees it: memory, seeds, steps, scores, probes, and what
 * happens when training blows up. */
#include "core/reference.h"
#include "core/running.h"

/* ---- Memory and start --------------------------------------------------- */

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    assert_null(core_start(memory, size - 1, &config, 1));
    assert_non_null(core_start(memory, size, &config, 1));
    free(memory);
}

static void any_alignment_will_do(void **state)
{
    (void)state;
    struct core_config config = short_config(2);
    size_t size = core_memory(&config);
    uint64_t wanted = 0;
    for (size_t shift = 0; shift < 64; shift += 21) {
        char *memory = malloc(size + shift);
        struct core_run *run = core_start(memory + shift, size, &config, 1);
        run_to_end(run);
        assert_true(wanted == 0 || core_trajectory_hash(run) == wanted);
        wanted = core_trajectory_hash(run);
        free(memory);
    }
}

static void an_invalid_configuration_has_no_memory_and_no_run(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    static char memory[64];
    config.model.heads = 3;
    assert_int_equal(core_memory(&config), 0);
    assert_null(core_start(memory, sizeof memory, &config, 1));
}

static void a_set_whose_lanes_do_not_divide_the_batch_is_refused(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    config.train.batch = 12;
    size_t size = core_memory(&config);
    void *memory = malloc(size);
    assert_null(core_start_on(memory, size, &config, 1, CORE_ISA_256));
    struct core_run *run = core_start(memory, size, &config, 1);
    assert_int_equal(core_run_isa(run), CORE_ISA_128);
    free(memory);
}

/* ---- Loss --------------------------------------------------------------- */

static void the_first_loss_is_that_of_the_plain_oracle(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    config.model.init_std = 0.3;
    struct core_run *run = run_new(&config, 1, &memory);
    struct reference reference = {&config.model, core_parameters(run), false,
                                  NULL};
    double wanted = 0;
    for (uint64_t i = 0; i < 16; i++) {
        uint8_t token[33];
        core_sequence(run, false, i, token);
        wanted += reference_loss(&reference, token) / (16 * 32);
    }
    const float *gradient = NULL;
    assert_near((double)core_gradient(run, &gradient), wanted, 2e-6);
    assert_true(core_step(run));
    assert_near((double)core_loss(run), wanted, 2e-6);
    free(memory);
}

/* Two steps of 4 sequences that change nothing see the tokens of one step of 8:
 * the loss and each gradient are the means over all tokens. */
static void a_batch_is_one_mean_over_its_tokens(void **state)
{
    (void)state;
    struct core_config config = short_config(2);
    void *memory[2] = {NULL, NULL};
    config.train.lr = 0;
    config.train.batch = 4;
    struct core_run *halves = run_new(&config, 1, &memory[0]);
    config.train.batch = 8;
    struct core_run *whole = run_new(&config, 1, &memory[1]);
    const float *part = NULL;
    const float *all = NULL;
    double mean[6000] = {0};
    double loss = 0;
    for (int half = 0; half < 2; half++) {
        loss += (double)core_gradient(halves, &part) / 2;
        for (size_t i = 0; i < 5376; i++) {
            mean[i] += (double)part[i] / 2;
        }
        assert_true(core_step(halves));
    }
    assert_near((double)core_gradient(whole, &all), loss, 1e-6);
    for (size_t i = 0; i < 5376; i++) {
        assert_near((double)all[i], mean[i], 1e-7);
    }
    free(memory[0]);
    free(memory[1]);
}

static void evaluation_divides_by_the_tokens_it_scored(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    config.model.init_std = 0;
    config.train.eval_tokens = 513; /* 17 sequences, rounded up to 32 */
    struct core_run *run = run_new(&config, 1, &memory);
    struct core_evaluation score = core_evaluate(run);
    assert_int_equal(score.tokens, 32 * 32);
    assert_near(score.loss, log(32), 1e-6);
    assert_near(score.excess, score.loss - score.bayes, 1e-12);
    free(memory);
}

static void evaluation_and_probes_change_nothing(void **state)
{
    (void)state;
    struct core_config config = short_config(6);
    void *memory[2] = {NULL, NULL};
    double probe[3];
    const float *gradient = NULL;
    struct core_run *left_alone = run_new(&config, 1, &memory[0]);
    struct core_run *asked = run_new(&config, 1, &memory[1]);
    run_to_end(left_alone);
    do {
        struct core_evaluation score = core_evaluate(asked);
        assert_true(core_evaluate(asked).loss == score.loss);
        core_probe_residual_rms(asked, probe);
        core_probe_gradient_norm(asked, probe);
        (void)core_gradient(asked, &gradient);
    } while (core_step(asked));
    assert_true(core_trajectory_hash(asked) ==
                core_trajectory_hash(left_alone));
    free(memory[0]);
    free(memory[1]);
}

/* ---- Steps -------------------------------------------------------------- */

static void a_run_ends_after_its_steps(void **state)
{
    (void)state;
    struct core_config config = short_config(3);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    assert_true(core_loss(run) == 0);
    for (uint32_t s = 0; s < 3; s++) {
        assert_int_equal(core_steps_done(run), s);
        assert_true(core_step(run));
    }
    uint64_t hash = core_trajectory_hash(run);
    assert_false(core_step(run));
    assert_int_equal(core_steps_done(run), 3);
    assert_false(core_has_diverged(run));
    assert_true(core_trajectory_hash(run) == hash);
    free(memory);
}

static void training_learns(void **state)
{
    (void)state;
    struct core_config config = short_config(300);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    double before = core_evaluate(run).loss;
    run_to_end(run);
    struct core_evaluation after = core_evaluate(run);
    assert_near(before, log(32), 0.05);
    assert_true(after.loss < core_floors(run).bigram + 0.1);
    assert_true(after.excess > 0);
    free(memory);
}

static void clipping_bounds_what_the_optimiser_sees(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    config.train.clip = 1e-3;
    config.train.eps = 1;
    config.train.decay = 0;
    config.train.warmup = 0;
    struct core_run *run = run_new(&config, 1, &memory);
    float before[5376];
    double moved = 0;
    memcpy(before, core_parameters(run), sizeof before);
    assert_true(core_step(run));
    for (size_t i = 0; i < 5376; i++) {
        double d = (double)core_parameters(run)[i] - (double)before[i];
        moved += d * d;
    }
    /* With eps far above the root, a step is lr times the clipped gradient. */
    assert_true((double)core_gradient_norm(run) > 1e-3);
    assert_near(sqrt(moved) / (1e-2 * 1e-3), 1, 5e-3);
    free(memory);
}

static void divergence_is_a_result_and_changes_no_parameter(void **state)
{
    (void)state;
    struct core_config config = short_config(10);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    assert_true(core_step(run));
    core_parameters_mutable(run)[0] = INFINITY;
    uint64_t parameters = core_parameter_hash(run);
    assert_false(core_step(run));
    assert_true(core_has_diverged(run));
    assert_int_equal(core_steps_done(run), 1);
    assert_true(core_parameter_hash(run) == parameters);
    float loss = core_loss(run);
    uint32_t bits = 0;
    memcpy(&bits, &loss, sizeof bits);
    assert_int_equal(bits, 0x7fc00000);
    assert_true(isnan(core_evaluate(run).loss));
    assert_false(core_step(run));
    free(memory);
}

static void an_absurd_rate_diverges_or_ends_without_a_crash(void **state)
{
    (void)state;
    struct core_config config = short_config(60);
    void *memory = NULL;
    config.train.lr = 100;
    config.train.clip = 0;
    config.model.init_std = 100;
    struct core_run *run = run_new(&config, 1, &memory);
    run_to_end(run);
    assert_true(core_has_diverged(run) || core_steps_done(run) == 60);
    free(memory);
}

/* ---- Probes ------------------------------------------------------------- */

/* Mean over seeds of the residual stream's RMS at each boundary. */
static void mean_rms(const struct core_config *config, uint32_t seeds,
                     double *mean)
{
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        double rms[CORE_BLOCKS_MAX + 1];
        void *memory = NULL;
        struct core_run *run = run_new(config, seed, &memory);
        core_probe_residual_rms(run, rms);
        for (uint32_t i = 0; i <= config->model.blocks; i++) {
            mean[i] += rms[i] / seeds;
        }
        free(memory);
    }
}

/* An independent simulation of 300 draws of this model printed these. */
static void the_pre_norm_stream_grows_as_simulated(void **state)
{
    (void)state;
    static const double simulated[9] = {0.75, 1.45, 1.93, 2.35, 2.72,
                                        3.03, 3.30, 3.57, 3.86};
    struct core_config config = short_config(1);
    double mean[9] = {0};
    config.model.blocks = 8;
    config.model.init_std = 0.25;
    mean_rms(&config, 40, mean);
    for (int i = 0; i < 9; i++) {
        assert_near(mean[i], simulated[i], 0.08);
    }
}

static void the_post_norm_stream_stays_at_one(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    double mean[9] = {0};
    config.model.blocks = 8;
    config.model.init_std = 0.25;
    config.model.placement = CORE_PLACEMENT_POST;
    mean_rms(&config, 2, mean);
    for (int i = 1; i < 9; i++) {
        assert_near(mean[i], 1, 1e-4);
    }
}

/* Xiong et al. (2020): post-norm, and not pre-norm, has its largest gradients
 * near the output. */
static void gradient_norms_by_block_sum_to_the_gradient(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    double norm[8];
    config.model.blocks = 8;
    config.model.init_std = 0.25;
    config.model.placement = CORE_PLACEMENT_POST;
    struct core_run *run = run_new(&config, 1, &memory);
    core_probe_gradient_norm(run, norm);
    const float *gradient = NULL;
    (void)core_gradient(run, &gradient);
    for (uint32_t block = 0; block < 8; block++) {
        double square = 0;
        for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
            struct core_tensor t = core_tensor(&config.model, i);
            for (size_t k = 0; t.block == block && k < t.rows * t.columns;
                 k++) {
                square += (double)gradient[t.offset + k] *
                          (double)gradient[t.offset + k];
            }
        }
        assert_near(norm[block], sqrt(square), 1e-9);
    }
    assert_true(norm[7] > norm[0]);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(any_alignment_will_do),
        cmocka_unit_test(an_invalid_configuration_has_no_memory_and_no_run),
        cmocka_unit_test(a_set_whose_lanes_do_not_divide_the_batch_is_refused),
        cmocka_unit_test(the_first_loss_is_that_of_the_plain_oracle),
        cmocka_unit_test(a_batch_is_one_mean_over_its_tokens),
        cmocka_unit_test(evaluation_divides_by_the_tokens_it_scored),
        cmocka_unit_test(evaluation_and_probes_change_nothing),
        cmocka_unit_test(a_run_ends_after_its_steps),
        cmocka_unit_test(training_learns),
        cmocka_unit_test(clipping_bounds_what_the_optimiser_sees),
        cmocka_unit_test(divergence_is_a_result_and_changes_no_parameter),
        cmocka_unit_test(an_absurd_rate_diverges_or_ends_without_a_crash),
        cmocka_unit_test(the_pre_norm_stream_grows_as_simulated),
        cmocka_unit_test(the_post_norm_stream_stays_at_one),
        cmocka_unit_test(gradient_norms_by_block_sum_to_the_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
