/* Vectors whose lanes are sequences. One source is compiled for 4, 8 and 16
 * lanes (CORE_LANES), the native width of an instruction set; compilers' own
 * splitting of wider vectors is never relied on. */
#ifndef CORE_LANES_LANE_H
#define CORE_LANES_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/math.h"
#include "core/real.h"

#ifndef CORE_LANES
#error "CORE_LANES is 4, 8 or 16"
#endif

#ifdef CORE_DOUBLE
typedef int64_t real_bits;
typedef uint64_t real_word;
#else
typedef int32_t real_bits;
typedef uint32_t real_word;
#endif

#define LANES ((size_t)CORE_LANES)

/* A group of four lanes is what the order of sums is defined on. */
#define GROUPS (CORE_LANES / 4)

#define LANE_SIZE  (CORE_LANES * sizeof(real))
#define GROUP_SIZE (4 * sizeof(real))

typedef real lanes __attribute__((vector_size(LANE_SIZE), may_alias));
typedef real_bits lane_bits __attribute__((vector_size(LANE_SIZE), may_alias));
typedef real_word lane_words __attribute__((vector_size(LANE_SIZE), may_alias));
typedef real group __attribute__((vector_size(GROUP_SIZE), may_alias));

/* How many tokens and how many features a product computes at once: what the
 * registers hold, 32 of them with AVX-512 and NEON, else 16; WebAssembly's
 * compilers do better with fewer tokens. And how many rows of the gradient of
 * weights, by four columns. Built with CORE_PLAIN, one: the tests compare. */
#if defined(CORE_PLAIN)
#define HIGH 1
#define WIDE 1
#define TALL 1
#elif CORE_LANES == 16 || defined(__aarch64__)
#define HIGH 4
#define WIDE 4
#define TALL 4
#elif defined(__wasm__)
#define HIGH 2
#define WIDE 4
#define TALL 2
#else
#define HIGH 4
#define WIDE 2
#define TALL 2
#endif

#define LANE_INLINE static inline __attribute__((always_inline, unused))

/* A page fetches the module, so nothing of it is there twice, not even a
 * LANE_CALLED, which is called from many places. Elsewhere each of those gets
 * its own: a step is 3 % faster with AVX-512. */
#ifdef __wasm__
#define LANE_FUNCTION static __attribute__((noinline, unused))
#define LANE_CALLED   LANE_FUNCTION
#else
#define LANE_FUNCTION static __attribute__((unused))
#define LANE_CALLED   LANE_INLINE
#endif

/* Unrolls a loop of constant length, so that arrays of vectors become
 * registers. Changes no order. */
#ifdef __clang__
#define LANE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define LANE_UNROLL _Pragma("GCC unroll 16")
#endif

