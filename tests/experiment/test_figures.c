/* Figures and derived arms as plans write them: what is read, and what is wrong
 * and where. */

#include "experiment/findings.h"

#define GRID                              \
    "grid:\n"                             \
    "  width: {w16: {model.width: 16},\n" \
    "          w32: {model.width: 32}}\n" \
    "  rate: {fast: {train.lr: 0.02},\n"  \
    "         slow: {train.lr: 0.01}}\n"
#define SEEDS                                          \
    "seeds: {claim: [101, 102, 103, 104, 105, 106]}\n" \
    "measure: [final-loss, stream-activity]\n"
#define DERIVED                                                          \
    "derived:\n"                                                         \
    "- {id: best-16, metric: final-loss, pick: lowest, of: train.lr,\n"  \
    "   scale: log2, arms: [w16-fast, w16-slow]}\n"                      \
    "- {id: best-32, metric: final-loss, pick: highest, of: train.lr,\n" \
    "   arms: [w32-slow, w32-fast]}\n"
/* 20 lines; DERIVED is the 18th to the 22nd where it is there. */
#define GRID_PLAN PLAN_HEAD PLAN_BASE GRID SEEDS

/* -- Derived arms ---------------------------------------------------------- */

static void derived_arm_is_an_arm_after_the_trained_ones(void **state)
{
    (void)state;
    const struct plan *plan = load(GRID_PLAN DERIVED);
    assert_string_equal(findings(), "");
    assert_int_equal(plan->trained_count, 4);
    assert_int_equal(plan->arm_count, 6);
    const struct arm *best = &plan->arms[plan_arm(plan, S("best-16"))];
    assert_str(derived_metric(best->derived), "best-rate");
    assert_false(best->derived->is_highest);
    assert_int_equal(best->derived->member_count, 2);
    /* by rising rate, though named the other way round */
    assert_int_equal(best->derived->members[0], plan_arm(plan, S("w16-slow")));
    assert_int_equal(best->derived->members[1], plan_arm(plan, S("w16-fast")));
    assert_true(plan->arms[5].derived->is_highest);
}

static void derived_metric_of_another_setting_has_another_name(void **state)
{
    (void)state;
    const struct plan *plan =
        load(GRID_PLAN "derived:\n"
                       "- {id: best, metric: final-loss, pick: lowest,\n"
                       "   of: model.width, arms: [w16-fast, w32-fast]}\n");
    assert_string_equal(findings(), "");
    assert_str(derived_metric(plan->arms[4].derived), "best-setting");
}

static void derived_arms_move_the_hash_and_no_run(void **state)
{
    (void)state;
    const struct sha256_hex plain = load(GRID_PLAN)->hash;
    const struct sha256_hex derived = load(GRID_PLAN DERIVED)->hash;
    assert_string_not_equal(plain.text, derived.text);
    /* The order of names, and a scale that is written out, do not count. */
    assert_string_equal(
        derived.text,
        load(GRID_PLAN
             "derived:\n"
             "- {id: best-32, metric: final-loss, pick: highest,\n"
             "   scale: log2, of: train.lr, arms: [w32-slow, w32-fast]}\n"
             "- {id: best-16, metric: final-loss, pick: lowest,\n"
             "   of: train.lr, arms: [w16-slow, w16-fast]}\n")
            ->hash.text);
}

