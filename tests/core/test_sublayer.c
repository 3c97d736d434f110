/* Attention with its projections and the MLP, in double precision: forward
 * against the plain oracle, backward against finite differences, with every
 * choice of what happens inside them. */
#include "core/gradient.h"
#include "core/reference.h"

struct sublayer_case {
    struct core_model model;
    struct core_layout layout;
    struct pass pass;
    struct scene scene;
    real *parameters, *gradient, *positions, *work;
    struct grid in, onto, out, weight; /* weight: of the mixture */
    bool is_mlp;
};

/* No size is a multiple of a tile. */
static struct core_model small_model(void)
{
    struct core_model model = core_preset_decoder16().model;
    model.vocab = 3;
    model.context = 5;
    model.width = 12;
    model.heads = 2;
    model.hidden = 7;
    return model;
}

static void fill_angles(struct sublayer_case *c)
{
    size_t width = c->model.width / c->model.heads;
    for (size_t t = 0; t < c->model.context; t++) {
        for (size_t i = 0; i < width; i++) {
            double angle =
                (double)t / pow(10000, (double)(i - i % 2) / (double)width);
            c->positions[t * width + i] = i % 2 ? cos(angle) : sin(angle);
        }
    }
}

static void sublayer_start(struct sublayer_case *c,
                           const struct core_model *model, bool is_mlp)
{
    size_t tokens = model->context;
    size_t width = model->width;
    *c = (struct sublayer_case){
        .model = *model,
        .layout = core_layout(model),
        .positions = test_zeros(tokens * width),
        .work = test_numbers((size_t)core_work(model, LANES, NULL).size, 2),
        .in = test_grid(tokens, width, 3),
        .onto = test_grid(tokens, width, 4),
        .out = test_grid(tokens, width, 5),
        .weight = test_grid(tokens, width, 6),
        .is_mlp = is_mlp};
    c->parameters = test_numbers(c->layout.size, 1);
    c->gradient = test_zeros(c->layout.size);
    fill_angles(c);
    c->pass = (struct pass){.model = &c->model,
                            .layout = &c->layout,
                            .parameters = c->parameters,
                            .positions = c->positions,
                            .work = c->work,
                            .gradient = c->gradient};
    c->scene = scene_of(&c->pass);
}

static void sublayer_free(struct sublayer_case *c)
{
    free(c->parameters);
    free(c->gradient);
    free(c->positions);
    free(c->work);
    free(c->in.at);
    free(c->onto.at);
    free(c->out.at);
    free(c->weight.at);
}

/* Of the last block, so that a block's own parameters and states are used. */
static double sublayer_value(void *context)
{
    struct sublayer_case *c = context;
    uint32_t block = c->model.blocks - 1;
    struct block_state state = block_of(&c->scene, block);
    if (c->is_mlp) {
        mlp_in(&c->scene, block, &state, c->in, c->onto, c->out);
    } else {
        attention_in(&c->scene, block, &state, c->in, c->onto, c->out);
    }
    return test_mixture(c->out, c->weight, c->model.context, c->model.width);
}

static void sublayer_backward(struct sublayer_case *c, struct grid onto,
                              struct grid dx)
{
    uint32_t block = c->model.blocks - 1;
    struct block_state state = block_of(&c->scene, block);
    if (c->is_mlp) {
        mlp_out(&c->scene, block, &state, c->in, c->weight, onto, dx);
    } else {
        attention_out(&c->scene, block, &state, c->in, c->weight, onto, dx);
    }
}

/* Gradient of the input, without and with something to add it to, and of every
 * tensor: those outside this sublayer must have none. */
static void check_sublayer(const struct core_model *model, bool is_mlp)
{
    struct sublayer_case c;
    sublayer_start(&c, model, is_mlp);
    size_t tokens = model->context;
    struct grid dx = test_grid(tokens, model->width, 7);
    struct grid sum = test_grid(tokens, model->width, 8);
    struct grid onto = test_grid(tokens, model->width, 8);
    (void)sublayer_value(&c);
    sublayer_backward(&c, sum, sum);
    memset(c.gradient, 0, c.layout.size * sizeof(real));
    sublayer_backward(&c, nowhere, dx);
    check_grid_gradient(sublayer_value, &c, c.in, dx, tokens, model->width,
                        1e-5, "dx");
    for (size_t t = 0; t < tokens; t++) {
        for (size_t i = 0; i < model->width * LANES; i++) {
            assert_near(grid_at(sum, t, 0)[i],
                        grid_at(onto, t, 0)[i] + grid_at(dx, t, 0)[i], 1e-11);
        }
    }
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        struct core_tensor tensor = core_tensor(model, i);
        check_gradient(sublayer_value, &c, c.parameters + tensor.offset,
                       c.gradient + tensor.offset,
                       (size_t)tensor.rows * tensor.columns, 1e-5, tensor.name);
    }
    free(dx.at);
    free(sum.at);
    free(onto.at);
    sublayer_free(&c);
}

