/* The table of fields: its default runs, its limits are held and said, and it
 * describes the structs it made. */
#include "core/check.h"

#include "core/core.h"

static void the_preset_can_run(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    assert_null(core_config_error(&config));
    assert_int_equal(config.model.vocab, 32);
    assert_int_equal(config.train.batch, 16);
    assert_true(config.train.beta2 == 0.95);
    assert_true(config.data.alpha == 1.8);
}

static void a_field_out_of_its_limits_is_named(void **state)
{
    (void)state;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        struct core_config config = core_preset_decoder16();
        char start[64];
        if (fields[i].kind == CORE_FIELD_NUMBER) {
            core_field_set(&config, &fields[i], fields[i].highest * 2 + 1);
        } else if (fields[i].highest < UINT32_MAX) {
            uint32_t beyond = (uint32_t)fields[i].highest + 1;
            memcpy((char *)&config + fields[i].offset, &beyond, sizeof beyond);
        } else {
            continue;
        }
        const char *error = core_config_error(&config);
        assert_non_null(error);
        (void)snprintf(start, sizeof start, "%s.%s must be ", fields[i].section,
                       fields[i].name);
        assert_memory_equal(error, start, strlen(start));
    }
}

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.train.lr = (double)NAN;
    assert_non_null(core_config_error(&config));
}

static void assert_refused(struct core_config config, const char *field)
{
    const char *error = core_config_error(&config);
    assert_non_null(error);
    assert_memory_equal(error, field, strlen(field));
    assert_memory_equal(error + strlen(field), " must ", 6);
}

static void sizes_that_do_not_fit_each_other_are_refused(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.heads = 3;
    assert_refused(config, "model.heads");
    config = core_preset_decoder16();
    config.train.batch = 18;
    assert_refused(config, "train.batch");
    config = core_preset_decoder16();
    config.data.letters = 11;
    assert_refused(config, "model.vocab");
    config = core_preset_decoder16();
    config.train.schedule = CORE_SCHEDULE_WSD;
    config.train.cooldown = config.train.steps;
    assert_refused(config, "train.cooldown");
}

/* An odd width has no pairs for sine and cosine, but may learn its positions;
 * what RoPE turns are pairs of a head's features. */
static void odd_widths_are_refused_where_features_come_in_pairs(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.width = 15;
    config.model.heads = 1;
    assert_refused(config, "model.width");
    config.model.positions = CORE_POSITIONS_LEARNED;
    assert_null(core_config_error(&config));
    config.model.positions = CORE_POSITIONS_ROPE;
    assert_refused(config, "model.heads");
    config.model.width = 18;
    config.model.heads = 2;
    assert_refused(config, "model.heads");
    config.model.heads = 3;
    assert_null(core_config_error(&config));
}

static void placements_without_a_norm_are_refused(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.norm = CORE_NORM_NONE;
    assert_null(core_config_error(&config));
    config.model.placement = CORE_PLACEMENT_POST;
    assert_refused(config, "model.placement");
    config.model.placement = CORE_PLACEMENT_BOTH;
    assert_refused(config, "model.placement");
}

static void deepnorm_stands_after_the_addition(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.residual = CORE_RESIDUAL_DEEPNORM;
    assert_refused(config, "model.placement");
    config.model.placement = CORE_PLACEMENT_BOTH;
    assert_refused(config, "model.placement");
    config.model.placement = CORE_PLACEMENT_POST;
    assert_null(core_config_error(&config));
}

static void mup_is_for_adamw(void **state)
{
    (void)state;
    struct core_config config = core_preset_decoder16();
    config.model.parameterisation = CORE_PARAMETERISATION_MUP;
    assert_null(core_config_error(&config));
    config.train.optimizer = CORE_OPTIMIZER_SGD;
    assert_refused(config, "train.optimizer");
    config.train.optimizer = CORE_OPTIMIZER_MUON;
    assert_refused(config, "train.optimizer");
}

static void choices_have_a_name_for_each_value(void **state)
{
    (void)state;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        if (fields[i].kind != CORE_FIELD_CHOICE) {
            assert_null(fields[i].names);
            continue;
        }
        double bars = 0;
        for (const char *at = fields[i].names; *at; at++) {
            bars += *at == '|';
        }
        assert_true(bars == fields[i].highest);
    }
}

static void a_field_is_read_and_written_by_its_entry(void **state)
{
    (void)state;
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    struct core_config config = core_preset_decoder16();
    for (size_t i = 0; i < count; i++) {
        double low = fields[i].lowest;
        core_field_set(&config, &fields[i], low);
        assert_true(core_field_get(&config, &fields[i]) == low);
        core_field_set(&config, &fields[i], (double)NAN);
        assert_true(core_field_get(&config, &fields[i]) == low);
    }
    assert_int_equal(config.model.norm, CORE_NORM_LAYERNORM);
    for (size_t i = 0; i < count; i++) {
        core_field_set(&config, &fields[i], fields[i].highest);
    }
    assert_int_equal(config.model.norm, CORE_NORM_NONE);
    assert_int_equal(config.train.schedule, CORE_SCHEDULE_WSD);
    assert_int_equal(config.data.language, UINT32_MAX);
    assert_true(config.train.clip == 1e30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_preset_can_run),
        cmocka_unit_test(a_field_out_of_its_limits_is_named),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(sizes_that_do_not_fit_each_other_are_refused),
        cmocka_unit_test(odd_widths_are_refused_where_features_come_in_pairs),
        cmocka_unit_test(placements_without_a_norm_are_refused),
        cmocka_unit_test(deepnorm_stands_after_the_addition),
        cmocka_unit_test(mup_is_for_adamw),
        cmocka_unit_test(choices_have_a_name_for_each_value),
        cmocka_unit_test(a_field_is_read_and_written_by_its_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
