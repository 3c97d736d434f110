/* exp, log, sin, cos and the normal quantile in double precision; see
 * math.h. */
#include "core/math.h"

/* Adding this rounds a number below 2^51 to the nearest whole one, which then
 * stands in the low bits of the sum. */
#define ROUNDER 0x1.8p52

union double_bits {
    double number;
    uint64_t bits;
};

static uint64_t bits_of(double x)
{
    union double_bits both = {.number = x};
    return both.bits;
}

static double from_bits(uint64_t bits)
{
    union double_bits both = {.bits = bits};
    return both.number;
}

/* coefficient[0] + x (coefficient[1] + x (...)) */
static double polynomial(const double *coefficient, int count, double x)
{
    double sum = coefficient[count - 1];
    for (int i = count - 2; i >= 0; i--) {
        sum = sum * x + coefficient[i];
    }
    return sum;
}

/* ln 2 in two pieces; the first has 32 trailing zero bits. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW  0x1.a39ef35793c76p-33

static double power_of_two(int64_t exponent)
{
    return from_bits((uint64_t)(exponent + 1023) << 52);
}

double core_exp(double x)
{
    static const double taylor[] = {1.0,
                                    1.0,
                                    1.0 / 2,
                                    1.0 / 6,
                                    1.0 / 24,
                                    1.0 / 120,
                                    1.0 / 720,
                                    1.0 / 5040,
                                    1.0 / 40320,
                                    1.0 / 362880,
                                    1.0 / 3628800,
                                    1.0 / 39916800,
                                    1.0 / 479001600,
                                    1.0 / 6227020800.0};

    if (x != x) {
        return x;
    }
    if (x > 709.78) {
        return (double)__builtin_inff();
    }
    if (x < -708.39) {
        return 0;
    }
    double n = x * 0x1.71547652b82fep+0 + ROUNDER - ROUNDER;
    double r = x - n * LN2_HIGH - n * LN2_LOW;
    /* 2^n in two factors: n reaches 1024, which no double has as exponent. */
    int64_t half = (int64_t)n / 2;
    int64_t rest = (int64_t)n - half;
    return polynomial(taylor, 14, r) * power_of_two(half) * power_of_two(rest);
}

double core_log(double x)
{
    static const double series[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,
                                    1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17,
                                    1.0 / 19, 1.0 / 21, 1.0 / 23};

    if (x == 0) {
        return -(double)__builtin_inff();
    }
    if (!(x > 0)) {
        return (double)__builtin_nanf("");
    }
    if (!core_is_finite(x)) {
        return x;
    }
    uint64_t bits = bits_of(x);
    int64_t exponent = (int64_t)(bits >> 52) - 1022;
    double m = from_bits((bits & 0xfffffffffffffU) | 0x3fe0000000000000U);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m = m * 2;
        exponent--;
    }
    double n = (double)exponent;
    double f = m - 1;
    double s = f / (m + 1);
    double z = s * s;
    /* 2 s = f - s f, which keeps the leading term exact. */
    double tail = 2 * s * z * polynomial(series, 11, z) - s * f;
    return n * LN2_HIGH + (f + (tail + n * LN2_LOW));
}

static double sin_near(double r)
{
    static const double taylor[] = {-1.0 / 6,
                                    1.0 / 120,
                                    -1.0 / 5040,
                                    1.0 / 362880,
                                    -1.0 / 39916800,
                                    1.0 / 6227020800.0,
                                    -1.0 / 1307674368000.0,
                                    1.0 / 355687428096000.0};
    double z = r * r;
    return r + r * z * polynomial(taylor, 8, z);
}

static double cos_near(double r)
{
    static const double taylor[] = {1.0 / 24,
                                    -1.0 / 720,
                                    1.0 / 40320,
                                    -1.0 / 3628800,
                                    1.0 / 479001600,
                                    -1.0 / 87178291200.0,
                                    1.0 / 20922789888000.0};
    double z = r * r;
    return 1 - (z / 2 - z * z * polynomial(taylor, 7, z));
}

/* sin(x + quarter * pi / 2) */
static double sin_shifted(double x, uint64_t quarter)
{
    if (!core_is_finite(x)) {
        return (double)__builtin_nanf("");
    }
    double shifted = x * 0x1.45f306dc9c883p-1 + ROUNDER;
    double n = shifted - ROUNDER;
    /* pi / 2 in three pieces, the first two of 33 bits. */
    double r = x - n * 0x1.921fb544p+0;
    r = r - n * 0x1.0b4611a6p-34;
    r = r - n * 0x1.3198a2e037073p-69;
    switch ((bits_of(shifted) + quarter) & 3) {
    case 0:
        return sin_near(r);
    case 1:
        return cos_near(r);
    case 2:
        return -sin_near(r);
    default:
        return -cos_near(r);
    }
}

double core_sin(double x)
{
    return sin_shifted(x, 0);
}

double core_cos(double x)
{
    return sin_shifted(x, 1);
}

/* The rational functions of AS 241, lowest power first: near the median, and
 * two for the tails. */
struct rational {
    double above[8], below[8];
};

static const struct rational centre = {
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
     3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2,
     5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4,
     2.8729085735721942674e4, 5.2264952788528545610e3}};

static const struct rational middle = {
    {1.42343711074968357734e0, 4.63033784615654529590e0,
     5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1,
     2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0,
     6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};

static const struct rational far = {
    {6.65790464350110377720e0, 5.46378491116411436990e0,
     1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3,
     2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
     1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

static double ratio(const struct rational *r, double x)
{
    return polynomial(r->above, 8, x) / polynomial(r->below, 8, x);
}

double core_normal_quantile(double p)
{
    double q = p - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        return q * ratio(&centre, 0.180625 - q * q);
    }
    double tail = q < 0 ? p : 1 - p;
    double r = core_sqrt(-core_log(tail));
    double value = r <= 5 ? ratio(&middle, r - 1.6) : ratio(&far, r - 5);
    return q < 0 ? -value : value;
}
