/* Between the run, compiled once, and the kernels' optimisers: what a step does
 * to one tensor, and the memory that Muon computes in. */
#ifndef CORE_UPDATE_H
#define CORE_UPDATE_H

#include <stddef.h>

#include "core/real.h"

/* Factors of a step first, of its tensor after; see core_start in core.h. */
struct update {
    real scale;                      /* of the gradient, 1 unless clipped */
    real beta1, beta2, rest1, rest2; /* rest = 1 - beta */
    real unbias1, unbias2;           /* 1 / (1 - beta^step) */
    real eps;
    real momentum;

    size_t rows, columns;
    size_t count; /* of numbers, those that pad them to 16 as well */
    real rate;    /* with Muon times the size of its update */
    real keep;    /* of the old parameter, 1 where nothing decays */
    real pull;    /* of the parameter into the gradient: decay by l2, else 0 */
    real *gradient; /* Muon writes over it */
    real *parameter;
    real *first;  /* moment, or momentum */
    real *second; /* moment, of AdamW alone */
    real *space;  /* muon_space(rows, columns, NULL).size numbers, of Muon */
};

/* Muon works on X, the wider of the update and its transpose: `high` rows and
 * `wide` columns, high <= wide. Rows begin at multiples of 16 numbers. */
struct muon_space {
    size_t high, wide;
    size_t high_stride, wide_stride; /* from a row of so many to the next */
    real *x, *other;                 /* X and its transpose, or the X to come */
    real *gram, *mixture; /* X X^T and what X is multiplied with; squares */
    size_t size;          /* numbers, all together */
};

static inline struct muon_space muon_space(size_t rows, size_t columns,
                                           real *memory)
{
    size_t high = rows < columns ? rows : columns;
    size_t wide = rows < columns ? columns : rows;
    size_t high_stride = (high + 15) / 16 * 16;
    size_t wide_stride = (wide + 15) / 16 * 16;
    size_t upright = wide * high_stride;
    size_t whole = high * wide_stride > upright ? high * wide_stride : upright;
    size_t square = high * high_stride;
    return (struct muon_space){.high = high,
                               .wide = wide,
                               .high_stride = high_stride,
                               .wide_stride = wide_stride,
                               .x = memory,
                               .other = memory ? memory + whole : NULL,
                               .gram = memory ? memory + 2 * whole : NULL,
                               .mixture =
                                   memory ? memory + 2 * whole + square : NULL,
                               .size = 2 * whole + 2 * square};
}

#endif
