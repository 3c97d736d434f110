/* The kernel of 128-bit vectors, which every processor here has: SSE2, NEON and
 * WebAssembly's. Four lanes. */
#define CORE_LANES 4
#include "core/lanes/kernel.h"

const struct core_kernel *core_kernel_128(void)
{
    return &lane_kernel;
}
