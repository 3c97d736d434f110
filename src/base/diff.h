#ifndef BASE_DIFF_H
#define BASE_DIFF_H

/* What two sequences of texts have in common, in order: lines of a file,
 * sentences of a page. */

#include "base/arena.h"

struct diff_side {
    const struct str *at;
    size_t len;
};

/* For each new element the index of the old one that it is, STR_NONE for one
 * that came; the indexes only grow. The longest common subsequence, unless what
 * is left between equal beginnings and ends is so long on both sides that the
 * table would not fit: then all of that went and came. In the arena. */
size_t *diff_common(struct arena *arena, struct diff_side olds,
                    struct diff_side news);

/* The change from old to new as a unified diff with three lines around each
 * change, under the names a/path and b/path; nothing for equal texts. A last
 * line without its end is told as git tells it. */
struct out;
void diff_unified(struct out *out, struct arena *arena, struct str path,
                  struct str old_text, struct str new_text);

/* The offset in the old text of what stands at the offset in the new one. What
 * came is led to the line that it came for, or before which it came. */
size_t diff_offset_before(struct arena *arena, struct str old_text,
                          struct str new_text, size_t offset);

#endif
