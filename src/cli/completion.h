#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

/* Completion scripts, generated so that they cannot fall behind the lists.
 * Ids and rules are asked of probatum when the user presses Tab. They come
 * from files that somebody else may have written, so no script has the shell
 * expand them. */

#include "cli/command.h"

void completion_bash(struct out *out);
void completion_zsh(struct out *out);
void completion_fish(struct out *out);

/* A command of the shell that prints what the operands may be, a line each, of
 * which the first word counts; "" when nothing is known. */
const char *completion_source(const struct command_info *info);

/* Each with a blank before it: " new check", " --format --only". */
void completion_names(struct out *out);
void completion_options(struct out *out, const struct command_info *info);

/* "a|b" as "a b". */
void completion_choices(struct out *out, struct str choices);

/* Text for inside single quotes, with a backslash before each of `marks`. */
void completion_quoted(struct out *out, const char *text, const char *marks);

#endif
