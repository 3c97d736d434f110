/* Every op of the kernels: forward against its formula written plainly, and
 * backward against finite differences in double precision. Sizes are such that
 * tiles and what remains beside them both occur. */
#include "core/gradient.h"

/* How far finite differences move a number. */
#define H 1e-5

/* ---- The linear map ----------------------------------------------------- */

struct linear_case {
    size_t tokens;
    struct matrix matrix;
    struct grid x, onto, y, weight; /* weight: of the mixture */
};

static struct linear_case linear_case(size_t tokens, size_t rows,
                                      size_t columns)
{
    return (struct linear_case){
        .tokens = tokens,
        .matrix = {.weight = test_numbers(rows * columns, 1),
                   .down = columns,
                   .right = 1,
                   .rows = rows,
                   .columns = columns,
                   .bias = test_numbers(rows, 2)},
        .x = test_grid(tokens, columns, 3),
        .onto = test_grid(tokens, rows, 4),
        .y = test_grid(tokens, rows, 5),
        .weight = test_grid(tokens, rows, 6)};
}

static void linear_free(struct linear_case *c)
{
    free((void *)(uintptr_t)c->matrix.weight);
    free((void *)(uintptr_t)c->matrix.bias);
    free(c->x.at);
    free(c->onto.at);
    free(c->y.at);
    free(c->weight.at);
}

static double linear_value(void *context)
{
    struct linear_case *c = context;
    linear_forward(&c->matrix, c->tokens, c->x, c->onto, c->y);
    return test_mixture(c->y, c->weight, c->tokens, c->matrix.rows);
}

static void linear_forward_is_onto_plus_wx_plus_b(void **state)
{
    (void)state;
    struct linear_case c = linear_case(5, 6, 3);
    (void)linear_value(&c);
    for (size_t t = 0; t < c.tokens; t++) {
        for (size_t j = 0; j < 6; j++) {
            for (size_t i = 0; i < LANES; i++) {
                double sum = c.matrix.bias[j] + grid_at(c.onto, t, j)[i];
                for (size_t k = 0; k < 3; k++) {
                    sum += c.matrix.weight[j * 3 + k] * grid_at(c.x, t, k)[i];
                }
                assert_near(grid_at(c.y, t, j)[i], sum, 1e-14);
            }
        }
    }
    linear_free(&c);
}

static void check_linear(size_t tokens, size_t rows, size_t columns)
{
    struct linear_case c = linear_case(tokens, rows, columns);
    struct grid dx = test_grid(tokens, columns, 7);
    struct grid dx_onto = test_grid(tokens, columns, 8);
    real *dw = test_zeros(rows * columns);
    real *db = test_zeros(rows);
    linear_backward_input(&c.matrix, tokens, c.weight, nowhere, dx);
    linear_backward_input(&c.matrix, tokens, c.weight, dx, dx_onto);
    linear_backward_weight(&c.matrix, tokens, c.x, c.weight, dw);
    linear_backward_bias(tokens, rows, c.weight, db);
    check_grid_gradient(linear_value, &c, c.x, dx, tokens, columns, H, "dx");
    assert_near(grid_at(dx_onto, 0, 0)[0], 2 * grid_at(dx, 0, 0)[0], 1e-14);
    check_gradient(linear_value, &c, (real *)(uintptr_t)c.matrix.weight, dw,
                   rows * columns, H, "dW");
    check_gradient(linear_value, &c, (real *)(uintptr_t)c.matrix.bias, db, rows,
                   H, "db");
    free(dx.at);
    free(dx_onto.at);
    free(dw);
    free(db);
    linear_free(&c);
}

static void linear_backward_meets_finite_differences(void **state)
{
    (void)state;
    check_linear(8, 8, 8);
    check_linear(5, 6, 3);
    check_linear(7, 5, 4);
    check_linear(1, 1, 1);
}

static void gradients_of_parameters_add(void **state)
{
    (void)state;
    struct linear_case c = linear_case(4, 4, 4);
    real *once = test_zeros(16);
    real *twice = test_zeros(16);
    linear_backward_weight(&c.matrix, 4, c.x, c.weight, once);
    linear_backward_weight(&c.matrix, 4, c.x, c.weight, twice);
    linear_backward_weight(&c.matrix, 4, c.x, c.weight, twice);
    for (size_t i = 0; i < 16; i++) {
        assert_near(twice[i], 2 * once[i], 1e-14);
    }
    free(once);
    free(twice);
    linear_free(&c);
}

