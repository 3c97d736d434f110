/* The vector peak in WebAssembly; see bench/peers/core_wasm.mjs. */
#include "bench/peak.h"

PEAK_FUNCTION(peak_128, 16, 12)

__attribute__((visibility("default"))) double peak(uint32_t rounds);

/* Returns the floating-point operations carried out. */
double peak(uint32_t rounds)
{
    volatile float sink = 0;
    return peak_128(rounds, &sink);
}
