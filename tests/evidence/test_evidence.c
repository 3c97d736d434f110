/* Evidence files: derived from runs, written, read back, compared, and asked
 * for values. The runs here are made up, so that every number is known. */

#include "experiment/workplace.h"

#include <math.h>

#include "base/json.h"
#include "evidence/evidence.h"

static struct workplace *place;
static const struct plan *plan;
static struct task *tasks;
static size_t task_count;
static struct run_result *results;

/* final-loss by arm, with a spread over the seeds. */
static double loss_of(size_t task)
{
    const struct str label = tasks[task].label;
    const double base = str_find(label, S("small")) != STR_NONE   ? 3.0
                        : str_find(label, S("large")) != STR_NONE ? 2.5
                                                                  : 3.4;
    return base + 0.001 * (double)(tasks[task].seed % 10);
}

static void make_result(size_t task)
{
    struct arena *arena = &place->arena;
    struct run_result *result = &results[task];
    *result = (struct run_result){
        .key = run_key(tasks[task].config, tasks[task].seed),
        .seed = tasks[task].seed,
        .diverged_at = -1,
        .metrics = ARENA_ARRAY(arena, double, metric_count),
        .curve_len = 100,
        .curve_steps = ARENA_ARRAY(arena, uint32_t, 100),
        .curve_losses = ARENA_ARRAY(arena, double, 100),
        .residual_rms_len = 2,
        .residual_rms = ARENA_ARRAY(arena, double, 2),
        .gradient_norm_len = 1,
        .gradient_norm = ARENA_ARRAY(arena, double, 1),
        .trajectory = 0x123456789abcdef0 + task,
        .parameters = 42,
    };
    result->metrics[RUN_FINAL_LOSS] = loss_of(task);
    result->metrics[RUN_RESIDUAL_GROWTH] = 1.5;
    for (uint32_t i = 0; i < 100; i++) {
        result->curve_steps[i] = i + 1;
        result->curve_losses[i] = 3.5 - 0.001 * i;
    }
}

static int set_up(void **state)
{
    workplace_set_up(state);
    place = *state;
    plan = workplace_plan(place, PLAN_WHOLE);
    assert_true(plan->is_sound);
    task_count = evidence_tasks(&place->arena, plan, &tasks);
    results = ARENA_ARRAY(&place->arena, struct run_result, task_count);
    for (size_t i = 0; i < task_count; i++) {
        make_result(i);
    }
    return 0;
}

static struct str write_out(const struct evidence *evidence)
{
    struct out out = {0};
    evidence_write(&out, evidence);
    const struct str text = arena_copy(&place->arena, out_text(&out));
    out_free(&out);
    return text;
}

static struct evidence derive(void)
{
    struct evidence evidence = {0};
    evidence_derive(&place->arena, plan, results, &evidence);
    evidence.provenance.date = S("2026-11-29");
    return evidence;
}

static struct str derived_text(void)
{
    const struct evidence evidence = derive();
    return write_out(&evidence);
}

static bool read_text(struct str text, struct evidence *evidence,
                      struct failure *failure)
{
    return evidence_read(&place->arena,
                         source_new(&place->arena, S("EXP-901.json"), text),
                         &place->plans, evidence, failure);
}

/* The text with the first occurrence of `old` replaced. */
static struct str with(struct str text, const char *old, const char *new_text)
{
    const size_t at = str_find(text, str_from_c(old));
    assert_true(at != STR_NONE);
    return arena_printf(&place->arena, "%.*s%s%.*s",
                        STR_ARG(str_slice(text, 0, at)), new_text,
                        STR_ARG(str_from(text, at + strlen(old))));
}

/* -- Deriving -------------------------------------------------------------- */

