#ifndef CLI_TEXT_H
#define CLI_TEXT_H

/* Laying out text for a terminal of 80 columns. What records say is written by
 * others, so what a terminal would obey (controls, marks of direction) comes
 * out by its number, and a line end as a blank. */

#include "base/out.h"

enum { TEXT_WIDTH = 78 };

/* The text on one line. */
void text_put(struct out *out, struct str text);

/* Breaks prose between words so that no line passes TEXT_WIDTH code points,
 * and ends the last one. `used` columns of the first line are taken already;
 * the following lines begin with `indent` blanks. */
void text_wrap(struct out *out, struct str text, size_t used, size_t indent);

/* The text, then blanks up to the given width; at least one. */
void text_pad(struct out *out, struct str text, size_t width);

/* The last look at a result: whatever a terminal would obey that is left, but
 * for line ends, tabs and colours where they are wanted, is shown by number. */
void text_guard(struct out *out, bool has_colour);

#endif
