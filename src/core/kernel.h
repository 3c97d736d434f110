/* Between the run, compiled once, and the kernels, compiled once for each
 * instruction set: what a pass over some sequences reads and writes. */
#ifndef CORE_KERNEL_H
#define CORE_KERNEL_H

#include "core/layout.h"
#include "core/real.h"

/* One pass over as many sequences as the kernel has lanes. Borrowed pointers;
 * everything with lanes is aligned to 64 bytes. */
struct pass {
    const struct core_model *model;
    const struct core_layout *layout;
    const real *parameters;
    const real *positions; /* [context, width] */
    const uint8_t *tokens; /* [context + 1, lane] */
    real *work;            /* struct work.size numbers, see core/work.h */
    real scale;            /* of the loss whose gradient is taken */
    real *gradient;        /* added to, laid out as the parameters */
    real *loss;            /* [lane] out: sum of the losses of its tokens */
    real *squares; /* [blocks + 1, lane] out: sum of the squares of the residual
                      stream at each boundary; or NULL */
};

/* What one step of the optimiser applies to every parameter; see core_start. */
struct adamw {
    real rate;                       /* learning rate */
    real beta1, beta2, rest1, rest2; /* rest = 1 - beta */
    real unbias1, unbias2;           /* 1 / (1 - beta^step) */
    real eps;
    real scale; /* of the gradient, 1 unless clipped */
};

/* count parameters, a multiple of 16, with their gradients and moments; `keep`
 * is 1 - rate * decay, or 1 where nothing decays. */
struct adamw_span {
    size_t count;
    real keep;
    const real *gradient;
    real *parameter, *first, *second;
};

struct core_kernel {
    enum core_isa isa;
    /* Losses, and logits' gradients left in `work` for backward. */
    void (*forward)(const struct pass *pass);
    /* Adds to the gradient; after forward with the same pass. */
    void (*backward)(const struct pass *pass);
    /* Sum of squares of count numbers, a multiple of 16. */
    real (*square_sum)(size_t count, const real *numbers);
    void (*update)(const struct adamw *step, const struct adamw_span *span);
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
