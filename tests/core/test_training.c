/* Whole steps of every optimiser: against the rules written once more in double
 * precision, on every instruction set, with parts of the model held, under muP,
 * and where training blows up. */
#include "core/running.h"

#define CORE_PLAIN
#define CORE_LANES 4
#include "core/lanes/kernel.h"

#include "core/run.h"

enum { OPTIMIZERS = 3, FORMS = 3 };

/* A small model with every kind of tensor, clipped, some seven steps long. */
static struct core_config small_config(int optimizer, int form)
{
    struct core_config config = short_config(7);
    config.model.width = 12;
    config.model.hidden = 20;
    config.model.context = 9;
    config.model.init_std = 0.3;
    config.model.activation = CORE_ACTIVATION_SWIGLU;
    config.model.qk_norm = CORE_QK_NORM_RMSNORM;
    config.model.residual = CORE_RESIDUAL_REZERO;
    config.model.residual_alpha = 0.5;
    config.train.optimizer = (enum core_optimizer)optimizer;
    config.train.decay_form = (enum core_decay_form)form;
    config.train.lr = optimizer == CORE_OPTIMIZER_SGD ? 0.3 : 0.02;
    config.train.decay = 0.2;
    config.train.warmup = 2;
    config.train.clip = 0.4;
    return config;
}

/* ---- The rules in double precision --------------------------------------- */

enum { ORACLE_SIZE = 1 << 14, ORACLE_SIDE = 1 << 12 };

struct oracle {
    const struct core_config *config;
    double p[ORACLE_SIZE], m[ORACLE_SIZE], v[ORACLE_SIZE];
    int step;
};

/* O(x) in place, x[rows, columns], never transposed. */
static void oracle_orthogonalise(double *x, size_t rows, size_t columns)
{
    static double square[ORACLE_SIDE], next[ORACLE_SIDE];
    double norm = 0;
    for (size_t i = 0; i < rows * columns; i++) {
        norm += x[i] * x[i];
    }
    for (size_t i = 0; i < rows * columns; i++) {
        x[i] /= sqrt(norm) + 1e-7;
    }
    for (int step = 0; step < 5; step++) {
        memset(square, 0, sizeof square);
        for (size_t i = 0; i < columns * columns; i++) {
            for (size_t k = 0; k < rows; k++) {
                square[i] +=
                    x[k * columns + i / columns] * x[k * columns + i % columns];
            }
        }
        for (size_t i = 0; i < rows * columns; i++) {
            const double *row = x + i / columns * columns;
            size_t j = i % columns;
            double once = 0;
            double twice = 0;
            for (size_t k = 0; k < columns; k++) {
                once += row[k] * square[k * columns + j];
                for (size_t l = 0; l < columns; l++) {
                    twice += row[k] * square[k * columns + l] *
                             square[l * columns + j];
                }
            }
            next[i] = 3.4445 * row[j] - 4.7750 * once + 2.0315 * twice;
        }
        memcpy(x, next, rows * columns * sizeof *x);
    }
}

/* m of muP for this tensor. */
static double oracle_ratio(const struct core_config *config,
                           const struct core_tensor *t)
{
    bool is_mup = config->model.parameterisation == CORE_PARAMETERISATION_MUP;
    return is_mup && t->kind == CORE_KIND_HIDDEN
               ? (double)config->model.width / config->model.base_width
               : 1;
}

