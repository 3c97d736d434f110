/* How a run's parameters begin, and its table of positions. */
#include "core/math.h"
#include "core/run.h"

/* What residual scaling multiplies a drawn tensor's std with; 1 for most. */
static double scaled_down(const struct core_model *model,
                          enum core_tensor_start start, double std)
{
    bool is_last = start == CORE_START_RESIDUAL;
    bool is_inside = start == CORE_START_BRANCH;
    if (model->residual == CORE_RESIDUAL_DEPTH && is_last) {
        return std / core_sqrt(2.0 * model->blocks);
    }
    if (model->residual == CORE_RESIDUAL_DEEPNORM && (is_last || is_inside)) {
        return std / core_sqrt(core_sqrt(8.0 * model->blocks));
    }
    return std;
}

/* The std of a drawn tensor; see enum core_init, core_residual and
 * core_parameterisation in core.h. */
static double initial_std(const struct core_model *model,
                          const struct core_tensor *tensor)
{
    double inputs = tensor->columns;
    double outputs = tensor->rows;
    double std = model->init_std;
    if (tensor->kind != CORE_KIND_EMBEDDING) {
        switch (model->init) {
        case CORE_INIT_NORMAL:
            if (tensor->kind == CORE_KIND_HIDDEN) {
                std = std / core_sqrt(core_width_ratio(model));
            }
            break;
        case CORE_INIT_XAVIER:
            std = core_sqrt(2 / (inputs + outputs));
            break;
        case CORE_INIT_HE:
            std = core_sqrt(2 / inputs);
            break;
        }
    }
    return scaled_down(model, tensor->start, std);
}

/* The place of a number in its matrix, not in memory, decides what is drawn: a
 * narrow model's is part of a wide one's. */
static void draw(struct core_run *run, const struct core_tensor *tensor,
                 uint32_t stream)
{
    real *at = run->parameters + tensor->offset;
    size_t count = (size_t)tensor->rows * tensor->columns;
    double std = initial_std(&run->config.model, tensor);
    for (size_t i = 0; i < count; i++) {
        struct core_words place = {{(uint32_t)(i % tensor->columns),
                                    (uint32_t)(i / tensor->columns), stream,
                                    tensor->block}};
        struct core_words words =
            core_philox(place, run->seed, CORE_PURPOSE_INIT);
        at[i] = (real)(std * core_normal(words.word[0]));
    }
}

static void start_tensor(struct core_run *run, const struct core_tensor *tensor,
                         uint32_t stream)
{
    const struct core_model *model = &run->config.model;
    real *at = run->parameters + tensor->offset;
    size_t count = (size_t)tensor->rows * tensor->columns;
    switch (tensor->start) {
    case CORE_START_RESIDUAL:
        if (model->residual == CORE_RESIDUAL_ZERO) {
            core_fill(at, count, 0);
            break;
        }
        draw(run, tensor, stream);
        break;
    case CORE_START_NORMAL:
    case CORE_START_BRANCH:
        draw(run, tensor, stream);
        break;
    case CORE_START_ONE:
        core_fill(at, count, 1);
        break;
    case CORE_START_ZERO:
        core_fill(at, count, 0);
        break;
    case CORE_START_ALPHA:
        core_fill(at, count, (real)model->residual_alpha);
        break;
    }
}

void core_start_parameters(struct core_run *run)
{
    const struct core_model *model = &run->config.model;
    core_fill(run->parameters, run->layout.size, 0);
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        uint32_t block = 0;
        struct core_tensor tensor = core_tensor(model, i);
        start_tensor(run, &tensor,
                     core_tensor_stream(core_tensor_at(model, i, &block)));
    }
}

/* Sines at even places and cosines at odd ones, of t / 10000^(2i/width): what
 * Vaswani et al. (2017), section 3.5, add to the stream, and what Su et al.
 * (2021), eq. 15, turn each head by. */
void core_start_positions(struct core_run *run)
{
    const struct core_model *model = &run->config.model;
    uint32_t width = model->width;
    if (model->positions == CORE_POSITIONS_LEARNED) {
        return;
    }
    if (model->positions == CORE_POSITIONS_ROPE) {
        width = model->width / model->heads;
    }
    for (uint32_t c = 0; c < width; c += 2) {
        double rate = core_exp(-core_log(10000) * c / width);
        for (uint32_t t = 0; t < model->context; t++) {
            real *at = run->positions + (size_t)t * width + c;
            at[0] = (real)core_sin(t * rate);
            at[1] = (real)core_cos(t * rate);
        }
    }
}
