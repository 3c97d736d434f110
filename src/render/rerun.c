/* Experiments as a browser reruns them. Numbers that are compared bit for bit
 * are written as decimals that read back as the same double; whole numbers of
 * units, which may be larger than a double keeps, as text. */

#include "render/rerun.h"

#include <string.h>

#include "base/json.h"
#include "render/output.h"

/* ---- What can be run again -------------------------------------------- */

/* The runs of a trained arm that are the plan's. */
struct rerun_arm {
    const struct arm *arm;
    const struct run_result **runs;
    size_t run_count;
};

static struct rerun_arm rerun_arm_of(struct arena *arena,
                                     const struct evidence *evidence,
                                     const struct arm *arm)
{
    const struct evidence_arm *found = evidence_arm_find(evidence, arm->name);
    struct rerun_arm rerun = {.arm = arm};
    if (arm->derived != NULL || found == NULL || found->is_derived) {
        return rerun;
    }
    struct out canonical = {0};
    config_canonical(&canonical, &arm->config);
    rerun.runs =
        ARENA_ARRAY(arena, const struct run_result *, found->run_count + 1);
    for (size_t i = 0; i < found->run_count; i++) {
        const struct run_result *run = &found->runs[i];
        const struct sha256_hex key =
            run_key_of_text(CORE_NUMERICS, out_text(&canonical), run->seed);
        if (strcmp(key.text, run->key.text) == 0) {
            rerun.runs[rerun.run_count++] = run;
        }
    }
    out_free(&canonical);
    return rerun;
}

/* One experiment, arm by arm as in the plan. */
struct rerun {
    const struct plan *plan;
    const struct evidence *evidence;
    struct rerun_arm *arms; /* as those of the plan; without runs when it
                               cannot be rerun */
    size_t run_count;       /* of all arms */
};

static struct rerun rerun_of(struct arena *arena, const struct plan *plan,
                             const struct evidence *evidence)
{
    const size_t arm_count = plan == NULL ? 0 : plan->arm_count;
    struct rerun rerun = {
        .plan = plan,
        .evidence = evidence,
        .arms = ARENA_ARRAY(arena, struct rerun_arm, arm_count + 1),
    };
    if (plan == NULL || evidence == NULL || !plan->is_sound) {
        return rerun;
    }
    for (size_t i = 0; i < plan->arm_count; i++) {
        rerun.arms[i] = rerun_arm_of(arena, evidence, &plan->arms[i]);
        rerun.run_count += rerun.arms[i].run_count;
    }
    return rerun;
}

/* The trained arms behind an arm: itself, or a derived one's members. */
static size_t members_of(const struct plan *plan, const size_t *arm,
                         const size_t **members)
{
    const struct derived *derived = plan->arms[*arm].derived;
    *members = derived != NULL ? derived->members : arm;
    return derived != NULL ? derived->member_count : 1;
}

static size_t arms_of(const struct hypothesis *hypothesis, size_t arms[4])
{
    arms[0] = hypothesis->control;
    arms[1] = hypothesis->treatment;
    arms[2] = hypothesis->sensitivity_control;
    arms[3] = hypothesis->sensitivity_treatment;
    return hypothesis->has_sensitivity ? 4 : 2;
}

static void mark_arms(const struct plan *plan,
                      const struct hypothesis *hypothesis, bool *is_marked)
{
    size_t arms[4] = {0};
    const size_t count = arms_of(hypothesis, arms);
    for (size_t i = 0; i < count; i++) {
        const size_t *members = NULL;
        const size_t member_count = members_of(plan, &arms[i], &members);
        for (size_t m = 0; m < member_count; m++) {
            is_marked[members[m]] = true;
        }
    }
}

/* Decided again on every seed it was decided on. */
static bool is_whole(struct arena *arena, const struct rerun *rerun,
                     const struct hypothesis *hypothesis)
{
    const struct plan *plan = rerun->plan;
    bool *is_marked = ARENA_ARRAY(arena, bool, plan->arm_count + 1);
    mark_arms(plan, hypothesis, is_marked);
    bool is_found =
        evidence_decision_find(rerun->evidence, hypothesis->id) != NULL;
    for (size_t i = 0; i < plan->arm_count; i++) {
        is_found = is_found && (!is_marked[i] || rerun->arms[i].run_count ==
                                                     plan_seeds(plan)->len);
    }
    return is_found;
}

/* ---- The index of a page ---------------------------------------------- */

