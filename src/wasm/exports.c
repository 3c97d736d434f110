/* One configuration and one run behind numbers; see exports.h. */
#include "wasm/exports.h"

#include "core/core.h"
#include "wasm/memory.h"

/* What an instance of the module holds. A module has no other way to keep
 * anything between calls; natively this file is only compiled, never linked. */
static struct {
    bool is_set;
    struct core_config config;  /* of the next run */
    struct core_config running; /* of the run */
    struct core_run *run;
    size_t free; /* where memory after the run begins */
    struct core_activity activity;
    double numbers[2 * CORE_BLOCKS_MAX + 4]; /* what a probe returns */
} page;

/* Room for numbers after the run, where answers of any length go. */
static void *room(size_t size)
{
    return memory_at(page.free, size);
}

static struct core_config *config(void)
{
    if (!page.is_set) {
        page.config = core_preset_decoder16();
        page.is_set = true;
    }
    return &page.config;
}

uint32_t numerics(void)
{
    return CORE_NUMERICS;
}

const char *self_test(void)
{
    return core_self_test();
}

/* ---- Fields ------------------------------------------------------------- */

uint32_t field_count(void)
{
    size_t count = 0;
    (void)core_fields(&count);
    return (uint32_t)count;
}

/* The field of that index, or the last. */
static const struct core_field *field(uint32_t index)
{
    size_t count = 0;
    const struct core_field *fields = core_fields(&count);
    return &fields[index < count ? index : count - 1];
}

const char *field_section(uint32_t index)
{
    return field(index)->section;
}

const char *field_name(uint32_t index)
{
    return field(index)->name;
}

const char *field_choices(uint32_t index)
{
    return field(index)->names;
}

double field_lowest(uint32_t index)
{
    return field(index)->lowest;
}

double field_highest(uint32_t index)
{
    return field(index)->highest;
}

double field_get(uint32_t index)
{
    return core_field_get(config(), field(index));
}

void field_set(uint32_t index, double value)
{
    core_field_set(config(), field(index), value);
}

/* ---- The configuration -------------------------------------------------- */

void config_reset(void)
{
    page.is_set = false;
}

const char *config_error(void)
{
    return core_config_error(config());
}

double config_parameters(void)
{
    return (double)core_parameter_count(&config()->model);
}

double config_memory(void)
{
    return (double)core_memory(config());
}

double config_rate(uint32_t step)
{
    return core_learning_rate(&config()->train, step);
}

/* ---- The run ------------------------------------------------------------ */

bool run_start(uint32_t seed)
{
    size_t size = core_memory(config());
    void *memory = size > 0 ? memory_at(0, size) : NULL;
    page.run = memory ? core_start(memory, size, config(), seed) : NULL;
    page.running = page.config;
    page.free = (size + 63) / 64 * 64;
    return page.run != NULL;
}

uint32_t run_step(uint32_t count)
{
    uint32_t taken = 0;
    while (taken < count && core_step(page.run)) {
        taken++;
    }
    return taken;
}

uint32_t run_steps_done(void)
{
    return core_steps_done(page.run);
}

bool run_has_diverged(void)
{
    return core_has_diverged(page.run);
}

float run_loss(void)
{
    return core_loss(page.run);
}

float run_gradient_norm(void)
{
    return core_gradient_norm(page.run);
}

const double *run_evaluate(void)
{
    struct core_evaluation score = core_evaluate(page.run);
    page.numbers[0] = score.loss;
    page.numbers[1] = score.bayes;
    page.numbers[2] = score.excess;
    page.numbers[3] = score.tokens;
    return page.numbers;
}

const double *run_floors(void)
{
    struct core_floors floors = core_floors(page.run);
    page.numbers[0] = floors.uniform;
    page.numbers[1] = floors.unigram;
    page.numbers[2] = floors.bigram;
    page.numbers[3] = floors.bag;
    page.numbers[4] = floors.bayes;
    return page.numbers;
}

const double *run_residual_rms(void)
{
    core_probe_residual_rms(page.run, page.numbers);
    return page.numbers;
}

const double *run_gradient_norms(void)
{
    core_probe_gradient_norm(page.run, page.numbers);
    return page.numbers;
}

const double *run_activity(void)
{
    const struct core_activity *activity = &page.activity;
    uint32_t blocks = page.running.model.blocks;
    double *at = page.numbers;
    core_probe_activity(page.run, &page.activity);
    *at++ = activity->embedding;
    for (uint32_t i = 0; i < blocks; i++) {
        at[i] = activity->attention[i];
        at[blocks + i] = activity->mlp[i];
    }
    at += 2 * (size_t)blocks;
    *at++ = activity->stream;
    *at++ = activity->logits;
    *at = activity->largest_attention_logit;
    return page.numbers;
}

const float *run_logits(void)
{
    uint64_t size = sizeof(float) * (uint64_t)page.running.train.batch *
                    page.running.model.context * page.running.model.vocab;
    float *logits = size < SIZE_MAX / 2 ? room((size_t)size) : NULL;
    if (logits) {
        core_probe_logits(page.run, logits);
    }
    return logits;
}

const float *run_parameters(void)
{
    return core_parameters(page.run);
}

uint64_t run_parameter_hash(void)
{
    return core_parameter_hash(page.run);
}

uint64_t run_trajectory_hash(void)
{
    return core_trajectory_hash(page.run);
}

/* ---- Tensors ------------------------------------------------------------ */

uint32_t tensor_count(void)
{
    return core_tensor_count(&page.running.model);
}

static struct core_tensor tensor(uint32_t index)
{
    uint32_t count = tensor_count();
    return core_tensor(&page.running.model, index < count ? index : count - 1);
}

const char *tensor_name(uint32_t index)
{
    return tensor(index).name;
}

uint32_t tensor_block(uint32_t index)
{
    return tensor(index).block;
}

uint32_t tensor_rows(uint32_t index)
{
    return tensor(index).rows;
}

uint32_t tensor_columns(uint32_t index)
{
    return tensor(index).columns;
}

uint32_t tensor_offset(uint32_t index)
{
    return (uint32_t)tensor(index).offset;
}

/* ---- Sequences ---------------------------------------------------------- */

/* The tokens of the last sequence asked for, with room for its scores. */
static double *scores(void)
{
    return room((sizeof(double) + 1) * (page.running.model.context + 1));
}

static uint8_t *tokens(void)
{
    double *first = scores();
    return first ? (uint8_t *)(first + page.running.model.context + 1) : NULL;
}

const uint8_t *sequence(bool is_evaluation, uint32_t index)
{
    uint8_t *at = tokens();
    if (at) {
        core_sequence(page.run, is_evaluation, index, at);
    }
    return at;
}

const double *sequence_bayes(void)
{
    double *at = scores();
    if (at) {
        core_sequence_bayes(page.run, tokens(), at);
    }
    return at;
}