static void derived_faults_are_found_each(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN
        "derived:\n"
        "- {id: w16-fast, metric: best-loss, pick: least, of: model.norm,\n"
        "   scale: linear, arms: [w16-fast]}\n"
        "- {id: Best, metric: best-rate, pick: lowest, of: train.lrr,\n"
        "   arms: [w16-fast, w16-quick, w16-fast]}\n"
        "- {id: a, metric: final-loss, pick: lowest, of: train.lr,\n"
        "   arms: [w16-fast, w32-fast], by: x}\n"
        "- {id: b, metric: final-loss, of: train.lr, arms: [w16-fast, "
        "w16-slow]}\n"
        "- {id: c, metric: final-loss, pick: lowest, of: train.warmup,\n"
        "   arms: 3}\n",
        "18:8 plan-arm: two arms are called \"w16-fast\"",
        "18:26 plan-arm: \"best-loss\" is not among the metrics that the plan "
        "measures",
        "18:43 plan-arm: pick is \"least\"; it may be lowest or highest",
        "18:54 plan-arm: model.norm is a word; a number is needed here",
        "19:11 plan-arm: scale is \"linear\"; it may be log2",
        "19:25 plan-arm: a derived arm picks from at least two arms",
        "20:8 plan-arm: \"Best\" cannot name an arm (use lower-case letters, "
        "digits and hyphens)",
        "20:22 plan-arm: \"best-rate\" is derived itself; name a metric of "
        "runs",
        "20:51 plan-unknown-key: unknown setting \"train.lrr\" (did you mean "
        "\"train.lr\"?)",
        "21:21 plan-arm: no arm is called \"w16-quick\"",
        "21:32 plan-arm: \"w16-fast\" is named twice",
        "23:10 plan-arm: the arms \"w16-fast\" and \"w32-fast\" have the same "
        "train.lr, so which came out best says nothing of it",
        "23:32 plan-unknown-key: unknown key \"by\" (probatum-experiment(5) "
        "lists the keys of a plan)",
        "24:3 plan-arm: pick is missing: lowest or highest",
        "26:10 plan-arm: arms takes a list");
}

static void rate_of_zero_has_no_logarithm(void **state)
{
    (void)state;
    assert_findings(PLAN_HEAD PLAN_BASE PLAN_ARMS PLAN_SEEDS
                    "derived:\n"
                    "- {id: best, metric: final-loss, pick: lowest,\n"
                    "   of: train.lr, arms: [small, large, still]}\n",
                    "20:24 plan-arm: train.lr of arm \"still\" is not above 0, "
                    "so it has no log2");
}

static void hypothesis_compares_like_with_like(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN DERIVED
        "hypotheses:\n"
        "- {id: h, practice: SOTA-900, metric: best-rate, better: lower,\n"
        "   control: best-16, treatment: w32-fast, expect: no-effect,\n"
        "   margin: 1, worst: 0}\n"
        "- {id: i, practice: SOTA-900, metric: final-loss, better: lower,\n"
        "   control: best-16, treatment: w32-fast, expect: no-effect,\n"
        "   margin: 1, worst: 0}\n",
        "24:33 plan-hypothesis: the arm \"w32-fast\" has no best-rate, which "
        "derived arms have",
        "27:13 plan-hypothesis: the derived arm \"best-16\" has no final-loss, "
        "only best-rate");
}

static void what_is_fixed_must_agree_among_all_members(void **state)
{
    (void)state;
    assert_findings(GRID_PLAN
                    "fixed: [model.width]\n" DERIVED "hypotheses:\n"
                    "- {id: h, practice: SOTA-900, metric: best-rate,\n"
                    "   better: lower, control: best-16, treatment: best-32,\n"
                    "   expect: no-effect, margin: 1, worst: 0}\n",
                    "25:48 plan-hypothesis: the arms \"best-16\" and "
                    "\"best-32\" differ in model.width, which the plan fixes");
}

/* -- Figures --------------------------------------------------------------- */

