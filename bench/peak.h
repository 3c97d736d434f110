/* The vector peak without fused operations: multiplications and additions of
 * registers alone, as many independent chains as the registers hold. */
#ifndef BENCH_PEAK_H
#define BENCH_PEAK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#define PEAK_UNROLL _Pragma("clang loop unroll(full)")
#else
#define PEAK_UNROLL _Pragma("GCC unroll 32")
#endif

/* Defines `name(rounds, sink)`: returns how many floating-point operations it
 * carried out on vectors of `size` bytes, in `chains` chains of x = x * a + b.
 * The sink keeps the compiler from leaving them out. */
#define PEAK_FUNCTION(name, size, chains)                        \
    static double name(uint32_t rounds, volatile float *sink)    \
    {                                                            \
        typedef float vector __attribute__((vector_size(size))); \
        vector x[chains];                                        \
        vector a = (vector){0} + 0.75F + *sink;                  \
        vector b = (vector){0} + 0.5F + *sink;                   \
        PEAK_UNROLL                                              \
        for (size_t i = 0; i < (chains); i++) {                  \
            x[i] = b * (float)i;                                 \
        }                                                        \
        for (uint32_t round = 0; round < rounds; round++) {      \
            PEAK_UNROLL                                          \
            for (size_t i = 0; i < (chains); i++) {              \
                x[i] = x[i] * a + b;                             \
            }                                                    \
        }                                                        \
        vector sum = x[0];                                       \
        PEAK_UNROLL                                              \
        for (size_t i = 1; i < (chains); i++) {                  \
            sum += x[i];                                         \
        }                                                        \
        *sink = sum[0];                                          \
        return 2.0 * (chains)*rounds * ((size) / sizeof(float)); \
    }

#endif
