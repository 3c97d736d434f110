/* Findings: collecting, ordering and showing them. */

#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

struct diag *diag_add(struct diags *diags, enum severity severity,
                      const char *rule, struct place place, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    struct str message = arena_vprintf(diags->arena, format, args);
    va_end(args);
    struct diag *diag = LIST_PUSH(diags->arena, diags);
    *diag = (struct diag){.severity = severity,
                          .outcome = OUTCOME_FINDING,
                          .rule = rule,
                          .place = place,
                          .message = message};
    return diag;
}

void diag_hint(struct diags *diags, struct diag *diag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag->hint = arena_vprintf(diags->arena, format, args);
    va_end(args);
}

const char *severity_name(enum severity severity)
{
    switch (severity) {
    case SEVERITY_NOTE:
        return "note";
    case SEVERITY_WARNING:
        return "warning";
    case SEVERITY_ERROR:
        return "error";
    }
    BUG("severity %d", (int)severity);
}

static struct str path_of(const struct diag *diag)
{
    return diag->place.source ? diag->place.source->path : (struct str){0};
}

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare(const void *left, const void *right)
{
    const struct diag *a = left;
    const struct diag *b = right;
    int order = str_compare(path_of(a), path_of(b));
    order = order ? order : compare_sizes(a->place.start, b->place.start);
    order = order ? order : compare_sizes(a->place.end, b->place.end);
    order = order ? order : strcmp(a->rule, b->rule);
    order = order ? order : str_compare(a->message, b->message);
    return order ? order : str_compare(a->hint, b->hint);
}

void diags_sort(struct diags *diags)
{
    if (diags->len > 1) {
        qsort(diags->at, diags->len, sizeof *diags->at, compare);
    }
}

static const char *colour_of(const struct diag *diag)
{
    if (diag->outcome == OUTCOME_CANNOT_CHECK ||
        diag->severity == SEVERITY_NOTE) {
        return "\033[36m";
    }
    return diag->severity == SEVERITY_ERROR ? "\033[31m" : "\033[33m";
}

static void print_place(struct out *out, struct arena *scratch,
                        const struct diag *diag, struct str prefix)
{
    if (!diag->place.source) {
        return;
    }
    /* A copy: the table of lines must not outlive the scratch arena. */
    struct source source = *diag->place.source;
    struct position position =
        source_position(scratch, &source, diag->place.start);
    out_terminal(out, prefix);
    out_terminal(out, source.path);
    out_printf(out, ":%zu:%zu: ", position.line, position.column);
}

void diag_print(struct out *out, struct arena *scratch, const struct diag *diag,
                struct str prefix, bool has_colour)
{
    print_place(out, scratch, diag, prefix);
    out_c(out, has_colour ? colour_of(diag) : "");
    out_c(out, diag->outcome == OUTCOME_CANNOT_CHECK
                   ? "cannot check"
                   : severity_name(diag->severity));
    out_c(out, has_colour ? "\033[0m: " : ": ");
    out_terminal(out, diag->message);
    if (diag->rule[0] != '\0') {
        out_printf(out, " [%s]", diag->rule);
    }
    out_char(out, '\n');
    if (diag->hint.len > 0) {
        out_c(out, "  hint: ");
        out_terminal(out, diag->hint);
        out_char(out, '\n');
    }
}

struct str nearest(struct str word, const struct strs *candidates)
{
    size_t limit = word.len / 3 > 1 ? word.len / 3 : 1;
    size_t best = SIZE_MAX;
    struct str found = {0};
    for (size_t i = 0; i < candidates->len; i++) {
        size_t distance = str_distance(word, candidates->at[i]);
        if (distance <= limit && distance < best) {
            best = distance;
            found = candidates->at[i];
        }
    }
    return found;
}