static void sweep_splits_arms_into_series_by_a_factor(void **state)
{
    (void)state;
    const struct plan *plan = load(
        GRID_PLAN DERIVED
        "figures:\n"
        "- {id: a, kind: sweep, title: A, metric: final-loss, x: train.lr,\n"
        "   series: width, log: [x, y]}\n"
        "- {id: b, kind: sweep, title: B, metric: final-loss,\n"
        "   x: model.width, series: train.lr}\n"
        "- {id: c, kind: sweep, title: C, metric: best-rate,\n"
        "   x: model.width, log: []}\n"
        "- {id: d, kind: sweep, title: D, metric: best-rate,\n"
        "   x: model.blocks, series: width}\n");
    assert_string_equal(findings(), "");
    const struct figure *a = &plan->figures[0];
    assert_int_equal(a->kind, FIGURE_SWEEP);
    assert_true(a->is_log_x && a->is_log_y);
    assert_str(a->series_key, "width");
    assert_int_equal(a->series_count, 2);
    assert_str(a->series[0].name, "w16");
    assert_int_equal(a->series[0].arm_count, 2);
    assert_str(plan->arms[a->series[0].arms[0]].name, "w16-slow");
    assert_str(plan->arms[a->series[0].arms[1]].name, "w16-fast");
    assert_true(arm_number(&plan->arms[a->series[0].arms[1]], a->x) == 0.02);
    const struct figure *b = &plan->figures[1];
    assert_true(b->is_log_x && !b->is_log_y);
    assert_str(b->series[0].name, "0.02");
    const struct figure *c = &plan->figures[2];
    assert_false(c->is_log_x);
    assert_int_equal(c->arm_count, 2); /* the derived ones alone */
    assert_int_equal(c->series_count, 1);
    assert_str(c->series[0].name, "");
    assert_str(plan->figures[3].series[1].name, "w32");
}

static void heatmap_and_activity_put_arms_in_their_places(void **state)
{
    (void)state;
    const struct plan *plan =
        load(GRID_PLAN
             "figures:\n"
             "- {id: a, kind: heatmap, title: A, metric: final-loss,\n"
             "   x: model.width, y: train.lr}\n"
             "- {id: b, kind: activity, title: B, metric: stream-activity,\n"
             "   arms: [w32-slow, w16-slow]}\n");
    assert_string_equal(findings(), "");
    const struct figure *a = &plan->figures[0];
    assert_str(plan->arms[a->arms[0]].name, "w16-slow");
    assert_str(plan->arms[a->arms[1]].name, "w16-fast");
    assert_str(plan->arms[a->arms[3]].name, "w32-fast");
    const struct figure *b = &plan->figures[1];
    assert_int_equal(b->x, setting_find(S("model.width")));
    assert_true(b->is_log_x);
    assert_str(plan->arms[b->arms[0]].name, "w16-slow");
}