static void put_seeds(struct json_out *j, const struct seeds *seeds)
{
    json_key(j, "seeds");
    json_open(j, '[');
    for (size_t i = 0; i < seeds->len; i++) {
        json_int(j, seeds->at[i]);
    }
    json_close(j);
}

static void put_index_hypothesis(struct json_out *j, const struct rerun *rerun,
                                 const struct hypothesis *hypothesis)
{
    const struct plan *plan = rerun->plan;
    json_open(j, '{');
    json_put_str(j, "id", hypothesis->id);
    json_put_str(j, "control", plan->arms[hypothesis->control].name);
    json_put_str(j, "treatment", plan->arms[hypothesis->treatment].name);
    json_key(j, "arms");
    json_open(j, '[');
    size_t arms[4] = {0};
    const size_t count = arms_of(hypothesis, arms);
    for (size_t i = 0; i < count; i++) {
        const size_t *members = NULL;
        const size_t member_count = members_of(plan, &arms[i], &members);
        for (size_t m = 0; m < member_count; m++) {
            json_str(j, plan->arms[members[m]].name);
        }
    }
    json_close(j);
    json_close(j);
}

static void put_index_arm(struct json_out *j, const struct rerun_arm *arm)
{
    json_put_str(j, "name", arm->arm->name);
    json_put_double(j, "cost", run_cost(&arm->arm->config));
}

static void put_index_arms(struct json_out *j, const struct rerun *rerun,
                           const bool *is_shown)
{
    json_key(j, "arms");
    json_open(j, '[');
    for (size_t i = 0; i < rerun->plan->arm_count; i++) {
        if (rerun->arms[i].run_count > 0 && is_shown[i]) {
            json_open(j, '{');
            put_index_arm(j, &rerun->arms[i]);
            json_close(j);
        }
    }
    json_close(j);
}

/* What every index begins with. */
static void put_index_head(struct json_out *j,
                           const struct page_context *context,
                           const struct rerun *rerun)
{
    const struct plan *plan = rerun->plan;
    json_put_str(j, "id", plan->id);
    json_put_str(j, "data",
                 ARENA_JOIN(context->arena, context->root,
                            rerun_path(context, plan, rerun->evidence)));
    put_seeds(j, plan_seeds(plan));
}

/* `wanted` names hypotheses by their place in the plan; NULL is all, and all
 * arms with them. */
static void put_index(struct json_out *j, const struct page_context *context,
                      const struct rerun *rerun, const bool *wanted)
{
    const struct plan *plan = rerun->plan;
    struct arena *arena = context->arena;
    bool *is_shown = ARENA_ARRAY(arena, bool, plan->arm_count + 1);
    memset(is_shown, wanted == NULL, plan->arm_count * sizeof *is_shown);
    json_open(j, '{');
    put_index_head(j, context, rerun);
    json_key(j, "hypotheses");
    json_open(j, '[');
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        if ((wanted == NULL || wanted[i]) &&
            is_whole(arena, rerun, hypothesis)) {
            mark_arms(plan, hypothesis, is_shown);
            put_index_hypothesis(j, rerun, hypothesis);
        }
    }
    json_close(j);
    put_index_arms(j, rerun, is_shown);
    json_close(j);
}

/* An index under construction. */
struct rerun_index {
    const struct page_context *context;
    struct out out;
    struct json_out json;
    struct view *commands;
    struct view *page;
};

static struct rerun_index *index_start(const struct page_context *context,
                                       struct view *page)
{
    struct rerun_index *index = ARENA_NEW(context->arena, struct rerun_index);
    *index = (struct rerun_index){.context = context, .page = page};
    index->json = (struct json_out){.out = &index->out, .is_compact = true};
    json_open(&index->json, '[');
    return index;
}

static bool has_any(struct arena *arena, const struct rerun *rerun,
                    const bool *wanted)
{
    bool is_found = wanted == NULL;
    for (size_t i = 0; !is_found && i < rerun->plan->hypothesis_count; i++) {
        is_found =
            wanted[i] && is_whole(arena, rerun, &rerun->plan->hypotheses[i]);
    }
    return is_found;
}

static void index_add(struct rerun_index *index, const struct rerun *rerun,
                      const bool *wanted)
{
    struct arena *arena = index->context->arena;
    if (rerun->run_count == 0 || !has_any(arena, rerun, wanted)) {
        return;
    }
    if (index->commands == NULL) {
        index->commands = view_list(
            arena, view_child(arena, index->page, "rerun"), "commands");
    }
    view_push_text(
        arena, index->commands,
        ARENA_JOIN(arena, S("probatum verify --fresh "), rerun->plan->id));
    put_index(&index->json, index->context, rerun, wanted);
}

