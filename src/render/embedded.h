/* The files that probatum carries inside itself: every page template and every
 * asset of the site, so that an installed binary needs no checkout. The table
 * is made by tools/embed while building. */
#ifndef PROBATUM_RENDER_EMBEDDED_H
#define PROBATUM_RENDER_EMBEDDED_H

#include <stddef.h>

/* One file. `path` is relative to the root of the source tree and uses "/":
 * "templates/practice.html". `bytes` holds `size` bytes exactly as they were in
 * the file; nothing terminates them. */
struct embedded {
    const char *path;
    const unsigned char *bytes;
    size_t size;
};

/* Sorted by path, byte by byte, so that a binary search finds a file. */
extern const struct embedded embedded_files[];
extern const size_t embedded_count;

#endif