static void controls_run_on_noise_seeds_too(void **state)
{
    (void)state;
    const struct evidence evidence = derive();
    assert_int_equal(task_count, 3 * 6 + 6);
    assert_str(tasks[6].label, "EXP-901 small noise seed 11");
    assert_int_equal(evidence.arms[0].noise_count, 6);
    assert_int_equal(evidence.arms[0].noise_runs[0].curve_len, 0);
    assert_int_equal(evidence.arms[1].noise_count, 0);
    assert_int_equal(evidence.decisions[0].decision.noise.n, 6);
}

static void decision_uses_margin_worst_and_sensitivity_of_the_plan(void **state)
{
    (void)state;
    const struct evidence evidence = derive();
    const struct decision *decision = &evidence.decisions[0].decision;
    assert_int_equal(decision->verdict, VERDICT_REPLICATED);
    assert_int_equal(decision->size, SIZE_AT_LEAST_MARGIN);
    assert_int_equal(decision->margin, 10000000);
    assert_int_equal(decision->n, 6);
    assert_int_equal(decision->wins, 6);
    assert_int_equal(decision->delta[0], 500000000);
    assert_int_equal(decision->sensitivity, SENSITIVITY_DETECTED);
}

static void curve_is_thinned_and_keeps_its_end(void **state)
{
    (void)state;
    const struct evidence evidence = derive();
    const struct run_result *run = &evidence.arms[0].runs[0];
    assert_true(run->curve_len <= EVIDENCE_CURVE_POINTS);
    assert_true(run->curve_len > EVIDENCE_CURVE_POINTS / 2);
    assert_int_equal(run->curve_steps[run->curve_len - 1], 100);
}

static void runs_of_another_configuration_decide_nothing(void **state)
{
    (void)state;
    results[0].key.text[0] = results[0].key.text[0] == '0' ? '1' : '0';
    const struct evidence evidence = derive();
    const struct decision *decision = &evidence.decisions[0].decision;
    assert_int_equal(decision->verdict, VERDICT_NOT_DECIDED);
    assert_int_equal(decision->reason, REASON_PLAN_CHANGED);
}

/* PC-16 */
static void what_is_not_finite_is_kept_counted_and_never_best(void **state)
{
    (void)state;
    results[0].metrics[RUN_FINAL_LOSS] = (double)NAN;
    results[0].diverged_at = 17;
    results[1].metrics[RUN_FINAL_LOSS] = (double)INFINITY;
    results[2].metrics[RUN_FINAL_LOSS] = -0.0;
    results[3].curve_losses[99] = -(double)INFINITY;
    const struct evidence evidence = derive();
    const struct summary *summary =
        evidence_summary(&evidence, &evidence.arms[0], S("final-loss"));
    assert_int_equal(summary->n, 4);
    assert_int_equal(summary->diverged, 2);
    assert_true(isfinite(summary->mean) && isfinite(summary->sd));
    assert_int_equal(evidence.decisions[0].decision.control.diverged, 2);

    const struct str text = write_out(&evidence);
    struct json *root = NULL;
    struct failure failure = {0};
    assert_true(json_read(&place->arena, text, &root, &failure));
    assert_true(str_find(text, S("{\"decimal\":null,\"hex\":\"nan\"}")) !=
                STR_NONE);
    assert_true(str_find(text, S("{\"decimal\":null,\"hex\":\"inf\"}")) !=
                STR_NONE);
    assert_true(str_find(text, S("null,\"-inf\"]")) != STR_NONE);
    assert_true(str_find(text, S("\"diverged_at\": 17")) != STR_NONE);
    struct evidence back = {0};
    assert_true(read_text(text, &back, &failure));
    assert_str(write_out(&back), text.ptr);
}

static void arm_that_always_diverged_has_a_summary_of_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        results[i].metrics[RUN_FINAL_LOSS] = (double)NAN;
    }
    const struct evidence evidence = derive();
    struct evidences evidences = {0};
    struct value value = {0};
    struct failure failure = {0};
    evidences_add(&place->arena, &evidences, &evidence);
    assert_true(evidence_value(&place->arena, &evidences,
                               S("EXP-901.small.final-loss"), &value,
                               &failure));
    assert_str(value.text, "diverged");
    struct evidence back = {0};
    assert_true(read_text(write_out(&evidence), &back, &failure));
}

