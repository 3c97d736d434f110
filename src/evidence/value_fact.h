#ifndef EVIDENCE_VALUE_FACT_H
#define EVIDENCE_VALUE_FACT_H

/* Values of an arm that are not measured: its settings and what follows from
 * them. value.c asks here before it looks among the metrics. */

#include "evidence/evidence.h"

/* Whether `rest` of EXP-003.arm.REST is a fact's name: "parameters", "tokens",
 * "floor.bayes" or a setting, "train.lr". */
bool value_is_fact(struct str rest);

/* Fills text, number and unit. False with the reason, of a derived arm, of an
 * arm that the plan lost, and of a floor that does not exist. */
bool value_fact(struct arena *arena, struct str rest, struct value *value,
                struct failure *failure);

#endif
