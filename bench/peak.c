/* The vector peak of each instruction set. */
#include "bench/peak.h"

#include "bench/clock.h"
#include "bench/measure.h"

#if defined(__x86_64__)
__attribute__((target("sse2"))) PEAK_FUNCTION(peak_128, 16, 14)
    __attribute__((target("avx2"))) PEAK_FUNCTION(peak_256, 32, 14)
        __attribute__((target("avx512f"))) PEAK_FUNCTION(peak_512, 64, 28)
#else
PEAK_FUNCTION(peak_128, 16, 14)
PEAK_FUNCTION(peak_256, 32, 14)
PEAK_FUNCTION(peak_512, 64, 28)
#endif

            double measure_peak(enum core_isa isa, double seconds)
{
    static double (*const peaks[])(uint32_t, volatile float *) = {
        peak_128, peak_256, peak_512};
    volatile float sink = 0;
    double start = clock_seconds();
    double done = 0;
    double elapsed = 0;
    do {
        done += peaks[isa](100000, &sink);
        sink = 0;
        elapsed = clock_seconds() - start;
    } while (elapsed < seconds);
    return done / elapsed;
}
