/* The kernel of x86-64-v4: AVX-512, sixteen lanes. Empty unless the compiler is
 * told -march=x86-64-v4, so that a build that forgets is slower and not
 * wrong. */
#include "core/kernel.h"

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#define CORE_LANES 16
#include "core/lanes/kernel.h"

const struct core_kernel *core_kernel_v4(void)
{
    return &lane_kernel;
}

#else

const struct core_kernel *core_kernel_v4(void)
{
    return NULL;
}

#endif