static void index_end(struct rerun_index *index)
{
    struct arena *arena = index->context->arena;
    json_close(&index->json);
    output_inert_json(&index->out, 0);
    const struct str text = out_take(&index->out, arena);
    if (index->commands != NULL) {
        view_text(arena, view_child(arena, index->page, "rerun"), "index",
                  text);
        view_flag(arena, index->page, "has_rerun", true);
    }
}

void view_rerun_experiment(const struct page_context *context,
                           struct view *page, const struct plan *plan,
                           const struct evidence *evidence)
{
    const struct rerun rerun = rerun_of(context->arena, plan, evidence);
    struct rerun_index *index = index_start(context, page);
    index_add(index, &rerun, NULL);
    index_end(index);
}

/* An experiment that several of the practice's hypotheses are in is put once,
 * where the first of them stands. */
static bool is_first_of_plan(const struct assessment *assessments, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (assessments[i].plan == assessments[index].plan) {
            return false;
        }
    }
    return assessments[index].plan != NULL;
}

void view_rerun_practice(const struct page_context *context, struct view *page,
                         const struct assessment *assessments, size_t count)
{
    struct arena *arena = context->arena;
    struct rerun_index *index = index_start(context, page);
    for (size_t i = 0; i < count; i++) {
        const struct plan *plan = assessments[i].plan;
        if (!is_first_of_plan(assessments, i)) {
            continue;
        }
        bool *wanted = ARENA_ARRAY(arena, bool, plan->hypothesis_count + 1);
        for (size_t k = i; k < count; k++) {
            if (assessments[k].plan == plan &&
                assessments[k].hypothesis != NULL) {
                wanted[assessments[k].hypothesis - plan->hypotheses] = true;
            }
        }
        const struct rerun rerun =
            rerun_of(arena, plan, assessments[i].evidence);
        index_add(index, &rerun, wanted);
    }
    index_end(index);
}

/* Of each arm where it stands: on the axis of a sweep, elsewhere by the
 * standard deviation that a slider begins at. */
static void put_figure_arms(struct json_out *j, const struct rerun *rerun,
                            const struct figure *figure)
{
    json_key(j, "arms");
    json_open(j, '[');
    for (size_t i = 0; i < figure->arm_count; i++) {
        const struct rerun_arm *arm = &rerun->arms[figure->arms[i]];
        json_open(j, '{');
        put_index_arm(j, arm);
        if (figure->kind == FIGURE_SWEEP) {
            json_put_double(j, "x", arm_number(arm->arm, figure->x));
        } else {
            json_put_double(j, "std", arm->arm->config.core.model.init_std);
        }
        json_close(j);
    }
    json_close(j);
}

void view_rerun_figure(const struct page_context *context, struct view *view,
                       const struct plan *plan, const struct evidence *evidence,
                       const struct figure *figure)
{
    const struct rerun rerun = rerun_of(context->arena, plan, evidence);
    bool is_whole = rerun.run_count > 0 && figure->arm_count > 0;
    for (size_t i = 0; is_whole && i < figure->arm_count; i++) {
        is_whole = rerun.arms[figure->arms[i]].run_count > 0;
    }
    if (!is_whole) {
        return;
    }
    struct out out = {0};
    struct json_out j = {.out = &out, .is_compact = true};
    json_open(&j, '{');
    put_index_head(&j, context, &rerun);
    put_figure_arms(&j, &rerun, figure);
    json_close(&j);
    output_inert_json(&out, 0);
    view_text(context->arena, view, "index", out_take(&out, context->arena));
}

/* ---- The script ------------------------------------------------------- */

struct str rerun_path(const struct page_context *context,
                      const struct plan *plan, const struct evidence *evidence)
{
    const struct rerun rerun = rerun_of(context->arena, plan, evidence);
    if (rerun.run_count == 0) {
        return (struct str){0};
    }
    const struct str place = site_place(context->site, plan->record);
    const struct str name = str_from(place, str_rfind_char(place, '/') + 1);
    return ARENA_JOIN(context->arena, S("data/"), name, S(".js"));
}

static void put_units(struct json_out *j, struct arena *arena, const char *key,
                      int64_t units)
{
    json_put_str(j, key, arena_printf(arena, "%lld", (long long)units));
}

/* The core's fields by their names; those of `base` are left out where they
 * are the same. */
