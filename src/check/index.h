#ifndef CHECK_INDEX_H
#define CHECK_INDEX_H

/* What several rules look up, compiled once before the first of them runs, so
 * that no rule searches the library for each record. */

#include "check/check.h"
#include "check/kept.h"

struct check_index {
    struct map plans;     /* id -> struct plan */
    struct map evidences; /* id -> struct evidence */
    struct map tests;     /* practice -> the first struct tested_by */
    struct kept *kept;    /* what is kept of each work, read when asked for */
};

/* Who tests a practice. One that was run, or is to be, comes before one that is
 * only planned. */
struct tested_by {
    const struct plan *plan;
    const struct hypothesis *hypothesis;
};

void index_build(struct arena *arena, const struct check_input *input,
                 const struct check_options *options,
                 struct check_index *index);

/* "EXP-002.rmsnorm-no-worse" in its parts; `hypothesis` is empty when there is
 * no point. */
void index_split(struct str reference, struct str *experiment,
                 struct str *hypothesis);

const struct plan *index_plan(const struct check_index *index, struct str id);
const struct evidence *index_evidence(const struct check_index *index,
                                      struct str id);

/* NULL when no plan tests the practice. */
const struct tested_by *index_tested_by(const struct check_index *index,
                                        struct str practice);

/* The words that are kept of works, read now when they were not before. */
struct kept *index_kept(const struct check_index *index);

#endif