static void oracle_tensor(struct oracle *o, const struct core_tensor *t,
                          const float *gradient, double scale)
{
    const struct core_train *train = &o->config->train;
    static double move[ORACLE_SIDE];
    size_t count = (size_t)t->rows * t->columns;
    double ratio = oracle_ratio(o->config, t);
    double rate = core_learning_rate(train, (uint32_t)o->step - 1);
    bool is_matrix = t->kind == CORE_KIND_EMBEDDING ||
                     t->kind == CORE_KIND_HIDDEN ||
                     t->kind == CORE_KIND_READOUT;
    bool is_muon =
        train->optimizer == CORE_OPTIMIZER_MUON && t->kind == CORE_KIND_HIDDEN;
    double decay = is_matrix ? train->decay : 0;
    double *p = o->p + t->offset;
    double *m = o->m + t->offset;
    double *v = o->v + t->offset;
    for (size_t i = 0; i < count; i++) {
        double g = (double)gradient[t->offset + i] * scale;
        if (train->decay_form == CORE_DECAY_FORM_L2) {
            g += decay * ratio * p[i];
        } else if (train->decay_form == CORE_DECAY_FORM_COUPLED) {
            p[i] *= 1 - rate / ratio * (decay * ratio);
        } else {
            p[i] *= 1 - rate / train->lr * decay;
        }
        if (is_muon || train->optimizer == CORE_OPTIMIZER_SGD) {
            m[i] = train->momentum * m[i] + g;
            move[i] = is_muon ? g + train->momentum * m[i] : m[i];
        } else {
            m[i] = train->beta1 * m[i] + (1 - train->beta1) * g;
            v[i] = train->beta2 * v[i] + (1 - train->beta2) * g * g;
            move[i] =
                m[i] / (1 - pow(train->beta1, o->step)) /
                (sqrt(v[i] / (1 - pow(train->beta2, o->step))) + train->eps);
        }
    }
    if (is_muon) {
        oracle_orthogonalise(move, t->rows, t->columns);
        rate *= 0.2 * sqrt(fmax(t->rows, t->columns));
    }
    for (size_t i = 0; i < count; i++) {
        p[i] -= rate / ratio * move[i];
    }
}

/* One step with this gradient, of which only trained tensors count; returns
 * its norm. */
static double oracle_step(struct oracle *o, const float *gradient)
{
    const struct core_model *model = &o->config->model;
    double square = 0;
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        struct core_tensor t = core_tensor(model, i);
        for (size_t k = 0; t.is_trained && k < t.rows * t.columns; k++) {
            square += pow((double)gradient[t.offset + k], 2);
        }
    }
    double norm = sqrt(square);
    double clip = o->config->train.clip;
    o->step++;
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        struct core_tensor t = core_tensor(model, i);
        if (t.is_trained) {
            oracle_tensor(o, &t, gradient,
                          clip > 0 && norm > clip ? clip / norm : 1);
        }
    }
    return norm;
}

/* Every parameter after every step. Gradients are the run's own, so that only
 * the rounding of updates can part the two. */
static void check_against_oracle(const struct core_config *config,
                                 double tolerance)
{
    static struct oracle o;
    void *memory = NULL;
    struct core_run *run = run_new(config, 1, &memory);
    const float *p = core_parameters(run);
    assert_true(run->layout.size <= ORACLE_SIZE);
    o = (struct oracle){.config = config};
    for (size_t i = 0; i < run->layout.size; i++) {
        o.p[i] = (double)p[i];
    }
    while (core_steps_done(run) < config->train.steps) {
        const float *gradient = NULL;
        (void)core_gradient(run, &gradient);
        double norm = oracle_step(&o, gradient);
        assert_true(core_step(run));
        assert_near((double)core_gradient_norm(run) / norm, 1, 1e-6);
        for (size_t i = 0; i < run->layout.size; i++) {
            assert_near((double)p[i], o.p[i], tolerance);
        }
    }
    free(memory);
}

static void every_optimizer_and_decay_follows_its_rule(void **state)
{
    (void)state;
    for (int optimizer = 0; optimizer < OPTIMIZERS; optimizer++) {
        for (int form = 0; form < FORMS; form++) {
            struct core_config config = small_config(optimizer, form);
            check_against_oracle(&config, 2e-6);
            config.train.clip = 0;
            config.model.head = CORE_HEAD_TIED;
            config.model.norm_gain = CORE_NORM_GAIN_FROZEN;
            config.model.norm_bias = CORE_NORM_BIAS_FROZEN;
            check_against_oracle(&config, 2e-6);
        }
    }
}

static void mup_follows_its_rule_with_every_decay(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct core_config config = small_config(CORE_OPTIMIZER_ADAMW, form);
        config.model.parameterisation = CORE_PARAMETERISATION_MUP;
        config.model.base_width = 4;
        check_against_oracle(&config, 2e-6);
    }
}

/* ---- Where it runs ------------------------------------------------------ */

