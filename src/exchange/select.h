#ifndef EXCHANGE_SELECT_H
#define EXCHANGE_SELECT_H

/* What an export holds when records are named: of practices, theories and notes
 * what they cite, of experiments what they report. */

#include "evidence/evidence.h"

struct records {
    const struct record **at;
    size_t len, cap;
};

/* Literature records, in the library's order: all of it when none is named. */
void select_works(struct arena *arena, const struct library *library,
                  const struct plans *plans, const struct records *named,
                  struct records *works);

struct chosen_evidence {
    const struct evidence **at;
    size_t len, cap;
};

/* Evidence of the experiments that are named, and of those that test the
 * practices that are; all there is when none is named. A record that has none
 * is added to `without`. */
void select_evidence(struct arena *arena, const struct evidences *evidences,
                     const struct records *named,
                     struct chosen_evidence *chosen, struct records *without);

#endif
