#ifndef CHECK_FORMULA_MEMORY_H
#define CHECK_FORMULA_MEMORY_H

/* What formulas became, kept from one command to the next in build/cache.db:
 * turning TeX into MathML takes a thousand times as long as looking it up. */

#include "md/formula.h"
#include "store/store.h"

/* Either `store` is given and stays the giver's, or `path` of one that is
 * opened with the first formula. Without either nothing is remembered. Must
 * last as long as the formulas, and stay where it is. */
struct formula_memory {
    struct store *store;
    struct str path; /* terminated */
    bool is_opened;  /* from `path`, or tried to */
    struct md_formula_memory callbacks;
};

struct md_formulas *formula_memory_start(struct formula_memory *memory);

/* Frees the formulas too. */
void formula_memory_end(struct formula_memory *memory,
                        struct md_formulas *formulas);

#endif
