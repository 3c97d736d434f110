/* The page of a practice: claim, sources, measurement, verdict and certainty
 * side by side, then everything behind them. */

#include "render/page.h"

#include "render/figures.h"
#include "render/outcome.h"
#include "render/provenance.h"
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
    const struct site_input *input = &context->site->input;
    const struct texts *listed = &practice->evidence;
    struct assessment *assessments =
        ARENA_ARRAY(context->arena, struct assessment, listed->len + 1);
    *count = 0;
    for (size_t i = 0; i < listed->len; i++) {
        if (is_first(listed, i)) {
            assessments[(*count)++] =
                assess(input, practice, listed->at[i].text);
        }
    }
    if (*count == 0) {
        assessments[(*count)++] = assess(input, practice, S(""));
    }
    return assessments;
}

/* ---- Rows of lists ---------------------------------------------------- */

static const struct assessment *gravest(const struct assessment *assessments,
                                        size_t count)
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

/* Each verdict once, gravest first, with how many hypotheses have it. */
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
            if (found > 1) {
                view_printf(arena, item, "times", "\xc3\x97%zu", found);
            }
        }
    }
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
    const struct assessment *shown = gravest(assessments, count);
    view_certainty(context, row, &shown->certainty);
    view_verdict(context, row, shown->verdict);
    view_citations(context, row, practice);
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

static void view_outcomes(const struct page_context *context, struct view *page,
                          const struct assessment *assessments, size_t count)
{
    struct arena *arena = context->arena;
    struct view *outcomes = view_list(arena, page, "outcomes");
    struct view *cards = view_list(arena, page, "cards");
    for (size_t i = 0; i < count; i++) {
        struct view *outcome = view_push(arena, outcomes);
        view_outcome(context, outcome, &assessments[i]);
        view_int(arena, outcome, "number", (int64_t)i + 1);
        view_hypothesis_card(context, cards, &assessments[i]);
    }
    view_flag(arena, page, "has_cards", cards->len > 0);
    view_flag(arena, page, "has_several", count > 1);
}

static bool is_first_of(const struct assessment *assessments, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (assessments[i].evidence == assessments[index].evidence) {
            return false;
        }
    }
    return assessments[index].evidence != NULL;
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
        if (!is_first_of(assessments, i) || plan == NULL) {
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

/* Figures of each experiment once; where the plan draws none that shows the
 * hypothesis's arms, their loss. */
static void view_practice_figures(const struct page_context *context,
                                  struct view *page,
                                  const struct assessment *assessments,
                                  size_t count)
{
    struct arena *arena = context->arena;
    struct view *figures = view_list(arena, page, "figures");
    for (size_t i = 0; i < count; i++) {
        const struct evidence *evidence = assessments[i].evidence;
        if (!is_first_of(assessments, i)) {
            continue;
        }
        const size_t before = figures->len;
        view_figures(context, figures, evidence, NULL);
        if (figures->len == before) {
            const struct figure_choice arms = {
                assessments[i].decision->control,
                assessments[i].decision->treatment};
            view_loss_figure(context, figures, evidence, &arms);
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
    view_outcomes(context, view, assessments, count);
    view_limits(context, view, record, assessments, count);
    view_practice_figures(context, view, assessments, count);
    view_flags(context, view, record);
    view_relations(context, view, record);
    view_history(context, view, record);
    view_backlinks(context, view, record);
}
