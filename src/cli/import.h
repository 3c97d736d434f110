#ifndef CLI_IMPORT_H
#define CLI_IMPORT_H

/* The two kinds of import; cmd_import.c chooses. */

#include "cli/command.h"

enum exit_status import_bibtex(struct command *command, struct str file);
enum exit_status import_anthology(struct command *command, struct str folder);

#endif
