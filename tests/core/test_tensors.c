/* The table of tensors: how many parameters, where, and which are decayed. */
#include "core/check.h"

#include "core/core.h"
#include "core/layout.h"

static void the_default_has_5376_parameters(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    assert_int_equal(core_parameter_count(&config.model), 5376);
    config.model.placement = CORE_PLACEMENT_POST;
    assert_int_equal(core_parameter_count(&config.model), 5376);
}

/* Decoder-16 with one choice made another way. */
static struct core_model with_choice(size_t offset, uint32_t value)
{
    struct core_model model = core_preset_decoder16().model;
    memcpy((char *)&model + offset, &value, sizeof value);
    return model;
}

/* How many more parameters decoder-16 has with this choice. */
static int more_with(size_t offset, uint32_t value)
{
    struct core_model model = with_choice(offset, value);
    return (int)core_parameter_count(&model) - 5376;
}

#define MORE_WITH(choice, value) \
    more_with(offsetof(struct core_model, choice), value)

/* Width 16, 2 blocks, 5 norms of 16 gains and 16 biases. */
static void each_choice_has_the_parameters_of_its_formula(void **state)
{
    (void)state;
    assert_int_equal(MORE_WITH(norm, CORE_NORM_RMSNORM), -80);
    assert_int_equal(MORE_WITH(norm, CORE_NORM_NONE), -160);
    assert_int_equal(MORE_WITH(norm_gain, CORE_NORM_GAIN_FROZEN), -80);
    assert_int_equal(MORE_WITH(norm_gain, CORE_NORM_GAIN_NONE), -80);
    assert_int_equal(MORE_WITH(norm_bias, CORE_NORM_BIAS_FROZEN), -80);
    assert_int_equal(MORE_WITH(norm_bias, CORE_NORM_BIAS_NONE), -80);
    assert_int_equal(MORE_WITH(placement, CORE_PLACEMENT_POST), 0);
    assert_int_equal(MORE_WITH(placement, CORE_PLACEMENT_BOTH), 4 * 32);
    assert_int_equal(MORE_WITH(residual, CORE_RESIDUAL_DEPTH), 0);
    assert_int_equal(MORE_WITH(residual, CORE_RESIDUAL_ZERO), 0);
    assert_int_equal(MORE_WITH(residual, CORE_RESIDUAL_REZERO), 2);
    assert_int_equal(MORE_WITH(residual, CORE_RESIDUAL_DEEPNORM), 0);
    assert_int_equal(MORE_WITH(activation, CORE_ACTIVATION_GELU), 0);
    assert_int_equal(MORE_WITH(activation, CORE_ACTIVATION_SWIGLU), 2 * 512);
    assert_int_equal(MORE_WITH(positions, CORE_POSITIONS_LEARNED), 32 * 16);
    assert_int_equal(MORE_WITH(positions, CORE_POSITIONS_ROPE), 0);
    assert_int_equal(MORE_WITH(qk_norm, CORE_QK_NORM_RMSNORM), 2 * 2 * 8);
    assert_int_equal(MORE_WITH(init, CORE_INIT_HE), 0);
    assert_int_equal(MORE_WITH(parameterisation, CORE_PARAMETERISATION_MUP), 0);
}

static void a_tied_head_is_counted_once(void **state)
{
    (void)state;
    struct core_model model =
        with_choice(offsetof(struct core_model, head), CORE_HEAD_TIED);
    int embeddings = 0;
    assert_int_equal(core_parameter_count(&model), 5376 - 512);
    for (uint32_t i = 0; i < core_tensor_count(&model); i++) {
        struct core_tensor tensor = core_tensor(&model, i);
        embeddings += tensor.kind == CORE_KIND_EMBEDDING;
        assert_int_not_equal(tensor.kind, CORE_KIND_READOUT);
    }
    assert_int_equal(embeddings, 1);
}

/* A frozen gain is there, at its place, and is not trained. */
static void frozen_parameters_are_there_and_not_counted(void **state)
{
    (void)state;
    struct core_model model = with_choice(
        offsetof(struct core_model, norm_gain), CORE_NORM_GAIN_FROZEN);
    struct core_tensor gain = core_tensor(&model, 1);
    struct core_tensor bias = core_tensor(&model, 2);
    assert_string_equal(gain.name, "attention.norm.gain");
    assert_int_equal(gain.rows, 1);
    assert_false(gain.is_trained);
    assert_true(bias.is_trained);
}

