#ifndef EXPERIMENT_FACTS_H
#define EXPERIMENT_FACTS_H

/* What follows from a configuration alone, before anything is run: sizes that
 * prose would otherwise count by hand, and what the source of the data allows a
 * predictor to reach. */

#include "experiment/config.h"

/* Trained numbers of the model. */
size_t config_parameters(const struct config *config);

/* Tokens whose successor a whole run is trained on. */
double config_tokens(const struct config *config);

/* The exact expected loss, in nats, of the best predictor that knows as much as
 * its name says: "uniform", "unigram", "bigram", "bag" or "bayes", as
 * core_floors has them. False for another name, or where there is no memory. */
bool config_floor(const struct config *config, struct str name, double *nats);

#endif
