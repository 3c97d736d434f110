/* The training core: a decoder-only transformer, its optimiser and its data,
 * trained to the same bits wherever it is compiled.
 *
 * It is freestanding. It calls no library function, allocates nothing and
 * keeps no state between calls: the caller gives the memory of a run, and two
 * runs in two pieces of memory may proceed on two threads.
 *
 * What makes the bits equal: only operations that IEEE 754 rounds correctly
 * (+ - * / sqrt, comparisons, integer arithmetic), never fused; functions of
 * its own where others call libm; random numbers that depend on where they are
 * used and not on what was drawn before; and one order for every sum. Each
 * sequence of a batch is one lane of a vector, so every sum inside a sequence
 * is sequential. What is shared by sequences is summed over tokens per lane,
 * then (l0 + l2) + (l1 + l3) inside each group of four lanes, then group by
 * group. Vectors of 4, 8 and 16 lanes thus agree.
 *
 *     struct core_config config = core_preset_decoder16();
 *     size_t size = core_memory(&config);
 *     struct core_run *run = core_start(memory, size, &config, seed);
 *     while (core_step(run)) { ... core_loss(run) ... }
 *     double loss = core_evaluate(run).loss;
 *
 * Logarithms are natural: losses and entropies are in nats per token. */
#ifndef CORE_CORE_H
#define CORE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Raised by hand, with a decision record, whenever bits may change. Results of
 * two numerics are never compared or cached as one. */
#define CORE_NUMERICS 1

/* Most blocks a model may have; the size of what the probes fill. */
#define CORE_BLOCKS_MAX 64

/* ---- Configuration ------------------------------------------------------ */

/* LayerNorm: Ba, Kiros & Hinton (2016), eq. 3-4, gain and bias.
 * RMSNorm: Zhang & Sennrich (2019), eq. 4, gain only. Both divide by
 * sqrt(mean of squares + 1e-5), the mean over all features. */
enum core_norm { CORE_NORM_LAYERNORM, CORE_NORM_RMSNORM };

/* Pre: x + f(norm(x)). Post: norm(x + f(x)). Xiong et al. (2020), fig. 1. Both
 * have one more norm before the head. */
enum core_placement { CORE_PLACEMENT_PRE, CORE_PLACEMENT_POST };

/* Depth divides the initial std of the last matrix of each sublayer by
 * sqrt(2 blocks). Radford et al. (2019), section 2.3. */
enum core_residual { CORE_RESIDUAL_PLAIN, CORE_RESIDUAL_DEPTH };

enum core_activation { CORE_ACTIVATION_RELU };

/* sin and cos of t / 10000^(2i/width), added to the embedding. Vaswani et al.
 * (2017), section 3.5. */
enum core_positions { CORE_POSITIONS_SINUSOIDAL };

enum core_head { CORE_HEAD_UNTIED };

/* Loshchilov & Hutter (2019), algorithm 2; see core_start. */
enum core_optimizer { CORE_OPTIMIZER_ADAMW };

enum core_schedule { CORE_SCHEDULE_CONSTANT, CORE_SCHEDULE_COSINE };

#define COUNT(section, name, lowest, highest, preset, meaning)  uint32_t name;
#define NUMBER(section, name, lowest, highest, preset, meaning) double name;
#define CHOICE(section, name, preset, names, meaning)           enum core_##name name;

/* The fields, their meaning and their limits are in config.def. */
struct core_model {
#define MODEL_FIELDS
#include "core/config.def"
#undef MODEL_FIELDS
};

struct core_train {
#define TRAIN_FIELDS
#include "core/config.def"
#undef TRAIN_FIELDS
};

struct core_data {
#define DATA_FIELDS
#include "core/config.def"
#undef DATA_FIELDS
};

#undef COUNT
#undef NUMBER
#undef CHOICE

struct core_config {
    struct core_model model;
    struct core_train train;
    struct core_data data;
};

/* The default: vocabulary 32, context 32, width 16, 2 blocks, 2 heads, hidden
 * 32, LayerNorm before each sublayer; 5,376 parameters (5,296 with RMSNorm). */
struct core_config core_preset_decoder16(void);

/* NULL when the configuration can run, else a sentence that begins with the
 * faulty field and says what it may be: "train.batch must be a multiple of 4,
 * one lane a sequence". The text is static. */
const char *core_config_error(const struct core_config *config);

enum core_field_kind { CORE_FIELD_COUNT, CORE_FIELD_NUMBER, CORE_FIELD_CHOICE };