/* ---- Norms -------------------------------------------------------------- */

/* Which norm, and how large what it norms. */
struct norm_kind {
    bool is_centred, has_gain, has_bias;
    double size;
};

struct norm_case {
    size_t tokens, width;
    bool is_centred;
    real *gain, *bias; /* or NULL */
    struct grid x, weight;
    struct norm_state state;
};

static struct norm_case norm_case(size_t tokens, size_t width,
                                  const struct norm_kind *kind)
{
    return (struct norm_case){
        .tokens = tokens,
        .width = width,
        .is_centred = kind->is_centred,
        .gain = kind->has_gain ? test_numbers(width, 1) : NULL,
        .bias = kind->has_bias ? test_numbers(width, 2) : NULL,
        .x = test_grid(tokens, width, 3),
        .weight = test_grid(tokens, width, 4),
        .state = {.normal = test_grid(tokens, width, 5),
                  .scale = test_grid(tokens, 1, 6),
                  .output = test_grid(tokens, width, 7)}};
}

static void norm_free(struct norm_case *c)
{
    free(c->gain);
    free(c->bias);
    free(c->x.at);
    free(c->weight.at);
    free(c->state.normal.at);
    free(c->state.scale.at);
    free(c->state.output.at);
}

static struct norm test_norm(const struct norm_case *c)
{
    return (struct norm){.width = c->width,
                         .is_centred = c->is_centred,
                         .gain = c->gain,
                         .bias = c->bias};
}

static double norm_value(void *context)
{
    struct norm_case *c = context;
    struct norm norm = test_norm(c);
    norm_forward(&norm, c->tokens, c->x, &c->state);
    return test_mixture(c->state.output, c->weight, c->tokens, c->width);
}

static void check_norm(struct norm_kind kind)
{
    struct norm_case c = norm_case(3, 6, &kind);
    struct grid dx = test_grid(3, 6, 8);
    real *dgain = kind.has_gain ? test_zeros(6) : NULL;
    real *dbias = kind.has_bias ? test_zeros(6) : NULL;
    for (size_t i = 0; i < c.tokens * c.x.stride * LANES; i++) {
        c.x.at[i] *= kind.size;
    }
    (void)norm_value(&c);
    norm_backward_gain(3, 6, c.weight, &c.state, dgain, dbias);
    struct norm norm = test_norm(&c);
    struct norm_gradient d = {.dy = c.weight, .dx = dx};
    norm_backward_input(&norm, 3, &c.state, &d);
    check_grid_gradient(norm_value, &c, c.x, dx, 3, 6, H * kind.size, "dx");
    if (kind.has_gain) {
        check_gradient(norm_value, &c, c.gain, dgain, 6, H, "dgain");
    }
    if (kind.has_bias) {
        check_gradient(norm_value, &c, c.bias, dbias, 6, H, "dbias");
    }
    free(dx.at);
    free(dgain);
    free(dbias);
    norm_free(&c);
}

/* Where inputs are small, eps is most of the root. */
static void norms_backward_meets_finite_differences(void **state)
{
    (void)state;
    static const double sizes[] = {1, 1e-2, 1e-3};
    for (int i = 0; i < 3; i++) {
        for (unsigned bits = 0; bits < 8; bits++) {
            check_norm((struct norm_kind){.is_centred = bits & 1,
                                          .has_gain = bits & 2,
                                          .has_bias = bits & 4,
                                          .size = sizes[i]});
        }
    }
}

/* What an absent gain and bias are is what 1 and 0 are, to the last bit. */
static void a_gain_of_one_and_a_bias_of_zero_are_as_none(void **state)
{
    (void)state;
    struct norm_kind bare = {.is_centred = true};
    struct norm_kind whole = {
        .is_centred = true, .has_gain = true, .has_bias = true};
    struct norm_case c = norm_case(3, 6, &bare);
    struct norm_case with = norm_case(3, 6, &whole);
    for (size_t k = 0; k < 6; k++) {
        with.gain[k] = 1;
        with.bias[k] = 0;
    }
    assert_true(norm_value(&c) == norm_value(&with));
    norm_free(&c);
    norm_free(&with);
}

