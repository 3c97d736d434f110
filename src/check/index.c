/* Plans and evidence by id. A map keeps void pointers, and nobody writes
 * through these. */

#include "check/index.h"

static void put(struct arena *arena, struct map *map, struct str id, void *item)
{
    void **slot = map_slot(arena, map, id);
    if (!*slot) {
        *slot = item;
    }
}

static void put_tests(struct arena *arena, struct map *tests,
                      const struct plan *plan)
{
    for (size_t i = 0; i < plan->hypothesis_count; i++) {
        void **slot = map_slot(arena, tests, plan->hypotheses[i].practice);
        struct tested_by *known = *slot;
        if (!known) {
            known = *slot = ARENA_NEW(arena, struct tested_by);
        }
        if (!known->plan || (known->plan->status == PLAN_PLANNED &&
                             plan->status != PLAN_PLANNED)) {
            *known = (struct tested_by){plan, &plan->hypotheses[i]};
        }
    }
}

void index_build(struct arena *arena, const struct check_input *input,
                 const struct check_options *options, struct check_index *index)
{
    *index = (struct check_index){
        .kept = kept_new(arena, input->library, !options->has_fields_only)};
    for (size_t i = 0; input->plans && i < input->plans->len; i++) {
        put(arena, &index->plans, input->plans->at[i].id, &input->plans->at[i]);
        put_tests(arena, &index->tests, &input->plans->at[i]);
    }
    for (size_t i = 0; input->evidences && i < input->evidences->len; i++) {
        put(arena, &index->evidences, input->evidences->at[i].id,
            &input->evidences->at[i]);
    }
}

void index_split(struct str reference, struct str *experiment,
                 struct str *hypothesis)
{
    *hypothesis = (struct str){0};
    str_cut(reference, '.', experiment, hypothesis);
}

const struct plan *index_plan(const struct check_index *index, struct str id)
{
    return map_get(&index->plans, id);
}

const struct evidence *index_evidence(const struct check_index *index,
                                      struct str id)
{
    return map_get(&index->evidences, id);
}

const struct tested_by *index_tested_by(const struct check_index *index,
                                        struct str practice)
{
    return map_get(&index->tests, practice);
}

struct kept *index_kept(const struct check_index *index)
{
    kept_read(index->kept);
    return index->kept;
}