static uint64_t hash_on(const struct core_config *config,
                        const struct core_kernel *kernel)
{
    size_t size = core_memory(config);
    void *memory = malloc(size);
    struct core_run *run = core_start_with(memory, size, config, 1, kernel);
    assert_non_null(run);
    run_to_end(run);
    assert_int_equal(core_steps_done(run), config->train.steps);
    uint64_t hash = core_trajectory_hash(run);
    free(memory);
    return hash;
}

static void every_set_and_the_plain_kernel_train_to_the_same_bits(void **state)
{
    (void)state;
    uint64_t seen[OPTIMIZERS * FORMS] = {0};
    for (int i = 0; i < OPTIMIZERS * FORMS; i++) {
        struct core_config config = small_config(i / FORMS, i % FORMS);
        seen[i] = hash_on(&config, &lane_kernel);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            const struct core_kernel *kernel =
                core_kernel_for((enum core_isa)isa);
            assert_true(!kernel || hash_on(&config, kernel) == seen[i]);
        }
        for (int j = 0; j < i; j++) {
            assert_true(seen[j] != seen[i]);
        }
    }
}

/* What does not apply leaves no trace: decay of nothing in any form, momentum
 * under AdamW, the betas under SGD. */
static void settings_that_do_not_apply_change_no_bit(void **state)
{
    (void)state;
    struct core_config config = small_config(CORE_OPTIMIZER_ADAMW, 0);
    config.train.decay = 0;
    uint64_t wanted = hash_on(&config, core_kernel_128());
    config.train.decay_form = CORE_DECAY_FORM_INDEPENDENT;
    assert_true(hash_on(&config, core_kernel_128()) == wanted);
    config.train.decay_form = CORE_DECAY_FORM_L2;
    config.train.momentum = 0.3;
    assert_true(hash_on(&config, core_kernel_128()) == wanted);
    config.train.optimizer = CORE_OPTIMIZER_SGD;
    wanted = hash_on(&config, core_kernel_128());
    config.train.beta1 = 0.1;
    config.train.beta2 = 0.2;
    config.train.eps = 0.3;
    assert_true(hash_on(&config, core_kernel_128()) == wanted);
}

/* ---- Memory ------------------------------------------------------------- */

/* Sgd keeps one number for each parameter, AdamW two; Muon one and what its
 * largest matrix needs, here 16 x 32, less than a moment of all. */
static void an_optimizer_takes_the_memory_it_needs(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    size_t moment = core_layout(&config.model).size * sizeof(float);
    size_t adamw = core_memory(&config);
    config.train.optimizer = CORE_OPTIMIZER_SGD;
    size_t sgd = core_memory(&config);
    config.train.optimizer = CORE_OPTIMIZER_MUON;
    size_t muon = core_memory(&config);
    size_t space = muon_space(16, 32, NULL).size * sizeof(float);
    size_t hidden = (size_t)2 * (4 * 16 * 16 + 2 * 16 * 32) * sizeof(float);
    assert_int_equal(adamw - sgd, moment);
    assert_int_equal(muon - sgd, moment - hidden + space);
}

/* ---- What is trained ---------------------------------------------------- */

/* With every matrix at 0 no gradient reaches a norm, so only decay could move a
 * gain; a matrix's one element shows that decay is at work. */
static void gains_are_never_decayed(void **state)
{
    (void)state;
    for (int i = 0; i < OPTIMIZERS * FORMS; i++) {
        struct core_config config = short_config(100);
        void *memory = NULL;
        config.model.init_std = 0;
        config.train.decay = 0.1;
        config.train.optimizer = (enum core_optimizer)(i / FORMS);
        config.train.decay_form = (enum core_decay_form)(i % FORMS);
        struct core_run *run = run_new(&config, 1, &memory);
        float *parameters = core_parameters_mutable(run);
        struct core_tensor gain = core_tensor(&config.model, 1);
        struct core_tensor query = core_tensor(&config.model, 3);
        assert_string_equal(gain.name, "attention.norm.gain");
        parameters[query.offset] = 1;
        run_to_end(run);
        assert_int_equal(core_steps_done(run), 100);
        for (uint32_t k = 0; k < gain.columns; k++) {
            assert_true(parameters[gain.offset + k] == 1);
        }
        assert_true(parameters[query.offset] < 0.99F);
        free(memory);
    }
}

