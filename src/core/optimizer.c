/* The update of a step: by which rule each tensor moves, how its decay, its
 * rate and muP's factors come together, and where moments are kept. */
#include "core/math.h"
#include "core/run.h"

enum rule { RULE_NONE, RULE_ADAMW, RULE_SGD, RULE_MUON };

static enum rule rule_of(const struct core_config *config,
                         enum core_tensor_id id)
{
    if (!core_tensor_is_trained(&config->model, id)) {
        return RULE_NONE;
    }
    switch (config->train.optimizer) {
    case CORE_OPTIMIZER_ADAMW:
        break;
    case CORE_OPTIMIZER_SGD:
        return RULE_SGD;
    case CORE_OPTIMIZER_MUON:
        if (core_tensor_kind(id) == CORE_KIND_HIDDEN) {
            return RULE_MUON;
        }
        break;
    }
    return RULE_ADAMW;
}

/* ---- Memory ------------------------------------------------------------- */

/* A tensor's numbers and those that pad them. */
static size_t padded_count(const struct core_model *model,
                           enum core_tensor_id id)
{
    return core_padded((size_t)core_tensor_rows(model, id) *
                       core_tensor_columns(model, id));
}

struct core_moments core_moments(const struct core_config *config)
{
    const struct core_model *model = &config->model;
    struct core_moments moments = {0};
    for (uint32_t i = 0; i < CORE_TENSOR_IDS; i++) {
        enum core_tensor_id id = (enum core_tensor_id)i;
        enum rule rule = rule_of(config, id);
        size_t count = padded_count(model, id) * core_tensor_copies(model, id);
        moments.first += rule == RULE_NONE ? 0 : count;
        moments.second += rule == RULE_ADAMW ? count : 0;
        if (rule == RULE_MUON) {
            size_t space = muon_space(core_tensor_rows(model, id),
                                      core_tensor_columns(model, id), NULL)
                               .size;
            moments.space = space > moments.space ? space : moments.space;
        }
    }
    return moments;
}

void core_start_moments(struct core_run *run)
{
    struct core_moments moments = core_moments(&run->config);
    core_fill(run->first, moments.first, 0);
    core_fill(run->second, moments.second, 0);
    run->beta1_power = 1;
    run->beta2_power = 1;
}

/* ---- A step ------------------------------------------------------------- */

/* The step's own factors; counts it in the powers of the betas. */
static struct update step_factors(struct core_run *run)
{
    const struct core_train *train = &run->config.train;
    double norm = (double)run->gradient_norm;
    bool is_clipped = train->clip > 0 && norm > train->clip;
    run->beta1_power *= train->beta1;
    run->beta2_power *= train->beta2;
    return (struct update){.scale = is_clipped ? (real)(train->clip / norm) : 1,
                           .beta1 = (real)train->beta1,
                           .beta2 = (real)train->beta2,
                           .rest1 = (real)(1 - train->beta1),
                           .rest2 = (real)(1 - train->beta2),
                           .unbias1 = (real)(1 / (1 - run->beta1_power)),
                           .unbias2 = (real)(1 / (1 - run->beta2_power)),
                           .eps = (real)train->eps,
                           .momentum = (real)train->momentum,
                           .space = run->space};
}

/* The schedule at one step. */
struct pace {
    double rate;
    double share; /* of the peak, which may be 0 */
};

static struct pace pace_of(const struct core_train *train, uint32_t step)
{
    struct core_train unit = *train;
    unit.lr = 1;
    return (struct pace){.rate = core_learning_rate(train, step),
                         .share = core_learning_rate(&unit, step)};
}

/* Liu et al. (2025), eq. 4: an update as large as AdamW's. */
static double muon_size(const struct update *update)
{
    size_t longest =
        update->rows > update->columns ? update->rows : update->columns;
    return 0.2 * core_sqrt((double)longest);
}

/* muP divides the rate of hidden matrices by m and multiplies their decay with
 * it: coupled, the two cancel; independent decay, which no rate enters, stays
 * as it is. */
static void add_rate_and_decay(const struct core_run *run, struct pace pace,
                               enum core_tensor_id id, struct update *update)
{
    const struct core_config *config = &run->config;
    enum core_tensor_kind kind = core_tensor_kind(id);
    bool is_hidden = kind == CORE_KIND_HIDDEN;
    double m = is_hidden ? core_width_ratio(&config->model) : 1;
    double decay = core_kind_is_matrix(kind) ? config->train.decay : 0;
    bool is_muon = rule_of(config, id) == RULE_MUON;
    update->rate = (real)(pace.rate / m * (is_muon ? muon_size(update) : 1));
    update->keep = 1;
    update->pull = 0;
    switch (config->train.decay_form) {
    case CORE_DECAY_FORM_COUPLED:
        update->keep = (real)(1 - pace.rate * decay);
        break;
    case CORE_DECAY_FORM_INDEPENDENT:
        update->keep = (real)(1 - pace.share * decay);
        break;
    case CORE_DECAY_FORM_L2:
        update->pull = (real)(decay * m);
        break;
    }
}

static void apply(const struct core_kernel *kernel, enum rule rule,
                  const struct update *update)
{
    switch (rule) {
    case RULE_NONE:
        break;
    case RULE_ADAMW:
        kernel->adamw(update);
        break;
    case RULE_SGD:
        kernel->sgd(update);
        break;
    case RULE_MUON:
        kernel->muon(update);
        break;
    }
}

/* Moments lie one behind another in the order in which tensors are updated;
 * `step` carries the next ones. */
static void update_tensor(struct core_run *run, struct pace pace,
                          enum core_tensor_id id, struct update *step)
{
    const struct core_model *model = &run->config.model;
    enum rule rule = rule_of(&run->config, id);
    step->rows = core_tensor_rows(model, id);
    step->columns = core_tensor_columns(model, id);
    step->count = padded_count(model, id);
    add_rate_and_decay(run, pace, id, step);
    for (uint32_t block = 0; block < core_tensor_copies(model, id); block++) {
        size_t offset = core_layout_at(&run->layout, id, block);
        step->gradient = run->gradient + offset;
        step->parameter = run->parameters + offset;
        apply(run->kernel, rule, step);
        step->first += rule == RULE_NONE ? 0 : step->count;
        step->second += rule == RULE_ADAMW ? step->count : 0;
    }
}

void core_update_parameters(struct core_run *run)
{
    struct update step = step_factors(run);
    struct pace pace = pace_of(&run->config.train, run->steps_done);
    step.first = run->first;
    step.second = run->second;
    for (uint32_t id = 0; id < CORE_TENSOR_IDS; id++) {
        if (core_tensor_rows(&run->config.model, (enum core_tensor_id)id) > 0) {
            update_tensor(run, pace, (enum core_tensor_id)id, &step);
        }
    }
}
