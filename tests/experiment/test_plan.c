/* Plans: what they say, what is wrong with them and where, and what their hash
 * depends on. */

#include "experiment/findings.h"

static void whole_plan_is_read(void **state)
{
    (void)state;
    const struct plan *plan = load(
        PLAN_WHOLE "reported:\n"
                   "- {arm: small, metric: final-loss, ref: LIT-900#loss}\n"
                   "figures:\n"
                   "- {id: loss, kind: curves, title: Loss}\n");
    assert_string_equal(findings(), "");
    assert_true(plan->is_sound);
    assert_int_equal(plan->arm_count, 3);
    assert_str(plan->arms[1].name, "large");
    assert_str(plan->arms[1].changes[0].key, "train.lr");
    assert_true(plan->arms[1].config.core.train.lr == 0.01);
    assert_true(plan->arms[0].config.core.train.lr == 0.001);
    assert_int_equal(plan->arms[0].config.eval_every, 5);
    assert_int_equal(plan->claim.len, 6);
    const struct hypothesis *larger = plan_hypothesis(plan, S("larger"));
    assert_str(larger->margin_text, "0.010");
    assert_int_equal(larger->treatment, 1);
    assert_int_equal(larger->sensitivity_treatment, 2);
    assert_int_equal(larger->sensitivity_control, 0);
    assert_true(larger->sensitivity_expects_worse);
    assert_str(larger->family, "EXP-901");
    assert_str(plan->reported[0].report->value, "2.440");
    assert_int_equal(plan->figures[0].arm_count, 3);
}

static void grid_expands_to_named_arms_last_factor_first(void **state)
{
    (void)state;
    const struct plan *plan =
        load(PLAN_HEAD PLAN_BASE
             "grid:\n"
             "  blocks: {b1: {model.blocks: 1}, b2: {model.blocks: 2}}\n"
             "  norm: {layer: {model.norm: layernorm},\n"
             "         rms: {model.norm: rmsnorm}}\n" PLAN_SEEDS);
    assert_string_equal(findings(), "");
    assert_int_equal(plan->arm_count, 4);
    assert_str(plan->arms[0].name, "b1-layer");
    assert_str(plan->arms[1].name, "b1-rms");
    assert_str(plan->arms[2].name, "b2-layer");
    assert_str(plan->arms[3].name, "b2-rms");
    assert_int_equal(plan->arms[3].config.core.model.blocks, 2);
    assert_int_equal(plan->arms[3].config.core.model.norm, CORE_NORM_RMSNORM);
}

static void grid_levels_that_join_to_one_name_are_a_finding(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE "grid:\n"
                                        "  one: {a: {}, a-b: {}}\n"
                                        "  two: {c: {}, b-c: {}}\n" PLAN_SEEDS,
                    "11:16 plan-arm: two arms are called \"a-b-c\"");
}

static void grid_past_the_ceiling_is_a_finding_and_no_wait(void **state)
{
    (void)state;
    struct out out = {0};
    out_c(&out, PLAN_HEAD PLAN_BASE "grid:\n");
    for (int factor = 0; factor < 20; factor++) {
        out_printf(&out, "  f%d: {a: {}, b: {}}\n", factor);
    }
    out_c(&out, PLAN_SEEDS);
    out_char(&out, '\0');
    assert_findings(out.ptr, "11:3 plan-arm: the grid has more than 4096 arms");
    out_free(&out);
}

static void unknown_keys_are_found_with_the_nearest(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD "model: {blocs: 1}\n"
                              "arms: {one: {train.warmupp: 2}}\n"
                              "mesure: [final-loss]\n" PLAN_SEEDS,
                    "7:9 plan-unknown-key: unknown setting \"model.blocs\" "
                    "(did you mean \"model.blocks\"?)",
                    "8:14 plan-unknown-key: unknown setting "
                    "\"train.warmupp\" (did you mean \"train.warmup\"?)",
                    "9:1 plan-unknown-key: unknown key \"mesure\" (did you "
                    "mean \"measure\"?)");
}

