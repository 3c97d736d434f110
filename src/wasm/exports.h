/* The training core as a page sees it: what build/core.wasm exports.
 *
 * An instance of the module holds one configuration, which begins as
 * decoder-16, and one run. Everything crosses as a number: a text is the
 * address of its bytes up to a zero, numbers in a row are the address of the
 * first, both in the exported `memory` and good until the next call. That
 * memory grows when a run starts and when logits are asked for, which detaches
 * views of it, so a page makes a new view after each of these.
 *
 *     const core = new WebAssembly.Instance(module).exports;
 *     core.field_set(index, value);          // by its place in config.def
 *     if (!core.run_start(seed)) { ... text(core.config_error()) ... }
 *     while (core.run_step(50)) { draw(core.run_loss()); }
 *
 * What each does is said at the function of the same name in core/core.h. All
 * of run_* are for after a run_start that succeeded. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything else is compiled hidden. */
#define EXPORTED __attribute__((visibility("default")))

EXPORTED uint32_t numerics(void);
EXPORTED const char *self_test(void); /* or NULL */

/* ---- Fields, by index --------------------------------------------------- */

EXPORTED uint32_t field_count(void);
EXPORTED const char *field_section(uint32_t index);
EXPORTED const char *field_name(uint32_t index);
EXPORTED const char *field_choices(uint32_t index); /* "pre|post", or NULL */
EXPORTED double field_lowest(uint32_t index);
EXPORTED double field_highest(uint32_t index);
EXPORTED double field_get(uint32_t index);
EXPORTED void field_set(uint32_t index, double value);

/* ---- The configuration -------------------------------------------------- */

EXPORTED void config_reset(void);           /* to decoder-16 */
EXPORTED const char *config_error(void);    /* or NULL */
EXPORTED double config_parameters(void);    /* trained numbers */
EXPORTED double config_memory(void);        /* bytes a run takes; 0: too many */
EXPORTED double config_rate(uint32_t step); /* learning rate */

/* ---- The run ------------------------------------------------------------ */

/* Starts a run of the configuration as it is now, in place of the last. False
 * when the configuration is not valid or memory cannot grow that far. */
EXPORTED bool run_start(uint32_t seed);

/* Takes up to `count` steps; returns how many it took. */
EXPORTED uint32_t run_step(uint32_t count);

EXPORTED uint32_t run_steps_done(void);
EXPORTED bool run_has_diverged(void);
EXPORTED float run_loss(void);
EXPORTED float run_gradient_norm(void);

EXPORTED const double *run_evaluate(void); /* loss, bayes, excess, tokens */
EXPORTED const double *run_floors(
    void); /* uniform, unigram, bigram, bag, bayes */
EXPORTED const double *run_residual_rms(void);   /* [blocks + 1] */
EXPORTED const double *run_gradient_norms(void); /* [blocks] */

/* [batch, context, vocab]; NULL when memory cannot grow that far. */
EXPORTED const float *run_logits(void);

/* embedding, attention[blocks], mlp[blocks], stream, logits, and the largest
 * attention logit. */
EXPORTED const double *run_activity(void);

EXPORTED const float *run_parameters(void);
EXPORTED uint64_t run_parameter_hash(void);
EXPORTED uint64_t run_trajectory_hash(void);

/* The run's tensors, in the order of memory; see core_tensor. */
EXPORTED uint32_t tensor_count(void);
EXPORTED const char *tensor_name(uint32_t index);
EXPORTED uint32_t tensor_block(uint32_t index);
EXPORTED uint32_t tensor_rows(uint32_t index);
EXPORTED uint32_t tensor_columns(uint32_t index);
EXPORTED uint32_t tensor_offset(uint32_t index); /* in floats */

/* Sequence `index` of training or evaluation, [context + 1], and what the
 * source's law would score on the sequence asked for last, [context]. */
EXPORTED const uint8_t *sequence(bool is_evaluation, uint32_t index);
EXPORTED const double *sequence_bayes(void);

#endif