/* The output of one lane beside the oracle's. */
static void check_forward(const struct core_model *model, bool is_mlp)
{
    static reference_stream in, out;
    struct sublayer_case c;
    sublayer_start(&c, model, is_mlp);
    (void)sublayer_value(&c);
    struct reference reference = {&c.model, c.parameters, true, NULL};
    for (size_t lane = 0; lane < LANES; lane++) {
        for (size_t t = 0; t < model->context; t++) {
            for (size_t i = 0; i < model->width; i++) {
                in[t][i] = grid_at(c.in, t, i)[lane];
            }
            if (is_mlp) {
                reference_mlp(&reference, model->blocks - 1, in[t], out[t]);
            }
        }
        if (!is_mlp) {
            reference_attention(&reference, model->blocks - 1, in, out);
        }
        for (size_t t = 0; t < model->context; t++) {
            for (size_t i = 0; i < model->width; i++) {
                assert_near(grid_at(c.out, t, i)[lane],
                            grid_at(c.onto, t, i)[lane] + out[t][i], 1e-12);
            }
        }
    }
    sublayer_free(&c);
}

static void mlp_with_every_activation_is_the_oracles(void **state)
{
    (void)state;
    struct core_model model = small_model();
    for (int a = CORE_ACTIVATION_RELU; a <= CORE_ACTIVATION_SWIGLU; a++) {
        model.activation = (enum core_activation)a;
        check_forward(&model, true);
    }
}

static void mlp_gradients_meet_finite_differences(void **state)
{
    (void)state;
    struct core_model model = small_model();
    for (int a = CORE_ACTIVATION_RELU; a <= CORE_ACTIVATION_SWIGLU; a++) {
        model.activation = (enum core_activation)a;
        check_sublayer(&model, true);
    }
}

/* Calls check for attention with and without RoPE and with and without norms,
 * of two and of three heads. */
static void each_attention(void (*check)(const struct core_model *, bool))
{
    struct core_model model = small_model();
    for (uint32_t heads = 2; heads <= 3; heads++) {
        model.heads = heads;
        for (int bits = 0; bits < 4; bits++) {
            model.positions =
                bits & 1 ? CORE_POSITIONS_ROPE : CORE_POSITIONS_SINUSOIDAL;
            model.qk_norm = bits & 2 ? CORE_QK_NORM_RMSNORM : CORE_QK_NORM_NONE;
            check(&model, false);
        }
    }
}

static void attention_with_every_choice_is_the_oracles(void **state)
{
    (void)state;
    each_attention(check_forward);
}

static void attention_gradients_meet_finite_differences(void **state)
{
    (void)state;
    each_attention(check_sublayer);
}

/* What plain models keep must not grow for what they do without. */
static void memory_is_only_taken_for_what_is_chosen(void **state)
{
    (void)state;
    struct core_model model = small_model();
    uint64_t plain = core_work(&model, LANES, NULL).size;
    uint64_t hidden = model.context * (model.hidden | 1) * LANES;
    uint64_t head = model.context * (6 + 1 + 1) * LANES;
    model.positions = CORE_POSITIONS_ROPE;
    assert_true(core_work(&model, LANES, NULL).size == plain);
    model.activation = CORE_ACTIVATION_GELU;
    assert_true(core_work(&model, LANES, NULL).size == plain + 2 * hidden);
    model.activation = CORE_ACTIVATION_SWIGLU;
    assert_true(core_work(&model, LANES, NULL).size >= plain + 4 * hidden);
    assert_true(core_work(&model, LANES, NULL).size <= plain + 5 * hidden);
    model.activation = CORE_ACTIVATION_RELU;
    model.qk_norm = CORE_QK_NORM_RMSNORM;
    assert_true(core_work(&model, LANES, NULL).size == plain + 8 * head);
}

/* Remembers the largest |score| that a watcher was shown. */
struct score_watcher {
    struct watcher watcher;
    double largest;
    int seen;
};

static void look_at_scores(struct watcher *watcher, enum sight sight,
                           uint32_t block, struct grid grid, size_t features)
{
    struct score_watcher *w = (struct score_watcher *)(void *)watcher;
    assert_true(block == 1);
    w->seen += sight == SIGHT_SCORES;
    for (size_t t = 0; sight == SIGHT_SCORES && t < features; t++) {
        for (size_t i = 0; i < (t + 1) * LANES; i++) {
            w->largest = fmax(w->largest, fabs(grid_at(grid, t, 0)[i]));
        }
    }
}

static void watchers_see_each_heads_scores_and_change_nothing(void **state)
{
    (void)state;
    struct core_model model = small_model();
    struct sublayer_case c;
    model.qk_norm = CORE_QK_NORM_RMSNORM;
    sublayer_start(&c, &model, false);
    struct core_tensor tensor = {0};
    for (uint32_t i = 0; i < core_tensor_count(&model); i++) {
        tensor = core_tensor(&model, i);
        bool is_gain = strcmp(tensor.name, "attention.query.gain") == 0 ||
                       strcmp(tensor.name, "attention.key.gain") == 0;
        for (uint32_t k = 0; is_gain && k < tensor.columns; k++) {
            c.parameters[tensor.offset + k] = 3;
        }
    }
    struct score_watcher watcher = {.watcher = {.look = look_at_scores}};
    double before = sublayer_value(&c);
    c.pass.watcher = &watcher.watcher;
    assert_true(sublayer_value(&c) == before);
    assert_int_equal(watcher.seen, 2);
    assert_true(watcher.largest > 0);
    assert_true(watcher.largest <= sqrt(6) * 9);
    sublayer_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mlp_with_every_activation_is_the_oracles),
        cmocka_unit_test(mlp_gradients_meet_finite_differences),
        cmocka_unit_test(attention_with_every_choice_is_the_oracles),
        cmocka_unit_test(attention_gradients_meet_finite_differences),
        cmocka_unit_test(memory_is_only_taken_for_what_is_chosen),
        cmocka_unit_test(watchers_see_each_heads_scores_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
