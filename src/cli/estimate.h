#ifndef CLI_ESTIMATE_H
#define CLI_ESTIMATE_H

/* probatum run --estimate: how long the runs that are not known would take
 * here, and how much memory. It trains each shape of model for a moment, keeps
 * nothing of it and writes nothing. */

#include "cli/experiments.h"

/* Tells it of each experiment that was picked, planned ones too. */
enum exit_status estimate_tell(struct experiments *experiments);

#endif
