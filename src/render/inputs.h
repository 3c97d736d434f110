#ifndef RENDER_INPUTS_H
#define RENDER_INPUTS_H

/* The files that a site is made from, and how they look from outside. A build
 * lists them before it reads any, so that what is written while it reads is
 * found by the next one. */

#include "record/library.h"

struct input {
    struct str path;                 /* from the root */
    struct str full;                 /* to open it; terminated */
    const struct library_file *file; /* NULL: evidence, a chapter */
    struct str stamp; /* empty when it was written a moment ago */
};

struct inputs {
    struct library_files files;
    bool is_incomplete; /* a folder could not be read */
    bool is_odd;        /* two have one path, or one cannot be looked at */
    struct input *at;   /* sorted by the bytes of their paths */
    size_t len, cap;
};

/* Findings about folders go to diags. */
struct inputs inputs_list(struct arena *arena, const struct project *project,
                          struct diags *diags);

/* Reads the file's text; false when it cannot be read. */
bool input_read(struct arena *arena, const struct input *input,
                struct str *text);

#endif
