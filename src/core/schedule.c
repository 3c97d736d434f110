/* The learning rate of each step. Warmup begins above zero, so the first step
 * trains; cosine ends at its floor at the last step and not before, so there is
 * no flat shelf. Cosine: Loshchilov & Hutter (2017), eq. 5, without restarts. */
#include "core/core.h"
#include "core/math.h"

double core_learning_rate(const struct core_train *train, uint32_t step)
{
    if (step < train->warmup) {
        return train->lr * ((double)step + 1) / ((double)train->warmup + 1);
    }
    uint32_t last = train->steps - 1;
    if (train->schedule == CORE_SCHEDULE_CONSTANT || last <= train->warmup) {
        return train->lr;
    }
    double done = step < last ? (double)(step - train->warmup) /
                                    (double)(last - train->warmup)
                              : 1;
    double low = train->lr * train->floor;
    return low + (train->lr - low) * (1 + core_cos(CORE_PI * done)) / 2;
}
