#ifndef EXPERIMENT_FINDINGS_H
#define EXPERIMENT_FINDINGS_H

/* A plan loaded, and what was found wrong with it: for tests of its reader. */

#include "experiment/workplace.h"

#include <stdio.h>

static struct workplace *place;

static inline int set_up(void **state)
{
    workplace_set_up(state);
    place = *state;
    return 0;
}

static inline const struct plan *load(const char *text)
{
    return workplace_plan(place, text);
}

/* Findings as "line:column rule: message (hint)", one a line. */
static inline const char *findings(void)
{
    struct out out = {0};
    diags_sort(&place->diags);
    for (size_t i = 0; i < place->diags.len; i++) {
        const struct diag *diag = &place->diags.at[i];
        const struct position at = source_position(
            &place->arena, diag->place.source, diag->place.start);
        if (!str_starts(str_from_c(diag->rule), S("plan-"))) {
            continue;
        }
        out_printf(&out, "%zu:%zu %s: %.*s", at.line, at.column, diag->rule,
                   STR_ARG(diag->message));
        if (diag->hint.len > 0) {
            out_printf(&out, " (%.*s)", STR_ARG(diag->hint));
        }
        out_char(&out, '\n');
    }
    const char *text = arena_cstr(&place->arena, out_text(&out));
    out_free(&out);
    return text;
}

/* The plan is unsound for exactly these. */
#define assert_findings(text, ...) \
    check_findings((text), (const char *const[]){__VA_ARGS__, NULL})
static inline void check_findings(const char *text, const char *const *expected)
{
    struct out out = {0};
    const struct plan *plan = load(text);
    for (size_t i = 0; expected[i]; i++) {
        out_printf(&out, "%s\n", expected[i]);
    }
    out_char(&out, '\0');
    assert_false(plan->is_sound);
    if (strcmp(findings(), out.ptr) != 0) {
        fputs(findings(), stderr); /* whole: a message is cut */
    }
    assert_string_equal(findings(), out.ptr);
    out_free(&out);
}

#endif
