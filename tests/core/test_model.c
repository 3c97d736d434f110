/* The whole model in double precision: its loss against the plain oracle, its
 * gradient against finite differences, for every placement and norm. */
#include "core/gradient.h"
#include "core/reference.h"

struct model_case {
    struct core_model model;
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

static void model_positions(struct model_case *c)
{
    for (uint32_t t = 0; t < c->model.context; t++) {
        for (uint32_t i = 0; i < c->model.width; i++) {
            double angle = t / pow(10000, (i - i % 2) / (double)c->model.width);
            c->positions[t * c->model.width + i] =
                i % 2 ? cos(angle) : sin(angle);
        }
    }
}

/* Small sizes, none a multiple of a tile but the width; parameters large enough
 * for everything to matter. */
static void model_start(struct model_case *c, enum core_norm norm,
                        enum core_placement placement)
{
    uint64_t seed = 11;
    struct core_model model = core_preset_decoder16().model;
    model.vocab = 7;
    model.context = 5;
    model.width = 4;
    model.heads = 2;
    model.hidden = 6;
    model.norm = norm;
    model.placement = placement;
    *c = (struct model_case){.model = model, .layout = core_layout(&model)};
    c->parameters = test_numbers(c->layout.size, 12);
    c->gradient = test_zeros(c->layout.size);
    c->positions = test_numbers((size_t)model.context * model.width, 13);
    c->work = test_numbers((size_t)core_work(&model, LANES, NULL).size, 14);
    model_positions(c);
    for (size_t i = 0; i < LANES * (model.context + 1); i++) {
        c->tokens[i] = (uint8_t)(3.5 * (check_number(&seed) + 1));
    }
    c->pass = (struct pass){.model = &c->model,
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

static void check_model(enum core_norm norm, enum core_placement placement)
{
    struct model_case c;
    model_start(&c, norm, placement);
    (void)model_value(&c);
    model_backward(&c.pass);
    for (uint32_t i = 0; i < core_tensor_count(&c.model); i++) {
        struct core_tensor tensor = core_tensor(&c.model, i);
        check_gradient(model_value, &c, c.parameters + tensor.offset,
                       c.gradient + tensor.offset,
                       (size_t)tensor.rows * tensor.columns, 1e-5, tensor.name);
    }
    model_free(&c);
}

static void check_loss(enum core_norm norm, enum core_placement placement)
{
    struct model_case c;
    model_start(&c, norm, placement);
    (void)model_value(&c);
    struct reference reference = {&c.model, c.parameters, true};
    for (size_t lane = 0; lane < LANES; lane++) {
        uint8_t tokens[33];
        for (size_t t = 0; t <= c.model.context; t++) {
            tokens[t] = c.tokens[t * LANES + lane];
        }
        assert_near(c.loss[lane], reference_loss(&reference, tokens), 1e-11);
    }
    model_free(&c);
}

static void the_loss_is_that_of_the_plain_oracle(void **state)
{
    (void)state;
    check_loss(CORE_NORM_LAYERNORM, CORE_PLACEMENT_PRE);
    check_loss(CORE_NORM_RMSNORM, CORE_PLACEMENT_PRE);
    check_loss(CORE_NORM_LAYERNORM, CORE_PLACEMENT_POST);
    check_loss(CORE_NORM_RMSNORM, CORE_PLACEMENT_POST);
}

static void pre_norm_gradients_meet_finite_differences(void **state)
{
    (void)state;
    check_model(CORE_NORM_LAYERNORM, CORE_PLACEMENT_PRE);
    check_model(CORE_NORM_RMSNORM, CORE_PLACEMENT_PRE);
}

static void post_norm_gradients_meet_finite_differences(void **state)
{
    (void)state;
    check_model(CORE_NORM_LAYERNORM, CORE_PLACEMENT_POST);
    check_model(CORE_NORM_RMSNORM, CORE_PLACEMENT_POST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loss_is_that_of_the_plain_oracle),
        cmocka_unit_test(pre_norm_gradients_meet_finite_differences),
        cmocka_unit_test(post_norm_gradients_meet_finite_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
