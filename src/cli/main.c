/* probatum: the entry point. Finds the command, has its options read against
 * the two lists, runs it, and turns what happened into an exit status. */

#include "cli/arguments.h"
#include "cli/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* -- The surroundings ------------------------------------------------------ */

/* A standard stream that the caller closed would give its number to the next
 * file opened, and a message would then be written into a database or a
 * record. The stand-in is open the wrong way round, so using it still fails. */
static void hold_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) <
                0) {
            abort();
        }
    }
}

/* A full quota is then a failure like a full disk (base/fs.h), and a reader
 * who has seen enough of a pipe ends nothing that is being written. */
static void ignore_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

static bool stream_has_colour(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(fileno(stream)) && !(no_color && *no_color);
}

/* -- Which command --------------------------------------------------------- */

static const struct command_info *find_or_say(struct command *command,
                                              const char *name)
{
    const struct command_info *info = command_find(str_from_c(name));
    struct strs names = {0};
    for (size_t i = 0; !info && i < command_count; i++) {
        *LIST_PUSH(&command->arena, &names) = str_from_c(command_infos[i].name);
    }
    if (!info) {
        struct str near = command_nearest(command, str_from_c(name), &names);
        command_usage(command, "no command \"%s\"%.*s", name, STR_ARG(near));
    }
    return info;
}

static enum exit_status show_version(struct command *command)
{
    out_c(&command->out, "probatum " PROBATUM_VERSION "\n");
    return STATUS_CLEAN;
}

/* `probatum help` and `probatum help COMMAND`. */
static enum exit_status show_help(struct command *command, const char *about)
{
    if (!about) {
        help_overview(&command->out);
        return STATUS_CLEAN;
    }
    const struct command_info *info = find_or_say(command, about);
    if (!info) {
        return STATUS_USAGE;
    }
    help_command(&command->out, info);
    return STATUS_CLEAN;
}

/* Without a command's name there is only help and the version to be had. */
static enum exit_status dispatch_bare(struct command *command)
{
    if (command_has(command, OPTION_VERSION)) {
        return show_version(command);
    }
    if (command_has(command, OPTION_HELP)) {
        return show_help(command, NULL);
    }
    return command_usage(command, "name a command");
}

static enum exit_status dispatch(struct command *command, char **arguments)
{
    int at = arguments_before(command, arguments);
    if (!at) {
        return STATUS_USAGE;
    }
    const char *name = arguments[at];
    if (!name) {
        return dispatch_bare(command);
    }
    if (!strcmp(name, "help")) {
        return show_help(command, arguments[at + 1]);
    }
    command->info = find_or_say(command, name);
    if (!command->info || !arguments_after(command, arguments, at + 1)) {
        return STATUS_USAGE;
    }
    if (command_has(command, OPTION_VERSION)) {
        return show_version(command);
    }
    if (command_has(command, OPTION_HELP)) {
        return show_help(command, name);
    }
    return command->info->run(command);
}

/* A reader who left the pipe has what they wanted; any other trouble means that
 * the result is lost. */
enum exit_status command_deliver(struct command *command,
                                 enum exit_status status)
{
    text_guard(&command->out, command->has_colour);
    errno = 0;
    if (out_flush(&command->out, stdout) || errno == EPIPE) {
        return status;
    }
    fprintf(stderr, "probatum: cannot write to standard output%s%s\n",
            errno ? ": " : "", errno ? strerror(errno) : "");
    return STATUS_FAILED;
}

enum exit_status command_main(int count, char **arguments,
                              const struct site_readers *readers,
                              struct library_keep *keep)
{
    struct command command = {
        .readers = readers,
        .keep = keep,
        .has_colour = stream_has_colour(stdout),
        .has_err_colour = stream_has_colour(stderr),
        .has_terminal = isatty(fileno(stderr)),
    };
    enum exit_status status = count > 0
                                  ? dispatch(&command, arguments)
                                  : command_usage(&command, "name a command");
    status = command_deliver(&command, status);
    out_free(&command.out);
    arena_free(&command.scratch);
    arena_free(&command.arena);
    return status;
}

int main(int count, char **arguments)
{
    hold_standard_streams();
    ignore_signals();
    return (int)command_main(count, arguments, NULL, NULL);
}
