/* Hypotheses: what is expected of which arm against which, and by how much. */

#include "experiment/plan_reader.h"

static const char rule[] = "plan-hypothesis";

/* Largest magnitude that the decision keeps to 1e-9. */
static const double metric_ceiling = 1e8;

struct real_range {
    double lowest, highest;
    bool is_open; /* the ends themselves are out */
    const char *words;
};

static double read_real(struct plan_reader *reader, const struct yml_node *map,
                        const char *key, double fallback,
                        struct real_range range)
{
    const struct yml_node *node = yml_get(map, key);
    double value = fallback;
    if (!node) {
        return fallback;
    }
    const bool is_read = yml_real(node, &value);
    const bool is_inside =
        is_read &&
        (range.is_open ? value > range.lowest && value < range.highest
                       : value >= range.lowest && value <= range.highest);
    if (!is_inside) {
        plan_fault(reader, rule, node->place, "%s is \"%.*s\"; it is %s", key,
                   STR_ARG(node->text), range.words);
        return fallback;
    }
    return value;
}

static int64_t read_looks(struct plan_reader *reader,
                          const struct yml_node *map)
{
    const struct yml_node *node = yml_get(map, "looks");
    int64_t looks = 1;
    if (node && (!yml_int(node, &looks) || looks < 1 || looks > 1000)) {
        plan_fault(reader, rule, node->place,
                   "looks is \"%.*s\"; it is a whole number from 1 to 1000",
                   STR_ARG(node->text));
        return 1;
    }
    return looks;
}

/* One of two words: true for the second. */
static bool read_either(struct plan_reader *reader, const struct yml_node *map,
                        const char *key, const char *first, const char *second)
{
    const struct str word = plan_text(reader, map, key, rule);
    if (word.len > 0 && !str_is(word, first) && !str_is(word, second)) {
        plan_fault(reader, rule, plan_place(map, key),
                   "%s is \"%.*s\"; it may be %s or %s", key, STR_ARG(word),
                   first, second);
    }
    return str_is(word, second);
}

static enum expect read_expect(struct plan_reader *reader,
                               const struct yml_node *map)
{
    const struct str word = plan_text(reader, map, "expect", rule);
    enum expect expect = EXPECT_IMPROVEMENT;
    if (word.len > 0 && !expect_from_name(word, &expect)) {
        plan_fault(reader, rule, plan_place(map, "expect"),
                   "expect is \"%.*s\"; it may be improvement, no-worse or "
                   "no-effect",
                   STR_ARG(word));
    }
    return expect;
}

static size_t read_arm(struct plan_reader *reader, const struct yml_node *map,
                       const char *key)
{
    return plan_arm_named(reader, plan_text(reader, map, key, rule),
                          plan_place(map, key), rule);
}

static void read_sensitivity(struct plan_reader *reader,
                             const struct yml_node *map,
                             struct hypothesis *hypothesis)
{
    const struct yml_node *sensitivity = yml_get(map, "sensitivity");
    if (!sensitivity ||
        !plan_check_keys(reader, sensitivity, SECTION_SENSITIVITY, rule)) {
        return;
    }
    hypothesis->has_sensitivity = true;
    hypothesis->sensitivity_treatment =
        read_arm(reader, sensitivity, "treatment");
    hypothesis->sensitivity_control =
        yml_get(sensitivity, "control")
            ? read_arm(reader, sensitivity, "control")
            : hypothesis->control;
    hypothesis->sensitivity_expects_worse =
        !read_either(reader, sensitivity, "expect", "worse", "better");
}

static void check_id(struct plan_reader *reader, const struct yml_node *map,
                     struct str id)
{
    const struct place place = plan_place(map, "id");
    if (id.len > 0 && !plan_is_name(id)) {
        plan_fault(reader, rule, place,
                   "\"%.*s\" cannot name a hypothesis: use lower-case "
                   "letters, digits and hyphens",
                   STR_ARG(id));
    }
    if (plan_hypothesis(reader->plan, id)) {
        plan_fault(reader, rule, place, "two hypotheses are called \"%.*s\"",
                   STR_ARG(id));
    }
    if (plan_arm(reader->plan, id) < reader->plan->arm_count) {
        plan_fault(reader, rule, place,
                   "\"%.*s\" is an arm, so a reference to it could mean "
                   "either",
                   STR_ARG(id));
    }
}

