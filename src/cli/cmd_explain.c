/* probatum explain: a rule's paragraph of the manual, with the shortest text
 * that fires and its near miss; without a rule, all of them, a line each. */

#include "base/json.h"
#include "check/mend.h"
#include "cli/command.h"
#include "cli/text.h"

static void example(struct out *out, const char *heading, const char *text)
{
    struct str rest = str_from_c(text);
    struct str line;
    out_printf(out, "\n%s\n", heading);
    while (str_next_line(&rest, &line)) {
        out_printf(out, "    %.*s\n", STR_ARG(line));
    }
}

static void explain_mend(struct out *out, const struct check_rule *rule)
{
    const char *words = mend_words(rule->id);
    if (words) {
        struct out mend = {0};
        out_printf(&mend, "Mechanical: `probatum check --fix` %s.", words);
        out_char(out, '\n');
        text_wrap(out, out_text(&mend), 0, 0);
        out_free(&mend);
    }
}

static void explain_text(struct out *out, const struct check_rule *rule)
{
    out_printf(out, "%s (%s, %s)\n\n", rule->id, rule->topic,
               severity_name(rule->severity));
    struct out lead = {0};
    out_printf(&lead, "Reports that %s.", rule->summary);
    text_wrap(out, out_text(&lead), 0, 0);
    out_free(&lead);
    out_char(out, '\n');
    text_wrap(out, str_from_c(rule->explanation), 0, 0);
    explain_mend(out, rule);
    example(out, "Fires on:", rule->fires);
    example(out, "Is content with:", rule->near_miss);
}

static void explain_json(struct json_out *j, const struct check_rule *rule)
{
    const struct {
        const char *key, *value;
    } members[] = {
        {"id", rule->id},
        {"topic", rule->topic},
        {"severity", severity_name(rule->severity)},
        {"summary", rule->summary},
        {"explanation", rule->explanation},
        {"fires", rule->fires},
        {"near_miss", rule->near_miss},
    };
    json_open(j, '{');
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        json_put_c(j, members[i].key, members[i].value);
    }
    if (mend_words(rule->id)) {
        json_put_c(j, "fix", mend_words(rule->id));
    }
    json_close(j);
}

static enum exit_status explain_all(struct command *command)
{
    struct json_out j = {.out = &command->out};
    bool is_json = command_wants_json(command);
    if (is_json) {
        json_open(&j, '[');
    }
    for (size_t i = 0; i < rule_count; i++) {
        if (is_json) {
            explain_json(&j, &rules[i]);
        } else {
            out_printf(&command->out, "%-28s %-8s %s\n", rules[i].id,
                       severity_name(rules[i].severity), rules[i].summary);
        }
    }
    if (is_json) {
        json_close(&j);
        out_char(&command->out, '\n');
    }
    return STATUS_CLEAN;
}

enum exit_status cmd_explain(struct command *command)
{
    if (!command->operands.len) {
        return explain_all(command);
    }
    struct str id = command->operands.at[0];
    const struct check_rule *rule = rule_find(id);
    if (!rule) {
        struct strs ids = {0};
        for (size_t i = 0; i < rule_count; i++) {
            *LIST_PUSH(&command->arena, &ids) = str_from_c(rules[i].id);
        }
        struct str near = command_nearest(command, id, &ids);
        return command_usage(command, "no rule \"%.*s\"%.*s", STR_ARG(id),
                             STR_ARG(near));
    }
    if (command_wants_json(command)) {
        struct json_out j = {.out = &command->out};
        explain_json(&j, rule);
        out_char(&command->out, '\n');
    } else {
        explain_text(&command->out, rule);
    }
    return STATUS_CLEAN;
}