static void put_fields(struct json_out *j, struct arena *arena,
                       const struct core_config *config,
                       const struct core_config *base)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    json_open(j, '{');
    for (size_t i = 0; i < count; i++) {
        const double value = core_field_get(config, &fields[i]);
        const double usual =
            base != NULL ? core_field_get(base, &fields[i]) : 0;
        /* By their bits, but no field is ever NaN. */
        if (base == NULL || value < usual || value > usual) {
            json_key_str(j, arena_printf(arena, "%s.%s", fields[i].section,
                                         fields[i].name));
            json_double(j, value);
        }
    }
    json_close(j);
}

static bool has_points(const struct run_result *run,
                       const struct run_result *other)
{
    return run->curve_len == other->curve_len &&
           (run->curve_len == 0 ||
            memcmp(run->curve_steps, other->curve_steps,
                   run->curve_len * sizeof *run->curve_steps) == 0);
}

static void put_points(struct json_out *j, const struct run_result *run)
{
    json_key(j, "points");
    json_open(j, '[');
    for (size_t i = 0; i < run->curve_len; i++) {
        json_int(j, run->curve_steps[i]);
    }
    json_close(j);
}

static void put_doubles(struct json_out *j, const char *key,
                        const double *values, size_t count)
{
    json_key(j, key);
    json_open(j, '[');
    for (size_t i = 0; i < count; i++) {
        json_double(j, values[i]);
    }
    json_close(j);
}

/* Of arms in a figure of profiles, what is drawn there. */
static bool has_profile(const struct plan *plan, const struct arm *arm)
{
    for (size_t i = 0; i < plan->figure_count; i++) {
        const struct figure *figure = &plan->figures[i];
        for (size_t k = 0; k < figure->arm_count; k++) {
            if (figure->kind == FIGURE_PROFILE &&
                &plan->arms[figure->arms[k]] == arm) {
                return true;
            }
        }
    }
    return false;
}

static void put_run(struct json_out *j, struct arena *arena,
                    const struct run_result *run,
                    const struct run_result *first, bool with_profile)
{
    json_open(j, '{');
    json_put_int(j, "seed", run->seed);
    json_put_str(
        j, "hash",
        arena_printf(arena, "%016llx", (unsigned long long)run->trajectory));
    if (run->diverged_at >= 0) {
        json_put_int(j, "diverged", run->diverged_at);
    }
    if (!has_points(run, first)) {
        put_points(j, run);
    }
    put_doubles(j, "losses", run->curve_losses, run->curve_len);
    if (with_profile) {
        put_doubles(j, "rms", run->residual_rms, run->residual_rms_len);
        put_doubles(j, "gradient", run->gradient_norm, run->gradient_norm_len);
    }
    json_close(j);
}

static void put_arm(struct json_out *j, struct arena *arena,
                    const struct plan *plan, const struct rerun_arm *arm)
{
    const struct config *config = &arm->arm->config;
    const struct core_config *base = &plan->arms[0].config.core;
    const bool with_profile = has_profile(plan, arm->arm);
    json_open(j, '{');
    json_put_str(j, "name", arm->arm->name);
    json_put_double(j, "cost", run_cost(config));
    json_put_int(j, "every", config->eval_every);
    json_key(j, "set");
    put_fields(j, arena, &config->core, base);
    put_points(j, arm->runs[0]);
    json_key(j, "runs");
    json_open(j, '[');
    for (size_t i = 0; i < arm->run_count; i++) {
        put_run(j, arena, arm->runs[i], arm->runs[0], with_profile);
    }
    json_close(j);
    json_close(j);
}

