#ifndef CLI_PAST_H
#define CLI_PAST_H

/* A record and what git remembers of it, for `log` and `diff`. */

#include "cli/workspace.h"
#include "history/history.h"

struct past {
    struct workspace workspace;
    struct store *store;
    struct histories histories;
    struct str id;
    const struct record *today;   /* NULL: it was removed, and git has it */
    const struct record *at_head; /* NULL: it is not in HEAD, or nobody knows */
    const struct record_history *history; /* NULL: no commit has it */
    struct str gap; /* what this clone cannot tell, one sentence, or nothing */
};

/* False after saying why on standard error; the status is then in *status. An
 * id that neither the project nor its history has is a usage error. */
bool past_open(struct command *command, struct past *past, struct str id,
               enum exit_status *status);
void past_close(struct past *past);

/* "3a4465c2", and the day of the author in UTC. */
struct str past_short_id(const struct vcs_commit *commit);
struct str past_day(const struct vcs_commit *commit);

#endif
