#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

/* A file's text and places in it. Places are byte spans; a line and a column
 * are computed only when someone is told about them, because nearly every
 * place is never shown. */

#include "base/arena.h"

struct source {
    struct str path; /* as it is shown, relative to the project's root */
    struct str text;
    size_t *lines; /* offset of each line's first byte; made on first use */
    size_t line_count;
};

/* Bytes [start, end) of the source. A place without a source is "nowhere";
 * a place with start == end == 0 names the file as a whole (1:1). */
struct place {
    struct source *source;
    size_t start, end;
};

/* Both 1-based; the column counts code points. */
struct position {
    size_t line, column;
};

struct source *source_new(struct arena *arena, struct str path,
                          struct str text);

/* The table of lines is made at the first question and kept in the arena then
 * given, which must live as long as the source: never a scratch arena. A
 * byte-order mark at the start counts as no column. */
struct position source_position(struct arena *arena, struct source *source,
                                size_t offset);

/* Offset of the first byte of the 1-based line, clipped to the text. */
size_t source_line_offset(struct arena *arena, struct source *source,
                          size_t line);

#endif
