#ifndef EXPERIMENT_WORKPLACE_H
#define EXPERIMENT_WORKPLACE_H

/* A project of one practice, one source and one plan, loaded from a folder of
 * its own: what the tests of plans and evidence start from. */

#include "support/test.h"

#include "base/fs.h"
#include "experiment/plan.h"

struct workplace {
    struct arena arena;
    struct diags diags;
    struct test_folder folder;
    struct project *project;
    struct library *library;
    struct plans plans;
};

static inline void workplace_write(struct workplace *place, const char *name,
                                   const char *text)
{
    struct failure failure = {0};
    const struct str path = fs_join(
        &place->arena, str_from_c(place->folder.path), str_from_c(name));
    if (!fs_write(path.ptr, str_from_c(text), FS_QUICK, &failure)) {
        fail_msg("%s", failure.why);
    }
}

/* Reads the plan's text as experiments/EXP-901.yaml. */
static inline const struct plan *workplace_plan(struct workplace *place,
                                                const char *text)
{
    struct failure failure = {0};
    bool is_incomplete = false;
    place->diags = (struct diags){.arena = &place->arena};
    workplace_write(place, "experiments/EXP-901.yaml", text);
    if (!project_load(&place->arena, str_from_c(place->folder.path),
                      &place->project, &place->diags, &failure)) {
        fail_msg("%s", failure.why);
    }
    place->library = library_load(&place->arena, place->project, &place->diags,
                                  &is_incomplete);
    place->plans = plans_load(&place->arena, place->library, &place->diags);
    const struct plan *plan = plans_find(&place->plans, S("EXP-901"));
    assert_non_null(plan);
    return plan;
}

static inline int workplace_set_up(void **state)
{
    static struct workplace place;
    place = (struct workplace){.folder = test_folder_new()};
    workplace_write(&place, "probatum.yaml",
                    "kinds:\n"
                    "  SOTA: {role: practice, folder: practices}\n"
                    "  LIT: {role: literature, folder: literature}\n"
                    "  EXP: {role: experiment, folder: experiments,\n"
                    "        statuses: [active, survey, planned]}\n");
    workplace_write(&place, "practices/SOTA-900.yaml",
                    "title: A practice\nclaim: It works.\n");
    workplace_write(&place, "literature/LIT-900.yaml",
                    "title: A source\ntype: supplied\n"
                    "reports:\n- {id: loss, what: loss, value: '2.440'}\n");
    *state = &place;
    return 0;
}

static inline int workplace_tear_down(void **state)
{
    struct workplace *place = *state;
    test_folder_remove(&place->folder);
    arena_free(&place->arena);
    return 0;
}

/* A sound plan with two arms, to be changed by each test. */
#define PLAN_HEAD                  \
    "id: EXP-901\n"                \
    "title: Steps\n"               \
    "question: Which is better?\n" \
    "status: active\n"             \
    "version: 1\n"                 \
    "date: '2026-11-29'\n"
#define PLAN_BASE                                           \
    "model: {blocks: 1}\n"                                  \
    "train: {lr: 1.0e-3, warmup: 2, batch: 4, steps: 20,\n" \
    "        eval: {every: 5, tokens: 512}}\n"
#define PLAN_ARMS                   \
    "arms:\n"                       \
    "  small: {}\n"                 \
    "  large: {train.lr: 1.0e-2}\n" \
    "  still: {train.lr: 0}\n"
#define PLAN_SEEDS                                            \
    "seeds: {tuning: [1], noise: [11, 12, 13, 14, 15, 16],\n" \
    "        claim: [101, 102, 103, 104, 105, 106]}\n"        \
    "measure: [final-loss, residual-growth]\n"                \
    "fixed: [train.steps, data]\n"
#define PLAN_HYPOTHESIS                                                       \
    "hypotheses:\n"                                                           \
    "- {id: larger, practice: SOTA-900, metric: final-loss, better: lower,\n" \
    "   control: small, treatment: large, expect: improvement,\n"             \
    "   margin: 0.010, worst: 3.466,\n"                                       \
    "   sensitivity: {treatment: still, expect: worse}}\n"
#define PLAN_WHOLE PLAN_HEAD PLAN_BASE PLAN_ARMS PLAN_SEEDS PLAN_HYPOTHESIS

#endif
