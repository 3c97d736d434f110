/* The whole model in double precision: its loss against the plain oracle and
 * its gradient against finite differences, for every choice alone and for many
 * together. */
#include "core/gradient.h"
#include "core/reference.h"

/* How far finite differences move a number: a query of length near 0, normed,
 * bends within 1e-5. */
#define H 1e-6

struct model_case {
    struct core_config config;
    struct core_layout layout;
    struct pass pass;
    real *parameters, *gradient, *positions, *work;
    real loss[4] __attribute__((aligned(32)));
    uint8_t tokens[4 * 33];
};

static void model_free(struct model_case *c)
{
    free(c->parameters);
    free(c->gradient);
    free(c->positions);
    free(c->work);
}

/* Small sizes, none a multiple of a tile but the width. */
static struct core_config small_config(void)
{
    struct core_config config = core_preset_decoder16();
    config.model.vocab = 7;
    config.model.context = 5;
    config.model.width = 4;
    config.model.heads = 2;
    config.model.hidden = 6;
    config.data.letters = 3;
    config.data.keys = 2;
    config.data.values = 2;
    return config;
}

/* Sine and cosine, side by side, of the angles of the formula. */
static void model_positions(struct model_case *c)
{
    const struct core_model *m = &c->config.model;
    uint32_t width =
        m->positions == CORE_POSITIONS_ROPE ? m->width / m->heads : m->width;
    for (uint32_t t = 0; t < m->context; t++) {
        for (uint32_t i = 0; i < width; i++) {
            double angle = t / pow(10000, (i - i % 2) / (double)width);
            c->positions[t * width + i] = i % 2 ? cos(angle) : sin(angle);
        }
    }
}

/* Parameters large enough for everything to matter. */
static void model_start(struct model_case *c, const struct core_config *config)
{
    uint64_t seed = 11;
    const struct core_model *m = &config->model;
    assert_null(core_config_error(config));
    *c = (struct model_case){.config = *config, .layout = core_layout(m)};
    c->parameters = test_numbers(c->layout.size, 12);
    c->gradient = test_zeros(c->layout.gradient_size);
    c->positions = test_numbers((size_t)m->context * m->width, 13);
    c->work = test_numbers((size_t)core_work(m, LANES, NULL).size, 14);
    model_positions(c);
    for (size_t i = 0; i < LANES * (m->context + 1); i++) {
        c->tokens[i] = (uint8_t)(3.5 * (check_number(&seed) + 1));
    }
    c->pass = (struct pass){.model = &c->config.model,
                            .layout = &c->layout,
                            .parameters = c->parameters,
                            .positions = c->positions,
                            .tokens = c->tokens,
                            .work = c->work,
                            .scale = 1.0 / 20,
                            .gradient = c->gradient,
                            .loss = c->loss};
}

static double model_value(void *context)
{
    struct model_case *c = context;
    model_forward(&c->pass);
    return (c->loss[0] + c->loss[1] + c->loss[2] + c->loss[3]) / 20;
}

/* ---- What is checked of one model --------------------------------------- */

static void assert_loss_is_that_of_the_oracle(struct model_case *c)
{
    struct reference reference = {&c->config.model, c->parameters, true, NULL};
    for (size_t lane = 0; lane < LANES; lane++) {
        uint8_t tokens[33] = {0};
        for (size_t t = 0; t <= c->config.model.context; t++) {
            tokens[t] = c->tokens[t * LANES + lane];
        }
        double wanted = reference_loss(&reference, tokens);
        assert_near(c->loss[lane], wanted, 1e-11 * (1 + wanted));
    }
}

/* What is not trained has no part in the gradient. */
static void check_tensor(struct model_case *c, const struct core_tensor *tensor)
{
    size_t count = (size_t)tensor->rows * tensor->columns;
    const real *gradient = c->gradient + tensor->offset;
    if (tensor->is_trained) {
        check_gradient(model_value, c, c->parameters + tensor->offset, gradient,
                       count, H, tensor->name);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        assert_true(gradient[i] == 0);
    }
}

struct counting_watcher {
    struct watcher base;
    unsigned seen[SIGHT_LOGITS + 1];
};