/* x in every lane. A plain 0 + x would turn -0 into +0 and cost an addition. */
LANE_INLINE lanes lane_all(real x)
{
#if CORE_LANES == 4
    return (lanes){x, x, x, x};
#elif CORE_LANES == 8
    return (lanes){x, x, x, x, x, x, x, x};
#else
    return (lanes){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
#endif
}

LANE_INLINE lane_bits lane_bits_all(real_bits x)
{
#if CORE_LANES == 4
    return (lane_bits){x, x, x, x};
#elif CORE_LANES == 8
    return (lane_bits){x, x, x, x, x, x, x, x};
#else
    return (lane_bits){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
#endif
}

LANE_INLINE lanes lane_load(const real *at)
{
    return *(const lanes *)at;
}

/* x, in a register from here on. With sixteen registers gcc reads a number from
 * memory again for each use, and the loads of a product then take longer than
 * its sums: a whole step is a sixth slower with AVX2. */
LANE_INLINE lanes lane_held(lanes x)
{
#if defined(__SSE2__) && !defined(__clang__) && !defined(CORE_DOUBLE) && \
    (CORE_LANES == 4 || (CORE_LANES == 8 && defined(__AVX__)))
    __asm__("" : "+x"(x));
#endif
    return x;
}

LANE_INLINE void lane_store(real *at, lanes x)
{
    *(lanes *)at = x;
}

/* a where the mask is all ones, b where it is zero. */
LANE_INLINE lanes lane_select(lane_bits mask, lanes a, lanes b)
{
    return (lanes)((mask & (lane_bits)a) | (~mask & (lane_bits)b));
}

/* x where the mask is all ones, else +0. */
LANE_INLINE lanes lane_keep(lane_bits mask, lanes x)
{
    return (lanes)(mask & (lane_bits)x);
}

/* a where a > b, else b: b also when either is NaN or both are zero. */
LANE_INLINE lanes lane_max(lanes a, lanes b)
{
    return lane_select(a > b, a, b);
}

LANE_INLINE lanes lane_sqrt(lanes x)
{
    lanes root = x;
    LANE_UNROLL
    for (int i = 0; i < CORE_LANES; i++) {
#ifdef CORE_DOUBLE
        root[i] = core_sqrt(x[i]);
#else
        root[i] = core_sqrtf(x[i]);
#endif
    }
    return root;
}

/* Picks lanes i0..i3 of the eight lanes of each pair of groups (a's four, then
 * b's four), in every group alike. */
#if CORE_LANES == 4
#define SHUFFLE(a, b, i0, i1, i2, i3) \
    __builtin_shufflevector(a, b, i0, i1, i2, i3)
#elif CORE_LANES == 8
#define PICK(g, i) ((i) < 4 ? 4 * (g) + (i) : 4 + 4 * (g) + (i))
#define SHUFFLE(a, b, i0, i1, i2, i3)                                    \
    __builtin_shufflevector(a, b, PICK(0, i0), PICK(0, i1), PICK(0, i2), \
                            PICK(0, i3), PICK(1, i0), PICK(1, i1),       \
                            PICK(1, i2), PICK(1, i3))
#else
#define PICK(g, i) ((i) < 4 ? 4 * (g) + (i) : 12 + 4 * (g) + (i))
#define SHUFFLE(a, b, i0, i1, i2, i3)                                          \
    __builtin_shufflevector(                                                   \
        a, b, PICK(0, i0), PICK(0, i1), PICK(0, i2), PICK(0, i3), PICK(1, i0), \
        PICK(1, i1), PICK(1, i2), PICK(1, i3), PICK(2, i0), PICK(2, i1),       \
        PICK(2, i2), PICK(2, i3), PICK(3, i0), PICK(3, i1), PICK(3, i2),       \
        PICK(3, i3))
#endif

/* The sums of four vectors, group by group: lane j of group g of the result is
 * (l0 + l2) + (l1 + l3) over group g of the j-th vector. */
LANE_INLINE lanes lane_group_sums(lanes a, lanes b, lanes c, lanes d)
{
    lanes ab_low = SHUFFLE(a, b, 0, 4, 1, 5);
    lanes ab_high = SHUFFLE(a, b, 2, 6, 3, 7);
    lanes cd_low = SHUFFLE(c, d, 0, 4, 1, 5);
    lanes cd_high = SHUFFLE(c, d, 2, 6, 3, 7);
    lanes ab = ab_low + ab_high; /* a0+a2 b0+b2 a1+a3 b1+b3 */
    lanes cd = cd_low + cd_high;
    return SHUFFLE(ab, cd, 0, 1, 4, 5) + SHUFFLE(ab, cd, 2, 3, 6, 7);
}

/* at[0..3] += the sums over all lanes of a, b, c, d, group after group. */
LANE_INLINE void lane_reduce4(real *at, lanes a, lanes b, lanes c, lanes d)
{
    lanes sums = lane_group_sums(a, b, c, d);
    const group *part = (const group *)&sums;
    group total = *(const group *)at;
    LANE_UNROLL
    for (int g = 0; g < GROUPS; g++) {
        total += part[g];
    }
    *(group *)at = total;
}

/* *at += the sum over all lanes of x, in the same order. */
LANE_INLINE void lane_reduce(real *at, lanes x)
{
    real total = *at;
    for (int g = 0; g < CORE_LANES; g += 4) {
        total += (x[g] + x[g + 2]) + (x[g + 1] + x[g + 3]);
    }
    *at = total;
}

#endif