static void arms_that_cannot_be_are_found(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE "arms:\n"
                                        "  Large: {}\n"
                                        "  odd: {train.batch: 6}\n" PLAN_SEEDS,
                    "11:3 plan-arm: \"Large\" cannot name an arm (use "
                    "lower-case letters, digits and hyphens)",
                    "12:22 plan-arm: arm \"odd\" cannot be trained: "
                    "train.batch must be a multiple of 4, one lane a "
                    "sequence");
}

/* Each at the setting that causes it, in an arm or in the plan. */
static void impossible_shape_is_found_at_its_setting(void **state)
{
    (void)state;
    static const struct {
        const char *arm, *key, *message;
    } cases[] = {
        {"model.heads: 3",
         "model.heads: ", "model.heads must divide model.width"},
        {"model.width: 18, model.heads: 4",
         "model.heads: ", "model.heads must divide model.width"},
        {"model.width: 19",
         "model.width: ", "model.heads must divide model.width"},
        {"model.width: 17, model.heads: 1", "model.width: ",
         "model.width must be even with sinusoidal positions: a position is "
         "pairs of sine and cosine"},
        {"model.heads: 16, model.positions: rope", "model.heads: ",
         "model.heads must leave an even width to each head with rope: it "
         "turns pairs of features"},
        {"model.norm: none, model.placement: post", "model.placement: ",
         "model.placement must be pre without a norm: there is nothing to "
         "place"},
        {"model.placement: both, model.residual-scaling: deepnorm",
         "model.placement: ",
         "model.placement must be post with deepnorm, which is a form of it"},
        {"model.parameterisation: mup, train.optimizer: sgd",
         "train.optimizer: ",
         "train.optimizer must be adamw with mup: its rules for other "
         "optimizers are not here"},
        {"train.schedule: wsd, train.cooldown: 19", "train.cooldown: ",
         "train.cooldown must fit between train.warmup and train.steps"},
        {"train.batch: 6", "train.batch: ",
         "train.batch must be a multiple of 4, one lane a sequence"},
        {"data.letters: 13", "data.letters: ",
         "model.vocab must be data.letters + data.keys + data.values"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct str line =
            arena_printf(&place->arena, "  odd: {%s}", cases[i].arm);
        const struct str text =
            arena_printf(&place->arena, "%sarms:\n%.*s\n%s",
                         PLAN_HEAD PLAN_BASE, STR_ARG(line), PLAN_SEEDS);
        const size_t column =
            str_find(line, str_from_c(cases[i].key)) + strlen(cases[i].key) + 1;
        assert_findings(text.ptr,
                        arena_printf(&place->arena,
                                     "11:%zu plan-arm: arm \"odd\" cannot be "
                                     "trained: %s",
                                     column, cases[i].message)
                            .ptr);
    }
}

static void cause_that_the_arm_does_not_name_is_found_at_the_arm(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE
                    "arms:\n"
                    "  odd: {model.residual-scaling: deepnorm}\n" PLAN_SEEDS,
                    "11:3 plan-arm: arm \"odd\" cannot be trained: "
                    "model.placement must be post with deepnorm, which is a "
                    "form of it");
}

static void cause_that_all_arms_share_is_said_once_where_it_stands(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD
                    "model: {heads: 3, blocks: 1}\n"
                    "arms: {one: {}, two: {train.lr: 0.1}}\n" PLAN_SEEDS,
                    "7:16 plan-arm: no arm with this can be trained: "
                    "model.heads must divide model.width");
}

static void seeds_that_overlap_are_found_at_the_second(void **state)
{
    (void)state;
    assert_findings(
        PLAN_HEAD PLAN_BASE PLAN_ARMS
        "seeds: {tuning: [1], noise: [2, -3], claim: [101, 1, 101]}\n"
        "measure: [final-loss]\n",
        "14:33 plan-seeds: \"-3\" is no seed: seeds are whole numbers from 0 "
        "to 4294967295",
        "14:51 plan-seeds: seed 1 is also among tuning (tuning, noise and "
        "claim seeds are apart, each named once)",
        "14:54 plan-seeds: seed 101 is twice among claim (tuning, noise and "
        "claim seeds are apart, each named once)");
}