/* -- Files ----------------------------------------------------------------- */

static void assert_sorted(const struct json *node)
{
    for (size_t i = 0; i < node->len; i++) {
        if (node->type == JSON_OBJECT && i > 0) {
            assert_true(
                str_compare(node->items[i - 1].key, node->items[i].key) < 0);
        }
        assert_sorted(&node->items[i]);
    }
}

static void written_evidence_is_sorted_and_reads_back_to_its_bytes(void **state)
{
    (void)state;
    const struct str text = derived_text();
    struct json *root = NULL;
    struct evidence back = {0};
    struct failure failure = {0};
    assert_true(json_read(&place->arena, text, &root, &failure));
    assert_sorted(root);
    assert_true(read_text(text, &back, &failure));
    assert_str(write_out(&back), text.ptr);
    assert_str(back.arms[0].name, "small"); /* in the plan's order */
    assert_ptr_equal(back.plan, plan);
}

static void damaged_json_is_refused_with_its_place(void **state)
{
    (void)state;
    struct evidence back = {0};
    struct failure failure = {0};
    assert_false(read_text(with(derived_text(), "\"runs\": [", "\"runs\" ["),
                           &back, &failure));
    assert_non_null(strstr(failure.why, "5:"));
}

static void members_out_of_shape_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new_text, *why;
    } edits[] = {
        {"\"seed\": 101", "\"seed\": -1", "arm large: \"seed\" is out of"},
        {"\"hex\":\"0x1", "\"hex\":\"1x1", "holds no exact number"},
        {"\"trajectory\": \"1", "\"trajectory\": \"x",
         "\"trajectory\" is not 16 hexadecimal digits"},
        {"\"verdict\": \"replicated\"", "\"verdict\": \"maybe\"",
         "hypothesis larger: \"verdict\" is a word that is not known"},
        {"\"alpha\": 50000000", "\"alpha\": 0", "\"alpha\" is out of range"},
        {"\"n\": 6,\n", "\"n\": 7,\n", "\"deltas\" are not as many as \"n\""},
        {"\"format\": 1", "\"format\": 2", "\"format\" is of another version"},
        {"\"rule\": \"better\"", "\"role\": \"better\"", "\"rule\" is missing"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        struct evidence back = {0};
        struct failure failure = {0};
        assert_false(
            read_text(with(derived_text(), edits[i].old, edits[i].new_text),
                      &back, &failure));
        if (!strstr(failure.why, edits[i].why)) {
            fail_msg("%s: %s", edits[i].why, failure.why);
        }
    }
}

/* Any single byte can be wrong; nothing may crash on it, nor may what was read
 * crash whoever goes on with it. */
static void no_edited_byte_brings_the_reader_down(void **state)
{
    (void)state;
    const struct str text = derived_text();
    static const char bytes[] = "0-\"}x";
    for (size_t at = 0; at < text.len; at += 41) {
        const struct arena_mark mark = arena_mark(&place->arena);
        char *copy = arena_alloc(&place->arena, text.len + 1, 1);
        memcpy(copy, text.ptr, text.len);
        copy[at] = bytes[at % (sizeof bytes - 1)];
        struct evidences evidences = {0};
        struct evidence back = {0};
        struct failure failure = {0};
        struct value value = {0};
        if (read_text((struct str){copy, text.len}, &back, &failure)) {
            evidences_add(&place->arena, &evidences, &back);
            evidence_adjust(&place->arena, &evidences);
            evidence_value(&place->arena, &evidences, S("EXP-901.larger.delta"),
                           &value, &failure);
        }
        arena_rewind(&place->arena, mark);
    }
}

/* -- Comparing ------------------------------------------------------------- */

