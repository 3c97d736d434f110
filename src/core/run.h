/* Inside of a run; see core.h. */
#ifndef CORE_RUN_H
#define CORE_RUN_H

#include "core/kernel.h"
#include "core/source.h"

struct core_run {
    struct core_config config;
    struct core_layout layout;
    struct core_source source;
    const struct core_kernel *kernel;
    uint32_t seed;
    uint32_t lanes;
    real *parameters;
    real *gradient;
    real *first, *second; /* moments, see struct core_moments */
    real *space;          /* what Muon computes in */
    real *positions;      /* [context, width] */
    real *work;
    real *losses;    /* [lanes] */
    double *bayes;   /* [context] */
    uint8_t *tokens; /* [context + 1, lanes] */
    double beta1_power, beta2_power;
    uint32_t steps_done;
    bool has_diverged;
    float loss;
    float gradient_norm;
    uint64_t hash; /* of the losses so far */
};

/* As core_start_on, with any kernel. */
struct core_run *core_start_with(void *memory, size_t size,
                                 const struct core_config *config,
                                 uint32_t seed,
                                 const struct core_kernel *kernel);

/* The sum over a batch of the losses of its tokens; fills run->gradient with
 * that of the mean when asked to. */
double core_run_batch(struct core_run *run, bool with_gradient);

/* Fills run->tokens with as many sequences as there are lanes, from `index`. */
void core_run_draw(struct core_run *run, enum core_purpose purpose,
                   uint64_t index);

/* A pass over run->tokens. */
struct pass core_run_pass(const struct core_run *run);

/* The initial values of all tensors; the table of struct pass.positions. */
void core_start_parameters(struct core_run *run);
void core_start_positions(struct core_run *run);

/* Numbers that the optimiser needs beside the parameters: first moments, or
 * momentum, of all trained tensors; second ones of those that AdamW moves; what
 * Muon computes in. */
struct core_moments {
    size_t first, second, space;
};

struct core_moments core_moments(const struct core_config *config);
void core_start_moments(struct core_run *run);

/* Moves the parameters by run->gradient, whose norm is run->gradient_norm, and
 * which holds nothing of use afterwards. */
void core_update_parameters(struct core_run *run);

/* The number of tensors' own numbers and those that pad them to 16. */
size_t core_padded(size_t count);

void core_fill(real *numbers, size_t count, real value);

/* m of core_parameterisation: 1 unless muP and another width than its base. */
double core_width_ratio(const struct core_model *model);

#define CORE_HASH_START 0xcbf29ce484222325U

/* FNV-1a of the bits of a number, least significant byte first, after `hash`;
 * every NaN counts as 0x7fc00000. */
uint64_t core_hash_float(uint64_t hash, float number);

#endif
