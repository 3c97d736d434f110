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
    linear_backward_weight(tokens, rows, columns, c.x, c.weight, dw);
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
    linear_backward_weight(4, 4, 4, c.x, c.weight, once);
    linear_backward_weight(4, 4, 4, c.x, c.weight, twice);
    linear_backward_weight(4, 4, 4, c.x, c.weight, twice);
    for (size_t i = 0; i < 16; i++) {
        assert_near(twice[i], 2 * once[i], 1e-14);
    }
    free(once);
    free(twice);
    linear_free(&c);
}

/* ---- Norms -------------------------------------------------------------- */

struct norm_case {
    size_t tokens, width;
    real *gain, *bias; /* no bias: RMSNorm */
    struct grid x, weight;
    struct norm_state state;
};

static struct norm_case norm_case(size_t tokens, size_t width, bool has_bias)
{
    return (struct norm_case){.tokens = tokens,
                              .width = width,
                              .gain = test_numbers(width, 1),
                              .bias = has_bias ? test_numbers(width, 2) : NULL,
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

static double norm_value(void *context)
{
    struct norm_case *c = context;
    norm_forward(c->tokens, c->width, c->x, c->gain, c->bias, &c->state);
    return test_mixture(c->state.output, c->weight, c->tokens, c->width);
}

static void check_norm(bool has_bias, double size)
{
    struct norm_case c = norm_case(3, 6, has_bias);
    struct grid dx = test_grid(3, 6, 8);
    real *dgain = test_zeros(6);
    real *dbias = test_zeros(6);
    for (size_t i = 0; i < c.tokens * c.x.stride * LANES; i++) {
        c.x.at[i] *= size;
    }
    (void)norm_value(&c);
    norm_backward_gain(3, 6, c.weight, &c.state, dgain,
                       has_bias ? dbias : NULL);
    struct norm_gradient d = {
        .gain = c.gain, .is_centred = has_bias, .dy = c.weight, .dx = dx};
    norm_backward_input(&d, &c.state, 3, 6);
    check_grid_gradient(norm_value, &c, c.x, dx, 3, 6, H * size, "dx");
    check_gradient(norm_value, &c, c.gain, dgain, 6, H, "dgain");
    if (has_bias) {
        check_gradient(norm_value, &c, c.bias, dbias, 6, H, "dbias");
    }
    free(dx.at);
    free(dgain);
    free(dbias);
    norm_free(&c);
}

static void layernorm_backward_meets_finite_differences(void **state)
{
    (void)state;
    check_norm(true, 1);
    check_norm(true, 0.01);
}

static void rmsnorm_backward_meets_finite_differences(void **state)
{
    (void)state;
    check_norm(false, 1);
    check_norm(false, 0.01);
}

/* One token of four features, gain 1, bias 0; the output of lane 0. */
static void norm_of_four(const double *x, bool is_layernorm, double *out)
{
    struct norm_case c = norm_case(1, 4, is_layernorm);
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

/* ---- Attention ---------------------------------------------------------- */

struct attention_case {
    size_t tokens;
    struct head head;
    struct grid output, weight;
};

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

static double attention_value(void *context)
{
    struct attention_case *c = context;
    attention_forward(&c->head, c->tokens, c->output);
    return test_mixture(c->output, c->weight, c->tokens, c->head.width);
}

static void check_attention(size_t tokens, size_t width)
{
    struct attention_case c = {.tokens = tokens,
                               .head = test_head(tokens, width, 1),
                               .output = test_grid(tokens, width, 5),
                               .weight = test_grid(tokens, width, 6)};
    struct head d = test_head(tokens, width, 7);
    (void)attention_value(&c);
    attention_backward(&c.head, &d, tokens, c.weight);
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
    check_attention(9, 4);
    check_attention(6, 3);
    check_attention(1, 1);
}

static void attention_mixes_the_past_by_softmax(void **state)
{
    (void)state;
    struct head head = test_head(6, 2, 1);
    struct grid output = test_grid(6, 2, 5);
    attention_forward(&head, 6, output);
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
    attention_forward(&head, 6, before);
    for (size_t i = 0; i < 2 * LANES; i++) {
        grid_at(head.key, 5, 0)[i] = 100;
        grid_at(head.value, 5, 0)[i] = 100;
    }
    attention_forward(&head, 6, after);
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
    attention_forward(&head, 6, output);
    for (size_t t = 0; t < 6; t++) {
        for (size_t i = 0; i < 2 * LANES; i++) {
            assert_true(fabs(grid_at(output, t, 0)[i]) <= 1);
        }
    }
    head_free(&head);
    free(output.at);
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
        cmocka_unit_test(layernorm_backward_meets_finite_differences),
        cmocka_unit_test(rmsnorm_backward_meets_finite_differences),
        cmocka_unit_test(eps_stands_inside_the_root),
        cmocka_unit_test(norms_of_one_to_four_are_the_known_ones),
        cmocka_unit_test(relu_keeps_what_is_above_zero),
        cmocka_unit_test(attention_backward_meets_finite_differences),
        cmocka_unit_test(attention_mixes_the_past_by_softmax),
        cmocka_unit_test(attention_does_not_see_the_future),
        cmocka_unit_test(attention_stands_scores_of_any_size),
        cmocka_unit_test(embedding_reads_rows_and_adds_to_them),
        cmocka_unit_test(cross_entropy_backward_meets_finite_differences),
        cmocka_unit_test(equal_logits_lose_the_log_of_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