static void assert_differs(struct str committed, const char *expected)
{
    struct strs differences = {0};
    evidence_compare(&place->arena, S("EXP-901"), committed, derived_text(),
                     &differences);
    struct out out = {0};
    for (size_t i = 0; i < differences.len; i++) {
        out_printf(&out, "%.*s\n", STR_ARG(differences.at[i]));
    }
    assert_str(out_text(&out), expected);
    out_free(&out);
}

static void equal_evidence_differs_in_nothing_but_provenance(void **state)
{
    (void)state;
    assert_differs(derived_text(), "");
    assert_differs(with(derived_text(), "2026-11-29", "2025-01-01"), "");
}

static void flipped_digit_is_named_with_arm_seed_and_field(void **state)
{
    (void)state;
    const struct str text = derived_text();
    assert_differs(
        with(text, "123456789abcdf02", "123456789abcdf03"),
        "EXP-901 still seed 101: trajectory 123456789abcdf03 in the evidence, "
        "123456789abcdf02 from the run\n");
    assert_differs(with(text, "\"hex\":\"0x1.40", "\"hex\":\"0x1.41"),
                   "EXP-901 large seed 101: metrics.final-loss.hex "
                   "0x1.4120c49ba5e35p+1 in the evidence, "
                   "0x1.4020c49ba5e35p+1 from the run\n");
    assert_differs(
        with(text, "123456789abcdef6", "123456789abcdef7"),
        "EXP-901 small noise seed 11: trajectory 123456789abcdef7 in the "
        "evidence, 123456789abcdef6 from the run\n");
}

static void other_edits_are_named_too(void **state)
{
    (void)state;
    const struct str text = derived_text();
    assert_differs(with(text, "\"wins\": 6", "\"wins\": 5"),
                   "EXP-901 larger: wins 5 in the evidence, 6 from the runs\n");
    assert_differs(with(text, "\"margin\": 10000000", "\"margin\": 1"),
                   "EXP-901 larger: margin 1 in the evidence, 10000000 from "
                   "the runs\n");
    assert_differs(with(text, "\"arms.small.train.lr\": \"0.001\"",
                        "\"arms.small.train.lr\": \"0.002\""),
                   "EXP-901: plan.arms.small.train.lr 0.002 in the evidence, "
                   "0.001 from the plan\n");
    assert_differs(with(text, "\"larger\": {", "\"smaller\": {"),
                   "EXP-901 smaller: hypotheses 34 entries in the evidence, "
                   "nothing from the runs\n"
                   "EXP-901 larger: hypotheses nothing in the evidence, 34 "
                   "entries from the runs\n");
    assert_differs(with(text, "\n  \"format\"", "\n   \"format\""),
                   "EXP-901: the evidence says the same, but is laid out "
                   "otherwise than `run` writes it\n");
}

/* -- Age ------------------------------------------------------------------- */

static const char *moved(struct str text)
{
    struct evidence evidence = {0};
    struct failure failure = {0};
    struct strs list = {0};
    struct out out = {0};
    assert_true(read_text(text, &evidence, &failure));
    evidence_moved(&place->arena, &evidence, &list);
    for (size_t i = 0; i < list.len; i++) {
        out_printf(&out, "%.*s\n", STR_ARG(list.at[i]));
    }
    const char *joined = arena_cstr(&place->arena, out_text(&out));
    out_free(&out);
    return joined;
}

/* PC-15: (a) the core, (b) the data, (c) a default that no plan states. */
static void what_moved_since_is_named(void **state)
{
    (void)state;
    const struct str text = derived_text();
    assert_string_equal(moved(text), "");
    assert_string_equal(moved(with(text, "\"numerics\": 1", "\"numerics\": 0")),
                        "the core's numerics are 1, were 0\n");
    assert_string_equal(moved(with(text, "\"arms.large.data.beta\": \"1.5\"",
                                   "\"arms.large.data.beta\": \"1.25\"")),
                        "data.beta of arm large is 1.5, was 1.25\n");
    assert_string_equal(moved(with(text, "\"arms.large.train.beta2\": \"0.95\"",
                                   "\"arms.large.train.beta2\": \"0.999\"")),
                        "train.beta2 of arm large is 0.95, was 0.999\n");
    assert_string_equal(
        moved(with(text, "    \"arms.large.train.beta2\": \"0.95\",\n", "")),
        "train.beta2 of arm large is 0.95 and was not set\n");
    assert_string_equal(moved(with(text, "\"hypotheses.larger.margin\": \"0.01",
                                   "\"hypotheses.larger.margin\": \"0.02")),
                        "margin of hypothesis larger is 0.01, was 0.02\n");
}

