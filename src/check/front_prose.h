#ifndef CHECK_FRONT_PROSE_H
#define CHECK_FRONT_PROSE_H

/* The lines of Markdown outside bodies: what pages show of front matter with
 * emphasis, links and formulas. One list for the rules that look into them. */

#include "check/check.h"

/* Those that hold anything of the kind; most hold words alone and are left
 * out. Each with the place of its value, or of its key. */
struct texts front_prose_of_record(struct arena *arena,
                                   const struct record *record);
struct texts front_prose_of_chapter(struct arena *arena,
                                    const struct chapter *chapter);

/* What a line holds is found in a text of its own: where its bytes stand in
 * the file. The whole value when they are written otherwise there (escaped, or
 * on two lines). */
struct place front_prose_place(const struct text_item *line, struct str bytes);

#endif
