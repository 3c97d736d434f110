#ifndef RENDER_SQUEEZE_H
#define RENDER_SQUEEZE_H

/* Style sheets and scripts without what only their authors read. A page is to
 * weigh little also from disk, where nothing is compressed. */

#include "base/arena.h"
#include "base/str.h"

/* By the file's name: a style sheet without comments and without white space
 * that separates nothing, a script without lines that are comments and without
 * indentation, anything else as it is. */
struct str squeezed(struct arena *arena, struct str name, struct str text);

#endif