/* One token of four features, gain 1, bias 0; the output of lane 0. */
static void norm_of_four(const double *x, bool is_layernorm, double *out)
{
    struct norm_kind kind = {
        .is_centred = is_layernorm, .has_gain = true, .has_bias = is_layernorm};
    struct norm_case c = norm_case(1, 4, &kind);
    for (size_t k = 0; k < 4; k++) {
        c.gain[k] = 1;
        for (size_t i = 0; i < LANES; i++) {
            grid_at(c.x, 0, k)[i] = x[k];
        }
        if (c.bias) {
            c.bias[k] = 0;
        }
    }
    (void)norm_value(&c);
    for (size_t k = 0; k < 4; k++) {
        out[k] = grid_at(c.state.output, 0, k)[0];
    }
    norm_free(&c);
}

/* With a mean square of 1e-5, as large as eps, eps outside the root or beside
 * it would give 0.996848 instead of 0.707107. */
static void eps_stands_inside_the_root(void **state)
{
    (void)state;
    double size = sqrt(1e-5);
    double out[4];
    norm_of_four((double[]){size, -size, size, -size}, false, out);
    assert_near(out[0], 0.707107, 5e-7);
    norm_of_four((double[]){size, -size, size, -size}, true, out);
    assert_near(out[0], 0.707107, 5e-7);
}

static void norms_of_one_to_four_are_the_known_ones(void **state)
{
    (void)state;
    double out[4];
    norm_of_four((double[]){1, 2, 3, 4}, false, out);
    assert_near(out[0], 0.365148, 1e-6);
    assert_near(out[3], 1.460593, 1e-6);
    norm_of_four((double[]){1, 2, 3, 4}, true, out);
    assert_near(out[0], -1.341641, 1e-5);
    assert_near(out[3], 1.341641, 1e-5);
}

/* ---- ReLU --------------------------------------------------------------- */

static void relu_keeps_what_is_above_zero(void **state)
{
    (void)state;
    struct grid x = test_grid(3, 5, 1);
    struct grid before = test_grid(3, 5, 1);
    struct grid dy = test_grid(3, 5, 2);
    struct grid dy_before = test_grid(3, 5, 2);
    relu_forward(3, 5, x);
    relu_backward(3, 5, x, dy);
    for (size_t t = 0; t < 3; t++) {
        for (size_t i = 0; i < 5 * LANES; i++) {
            bool is_on = grid_at(before, t, 0)[i] > 0;
            assert_true(grid_at(x, t, 0)[i] ==
                        (is_on ? grid_at(before, t, 0)[i] : 0));
            assert_true(grid_at(dy, t, 0)[i] ==
                        (is_on ? grid_at(dy_before, t, 0)[i] : 0));
        }
    }
    free(x.at);
    free(before.at);
    free(dy.at);
    free(dy_before.at);
}

/* ---- GELU and SwiGLU ---------------------------------------------------- */

struct activation_case {
    size_t tokens, width;
    struct grid x, gate, weight;  /* weight: of the mixture */
    struct grid y, d_gate, slope; /* what forward leaves of x and gate */
};

static struct activation_case activation_case(size_t tokens, size_t width,
                                              double size)
{
    struct activation_case c = {.tokens = tokens,
                                .width = width,
                                .x = test_grid(tokens, width, 1),
                                .gate = test_grid(tokens, width, 2),
                                .weight = test_grid(tokens, width, 3),
                                .y = test_grid(tokens, width, 4),
                                .d_gate = test_grid(tokens, width, 5),
                                .slope = test_grid(tokens, width, 6)};
    for (size_t i = 0; i < tokens * c.x.stride * LANES; i++) {
        c.x.at[i] *= size;
        c.gate.at[i] *= size;
    }
    return c;
}

static void activation_free(struct activation_case *c)
{
    free(c->x.at);
    free(c->gate.at);
    free(c->weight.at);
    free(c->y.at);
    free(c->d_gate.at);
    free(c->slope.at);
}

static void grid_copy(size_t tokens, struct grid from, struct grid to)
{
    memcpy(to.at, from.at, tokens * from.stride * LANE_SIZE);
}

