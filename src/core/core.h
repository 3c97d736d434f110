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
 * sqrt(mean of squares + 1e-5), the mean over all features. None: no norm
 * anywhere, before the head neither. */
enum core_norm { CORE_NORM_LAYERNORM, CORE_NORM_RMSNORM, CORE_NORM_NONE };

/* A frozen parameter is there and keeps its initial value: gain 1, bias 0. It
 * is not counted among the trained ones. */
enum core_norm_gain {
    CORE_NORM_GAIN_TRAINED,
    CORE_NORM_GAIN_FROZEN,
    CORE_NORM_GAIN_NONE
};
enum core_norm_bias {
    CORE_NORM_BIAS_TRAINED,
    CORE_NORM_BIAS_FROZEN,
    CORE_NORM_BIAS_NONE
};

/* Pre: x + f(norm(x)). Post: norm(x + f(x)). Xiong et al. (2020), fig. 1.
 * Both: x + norm(f(norm(x))), Peri-LN of Kim et al. (2025), without its
 * optional norm of the embedding. All have one more norm before the head. */
enum core_placement {
    CORE_PLACEMENT_PRE,
    CORE_PLACEMENT_POST,
    CORE_PLACEMENT_BOTH
};

/* What a branch f, of N = 2 blocks in all, does to the stream x.
 * Depth: initial std of the last matrix of each branch divided by sqrt(N).
 *     Radford et al. (2019), section 2.3.
 * Zero: that matrix starts at exactly zero.
 * ReZero: x + a f, a one learned number a block, shared by its two branches,
 *     starting at residual_alpha. Bachlechner et al. (2020), eq. 1, and shared
 *     so in their Transformer, which has no norms; here norms are as chosen.
 * DeepNorm: norm(a x + f) with a = (2 blocks)^(1/4); initial std of the value,
 *     output and MLP matrices times (8 blocks)^(-1/4). Wang et al. (2022),
 *     figure 2, decoder-only. */
enum core_residual {
    CORE_RESIDUAL_PLAIN,
    CORE_RESIDUAL_DEPTH,
    CORE_RESIDUAL_ZERO,
    CORE_RESIDUAL_REZERO,
    CORE_RESIDUAL_DEEPNORM
};

/* With u = W_in x + b_in:
 * ReLU: max(u, 0).
 * GELU: u / (1 + e^(-2 c (u + 0.044715 u^3))), c = sqrt(2 / pi), which is the
 *     tanh form of Hendrycks & Gimpel (2016), section 2.
 * SwiGLU: (g / (1 + e^-g)) u, g = W_gate x without a bias. Shazeer (2020),
 *     eq. 6. */
enum core_activation {
    CORE_ACTIVATION_RELU,
    CORE_ACTIVATION_GELU,
    CORE_ACTIVATION_SWIGLU
};

/* Sinusoidal: sin and cos of t / 10000^(2i/width), added to the embedding.
 *     Vaswani et al. (2017), section 3.5.
 * Learned: a matrix [context, width], added. The same.
 * RoPE: features 2i and 2i + 1 of each query and key turned by
 *     t / 10000^(2i/d), d the width of a head. Su et al. (2021), eq. 15. */
enum core_positions {
    CORE_POSITIONS_SINUSOIDAL,
    CORE_POSITIONS_LEARNED,
    CORE_POSITIONS_ROPE
};

/* Tied: Press & Wolf (2017), section 2. */
enum core_head { CORE_HEAD_UNTIED, CORE_HEAD_TIED };

/* RMSNorm over the features of each head's query and of its key, with a learned
 * gain for each that the heads of a block share, before RoPE. After Henry et
 * al. (2020), section 2.3, and Dehghani et al. (2023), section 2.1. */
enum core_qk_norm { CORE_QK_NORM_NONE, CORE_QK_NORM_RMSNORM };

