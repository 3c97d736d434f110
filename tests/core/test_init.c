/* How parameters begin: the std of each tensor under every init, residual form
 * and parameterisation, and what of it depends on what. */
#include "core/running.h"

/* The std a tensor should have by its name: by `shape` if the rule is Xavier's
 * or He's, else init_std; then what its place asks for. */
struct wanted {
    double residual;  /* of attention.output and mlp.out */
    double branch;    /* of attention.value, mlp.in and mlp.gate */
    double hidden;    /* of every matrix inside the blocks */
    bool is_zero;     /* attention.output and mlp.out are exactly 0 */
    double embedding; /* of embedding and positions */
};

static bool is_one_of(const char *name, const char *list)
{
    const char *at = strstr(list, name);
    return at && strchr("|", at[strlen(name)]) && (at == list || at[-1] == '|');
}

static double shaped_std(const struct core_config *config,
                         const struct core_tensor *t)
{
    switch (config->model.init) {
    case CORE_INIT_XAVIER:
        return sqrt(2.0 / (t->rows + t->columns));
    case CORE_INIT_HE:
        return sqrt(2.0 / t->columns);
    case CORE_INIT_NORMAL:
        break;
    }
    return config->model.init_std;
}

static double wanted_std(const struct core_config *config,
                         const struct core_tensor *t,
                         const struct wanted *wanted)
{
    if (is_one_of(t->name, "embedding|positions")) {
        return wanted->embedding;
    }
    double std = shaped_std(config, t);
    if (is_one_of(t->name, "attention.output|mlp.out")) {
        return std * wanted->hidden * wanted->residual;
    }
    if (is_one_of(t->name, "attention.value|mlp.in|mlp.gate")) {
        return std * wanted->hidden * wanted->branch;
    }
    if (is_one_of(t->name, "attention.query|attention.key")) {
        return std * wanted->hidden;
    }
    return std; /* the head */
}

static double root_mean_square(const float *at, size_t count)
{
    double square = 0;
    for (size_t k = 0; k < count; k++) {
        square += (double)at[k] * (double)at[k];
    }
    return sqrt(square / (double)count);
}

/* Four standard errors of a standard deviation either way. */
static void check_start(const struct core_config *config,
                        const struct wanted *wanted)
{
    void *memory = NULL;
    struct core_run *run = run_new(config, 1, &memory);
    for (uint32_t i = 0; i < core_tensor_count(&config->model); i++) {
        struct core_tensor t = core_tensor(&config->model, i);
        size_t count = (size_t)t.rows * t.columns;
        const float *at = core_parameters(run) + t.offset;
        double std = wanted_std(config, &t, wanted);
        if (t.kind == CORE_KIND_NORM_GAIN || strstr(t.name, "gain") ||
            strstr(t.name, "bias") || strstr(t.name, "alpha")) {
            double value = strstr(t.name, "gain")    ? 1
                           : strstr(t.name, "alpha") ? 0.25
                                                     : 0;
            for (size_t k = 0; k < count; k++) {
                assert_true((double)at[k] == value);
            }
        } else if (wanted->is_zero &&
                   is_one_of(t.name, "attention.output|mlp.out")) {
            for (size_t k = 0; k < count; k++) {
                assert_true(at[k] == 0 && !signbit(at[k]));
            }
        } else {
            assert_near(root_mean_square(at, count) / std, 1,
                        4 / sqrt(2.0 * (double)count));
        }
    }
    free(memory);
}

/* Every kind of tensor there is, in shapes that tell rows from columns. */
static struct core_config wide_config(void)
{
    struct core_config config = short_config(1);
    config.model.width = 48;
    config.model.hidden = 160;
    config.model.blocks = 3;
    config.model.init_std = 0.25;
    config.model.activation = CORE_ACTIVATION_SWIGLU;
    config.model.positions = CORE_POSITIONS_LEARNED;
    config.model.qk_norm = CORE_QK_NORM_RMSNORM;
    return config;
}

static const struct wanted as_asked = {
    .residual = 1, .branch = 1, .hidden = 1, .embedding = 0.25};

static void matrices_have_the_std_of_each_init(void **state)
{
    (void)state;
    for (int init = 0; init < 3; init++) {
        struct core_config config = wide_config();
        config.model.init = (enum core_init)init;
        check_start(&config, &as_asked);
    }
}

/* By hand: a 160 x 48 matrix has sqrt(2 / 208) = 0.0981 by Xavier, and by He
 * sqrt(2 / 48) = 0.2041; its transpose sqrt(2 / 160) = 0.1118. */