static void metrics_nobody_measures_are_found(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE PLAN_ARMS
                    "seeds: {claim: [101]}\n"
                    "measure: [final-los, beauty]\n",
                    "15:11 plan-metric: \"final-los\" is not measured by any "
                    "run (did you mean \"final-loss\"?)",
                    "15:22 plan-metric: \"beauty\" is not measured by any run "
                    "(probatum-experiment(5) lists the metrics)");
}

static void metric_measured_twice_is_found(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE PLAN_ARMS
                    "seeds: {claim: [101]}\n"
                    "measure: [final-loss, best-rate, final-loss]\n",
                    "15:23 plan-metric: \"best-rate\" is not measured by any "
                    "run (the arms under \"derived\" have it without being "
                    "told)",
                    "15:34 plan-metric: \"final-loss\" is there twice");
}

#define FEW_SEEDS(looks, alpha, more)                                       \
    PLAN_HEAD PLAN_BASE PLAN_ARMS "seeds: {claim: [101, 102, 103, 104, "    \
                                  "105]}\n"                                 \
                                  "measure: [final-loss]\n"                 \
                                  "hypotheses:\n"                           \
                                  "- {id: larger, practice: SOTA-900,\n"    \
                                  "   metric: final-loss, better: lower,\n" \
                                  "   control: small, treatment: large,\n"  \
                                  "   expect: improvement, margin: 0.01,\n" \
                                  "   worst: 3.466, looks: " looks          \
                                  ", alpha: " alpha more "}\n"

static void too_few_seeds_for_a_verdict_are_found_before_anything_runs(
    void **state)
{
    (void)state;
    assert_findings(FEW_SEEDS("1", "0.05", ""),
                    "14:16 plan-seeds: 5 claim seeds are too few for a "
                    "verdict: it takes 6 at alpha 0.05 with 1 look (add seeds, "
                    "or write `pilot: true` in the hypothesis: then the "
                    "numbers are shown and nothing is decided)");
    assert_findings(FEW_SEEDS("2", "0.05", ""),
                    "14:16 plan-seeds: 5 claim seeds are too few for a "
                    "verdict: it takes 7 at alpha 0.05 with 2 looks (add "
                    "seeds, or write `pilot: true` in the hypothesis: then the "
                    "numbers are shown and nothing is decided)");
    assert_findings(FEW_SEEDS("1", "0.05", ", pilot: perhaps"),
                    "14:16 plan-seeds: 5 claim seeds are too few for a "
                    "verdict: it takes 6 at alpha 0.05 with 1 look (add seeds, "
                    "or write `pilot: true` in the hypothesis: then the "
                    "numbers are shown and nothing is decided)",
                    "21:48 plan-hypothesis: pilot is true or false");
    /* Near misses: a coarser alpha, and a pilot, which decides nothing. */
    load(FEW_SEEDS("1", "0.0625", ""));
    assert_string_equal(findings(), "");
    load(FEW_SEEDS("1", "0.05", ", pilot: true"));
    assert_string_equal(findings(), "");
}

static void one_configuration_under_two_names_cannot_be_compared(void **state)
{
    (void)state;
    assert_findings(
        PLAN_HEAD PLAN_BASE
        "arms: {small: {}, large: {train.lr: 0.001}, still: {train.lr: "
        "0}}\n" PLAN_SEEDS PLAN_HYPOTHESIS,
        "17:31 plan-hypothesis: the arms \"small\" and \"large\" are one "
        "configuration under two names");
}

static void arms_are_not_called_equal_where_a_setting_could_not_be_read(
    void **state)
{
    (void)state;
    assert_findings(
        PLAN_HEAD PLAN_BASE
        "arms: {small: {}, large: {train.lr: fast}, still: {train.lr: "
        "0}}\n" PLAN_SEEDS PLAN_HYPOTHESIS,
        "10:37 plan-invalid: train.lr is \"fast\"; it is a number from 0 to "
        "100");
}

