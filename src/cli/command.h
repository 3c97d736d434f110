#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

/* What a command is given. Commands and options live in commands.def and
 * options.def; parsing, --help, completion and the check that the manual
 * mentions everything read those two lists. A command is one function in
 * cmd_<name>.c that returns an exit status. */

#include "base/arena.h"
#include "base/bug.h"
#include "base/diag.h"

enum exit_status {
    STATUS_CLEAN = 0,
    STATUS_FINDINGS = 1, /* or evidence that differs */
    STATUS_USAGE = 2,
    STATUS_FAILED = 3, /* could not do the job */
};

enum option {
#define OPTION(name, spelling, letter, value, choices, help) OPTION_##name,
#include "cli/options.def"
#undef OPTION
    OPTION_COUNT
};

struct option_info {
    const char *spelling; /* "format" */
    char letter;          /* or 0 */
    const char *value;    /* "DIR"; NULL for a flag */
    const char *choices;  /* "text|json", or NULL */
    const char *help;
};
extern const struct option_info option_infos[OPTION_COUNT];

struct command;
struct library_keep;
struct site_readers;

struct command_info {
    const char *name;
    const char *operands; /* "[ID|PATH...]" */
    const char *summary;
    const char *options;  /* spellings, separated by blanks; "format=a|b" has
                             choices of its own */
    const char *examples; /* one a line, "command # what it does" */
    enum exit_status (*run)(struct command *command);
};
extern const struct command_info command_infos[];
extern const size_t command_count;

struct option_value {
    bool is_given;
    struct strs values; /* an option given twice has two */
};

struct command {
    const struct command_info *info;
    struct arena arena;   /* lives as long as the command */
    struct arena scratch; /* rewound by whoever marked it */
    struct option_value options[OPTION_COUNT];
    struct strs operands;
    const struct site_readers *readers; /* who wait for a build; NULL: nobody */
    struct library_keep *keep; /* of a process that builds again; or NULL */
    struct out out;    /* the result; flushed to standard output at the end */
    bool has_colour;   /* standard output is a terminal and NO_COLOR unset */
    bool has_terminal; /* standard error is one: progress bars are welcome */
    bool has_err_colour;
};

bool command_has(const struct command *command, enum option option);
/* The last value given, or the fallback. */
struct str command_text(const struct command *command, enum option option,
                        const char *fallback);
/* A whole number of at least `lowest`; false after saying what is wrong. */
bool command_number(struct command *command, enum option option,
                    int64_t fallback, int64_t lowest, int64_t *value);
bool command_wants_json(const struct command *command);

/* Sends out the result as far as it is made, so that what follows on standard
 * error comes behind it. The rest goes out when the command is done. Returns
 * the status, or STATUS_FAILED after saying that the result is lost. */
enum exit_status command_deliver(struct command *command,
                                 enum exit_status status);

/* What these words on the command line ask for, from the program's name on; a
 * NULL ends them. For main, and for children that are this program. */
enum exit_status command_main(int count, char **arguments,
                              const struct site_readers *readers,
                              struct library_keep *keep);

/* Says on standard error "probatum: ..." and returns the status. */
enum exit_status command_usage(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum exit_status command_failed(struct command *command,
                                const struct failure *failure);
/* The end of such a sentence: `; did you mean "check"?`, or nothing when no
 * candidate is near, or `near` is empty. */
struct str command_did_you_mean(struct command *command, struct str near);
struct str command_nearest(struct command *command, struct str word,
                           const struct strs *candidates);

/* Today in UTC, YYYY-MM-DD; SOURCE_DATE_EPOCH stands in for the clock where it
 * is a number. */
struct str command_today(struct command *command);

/* Plain notes and hints on standard error. */
void command_note(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* help.c */
void help_overview(struct out *out);
void help_command(struct out *out, const struct command_info *info);

const struct command_info *command_find(struct str name);
/* True when the command's own list has the option. */
bool command_takes(const struct command_info *info, enum option option);
/* "text|json": what the option's value may be with this command; empty when it
 * may be anything. */
struct str command_choices(const struct command_info *info, enum option option);

#define COMMAND(name, operands, summary, options, examples) \
    enum exit_status cmd_##name(struct command *command);
#include "cli/commands.def"
#undef COMMAND

#endif