static void evidence_without_its_plan_is_stale_and_read(void **state)
{
    (void)state;
    struct evidence evidence = {0};
    struct failure failure = {0};
    const struct str text = with(derived_text(), "\"experiment\": \"EXP-901\"",
                                 "\"experiment\": \"EXP-777\"");
    assert_true(read_text(text, &evidence, &failure));
    evidence_judge_age(&place->arena, &evidence);
    assert_null(evidence.plan);
    assert_true(evidence.is_stale);
    assert_str(evidence.stale_reason, "there is no such plan any more");
}

/* -- Loading --------------------------------------------------------------- */

static void folder_is_loaded_and_what_cannot_be_read_is_a_finding(void **state)
{
    (void)state;
    const struct str text = derived_text();
    workplace_write(place, "experiments/evidence/EXP-901.json", text.ptr);
    workplace_write(place, "experiments/evidence/EXP-901.pending.json",
                    text.ptr);
    workplace_write(place, "experiments/evidence/EXP-902.json", "{\n  \"a\" 1");
    workplace_write(place, "experiments/evidence/EXP-903.json", text.ptr);
    struct diags diags = {.arena = &place->arena};
    const struct evidences evidences =
        evidences_load(&place->arena, place->library, &place->plans, &diags);
    assert_int_equal(evidences.len, 1);
    assert_true(evidences.at[0].is_pending_present);
    assert_false(evidences.at[0].is_stale);
    assert_string_equal(
        test_diags_text(&place->arena, &diags),
        "experiments/evidence/EXP-902.json:2:7: error: the evidence cannot be "
        "read: ':' expected near '1' [evidence-unreadable]\n"
        "  hint: take it back from git, or remove it and `probatum run "
        "EXP-902`\n"
        "experiments/evidence/EXP-903.json:1:1: error: the evidence cannot be "
        "read: it is that of EXP-901 [evidence-unreadable]\n"
        "  hint: take it back from git, or remove it and `probatum run "
        "EXP-903`\n");
}

/* At n = 6 one tail of 1/64 passes alone and not among two. */
static void family_is_adjusted_over_all_evidence(void **state)
{
    (void)state;
    struct evidences evidences = {0};
    const struct evidence one = derive();
    const struct evidence other = derive();
    evidences_add(&place->arena, &evidences, &one);
    evidences_add(&place->arena, &evidences, &other);
    evidence_adjust(&place->arena, &evidences);
    const struct evidence_decision *decided = &evidences.at[1].decisions[0];
    assert_int_equal(decided->decision.verdict, VERDICT_INCONCLUSIVE);
    assert_int_equal(decided->decision.reason, REASON_FAMILY);
    assert_int_equal(decided->decision.family_size, 2);
    assert_true(str_find(decided->sentence, S("inconclusive")) != STR_NONE);
}

/* -- Values ---------------------------------------------------------------- */

static void assert_value(const char *reference, const char *expected)
{
    struct evidences evidences = {0};
    struct value value = {0};
    struct failure failure = {0};
    const struct evidence derived = derive();
    evidences_add(&place->arena, &evidences, &derived);
    if (evidence_value(&place->arena, &evidences, str_from_c(reference), &value,
                       &failure)) {
        assert_str(arena_printf(&place->arena, "%.*s%s%.*s",
                                STR_ARG(value.text), value.unit.len ? " " : "",
                                STR_ARG(value.unit)),
                   expected);
    } else {
        assert_string_equal(failure.why, expected);
    }
}

