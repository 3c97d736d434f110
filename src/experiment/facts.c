/* Facts of a configuration. The floors depend on the data, the vocabulary and
 * the context, so the smallest model that has these is asked. */

#include "experiment/facts.h"

#include <stdlib.h>

size_t config_parameters(const struct config *config)
{
    return core_parameter_count(&config->core.model);
}

double config_tokens(const struct config *config)
{
    const struct core_train *train = &config->core.train;
    return (double)train->steps * train->batch * config->core.model.context;
}

static struct core_config smallest_with_data_of(const struct config *config)
{
    struct core_config small = core_preset_decoder16();
    small.model.vocab = config->core.model.vocab;
    small.model.context = config->core.model.context;
    small.model.blocks = 1;
    small.data = config->core.data;
    return small;
}

static bool floors_of(const struct config *config, struct core_floors *floors)
{
    const struct core_config small = smallest_with_data_of(config);
    const size_t size = core_memory(&small);
    void *memory = size > 0 ? malloc(size) : NULL;
    const struct core_run *run =
        memory ? core_start(memory, size, &small, 1) : NULL;
    if (run) {
        *floors = core_floors(run);
    }
    free(memory);
    return run != NULL;
}

bool config_floor(const struct config *config, struct str name, double *nats)
{
    struct core_floors floors = {0};
    const struct {
        const char *name;
        const double *nats;
    } names[] = {{"uniform", &floors.uniform},
                 {"unigram", &floors.unigram},
                 {"bigram", &floors.bigram},
                 {"bag", &floors.bag},
                 {"bayes", &floors.bayes}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_is(name, names[i].name)) {
            if (!floors_of(config, &floors)) {
                return false;
            }
            *nats = *names[i].nats;
            return true;
        }
    }
    return false;
}
