/* Derived arms: which of several arms came out best, seed by seed, and what a
 * hypothesis makes of it. The losses are made up, so that every answer is
 * known. */

#include "experiment/workplace.h"

#include <math.h>

#include "evidence/derived.h"

/* Three rates, 2^-9, 2^-8 and 2^-7, at two depths. */
static const char plan_text[] = PLAN_HEAD PLAN_BASE
    "grid:\n"
    "  depth: {d1: {model.blocks: 1}, d2: {model.blocks: 2}}\n"
    "  rate: {slow: {train.lr: 0.001953125},\n"
    "         middle: {train.lr: 0.00390625},\n"
    "         fast: {train.lr: 0.0078125}}\n"
    "seeds: {tuning: [1], noise: [11, 12, 13, 14, 15, 16],\n"
    "        claim: [101, 102, 103, 104, 105, 106]}\n"
    "measure: [final-loss]\n"
    "derived:\n"
    "- {id: best-1, metric: final-loss, pick: lowest, of: train.lr,\n"
    "   scale: log2, arms: [d1-fast, d1-slow, d1-middle]}\n"
    "- {id: best-2, metric: final-loss, pick: lowest, of: train.lr,\n"
    "   arms: [d2-slow, d2-middle, d2-fast]}\n"
    "hypotheses:\n"
    "- {id: stays, practice: SOTA-900, metric: best-rate, better: higher,\n"
    "   control: best-1, treatment: best-2, expect: no-effect,\n"
    "   margin: 0.5, worst: -20}\n"
    "- {id: moves, practice: SOTA-900, metric: best-rate, better: lower,\n"
    "   control: best-1, treatment: best-2, expect: improvement,\n"
    "   margin: 0.5, worst: 20}\n";

static struct workplace *place;
static const struct plan *plan;
static struct task *tasks;
static size_t task_count;
static struct run_result *results;

static void make_result(size_t task)
{
    struct arena *arena = &place->arena;
    results[task] = (struct run_result){
        .key = run_key(tasks[task].config, tasks[task].seed),
        .seed = tasks[task].seed,
        .diverged_at = -1,
        .metrics = ARENA_ARRAY(arena, double, metric_count),
        .curve_len = 1,
        .curve_steps = ARENA_ARRAY(arena, uint32_t, 1),
        .curve_losses = ARENA_ARRAY(arena, double, 1),
    };
    results[task].metrics[RUN_FINAL_LOSS] = 3;
}

static int set_up(void **state)
{
    workplace_set_up(state);
    place = *state;
    plan = workplace_plan(place, plan_text);
    assert_true(plan->is_sound);
    task_count = evidence_tasks(&place->arena, plan, &tasks);
    results = ARENA_ARRAY(&place->arena, struct run_result, task_count);
    for (size_t i = 0; i < task_count; i++) {
        make_result(i);
    }
    return 0;
}

/* The loss of the arm's run on the seed; on every seed when it is 0. */
static void set_loss(const char *arm, uint32_t seed, double loss)
{
    const struct str name = arena_printf(&place->arena, " %s ", arm);
    size_t found = 0;
    for (size_t i = 0; i < task_count; i++) {
        if (str_find(tasks[i].label, name) != STR_NONE &&
            (seed == 0 || tasks[i].seed == seed)) {
            results[i].metrics[RUN_FINAL_LOSS] = loss;
            found++;
        }
    }
    assert_true(found > 0);
}

static struct evidence derive(void)
{
    struct evidence evidence = {0};
    evidence_derive(&place->arena, plan, results, &evidence);
    evidence.provenance.date = S("2026-11-29");
    return evidence;
}

static double best_of(const struct evidence *evidence, const char *arm,
                      size_t run)
{
    const struct evidence_arm *found =
        evidence_arm_find(evidence, str_from_c(arm));
    assert_non_null(found);
    return found->runs[run].metrics[RUN_BEST_RATE];
}

static const struct decision *decision_of(const struct evidence *evidence,
                                          const char *id)
{
    return &evidence_decision_find(evidence, str_from_c(id))->decision;
}

