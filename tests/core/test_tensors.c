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

static void rmsnorm_drops_the_80_biases_of_norms(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.norm = CORE_NORM_RMSNORM;
    assert_int_equal(core_parameter_count(&config.model), 5296);
}

/* The formula, once more: 2 V d + N (4 d^2 + 2 d h + h + d + 4 d) + 2 d. */
static void the_count_follows_every_size(void **state)
{
    (void)state;
    struct core_model model = core_preset_decoder16().model;
    model.vocab = 19;
    model.width = 6;
    model.hidden = 10;
    model.blocks = 3;
    assert_int_equal(core_parameter_count(&model),
                     2 * 19 * 6 + 3 * (4 * 36 + 2 * 60 + 10 + 6 + 24) + 12);
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
    for (uint32_t i = 0; i < core_tensor_count(&model); i++) {
        struct core_tensor tensor = core_tensor(&model, i);
        assert_int_equal(tensor.is_trained, true);
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
        cmocka_unit_test(rmsnorm_drops_the_80_biases_of_norms),
        cmocka_unit_test(the_count_follows_every_size),
        cmocka_unit_test(the_tensors_add_up_and_do_not_overlap),
        cmocka_unit_test(tensors_are_named_and_placed),
        cmocka_unit_test(only_matrices_are_decayed),
        cmocka_unit_test(streams_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
