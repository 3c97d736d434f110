/* Traces as text: for each name a letter, the name's length and the name. */

#include "render/trace.h"

#include "base/out.h"

static const char letters[TRACE_KINDS] = {
    [TRACE_RECORD] = 'r',          [TRACE_EXPERIMENT] = 'e', [TRACE_LIST] = 'l',
    [TRACE_VERDICT_CHANGES] = 'v', [TRACE_EVERYTHING] = '*',
};

/* All cards and experiments say nothing of git. */
static bool is_covered(const struct trace *trace, enum trace_kind kind)
{
    return trace->names[TRACE_EVERYTHING].len > 0 &&
           kind != TRACE_VERDICT_CHANGES;
}

void trace_add(struct trace *trace, enum trace_kind kind, struct str name)
{
    if (trace != NULL && !is_covered(trace, kind) &&
        map_get(&trace->names[kind], name) == NULL) {
        const struct str kept = arena_copy(trace->arena, name);
        *map_slot(trace->arena, &trace->names[kind], kept) = trace;
    }
}

static void put_names(struct out *out, const struct map *names, char letter)
{
    for (size_t i = 0; i < names->len; i++) {
        out_char(out, letter);
        out_int(out, (int64_t)names->at[i].key.len);
        out_char(out, ' ');
        out_str(out, names->at[i].key);
    }
}

struct str trace_text(const struct trace *trace, struct arena *arena)
{
    struct out out = {0};
    for (int kind = 0; kind < TRACE_KINDS; kind++) {
        if (kind == TRACE_EVERYTHING ||
            !is_covered(trace, (enum trace_kind)kind)) {
            put_names(&out, &trace->names[kind], letters[kind]);
        }
    }
    return out_take(&out, arena);
}

bool trace_next(struct str *rest, enum trace_kind *kind, struct str *name)
{
    struct str length = {0};
    struct str tail = {0};
    int64_t count = 0;
    if (rest->len == 0 || !str_cut(str_from(*rest, 1), ' ', &length, &tail) ||
        !str_to_int64(length, &count) || count < 0 ||
        (uint64_t)count > tail.len) {
        return false;
    }
    for (int i = 0; i < TRACE_KINDS; i++) {
        if (letters[i] == rest->ptr[0]) {
            *kind = (enum trace_kind)i;
            *name = str_slice(tail, 0, (size_t)count);
            *rest = str_from(tail, (size_t)count);
            return true;
        }
    }
    return false;
}
