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

/* Every NaN is reported as one: machines differ in its sign and bits. */
static double settled(double x)
{
    return x == x ? x : (double)__builtin_nanf("");
}

/* Forward over a batch of sequences from `index`, watched. */
static void watch_batch(struct core_run *run, enum core_purpose purpose,
                        uint64_t index, struct watcher *watcher)
{
    struct pass pass = core_run_pass(run);
    pass.watcher = watcher;
    for (uint32_t b = 0; b < run->config.train.batch; b += run->lanes) {
        core_run_draw(run, purpose, index + b);
        run->kernel->forward(&pass);
    }
}

/* Numbers of a batch's activations with one feature a token. */
static double batch_places(const struct core_run *run)
{
    return (double)run->config.train.batch * run->config.model.context;
}

static const real *token_at(const struct core_run *run, struct grid grid,
                            size_t t)
{
    return grid.at + t * grid.stride * run->lanes;
}

struct rms_watcher {
    struct watcher base;
    const struct core_run *run;
    double *out; /* [blocks + 1] sums of squares */
};

/* Squares are summed as activations are, in single precision and lane by lane;
 * lanes, one after another, in double. */
static void look_at_squares(struct watcher *watcher, enum sight sight,
                            uint32_t block, struct grid grid, size_t features)
{
    struct rms_watcher *to = (struct rms_watcher *)(void *)watcher;
    uint32_t lanes = to->run->lanes;
    for (uint32_t lane = 0; sight == SIGHT_STREAM && lane < lanes; lane++) {
        real sum = 0;
        for (size_t t = 0; t < to->run->config.model.context; t++) {
            const real *at = token_at(to->run, grid, t) + lane;
            for (size_t c = 0; c < features; c++) {
                sum += at[c * lanes] * at[c * lanes];
            }
        }
        to->out[block] += (double)sum;
    }
}

void core_probe_residual_rms(struct core_run *run, double *out)
{
    struct rms_watcher watcher = {
        .base = {look_at_squares}, .run = run, .out = out};
    const struct core_model *model = &run->config.model;
    uint64_t index = (uint64_t)run->steps_done * run->config.train.batch;
    for (uint32_t i = 0; i <= model->blocks; i++) {
        out[i] = 0;
    }
    watch_batch(run, CORE_PURPOSE_TRAIN, index, &watcher.base);
    for (uint32_t i = 0; i <= model->blocks; i++) {
        out[i] =
            settled(core_sqrt(out[i] / (batch_places(run) * model->width)));
    }
}

struct activity_watcher {
    struct watcher base;
    const struct core_run *run;
    struct core_activity *out;
};

/* Adds the magnitudes of each lane to *total, one lane after another, so that
 * it does not matter how many a pass has. */
static void add_magnitudes(const struct core_run *run, struct grid grid,
                           size_t features, double *total)
{
    for (uint32_t lane = 0; lane < run->lanes; lane++) {
        double sum = 0;
        for (size_t t = 0; t < run->config.model.context; t++) {
            const real *at = token_at(run, grid, t) + lane;
            for (size_t c = 0; c < features; c++) {
                double x = (double)at[c * run->lanes];
                sum += x < 0 ? -x : x;
            }
        }
        *total += sum;
    }
}

/* Scores of places after the query are no scores. NaN is largest. */
static double largest_score(const struct core_run *run, struct grid scores,
                            double largest)
{
    for (size_t t = 0; t < run->config.model.context; t++) {
        const real *at = token_at(run, scores, t);
        for (size_t i = 0; i < (t + 1) * run->lanes; i++) {
            double size = (double)(at[i] < 0 ? -at[i] : at[i]);
            largest = size > largest || size != size ? size : largest;
        }
    }
    return largest;
}

/* Leaves sums where there will be means. */
static void look_at_activity(struct watcher *watcher, enum sight sight,
                             uint32_t block, struct grid grid, size_t features)
{
    struct activity_watcher *to = (struct activity_watcher *)(void *)watcher;
    struct core_activity *out = to->out;
    const struct core_run *run = to->run;
    switch (sight) {
    case SIGHT_STREAM:
        if (block == 0) {
            add_magnitudes(run, grid, features, &out->embedding);
        } else if (block == run->config.model.blocks) {
            add_magnitudes(run, grid, features, &out->stream);
        }
        break;
    case SIGHT_SCORES:
        out->largest_attention_logit =
            largest_score(run, grid, out->largest_attention_logit);
        break;
    case SIGHT_ATTENTION:
        add_magnitudes(run, grid, features, &out->attention[block]);
        break;
    case SIGHT_MLP:
        add_magnitudes(run, grid, features, &out->mlp[block]);
        break;
    case SIGHT_LOGITS:
        add_magnitudes(run, grid, features, &out->logits);
        break;
    }
}

void core_probe_activity(struct core_run *run, struct core_activity *out)
{
    struct activity_watcher watcher = {
        .base = {look_at_activity}, .run = run, .out = out};
    const struct core_model *model = &run->config.model;
    double places = batch_places(run);
    *out = (struct core_activity){0};
    watch_batch(run, CORE_PURPOSE_EVALUATE, 0, &watcher.base);
    out->embedding = settled(out->embedding / (places * model->width));
    for (uint32_t b = 0; b < model->blocks; b++) {
        out->attention[b] =
            settled(out->attention[b] / (places * model->width));
        out->mlp[b] = settled(out->mlp[b] / (places * model->width));
    }
    out->stream = settled(out->stream / (places * model->width));
    out->logits = settled(out->logits / (places * model->vocab));
    out->largest_attention_logit = settled(out->largest_attention_logit);
}

struct logits_watcher {
    struct watcher base;
    const struct core_run *run;
    float *out; /* of the pass to come */
};

static void look_at_logits(struct watcher *watcher, enum sight sight,
                           uint32_t block, struct grid grid, size_t features)
{
    struct logits_watcher *to = (struct logits_watcher *)(void *)watcher;
    size_t lanes = to->run->lanes;
    (void)block;
    for (size_t lane = 0; sight == SIGHT_LOGITS && lane < lanes; lane++) {
        for (size_t t = 0; t < to->run->config.model.context; t++) {
            const real *at = token_at(to->run, grid, t) + lane;
            for (size_t j = 0; j < features; j++) {
                *to->out++ = (float)settled((double)at[j * lanes]);
            }
        }
    }
}

void core_probe_logits(struct core_run *run, float *out)
{
    struct logits_watcher watcher = {
        .base = {look_at_logits}, .run = run, .out = out};
    watch_batch(run, CORE_PURPOSE_EVALUATE, 0, &watcher.base);
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
        out[block] = settled(core_sqrt(out[block]));
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
