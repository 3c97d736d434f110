/* The page of an experiment: what was asked, what came out and with what arms.
 * Every run behind it has a page of its own (page_runs.c). */

#include "render/page.h"

#include "render/chart.h"
#include "render/figures.h"
#include "render/outcome.h"
#include "render/provenance.h"
#include "render/reported.h"
#include "render/rerun.h"
#include "render/words.h"

/* More are folded away while there are no runs, and stand with the runs when
 * there are: a grid is better read in its figures. */
enum { ARMS_IN_SIGHT = 20 };

static struct str seed_list(struct arena *arena, const struct seeds *seeds)
{
    struct out out = {0};
    for (size_t i = 0; i < seeds->len; i++) {
        out_c(&out, i == 0 ? "" : ", ");
        out_int(&out, seeds->at[i]);
    }
    return out_take(&out, arena);
}

/* ---- The plan --------------------------------------------------------- */

static void view_arms(const struct page_context *context, struct view *page,
                      const struct plan *plan, bool has_evidence)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "arms");
    for (size_t i = 0; i < plan->arm_count; i++) {
        struct view *item = view_push(arena, list);
        view_text(arena, item, "name", plan->arms[i].name);
        if (plan->arms[i].derived != NULL) {
            view_derived(context, item, plan, plan->arms[i].derived);
        }
        struct view *changes = view_list(arena, item, "changes");
        for (size_t c = 0; c < plan->arms[i].change_count; c++) {
            struct view *change = view_push(arena, changes);
            view_text(arena, change, "key", plan->arms[i].changes[c].key);
            view_text(arena, change, "value", plan->arms[i].changes[c].value);
        }
        view_flag(arena, item, "has_changes", changes->len > 0);
    }
    view_flag(arena, page, "has_arms", list->len > 0);
    view_flag(arena, page, "has_many_arms", list->len > ARMS_IN_SIGHT);
    view_flag(arena, page, "shows_arms",
              list->len <= ARMS_IN_SIGHT || !has_evidence);
    view_counted(arena, page, "counted_arms", list->len, "arm");
}

static void view_rule(const struct page_context *context, struct view *list,
                      const struct plan *plan,
                      const struct hypothesis *hypothesis)
{
    struct arena *arena = context->arena;
    struct view *item = view_push(arena, list);
    view_printf(arena, item, "ref", "%.*s.%.*s", STR_ARG(plan->id),
                STR_ARG(hypothesis->id));
    view_text(arena, item, "metric", hypothesis->metric);
    view_text(arena, item, "unit", metric_unit(hypothesis->metric));
    view_text(arena, item, "margin", hypothesis->margin_text);
    view_c(arena, item, "expect", expect_name(hypothesis->expect));
    view_c(arena, item, "better",
           hypothesis->is_higher_better ? "higher" : "lower");
    view_text(arena, item, "alpha", number_text(arena, hypothesis->alpha));
    view_text(arena, item, "family", hypothesis->family);
    if (hypothesis->control < plan->arm_count &&
        hypothesis->treatment < plan->arm_count) {
        view_text(arena, item, "control", plan->arms[hypothesis->control].name);
        view_text(arena, item, "treatment",
                  plan->arms[hypothesis->treatment].name);
    }
}