/* One field of a configuration, for readers and printers of plans. */
struct core_field {
    const char *section; /* "model", "train" or "data" */
    const char *name;
    enum core_field_kind kind;
    size_t offset;          /* into struct core_config */
    double lowest, highest; /* inclusive; of a choice, of its index */
    const char *names;      /* of a choice "pre|post", else NULL */
    const char *meaning;
};

/* The table of all fields, in the order of config.def; *count of them. */
const struct core_field *core_fields(size_t *count);

/* A field's value as a number: itself, or the index of a choice's name. Every
 * count is exact. Setting rounds a count or choice to the nearest whole number
 * inside its limits, and takes a number as it is; NaN becomes the lowest. */
double core_field_get(const struct core_config *config,
                      const struct core_field *field);
void core_field_set(struct core_config *config, const struct core_field *field,
                    double value);

/* ---- Parameters --------------------------------------------------------- */

enum core_init {
    CORE_INIT_NORMAL,
    CORE_INIT_RESIDUAL,
    CORE_INIT_ONE,
    CORE_INIT_ZERO
};

/* One tensor of the model, row-major [rows, columns]; a vector has one row.
 * A matrix maps `columns` inputs to `rows` outputs; the embedding has one row a
 * symbol. */
struct core_tensor {
    const char *name; /* "attention.query"; see tensors.def */
    uint32_t block;   /* from 0, or UINT32_MAX outside the blocks */
    uint32_t rows, columns;
    size_t offset; /* into core_parameters, in floats, a multiple of 16 */
    enum core_init init;
    bool is_decayed; /* matrices are; gains and biases never */
};

/* Tensors of a valid configuration, in the order of memory. */
uint32_t core_tensor_count(const struct core_model *model);
struct core_tensor core_tensor(const struct core_model *model, uint32_t index);

/* Trained numbers, the padding between tensors not counted. */
size_t core_parameter_count(const struct core_model *model);

/* ---- Instruction sets --------------------------------------------------- */

/* The widest set that runs here and whose lanes divide the batch is taken. On
 * processors other than x86-64 only the first exists. */
enum core_isa { CORE_ISA_128, CORE_ISA_256, CORE_ISA_512, CORE_ISA_COUNT };

/* "x86-64", "x86-64-v3", "x86-64-v4"; "arm64"; "wasm-simd128". */
const char *core_isa_name(enum core_isa isa);
uint32_t core_isa_lanes(enum core_isa isa);    /* 4, 8, 16 */
bool core_isa_is_available(enum core_isa isa); /* compiled in and runs here */

/* NULL, or a sentence about what this build or machine does that would change
 * bits: fused multiply-add, subnormals flushed, another rounding, a compiler
 * that reorders sums. Call once before the first run. Takes microseconds. */
const char *core_self_test(void);

/* ---- Runs --------------------------------------------------------------- */

struct core_run; /* lives in the caller's memory; nothing to release */

/* Bytes a run needs, or 0 when the address space is too small or the
 * configuration is not valid. Does not depend on the machine. */
size_t core_memory(const struct core_config *config);

/* A run at step 0, its parameters drawn. NULL when the configuration is not
 * valid or the memory too small; any alignment will do. The seed decides the
 * initial parameters, the training data and the evaluation data, each from a
 * stream of its own (Philox4x32-10, Salmon et al. 2011): two configurations
 * with one seed and equal data fields see the same tokens, and tensors of equal
 * shape start equal.
 *
 * A step draws `batch` fresh sequences of context + 1 tokens, takes the mean
 * cross-entropy of the next token over all batch * context places, clips the
 * gradient to global norm `clip`, and moves each parameter by AdamW:
 *     p *= 1 - lr * decay                        (matrices only)
 *     m = beta1 m + (1 - beta1) g;   v = beta2 v + (1 - beta2) g g
 *     p -= lr * (m / (1 - beta1^s)) / (sqrt(v / (1 - beta2^s)) + eps)
 * with s counted from 1. */
struct core_run *core_start(void *memory, size_t size,
                            const struct core_config *config, uint32_t seed);

/* As core_start, with the instruction set chosen by the caller; NULL also when
 * it is not available or its lanes do not divide the batch. For tests and
 * benchmarks: the bits do not depend on it. */
struct core_run *core_start_on(void *memory, size_t size,
                               const struct core_config *config, uint32_t seed,
                               enum core_isa isa);

