/* The page of a practice: claim, sources, measurement, verdict and certainty
 * side by side, then everything behind them. */

#include "render/page.h"

#include "render/figures.h"
#include "render/lineage.h"
#include "render/outcome.h"
#include "render/provenance.h"
#include "render/reported.h"
#include "render/rerun.h"
#include "render/words.h"

/* A hypothesis that is listed twice is shown once. */
static bool is_first(const struct texts *texts, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (str_equal(texts->at[i].text, texts->at[index].text)) {
            return false;
        }
    }
    return true;
}

struct assessment *assess_practice(const struct page_context *context,
                                   const struct record *practice, size_t *count)
{
    const struct texts *listed = &practice->evidence;
    struct assessment *assessments =
        ARENA_ARRAY(context->arena, struct assessment, listed->len + 1);
    *count = 0;
    for (size_t i = 0; i < listed->len; i++) {
        if (is_first(listed, i)) {
            assessments[(*count)++] =
                assess(context, practice, listed->at[i].text);
        }
    }
    if (*count == 0) {
        assessments[(*count)++] = assess(context, practice, S(""));
    }
    return assessments;
}

/* ---- Rows of lists ---------------------------------------------------- */

const struct assessment *gravest_assessment(
    const struct assessment *assessments, size_t count)
{
    const struct assessment *found = &assessments[0];
    for (size_t i = 1; i < count; i++) {
        if (verdict_gravity(assessments[i].verdict) <
            verdict_gravity(found->verdict)) {
            found = &assessments[i];
        }
    }
    return found;
}

/* Each verdict once, gravest first, with how many hypotheses have it: nothing
 * is averaged, so that one contradiction among five replications shows. */
static void view_verdicts(const struct page_context *context, struct view *row,
                          const struct assessment *assessments, size_t count)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, row, "verdicts");
    for (int gravity = 0; gravity < VERDICT_COUNT; gravity++) {
        size_t found = 0;
        enum verdict verdict = VERDICT_NOT_TESTED;
        for (size_t i = 0; i < count; i++) {
            if (verdict_gravity(assessments[i].verdict) == gravity) {
                verdict = assessments[i].verdict;
                found++;
            }
        }
        if (found > 0) {
            struct view *item = view_push(arena, list);
            view_verdict(context, item, verdict);
            view_int(arena, item, "count", (int64_t)found);
            if (found > 1) {
                view_printf(arena, item, "times", "\xc3\x97%zu", found);
            }
        }
    }
}

/* What it is about, by the words and labels of its kind's vocabulary. */
static void view_topics(const struct page_context *context, struct view *row,
                        const struct record *practice)
{
    struct arena *arena = context->arena;
    struct view *topics = view_list(arena, row, "topics");
    for (size_t i = 0; i < practice->tags.len; i++) {
        const struct str word = practice->tags.at[i].text;
        struct view *topic = view_push(arena, topics);
        view_text(arena, topic, "word", word);
        view_text(arena, topic, "label", tag_label(context, practice, word));
    }
    view_flag(arena, row, "has_topics", topics->len > 0);
}

void view_practice_row(const struct page_context *context, struct view *row,
                       const struct record *practice)
{
    struct arena *arena = context->arena;
    view_record(context, row, practice);
    view_prose(context, row, "claim", practice->claim);
    view_flag(arena, row, "has_claim", practice->claim.len > 0);
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(context, practice, &count);
    view_verdicts(context, row, assessments, count);
    const struct assessment *shown = gravest_assessment(assessments, count);
    view_certainty(context, row, &shown->certainty);
    view_verdict(context, row, shown->verdict);
    view_int(arena, row, "verdict_rank", verdict_gravity(shown->verdict));
    view_int(arena, row, "certainty_rank", shown->certainty.here.level);
    view_statement(context, row, practice);
    view_topics(context, row, practice);
}

/* ---- The page --------------------------------------------------------- */

