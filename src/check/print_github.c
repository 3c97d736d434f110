/* The report as commands of GitHub Actions: annotations beside the lines of a
 * pull request.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

#include "check/check.h"

/* What would end the command's line, or the property, is percent-encoded. */
static void put_escaped(struct out *out, struct str text, const char *more)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        bool is_escaped = c == '%' || c < 0x20;
        for (const char *at = more; *at; at++) {
            is_escaped = is_escaped || text.ptr[i] == *at;
        }
        if (is_escaped) {
            out_printf(out, "%%%02X", (unsigned)c);
        } else {
            out_char(out, text.ptr[i]);
        }
    }
}

static const char *const commands[] = {
    [SEVERITY_NOTE] = "notice",
    [SEVERITY_WARNING] = "warning",
    [SEVERITY_ERROR] = "error",
};

static void print_finding(struct out *out, struct arena *scratch,
                          const struct diag *diag, struct str prefix)
{
    out_printf(out, "::%s ", commands[diag->severity]);
    if (diag->place.source) {
        const struct position at =
            source_position(scratch, diag->place.source, diag->place.start);
        out_c(out, "file=");
        put_escaped(out, prefix, ":,");
        put_escaped(out, diag->place.source->path, ":,");
        out_printf(out, ",line=%zu,col=%zu,", at.line, at.column);
    }
    out_printf(out, "title=%s::", diag->rule);
    put_escaped(out, diag->message, "");
    if (diag->hint.len) {
        out_c(out, "%0Ahint: ");
        put_escaped(out, diag->hint, "");
    }
    out_char(out, '\n');
}

void check_print_github(struct out *out, struct arena *scratch,
                        const struct diags *diags, struct str prefix)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->outcome == OUTCOME_FINDING && !diag->is_suppressed) {
            print_finding(out, scratch, diag, prefix);
        }
    }
}