static double gelu_value(void *context)
{
    struct activation_case *c = context;
    grid_copy(c->tokens, c->x, c->y);
    gelu_forward(c->tokens, c->width, c->y, c->slope);
    return test_mixture(c->y, c->weight, c->tokens, c->width);
}

static double swiglu_value(void *context)
{
    struct activation_case *c = context;
    grid_copy(c->tokens, c->x, c->y);
    grid_copy(c->tokens, c->gate, c->d_gate);
    swiglu_forward(c->tokens, c->width, c->y, c->d_gate, c->slope);
    return test_mixture(c->y, c->weight, c->tokens, c->width);
}

static double gelu_by_tanh(double x)
{
    return 0.5 * x *
           (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
}

static void gelu_is_its_form_with_tanh(void **state)
{
    (void)state;
    struct activation_case c = activation_case(3, 7, 6);
    (void)gelu_value(&c);
    for (size_t t = 0; t < c.tokens; t++) {
        for (size_t i = 0; i < c.width * LANES; i++) {
            assert_near(grid_at(c.y, t, 0)[i],
                        gelu_by_tanh(grid_at(c.x, t, 0)[i]), 1e-14);
        }
    }
    activation_free(&c);
}

static void swiglu_is_the_gate_times_its_sigmoid_times_the_rest(void **state)
{
    (void)state;
    struct activation_case c = activation_case(3, 7, 6);
    (void)swiglu_value(&c);
    for (size_t t = 0; t < c.tokens; t++) {
        for (size_t i = 0; i < c.width * LANES; i++) {
            double g = grid_at(c.gate, t, 0)[i];
            assert_near(grid_at(c.y, t, 0)[i],
                        g / (1 + exp(-g)) * grid_at(c.x, t, 0)[i], 1e-14);
        }
    }
    activation_free(&c);
}

static void check_activation(size_t tokens, size_t width, double size)
{
    struct activation_case c = activation_case(tokens, width, size);
    struct grid dx = test_grid(tokens, width, 7);
    struct grid dgate = test_grid(tokens, width, 8);
    (void)gelu_value(&c);
    slope_backward(tokens, width, c.slope, c.weight, dx);
    check_grid_gradient(gelu_value, &c, c.x, dx, tokens, width, H, "gelu dx");
    (void)swiglu_value(&c);
    slope_backward(tokens, width, c.slope, c.weight, dx);
    slope_backward(tokens, width, c.d_gate, c.weight, dgate);
    check_grid_gradient(swiglu_value, &c, c.x, dx, tokens, width, H,
                        "swiglu dx");
    check_grid_gradient(swiglu_value, &c, c.gate, dgate, tokens, width, H,
                        "swiglu dgate");
    free(dx.at);
    free(dgate.at);
    activation_free(&c);
}

static void activations_backward_meet_finite_differences(void **state)
{
    (void)state;
    check_activation(3, 8, 1);
    check_activation(2, 7, 8);
    check_activation(1, 1, 1);
}

static void far_activations_are_on_or_off(void **state)
{
    (void)state;
    struct activation_case c = activation_case(1, 2, 1);
    for (size_t i = 0; i < LANES; i++) {
        grid_at(c.x, 0, 0)[i] = 1e6;
        grid_at(c.x, 0, 1)[i] = -1e6;
        grid_at(c.gate, 0, 0)[i] = 1e6;
        grid_at(c.gate, 0, 1)[i] = -1e6;
    }
    (void)gelu_value(&c);
    assert_true(grid_at(c.y, 0, 0)[0] == 1e6);
    assert_true(grid_at(c.y, 0, 1)[0] == 0);
    assert_true(grid_at(c.slope, 0, 0)[0] == 1);
    assert_true(grid_at(c.slope, 0, 1)[0] == 0);
    (void)swiglu_value(&c);
    assert_true(grid_at(c.y, 0, 0)[0] == 1e12);
    assert_true(grid_at(c.y, 0, 1)[0] == 0);
    assert_true(grid_at(c.d_gate, 0, 0)[0] == 1e6);
    assert_true(grid_at(c.d_gate, 0, 1)[0] == 0);
    activation_free(&c);
}

/* ---- A head ------------------------------------------------------------- */

static struct head test_head(size_t tokens, size_t width, uint64_t seed)
{
    return (struct head){.width = width,
                         .query = test_grid(tokens, width, seed),
                         .key = test_grid(tokens, width, seed + 1),
                         .value = test_grid(tokens, width, seed + 2),
                         .weight = test_grid(tokens, tokens + 4, seed + 3)};
}

static void head_free(struct head *head)
{
    free(head->query.at);
    free(head->key.at);
    free(head->value.at);
    free(head->weight.at);
}

/* ---- RoPE --------------------------------------------------------------- */

static double rope_angle(size_t t, size_t pair, size_t width)
{
    return (double)t / pow(10000, 2 * (double)pair / (double)width);
}

/* The table that a run keeps. */
static real *rope_table(size_t tokens, size_t width)
{
    real *table = test_numbers(tokens * width, 1);
    for (size_t t = 0; t < tokens; t++) {
        for (size_t i = 0; i < width / 2; i++) {
            table[t * width + 2 * i] = sin(rope_angle(t, i, width));
            table[t * width + 2 * i + 1] = cos(rope_angle(t, i, width));
        }
    }
    return table;
}

/* (a + ib) e^(i angle), for the pair of features a, b. */
static void rope_turns_pairs_as_complex_numbers(void **state)
{
    (void)state;
    struct grid x = test_grid(5, 6, 1);
    struct grid y = test_grid(5, 6, 1);
    real *table = rope_table(5, 6);
    rope_turn(5, 6, table, false, y);
    for (size_t t = 0; t < 5; t++) {
        for (size_t i = 0; i < 3; i++) {
            double a = grid_at(x, t, 2 * i)[1];
            double b = grid_at(x, t, 2 * i + 1)[1];
            double angle = atan2(b, a) + rope_angle(t, i, 6);
            assert_near(grid_at(y, t, 2 * i)[1], hypot(a, b) * cos(angle),
                        1e-14);
            assert_near(grid_at(y, t, 2 * i + 1)[1], hypot(a, b) * sin(angle),
                        1e-14);
        }
    }
    assert_memory_equal(grid_at(x, 0, 0), grid_at(y, 0, 0), 6 * LANE_SIZE);
    free(x.at);
    free(y.at);
    free(table);
}

/* A rotation's transpose is its inverse. */
static void rope_backward_undoes_forward(void **state)
{
    (void)state;
    struct grid x = test_grid(9, 4, 1);
    struct grid y = test_grid(9, 4, 1);
    real *table = rope_table(9, 4);
    rope_turn(9, 4, table, false, y);
    rope_turn(9, 4, table, true, y);
    for (size_t t = 0; t < 9; t++) {
        for (size_t i = 0; i < 4 * LANES; i++) {
            assert_near(grid_at(y, t, 0)[i], grid_at(x, t, 0)[i], 1e-15);
        }
    }
    free(x.at);
    free(y.at);
    free(table);
}

/* The same features at every place. */
static void repeat_first_token(struct grid x, size_t tokens, size_t width)
{
    for (size_t t = 1; t < tokens; t++) {
        memcpy(grid_at(x, t, 0), grid_at(x, 0, 0), width * LANE_SIZE);
    }
}

static void scores_with_rope_depend_on_distance_alone(void **state)
{
    (void)state;
    struct head head = test_head(9, 6, 1);
    real *table = rope_table(9, 6);
    repeat_first_token(head.query, 9, 6);
    repeat_first_token(head.key, 9, 6);
    rope_turn(9, 6, table, false, head.query);
    rope_turn(9, 6, table, false, head.key);
    attention_scores(&head, 9, 1);
    for (size_t t = 1; t < 9; t++) {
        for (size_t j = 1; j <= t; j++) {
            assert_near(grid_at(head.weight, t, j)[2],
                        grid_at(head.weight, t - 1, j - 1)[2], 1e-14);
        }
        assert_true(fabs(grid_at(head.weight, t, t)[2] -
                         grid_at(head.weight, t, t - 1)[2]) > 1e-3);
    }
    head_free(&head);
    free(table);
}

/* ---- Attention ---------------------------------------------------------- */

struct attention_case {
    size_t tokens;
    double scale;
    struct head head;
    struct grid output, weight;
};

static double attention_value(void *context)
{
    struct attention_case *c = context;
    attention_forward(&c->head, c->tokens, c->scale, c->output);
    return test_mixture(c->output, c->weight, c->tokens, c->head.width);
}

static void check_attention(size_t tokens, size_t width, double scale)
{
    struct attention_case c = {.tokens = tokens,
                               .scale = scale,
                               .head = test_head(tokens, width, 1),
                               .output = test_grid(tokens, width, 5),
                               .weight = test_grid(tokens, width, 6)};
    struct head d = test_head(tokens, width, 7);
    (void)attention_value(&c);
    attention_backward(&c.head, &d, tokens, scale, c.weight);
    check_grid_gradient(attention_value, &c, c.head.query, d.query, tokens,
                        width, H, "dq");
    check_grid_gradient(attention_value, &c, c.head.key, d.key, tokens, width,
                        H, "dk");
    check_grid_gradient(attention_value, &c, c.head.value, d.value, tokens,
                        width, H, "dv");
    head_free(&c.head);
    head_free(&d);
    free(c.output.at);
    free(c.weight.at);
}

static void attention_backward_meets_finite_differences(void **state)
{
    (void)state;
    check_attention(9, 4, 0.5);
    check_attention(6, 3, 0.7);
    check_attention(1, 1, 1);
}

static void attention_mixes_the_past_by_softmax(void **state)
{
    (void)state;
    struct head head = test_head(6, 2, 1);
    struct grid output = test_grid(6, 2, 5);
    attention_forward(&head, 6, 1 / sqrt(2), output);
    for (size_t t = 0; t < 6; t++) {
        double share[6];
        double total = 0;
        double mixed = 0;
        for (size_t j = 0; j <= t; j++) {
            double score =
                (grid_at(head.query, t, 0)[1] * grid_at(head.key, j, 0)[1] +
                 grid_at(head.query, t, 1)[1] * grid_at(head.key, j, 1)[1]) /
                sqrt(2);
            share[j] = exp(score);
            total += share[j];
        }
        for (size_t j = 0; j <= t; j++) {
            mixed += share[j] / total * grid_at(head.value, j, 1)[1];
        }
        assert_near(grid_at(output, t, 1)[1], mixed, 1e-14);
    }
    head_free(&head);
    free(output.at);
}

static void attention_does_not_see_the_future(void **state)
{
    (void)state;
    struct head head = test_head(6, 2, 1);
    struct grid before = test_grid(6, 2, 5);
    struct grid after = test_grid(6, 2, 5);
    attention_forward(&head, 6, 1, before);
    for (size_t i = 0; i < 2 * LANES; i++) {
        grid_at(head.key, 5, 0)[i] = 100;
        grid_at(head.value, 5, 0)[i] = 100;
    }
    attention_forward(&head, 6, 1, after);
    for (size_t t = 0; t < 5; t++) {
        assert_memory_equal(grid_at(before, t, 0), grid_at(after, t, 0),
                            2 * LANE_SIZE);
    }
    head_free(&head);
    free(before.at);
    free(after.at);
}

static void attention_stands_scores_of_any_size(void **state)
{
    (void)state;
    struct head head = test_head(6, 2, 1);
    struct grid output = test_grid(6, 2, 5);
    for (size_t t = 0; t < 6; t++) {
        for (size_t i = 0; i < 2 * LANES; i++) {
            grid_at(head.query, t, 0)[i] *= 1e4;
            grid_at(head.key, t, 0)[i] *= 1e4;
        }
    }
    attention_forward(&head, 6, 1 / sqrt(2), output);
    for (size_t t = 0; t < 6; t++) {
        for (size_t i = 0; i < 2 * LANES; i++) {
            assert_true(fabs(grid_at(output, t, 0)[i]) <= 1);
        }
    }
    head_free(&head);
    free(output.at);
}

static void scores_are_what_the_softmax_is_of(void **state)
{
    (void)state;
    struct head head = test_head(7, 3, 1);
    struct grid output = test_grid(7, 3, 5);
    double score[7];
    attention_scores(&head, 7, 0.3);
    double total = 0;
    for (size_t j = 0; j < 7; j++) {
        score[j] = grid_at(head.weight, 6, j)[3];
        total += exp(score[j]);
    }
    attention_forward(&head, 7, 0.3, output);
    for (size_t j = 0; j < 7; j++) {
        assert_near(grid_at(head.weight, 6, j)[3], exp(score[j]) / total,
                    1e-15);
    }
    head_free(&head);
    free(output.at);
}

/* |q.k| <= |q| |k|, and a normalised one of gain g is at most g sqrt(width)
 * long; equality where key and query are the same direction. */
static void scores_of_normalised_heads_are_bounded(void **state)
{
    (void)state;
    struct head head = test_head(6, 5, 1);
    struct grid normal = test_grid(6, 5, 8);
    struct grid scale = test_grid(6, 1, 9);
    const real gain[] = {2, 2, 2, 2, 2};
    struct norm norm = {.width = 5, .gain = gain};
    struct norm_state query = {normal, scale, head.query};
    struct norm_state key = {normal, scale, head.key};
    for (size_t i = 0; i < 6 * head.query.stride * LANES; i++) {
        head.query.at[i] *= 1e3;
        head.key.at[i] *= 1e-1;
    }
    memcpy(grid_at(head.key, 5, 0), grid_at(head.query, 5, 0), 5 * LANE_SIZE);
    norm_forward(&norm, 6, head.query, &query);
    norm_forward(&norm, 6, head.key, &key);
    attention_scores(&head, 6, 1 / sqrt(5));
    for (size_t t = 0; t < 6; t++) {
        for (size_t i = 0; i < (t + 1) * LANES; i++) {
            assert_true(fabs(grid_at(head.weight, t, 0)[i]) <= sqrt(5) * 4);
        }
    }
    assert_near(grid_at(head.weight, 5, 5)[0], sqrt(5) * 4, 1e-4);
    head_free(&head);
    free(normal.at);
    free(scale.at);
}

/* ---- Embedding ---------------------------------------------------------- */

struct embedding_case {
    size_t tokens, width;
    real *table, *position;
    const uint8_t *token;
    struct grid x, weight;
};

static double embedding_value(void *context)
{
    struct embedding_case *c = context;
    embedding_forward(c->tokens, c->width, c->table, c->token, c->position,
                      c->x);
    return test_mixture(c->x, c->weight, c->tokens, c->width);
}

static void check_embedding(size_t width)
{
    static const uint8_t token[] = {0, 1, 2, 3, 4, 4, 4, 4, 1, 0, 3, 1};
    struct embedding_case c = {.tokens = 3,
                               .width = width,
                               .table = test_numbers(5 * width, 1),
                               .position = test_numbers(3 * width, 2),
                               .token = token,
                               .x = test_grid(3, width, 3),
                               .weight = test_grid(3, width, 4)};
    real *dtable = test_zeros(5 * width);
    (void)embedding_value(&c);
    for (size_t t = 0; t < 3; t++) {
        for (size_t k = 0; k < width; k++) {
            for (size_t i = 0; i < LANES; i++) {
                assert_true(grid_at(c.x, t, k)[i] ==
                            c.table[token[t * LANES + i] * width + k] +
                                c.position[t * width + k]);
            }
        }
    }
    embedding_backward(3, width, token, c.weight, dtable);
    check_gradient(embedding_value, &c, c.table, dtable, 5 * width, H,
                   "dtable");
    free(c.table);
    free(c.position);
    free(c.x.at);
    free(c.weight.at);
    free(dtable);
}

static void positions_are_optional_and_have_a_gradient(void **state)
{
    (void)state;
    static const uint8_t token[] = {0, 1, 2, 3, 4, 4, 4, 4, 1, 0, 3, 1};
    struct embedding_case c = {.tokens = 3,
                               .width = 5,
                               .table = test_numbers(25, 1),
                               .position = test_numbers(15, 2),
                               .token = token,
                               .x = test_grid(3, 5, 3),
                               .weight = test_grid(3, 5, 4)};
    real *dposition = test_zeros(15);
    position_backward(3, 5, c.weight, dposition);
    check_gradient(embedding_value, &c, c.position, dposition, 15, H,
                   "dposition");
    embedding_forward(3, 5, c.table, token, NULL, c.x);
    assert_true(grid_at(c.x, 1, 4)[2] == c.table[4 * 5 + 4]);
    assert_true(grid_at(c.x, 2, 0)[3] == c.table[1 * 5 + 0]);
    free(c.table);
    free(c.position);
    free(c.x.at);
    free(c.weight.at);
    free(dposition);
}

static void embedding_reads_rows_and_adds_to_them(void **state)
{
    (void)state;
    check_embedding(8);
    check_embedding(6);
}

/* ---- Cross-entropy ------------------------------------------------------ */

struct loss_case {
    size_t tokens, vocab;
    const uint8_t *target;
    struct grid logits, scratch;
    double scale;
};

static lanes loss_lanes(struct loss_case *c)
{
    for (size_t t = 0; t < c->tokens; t++) {
        memcpy(grid_at(c->scratch, t, 0), grid_at(c->logits, t, 0),
               c->vocab * LANE_SIZE);
    }
    return cross_entropy(c->tokens, c->vocab, c->target, c->scale, c->scratch);
}

static double loss_value(void *context)
{
    struct loss_case *c = context;
    lanes loss = loss_lanes(c);
    return c->scale * (loss[0] + loss[1] + loss[2] + loss[3]);
}

static void cross_entropy_backward_meets_finite_differences(void **state)
{
    (void)state;
    static const uint8_t target[] = {0, 1, 2, 3, 4, 4, 0, 2};
    struct loss_case c = {.tokens = 2,
                          .vocab = 5,
                          .target = target,
                          .logits = test_grid(2, 5, 1),
                          .scratch = test_grid(2, 5, 1),
                          .scale = 1.0 / 8};
    (void)loss_lanes(&c);
    struct grid gradient = test_grid(2, 5, 2);
    memcpy(gradient.at, c.scratch.at, 2 * c.scratch.stride * LANE_SIZE);
    check_grid_gradient(loss_value, &c, c.logits, gradient, 2, 5, H, "dlogits");
    free(c.logits.at);
    free(c.scratch.at);
    free(gradient.at);
}

static void equal_logits_lose_the_log_of_their_number(void **state)
{
    (void)state;
    static const uint8_t target[] = {0, 1, 2, 3};
    struct loss_case c = {.tokens = 1,
                          .vocab = 32,
                          .target = target,
                          .logits = test_grid(1, 32, 1),
                          .scratch = test_grid(1, 32, 1),
                          .scale = 1};
    for (size_t i = 0; i < 32 * LANES; i++) {
        c.logits.at[i] = 1e6;
    }
    lanes loss = loss_lanes(&c);
    assert_near(loss[2], log(32), 1e-14);
    free(c.logits.at);
    free(c.scratch.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_forward_is_onto_plus_wx_plus_b),
        cmocka_unit_test(linear_backward_meets_finite_differences),
        cmocka_unit_test(gradients_of_parameters_add),
        cmocka_unit_test(norms_backward_meets_finite_differences),
        cmocka_unit_test(a_gain_of_one_and_a_bias_of_zero_are_as_none),
        cmocka_unit_test(eps_stands_inside_the_root),
        cmocka_unit_test(norms_of_one_to_four_are_the_known_ones),
        cmocka_unit_test(relu_keeps_what_is_above_zero),
        cmocka_unit_test(gelu_is_its_form_with_tanh),
        cmocka_unit_test(swiglu_is_the_gate_times_its_sigmoid_times_the_rest),
        cmocka_unit_test(activations_backward_meet_finite_differences),
        cmocka_unit_test(far_activations_are_on_or_off),
        cmocka_unit_test(rope_turns_pairs_as_complex_numbers),
        cmocka_unit_test(rope_backward_undoes_forward),
        cmocka_unit_test(scores_with_rope_depend_on_distance_alone),
        cmocka_unit_test(attention_backward_meets_finite_differences),
        cmocka_unit_test(attention_mixes_the_past_by_softmax),
        cmocka_unit_test(attention_does_not_see_the_future),
        cmocka_unit_test(attention_stands_scores_of_any_size),
        cmocka_unit_test(scores_are_what_the_softmax_is_of),
        cmocka_unit_test(scores_of_normalised_heads_are_bounded),
        cmocka_unit_test(positions_are_optional_and_have_a_gradient),
        cmocka_unit_test(embedding_reads_rows_and_adds_to_them),
        cmocka_unit_test(cross_entropy_backward_meets_finite_differences),
        cmocka_unit_test(equal_logits_lose_the_log_of_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