static void xavier_and_he_by_hand(void **state)
{
    (void)state;
    struct core_config config = wide_config();
    struct core_tensor in = {.rows = 160, .columns = 48};
    struct core_tensor out = {.rows = 48, .columns = 160};
    config.model.init = CORE_INIT_XAVIER;
    assert_near(shaped_std(&config, &in), 0.0981, 5e-5);
    assert_near(shaped_std(&config, &out), 0.0981, 5e-5);
    config.model.init = CORE_INIT_HE;
    assert_near(shaped_std(&config, &in), 0.2041, 5e-5);
    assert_near(shaped_std(&config, &out), 0.1118, 5e-5);
}

static void residual_forms_scale_what_they_say(void **state)
{
    (void)state;
    for (int init = 0; init < 3; init++) {
        struct core_config config = wide_config();
        struct wanted wanted = as_asked;
        config.model.init = (enum core_init)init;
        config.model.residual = CORE_RESIDUAL_DEPTH;
        wanted.residual = 0.408248; /* 1 / sqrt(6) */
        check_start(&config, &wanted);
        config.model.residual = CORE_RESIDUAL_DEEPNORM;
        config.model.placement = CORE_PLACEMENT_POST;
        wanted.residual = 0.451801; /* 24^(-1/4) */
        wanted.branch = 0.451801;
        check_start(&config, &wanted);
    }
}

static void the_last_matrices_of_branches_can_start_at_zero(void **state)
{
    (void)state;
    struct core_config config = wide_config();
    struct wanted wanted = as_asked;
    config.model.residual = CORE_RESIDUAL_ZERO;
    wanted.is_zero = true;
    check_start(&config, &wanted);
}

static void rezero_starts_its_factor_at_alpha(void **state)
{
    (void)state;
    struct core_config config = wide_config();
    config.model.residual = CORE_RESIDUAL_REZERO;
    config.model.residual_alpha = 0.25;
    check_start(&config, &as_asked);
}

/* m = 3: hidden matrices by 1 / sqrt(3), and only where init does not follow
 * the width by itself. */
static void mup_scales_hidden_matrices_of_normal_init(void **state)
{
    (void)state;
    for (int init = 0; init < 3; init++) {
        struct core_config config = wide_config();
        struct wanted wanted = as_asked;
        config.model.init = (enum core_init)init;
        config.model.parameterisation = CORE_PARAMETERISATION_MUP;
        wanted.hidden = init == CORE_INIT_NORMAL ? 0.577350 : 1;
        check_start(&config, &wanted);
    }
}

static void at_its_base_width_mup_starts_as_the_standard_form(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory[2] = {NULL, NULL};
    struct core_run *standard = run_new(&config, 1, &memory[0]);
    config.model.parameterisation = CORE_PARAMETERISATION_MUP;
    struct core_run *mup = run_new(&config, 1, &memory[1]);
    assert_true(core_parameter_hash(mup) == core_parameter_hash(standard));
    free(memory[0]);
    free(memory[1]);
}

/* The same seed gives tensors of one shape the same values, whatever else the
 * model has; a narrow matrix is a part of a wide one. */
static void tensors_start_equal_in_different_models(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory[2] = {NULL, NULL};
    struct core_run *one = run_new(&config, 7, &memory[0]);
    struct core_tensor query = core_tensor(&config.model, 15);
    const float *narrow = core_parameters(one) + query.offset;
    config.model.norm = CORE_NORM_RMSNORM;
    config.model.width = 24;
    config.model.blocks = 3;
    struct core_run *other = run_new(&config, 7, &memory[1]);
    struct core_tensor wide = core_tensor(&config.model, 1 + 10 + 1);
    assert_string_equal(wide.name, "attention.query");
    assert_int_equal(wide.block, query.block);
    for (size_t row = 0; row < 16; row++) {
        assert_memory_equal(narrow + row * 16,
                            core_parameters(other) + wide.offset + row * 24,
                            16 * sizeof(float));
    }
    free(memory[0]);
    free(memory[1]);
}

static void seeds_differ(void **state)
{
    (void)state;
    struct core_config config = short_config(1);
    void *memory[2] = {NULL, NULL};
    struct core_run *one = run_new(&config, 1, &memory[0]);
    struct core_run *two = run_new(&config, 2, &memory[1]);
    uint8_t first[33];
    uint8_t second[33];
    assert_true(core_parameter_hash(one) != core_parameter_hash(two));
    core_sequence(one, false, 0, first);
    core_sequence(two, false, 0, second);
    assert_memory_not_equal(first, second, sizeof first);
    free(memory[0]);
    free(memory[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_have_the_std_of_each_init),
        cmocka_unit_test(xavier_and_he_by_hand),
        cmocka_unit_test(residual_forms_scale_what_they_say),
        cmocka_unit_test(the_last_matrices_of_branches_can_start_at_zero),
        cmocka_unit_test(rezero_starts_its_factor_at_alpha),
        cmocka_unit_test(mup_scales_hidden_matrices_of_normal_init),
        cmocka_unit_test(at_its_base_width_mup_starts_as_the_standard_form),
        cmocka_unit_test(tensors_start_equal_in_different_models),
        cmocka_unit_test(seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