/* The formula once more, from the shapes and not from the table. */
static size_t counted(const struct core_model *m)
{
    size_t d = m->width;
    bool has_norm = m->norm != CORE_NORM_NONE;
    size_t norm = (has_norm && m->norm_gain == CORE_NORM_GAIN_TRAINED ? d : 0) +
                  (m->norm == CORE_NORM_LAYERNORM &&
                           m->norm_bias == CORE_NORM_BIAS_TRAINED
                       ? d
                       : 0);
    size_t norms = m->placement == CORE_PLACEMENT_BOTH ? 4 : 2;
    size_t maps = m->activation == CORE_ACTIVATION_SWIGLU ? 3 : 2;
    size_t block = 4 * d * d + maps * d * m->hidden + m->hidden + d;
    block += norms * norm;
    block += m->qk_norm == CORE_QK_NORM_RMSNORM ? 2 * (d / m->heads) : 0;
    block += m->residual == CORE_RESIDUAL_REZERO;
    size_t ends = m->vocab * d + norm;
    ends += m->head == CORE_HEAD_UNTIED ? m->vocab * d : 0;
    ends += m->positions == CORE_POSITIONS_LEARNED ? m->context * d : 0;
    return ends + m->blocks * block;
}

/* Odd sizes, and choices drawn at random. */
static void the_count_follows_every_size_and_choice(void **state)
{
    (void)state;
    uint64_t seed = 3;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (int round = 0; round < 500; round++) {
        struct core_config config = core_preset_decoder16();
        for (size_t i = 0; i < count; i++) {
            double share = (check_number(&seed) + 1) / 2;
            if (fields[i].kind == CORE_FIELD_CHOICE) {
                core_field_set(&config, &fields[i],
                               floor(share * (fields[i].highest + 1)));
            }
        }
        config.model.vocab = 19;
        config.model.width = 6 * (1 + (uint32_t)round % 3);
        config.model.heads = 3;
        config.model.hidden = 10;
        config.model.blocks = 1 + (uint32_t)round % 4;
        config.model.context = 7;
        assert_int_equal(core_parameter_count(&config.model),
                         counted(&config.model));
    }
}

static void the_tensors_add_up_and_do_not_overlap(void **state)
{
    (void)state;
    struct core_model model = core_preset_decoder16().model;
    model.width = 6;
    model.norm = CORE_NORM_RMSNORM;
    size_t total = 0;
    size_t end = 0;
    for (uint32_t i = 0; i < core_tensor_count(&model); i++) {
        struct core_tensor tensor = core_tensor(&model, i);
        assert_true(tensor.offset >= end);
        assert_int_equal(tensor.offset % 16, 0);
        end = tensor.offset + (size_t)tensor.rows * tensor.columns;
        total += (size_t)tensor.rows * tensor.columns;
    }
    assert_int_equal(total, core_parameter_count(&model));
    assert_true(core_layout(&model).size >= end);
}

static void tensors_are_named_and_placed(void **state)
{
    (void)state;
    struct core_model model = core_preset_decoder16().model;
    assert_int_equal(core_tensor_count(&model), 1 + 2 * 12 + 3);
    assert_string_equal(core_tensor(&model, 0).name, "embedding");
    assert_int_equal(core_tensor(&model, 0).block, UINT32_MAX);
    struct core_tensor query = core_tensor(&model, 1 + 12 + 2);
    assert_string_equal(query.name, "attention.query");
    assert_int_equal(query.block, 1);
    assert_string_equal(core_tensor(&model, 27).name, "head");
    assert_int_equal(core_tensor(&model, 27).rows, 32);
}

static void only_matrices_are_decayed(void **state)
{
    (void)state;
    struct core_model model = core_preset_decoder16().model;
    model.placement = CORE_PLACEMENT_BOTH;
    model.residual = CORE_RESIDUAL_REZERO;
    model.activation = CORE_ACTIVATION_SWIGLU;
    model.positions = CORE_POSITIONS_LEARNED;
    model.qk_norm = CORE_QK_NORM_RMSNORM;
    for (uint32_t i = 0; i < core_tensor_count(&model); i++) {
        struct core_tensor tensor = core_tensor(&model, i);
        assert_true(tensor.is_trained);
        assert_int_equal(core_kind_is_matrix(tensor.kind), tensor.rows > 1);
    }
}

/* Streams are what keeps initial values apart and in place for ever. */
static void streams_are_distinct(void **state)
{
    (void)state;
    for (int i = 0; i < CORE_TENSOR_IDS; i++) {
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(core_tensor_stream((enum core_tensor_id)i),
                                 core_tensor_stream((enum core_tensor_id)j));
        }
    }
    assert_int_equal(core_tensor_stream(CORE_TENSOR_EMBEDDING), 1);
    assert_int_equal(core_tensor_stream(CORE_TENSOR_HEAD), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_has_5376_parameters),
        cmocka_unit_test(each_choice_has_the_parameters_of_its_formula),
        cmocka_unit_test(a_tied_head_is_counted_once),
        cmocka_unit_test(frozen_parameters_are_there_and_not_counted),
        cmocka_unit_test(the_count_follows_every_size_and_choice),
        cmocka_unit_test(the_tensors_add_up_and_do_not_overlap),
        cmocka_unit_test(tensors_are_named_and_placed),
        cmocka_unit_test(only_matrices_are_decayed),
        cmocka_unit_test(streams_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
