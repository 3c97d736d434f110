/* What bench_core measures in its own process: the core on one instruction set,
 * and what registers alone reach on it. Rates are per second of processor time,
 * over about so many seconds. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "bench/shape.h"

/* Floating-point operations a second of the instruction set, which must be
 * available: separate multiplications and additions, never fused. */
double measure_peak(enum core_isa isa, double seconds);

#endif
