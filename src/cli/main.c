/* probatum: the entry point. Finds the command, reads its options against the
 * two lists, runs it, and turns what happened into an exit status. */

#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PROBATUM_VERSION
#define PROBATUM_VERSION "0.1.0"
#endif

const struct option_info option_infos[OPTION_COUNT] = {
#define OPTION(name, spelling, letter, value, choices, help) \
    [OPTION_##name] = {spelling, letter, value, choices, help},
#include "cli/options.def"
#undef OPTION
};

const struct command_info command_infos[] = {
#define COMMAND(name, operands, summary, options, examples) \
    {#name, operands, summary, options, examples, cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};
const size_t command_count = sizeof command_infos / sizeof command_infos[0];

static bool stream_has_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(fileno(stream)) && !(no_color && *no_color);
}

static bool option_matches(enum option option, struct str word)
{
    return str_is(word, option_infos[option].spelling);
}

static enum option option_find(struct command *command, struct str word)
{
    enum option option = 0;
    while (option < OPTION_COUNT && !option_matches(option, word)) {
        option++;
    }
    if (option < OPTION_COUNT && command_takes(command->info, option)) {
        return option;
    }
    struct strs near = {0};
    for (enum option o = 0; o < OPTION_COUNT; o++) {
        if (command_takes(command->info, o)) {
            *LIST_PUSH(&command->arena, &near) =
                str_from_c(option_infos[o].spelling);
        }
    }
    struct str best = nearest(word, &near);
    command_usage(command, "no option --%.*s here%s%.*s%s", STR_ARG(word),
                  best.len ? "; did you mean --" : "", STR_ARG(best),
                  best.len ? "?" : "");
    return OPTION_COUNT;
}

static bool is_choice(const char *choices, struct str value)
{
    struct str rest = str_from_c(choices);
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

/* Stores one option. `*index` moves on when the next argument is its value. */
static bool option_store(struct command *command, enum option option,
                         const char *attached, char **arguments, int *index)
{
    const struct option_info *info = &option_infos[option];
    struct option_value *value = &command->options[option];
    value->is_given = true;
    if (!info->value) {
        if (attached) {
            command_usage(command, "--%s takes no value", info->spelling);
        }
        return !attached;
    }
    const char *text = attached ? attached : arguments[*index + 1];
    if (!text) {
        command_usage(command, "--%s needs a value: %s", info->spelling,
                      info->choices ? info->choices : info->value);
        return false;
    }
    *index += attached ? 0 : 1;
    if (info->choices && !is_choice(info->choices, str_from_c(text))) {
        command_usage(command, "--%s may be %s, not \"%s\"", info->spelling,
                      info->choices, text);
        return false;
    }
    *LIST_PUSH(&command->arena, &value->values) = str_from_c(text);
    return true;
}

static bool read_long(struct command *command, char **arguments, int *index)
{
    struct str name, value;
    bool has_value =
        str_cut(str_from_c(arguments[*index] + 2), '=', &name, &value);
    enum option option = option_find(command, name);
    return option < OPTION_COUNT &&
           option_store(command, option, has_value ? value.ptr : NULL,
                        arguments, index);
}

static bool read_short(struct command *command, char **arguments, int *index)
{
    const char *word = arguments[*index];
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (option_infos[option].letter == word[1] &&
            command_takes(command->info, option)) {
            return option_store(command, option, word[2] ? word + 2 : NULL,
                                arguments, index);
        }
    }
    command_usage(command, "no option -%c here", word[1]);
    return false;
}

/* Reads everything after the command's name; false after saying what is
 * wrong. */
static bool read_arguments(struct command *command, char **arguments, int start)
{
    bool has_ended = false;
    for (int i = start; arguments[i]; i++) {
        const char *word = arguments[i];
        if (has_ended || word[0] != '-' || !word[1]) {
            *LIST_PUSH(&command->arena, &command->operands) = str_from_c(word);
        } else if (!strcmp(word, "--")) {
            has_ended = true;
        } else if (!(word[1] == '-' ? read_long(command, arguments, &i)
                                    : read_short(command, arguments, &i))) {
            return false;
        }
    }
    return true;
}

/* Options before the command's name: -C DIR, --help, --version. Returns the
 * index of the name, or -1 after saying what is wrong. */
static int read_global(struct command *command, char **arguments)
{
    int i = 1;
    for (; arguments[i] && arguments[i][0] == '-'; i++) {
        if (!(arguments[i][1] == '-' ? read_long(command, arguments, &i)
                                     : read_short(command, arguments, &i))) {
            return -1;
        }
    }
    return i;
}

static enum exit_status unknown_command(struct command *command,
                                        const char *name)
{
    struct strs names = {0};
    for (size_t i = 0; i < command_count; i++) {
        *LIST_PUSH(&command->arena, &names) = str_from_c(command_infos[i].name);
    }
    struct str best = nearest(str_from_c(name), &names);
    return command_usage(command, "no command \"%s\"%s%.*s%s", name,
                         best.len ? "; did you mean \"" : "", STR_ARG(best),
                         best.len ? "\"?" : "");
}

static enum exit_status dispatch(struct command *command, char **arguments)
{
    int at = read_global(command, arguments);
    if (at < 0) {
        return STATUS_USAGE;
    }
    if (command_has(command, OPTION_VERSION)) {
        out_c(&command->out, "probatum " PROBATUM_VERSION "\n");
        return STATUS_CLEAN;
    }
    const char *name = arguments[at];
    if (!name || !strcmp(name, "help")) {
        const struct command_info *about =
            name && arguments[at + 1]
                ? command_find(str_from_c(arguments[at + 1]))
                : NULL;
        about ? help_command(&command->out, about)
              : help_overview(&command->out);
        return name || command_has(command, OPTION_HELP) ? STATUS_CLEAN
                                                         : STATUS_USAGE;
    }
    command->info = command_find(str_from_c(name));
    if (!command->info) {
        return unknown_command(command, name);
    }
    if (!read_arguments(command, arguments, at + 1)) {
        return STATUS_USAGE;
    }
    if (command_has(command, OPTION_HELP)) {
        help_command(&command->out, command->info);
        return STATUS_CLEAN;
    }
    return command->info->run(command);
}

int main(int count, char **arguments)
{
    (void)count;
    struct command command = {
        .has_colour = stream_has_colour(stdout),
        .has_err_colour = stream_has_colour(stderr),
        .has_terminal = isatty(fileno(stderr)),
    };
    enum exit_status status = dispatch(&command, arguments);
    if (!out_flush(&command.out, stdout) || fflush(stdout)) {
        fputs("probatum: cannot write to standard output\n", stderr);
        status = STATUS_FAILED;
    }
    out_free(&command.out);
    arena_free(&command.scratch);
    arena_free(&command.arena);
    return (int)status;
}
