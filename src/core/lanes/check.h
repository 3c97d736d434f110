/* Questions to the arithmetic of one kernel; see core_self_test. The operands
 * are volatile, so that the compiler cannot answer for the machine. */
#ifndef CORE_LANES_CHECK_H
#define CORE_LANES_CHECK_H

#include "core/lanes/function.h"

/* Every lane must be x exactly. */
LANE_FUNCTION bool lanes_are(lanes value, real x)
{
    for (int i = 0; i < CORE_LANES; i++) {
        if (value[i] != x) {
            return false;
        }
    }
    return true;
}

LANE_FUNCTION const char *lane_self_test(void)
{
#ifndef CORE_DOUBLE
    volatile real a = 1 + 0x1p-12F;
    volatile real c = 1 + 0x1p-11F;
    volatile real tiny = 0x1p-126F;
    volatile real half = 0.5F;
    volatile real third = 1 / 3.0F;
    volatile real magic = 12582912.0F;
    volatile real x = 2.75F;
    if (!lanes_are(lane_all(third) + half, 0x1.aaaaacp-1F) ||
        !lanes_are(-lane_all(third) - half, -0x1.aaaaacp-1F)) {
        return "arithmetic does not round to nearest: undo what changed the "
               "rounding mode";
    }
    if (!lanes_are(lane_all(a) * lane_all(a) - lane_all(c), 0)) {
        return "multiplications and additions are fused: build src/core with "
               "-ffp-contract=off";
    }
    if (lanes_are(lane_all(tiny) * half, 0) ||
        lanes_are(lane_all(tiny * half) * 2, 0)) {
        return "subnormal numbers are flushed to zero: do not link with "
               "-ffast-math, and undo what set the processor so";
    }
    lanes rounder = lane_all(magic);
    if (!lanes_are((lane_all(x) + rounder) - rounder, 3)) {
        return "the compiler reorders additions: build src/core without "
               "-ffast-math";
    }
    lanes power = lane_all(x);
    lane_exp(&power, 1);
    if (!lanes_are(power, 0x1.f4907p+3F) ||
        !lanes_are(lane_log(lane_all(x)), 0x1.02f848p+0F) ||
        !lanes_are(lane_sqrt(lane_all(x)), 0x1.a8872ap+0F)) {
        return "exp, log or the square root is wrong in this build of src/core";
    }
#endif
    return NULL;
}

#endif
