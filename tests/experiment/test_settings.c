/* The one table of settings, its text, and the keys made from it. */

#include "experiment/workplace.h"

#include "experiment/run.h"

static const char *canonical_of(struct arena *arena,
                                const struct config *config)
{
    struct out out = {0};
    config_canonical(&out, config);
    const char *text = arena_cstr(arena, out_text(&out));
    out_free(&out);
    return text;
}

static void every_field_of_the_core_is_a_setting_once(void **state)
{
    struct workplace *place = *state;
    size_t fields = 0;
    core_fields(&fields);
    size_t settings = 0;
    for (size_t i = 0; i < setting_count(); i++) {
        settings += !setting_at(i).is_shorthand;
    }
    assert_int_equal(settings, fields + 1); /* and train.eval.every */
    struct config config = config_default();
    size_t count = 0;
    const struct core_field *at = core_fields(&count);
    for (size_t i = 0; i < count; i++) {
        /* moving a field moves exactly one line of the text */
        const double old = core_field_get(&config.core, &at[i]);
        const double other = old == at[i].lowest ? at[i].highest : at[i].lowest;
        struct config moved = config;
        struct config_difference *differences = NULL;
        core_field_set(&moved.core, &at[i], other);
        const size_t found =
            config_diff(&place->arena, &config, &moved, &differences);
        assert_int_equal(found, other == old ? 0 : 1);
    }
}

static void canonical_text_writes_defaults_out_in_order(void **state)
{
    struct workplace *place = *state;
    const struct config config = config_default();
    const char *text = canonical_of(&place->arena, &config);
    struct str rest = str_from_c(text);
    struct str line = {0};
    struct str before = {0};
    while (str_next_line(&rest, &line)) {
        assert_true(str_compare(before, line) < 0);
        before = line;
    }
    assert_non_null(strstr(text, "model.init-std=0.02\n"));
    assert_non_null(strstr(text, "model.residual-scaling=none\n"));
    assert_non_null(strstr(text, "train.eval.every=50\n"));
    assert_non_null(strstr(text, "train.lr=0.003\n"));
}

/* Settings that came after runs had been kept, and one value of each. */
static const struct {
    const char *key, *value;
} later[] = {
    {"model.norm-gain", "frozen"},   {"model.norm-bias", "none"},
    {"model.residual-alpha", "0.5"}, {"model.qk-norm", "rmsnorm"},
    {"model.init", "xavier"},        {"model.parameterisation", "mup"},
    {"model.base-width", "32"},      {"train.momentum", "0.9"},
    {"train.decay-form", "l2"},      {"train.cooldown", "100"},
};

/* A value as a plan's file gives it. */
static const struct yml_node *parsed(struct workplace *place, const char *value)
{
    struct source *source =
        source_new(&place->arena, S("x.yaml"),
                   arena_printf(&place->arena, "x: %s\n", value));
    place->diags.arena = &place->arena;
    const struct yml_node *root =
        yml_parse(&place->arena, source, 0, source->text.len, &place->diags);
    return yml_get(root, "x");
}

static struct config with(struct workplace *place, const char *key,
                          const char *value)
{
    struct failure failure = {0};
    struct config config = config_default();
    assert_true(setting_read(&place->arena, &config,
                             setting_find(str_from_c(key)),
                             parsed(place, value), &failure));
    return config;
}

/* Else every run of before would be trained again. */
static void later_setting_is_in_the_text_only_where_it_left_its_default(
    void **state)
{
    struct workplace *place = *state;
    const struct config neutral = config_default();
    const char *before = canonical_of(&place->arena, &neutral);
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++) {
        const struct config config = with(place, later[i].key, later[i].value);
        const char *line =
            arena_printf(&place->arena, "%s=%s\n", later[i].key, later[i].value)
                .ptr;
        const char *start =
            arena_printf(&place->arena, "%s=", later[i].key).ptr;
        assert_null(strstr(before, start));
        assert_non_null(strstr(canonical_of(&place->arena, &config), line));
        assert_string_not_equal(run_key(&config, 1).text,
                                run_key(&neutral, 1).text);
    }
}

