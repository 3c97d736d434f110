/* The kernel of x86-64-v3: AVX2, eight lanes. Empty unless the compiler is told
 * -march=x86-64-v3, so that a build that forgets is slower and not wrong. */
#include "core/kernel.h"

#ifdef __AVX2__

#define CORE_LANES 8
#include "core/lanes/kernel.h"

const struct core_kernel *core_kernel_v3(void)
{
    return &lane_kernel;
}

#else

const struct core_kernel *core_kernel_v3(void)
{
    return NULL;
}

#endif
