/* What changed, and what came of it. The change is the result and goes to
 * standard output; what stands against it goes to standard error. */

#include "cli/bump.h"

#include <stdio.h>

#include "base/diff.h"
#include "check/suspect.h"
#include "cli/changes.h"
#include "cli/text.h"

enum { STEP = 2 };

/* -- Refusals -------------------------------------------------------------- */

static void print_refusal(struct bump *bump, struct out *out,
                          const struct refusal *refusal)
{
    struct command *command = bump->command;
    const struct diag diag = {.severity = refusal->severity,
                              .outcome = refusal->outcome,
                              .rule = refusal->rule,
                              .place = refusal->place,
                              .message = refusal->message,
                              .hint = refusal->hint};
    if (refusal->rule) {
        diag_print(out, &command->scratch, &diag, bump->workspace->prefix,
                   command->has_err_colour);
        return;
    }
    out_c(out, "probatum: ");
    text_put(out, refusal->message);
    out_c(out, "\n  hint: ");
    text_put(out, refusal->hint);
    out_char(out, '\n');
}

/* The entries that would accept the findings, each once. */
static void print_acknowledgements(const struct bump *bump, struct out *out)
{
    bool is_first = true;
    for (size_t i = 0; i < bump->refusals.len; i++) {
        const struct str entry = bump->refusals.at[i].acknowledgement;
        bool is_new = entry.len > 0;
        for (size_t k = 0; k < i && is_new; k++) {
            is_new = !str_equal(entry, bump->refusals.at[k].acknowledgement);
        }
        if (is_new) {
            out_c(out, is_first ? "To keep it as it is, say why in the record "
                                  "and bump it again:\n  acknowledged:\n"
                                : "");
            out_c(out, "  - ");
            text_put(out, entry);
            out_char(out, '\n');
            is_first = false;
        }
    }
}

static bool has_unmade(const struct bump *bump)
{
    for (size_t i = 0; i < bump->refusals.len; i++) {
        if (bump->refusals.at[i].outcome == OUTCOME_CANNOT_CHECK &&
            !bump->refusals.at[i].is_accepted) {
            return true;
        }
    }
    return false;
}

static void print_refusals(struct bump *bump)
{
    struct out out = {0};
    for (size_t i = 0; i < bump->refusals.len; i++) {
        if (!bump->refusals.at[i].is_accepted) {
            print_refusal(bump, &out, &bump->refusals.at[i]);
        }
    }
    print_acknowledgements(bump, &out);
    if (has_unmade(bump)) {
        out_c(&out, "To go on past what cannot be checked, say why with "
                    "--because \"…\"; the history will have it.\n");
    }
    out_printf(&out, "probatum: refused; %.*s stays at version %lld\n",
               STR_ARG(bump->id), (long long)bump->from);
    out_flush(&out, stderr);
    out_free(&out);
}

/* -- The change ------------------------------------------------------------ */

static void print_changes(struct bump *bump)
{
    struct out *out = &bump->command->out;
    out_printf(out, "%.*s: version %lld", STR_ARG(bump->id),
               (long long)bump->from);
    if (!bump_is_refused(bump)) {
        out_printf(out, " becomes %lld", (long long)bump->to);
    }
    if (bump->level != LEVEL_NONE) {
        out_printf(out, ", %s", level_name(bump->level));
    }
    out_c(out, bump_is_unchanged(bump) ? ", nothing changed\n" : "\n");
    changes_text(out, &bump->changes, STEP);
    if (bump->renewed > 0 && !bump_is_refused(bump)) {
        out_printf(out, "  %zu acknowledgement%s of version %lld go%s on\n",
                   bump->renewed, bump->renewed == 1 ? "" : "s",
                   (long long)bump->from, bump->renewed == 1 ? "es" : "");
    }
}

static void print_diff(struct bump *bump)
{
    struct arena_mark mark = arena_mark(&bump->command->scratch);
    for (size_t i = 0; i <= bump->other_count; i++) {
        const struct bump_file *file = bump_file_at(bump, i);
        diff_unified(&bump->command->out, &bump->command->scratch, file->path,
                     file->source->text, file->text);
    }
    arena_rewind(&bump->command->scratch, mark);
}

/* -- Dependants ------------------------------------------------------------ */

/* Whether the link makes its record suspect, and is the first of it that
 * does. */
