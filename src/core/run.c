/* A run from its memory to its last step: where its parts lie, how its
 * parameters begin, what one step does. */
#include "core/run.h"

#include "core/math.h"
#include "core/work.h"

/* ---- Memory ------------------------------------------------------------- */

/* Hands out parts aligned to 64 bytes, or only counts them. */
struct carver {
    char *memory;
    uint64_t used;
};

static void *carve(struct carver *carver, uint64_t bytes)
{
    char *part = carver->memory ? carver->memory + carver->used : NULL;
    carver->used += (bytes + 63) / 64 * 64;
    return part;
}

static uint64_t reals(uint64_t count)
{
    return count * sizeof(real);
}

/* Gives the run its arrays; returns the bytes they take with the run. */
static uint64_t lay_out(struct core_run *run, char *memory)
{
    const struct core_model *model = &run->config.model;
    struct carver carver = {.memory = memory};
    struct core_moments moments = core_moments(&run->config);
    uint64_t size = reals(run->layout.size);
    (void)carve(&carver, sizeof(struct core_run));
    void *tables = carve(&carver, core_source_size(&run->config));
    run->parameters = carve(&carver, size);
    run->gradient = carve(&carver, reals(run->layout.gradient_size));
    run->first = carve(&carver, reals(moments.first));
    run->second = carve(&carver, reals(moments.second));
    run->space = carve(&carver, reals(moments.space));
    run->positions =
        carve(&carver, reals((uint64_t)model->context * model->width));
    run->work = carve(&carver, reals(core_work(model, run->lanes, NULL).size));
    run->losses = carve(&carver, reals(run->lanes));
    run->bayes = carve(&carver, model->context * sizeof(double));
    run->tokens = carve(&carver, ((uint64_t)model->context + 1) * run->lanes);
    if (memory) {
        run->source = core_source_start(&run->config, tables);
    }
    return carver.used;
}

/* The most lanes any instruction set would use: what memory is counted for. */
static uint32_t most_lanes(const struct core_config *config)
{
    uint32_t batch = config->train.batch;
    return batch % 16 == 0 ? 16 : batch % 8 == 0 ? 8 : 4;
}

size_t core_memory(const struct core_config *config)
{
    if (core_config_error(config)) {
        return 0;
    }
    struct core_run run = {.config = *config,
                           .layout = core_layout(&config->model),
                           .lanes = most_lanes(config)};
    uint64_t bytes = lay_out(&run, NULL) + 63;
    return bytes <= SIZE_MAX / 2 ? (size_t)bytes : 0;
}

/* ---- Start -------------------------------------------------------------- */

void core_fill(real *numbers, size_t count, real value)
{
    for (size_t i = 0; i < count; i++) {
        numbers[i] = value;
    }
}

size_t core_padded(size_t count)
{
    return (count + 15) / 16 * 16;
}

double core_width_ratio(const struct core_model *model)
{
    return model->parameterisation == CORE_PARAMETERISATION_MUP
               ? (double)model->width / model->base_width
               : 1;
}