static void figure_faults_are_found_each(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN DERIVED
        "figures:\n"
        "- {id: a, kind: sweep, title: A, metric: best-loss, x: train.lrr}\n"
        "- {id: a, kind: sweep, title: A, metric: final-loss,\n"
        "   x: model.norm, y: train.lr, series: widht}\n"
        "- {id: c, kind: heatmap, title: C, metric: final-loss, x: train.lr}\n"
        "- {id: d, kind: heatmap, title: D, metric: final-loss,\n"
        "   x: train.lr, y: train.lr, log: [x]}\n"
        "- {id: e, kind: activity, title: E, metric: final-loss}\n"
        "- {id: f, kind: sweep, title: F, metric: final-loss, x: train.lr,\n"
        "   log: [z]}\n"
        "- {id: g, kind: sweeps, title: G}\n"
        "- {id: h, kind: curves, title: H, x: train.lr, arms: [best-16]}\n"
        "- {id: i, kind: sweep, title: I, metric: final-loss, x: train.lr,\n"
        "   arms: [w16-fast, w16-fast, best-16]}\n"
        "- {id: j, kind: profile, title: J}\n",
        "23:42 plan-metric: \"best-loss\" is not among the metrics that the "
        "plan measures",
        "23:56 plan-unknown-key: unknown setting \"train.lrr\" (did you mean "
        "\"train.lr\"?)",
        "24:8 plan-invalid: two figures are called \"a\"",
        "25:7 plan-invalid: model.norm is a word; a number is needed here",
        "25:22 plan-invalid: a figure of the kind sweep has no y",
        "26:3 plan-invalid: a figure of the kind heatmap needs its y",
        "28:20 plan-invalid: both axes are train.lr",
        "28:35 plan-invalid: a figure of the kind heatmap has no log",
        "29:3 plan-arm: the arms \"w16-fast\" and \"w16-slow\" would stand at "
        "one place (name the arms that belong into the figure)",
        "29:45 plan-metric: final-loss is not kept step by step, as an "
        "activity needs it",
        "30:57 plan-arm: the arms \"w16-slow\" and \"w32-slow\" would stand at "
        "one place (tell them apart with `series`, or name the arms)",
        "31:10 plan-invalid: \"z\" is no axis; log takes x and y",
        "32:17 plan-invalid: kind is \"sweeps\"; it may be curves, profile, "
        "forest, sweep, heatmap, bars or activity",
        "33:38 plan-invalid: a figure of the kind curves has no x",
        "33:55 plan-arm: the derived arm \"best-16\" was not trained, so it "
        "has no curve",
        "35:21 plan-arm: \"w16-fast\" is named twice",
        "35:31 plan-arm: the arms that \"best-16\" picks from differ in "
        "train.lr, so it has no place on the x axis",
        "35:31 plan-arm: the derived arm \"best-16\" has no final-loss, only "
        "best-rate",
        "36:3 plan-invalid: a figure of the kind profile needs its metric");
}

static void arm_without_a_place_is_found_at_its_name(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN DERIVED
        "figures:\n"
        "- {id: a, kind: sweep, title: A, metric: best-rate, x: train.lr}\n"
        "- {id: b, kind: sweep, title: B, metric: best-rate,\n"
        "   x: model.width, series: rate, arms: [best-16]}\n",
        "23:56 plan-arm: the arms that \"best-16\" picks from differ in "
        "train.lr, so it has no place on the x axis",
        "23:56 plan-arm: the arms that \"best-32\" picks from differ in "
        "train.lr, so it has no place on the x axis",
        "25:41 plan-arm: the arm \"best-16\" has no rate, by which the lines "
        "are told apart");
    assert_findings(
        PLAN_WHOLE
        "figures:\n"
        "- {id: a, kind: sweep, title: A, metric: final-loss, x: train.lr,\n"
        "   arms: [large, still]}\n"
        "- {id: b, kind: sweep, title: B, metric: final-loss, x: train.lr}\n",
        "25:18 plan-arm: train.lr of arm \"still\" is 0, which has no place on "
        "a logarithmic axis (leave the arm out, or write `log: []`)",
        "26:57 plan-arm: train.lr of arm \"still\" is 0, which has no place on "
        "a logarithmic axis (leave the arm out, or write `log: []`)");
}

/* -- Patterns -------------------------------------------------------------- */

static void figure_of_no_arm_is_found(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN "figures:\n"
                  "- {id: a, kind: curves, title: A, arms: []}\n"
                  "- {id: b, kind: sweep, title: B, metric: final-loss,\n"
                  "   x: train.lr, series: model.width, arms: []}\n",
        "18:41 plan-arm: arms names none (leave `arms` out to draw all of "
        "them)",
        "20:44 plan-arm: arms names none (leave `arms` out to draw all of "
        "them)");
}

