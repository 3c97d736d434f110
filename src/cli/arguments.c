/* Reading argv against the two lists. getopt_long is not used because it says
 * its own words, knows no "did you mean" and has one list for all commands. */

#include "cli/arguments.h"

#include <string.h>

static bool is_dashed(const char *word)
{
    return word[0] == '-' && word[1];
}

static enum option no_option(struct command *command, struct str word)
{
    struct strs names = {0};
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(command->info, option)) {
            *LIST_PUSH(&command->arena, &names) =
                str_from_c(option_infos[option].spelling);
        }
    }
    struct str near = nearest(word, &names);
    command_usage(command, "no option --%.*s here%s%.*s%s", STR_ARG(word),
                  near.len ? "; did you mean --" : "", STR_ARG(near),
                  near.len ? "?" : "");
    return OPTION_COUNT;
}

static enum option option_by_name(struct command *command, struct str word)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (str_is(word, option_infos[option].spelling) &&
            command_takes(command->info, option)) {
            return option;
        }
    }
    return no_option(command, word);
}

static enum option option_by_letter(struct command *command, char letter)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (option_infos[option].letter == letter &&
            command_takes(command->info, option)) {
            return option;
        }
    }
    command_usage(command, "no option -%c here", letter);
    return OPTION_COUNT;
}

static bool is_choice(struct str choices, struct str value)
{
    struct str rest = choices;
    struct str word;
    bool has_more = true;
    while (has_more) {
        has_more = str_cut(rest, '|', &word, &rest);
        if (str_equal(word, value)) {
            return true;
        }
    }
    return false;
}

/* Stores an option and the value that is attached to it, or else the argument
 * after it, past which *index then moves. */
static bool store(struct command *command, enum option option,
                  const char *attached, char **arguments, int *index)
{
    const struct option_info *info = &option_infos[option];
    struct option_value *value = &command->options[option];
    if (!info->value && attached) {
        command_usage(command, "--%s takes no value", info->spelling);
        return false;
    }
    value->is_given = true;
    if (!info->value) {
        return true;
    }
    const char *text = attached ? attached : arguments[++*index];
    const struct str choices = command_choices(command->info, option);
    if (!text) {
        const struct str wanted =
            choices.len ? choices : str_from_c(info->value);
        command_usage(command, "--%s needs a value: %.*s", info->spelling,
                      STR_ARG(wanted));
        return false;
    }
    if (choices.len && !is_choice(choices, str_from_c(text))) {
        command_usage(command, "--%s may be %.*s, not \"%s\"", info->spelling,
                      STR_ARG(choices), text);
        return false;
    }
    *LIST_PUSH(&command->arena, &value->values) = str_from_c(text);
    return true;
}

static bool read_long(struct command *command, char **arguments, int *index)
{
    const char *word = arguments[*index] + 2;
    const char *equals = strchr(word, '=');
    struct str name = {word, equals ? (size_t)(equals - word) : strlen(word)};
    enum option option = option_by_name(command, name);
    return option < OPTION_COUNT &&
           store(command, option, equals ? equals + 1 : NULL, arguments, index);
}

static bool read_short(struct command *command, char **arguments, int *index)
{
    const char *word = arguments[*index];
    enum option option = option_by_letter(command, word[1]);
    return option < OPTION_COUNT &&
           store(command, option, word[2] ? word + 2 : NULL, arguments, index);
}

static bool read_option(struct command *command, char **arguments, int *index)
{
    return arguments[*index][1] == '-' ? read_long(command, arguments, index)
                                       : read_short(command, arguments, index);
}

int arguments_before(struct command *command, char **arguments)
{
    int i = 1;
    for (; arguments[i] && is_dashed(arguments[i]); i++) {
        if (!strcmp(arguments[i], "--")) {
            return i + 1;
        }
        if (!read_option(command, arguments, &i)) {
            return 0;
        }
    }
    return i;
}

/* What the command's operands allow: "" none, "ID" or "[ID]" one, "OLD NEW"
 * two, "[ID...]" any number. Where there are several forms, "A X | B Y", each
 * has as many. Too few is the command's to say, which knows an example. */
static size_t room(const struct command_info *info)
{
    struct str form = str_from_c(info->operands);
    struct str word;
    size_t count = 0;
    if (str_find(form, S("...")) != STR_NONE) {
        return SIZE_MAX;
    }
    const size_t other = str_find(form, S(" | "));
    form = other == STR_NONE ? form : str_slice(form, 0, other);
    for (bool has_more = form.len > 0; has_more; count++) {
        has_more = str_cut(form, ' ', &word, &form);
    }
    return count;
}

bool arguments_after(struct command *command, char **arguments, int start)
{
    bool has_ended = false;
    for (int i = start; arguments[i]; i++) {
        if (has_ended || !is_dashed(arguments[i])) {
            *LIST_PUSH(&command->arena, &command->operands) =
                str_from_c(arguments[i]);
        } else if (!strcmp(arguments[i], "--")) {
            has_ended = true;
        } else if (!read_option(command, arguments, &i)) {
            return false;
        }
    }
    const size_t most = room(command->info);
    if (command->operands.len <= most) {
        return true;
    }
    struct str last = command->operands.at[command->operands.len - 1];
    command_usage(command, "%s takes %s, not also \"%.*s\"",
                  command->info->name,
                  most == 0   ? "no operand"
                  : most == 1 ? "one operand"
                              : command->info->operands,
                  STR_ARG(last));
    return false;
}