static void values_are_shown_to_the_precision_of_their_spread(void **state)
{
    (void)state;
    assert_value("EXP-901.large.final-loss", "2.50350 nats");
    assert_value("EXP-901.large.final-loss.mean", "2.50350 nats");
    assert_value("EXP-901.large.final-loss.sd", "0.00187 nats");
    assert_value("EXP-901.large.final-loss.max", "2.50600 nats");
    assert_value("EXP-901.large.final-loss.n", "6");
    assert_value("EXP-901.large.final-loss.diverged", "0");
    assert_value("EXP-901.large.final-loss.seed.103", "2.50300 nats");
    assert_value("EXP-901.large.residual-growth", "1.5000");
    assert_value("EXP-901.larger.delta", "0.50 nats");
    assert_value("EXP-901.larger.p", "0.016");
    assert_value("EXP-901.larger.wins", "6");
    assert_value("EXP-901.larger.margin", "0.01 nats");
    assert_value("EXP-901.larger.verdict", "replicated");
}

static void settings_and_what_follows_from_them_are_values_too(void **state)
{
    (void)state;
    assert_value("EXP-901.large.train.eval.tokens", "512");
    assert_value("EXP-901.large.train.lr", "0.01");
    assert_value("EXP-901.large.model.norm", "layernorm");
    assert_value("EXP-901.large.model.qk-norm", "none");
    assert_value("EXP-901.large.parameters", "3,216");
    assert_value("EXP-901.large.tokens", "2,560");
    assert_value("EXP-901.large.floor.uniform", "3.466 nats");
    assert_value("EXP-901.large.floor.trigram",
                 "\"trigram\" is no floor; there are uniform, unigram, "
                 "bigram, bag and bayes");
}

static void value_that_is_not_there_is_said_to_be_missing(void **state)
{
    (void)state;
    assert_value("EXP-909.a.b", "there is no evidence for \"EXP-909\"");
    assert_value("EXP-901.largest.final-loss",
                 "EXP-901 has neither an arm nor a hypothesis \"largest\"");
    assert_value("EXP-901.large.best-loss",
                 "EXP-901 does not measure \"best-loss\"");
    assert_value("EXP-901.large.final-loss.seed.999",
                 "arm large was not run on seed \"999\"");
    assert_value("EXP-901.large.final-loss.median",
                 "\"median\" is no statistic; there are mean, sd, n, min, "
                 "max, diverged and seed.N");
    assert_value("EXP-901.larger", "\"\" is nothing a hypothesis has; there "
                                   "are delta, lo, hi, p, wins, n, margin, "
                                   "verdict and sentence");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, workplace_tear_down)
        TEST(controls_run_on_noise_seeds_too),
        TEST(decision_uses_margin_worst_and_sensitivity_of_the_plan),
        TEST(curve_is_thinned_and_keeps_its_end),
        TEST(runs_of_another_configuration_decide_nothing),
        TEST(what_is_not_finite_is_kept_counted_and_never_best),
        TEST(arm_that_always_diverged_has_a_summary_of_nothing),
        TEST(written_evidence_is_sorted_and_reads_back_to_its_bytes),
        TEST(damaged_json_is_refused_with_its_place),
        TEST(members_out_of_shape_are_refused_by_name),
        TEST(no_edited_byte_brings_the_reader_down),
        TEST(equal_evidence_differs_in_nothing_but_provenance),
        TEST(flipped_digit_is_named_with_arm_seed_and_field),
        TEST(other_edits_are_named_too),
        TEST(what_moved_since_is_named),
        TEST(evidence_without_its_plan_is_stale_and_read),
        TEST(folder_is_loaded_and_what_cannot_be_read_is_a_finding),
        TEST(family_is_adjusted_over_all_evidence),
        TEST(values_are_shown_to_the_precision_of_their_spread),
        TEST(settings_and_what_follows_from_them_are_values_too),
        TEST(value_that_is_not_there_is_said_to_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
