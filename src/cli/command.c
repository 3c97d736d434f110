/* Reading what the user gave, and saying what is wrong with it. */

#include "cli/command.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Options that every command takes. */
static bool is_global(enum option option)
{
    return option == OPTION_DIRECTORY || option == OPTION_HELP ||
           option == OPTION_VERSION;
}

/* The option in the command's own list, with the choices it has there. */
static bool find_in_list(const struct command_info *info, enum option option,
                         struct str *choices)
{
    struct str rest = str_from_c(info ? info->options : "");
    struct str word;
    bool has_more = true;
    while (has_more) {
        struct str spelling;
        has_more = str_cut(rest, ' ', &word, &rest);
        str_cut(word, '=', &spelling, choices);
        if (str_is(spelling, option_infos[option].spelling)) {
            return true;
        }
    }
    return false;
}

bool command_takes(const struct command_info *info, enum option option)
{
    struct str choices;
    return is_global(option) || find_in_list(info, option, &choices);
}

struct str command_choices(const struct command_info *info, enum option option)
{
    struct str choices = {0};
    const char *usual = option_infos[option].choices;
    return find_in_list(info, option, &choices) && choices.len
               ? choices
               : str_from_c(usual);
}

const struct command_info *command_find(struct str name)
{
    for (size_t i = 0; i < command_count; i++) {
        if (str_is(name, command_infos[i].name)) {
            return &command_infos[i];
        }
    }
    return NULL;
}

bool command_has(const struct command *command, enum option option)
{
    return command->options[option].is_given;
}

struct str command_text(const struct command *command, enum option option,
                        const char *fallback)
{
    const struct strs *values = &command->options[option].values;
    return values->len ? values->at[values->len - 1] : str_from_c(fallback);
}

bool command_number(struct command *command, enum option option,
                    int64_t fallback, int64_t lowest, int64_t *value)
{
    *value = fallback;
    if (!command->options[option].values.len) {
        return true;
    }
    struct str text = command_text(command, option, "");
    if (str_to_int64(text, value) && *value >= lowest) {
        return true;
    }
    command_usage(command,
                  "--%s must be a whole number of at least %" PRId64
                  ", not \"%.*s\"",
                  option_infos[option].spelling, lowest, STR_ARG(text));
    return false;
}

bool command_wants_json(const struct command *command)
{
    return str_is(command_text(command, OPTION_FORMAT, "text"), "json");
}

/* One line: a name or a library's message that is passed on must not move the
 * cursor. */
__attribute__((format(printf, 1, 0))) static void say(const char *format,
                                                      va_list args)
{
    struct arena scratch = {0};
    struct str text = arena_vprintf(&scratch, format, args);
    fputs("probatum: ", stderr);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        fputc(c < 0x20 || c == 0x7f ? ' ' : c, stderr);
    }
    fputc('\n', stderr);
    arena_free(&scratch);
}

enum exit_status command_usage(struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    if (command->info) {
        fprintf(stderr, "  hint: probatum %s --help\n", command->info->name);
    } else {
        fputs("  hint: probatum --help\n", stderr);
    }
    return STATUS_USAGE;
}

enum exit_status command_failed(struct command *command,
                                const struct failure *failure)
{
    command_note(command, "%s", failure->why);
    return STATUS_FAILED;
}

void command_note(struct command *command, const char *format, ...)
{
    (void)command;
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

struct str command_did_you_mean(struct command *command, struct str near)
{
    return near.len ? arena_printf(&command->arena, "; did you mean \"%.*s\"?",
                                   STR_ARG(near))
                    : (struct str){0};
}

struct str command_nearest(struct command *command, struct str word,
                           const struct strs *candidates)
{
    return command_did_you_mean(command, nearest(word, candidates));
}

struct str command_today(struct command *command)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    int64_t seconds = 0;
    struct tm day = {0};
    char text[32];
    if (!epoch || !str_to_int64(str_from_c(epoch), &seconds)) {
        seconds = (int64_t)time(NULL);
    }
    const time_t moment = (time_t)seconds;
    if (!gmtime_r(&moment, &day)) {
        return S("1970-01-01");
    }
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    return arena_copy(&command->arena, str_from_c(text));
}
