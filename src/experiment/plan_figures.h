#ifndef EXPERIMENT_PLAN_FIGURES_H
#define EXPERIMENT_PLAN_FIGURES_H

/* The two halves of reading a figure: what it is (plan_figures.c) and where its
 * arms stand (plan_places.c). Private to src/experiment. */

#include "experiment/plan_reader.h"

/* Reads the axes of a sweep, heatmap or activity, whose arms are there, and
 * puts the arms in their places and series. */
void figure_read_places(struct plan_reader *reader, const struct yml_node *map,
                        struct figure *figure);

#endif
