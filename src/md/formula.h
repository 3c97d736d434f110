#ifndef MD_FORMULA_H
#define MD_FORMULA_H

/* TeX as MathML. A formula is read once, however often it is shown; who keeps
 * what is read from one command to the next brings the two callbacks. */

#include "base/arena.h"

struct md_formula {
    struct str mathml; /* "<math ...>...</math>", or empty */
    /* What is wrong with it, and at which byte, when nothing could be made of
     * it; STR_NONE when the place is not known. */
    struct str fault;
    size_t fault_at;
};

/* What was answered before, by a key that says whose answer it is. */
struct md_formula_memory {
    void *context;
    bool (*recall)(void *context, struct str key, struct arena *arena,
                   struct str *answer);
    void (*keep)(void *context, struct str key, struct str answer);
};

/* Costs nothing until the first formula. `memory` may be NULL, else it must
 * last as long. */
struct md_formulas;
struct md_formulas *md_formulas_new(const struct md_formula_memory *memory);
void md_formulas_free(struct md_formulas *formulas);

/* Never NULL; lives as long as `formulas`. The MathML holds its TeX as an
 * annotation where it is more than a letter, carries no id and no link, and has
 * only text of UTF-8 in it. */
const struct md_formula *md_formula_of(struct md_formulas *formulas,
                                       struct str tex, bool is_display);

/* Longer ones, and those that nest deeper, are refused. */
enum { MD_FORMULA_CEILING = 4096, MD_FORMULA_DEPTH = 100 };

#endif