/* Without momentum and decay a step of SGD is the rate times the gradient, in
 * which both uses of a tied matrix are added up. */
static void a_tied_matrix_is_one_tensor_and_moves_once(void **state)
{
    (void)state;
    struct core_config config = small_config(CORE_OPTIMIZER_SGD, 0);
    void *memory = NULL;
    config.model.head = CORE_HEAD_TIED;
    config.train.decay = 0;
    config.train.momentum = 0;
    config.train.clip = 0;
    config.train.warmup = 0;
    struct core_run *run = run_new(&config, 1, &memory);
    struct core_tensor t = core_tensor(&config.model, 0);
    assert_string_equal(t.name, "embedding");
    for (uint32_t i = 1; i < core_tensor_count(&config.model); i++) {
        struct core_tensor other = core_tensor(&config.model, i);
        assert_true(other.kind != CORE_KIND_EMBEDDING &&
                    other.kind != CORE_KIND_READOUT);
    }
    const float *gradient = NULL;
    double before = (double)core_parameters(run)[t.offset + 5];
    (void)core_gradient(run, &gradient);
    double wanted = before - 0.3 * (double)gradient[t.offset + 5];
    assert_true(core_step(run));
    assert_near((double)core_parameters(run)[t.offset + 5], wanted, 1e-7);
    free(memory);
}

static void what_is_frozen_stays_and_has_no_gradient(void **state)
{
    (void)state;
    for (int optimizer = 0; optimizer < OPTIMIZERS; optimizer++) {
        struct core_config config = small_config(optimizer, 0);
        void *memory = NULL;
        config.model.norm_gain = CORE_NORM_GAIN_FROZEN;
        config.model.norm_bias = CORE_NORM_BIAS_FROZEN;
        struct core_run *run = run_new(&config, 1, &memory);
        const float *gradient = NULL;
        run_to_end(run);
        (void)core_gradient(run, &gradient);
        for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
            struct core_tensor t = core_tensor(&config.model, i);
            for (size_t k = 0; !t.is_trained && k < t.columns; k++) {
                float start = t.kind == CORE_KIND_NORM_GAIN ? 1 : 0;
                assert_true(core_parameters(run)[t.offset + k] == start);
                assert_true(gradient[t.offset + k] == 0);
            }
        }
        free(memory);
    }
}

/* A first step of Adam moves every number that has a gradient by the rate. */
static void mup_divides_the_rate_of_hidden_matrices_by_the_width(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory = NULL;
    config.model.width = 64;
    config.model.init_std = 0.1;
    config.model.parameterisation = CORE_PARAMETERISATION_MUP;
    config.train.lr = 0.01;
    config.train.eps = 1e-30;
    config.train.decay = 0;
    config.train.warmup = 0;
    struct core_run *run = run_new(&config, 1, &memory);
    size_t size = run->layout.size;
    float *before = malloc(size * sizeof *before);
    memcpy(before, core_parameters(run), size * sizeof *before);
    assert_true(core_step(run));
    for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
        struct core_tensor t = core_tensor(&config.model, i);
        double wanted = t.kind == CORE_KIND_HIDDEN ? 0.0025 : 0.01;
        for (size_t k = t.offset; k < t.offset + t.rows * t.columns; k++) {
            double moved = (double)core_parameters(run)[k] - (double)before[k];
            if (moved != 0) {
                assert_near(fabs(moved), wanted, 1e-6);
            }
        }
    }
    free(before);
    free(memory);
}

static void at_its_base_width_mup_trains_as_the_standard_form(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct core_config config = small_config(CORE_OPTIMIZER_ADAMW, form);
        uint64_t standard = hash_on(&config, core_kernel_128());
        config.model.parameterisation = CORE_PARAMETERISATION_MUP;
        config.model.base_width = config.model.width;
        assert_true(hash_on(&config, core_kernel_128()) == standard);
    }
}

static void every_optimizer_learns(void **state)
{
    (void)state;
    static const double rate[OPTIMIZERS] = {1e-2, 0.2, 1e-2};
    for (int optimizer = 0; optimizer < OPTIMIZERS; optimizer++) {
        struct core_config config = short_config(300);
        void *memory = NULL;
        config.train.optimizer = (enum core_optimizer)optimizer;
        config.train.lr = rate[optimizer];
        config.train.decay = optimizer == CORE_OPTIMIZER_SGD ? 0 : 0.1;
        struct core_run *run = run_new(&config, 1, &memory);
        run_to_end(run);
        assert_true(core_evaluate(run).loss < core_floors(run).unigram - 0.3);
        free(memory);
    }
}

