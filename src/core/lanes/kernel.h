/* One kernel: everything above behind the interface of core/kernel.h. A file
 * that includes this says CORE_LANES, and gets `lane_kernel`. */
#ifndef CORE_LANES_KERNEL_H
#define CORE_LANES_KERNEL_H

#include "core/lanes/check.h"
#include "core/lanes/model.h"
#include "core/lanes/muon.h"
#include "core/lanes/optimizer.h"

static const struct core_kernel lane_kernel = {
    .isa = CORE_LANES == 4   ? CORE_ISA_128
           : CORE_LANES == 8 ? CORE_ISA_256
                             : CORE_ISA_512,
    .forward = model_forward,
    .backward = model_backward,
    .square_sum = square_sum,
    .all_finite = all_finite,
    .adamw = adamw_update,
    .sgd = sgd_update,
    .muon = muon_update,
    .self_test = lane_self_test};

#endif
