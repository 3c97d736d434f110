/* What the choices of a model promise of whole runs: the same bits whatever the
 * lanes, choices that change nothing where they say so, and probes that tell
 * what the oracle tells. */
#include "core/reference.h"
#include "core/running.h"

#include "core/run.h"

/* ---- Models of many kinds ----------------------------------------------- */

/* Everything that is summed in more than one place of a pass, first of all. */
static void choose_most(struct core_model *model)
{
    model->head = CORE_HEAD_TIED;
    model->positions = CORE_POSITIONS_LEARNED;
    model->residual = CORE_RESIDUAL_REZERO;
    model->residual_alpha = 0.5;
    model->placement = CORE_PLACEMENT_BOTH;
    model->activation = CORE_ACTIVATION_SWIGLU;
    model->qk_norm = CORE_QK_NORM_RMSNORM;
}

static double drawn(uint64_t *seed, double highest)
{
    return floor((check_number(seed) + 1) / 2 * (highest + 1));
}

/* A valid configuration with choices, of the model and of training, and sizes
 * drawn from the seed. */
static struct core_config drawn_config(uint64_t *seed)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    struct core_config config = short_config(3);
    config.train.cooldown = 1;
    do {
        for (size_t i = 0; i < count; i++) {
            if (fields[i].kind == CORE_FIELD_CHOICE) {
                core_field_set(&config, &fields[i],
                               drawn(seed, fields[i].highest));
            }
        }
    } while (core_config_error(&config));
    config.model.heads = 1 + (uint32_t)drawn(seed, 2);
    config.model.width =
        2 * config.model.heads * (1 + (uint32_t)drawn(seed, 4));
    config.model.base_width = 1 + (uint32_t)drawn(seed, 31);
    config.model.hidden = 1 + (uint32_t)drawn(seed, 8);
    config.model.context = 1 + (uint32_t)drawn(seed, 9);
    config.model.blocks = 1 + (uint32_t)drawn(seed, 2);
    config.model.residual_alpha = 0.5;
    config.model.init_std = 0.3;
    config.train.clip = drawn(seed, 1);
    config.train.warmup = (uint32_t)drawn(seed, 2);
    assert_null(core_config_error(&config));
    return config;
}

/* ---- Lanes -------------------------------------------------------------- */

struct outcome {
    uint64_t gradient, hash;
    double rms[CORE_BLOCKS_MAX + 1];
    struct core_activity activity;
    float logits[16 * 10 * 32];
};

/* Of the first gradient's bits: an optimiser that divides by its size hides the
 * last of them. */
static uint64_t gradient_hash(struct core_run *run,
                              const struct core_model *model)
{
    const float *gradient = NULL;
    uint64_t hash = CORE_HASH_START;
    (void)core_gradient(run, &gradient);
    for (size_t i = 0; i < core_layout(model).size; i++) {
        hash = core_hash_float(hash, gradient[i]);
    }
    return hash;
}

static void fill_outcome(struct core_run *run, const struct core_model *model,
                         struct outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->gradient = gradient_hash(run, model);
    run_to_end(run);
    outcome->hash = core_trajectory_hash(run);
    core_probe_residual_rms(run, outcome->rms);
    core_probe_activity(run, &outcome->activity);
    core_probe_logits(run, outcome->logits);
}

static void lanes_change_no_bit_of_any_model(void **state)
{
    (void)state;
    static struct outcome wanted, got;
    uint64_t seed = 1;
    for (int round = 0; round < 60; round++) {
        struct core_config config = drawn_config(&seed);
        size_t size = core_memory(&config);
        void *memory = malloc(size);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            struct core_run *run =
                core_start_on(memory, size, &config, 1, (enum core_isa)isa);
            if (run) {
                fill_outcome(run, &config.model, isa == 0 ? &wanted : &got);
                assert_true(isa == 0 || got.gradient == wanted.gradient);
                assert_true(isa == 0 || got.hash == wanted.hash);
                assert_true(isa == 0 || memcmp(&got, &wanted, sizeof got) == 0);
            }
        }
        free(memory);
    }
}

/* ---- Choices that change nothing ---------------------------------------- */

/* Both see the same losses and gradient norms at every step. */
static void assert_same_losses(const struct core_config *a,
                               const struct core_config *b)
{
    void *memory[2] = {NULL, NULL};
    struct core_run *one = run_new(a, 3, &memory[0]);
    struct core_run *two = run_new(b, 3, &memory[1]);
    while (core_step(one)) {
        assert_true(core_step(two));
        assert_true(core_loss(one) == core_loss(two));
        assert_true(core_gradient_norm(one) == core_gradient_norm(two));
    }
    assert_int_equal(core_steps_done(one), a->train.steps);
    assert_true(core_evaluate(one).loss == core_evaluate(two).loss);
    free(memory[0]);
    free(memory[1]);
}

