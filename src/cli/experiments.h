#ifndef CLI_EXPERIMENTS_H
#define CLI_EXPERIMENTS_H

/* What run, verify and why share: which experiments are meant, the cache, the
 * training of everything that is not known with progress on standard error,
 * and the files of evidence. */

#include "base/json.h"
#include "cli/workspace.h"
#include "store/store.h"

/* One experiment and the runs that it needs. */
struct picked {
    const struct plan *plan;
    const struct task *tasks; /* evidence_tasks */
    size_t task_count;
    struct run_result *results; /* after experiments_train */
};

struct experiments {
    struct command *command;
    struct workspace *workspace;
    struct store *store; /* NULL: nothing is remembered */
    struct picked *at;
    size_t len, cap;
    size_t total, known;     /* distinct runs, after experiments_train */
    struct runner_need need; /* of those that had to be trained */
    bool has_unsound;        /* a plan was reported and left out */
};

/* The experiments that the operands name, or all active ones, with --surveys
 * surveys too. False after saying why, with the status: an unknown id is
 * STATUS_USAGE. A plan with faults has them printed and is left out; a planned
 * one is left out with a note when it was named, but for --estimate. */
bool experiments_pick(struct command *command, struct workspace *workspace,
                      struct experiments *experiments,
                      enum exit_status *status);

/* Opens build/cache.db; without it the work goes on and nothing is kept. */
void experiments_open_store(struct experiments *experiments);
void experiments_close(struct experiments *experiments);

/* Trains what is not known, all experiments at once, and fills the results.
 * False after saying why. */
bool experiments_train(struct experiments *experiments, bool is_fresh,
                       enum exit_status *status);

/* Opens the workspace, picks the experiments, does the work and closes both
 * again: all of a command. */
enum exit_status experiments_command(
    struct command *command,
    enum exit_status (*work)(struct experiments *experiments));

/* -- Files ----------------------------------------------------------------- */

/* root/experiments/evidence/EXP-002.json, terminated. */
struct str experiments_file(const struct experiments *experiments,
                            const struct plan *plan, enum evidence_file file);

/* The file's text; *found is false when there is none. */
bool experiments_read(struct experiments *experiments, const char *path,
                      struct str *text, bool *found, struct failure *failure);

/* Derived from the results and written out, with today's provenance. */
struct str experiments_derive(struct experiments *experiments,
                              const struct picked *picked,
                              struct evidence *evidence);

/* Finding about the evidence file that reading it gave, or NULL. */
const struct diag *experiments_unreadable(const struct experiments *experiments,
                                          struct str id);

/* "43 runs, 40 of them known". */
void experiments_put_counts(struct out *out, size_t total, size_t known);

/* The same of what was trained, with how many at a time and their memory, as a
 * line; nothing for a program. */
void experiments_put_summary(struct experiments *experiments);

/* A list for programs around what a command tells of each experiment; nothing
 * for people. */
void experiments_list_open(const struct experiments *experiments,
                           struct json_out *j);
void experiments_list_close(const struct experiments *experiments,
                            struct json_out *j);

#endif
