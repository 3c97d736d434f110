/* What changed since the version before, and how much of a change that is. The
 * level can be raised for a reason and never lowered. */

#include "cli/bump.h"

bool bump_is_unchanged(const struct bump *bump)
{
    return bump->before && bump->changes.len == 0;
}

void bump_refuse(struct bump *bump, struct str message, struct str hint)
{
    *LIST_PUSH(bump->arena, &bump->refusals) = (struct refusal){
        .severity = SEVERITY_ERROR, .message = message, .hint = hint};
}

/* "title, citations[LIT-022 source].locator" */
static struct str fields_that_ask(const struct bump *bump)
{
    struct out out = {0};
    for (size_t i = 0; i < bump->changes.len; i++) {
        const struct field_change *change = &bump->changes.at[i];
        if (change->level == bump->least) {
            out_c(&out, out.len > 0 ? ", " : "");
            out_str(&out, change->field);
        }
    }
    return out_take(&out, bump->arena);
}

static void refuse_unknown(struct bump *bump)
{
    bump_refuse(bump,
                arena_printf(bump->arena,
                             "what changed since version %lld is not known: "
                             "%.*s",
                             (long long)bump->from, STR_ARG(bump->unknown)),
                S("commit that version first; or say how much it is with "
                  "--level, and how you know with --because \"…\""));
}

static void refuse_lower(struct bump *bump, enum level given)
{
    bump_refuse(bump,
                arena_printf(bump->arena,
                             "this is a %s change, not a %s one: %.*s",
                             level_name(bump->least), level_name(given),
                             STR_ARG(fields_that_ask(bump))),
                arena_printf(bump->arena,
                             "leave --level out, or take back what asks for %s",
                             level_name(bump->least)));
}

static void refuse_higher(struct bump *bump, enum level given)
{
    bump_refuse(bump,
                arena_printf(bump->arena,
                             "the changes ask for %s, and %s was given",
                             level_name(bump->least), level_name(given)),
                S("say what makes it more with --because \"…\""));
}

static void decide(struct bump *bump, enum level given)
{
    const bool has_reason = bump->because.len > 0;
    bump->level = given > bump->least ? given : bump->least;
    if (!bump->before) {
        if (given == LEVEL_NONE || !has_reason) {
            refuse_unknown(bump);
        }
    } else if (bump->changes.len == 0) {
        bump->level = given > LEVEL_PATCH ? given : LEVEL_PATCH;
        if (!has_reason) {
            bump_refuse(bump,
                        arena_printf(bump->arena,
                                     "nothing changed since version %lld",
                                     (long long)bump->from),
                        S("say why there is a new version all the same with "
                          "--because \"…\", such as \"read again: nothing "
                          "changes here\""));
        }
    } else if (given != LEVEL_NONE && given < bump->least) {
        refuse_lower(bump, given);
    } else if (given > bump->least && !has_reason) {
        refuse_higher(bump, given);
    }
}

bool bump_level(struct bump *bump, enum exit_status *status)
{
    struct command *command = bump->command;
    enum level given = LEVEL_NONE;
    if (command_has(command, OPTION_LEVEL) &&
        !level_parse(command_text(command, OPTION_LEVEL, ""), &given)) {
        *status = command_usage(command, "--level is major, minor or patch");
        return false;
    }
    if (bump->before) {
        record_compare(bump->arena, bump->before, bump->changed,
                       &bump->changes);
    }
    bump->least = changes_level(&bump->changes);
    decide(bump, given);
    return true;
}