static void frozen_norms_train_as_norms_without_parameters(void **state)
{
    (void)state;
    for (int placement = 0; placement < 3; placement++) {
        struct core_config frozen = short_config(20);
        frozen.train.clip = 0.1;
        frozen.model.placement = (enum core_placement)placement;
        frozen.model.norm_gain = CORE_NORM_GAIN_FROZEN;
        frozen.model.norm_bias = CORE_NORM_BIAS_FROZEN;
        struct core_config none = frozen;
        none.model.norm_gain = CORE_NORM_GAIN_NONE;
        none.model.norm_bias = CORE_NORM_BIAS_NONE;
        assert_same_losses(&frozen, &none);
    }
}

static void mup_at_its_base_width_is_the_standard_to_the_last_bit(void **state)
{
    (void)state;
    for (int is_most = 0; is_most < 2; is_most++) {
        struct core_config config = short_config(20);
        void *memory[2] = {NULL, NULL};
        if (is_most) {
            choose_most(&config.model);
        }
        struct core_run *standard = run_new(&config, 1, &memory[0]);
        config.model.parameterisation = CORE_PARAMETERISATION_MUP;
        config.model.base_width = config.model.width;
        struct core_run *mup = run_new(&config, 1, &memory[1]);
        run_to_end(standard);
        run_to_end(mup);
        assert_true(core_trajectory_hash(mup) ==
                    core_trajectory_hash(standard));
        free(memory[0]);
        free(memory[1]);
    }
}

/* ReZero with a factor of exactly 1 adds what plain residuals add; while the
 * factor is 0, the branches are not there. */
static void rezero_starts_where_its_factor_says(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory[4] = {NULL, NULL, NULL, NULL};
    double loss[4];
    config.model.norm = CORE_NORM_NONE;
    config.model.init_std = 0.3;
    loss[0] = core_evaluate(run_new(&config, 1, &memory[0])).loss;
    config.model.residual = CORE_RESIDUAL_ZERO;
    loss[1] = core_evaluate(run_new(&config, 1, &memory[1])).loss;
    config.model.residual = CORE_RESIDUAL_REZERO;
    config.model.residual_alpha = 1;
    loss[2] = core_evaluate(run_new(&config, 1, &memory[2])).loss;
    config.model.residual_alpha = 0;
    loss[3] = core_evaluate(run_new(&config, 1, &memory[3])).loss;
    assert_true(loss[0] == loss[2]);
    assert_true(loss[1] == loss[3]);
    assert_true(loss[0] != loss[1]);
    for (int i = 0; i < 4; i++) {
        free(memory[i]);
    }
}

/* ---- What stays where it began ------------------------------------------ */

static void assert_all(const struct core_run *run,
                       const struct core_tensor *tensor, float wanted)
{
    const float *at = core_parameters(run) + tensor->offset;
    for (size_t i = 0; i < (size_t)tensor->rows * tensor->columns; i++) {
        assert_true(at[i] == wanted);
    }
}

static void frozen_parameters_never_move(void **state)
{
    (void)state;
    struct core_config config = short_config(100);
    void *memory = NULL;
    config.model.placement = CORE_PLACEMENT_BOTH;
    config.model.norm_gain = CORE_NORM_GAIN_FROZEN;
    config.model.norm_bias = CORE_NORM_BIAS_FROZEN;
    config.train.decay = 1;
    struct core_run *run = run_new(&config, 1, &memory);
    run_to_end(run);
    int norms = 0;
    for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
        struct core_tensor tensor = core_tensor(&config.model, i);
        if (!tensor.is_trained) {
            assert_all(run, &tensor, tensor.kind == CORE_KIND_NORM_GAIN);
            norms++;
        }
    }
    assert_int_equal(norms, 2 * (2 * 4 + 1));
    free(memory);
}

/* With ReZero's factor at 0 and nothing in a branch to move it, no gradient
 * reaches a branch: its vectors stay what they were for 100 steps of decay. */
static void vectors_the_loss_ignores_stay_where_they_were(void **state)
{
    (void)state;
    struct core_config config = short_config(100);
    void *memory = NULL;
    choose_most(&config.model);
    config.model.placement = CORE_PLACEMENT_PRE;
    config.model.residual_alpha = 0;
    config.model.init_std = 0;
    config.train.decay = 1;
    struct core_run *run = run_new(&config, 1, &memory);
    run_to_end(run);
    assert_int_equal(core_steps_done(run), 100);
    for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
        struct core_tensor tensor = core_tensor(&config.model, i);
        if (tensor.block < config.model.blocks && tensor.rows == 1) {
            assert_all(run, &tensor, tensor.start == CORE_START_ONE);
        }
    }
    free(memory);
}

/* ---- A batch is one mean ------------------------------------------------ */

/* With a rate of 0, four steps of 4 sequences see what one of 16 does, and the
 * mean of their gradients is its gradient, whatever is shared between uses. */
