#ifndef RENDER_TRACE_H
#define RENDER_TRACE_H

/* What a page looked at while it was made: which records and experiments it
 * asked for by name, there or not, or that it shows all there is. Asked again
 * with the same answers it would come out the same, so these names and a hash
 * of their answers decide whether it is made again.
 *
 * What every page of a record rests on is not in its trace: the record's own
 * text and who links to it. */

#include "base/map.h"

enum trace_kind {
    TRACE_RECORD,     /* by id or former id: its card, or that there is none */
    TRACE_EXPERIMENT, /* by id: its plan, its evidence and their decisions */
    TRACE_LIST,       /* by prefix: the cards of all records of a kind */
    TRACE_VERDICT_CHANGES, /* all that git knows of; the name is empty */
    TRACE_EVERYTHING,      /* all cards and experiments; the name is empty */
    TRACE_KINDS,
};

struct trace {
    struct arena *arena;
    struct map names[TRACE_KINDS];
};

/* Notes it once, in a copy: a body's ids may lie in memory that is gone when
 * the page is. NULL notes nothing. After everything, nothing more is worth
 * noting. */
void trace_add(struct trace *trace, enum trace_kind kind, struct str name);

/* As one text, to be kept and read again. The names are in the order in which
 * they were asked for. */
struct str trace_text(const struct trace *trace, struct arena *arena);

/* Takes the next name off the text; false at its end or where it is none. */
bool trace_next(struct str *rest, enum trace_kind *kind, struct str *name);

#endif