/* -- Picking --------------------------------------------------------------- */

static void best_is_the_lowest_and_its_value_log2_of_its_rate(void **state)
{
    (void)state;
    set_loss("d1-middle", 0, 2);
    set_loss("d1-fast", 102, 1);
    const struct evidence evidence = derive();
    assert_true(best_of(&evidence, "best-1", 0) == -8);
    assert_true(best_of(&evidence, "best-1", 1) == -7);
    assert_int_equal(evidence.arms[6].is_derived, true);
    assert_str(evidence.arms[6].name, "best-1");
    assert_int_equal(evidence.arms[6].runs[1].seed, 102);
}

static void tie_goes_to_the_lower_rate_however_arms_are_listed(void **state)
{
    (void)state;
    const struct evidence evidence = derive(); /* all losses are 3 */
    assert_true(best_of(&evidence, "best-1", 0) == -9);
    set_loss("d1-slow", 0, 4);
    const struct evidence other = derive();
    assert_true(best_of(&other, "best-1", 0) == -8);
}

/* PC-16: what diverged is never best. */
static void arm_that_diverged_is_never_picked(void **state)
{
    (void)state;
    set_loss("d1-slow", 0, (double)NAN);
    set_loss("d1-middle", 0, -(double)INFINITY);
    const struct evidence evidence = derive();
    assert_true(best_of(&evidence, "best-1", 0) == -7);
    const double none[] = {(double)NAN, (double)INFINITY};
    const double some[] = {1, 3, 3, (double)NAN};
    assert_int_equal(derived_pick(none, 2, false), 2);
    assert_int_equal(derived_pick(some, 4, true), 1);
    assert_int_equal(derived_pick(some, 4, false), 0);
}

static void seed_on_which_all_diverged_scores_worst_and_is_counted(void **state)
{
    (void)state;
    set_loss("d2-slow", 103, (double)NAN);
    set_loss("d2-middle", 103, (double)NAN);
    set_loss("d2-fast", 103, (double)NAN);
    const struct evidence evidence = derive();
    assert_true(isnan(best_of(&evidence, "best-2", 2)));
    const struct summary *summary =
        evidence_summary(&evidence, &evidence.arms[7], S("best-rate"));
    assert_int_equal(summary->n, 5);
    assert_int_equal(summary->diverged, 1);
    const struct decision *stays = decision_of(&evidence, "stays");
    assert_int_equal(stays->treatment.diverged, 1);
    assert_true(stays->delta[2] == (int64_t)(-20 + 9) * 1000000000);
    assert_int_equal(stays->verdict, VERDICT_INCONCLUSIVE);
}

static void log2_is_exact_for_powers_and_close_elsewhere(void **state)
{
    (void)state;
    for (int power = -60; power <= 60; power++) {
        assert_true(derived_log2(ldexp(1, power)) == power);
    }
    for (double rate = 1e-6; rate < 100; rate *= 1.37) {
        assert_true(fabs(derived_log2(rate) - log2(rate)) < 1e-14 * 20);
    }
}

/* -- Deciding -------------------------------------------------------------- */

/* PC-25: nothing but zeros is no difference, and never a win. */
static void equal_values_everywhere_have_p_of_one_and_no_width(void **state)
{
    (void)state;
    set_loss("d1-middle", 0, 2);
    set_loss("d2-middle", 0, 2.5);
    const struct evidence evidence = derive();
    const struct decision *stays = decision_of(&evidence, "stays");
    assert_int_equal(stays->ties, 6);
    assert_int_equal(stays->p_two_sided, 64);
    assert_int_equal(stays->p_better, 64);
    assert_int_equal(stays->p_worse, 64);
    assert_int_equal(stays->interval.rank, 1);
    assert_int_equal(stays->interval.lo.sum, 0);
    assert_int_equal(stays->interval.hi.sum, 0);
    assert_int_equal(stays->verdict, VERDICT_REPLICATED);
    const struct decision *moves = decision_of(&evidence, "moves");
    assert_int_equal(moves->verdict, VERDICT_NO_EFFECT);
    assert_int_equal(moves->size, SIZE_NONE);
}