static void put_derived(struct json_out *j, const struct plan *plan,
                        const struct arm *arm)
{
    const struct derived *derived = arm->derived;
    json_open(j, '{');
    json_put_str(j, "name", arm->name);
    json_put_str(j, "metric", derived->metric);
    json_put_bool(j, "highest", derived->is_highest);
    json_key(j, "members");
    json_open(j, '[');
    for (size_t i = 0; i < derived->member_count; i++) {
        const struct arm *member = &plan->arms[derived->members[i]];
        json_open(j, '{');
        json_put_str(j, "arm", member->name);
        json_put_double(j, "value",
                        derived_log2(arm_number(member, derived->setting)));
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void put_ratio(struct json_out *j, struct arena *arena, const char *key,
                      struct ratio ratio)
{
    json_key(j, key);
    json_open(j, '{');
    put_units(j, arena, "sum", ratio.sum);
    json_put_int(j, "count", ratio.size);
    json_close(j);
}

static void put_published(struct json_out *j, struct arena *arena,
                          const struct evidence_decision *decided)
{
    const struct decision *decision = &decided->decision;
    json_key(j, "published");
    json_open(j, '{');
    json_put_c(j, "verdict", verdict_name(decision->verdict));
    json_put_c(j, "reason", reason_name(decision->reason));
    json_put_int(j, "family", decision->family_size);
    json_put_int(j, "p", decision->rule_p);
    put_ratio(j, arena, "mean", decision->mean);
    put_ratio(j, arena, "lo", decision->interval.lo);
    put_ratio(j, arena, "hi", decision->interval.hi);
    json_close(j);
}

static void put_sensitivity(struct json_out *j, const struct plan *plan,
                            const struct hypothesis *hypothesis)
{
    json_key(j, "sensitivity");
    json_open(j, '{');
    json_put_str(j, "control",
                 plan->arms[hypothesis->sensitivity_control].name);
    json_put_str(j, "treatment",
                 plan->arms[hypothesis->sensitivity_treatment].name);
    json_put_bool(j, "worse", hypothesis->sensitivity_expects_worse);
    json_close(j);
}

static void put_integrity(struct json_out *j, unsigned integrity)
{
    json_key(j, "integrity");
    json_open(j, '[');
    for (int i = 1; i < REASON_COUNT; i++) {
        if (integrity & REASON_BIT(i)) {
            json_str(j, str_from_c(reason_name((enum reason)i)));
        }
    }
    json_close(j);
}

static int64_t units_of(double value)
{
    int64_t units = 0;
    return units_from_double(value, &units) ? units : 0;
}

static void put_hypothesis(struct json_out *j, struct arena *arena,
                           const struct plan *plan,
                           const struct hypothesis *hypothesis,
                           const struct evidence_decision *decided)
{
    const struct metric_info *info = metric_find(hypothesis->metric);
    const struct decision *decision = &decided->decision;
    json_open(j, '{');
    json_put_str(j, "id", hypothesis->id);
    json_put_str(j, "metric", hypothesis->metric);
    json_put_c(j, "unit", info != NULL ? info->unit : "");
    json_put_str(j, "control", plan->arms[hypothesis->control].name);
    json_put_str(j, "treatment", plan->arms[hypothesis->treatment].name);
    json_put_c(j, "expect", expect_name(hypothesis->expect));
    json_put_bool(j, "higher", hypothesis->is_higher_better);
    put_units(j, arena, "margin", decision->margin);
    put_units(j, arena, "alpha", decision->level.alpha);
    json_put_int(j, "looks", decision->level.looks);
    put_units(j, arena, "worst", units_of(hypothesis->worst));
    if (hypothesis->has_sensitivity) {
        put_sensitivity(j, plan, hypothesis);
    }
    put_integrity(j, decision->integrity);
    put_published(j, arena, decided);
    json_close(j);
}

static void put_arms(struct json_out *j, struct arena *arena,
                     const struct rerun *rerun)
{
    const struct core_config *base = &rerun->plan->arms[0].config.core;
    json_key(j, "base");
    put_fields(j, arena, base, NULL);
    json_key(j, "arms");
    json_open(j, '[');
    for (size_t i = 0; i < rerun->plan->arm_count; i++) {
        if (rerun->arms[i].run_count > 0) {
            put_arm(j, arena, rerun->plan, &rerun->arms[i]);
        }
    }
    json_close(j);
    json_key(j, "derived");
    json_open(j, '[');
    for (size_t i = 0; i < rerun->plan->arm_count; i++) {
        if (rerun->plan->arms[i].derived != NULL) {
            put_derived(j, rerun->plan, &rerun->plan->arms[i]);
        }
    }
    json_close(j);
}

void rerun_write(struct out *out, const struct page_context *context,
                 const struct plan *plan, const struct evidence *evidence)
{
    struct arena *arena = context->arena;
    const struct rerun rerun = rerun_of(arena, plan, evidence);
    struct json_out j = {.out = out, .is_compact = true};
    out_c(out, "probatum.receive(");
    json_str(&j, plan->id);
    out_char(out, ',');
    j = (struct json_out){.out = out, .is_compact = true};
    json_open(&j, '{');
    put_seeds(&j, plan_seeds(plan));
    put_arms(&j, arena, &rerun);
    json_key(&j, "hypotheses");
    json_open(&j, '[');
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        if (is_whole(arena, &rerun, hypothesis)) {
            put_hypothesis(&j, arena, plan, hypothesis,
                           evidence_decision_find(evidence, hypothesis->id));
        }
    }
    json_close(&j);
    json_close(&j);
    out_c(out, ");\n");
}
