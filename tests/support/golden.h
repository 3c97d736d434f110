#ifndef SUPPORT_GOLDEN_H
#define SUPPORT_GOLDEN_H

#include "support/test.h"

/* A chart, a mark a line, equals tests/fixtures/charts/NAME byte for byte, and
 * has neither NaN nor infinity. To accept a change that was looked at, run the
 * test program from the root of the tree with PROBATUM_GOLDEN=write. */
void check_chart_golden(const char *name, struct str text);

#endif
