#ifndef MD_ENGINE_H
#define MD_ENGINE_H

/* The interpreter (Duktape) that runs temml, fenced in: it has no files, no
 * clock and no modules, and one call may use only so much memory and ask for
 * it only so often, which bounds its time too, and the same on every machine.
 * Starting takes some 40 ms, so it starts with the first call. */

#include "base/out.h"

struct engine_block;

/* {0} is an engine that has not started. */
struct engine {
    void *interpreter;
    struct engine_block *blocks; /* all that the interpreter has allocated */
    size_t live;                 /* bytes in them */
    size_t spent;                /* bytes asked for since the call began */
    void *
        escape; /* where to go when a call has used too much; NULL: none runs */
};

/* What the interpreter reads first, in this order, for who keeps its answers:
 * others need not give the same. */
struct engine_script {
    const unsigned char *bytes;
    size_t size;
};
extern const struct engine_script engine_scripts[];
extern const size_t engine_script_count;

/* Appends what `render` of engine.js answers. False when the formula asks for
 * more than a call may use: nothing is appended, and the engine is as new. */
bool engine_render(struct engine *engine, struct str tex, bool is_display,
                   struct out *answer);

/* Gives back all its memory. */
void engine_stop(struct engine *engine);

#endif