static void count_sight(struct watcher *watcher, enum sight sight,
                        uint32_t block, struct grid grid, size_t features)
{
    struct counting_watcher *counting = (struct counting_watcher *)watcher;
    (void)block;
    counting->seen[sight] += grid.at != NULL && features > 0;
}

/* A watched pass shows everything and comes to the same bits. */
static void assert_watching_changes_no_bit(struct model_case *c)
{
    struct counting_watcher watcher = {.base = {count_sight}};
    const struct core_model *m = &c->config.model;
    double unwatched = model_value(c);
    c->pass.watcher = &watcher.base;
    assert_true(model_value(c) == unwatched);
    c->pass.watcher = NULL;
    assert_int_equal(watcher.seen[SIGHT_STREAM], m->blocks + 1);
    assert_int_equal(watcher.seen[SIGHT_SCORES], m->blocks * m->heads);
    assert_int_equal(watcher.seen[SIGHT_ATTENTION], m->blocks);
    assert_int_equal(watcher.seen[SIGHT_MLP], m->blocks);
    assert_int_equal(watcher.seen[SIGHT_LOGITS], 1);
}

static void check_model(const struct core_config *config)
{
    struct model_case c;
    model_start(&c, config);
    assert_watching_changes_no_bit(&c);
    (void)model_value(&c);
    assert_loss_is_that_of_the_oracle(&c);
    model_backward(&c.pass);
    pass_finish(&c.pass);
    for (uint32_t i = 0; i < core_tensor_count(&c.config.model); i++) {
        struct core_tensor tensor = core_tensor(&c.config.model, i);
        check_tensor(&c, &tensor);
    }
    model_free(&c);
}

/* ---- Which models ------------------------------------------------------- */

/* Every value of every choice of the table, the rest as in decoder-16, but for
 * what the choice needs: DeepNorm stands after the addition. */
static void each_choice_alone_is_right(void **state)
{
    (void)state;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        for (double value = 0; fields[i].kind == CORE_FIELD_CHOICE &&
                               strcmp(fields[i].section, "model") == 0 &&
                               value <= fields[i].highest;
             value++) {
            struct core_config config = small_config();
            core_field_set(&config, &fields[i], value);
            if (config.model.residual == CORE_RESIDUAL_DEEPNORM) {
                config.model.placement = CORE_PLACEMENT_POST;
            }
            check_model(&config);
        }
    }
}

/* Every placement with each norm and each residual that goes with it; gain and
 * bias are in another state each time. */
static void placements_norms_and_residuals_go_together(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 3 * 5; i++) {
        struct core_config config = small_config();
        config.model.blocks = 1 + (uint32_t)i % 2;
        config.model.placement = (enum core_placement)(i % 3);
        config.model.norm = (enum core_norm)(i / 3 % 3);
        config.model.residual = (enum core_residual)(i / 9);
        config.model.norm_gain = (enum core_norm_gain)((i + i / 9) % 3);
        config.model.norm_bias = (enum core_norm_bias)((i + i / 3) % 3);
        if (!core_config_error(&config)) {
            check_model(&config);
        }
    }
}

/* Models drawn at random from all there are. */
static void choices_go_together(void **state)
{
    (void)state;
    uint64_t seed = 5;
    size_t count = 0;
    int checked = 0;
    const struct core_field *fields = core_fields(&count);
    while (checked < 60) {
        struct core_config config = small_config();
        for (size_t i = 0; i < count; i++) {
            if (fields[i].kind == CORE_FIELD_CHOICE &&
                strcmp(fields[i].section, "model") == 0) {
                double share = (check_number(&seed) + 1) / 2;
                core_field_set(&config, &fields[i],
                               floor(share * (fields[i].highest + 1)));
            }
        }
        config.model.base_width = 1 + (uint32_t)checked % 8;
        config.model.blocks = 1 + (uint32_t)checked % 2;
        if (!core_config_error(&config)) {
            check_model(&config);
            checked++;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_choice_alone_is_right),
        cmocka_unit_test(placements_norms_and_residuals_go_together),
        cmocka_unit_test(choices_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