static void view_flags(const struct page_context *context, struct view *page,
                       const struct record *record)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "flags");
    for (size_t i = 0; i < record->flag_count; i++) {
        struct view *item = view_push(arena, list);
        view_prose(context, item, "text", record->flags[i].text);
        if (record->flags[i].since > 0) {
            view_int(arena, item, "since", record->flags[i].since);
        }
        view_text(arena, item, "resolved", record->flags[i].resolved);
    }
    view_flag(arena, page, "has_flags", record->flag_count > 0);
}

/* ---- Groups ----------------------------------------------------------- */

static bool is_same_group(const struct assessment *a,
                          const struct assessment *b)
{
    return a->plan == b->plan && a->evidence == b->evidence;
}

static bool opens_group(const struct assessment *assessments, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (is_same_group(&assessments[i], &assessments[index])) {
            return false;
        }
    }
    return true;
}

static void show(const struct page_context *context, struct view *figures,
                 const struct evidence *evidence, const struct figure *figure,
                 struct figures_shown *shown)
{
    for (size_t i = 0; i < shown->len; i++) {
        if (shown->at[i] == figure) {
            return;
        }
    }
    *LIST_PUSH(context->arena, shown) = figure;
    view_figure(context, figures, evidence, figure);
}

/* The figures that show the group's hypotheses best; where none is planned,
 * the learning curves of the first. */
static void view_group_figures(const struct page_context *context,
                               struct view *group,
                               const struct assessment *assessments,
                               size_t count, size_t first,
                               struct figures_shown *shown)
{
    const struct assessment *head = &assessments[first];
    struct view *figures = view_list(context->arena, group, "figures");
    for (size_t i = first; head->evidence != NULL && i < count; i++) {
        const struct assessment *one = &assessments[i];
        const struct figure *figure =
            is_same_group(one, head) && one->hypothesis != NULL &&
                    one->decision != NULL
                ? figure_of_hypothesis(one->plan, one->hypothesis)
                : NULL;
        if (figure != NULL) {
            show(context, figures, one->evidence, figure, shown);
        }
    }
    if (figures->len == 0 && head->decision != NULL) {
        const struct figure_choice arms = {head->decision->control,
                                           head->decision->treatment};
        view_loss_figure(context, figures, head->evidence, &arms);
    }
    view_flag(context->arena, group, "has_figures", figures->len > 0);
}

static void view_group(const struct page_context *context, struct view *page,
                       struct view *group, const struct assessment *assessments,
                       size_t count, size_t first, struct figures_shown *shown)
{
    struct arena *arena = context->arena;
    const struct assessment *head = &assessments[first];
    struct view *outcomes = view_list(arena, group, "outcomes");
    struct view *cards = view_list(arena, page, "cards");
    for (size_t i = first; i < count; i++) {
        if (is_same_group(&assessments[i], head)) {
            view_outcome(context, view_push(arena, outcomes), &assessments[i]);
            view_hypothesis_card(context, cards, &assessments[i]);
        }
    }
    view_group_figures(context, group, assessments, count, first, shown);
    if (head->plan != NULL) {
        struct view *experiment = view_child(arena, group, "experiment");
        view_record(context, experiment, head->plan->record);
        view_text(arena, experiment, "question", head->plan->question);
        view_comparisons(context, group, head->plan, head->evidence,
                         &assessments[first], count - first);
    }
}

/* Outcomes by experiment, in the order in which the practice names them. */
static void view_groups(const struct page_context *context, struct view *page,
                        const struct assessment *assessments, size_t count,
                        struct figures_shown *shown)
{
    struct arena *arena = context->arena;
    struct view *groups = view_list(arena, page, "groups");
    struct view *rollup = view_list(arena, page, "rollup");
    for (size_t i = 0; i < count; i++) {
        if (opens_group(assessments, i)) {
            view_group(context, page, view_push(arena, groups), assessments,
                       count, i, shown);
        }
        struct view *item = view_push(arena, rollup);
        view_verdict(context, item, assessments[i].verdict);
        view_text(arena, item, "reference", assessments[i].reference);
        view_text(arena, item, "fragment",
                  url_part(arena, assessments[i].reference));
        if (assessments[i].hypothesis != NULL) {
            view_text(arena, item, "name",
                      words_of_key(arena, assessments[i].hypothesis->id));
        }
    }
    view_flag(arena, page, "has_cards",
              view_list(arena, page, "cards")->len > 0);
    view_flag(arena, page, "has_several", count > 1);
    view_int(arena, page, "hypothesis_count", (int64_t)count);
    view_int(arena, page, "experiment_count", (int64_t)groups->len);
    view_flag(arena, page, "has_several_experiments", groups->len > 1);
    view_verdicts(context, page, assessments, count);
}