/* ---- Where it blows up -------------------------------------------------- */

/* Without a rate only the decay is left, and independent decay has a schedule
 * whatever the rate. */
static void a_rate_of_zero_is_a_rate(void **state)
{
    (void)state;
    for (int i = 0; i < OPTIMIZERS * FORMS; i++) {
        struct core_config config = small_config(i / FORMS, i % FORMS);
        void *memory = NULL;
        config.train.lr = 0;
        config.train.schedule = CORE_SCHEDULE_CONSTANT;
        config.train.steps = 1;
        config.train.warmup = 0;
        struct core_run *run = run_new(&config, 1, &memory);
        double before = (double)core_parameters(run)[0];
        assert_true(core_step(run));
        assert_false(core_has_diverged(run));
        double share = i % FORMS == CORE_DECAY_FORM_INDEPENDENT ? 0.8 : 1;
        assert_near((double)core_parameters(run)[0], share * before, 1e-6);
        free(memory);
    }
}

static void an_absurd_rate_diverges_or_ends_without_a_crash(void **state)
{
    (void)state;
    for (int i = 0; i < OPTIMIZERS * FORMS; i++) {
        struct core_config config = small_config(i / FORMS, i % FORMS);
        void *memory = NULL;
        config.train.steps = 60;
        config.train.lr = 100;
        config.train.decay = 100;
        config.train.clip = 0;
        config.model.norm = CORE_NORM_NONE;
        config.model.qk_norm = CORE_QK_NORM_NONE;
        config.model.init_std = 1;
        struct core_run *run = run_new(&config, 1, &memory);
        run_to_end(run);
        assert_true(core_has_diverged(run) || core_steps_done(run) == 60);
        assert_true(core_has_diverged(run) == (bool)isnan(core_loss(run)));
        if (i % FORMS == CORE_DECAY_FORM_COUPLED) {
            assert_true(core_has_diverged(run)); /* times -9999 a step */
        }
        free(memory);
    }
}

/* ReLU turns NaN into 0, so neither the loss nor a gradient shows it. */
static void a_parameter_that_is_not_finite_ends_the_run(void **state)
{
    (void)state;
    struct core_config config = short_config(5);
    void *memory = NULL;
    struct core_run *run = run_new(&config, 1, &memory);
    for (uint32_t i = 0; i < core_tensor_count(&config.model); i++) {
        struct core_tensor t = core_tensor(&config.model, i);
        if (strcmp(t.name, "mlp.in.bias") == 0) {
            core_parameters_mutable(run)[t.offset + 1] = NAN;
        }
    }
    assert_false(core_step(run));
    assert_true(core_has_diverged(run));
    assert_true(isnan(core_loss(run)) && isnan(core_gradient_norm(run)));
    assert_int_equal(core_steps_done(run), 0);
    assert_false(core_step(run));
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_optimizer_and_decay_follows_its_rule),
        cmocka_unit_test(mup_follows_its_rule_with_every_decay),
        cmocka_unit_test(every_set_and_the_plain_kernel_train_to_the_same_bits),
        cmocka_unit_test(settings_that_do_not_apply_change_no_bit),
        cmocka_unit_test(an_optimizer_takes_the_memory_it_needs),
        cmocka_unit_test(gains_are_never_decayed),
        cmocka_unit_test(a_tied_matrix_is_one_tensor_and_moves_once),
        cmocka_unit_test(what_is_frozen_stays_and_has_no_gradient),
        cmocka_unit_test(mup_divides_the_rate_of_hidden_matrices_by_the_width),
        cmocka_unit_test(at_its_base_width_mup_trains_as_the_standard_form),
        cmocka_unit_test(every_optimizer_learns),
        cmocka_unit_test(a_rate_of_zero_is_a_rate),
        cmocka_unit_test(an_absurd_rate_diverges_or_ends_without_a_crash),
        cmocka_unit_test(a_parameter_that_is_not_finite_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
