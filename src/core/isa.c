/* Which instruction sets were compiled in and run here. */
#include "core/kernel.h"
#include "core/math.h"

#if defined(__x86_64__)

struct cpuid {
    uint32_t a, b, c, d;
};

static struct cpuid cpuid(uint32_t leaf)
{
    struct cpuid r = {.a = leaf};
    __asm__ volatile("cpuid" : "+a"(r.a), "=b"(r.b), "+c"(r.c), "=d"(r.d));
    return r;
}

/* Which registers the operating system saves. */
static uint32_t saved_state(void)
{
    uint32_t low = 0;
    uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has_all(uint32_t word, uint32_t bits)
{
    return (word & bits) == bits;
}

/* The features of x86-64-v3 and -v4 that a compiler may use; x86-64 psABI,
 * section 3.1.1, table 3.1. */
static bool has_v3(void)
{
    const uint32_t fma = 1U << 12;
    const uint32_t movbe = 1U << 22;
    const uint32_t osxsave = 1U << 27;
    const uint32_t avx = 1U << 28;
    const uint32_t f16c = 1U << 29;
    const uint32_t bmi1_avx2_bmi2 = 1U << 3 | 1U << 5 | 1U << 8;
    const uint32_t lzcnt = 1U << 5;
    return cpuid(0).a >= 7 && cpuid(0x80000000U).a >= 0x80000001U &&
           has_all(cpuid(1).c, fma | movbe | osxsave | avx | f16c) &&
           has_all(cpuid(7).b, bmi1_avx2_bmi2) &&
           has_all(cpuid(0x80000001U).c, lzcnt) && has_all(saved_state(), 6);
}

static bool has_v4(void)
{
    const uint32_t f_dq = 1U << 16 | 1U << 17;
    const uint32_t cd_bw_vl = 1U << 28 | 1U << 30 | 1U << 31;
    return has_v3() && has_all(cpuid(7).b, f_dq | cd_bw_vl) &&
           has_all(saved_state(), 0xe6);
}

static const char *const names[] = {"x86-64", "x86-64-v3", "x86-64-v4"};

const struct core_kernel *core_kernel_for(enum core_isa isa)
{
    switch (isa) {
    case CORE_ISA_128:
        return core_kernel_128();
    case CORE_ISA_256:
        return has_v3() ? core_kernel_v3() : NULL;
    case CORE_ISA_512:
        return has_v4() ? core_kernel_v4() : NULL;
    case CORE_ISA_COUNT:
        break;
    }
    return NULL;
}

#else

#if defined(__aarch64__)
#define NAME "arm64"
#elif defined(__wasm__)
#define NAME "wasm-simd128"
#else
#define NAME "128-bit vectors"
#endif

static const char *const names[] = {NAME, "256-bit vectors", "512-bit vectors"};

const struct core_kernel *core_kernel_for(enum core_isa isa)
{
    return isa == CORE_ISA_128 ? core_kernel_128() : NULL;
}

#endif

const char *core_isa_name(enum core_isa isa)
{
    return names[isa];
}

uint32_t core_isa_lanes(enum core_isa isa)
{
    return 4U << isa;
}

bool core_isa_is_available(enum core_isa isa)
{
    return core_kernel_for(isa) != NULL;
}

/* What is computed once and outside the kernels. The arguments are volatile, so
 * that the compiler cannot answer for the machine. */
static bool is_math_exact(void)
{
    volatile double x = -10.7;
    volatile double angle = 12345.6;
    volatile double rare = 1e-9;
    return core_exp(x) == 0x1.7a3dc56210892p-16 &&
           core_log(-x) == 0x1.2f64259c939a1p+1 &&
           core_sin(angle) == -0x1.83b9626da2d7ep-1 &&
           core_cos(angle) == 0x1.4e62cef481db3p-1 &&
           core_normal_quantile(rare) == -0x1.7fdc11f44b5a7p+2;
}

const char *core_self_test(void)
{
    _Static_assert(__FLT_EVAL_METHOD__ == 0, "floats are evaluated as written");
    for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
        const struct core_kernel *kernel = core_kernel_for((enum core_isa)isa);
        const char *error = kernel ? kernel->self_test() : NULL;
        if (error) {
            return error;
        }
    }
    if (!is_math_exact()) {
        return "exp, log, sin, cos or the normal quantile came out otherwise: "
               "build src/core without -ffast-math and with -ffp-contract=off";
    }
    return NULL;
}