static void difference_in_a_later_setting_names_both_values(void **state)
{
    struct workplace *place = *state;
    const struct config plain = config_default();
    const struct config normed = with(place, "model.qk-norm", "rmsnorm");
    struct config_difference *differences = NULL;
    assert_int_equal(config_diff(&place->arena, &plain, &normed, &differences),
                     1);
    assert_str(differences[0].key, "model.qk-norm");
    assert_str(differences[0].left, "none");
    assert_str(differences[0].right, "rmsnorm");
}

/* As in experiments/evidence/EXP-002.json, layernorm and rmsnorm of seed 201:
 * runs that are committed keep their names. */
static void keys_of_committed_runs_stand(void **state)
{
    (void)state;
    struct config config = config_default();
    config.core.model.init_std = 0.1;
    config.core.train.lr = 0.01;
    assert_string_equal(
        run_key(&config, 201).text,
        "2c4523f7608e09a0c9fb79733089d4a06b323b71e1193376699382a448f2ea48");
    config.core.model.norm = CORE_NORM_RMSNORM;
    assert_string_equal(
        run_key(&config, 201).text,
        "68f72d6b91bc0244d7ec478637973620132290e7073d684a16bace21a99e6233");
}

/* PC-15: whatever a run depends on is in its key, and nothing else is. */
static void key_moves_with_core_settings_data_and_seed(void **state)
{
    (void)state;
    const struct config config = config_default();
    const struct sha256_hex key = run_key(&config, 101);
    assert_string_equal(key.text, run_key_of(CORE_NUMERICS, &config, 101).text);
    assert_string_not_equal(key.text,
                            run_key_of(CORE_NUMERICS + 1, &config, 101).text);
    assert_string_not_equal(key.text, run_key(&config, 102).text);

    struct config other_data = config;
    other_data.core.data.language++;
    assert_string_not_equal(key.text, run_key(&other_data, 101).text);

    struct config other_default = config;
    other_default.core.train.beta2 = 0.99; /* no plan states it */
    assert_string_not_equal(key.text, run_key(&other_default, 101).text);

    struct config other_curve = config;
    other_curve.eval_every = 25;
    assert_string_not_equal(key.text, run_key(&other_curve, 101).text);
}

static void read(struct workplace *place, const char *key, const char *value,
                 const char *expected)
{
    struct failure failure = {0};
    struct config config = config_default();
    const size_t index = setting_find(str_from_c(key));
    assert_true(index < setting_count());
    const bool is_read = setting_read(&place->arena, &config, index,
                                      parsed(place, value), &failure);
    if (is_read) {
        assert_str(setting_text(&place->arena, &config, index), expected);
    } else {
        assert_string_equal(failure.why, expected);
    }
}

static void value_is_read_by_the_type_of_its_setting(void **state)
{
    struct workplace *place = *state;
    read(place, "train.lr", "1e-5", "1e-05");
    read(place, "train.lr", "1.0e-2", "0.01");
    read(place, "train.lr", "-0.0", "0");
    read(place, "train.steps", "20", "20");
    read(place, "model.norm", "rmsnorm", "rmsnorm");
    read(place, "model.residual-scaling", "depth", "depth");
}

static void value_that_will_not_do_is_refused_with_what_would(void **state)
{
    struct workplace *place = *state;
    read(place, "train.steps", "20.5",
         "train.steps is \"20.5\"; it is a whole number from 1 to 10000000");
    read(place, "train.beta1", "1",
         "train.beta1 is \"1\"; it is a number from 0 to 0.999999");
    read(place, "model.placement", "prae",
         "model.placement is \"prae\"; it may be pre, post, both");
    read(place, "train.lr", "[1, 2]",
         "train.lr takes one value, not a list or a mapping");
    read(place, "data.set", "c", "data.set is \"c\"; it may be a, b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, workplace_set_up, workplace_tear_down)
        TEST(every_field_of_the_core_is_a_setting_once),
        TEST(canonical_text_writes_defaults_out_in_order),
        TEST(later_setting_is_in_the_text_only_where_it_left_its_default),
        TEST(difference_in_a_later_setting_names_both_values),
        TEST(keys_of_committed_runs_stand),
        TEST(key_moves_with_core_settings_data_and_seed),
        TEST(value_is_read_by_the_type_of_its_setting),
        TEST(value_that_will_not_do_is_refused_with_what_would),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
