/* Derived arms. They are made of their members' runs after those are known, so
 * whoever has the runs has them, and verifying the one verifies the other. */

#include "evidence/derived.h"

#include <math.h>

size_t derived_pick(const double *values, size_t count, bool is_highest)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i]) &&
            (best == count || (is_highest ? values[i] > values[best]
                                          : values[i] < values[best]))) {
            best = i;
        }
    }
    return best;
}

/* One column of members' runs, of the plan's seeds or of the noise seeds. */
struct members {
    const struct run_result **runs; /* of each member */
    size_t count;
};

static struct run_result derived_run(struct arena *arena,
                                     const struct plan *plan,
                                     const struct derived *derived,
                                     const struct members *members, size_t seed)
{
    const size_t by = metric_index(derived->metric);
    const size_t own = metric_index(derived_metric(derived));
    double *values = ARENA_ARRAY(arena, double, members->count);
    struct run_result run = {
        .seed = members->runs[0][seed].seed,
        .diverged_at = -1,
        .metrics = ARENA_ARRAY(arena, double, metric_count),
    };
    for (size_t i = 0; i < members->count; i++) {
        values[i] = members->runs[i][seed].metrics[by];
    }
    for (size_t i = 0; i < metric_count; i++) {
        run.metrics[i] = (double)NAN;
    }
    const size_t best =
        derived_pick(values, members->count, derived->is_highest);
    if (best < members->count) {
        const struct arm *arm = &plan->arms[derived->members[best]];
        run.metrics[own] = derived_log2(arm_number(arm, derived->setting));
    }
    return run;
}

static struct run_result *derived_runs(struct arena *arena,
                                       const struct plan *plan,
                                       const struct derived *derived,
                                       const struct members *members,
                                       size_t seeds)
{
    struct run_result *runs = ARENA_ARRAY(arena, struct run_result, seeds);
    for (size_t i = 0; i < seeds; i++) {
        runs[i] = derived_run(arena, plan, derived, members, i);
    }
    return runs;
}

void derived_arm(struct arena *arena, const struct plan *plan, size_t index,
                 const struct evidence_arm *arms, struct evidence_arm *arm)
{
    const struct derived *derived = plan->arms[index].derived;
    const size_t count = derived->member_count;
    const struct evidence_arm *first = &arms[derived->members[0]];
    struct members of_plan = {
        ARENA_ARRAY(arena, const struct run_result *, count), count};
    struct members of_noise = {
        ARENA_ARRAY(arena, const struct run_result *, count), count};
    for (size_t i = 0; i < count; i++) {
        of_plan.runs[i] = arms[derived->members[i]].runs;
        of_noise.runs[i] = arms[derived->members[i]].noise_runs;
    }
    *arm = (struct evidence_arm){
        .name = plan->arms[index].name,
        .is_derived = true,
        .run_count = first->run_count,
        .runs = derived_runs(arena, plan, derived, &of_plan, first->run_count),
    };
    if (plan_is_control(plan, index)) {
        arm->noise_count = first->noise_count;
        arm->noise_runs =
            derived_runs(arena, plan, derived, &of_noise, first->noise_count);
    }
}
