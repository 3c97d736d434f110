/* The learning rate of each step. Warmup begins above zero, so the first step
 * trains; cosine and wsd end at their floor at the last step and not before, so
 * there is no flat shelf. Cosine: Loshchilov & Hutter (2017), eq. 5, without
 * restarts. Constant and then linear: Hägele et al. (2024), section 3. */
#include "core/core.h"
#include "core/math.h"

/* From lr to low while `done` goes from 0 at the end of warmup to 1 at the last
 * step. */
static double cosine(double lr, double low, double done)
{
    return low + (lr - low) * (1 + core_cos(CORE_PI * done)) / 2;
}

/* `left` steps come after this one. */
static double warmup_stable_decay(const struct core_train *train, double low,
                                  uint32_t left)
{
    if (left >= train->cooldown) {
        return train->lr;
    }
    return low + (train->lr - low) * left / train->cooldown;
}

double core_learning_rate(const struct core_train *train, uint32_t step)
{
    uint32_t last = train->steps - 1;
    uint32_t left = step < last ? last - step : 0;
    double low = train->lr * train->floor;
    if (step < train->warmup) {
        return train->lr * ((double)step + 1) / ((double)train->warmup + 1);
    }
    switch (train->schedule) {
    case CORE_SCHEDULE_CONSTANT:
        break;
    case CORE_SCHEDULE_COSINE:
        if (last > train->warmup) {
            uint32_t length = last - train->warmup;
            return cosine(train->lr, low,
                          (double)(length - left) / (double)length);
        }
        break;
    case CORE_SCHEDULE_WSD:
        return warmup_stable_decay(train, low, left);
    }
    return train->lr;
}
