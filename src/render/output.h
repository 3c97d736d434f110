#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

/* The folder that a site is written to. Paths are relative to it, and nothing
 * is ever written or removed outside it: a link on the way is a failure. */

#include "base/arena.h"
#include "base/bug.h"
#include "base/map.h"
#include "base/out.h"

struct output {
    struct arena *arena;
    struct str folder;  /* absolute */
    struct map folders; /* those that were looked into */
};

/* True when the file is there. Each folder is listed once, the first time that
 * it is asked about. */
bool output_has(struct output *output, struct str path);

/* The text of a page without control characters, which no format has a place
 * for, and without the marks that turn the direction of what follows them: one
 * in a title would turn the text around it too. U+FFFD stands for each. */
struct str output_text(struct arena *arena, struct str text);

/* JSON whose texts can neither end a script element nor begin one, nor end an
 * attribute in single quotes: what `out` has from the byte on is written so
 * that it means the same. */
void output_inert_json(struct out *out, size_t from);

/* Writes the file unless it has these bytes. */
bool output_write(struct output *output, struct str path, struct str text,
                  bool *has_changed, struct failure *failure);

/* Removes the file when it is there and is one of ours to remove, and its
 * folder when nothing else is in it. */
bool output_remove(struct output *output, struct str path, bool *was_there,
                   struct failure *failure);

#endif
