#ifndef BASE_DIAG_H
#define BASE_DIAG_H

/* Findings: where, what is wrong, what would be right. A finding never stops
 * the work; it is appended to a list and the caller goes on.
 *
 *     records/practices/SOTA-060.md:12:5: error: no record has the id
 *     "LIT-734" [link-unresolved]
 *       hint: did you mean "LIT-733"?
 */

#include "base/out.h"
#include "base/source.h"

enum severity {
    SEVERITY_NOTE,
    SEVERITY_WARNING,
    SEVERITY_ERROR,
};

/* What became of a check at one place. A stub note is not a pass. */
enum outcome {
    OUTCOME_FINDING,
    OUTCOME_CANNOT_CHECK,
};

struct diag {
    enum severity severity;
    enum outcome outcome;
    const char *rule; /* id of the rule, words joined by hyphens; "" for what
                         no rule of `check` is about, such as a .bib file */
    struct place place;
    struct str subject; /* id of the record it is about, when there is one */
    struct str target; /* what it is about (an id, a field), for suppressions */
    struct str message;
    struct str hint;
    bool is_suppressed;
    bool is_fixable; /* `check --fix` mends it */
};

struct diags {
    struct arena *arena;
    struct diag *at;
    size_t len, cap;
};

/* Appends a finding; the answer is valid until the next one. */
struct diag *diag_add(struct diags *diags, enum severity severity,
                      const char *rule, struct place place, const char *format,
                      ...) __attribute__((format(printf, 5, 6)));
void diag_hint(struct diags *diags, struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *severity_name(enum severity severity);

/* By path, place, rule and message: the order of every report. */
void diags_sort(struct diags *diags);

/* The text form above. `prefix` is what leads from the current folder to the
 * project's root ("" or ending in '/'). Colour only when asked. */
void diag_print(struct out *out, struct arena *scratch, const struct diag *diag,
                struct str prefix, bool has_colour);

/* The nearest of the candidates for "did you mean", or the empty text when
 * none is near (distance at most a third of the length, at least 1). */
struct str nearest(struct str word, const struct strs *candidates);

#endif
