/* The number activations, parameters and gradients are made of. Tests compile
 * the kernels once more with CORE_DOUBLE, to compare gradients with finite
 * differences without drowning in rounding. */
#ifndef CORE_REAL_H
#define CORE_REAL_H

#ifdef CORE_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#endif
