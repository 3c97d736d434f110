/* What a run can be asked: its state, its score, its probes, its hashes. */
#include "core/math.h"
#include "core/run.h"

uint32_t core_steps_done(const struct core_run *run)
{
    return run->steps_done;
}

bool core_has_diverged(const struct core_run *run)
{
    return run->has_diverged;
}

enum core_isa core_run_isa(const struct core_run *run)
{
    return run->kernel->isa;
}

float core_loss(const struct core_run *run)
{
    return run->loss;
}

float core_gradient_norm(const struct core_run *run)
{
    return run->gradient_norm;
}

const float *core_parameters(const struct core_run *run)
{
    return run->parameters;
}

float *core_parameters_mutable(struct core_run *run)
{
    return run->parameters;
}

/* ---- Evaluation --------------------------------------------------------- */

/* Sum over a lane's sequence of what the source's law would score. */
static double bayes_sum(struct core_run *run, uint32_t lane)
{
    double sum = 0;
    core_source_bayes(&run->source, run->tokens + lane, run->lanes, run->bayes);
    for (uint32_t t = 0; t < run->config.model.context; t++) {
        sum += run->bayes[t];
    }
    return sum;
}

struct core_evaluation core_evaluate(struct core_run *run)
{
    uint32_t context = run->config.model.context;
    uint32_t tokens = run->config.train.eval_tokens;
    uint32_t sequences = (tokens + context - 1) / context;
    sequences = (sequences + 15) / 16 * 16;
    struct pass pass = core_run_pass(run);
    double loss = 0;
    double bayes = 0;
    for (uint32_t index = 0; index < sequences; index += run->lanes) {
        core_run_draw(run, CORE_PURPOSE_EVALUATE, index);
        run->kernel->forward(&pass);
        for (uint32_t lane = 0; lane < run->lanes; lane++) {
            loss += (double)run->losses[lane];
            bayes += bayes_sum(run, lane);
        }
    }
    double count = (double)sequences * context;
    if (!core_is_finite(loss)) {
        loss = (double)__builtin_nanf("");
    }
    return (struct core_evaluation){.loss = loss / count,
                                    .bayes = bayes / count,
                                    .excess = (loss - bayes) / count,
                                    .tokens = sequences * context};
}

/* ---- Probes ------------------------------------------------------------- */

void core_probe_residual_rms(struct core_run *run, double *out)
{
    const struct core_model *model = &run->config.model;
    uint32_t batch = run->config.train.batch;
    uint64_t index = (uint64_t)run->steps_done * batch;
    struct pass pass = core_run_pass(run);
    pass.squares = run->squares;
    for (uint32_t i = 0; i <= model->blocks; i++) {
        out[i] = 0;
    }
    for (uint32_t b = 0; b < batch; b += run->lanes) {
        core_run_draw(run, CORE_PURPOSE_TRAIN, index + b);
        run->kernel->forward(&pass);
        for (uint32_t i = 0; i <= model->blocks; i++) {
            for (uint32_t lane = 0; lane < run->lanes; lane++) {
                out[i] += (double)run->squares[i * run->lanes + lane];
            }
        }
    }
    double count = (double)batch * model->context * model->width;
    for (uint32_t i = 0; i <= model->blocks; i++) {
        out[i] = core_sqrt(out[i] / count);
    }
}

void core_probe_gradient_norm(struct core_run *run, double *out)
{
    const struct core_model *model = &run->config.model;
    (void)core_run_batch(run, true);
    for (uint32_t block = 0; block < model->blocks; block++) {
        out[block] = 0;
    }
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        struct core_tensor tensor = core_tensor(model, i);
        size_t count = (size_t)tensor.rows * tensor.columns;
        const real *at = run->gradient + tensor.offset;
        for (size_t k = 0; k < count && tensor.block < model->blocks; k++) {
            out[tensor.block] += (double)at[k] * (double)at[k];
        }
    }
    for (uint32_t block = 0; block < model->blocks; block++) {
        out[block] = core_sqrt(out[block]);
    }
}

/* ---- Hashes ------------------------------------------------------------- */

uint64_t core_hash_float(uint64_t hash, float number)
{
    uint32_t bits = number != number ? 0x7fc00000U : core_float_bits(number);
    for (int byte = 0; byte < 4; byte++) {
        hash = (hash ^ (bits >> 8 * byte & 0xff)) * 0x100000001b3U;
    }
    return hash;
}

static uint64_t hash_parameters(const struct core_run *run, uint64_t hash)
{
    const struct core_model *model = &run->config.model;
    for (uint32_t i = 0; i < core_tensor_count(model); i++) {
        struct core_tensor tensor = core_tensor(model, i);
        size_t count = (size_t)tensor.rows * tensor.columns;
        for (size_t k = 0; k < count; k++) {
            hash = core_hash_float(hash, run->parameters[tensor.offset + k]);
        }
    }
    return hash;
}

uint64_t core_parameter_hash(const struct core_run *run)
{
    return hash_parameters(run, CORE_HASH_START);
}

uint64_t core_trajectory_hash(const struct core_run *run)
{
    return hash_parameters(run, run->hash);
}

/* ---- The source --------------------------------------------------------- */

struct core_floors core_floors(const struct core_run *run)
{
    return core_source_floors(&run->source);
}

void core_sequence(const struct core_run *run, bool is_evaluation,
                   uint64_t index, uint8_t *tokens)
{
    core_source_draw(&run->source, run->seed,
                     is_evaluation ? CORE_PURPOSE_EVALUATE : CORE_PURPOSE_TRAIN,
                     index, 1, tokens);
}

void core_sequence_bayes(const struct core_run *run, const uint8_t *tokens,
                         double *out)
{
    core_source_bayes(&run->source, tokens, 1, out);
}
