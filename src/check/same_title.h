#ifndef CHECK_SAME_TITLE_H
#define CHECK_SAME_TITLE_H

/* Two writings of one title or name. Registries send MathML, HTML, TeX and
 * entities escaped twice; records hold what a person typed. What is left when
 * mark-up, case, accents, blanks and punctuation are gone is the same, or it is
 * another title. */

#include "base/arena.h"

/* The letters and digits alone, in lower case, Latin ones without accents:
 * "Waves in <i>N</i>-Part Media &amp;amp; More" and "Waves in N-part media &
 * more" are wavesinnpartmediamore. In the arena. */
struct str same_title_fold(struct arena *arena, struct str text);

/* Equal once folded. A title may leave out the other's subtitle, which
 * registries keep apart. */
bool same_title(struct arena *arena, struct str a, struct str b);

#endif