/* Std of a matrix of c inputs and r outputs: Xavier sqrt(2 / (c + r)), Glorot &
 * Bengio (2010), eq. 12; He sqrt(2 / c), He et al. (2015), eq. 10. What
 * residual scaling says multiplies it. */
enum core_init { CORE_INIT_NORMAL, CORE_INIT_XAVIER, CORE_INIT_HE };

/* muP with Adam, m = width / base_width. Yang et al. (2022), table 8.
 * Matrices inside the blocks: std / sqrt(m) (with init normal; Xavier and He
 *     follow the width by themselves), learning rate / m, weight decay * m: the
 *     product of coupled decay stays, and independent decay, which no rate
 *     enters, is not multiplied. Embedding, positions, vectors: unchanged.
 * Head: std unchanged, logits / m. Attention: q.k sqrt(d0) / d, with d the
 *     width of a head and d0 = base_width / heads. At base_width this is the
 *     standard parameterisation to the last bit. */
enum core_parameterisation {
    CORE_PARAMETERISATION_STANDARD,
    CORE_PARAMETERISATION_MUP
};

/* AdamW: Loshchilov & Hutter (2019), algorithm 2. SGD with momentum: Polyak
 * (1964), the rate applied to the momentum as a whole, as PyTorch does, and not
 * to each gradient as Sutskever et al. (2013) write it. Muon on the matrices
 * inside the blocks and AdamW on the rest: Jordan et al. (2024), with the size
 * of update of Liu et al. (2025), eq. 4. See core_start. */
enum core_optimizer {
    CORE_OPTIMIZER_ADAMW,
    CORE_OPTIMIZER_SGD,
    CORE_OPTIMIZER_MUON
};

enum core_decay_form {
    CORE_DECAY_FORM_COUPLED,
    CORE_DECAY_FORM_INDEPENDENT,
    CORE_DECAY_FORM_L2
};

enum core_schedule {
    CORE_SCHEDULE_CONSTANT,
    CORE_SCHEDULE_COSINE,
    CORE_SCHEDULE_WSD
};

#define COUNT(section, name, lowest, highest, preset, meaning)  uint32_t name;
#define NUMBER(section, name, lowest, highest, preset, meaning) double name;

#define CHOICE(section, name, preset, names, meaning) enum core_##name name;

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

/* How a tensor begins: drawn from N(0, std^2); drawn, inside a branch; drawn,
 * the branch's last; all ones; all zeros; at residual_alpha. */
enum core_tensor_start {
    CORE_START_NORMAL,
    CORE_START_BRANCH,
    CORE_START_RESIDUAL,
    CORE_START_ONE,
    CORE_START_ZERO,
    CORE_START_ALPHA
};

/* What a tensor is, which decides whether it is decayed (matrices are), what
 * muP does to it, whether Muon takes it and whether a plan may freeze it. */
enum core_tensor_kind {
    CORE_KIND_EMBEDDING, /* of tokens and of positions */
    CORE_KIND_HIDDEN,    /* a matrix inside a block */
    CORE_KIND_READOUT,   /* the head */
    CORE_KIND_NORM_GAIN,
    CORE_KIND_NORM_BIAS,
    CORE_KIND_VECTOR /* every other vector or number */
};

/* One tensor of the model, row-major [rows, columns]; a vector has one row.
 * A matrix maps `columns` inputs to `rows` outputs; the embedding has one row a
 * symbol. */