struct core_run *core_start_with(void *memory, size_t size,
                                 const struct core_config *config,
                                 uint32_t seed,
                                 const struct core_kernel *kernel)
{
    size_t needed = core_memory(config);
    if (!kernel || needed == 0 || size < needed ||
        config->train.batch % core_isa_lanes(kernel->isa) != 0) {
        return NULL;
    }
    char *aligned = (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    struct core_run *run = (struct core_run *)(void *)aligned;
    *run = (struct core_run){.config = *config,
                             .layout = core_layout(&config->model),
                             .kernel = kernel,
                             .seed = seed,
                             .lanes = core_isa_lanes(kernel->isa),
                             .hash = CORE_HASH_START};
    (void)lay_out(run, aligned);
    core_start_parameters(run);
    core_start_positions(run);
    core_fill(run->gradient, run->layout.size, 0);
    core_start_moments(run);
    return run;
}

struct core_run *core_start_on(void *memory, size_t size,
                               const struct core_config *config, uint32_t seed,
                               enum core_isa isa)
{
    return core_start_with(memory, size, config, seed, core_kernel_for(isa));
}

struct core_run *core_start(void *memory, size_t size,
                            const struct core_config *config, uint32_t seed)
{
    struct core_run *run = NULL;
    for (int isa = CORE_ISA_COUNT - 1; isa >= 0 && !run; isa--) {
        run = core_start_on(memory, size, config, seed, (enum core_isa)isa);
    }
    return run;
}

/* ---- Passes ------------------------------------------------------------- */

void core_run_draw(struct core_run *run, enum core_purpose purpose,
                   uint64_t index)
{
    core_source_draw(&run->source, run->seed, purpose, index, run->lanes,
                     run->tokens);
}

struct pass core_run_pass(const struct core_run *run)
{
    return (struct pass){.model = &run->config.model,
                         .layout = &run->layout,
                         .parameters = run->parameters,
                         .positions = run->positions,
                         .tokens = run->tokens,
                         .work = run->work,
                         .scale = 1,
                         .gradient = run->gradient,
                         .loss = run->losses};
}

/* Tokens a step takes its mean over. */
static double batch_tokens(const struct core_run *run)
{
    return (double)run->config.train.batch * run->config.model.context;
}

/* The gradient of what is held at its initial value is 0: neither the norm
 * that clips nor a probe sees it. */
static void clear_untrained(struct core_run *run)
{
    const struct core_model *model = &run->config.model;
    for (uint32_t i = 0; i < CORE_TENSOR_IDS; i++) {
        enum core_tensor_id id = (enum core_tensor_id)i;
        size_t count = (size_t)core_tensor_rows(model, id) *
                       core_tensor_columns(model, id);
        if (count == 0 || core_tensor_is_trained(model, id)) {
            continue;
        }
        for (uint32_t b = 0; b < core_tensor_copies(model, id); b++) {
            size_t offset = core_layout_at(&run->layout, id, b);
            core_fill(run->gradient + offset, count, 0);
        }
    }
}

double core_run_batch(struct core_run *run, bool with_gradient)
{
    struct pass pass = core_run_pass(run);
    uint64_t index = (uint64_t)run->steps_done * run->config.train.batch;
    double loss = 0;
    pass.scale = (real)(1 / batch_tokens(run));
    if (with_gradient) {
        core_fill(run->gradient, run->layout.gradient_size, 0);
    }
    for (uint32_t b = 0; b < run->config.train.batch; b += run->lanes) {
        core_run_draw(run, CORE_PURPOSE_TRAIN, index + b);
        run->kernel->forward(&pass);
        for (uint32_t lane = 0; lane < run->lanes; lane++) {
            loss += (double)run->losses[lane];
        }
        if (with_gradient) {
            run->kernel->backward(&pass);
        }
    }
    if (with_gradient) {
        pass_finish(&pass);
        clear_untrained(run);
    }
    return loss;
}

/* ---- A step ------------------------------------------------------------- */

static void diverge(struct core_run *run)
{
    run->has_diverged = true;
    run->loss = __builtin_nanf("");
    run->gradient_norm = __builtin_nanf("");
    run->hash = core_hash_float(run->hash, run->loss);
}

bool core_step(struct core_run *run)
{
    if (run->has_diverged || run->steps_done >= run->config.train.steps) {
        return false;
    }
    /* An update can overflow, and not every parameter shows in the loss. */
    if (!run->kernel->all_finite(run->layout.size, run->parameters)) {
        diverge(run);
        return false;
    }
    run->loss = (float)(core_run_batch(run, true) / batch_tokens(run));
    run->gradient_norm =
        core_sqrtf(run->kernel->square_sum(run->layout.size, run->gradient));
    if (!core_is_finite((double)run->loss) ||
        !core_is_finite((double)run->gradient_norm)) {
        diverge(run);
        return false;
    }
    core_update_parameters(run);
    run->hash = core_hash_float(run->hash, run->loss);
    run->steps_done++;
    return true;
}

float core_gradient(struct core_run *run, const float **gradient)
{
    double loss = core_run_batch(run, true) / batch_tokens(run);
    *gradient = run->gradient;
    return (float)loss;
}
