/* The report, as text for people and as JSON for programs. */

#include "check/check.h"

#include "base/json.h"

static void counted(struct out *out, size_t count, const char *one,
                    const char *many)
{
    out_printf(out, "%zu %s", count, count == 1 ? one : many);
}

static void print_summary(struct out *out, const struct check_summary *summary)
{
    counted(out, summary->records, "record", "records");
    if (summary->chapters > 0) {
        out_c(out, " and ");
        counted(out, summary->chapters, "chapter", "chapters");
    }
    out_c(out, ": ");
    counted(out, summary->errors, "error", "errors");
    out_c(out, ", ");
    counted(out, summary->warnings, "warning", "warnings");
    out_c(out, ", ");
    counted(out, summary->notes, "note", "notes");
    out_printf(out, "; %zu passed, %zu could not be checked", summary->passed,
               summary->cannot_check);
    out_printf(out, "; %zu held back by ", summary->suppressed);
    counted(out, summary->acknowledgements, "acknowledgement",
            "acknowledgements");
    out_c(out, "\n");
}

/* Findings first, then a count of what could not be checked by rule: a list of
 * each would bury the findings, and --format json has it. */
static void print_cannot(struct out *out, const struct diags *diags)
{
    for (size_t r = 0; r < rule_count; r++) {
        size_t count = 0;
        for (size_t i = 0; i < diags->len; i++) {
            count += diags->at[i].outcome == OUTCOME_CANNOT_CHECK &&
                     diags->at[i].rule == rules[r].id;
        }
        if (count) {
            out_printf(out, "could not check: %s, %zu %s\n", rules[r].id, count,
                       count == 1 ? "place" : "places");
        }
    }
}

static void print_fixable(struct out *out, const struct diags *diags)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->len; i++) {
        count += diags->at[i].is_fixable;
    }
    if (count > 0) {
        out_printf(out,
                   "mechanical: %zu %s that `probatum check --fix` mends\n",
                   count, count == 1 ? "finding" : "findings");
    }
}

void check_print_text(struct out *out, struct arena *scratch,
                      const struct diags *diags,
                      const struct check_summary *summary, struct str prefix,
                      bool has_colour)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct diag *diag = &diags->at[i];
        if (diag->outcome == OUTCOME_FINDING && !diag->is_suppressed) {
            diag_print(out, scratch, diag, prefix, has_colour);
        }
    }
    print_cannot(out, diags);
    print_fixable(out, diags);
    print_summary(out, summary);
}

static const char *outcome_name(const struct diag *diag)
{
    if (diag->outcome == OUTCOME_CANNOT_CHECK) {
        return "cannot-check";
    }
    return diag->is_suppressed ? "acknowledged" : "finding";
}

/* Left out when it is empty. */
static void put_filled(struct json_out *j, const char *key, struct str value)
{
    if (value.len) {
        json_put_str(j, key, value);
    }
}

static void json_finding(struct json_out *j, struct arena *scratch,
                         const struct diag *diag)
{
    json_open(j, '{');
    json_put_c(j, "outcome", outcome_name(diag));
    json_put_c(j, "severity", severity_name(diag->severity));
    json_put_c(j, "rule", diag->rule);
    if (diag->place.source) {
        struct position at =
            source_position(scratch, diag->place.source, diag->place.start);
        put_filled(j, "path", diag->place.source->path);
        json_put_int(j, "line", (int64_t)at.line);
        json_put_int(j, "column", (int64_t)at.column);
    }
    put_filled(j, "record", diag->subject);
    put_filled(j, "target", diag->target);
    put_filled(j, "message", diag->message);
    put_filled(j, "hint", diag->hint);
    if (diag->is_fixable) {
        json_put_bool(j, "fixable", true);
    }
    json_close(j);
}

void check_print_json(struct out *out, struct arena *scratch,
                      const struct diags *diags,
                      const struct check_summary *summary)
{
    struct json_out j = {.out = out};
    json_open(&j, '{');
    json_key(&j, "findings");
    json_open(&j, '[');
    for (size_t i = 0; i < diags->len; i++) {
        json_finding(&j, scratch, &diags->at[i]);
    }
    json_close(&j);
    json_key(&j, "summary");
    json_open(&j, '{');
    json_put_int(&j, "records", (int64_t)summary->records);
    json_put_int(&j, "chapters", (int64_t)summary->chapters);
    json_put_int(&j, "files", (int64_t)summary->files);
    json_put_int(&j, "errors", (int64_t)summary->errors);
    json_put_int(&j, "warnings", (int64_t)summary->warnings);
    json_put_int(&j, "notes", (int64_t)summary->notes);
    json_put_int(&j, "passed", (int64_t)summary->passed);
    json_put_int(&j, "cannot_check", (int64_t)summary->cannot_check);
    json_put_int(&j, "suppressed", (int64_t)summary->suppressed);
    json_put_int(&j, "acknowledgements", (int64_t)summary->acknowledgements);
    json_close(&j);
    json_close(&j);
    out_char(out, '\n');
}