struct core_tensor {
    const char *name; /* "attention.query"; see tensors.def */
    uint32_t block;   /* from 0, or UINT32_MAX outside the blocks */
    uint32_t rows, columns;
    size_t offset; /* into core_parameters, in floats, a multiple of 16 */
    enum core_tensor_start start;
    enum core_tensor_kind kind;
    bool is_trained; /* else it keeps its initial value */
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
 * gradient of the trained parameters to global norm `clip`, and moves each
 * trained parameter p by its clipped gradient g. First the decay, of matrices
 * only:
 *     coupled        p *= 1 - lr_s decay
 *     independent    p *= 1 - (lr_s / lr) decay
 *     l2             g += decay p
 * with lr_s the rate of this step and lr its peak; lr_s / lr is the schedule's
 * share of any peak, 0 as well. Then, s counted from 1,
 *     adamw   m = beta1 m + (1 - beta1) g;   v = beta2 v + (1 - beta2) g g
 *             p -= lr_s (m / (1 - beta1^s)) / (sqrt(v / (1 - beta2^s)) + eps)
 *     sgd     m = momentum m + g;   p -= lr_s m
 *     muon    m = momentum m + g;
 *             p -= lr_s 0.2 sqrt(max(rows, columns)) O(g + momentum m)
 * where O is five Newton-Schulz steps towards the nearest orthogonal matrix,
 * from G / (|G| + 1e-7), |G| the root of the sum of squares:
 *             X := 3.4445 X - 4.7750 X X^T X + 2.0315 (X X^T)^2 X
 * and everything outside the blocks, and every vector, moves by adamw. */
struct core_run *core_start(void *memory, size_t size,
                            const struct core_config *config, uint32_t seed);

/* As core_start, with the instruction set chosen by the caller; NULL also when
 * it is not available or its lanes do not divide the batch. For tests and
 * benchmarks: the bits do not depend on it. */
struct core_run *core_start_on(void *memory, size_t size,
                               const struct core_config *config, uint32_t seed,
                               enum core_isa isa);

/* Takes one optimiser step. False, with nothing changed, once all steps are
 * done or the run has diverged. A step whose loss or gradient is not finite, or
 * that finds a parameter that is not, marks the run as diverged, leaves the
 * parameters alone and returns false. */
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
 * with w = warmup and low = lr * floor, reached at the last step; or, with wsd,
 * lr while t >= cooldown steps come after this one, then
 *     low + (lr - low) t / cooldown
 * which is low at the last step. Hägele et al. (2024), section 3, with a floor.
 * A warmup as long as the run or longer never reaches lr. */
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

/* None of them changes anything of the run. The first two read the batch of the
 * coming step; the others, to be compared from step to step, always the first
 * `batch` evaluation sequences. What is not a number comes as a quiet NaN of
 * positive sign. */

/* out[blocks + 1]: root mean square of the residual stream over all sequences,
 * tokens and features, entering block 1, between blocks, leaving the last. */
void core_probe_residual_rms(struct core_run *run, double *out);

/* out[blocks]: Euclidean norm of the gradient of the mean loss with respect to
 * all parameters of each block, unclipped. */
void core_probe_gradient_norm(struct core_run *run, double *out);

/* Means of |x| over all sequences, tokens and features of what a module puts
 * out: the quantity of a coordinate check, Yang et al. (2022), appendix D.1. */
struct core_activity {
    double embedding;                  /* the stream entering block 1 */
    double attention[CORE_BLOCKS_MAX]; /* what the branch adds, per block: its
                                          norm and ReZero's factor applied */
    double mlp[CORE_BLOCKS_MAX];       /* the same; 0 past the last block */
    double stream;                     /* leaving the last block */
    double logits;                     /* of the vocabulary */
    double largest_attention_logit;    /* largest |score| of any query, key at
                                          or before it, head and block */
};

void core_probe_activity(struct core_run *run, struct core_activity *out);

/* out[batch, context, vocab]: the logits. */
void core_probe_logits(struct core_run *run, float *out);

/* ---- Results ------------------------------------------------------------ */

/* The tensors of core_tensor, at their offsets. Borrowed; the next step writes
 * to them. The writable form is for tests and for loading a saved model. */
const float *core_parameters(const struct core_run *run);
float *core_parameters_mutable(struct core_run *run);

/* The gradient of the coming step's batch, unclipped, laid out as the
 * parameters, 0 for what is not trained; returns its mean loss. Borrowed until
 * the next call. */
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