static bool makes_suspect(const struct record *record, size_t index)
{
    const struct link *link = record->backlinks[index];
    if (!suspect_is_ground(link) || record_is_retired(link->from) ||
        !suspect_change(link, suspect_day(link->from))) {
        return false;
    }
    for (size_t i = 0; i < index; i++) {
        if (record->backlinks[i]->from == link->from &&
            suspect_is_ground(record->backlinks[i])) {
            return false;
        }
    }
    return true;
}

static struct strs suspects_of(const struct bump *bump)
{
    struct strs ids = {0};
    const struct record *record =
        library_find(bump->workspace->library, bump->id);
    for (size_t i = 0; record && i < record->backlink_count; i++) {
        if (makes_suspect(record, i)) {
            *LIST_PUSH(bump->arena, &ids) = record->backlinks[i]->from->id;
        }
    }
    return ids;
}

static void print_suspects(struct bump *bump)
{
    struct out list = {0};
    const struct strs ids = suspects_of(bump);
    for (size_t i = 0; i < ids.len; i++) {
        out_c(&list, i > 0 ? ", " : "to be read again: ");
        out_str(&list, ids.at[i]);
    }
    if (ids.len > 0) {
        out_repeat(&bump->command->out, ' ', STEP);
        text_wrap(&bump->command->out, out_text(&list), STEP, STEP);
    }
    out_free(&list);
}

enum exit_status bump_report_text(struct bump *bump)
{
    struct out *out = &bump->command->out;
    print_changes(bump);
    if (bump_is_refused(bump)) {
        const enum exit_status status =
            command_deliver(bump->command, STATUS_FINDINGS);
        print_refusals(bump);
        return status;
    }
    print_suspects(bump);
    if (bump->is_dry) {
        print_diff(bump);
    }
    for (size_t i = 0; i <= bump->other_count && bump->is_written; i++) {
        const struct str path = bump_file_at(bump, i)->path;
        out_printf(out, "wrote %.*s%.*s\n", STR_ARG(bump->workspace->prefix),
                   STR_ARG(path));
    }
    return STATUS_CLEAN;
}

/* -- JSON ------------------------------------------------------------------ */

static void place_json(struct bump *bump, struct json_out *j,
                       struct place place)
{
    static const char *const keys[] = {"path", "line", "column"};
    for (size_t i = 0; !place.source && i < 3; i++) {
        json_key(j, keys[i]);
        json_none(j);
    }
    if (place.source) {
        const struct position at =
            source_position(bump->arena, place.source, place.start);
        json_put_str(j, keys[0], place.source->path);
        json_put_int(j, keys[1], (int64_t)at.line);
        json_put_int(j, keys[2], (int64_t)at.column);
    }
}

static void refusal_json(struct bump *bump, struct json_out *j,
                         const struct refusal *refusal)
{
    json_open(j, '{');
    json_key(j, "rule");
    if (refusal->rule) {
        json_str(j, str_from_c(refusal->rule));
    } else {
        json_none(j);
    }
    json_put_c(j, "outcome",
               refusal->outcome == OUTCOME_CANNOT_CHECK ? "cannot-check"
                                                        : "finding");
    place_json(bump, j, refusal->place);
    json_put_str(j, "message", refusal->message);
    json_put_str(j, "hint", refusal->hint);
    json_close(j);
}

enum exit_status bump_report_json(struct bump *bump)
{
    struct json_out j = {.out = &bump->command->out};
    const bool is_refused = bump_is_refused(bump);
    json_open(&j, '{');
    json_put_str(&j, "id", bump->id);
    json_put_int(&j, "from", bump->from);
    json_put_int(&j, "to", is_refused ? bump->from : bump->to);
    json_put_c(&j, "level", level_name(bump->level));
    json_key(&j, "changed");
    changes_json(&j, &bump->changes);
    json_key(&j, "refused");
    json_open(&j, '[');
    for (size_t i = 0; i < bump->refusals.len; i++) {
        if (!bump->refusals.at[i].is_accepted) {
            refusal_json(bump, &j, &bump->refusals.at[i]);
        }
    }
    json_close(&j);
    json_put_bool(&j, "written", bump->is_written);
    json_close(&j);
    out_char(&bump->command->out, '\n');
    return is_refused ? STATUS_FINDINGS : STATUS_CLEAN;
}