/* Takes one optimiser step. False, with nothing changed, once all steps are
 * done or the run has diverged. A step whose loss or gradient is not finite
 * marks the run as diverged, leaves the parameters alone and returns false. */
bool core_step(struct core_run *run);

uint32_t core_steps_done(const struct core_run *run);
bool core_has_diverged(const struct core_run *run);
enum core_isa core_run_isa(const struct core_run *run);

/* The mean loss of the last step's batch, before its update, in nats per token;
 * and the global norm of its gradient before clipping. 0 before the first step;
 * a quiet NaN of positive sign after divergence. */
float core_loss(const struct core_run *run);
float core_gradient_norm(const struct core_run *run);

/* The learning rate of a step, counted from 0: lr (s + 1) / (warmup + 1) while
 * s < warmup, so the first step trains; then lr, or
 *     low + (lr - low) (1 + cos(pi (s - w) / (steps - 1 - w))) / 2
 * with w = warmup and low = lr * floor, reached at the last step. A warmup as
 * long as the run or longer never reaches lr. */
double core_learning_rate(const struct core_train *train, uint32_t step);

struct core_evaluation {
    double loss;   /* mean over the scored tokens */
    double bayes;  /* what the source's own law would score on them */
    double excess; /* loss - bayes */
    uint32_t tokens;
};

/* Scores the model as it is on the run's evaluation tokens: always the same
 * ones, drawn apart from training. Changes nothing of the run. The loss is a
 * quiet NaN if any token's is not finite. */
struct core_evaluation core_evaluate(struct core_run *run);

/* ---- Probes ------------------------------------------------------------- */

/* Both read the batch of the coming step and change nothing of the run. */

/* out[blocks + 1]: root mean square of the residual stream over all sequences,
 * tokens and features, entering block 1, between blocks, leaving the last. */
void core_probe_residual_rms(struct core_run *run, double *out);

/* out[blocks]: Euclidean norm of the gradient of the mean loss with respect to
 * all parameters of each block, unclipped. */
void core_probe_gradient_norm(struct core_run *run, double *out);

/* ---- Results ------------------------------------------------------------ */

/* The tensors of core_tensor, at their offsets. Borrowed; the next step writes
 * to them. The writable form is for tests and for loading a saved model. */
const float *core_parameters(const struct core_run *run);
float *core_parameters_mutable(struct core_run *run);

/* The gradient of the coming step's batch, unclipped, laid out as the
 * parameters; returns its mean loss. Borrowed until the next call. */
float core_gradient(struct core_run *run, const float **gradient);

/* FNV-1a, 64 bits, of the parameters' bytes in the order of the tensors, least
 * significant byte first, padding left out, every NaN as 0x7fc00000. */
uint64_t core_parameter_hash(const struct core_run *run);

/* The same function over the bits of each step's loss so far, then over the
 * parameters. Two runs with one trajectory hash went the same way. */
uint64_t core_trajectory_hash(const struct core_run *run);

/* ---- The source --------------------------------------------------------- */

/* "Letters + recall", after Bietti et al. (2023), section 3. The vocabulary is
 * letters, then keys, then values. After a letter, a value or the start comes a
 * key with probability `recall` (each equally likely), else letter b with
 *     P(b | a) ~ (b + 1.5)^-alpha exp(beta g[a,b]),   g standard normal,
 * where the table g is fixed by `language`. After a key comes its value; which
 * value belongs to which key is drawn afresh, uniformly and with replacement,
 * for each sequence.
 *
 * The floors are the exact expected losses, over the targets of a sequence, of
 * the best predictor that knows the law and: nothing (uniform); how often each
 * symbol occurs (unigram); the previous symbol (bigram); also which values the
 * sequence has shown and how many keys were behind them (bag); the whole past
 * of the sequence (bayes). Each is at most the one before. */
struct core_floors {
    double uniform, unigram, bigram, bag, bayes;
};

struct core_floors core_floors(const struct core_run *run);

/* Writes sequence `index` of training (is_evaluation: of evaluation),
 * tokens[context + 1]. Step s trains on batch sequences from s * batch. */
void core_sequence(const struct core_run *run, bool is_evaluation,
                   uint64_t index, uint8_t *tokens);

/* out[i] = -ln P(tokens[i + 1] | tokens[0..i]) under the source's law, for
 * i < context; exact, an impossible continuation costs infinity. */
void core_sequence_bayes(const struct core_run *run, const uint8_t *tokens,
                         double *out);

#endif