static void hypothesis_faults_are_found_each(void **state)
{
    (void)state;
    assert_findings(
        PLAN_HEAD PLAN_BASE PLAN_ARMS PLAN_SEEDS
        "hypotheses:\n"
        "- {id: small, practice: SOTA-901, metric: best-loss, better: less,\n"
        "   control: smal, treatment: large, expect: better,\n"
        "   margin: 0, worst: .inf, looks: 0, alpha: 1}\n",
        "19:8 plan-hypothesis: \"small\" is an arm, so a reference to it "
        "could mean either",
        "19:25 plan-hypothesis: no record has the id \"SOTA-901\" (did you "
        "mean \"SOTA-900\"?)",
        "19:43 plan-hypothesis: \"best-loss\" is not among the metrics that "
        "the plan measures",
        "19:62 plan-hypothesis: better is \"less\"; it may be lower or higher",
        "20:13 plan-hypothesis: no arm is called \"smal\" (did you mean "
        "\"small\"?)",
        "20:45 plan-hypothesis: expect is \"better\"; it may be improvement, "
        "no-worse or no-effect",
        "21:12 plan-hypothesis: margin is \"0\"; it is a number above 0",
        "21:22 plan-hypothesis: worst is \".inf\"; it is a number no larger "
        "than 1e8",
        "21:35 plan-hypothesis: looks is \"0\"; it is a whole number from 1 "
        "to 1000",
        "21:45 plan-hypothesis: alpha is \"1\"; it is a number between 0 and "
        "1");
}

static void arms_that_differ_in_what_is_fixed_cannot_be_compared(void **state)
{
    (void)state;
    assert_findings(
        PLAN_HEAD PLAN_BASE
        "arms: {small: {}, large: {train.steps: 40}, still: {train.lr: "
        "0}}\n" PLAN_SEEDS PLAN_HYPOTHESIS,
        "17:31 plan-hypothesis: the arms \"small\" and \"large\" differ in "
        "train.steps, which the plan fixes");
}

static void reported_number_that_is_not_there_is_found(void **state)
{
    (void)state;
    assert_findings(
        PLAN_WHOLE "reported:\n"
                   "- {arm: small, metric: final-loss, ref: LIT-900#los}\n"
                   "- {arm: small, metric: final-loss, ref: LIT-90}\n",
        "24:41 plan-reported: LIT-900 reports nothing under the id \"los\" "
        "(write LIT-900#id with the id of one of its reports)",
        "25:41 plan-reported: no record has the id \"LIT-90\" (did you mean "
        "\"LIT-900\"?)");
}

static void a_plan_of_the_wrong_shape_is_findings_not_a_crash(void **state)
{
    (void)state;
    static const char *const shapes[] = {
        PLAN_HEAD "arms: [small]\nseeds: 3\nmeasure: final-loss\n",
        PLAN_HEAD "grid: {a: 1}\nseeds: {claim: 1}\nhypotheses: {}\n",
        PLAN_HEAD "model: x\ntrain: []\narms: {a: []}\nseeds: []\n"
                  "measure: [[a]]\nfixed: {}\nhypotheses: [1, []]\n"
                  "figures: [{arms: 3}]\nreported: [{}]\n",
        "status: lively\n",
        "",
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        assert_false(load(shapes[i])->is_sound);
        assert_string_not_equal(findings(), "");
    }
}

/* -- The hash -------------------------------------------------------------- */

static struct sha256_hex hash_of(const char *text)
{
    const struct plan *plan = load(text);
    assert_string_equal(findings(), "");
    assert_true(plan->is_sound);
    return plan->hash;
}

static struct sha256_hex key_of(const char *text)
{
    return run_key(&load(text)->arms[1].config, 101);
}