static void optimum_that_moves_everywhere_is_seen(void **state)
{
    (void)state;
    set_loss("d1-fast", 0, 2);
    set_loss("d2-middle", 0, 2);
    const struct evidence evidence = derive();
    const struct decision *stays = decision_of(&evidence, "stays");
    const struct decision *moves = decision_of(&evidence, "moves");
    assert_int_equal(stays->verdict, VERDICT_CONTRADICTED);
    assert_int_equal(moves->verdict, VERDICT_REPLICATED);
    assert_int_equal(moves->wins, 6);
    assert_int_equal(moves->mean.sum / moves->mean.size, 1000000000);
    assert_int_equal(moves->integrity, 0);
}

static void members_of_a_control_run_on_the_noise_seeds(void **state)
{
    (void)state;
    /* 6 arms on 6 seeds, and the three members of best-1 on 6 more */
    assert_int_equal(task_count, 6 * 6 + 3 * 6);
    const struct evidence evidence = derive();
    assert_int_equal(evidence.arms[6].noise_count, 6);
    assert_int_equal(evidence.arms[7].noise_count, 0);
    assert_int_equal(decision_of(&evidence, "stays")->noise.n, 6);
}

static void member_of_another_configuration_decides_nothing(void **state)
{
    (void)state;
    results[2].key.text[0] ^= 1;
    const struct evidence evidence = derive();
    assert_int_equal(decision_of(&evidence, "stays")->verdict,
                     VERDICT_NOT_DECIDED);
}

/* -- Files ----------------------------------------------------------------- */

static struct str write_out(const struct evidence *evidence)
{
    struct out out = {0};
    evidence_write(&out, evidence);
    return out_take(&out, &place->arena);
}

static struct str derived_text(void)
{
    const struct evidence evidence = derive();
    return write_out(&evidence);
}

static bool read_text(struct str text, struct evidence *evidence)
{
    struct failure failure = {0};
    return evidence_read(&place->arena,
                         source_new(&place->arena, S("EXP-901.json"), text),
                         &place->plans, evidence, &failure);
}

static struct str with(struct str text, const char *old, const char *other)
{
    const size_t at = str_find(text, str_from_c(old));
    assert_true(at != STR_NONE);
    return arena_printf(&place->arena, "%.*s%s%.*s",
                        STR_ARG(str_slice(text, 0, at)), other,
                        STR_ARG(str_from(text, at + strlen(old))));
}

static void derived_arms_are_kept_apart_and_read_back_to_their_bytes(
    void **state)
{
    (void)state;
    struct evidence back = {0};
    set_loss("d2-slow", 103, (double)NAN);
    set_loss("d2-middle", 103, (double)NAN);
    set_loss("d2-fast", 103, (double)NAN);
    const struct str text = derived_text();
    assert_true(read_text(text, &back));
    const struct str again = write_out(&back);
    assert_true(str_equal(text, again));
    assert_true(back.arms[7].is_derived);
    assert_int_equal(back.arm_count, 8);
    /* No run has the metric, and no derived arm another one. */
    assert_null(evidence_summary(&back, &back.arms[0], S("best-rate")));
    assert_null(evidence_summary(&back, &back.arms[6], S("final-loss")));
    assert_true(str_find(text, S("nan,")) == STR_NONE);
}

static void derived_value_is_compared_seed_by_seed(void **state)
{
    (void)state;
    struct strs differences = {0};
    const struct str text = derived_text();
    const struct str edited =
        with(text, "\"hex\":\"-0x1.2p+3\"", "\"hex\":\"-0x1p+3\"");
    evidence_compare(&place->arena, S("EXP-901"), edited, text, &differences);
    assert_int_equal(differences.len, 1);
    assert_str(differences.at[0],
               "EXP-901 best-1 noise seed 11: metrics.best-rate.hex "
               "-0x1p+3 in the evidence, "
               "-0x1.2p+3 from the run");
    struct strs missing = {0};
    const struct str renamed = with(text, "\"derived\": {", "\"other\": {");
    evidence_compare(&place->arena, S("EXP-901"), renamed, text, &missing);
    assert_true(missing.len >= 2);
}

