#ifndef MD_MATHML_H
#define MD_MATHML_H

/* MathML without what it says twice. A page may have eighty formulas, and half
 * of what temml writes of a short one repeats what every browser knows. */

#include "base/arena.h"

/* Looks and reads as before. Left out are: of a bracket or a comma what the
 * operator dictionary of MathML Core says of it; the end tags of spaces; style
 * of displays, which style.css has; and the TeX of a formula that is one
 * letter, since a letter is TeX of itself. */
struct str mathml_spare(struct arena *arena, struct str mathml);

/* Whether strokes.css has to draw something of it: a box, a stroke, a wide
 * accent. */
bool mathml_has_strokes(struct str mathml);

#endif