/* PC-15 (d): prose, comments and layout change nothing. */
static void comment_layout_and_prose_keep_the_hash(void **state)
{
    (void)state;
    const struct sha256_hex hash = hash_of(PLAN_WHOLE);
    assert_string_equal(
        hash.text, hash_of("# a comment\n" PLAN_WHOLE "body: Other words.\n"
                           "figures:\n"
                           "- {id: loss, kind: curves, title: Loss}\n")
                       .text);
    assert_string_equal(
        hash.text,
        hash_of(PLAN_HEAD
                "train:\n"
                "  batch: 4\n"
                "  eval: {tokens: 512, every: 5}\n"
                "  lr: 0.001\n"
                "  steps: 20\n"
                "  warmup: 2\n"
                "model:\n"
                "  blocks: 1\n"
                "arms:\n"
                "  large: {train: {lr: 0.010}}\n"
                "  small:\n"
                "  still: {train.lr: 0.0}\n" PLAN_SEEDS PLAN_HYPOTHESIS)
            .text);
}

static void margin_moves_the_hash_and_no_run(void **state)
{
    (void)state;
    static const char *const other = PLAN_HEAD PLAN_BASE PLAN_ARMS PLAN_SEEDS
        "hypotheses:\n"
        "- {id: larger, practice: SOTA-900, metric: final-loss,\n"
        "   better: lower, control: small, treatment: large,\n"
        "   expect: improvement, margin: 0.011, worst: 3.466,\n"
        "   sensitivity: {treatment: still, expect: worse}}\n";
    assert_string_not_equal(hash_of(PLAN_WHOLE).text, hash_of(other).text);
    assert_string_equal(key_of(PLAN_WHOLE).text, key_of(other).text);
}

static void rate_moves_the_hash_and_the_runs_of_its_arm(void **state)
{
    (void)state;
    static const char *const other = PLAN_HEAD PLAN_BASE
        "arms:\n"
        "  small: {}\n"
        "  large: {train.lr: 2.0e-2}\n"
        "  still: {train.lr: 0}\n" PLAN_SEEDS PLAN_HYPOTHESIS;
    assert_string_not_equal(hash_of(PLAN_WHOLE).text, hash_of(other).text);
    assert_string_not_equal(key_of(PLAN_WHOLE).text, key_of(other).text);
    assert_string_equal(run_key(&load(PLAN_WHOLE)->arms[0].config, 101).text,
                        run_key(&load(other)->arms[0].config, 101).text);
}

static void survey_runs_on_its_tuning_seeds_and_decides_nothing(void **state)
{
    (void)state;
    const struct plan *plan =
        load("id: EXP-901\ntitle: T\nquestion: Q?\nstatus: survey\n" PLAN_BASE
             "arms: {one: {}}\nseeds: {tuning: [1, 2]}\n"
             "measure: [final-loss]\n");
    assert_string_equal(findings(), "");
    assert_int_equal(plan_seeds(plan)->len, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, workplace_tear_down)
        TEST(whole_plan_is_read),
        TEST(grid_expands_to_named_arms_last_factor_first),
        TEST(grid_levels_that_join_to_one_name_are_a_finding),
        TEST(grid_past_the_ceiling_is_a_finding_and_no_wait),
        TEST(unknown_keys_are_found_with_the_nearest),
        TEST(arms_that_cannot_be_are_found),
        TEST(impossible_shape_is_found_at_its_setting),
        TEST(cause_that_the_arm_does_not_name_is_found_at_the_arm),
        TEST(cause_that_all_arms_share_is_said_once_where_it_stands),
        TEST(metric_measured_twice_is_found),
        TEST(too_few_seeds_for_a_verdict_are_found_before_anything_runs),
        TEST(one_configuration_under_two_names_cannot_be_compared),
        TEST(arms_are_not_called_equal_where_a_setting_could_not_be_read),
        TEST(seeds_that_overlap_are_found_at_the_second),
        TEST(metrics_nobody_measures_are_found),
        TEST(hypothesis_faults_are_found_each),
        TEST(arms_that_differ_in_what_is_fixed_cannot_be_compared),
        TEST(reported_number_that_is_not_there_is_found),
        TEST(a_plan_of_the_wrong_shape_is_findings_not_a_crash),
        TEST(comment_layout_and_prose_keep_the_hash),
        TEST(margin_moves_the_hash_and_no_run),
        TEST(rate_moves_the_hash_and_the_runs_of_its_arm),
        TEST(survey_runs_on_its_tuning_seeds_and_decides_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