static void check_practice(struct plan_reader *reader,
                           const struct yml_node *map, struct str practice)
{
    if (practice.len == 0 || library_find(reader->library, practice)) {
        return;
    }
    const struct str near = library_nearest(reader->library, practice);
    struct diag *diag =
        plan_fault(reader, rule, plan_place(map, "practice"),
                   "no record has the id \"%.*s\"", STR_ARG(practice));
    if (near.len > 0) {
        diag_hint(reader->diags, diag, "did you mean \"%.*s\"?", STR_ARG(near));
    }
}

/* Each arm that is compared has the metric. */
static void check_metric(struct plan_reader *reader, const struct yml_node *map,
                         const struct hypothesis *hypothesis)
{
    const size_t arms[] = {hypothesis->control, hypothesis->treatment,
                           hypothesis->sensitivity_control,
                           hypothesis->sensitivity_treatment};
    const char *const keys[] = {"control", "treatment", "sensitivity",
                                "sensitivity"};
    const size_t count = hypothesis->has_sensitivity ? 4 : 2;
    plan_check_metric(reader, map, hypothesis->metric, rule);
    for (size_t i = 0; i < count; i++) {
        plan_check_arm_metric(reader, plan_place(map, keys[i]), arms[i],
                              hypothesis->metric, rule);
    }
}

static bool are_equal(struct plan_reader *reader, size_t left, size_t right)
{
    const struct arm *arms = reader->plan->arms;
    struct config_difference *differences = NULL;
    return !reader->has_lost_setting && !arms[left].derived &&
           !arms[right].derived &&
           config_diff(reader->arena, &arms[left].config, &arms[right].config,
                       &differences) == 0;
}

/* The two sides of a comparison must differ in what is tested, and in none of
 * the budgets. */
static void check_pair(struct plan_reader *reader, const struct yml_node *map,
                       const char *key, size_t control, size_t treatment)
{
    const struct plan *plan = reader->plan;
    if (control >= plan->arm_count || treatment >= plan->arm_count) {
        return;
    }
    if (control == treatment) {
        plan_fault(reader, rule, plan_place(map, key),
                   "an arm is set against itself");
        return;
    }
    if (are_equal(reader, control, treatment)) {
        plan_fault(reader, rule, plan_place(map, key),
                   "the arms \"%.*s\" and \"%.*s\" are one configuration "
                   "under two names",
                   STR_ARG(plan->arms[control].name),
                   STR_ARG(plan->arms[treatment].name));
        return;
    }
    const struct str fixed =
        plan_fixed_difference(reader->arena, plan, control, treatment);
    if (fixed.len > 0) {
        plan_fault(reader, rule, plan_place(map, key),
                   "the arms \"%.*s\" and \"%.*s\" differ in %.*s, which the "
                   "plan fixes",
                   STR_ARG(plan->arms[control].name),
                   STR_ARG(plan->arms[treatment].name), STR_ARG(fixed));
    }
}

static struct hypothesis read_hypothesis(struct plan_reader *reader,
                                         const struct yml_node *map)
{
    const struct real_range margin = {0, metric_ceiling, true,
                                      "a number above 0"};
    const struct real_range alpha = {1e-6, 0.999999, false,
                                     "a number between 0 and 1"};
    const struct real_range worst = {-metric_ceiling, metric_ceiling, false,
                                     "a number no larger than 1e8"};
    struct hypothesis hypothesis = {
        .id = plan_text(reader, map, "id", rule),
        .practice = plan_text(reader, map, "practice", rule),
        .metric = plan_text(reader, map, "metric", rule),
        .family = plan_text(reader, map, "family", rule),
        .is_higher_better =
            read_either(reader, map, "better", "lower", "higher"),
        .expect = read_expect(reader, map),
        .control = read_arm(reader, map, "control"),
        .treatment = read_arm(reader, map, "treatment"),
        .margin_text = plan_text(reader, map, "margin", rule),
        .margin = read_real(reader, map, "margin", 1, margin),
        .alpha = read_real(reader, map, "alpha", 0.05, alpha),
        .worst = read_real(reader, map, "worst", 0, worst),
        .looks = read_looks(reader, map),
        .place = map->place,
    };
    if (hypothesis.family.len == 0) {
        hypothesis.family = reader->plan->id;
    }
    read_sensitivity(reader, map, &hypothesis);
    check_id(reader, map, hypothesis.id);
    check_practice(reader, map, hypothesis.practice);
    check_metric(reader, map, &hypothesis);
    check_pair(reader, map, "treatment", hypothesis.control,
               hypothesis.treatment);
    if (hypothesis.has_sensitivity) {
        check_pair(reader, map, "sensitivity", hypothesis.sensitivity_control,
                   hypothesis.sensitivity_treatment);
    }
    return hypothesis;
}

