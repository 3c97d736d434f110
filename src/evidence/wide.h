#ifndef EVIDENCE_WIDE_H
#define EVIDENCE_WIDE_H

/* 128-bit integers, for products of two 64-bit ones. */

#include <stdint.h>

__extension__ typedef __int128 int128;

/* The largest integer at or below a / b; b is positive. */
static inline int128 wide_divide_down(int128 a, int128 b)
{
    const int128 quotient = a / b;
    return quotient - (a % b < 0);
}

/* a / b to the nearest integer, ties to the even one; b is positive. */
static inline int128 wide_divide_half_even(int128 a, int128 b)
{
    const int128 down = wide_divide_down(a, b);
    const int128 twice = 2 * (a - down * b);
    const int is_up = twice > b || (twice == b && down % 2 != 0);
    return down + is_up;
}

#endif