/* What the scale of each experiment does not tell about the claim. */
static void view_limits(const struct page_context *context, struct view *page,
                        const struct record *record,
                        const struct assessment *assessments, size_t count)
{
    struct arena *arena = context->arena;
    struct view *list = view_list(arena, page, "limits");
    for (size_t i = 0; i < count; i++) {
        const struct plan *plan = assessments[i].plan;
        if (!assess_is_first(assessments, i) || plan == NULL) {
            continue;
        }
        struct view *item = view_push(arena, list);
        view_record(context, item, plan->record);
        view_text(arena, item, "tested_scale",
                  scale_words(arena, &plan->scale));
        view_text(arena, item, "claimed_scale",
                  scale_words(arena, &record->scale));
        const bool is_smaller = record->scale.params > plan->scale.params;
        view_text(arena, item, "gap",
                  is_smaller ? factor_text(arena, record->scale.params,
                                           plan->scale.params)
                             : S(""));
    }
}

/* The other figures of each experiment. */
static void view_practice_figures(const struct page_context *context,
                                  struct view *page,
                                  const struct assessment *assessments,
                                  size_t count,
                                  const struct figures_shown *shown)
{
    struct arena *arena = context->arena;
    struct view *figures = view_list(arena, page, "figures");
    for (size_t i = 0; i < count; i++) {
        if (assess_is_first(assessments, i)) {
            view_figures(context, figures, assessments[i].evidence, shown);
        }
    }
    view_flag(arena, page, "has_figures", figures->len > 0);
}

static void view_claim(const struct page_context *context, struct view *page,
                       const struct record *record)
{
    struct arena *arena = context->arena;
    view_prose(context, page, "claim", record->claim);
    view_flag(arena, page, "has_claim", record->claim.len > 0);
    if (record->scale.is_present) {
        view_text(arena, page, "scale", scale_words(arena, &record->scale));
    }
}

/* Where the practice stands between those that tell of it and what it rests on;
 * nothing where it stands alone. */
static void view_neighbourhood(const struct page_context *context,
                               struct view *page, const struct record *record)
{
    const struct lineage lineage = lineage_around(context, record);
    if (lineage.gaps[LINEAGE_PRACTICES].len == 0) {
        return;
    }
    struct out out = {0};
    lineage_draw(&out, context, &lineage, S("lineage"));
    view_text(context->arena, page, "neighbourhood_html",
              out_take(&out, context->arena));
    view_flag(context->arena, page, "has_overview", true);
}

void fill_practice(const struct page_context *context, struct view *view,
                   const struct page *page)
{
    const struct record *record = page->record;
    size_t count = 0;
    const struct assessment *assessments =
        assess_practice(context, record, &count);
    view_base(context, view, "practice", short_title(context->arena, record),
              page->place);
    view_head(context, view, record);
    view_banners(context, view, record, assessments, count);
    view_claim(context, view, record);
    view_citations(context, view, record);
    struct figures_shown shown = {0};
    view_groups(context, view, assessments, count, &shown);
    view_limits(context, view, record, assessments, count);
    view_practice_figures(context, view, assessments, count, &shown);
    view_rerun_practice(context, view, assessments, count);
    view_flags(context, view, record);
    view_neighbourhood(context, view, record);
    view_relations(context, view, record);
    view_history(context, view, record);
    view_backlinks(context, view, record);
}