static void view_plan(const struct page_context *context, struct view *page,
                      const struct plan *plan, bool has_evidence)
{
    struct arena *arena = context->arena;
    view_text(arena, page, "question", plan->question);
    view_c(arena, page, "plan_status", plan_status_name(plan->status));
    view_flag(arena, page, "is_planned", plan->status == PLAN_PLANNED);
    view_flag(arena, page, "is_survey", plan->status == PLAN_SURVEY);
    view_prose(context, page, "needs", plan->needs);
    view_prose(context, page, "cost", plan->cost);
    view_text(arena, page, "scale", scale_words(arena, &plan->scale));
    view_runs_to_do(context, page, plan);
    view_text(arena, page, "plan_hash_now", str_from_c(plan->hash.text));
    struct view *seeds = view_child(arena, page, "seeds_of_plan");
    view_text(arena, seeds, "tuning", seed_list(arena, &plan->tuning));
    view_text(arena, seeds, "noise", seed_list(arena, &plan->noise));
    view_text(arena, seeds, "claim", seed_list(arena, &plan->claim));
    view_arms(context, page, plan, has_evidence);
    struct view *fixed = view_list(arena, page, "fixed");
    for (size_t i = 0; i < plan->fixed.len; i++) {
        view_push_text(arena, fixed, plan->fixed.at[i]);
    }
    struct view *rules = view_list(arena, page, "rules");
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        view_rule(context, rules, plan, &plan->hypotheses[i]);
    }
    view_flag(arena, page, "has_rules", rules->len > 0);
}

/* ---- What was measured ------------------------------------------------ */

static struct assessment *assess_plan(const struct page_context *context,
                                      const struct plan *plan, size_t *count)
{
    *count = plan->hypothesis_count;
    struct assessment *assessments =
        ARENA_ARRAY(context->arena, struct assessment, *count);
    for (size_t i = 0; i < *count; i++) {
        const struct hypothesis *hypothesis = &plan->hypotheses[i];
        const struct str reference =
            arena_printf(context->arena, "%.*s.%.*s", STR_ARG(plan->id),
                         STR_ARG(hypothesis->id));
        assessments[i] = assess(
            context, site_record(context, hypothesis->practice), reference);
    }
    return assessments;
}

static void view_results(const struct page_context *context, struct view *page,
                         const struct evidence *evidence,
                         const struct assessment *assessments, size_t count)
{
    struct arena *arena = context->arena;
    struct view *outcomes = view_list(arena, page, "outcomes");
    struct view *cards = view_list(arena, page, "cards");
    for (size_t i = 0; i < count; i++) {
        view_outcome(context, view_push(arena, outcomes), &assessments[i]);
        view_hypothesis_card(context, cards, &assessments[i]);
    }
    view_flag(arena, page, "has_outcomes", count > 0);
    if (evidence == NULL) {
        return;
    }
    view_flag(arena, page, "has_evidence", true);
    view_provenance(context, view_child(arena, page, "provenance"), evidence);
    view_figures(context, view_list(arena, page, "figures"), evidence, NULL);
    view_flag(arena, page, "has_figures",
              view_list(arena, page, "figures")->len > 0);
    if (evidence->plan != NULL) {
        view_measured(context, view_child(arena, page, "measured"), evidence,
                      &evidence->metrics);
    }
    view_rerun_experiment(context, page, evidence->plan, evidence);
}

void fill_experiment(const struct page_context *context, struct view *view,
                     const struct page *page)
{
    const struct record *record = page->record;
    const struct plan *plan = site_plan(context, record->id);
    const struct evidence *evidence = site_evidence(context, record->id);
    struct assessment *assessments = NULL;
    size_t count = 0;
    view_flag(context->arena, view, "shows_practice", true);
    view_base(context, view, "experiment", short_title(context->arena, record),
              page->place);
    view_head(context, view, record);
    view_text(context->arena, view, "runs_href",
              runs_url(context, record, "html"));
    view_text(context->arena, view, "runs_href_md",
              runs_url(context, record, "md"));
    if (plan != NULL) {
        assessments = assess_plan(context, plan, &count);
        view_plan(context, view, plan, evidence != NULL);
        view_results(context, view, evidence, assessments, count);
        view_comparisons(context, view, plan, evidence, assessments, count);
        view_flag(context->arena, view, "is_unsound", !plan->is_sound);
    }
    view_findings(context, view, record);
    view_banners(context, view, record, assessments, count);
    view_relations(context, view, record);
    view_history(context, view, record);
    view_backlinks(context, view, record);
}