static const char *moved(struct str text)
{
    struct evidence evidence = {0};
    struct strs list = {0};
    struct out out = {0};
    assert_true(read_text(text, &evidence));
    evidence_moved(&place->arena, &evidence, &list);
    for (size_t i = 0; i < list.len; i++) {
        out_printf(&out, "%.*s\n", STR_ARG(list.at[i]));
    }
    const char *joined = arena_cstr(&place->arena, out_text(&out));
    out_free(&out);
    return joined;
}

static void what_moved_in_a_derived_arm_or_a_member_is_named(void **state)
{
    (void)state;
    const struct str text = derived_text();
    assert_string_equal(moved(text), "");
    assert_string_equal(moved(with(text, "\"derived.best-1.pick\": \"lowest\"",
                                   "\"derived.best-1.pick\": \"highest\"")),
                        "pick of derived arm best-1 is lowest, was highest\n");
    assert_string_equal(
        moved(with(text, "\"arms.d1-slow.train.lr\": \"0.001953125\"",
                   "\"arms.d1-slow.train.lr\": \"0.002\"")),
        "train.lr of arm d1-slow is 0.001953125, was 0.002\n");
}

static void later_setting_that_moved_is_named_with_its_default(void **state)
{
    (void)state;
    assert_string_equal(
        moved(with(derived_text(),
                   "\"arms.d1-slow.model.positions\": \"sinusoidal\"",
                   "\"arms.d1-slow.model.positions\": \"sinusoidal\",\n"
                   "    \"arms.d1-slow.model.qk-norm\": \"rmsnorm\"")),
        "model.qk-norm of arm d1-slow is none, was rmsnorm\n");
}

static void derived_value_is_referred_to_like_any_other(void **state)
{
    (void)state;
    struct evidences evidences = {0};
    struct value value = {0};
    struct failure failure = {0};
    set_loss("d2-fast", 105, 1);
    const struct evidence evidence = derive();
    evidences_add(&place->arena, &evidences, &evidence);
    assert_true(evidence_value(&place->arena, &evidences,
                               S("EXP-901.best-2.best-rate.seed.105"), &value,
                               &failure));
    assert_str(value.text, "-7");
    assert_str(value.unit, "doublings");
    assert_true(evidence_value(&place->arena, &evidences,
                               S("EXP-901.best-2.best-rate.mean"), &value,
                               &failure));
    assert_true(value.number < -8.6 && value.number > -8.7);
    assert_false(evidence_value(&place->arena, &evidences,
                                S("EXP-901.best-2.final-loss"), &value,
                                &failure));
    assert_string_equal(failure.why, "arm best-2 has no \"final-loss\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, workplace_tear_down)
        TEST(best_is_the_lowest_and_its_value_log2_of_its_rate),
        TEST(tie_goes_to_the_lower_rate_however_arms_are_listed),
        TEST(arm_that_diverged_is_never_picked),
        TEST(seed_on_which_all_diverged_scores_worst_and_is_counted),
        TEST(log2_is_exact_for_powers_and_close_elsewhere),
        TEST(equal_values_everywhere_have_p_of_one_and_no_width),
        TEST(optimum_that_moves_everywhere_is_seen),
        TEST(members_of_a_control_run_on_the_noise_seeds),
        TEST(member_of_another_configuration_decides_nothing),
        TEST(derived_arms_are_kept_apart_and_read_back_to_their_bytes),
        TEST(derived_value_is_compared_seed_by_seed),
        TEST(what_moved_in_a_derived_arm_or_a_member_is_named),
        TEST(later_setting_that_moved_is_named_with_its_default),
        TEST(derived_value_is_referred_to_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
