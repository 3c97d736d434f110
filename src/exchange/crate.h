#ifndef EXCHANGE_CRATE_H
#define EXCHANGE_CRATE_H

/* Evidence for other hands: a Research Object Crate, which is a folder with
 * plans, evidence and a description that programs read. Every run is an action
 * with the plan as its object, the evidence as its result and the training core
 * as its instrument. https://w3id.org/ro/crate/1.2 */

#include "exchange/select.h"

struct crate_file {
    struct str path; /* below the crate's folder, as it is in the project */
    struct str text;
};

struct crate_files {
    struct crate_file *at;
    size_t len, cap;
};

/* The files of the crate, its description last. No clock enters: the date is
 * that of the latest evidence. False, saying why, when the project states no
 * licence, since a crate must have one, and for evidence whose plan is gone or
 * has moved on since. */
bool crate_make(struct arena *arena, const struct project *project,
                const struct chosen_evidence *chosen, struct crate_files *files,
                struct failure *failure);

/* The licence as an address: a word such as CC-BY-4.0 is one of SPDX's; an
 * address is itself. */
struct str crate_licence(struct arena *arena, struct str licence);

#endif