/* Fewest seeds with which the least p there is, 2^-n, reaches half of alpha. */
static size_t fewest_for_verdict(const struct hypothesis *hypothesis)
{
    const double half = hypothesis->alpha / (double)hypothesis->looks / 2;
    size_t fewest = 1;
    for (double p = 0.5; p > half && fewest < 64; p /= 2) {
        fewest++;
    }
    return fewest;
}

static bool is_pilot(struct plan_reader *reader, const struct yml_node *map)
{
    const struct yml_node *node = yml_get(map, "pilot");
    bool pilot = false;
    if (node && !yml_bool(node, &pilot)) {
        plan_fault(reader, rule, node->place, "pilot is true or false");
    }
    return pilot;
}

/* A planned experiment may still be looking for its seeds. */
static void check_seed_count(struct plan_reader *reader,
                             const struct hypothesis *hypothesis,
                             const struct yml_node *map)
{
    enum { FEWEST_IN_PILOT = 3 };
    const struct plan *plan = reader->plan;
    const bool has_pilot = is_pilot(reader, map);
    const size_t fewest =
        has_pilot ? FEWEST_IN_PILOT : fewest_for_verdict(hypothesis);
    const struct yml_node *seeds = yml_get(reader->front, "seeds");
    if (plan->status == PLAN_PLANNED || !seeds || seeds->kind != YML_MAP ||
        plan->claim.len >= fewest) {
        return;
    }
    struct diag *diag = plan_fault(
        reader, "plan-seeds", plan_place(seeds, "claim"),
        "%zu claim seeds are too few for a %s: it takes %zu at alpha %.10g "
        "with %lld look%s",
        plan->claim.len, has_pilot ? "pilot" : "verdict", fewest,
        hypothesis->alpha, (long long)hypothesis->looks,
        hypothesis->looks == 1 ? "" : "s");
    if (!has_pilot && plan->claim.len >= FEWEST_IN_PILOT) {
        diag_hint(reader->diags, diag,
                  "add seeds, or write `pilot: true` in the hypothesis: then "
                  "the numbers are shown and nothing is decided");
    }
}

static void add_hypothesis(struct plan_reader *reader,
                           const struct yml_node *map)
{
    struct plan *plan = reader->plan;
    if (!plan_check_keys(reader, map, SECTION_HYPOTHESIS, rule)) {
        return;
    }
    LIST(struct hypothesis)
    list = {plan->hypotheses, plan->hypothesis_count, plan->hypothesis_count};
    const struct hypothesis hypothesis = read_hypothesis(reader, map);
    check_seed_count(reader, &hypothesis, map);
    *LIST_PUSH(reader->arena, &list) = hypothesis;
    plan->hypotheses = list.at;
    plan->hypothesis_count = list.len;
}

/* 2^20 subsets are the most that the exact test goes through. */
enum { SEEDS_THAT_DECIDE = 20 };

void plan_read_hypotheses(struct plan_reader *reader)
{
    const struct yml_node *list = yml_get(reader->front, "hypotheses");
    if (!list) {
        return;
    }
    if (list->kind != YML_LIST) {
        plan_fault(reader, rule, list->place, "hypotheses are a list");
        return;
    }
    if (reader->plan->status == PLAN_SURVEY && list->len > 0) {
        plan_fault(reader, rule, list->place,
                   "a survey decides nothing, so it has no hypotheses");
        return;
    }
    if (reader->plan->claim.len > SEEDS_THAT_DECIDE && list->len > 0) {
        plan_fault(reader, "plan-seeds", list->place,
                   "%zu claim seeds are more than the %d that the exact test "
                   "takes",
                   reader->plan->claim.len, SEEDS_THAT_DECIDE);
    }
    for (size_t i = 0; i < list->len; i++) {
        add_hypothesis(reader, list->items[i]);
    }
}