static void a_gradient_is_one_mean_over_its_tokens(void **state)
{
    (void)state;
    struct core_config config = short_config(4);
    void *memory[2] = {NULL, NULL};
    const float *whole = NULL;
    const float *part = NULL;
    choose_most(&config.model);
    config.model.init_std = 0.2;
    config.train.lr = 0;
    struct core_run *one = run_new(&config, 1, &memory[0]);
    size_t size =
        core_tensor(&config.model, core_tensor_count(&config.model) - 1).offset;
    double *mean = calloc(size, sizeof *mean);
    config.train.batch = 4;
    struct core_run *four = run_new(&config, 1, &memory[1]);
    double loss = 0;
    for (int i = 0; i < 4; i++) {
        loss += (double)core_gradient(four, &part) / 4;
        for (size_t k = 0; k < size; k++) {
            mean[k] += (double)part[k] / 4;
        }
        assert_true(core_step(four));
    }
    assert_near((double)core_gradient(one, &whole), loss, 1e-6);
    for (size_t k = 0; k < size; k++) {
        assert_near((double)whole[k], mean[k], 1e-6);
    }
    free(mean);
    free(memory[0]);
    free(memory[1]);
}

/* ---- Probes ------------------------------------------------------------- */

/* Single precision, where LayerNorms of two features, which are signs but for
 * eps, make the most of each rounding. */
#define TOLERANCE 1e-3

static void assert_logits(const float *got,
                          double wanted[REFERENCE_CONTEXT][256],
                          const struct core_model *model)
{
    for (uint32_t t = 0; t < model->context; t++) {
        for (uint32_t j = 0; j < model->vocab; j++) {
            assert_near((double)got[t * model->vocab + j], wanted[t][j],
                        TOLERANCE * (1 + fabs(wanted[t][j])));
        }
    }
}

#define ASSERT_MEAN(field, count)                          \
    assert_near(got.field, wanted.field / (double)(count), \
                TOLERANCE * (1 + fabs(wanted.field / (double)(count))))

/* The oracle on the same evaluation sequences. */
static void check_probes(const struct core_config *config)
{
    static double logits[REFERENCE_CONTEXT][256];
    static float probed[4 * 10 * 32];
    const struct core_model *model = &config->model;
    struct core_activity wanted = {0};
    struct core_activity got;
    void *memory = NULL;
    struct core_run *run = run_new(config, 1, &memory);
    struct reference reference = {model, core_parameters(run), false, &wanted};
    core_probe_activity(run, &got);
    core_probe_logits(run, probed);
    for (uint32_t i = 0; i < config->train.batch; i++) {
        uint8_t tokens[REFERENCE_CONTEXT + 1];
        core_sequence(run, true, i, tokens);
        reference_logits(&reference, tokens, logits);
        assert_logits(probed + i * model->context * model->vocab, logits,
                      model);
    }
    uint32_t places = config->train.batch * model->context;
    ASSERT_MEAN(embedding, places * model->width);
    ASSERT_MEAN(stream, places * model->width);
    ASSERT_MEAN(logits, places * model->vocab);
    ASSERT_MEAN(largest_attention_logit, 1);
    for (uint32_t b = 0; b < CORE_BLOCKS_MAX; b++) {
        ASSERT_MEAN(attention[b], places * model->width);
        ASSERT_MEAN(mlp[b], places * model->width);
    }
    free(memory);
}

static void probes_tell_what_the_oracle_tells(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int round = 0; round < 40; round++) {
        struct core_config config = drawn_config(&seed);
        config.train.batch = 4;
        check_probes(&config);
    }
}

static void probes_change_nothing(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int round = 0; round < 20; round++) {
        static float logits[16 * 10 * 32];
        struct core_config config = drawn_config(&seed);
        struct core_activity activity;
        void *memory[2] = {NULL, NULL};
        struct core_run *left_alone = run_new(&config, 1, &memory[0]);
        struct core_run *asked = run_new(&config, 1, &memory[1]);
        run_to_end(left_alone);
        do {
            core_probe_activity(asked, &activity);
            core_probe_logits(asked, logits);
        } while (core_step(asked));
        assert_true(core_trajectory_hash(asked) ==
                    core_trajectory_hash(left_alone));
        free(memory[0]);
        free(memory[1]);
    }
}

/* A model that has blown up has one NaN, whatever the machine's own are. */
static void probes_of_a_broken_model_give_one_nan(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    struct core_activity activity;
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    core_parameters_mutable(run)[0] = -NAN;
    core_parameters_mutable(run)[16] = INFINITY;
    core_probe_activity(run, &activity);
    const double *values = (const double *)&activity;
    for (size_t i = 0; i < sizeof activity / sizeof *values; i++) {
        assert_true(!isnan(values[i]) || !signbit(values[i]));
    }
    assert_true(isnan(activity.logits));
    assert_true(isnan(activity.largest_attention_logit));
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_change_no_bit_of_any_model),
        cmocka_unit_test(frozen_norms_train_as_norms_without_parameters),
        cmocka_unit_test(mup_at_its_base_width_is_the_standard_to_the_last_bit),
        cmocka_unit_test(rezero_starts_where_its_factor_says),
        cmocka_unit_test(frozen_parameters_never_move),
        cmocka_unit_test(vectors_the_loss_ignores_stay_where_they_were),
        cmocka_unit_test(a_gradient_is_one_mean_over_its_tokens),
        cmocka_unit_test(probes_tell_what_the_oracle_tells),
        cmocka_unit_test(probes_change_nothing),
        cmocka_unit_test(probes_of_a_broken_model_give_one_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
