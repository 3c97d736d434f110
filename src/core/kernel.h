/* Between the run, compiled once, and the kernels, compiled once for each
 * instruction set: what a pass over some sequences reads and writes. */
#ifndef CORE_KERNEL_H
#define CORE_KERNEL_H

#include "core/layout.h"
#include "core/real.h"
#include "core/update.h"

/* Activations, [token][feature][lane]: `stride` features from a token to the
 * next. */
struct grid {
    real *at;
    size_t stride;
};

/* What a pass shows, in this order but for the blocks: the stream at the
 * entrance of each block; of each block what attention adds to the stream, one
 * head's scores after another, and what the MLP adds; the stream at the end, as
 * of the block after the last; the logits. Scores are [token, token], and those
 * of places after the query mean nothing. */
enum sight {
    SIGHT_STREAM,
    SIGHT_SCORES,
    SIGHT_ATTENTION,
    SIGHT_MLP,
    SIGHT_LOGITS
};

/* Looks at a pass while it computes; changes nothing. */
struct watcher {
    void (*look)(struct watcher *watcher, enum sight sight, uint32_t block,
                 struct grid grid, size_t features);
};

/* One pass over as many sequences as the kernel has lanes. Borrowed pointers;
 * everything with lanes is aligned to 64 bytes. */
struct pass {
    const struct core_model *model;
    const struct core_layout *layout;
    const real *parameters;
    const real *positions; /* [context, width] sines and cosines to be added; or
                              with RoPE [context, width of a head], to turn by;
                              not read when positions are learned */
    const uint8_t *tokens; /* [context + 1, lane] */
    real *work;            /* struct work.size numbers, see core/work.h */
    real scale;            /* of the loss whose gradient is taken */
    real *gradient;        /* layout.gradient_size numbers, added to */
    real *loss;            /* [lane] out: sum of the losses of its tokens */
    struct watcher *watcher; /* or NULL */
};

/* To be called after the last pass of a batch. A tied head's gradient is kept
 * apart till then: added at once to the embedding's, the order of the sum would
 * depend on how many sequences a pass takes. */
static inline void pass_finish(const struct pass *pass)
{
    const struct core_model *model = pass->model;
    if (model->head == CORE_HEAD_TIED) {
        real *to = pass->gradient + pass->layout->offset[CORE_TENSOR_EMBEDDING];
        const real *from = pass->gradient + pass->layout->size;
        for (size_t i = 0; i < (size_t)model->vocab * model->width; i++) {
            to[i] += from[i];
        }
    }
}

struct core_kernel {
    enum core_isa isa;
    /* Losses, and logits' gradients left in `work` for backward. */
    void (*forward)(const struct pass *pass);
    /* Adds to the gradient; after forward with the same pass. */
    void (*backward)(const struct pass *pass);
    /* Sum of squares of count numbers, a multiple of 16. */
    real (*square_sum)(size_t count, const real *numbers);
    bool (*all_finite)(size_t count, const real *numbers);
    /* One tensor's part of a step, by each rule. */
    void (*adamw)(const struct update *update);
    void (*sgd)(const struct update *update);
    void (*muon)(const struct update *update);
    const char *(*self_test)(void);
};

/* The kernels compiled in. Those of instruction sets that the compiler was not
 * asked for are NULL. */
const struct core_kernel *core_kernel_128(void);
const struct core_kernel *core_kernel_v3(void);
const struct core_kernel *core_kernel_v4(void);

/* The kernel of an instruction set if it can run here, else NULL. */
const struct core_kernel *core_kernel_for(enum core_isa isa);

#endif