static void pattern_stands_for_the_arms_it_matches(void **state)
{
    (void)state;
    const struct plan *plan =
        load(GRID_PLAN "derived:\n"
                       "- {id: best-16, metric: final-loss, pick: lowest,\n"
                       "   of: train.lr, arms: [w16-*]}\n"
                       "figures:\n"
                       "- {id: a, kind: curves, title: A,\n"
                       "   arms: [w32-slow, '*-slow', 'w*2-*']}\n"
                       "- {id: b, kind: sweep, title: B, metric: best-rate,\n"
                       "   x: model.width, arms: ['*']}\n");
    assert_string_equal(findings(), "");
    assert_int_equal(plan->arms[4].derived->member_count, 2);
    /* Each once, where it came first; among trained arms the derived is not. */
    const struct figure *curves = &plan->figures[0];
    assert_int_equal(curves->arm_count, 3);
    assert_str(plan->arms[curves->arms[0]].name, "w32-slow");
    assert_str(plan->arms[curves->arms[1]].name, "w16-slow");
    assert_str(plan->arms[curves->arms[2]].name, "w32-fast");
    assert_int_equal(plan->figures[1].arm_count, 1);
    assert_int_equal(plan->figures[1].arms[0], 4);
}

static void pattern_and_names_give_one_hash(void **state)
{
    (void)state;
    const struct sha256_hex named = load(GRID_PLAN DERIVED)->hash;
    assert_string_equal(
        named.text,
        load(GRID_PLAN "derived:\n"
                       "- {id: best-16, metric: final-loss, pick: lowest,\n"
                       "   of: train.lr, arms: [w16-*]}\n"
                       "- {id: best-32, metric: final-loss, pick: highest,\n"
                       "   of: train.lr, arms: [w32*]}\n")
            ->hash.text);
}

static void pattern_faults_are_found_each(void **state)
{
    (void)state;
    assert_findings(
        GRID_PLAN DERIVED
        "- {id: c, metric: final-loss, pick: lowest, of: train.lr,\n"
        "   arms: [w16-f*, '*16-fast']}\n"
        "- {id: d, metric: final-loss, pick: lowest, of: train.lr,\n"
        "   arms: [w16-*, best-*]}\n"
        "- {id: e, metric: final-loss, pick: lowest, of: train.lr,\n"
        "   arms: [w16-*, best-32]}\n"
        "figures:\n"
        "- {id: a, kind: curves, title: A, arms: [w64-*, w16*a, best-*]}\n"
        "- {id: b, kind: curves, title: B, arms: [w16-*, w16-fast, {}]}\n"
        "- {id: c, kind: sweep, title: C, metric: final-loss, x: train.lr,\n"
        "   arms: [w16-fast, '*-slow']}\n",
        "23:10 plan-arm: a derived arm picks from at least two arms",
        "25:18 plan-arm: no arm that could stand here matches \"best-*\"",
        "27:18 plan-arm: \"best-32\" is derived itself; name arms that are "
        "trained",
        "29:42 plan-arm: no arm that could stand here matches \"w64-*\"",
        "29:49 plan-arm: no arm that could stand here matches \"w16*a\"",
        "29:56 plan-arm: no arm that could stand here matches \"best-*\"",
        "30:49 plan-arm: \"w16-fast\" is named twice",
        "30:59 plan-arm: arms takes a list of words",
        "32:21 plan-arm: the arms \"w16-slow\" and \"w32-slow\" would stand "
        "at one place (tell them apart with `series`, or name the arms)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, workplace_tear_down)
        TEST(derived_arm_is_an_arm_after_the_trained_ones),
        TEST(derived_metric_of_another_setting_has_another_name),
        TEST(derived_arms_move_the_hash_and_no_run),
        TEST(derived_faults_are_found_each),
        TEST(rate_of_zero_has_no_logarithm),
        TEST(hypothesis_compares_like_with_like),
        TEST(what_is_fixed_must_agree_among_all_members),
        TEST(sweep_splits_arms_into_series_by_a_factor),
        TEST(heatmap_and_activity_put_arms_in_their_places),
        TEST(figure_faults_are_found_each),
        TEST(arm_without_a_place_is_found_at_its_name),
        TEST(figure_of_no_arm_is_found),
        TEST(pattern_stands_for_the_arms_it_matches),
        TEST(pattern_and_names_give_one_hash),
        TEST(pattern_faults_are_found_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
