/* probatum run: train what experiments need and is not known, and write their
 * evidence: accepted where there is none yet, else beside it for review. Where
 * nothing differs nothing is touched. */

#include "cli/experiments.h"

#include <stdio.h>

#include "base/fs.h"
#include "cli/estimate.h"
#include "experiment/lock.h"

enum outcome_of_run { RUN_UNCHANGED, RUN_WROTE, RUN_PENDING, OUTCOMES };

static const char *const outcome_words[OUTCOMES] = {"unchanged", "written",
                                                    "pending"};

/* What became of one experiment. */
struct settled {
    const struct plan *plan;
    enum outcome_of_run outcome;
    struct str path;         /* relative to the root */
    struct strs differences; /* from the accepted evidence */
    struct evidence evidence;
};

/* -- Seeds by hand --------------------------------------------------------- */

static bool read_range(struct str text, int64_t *first, int64_t *last)
{
    struct str from = {0};
    struct str to = {0};
    const bool is_range = str_cut(text, '-', &from, &to);
    return str_to_int64(from, first) && *first >= 0 &&
           (is_range ? str_to_int64(to, last) : (*last = *first, true)) &&
           *last >= *first && *last <= UINT32_MAX &&
           *last - *first < PLAN_SEED_CEILING;
}

/* "101-103,110". False after saying what is wrong. */
static bool read_seeds(struct command *command, struct seeds *seeds)
{
    struct str rest = command_text(command, OPTION_SEEDS, "");
    struct str part = {0};
    bool has_more = true;
    while (has_more) {
        int64_t first = 0;
        int64_t last = 0;
        has_more = str_cut(rest, ',', &part, &rest);
        if (!read_range(part, &first, &last)) {
            command_usage(command,
                          "--seeds takes numbers and ranges such as "
                          "101-103,110, not \"%.*s\"",
                          STR_ARG(part));
            return false;
        }
        for (int64_t seed = first; seed <= last; seed++) {
            *LIST_PUSH(&command->arena, seeds) = (uint32_t)seed;
        }
    }
    return true;
}

/* Every arm on the given seeds instead of the plan's. */
static void pick_seeds(struct experiments *experiments,
                       const struct seeds *seeds)
{
    struct arena *arena = &experiments->command->arena;
    for (size_t i = 0; i < experiments->len; i++) {
        struct picked *picked = &experiments->at[i];
        struct plan *plan = ARENA_NEW(arena, struct plan);
        struct task *tasks = NULL;
        *plan = *picked->plan;
        plan->claim = *seeds;
        plan->noise = (struct seeds){0};
        picked->plan = plan;
        picked->task_count = evidence_tasks(arena, plan, &tasks);
        picked->tasks = tasks;
    }
}

static void put_values(struct command *command, const struct plan *plan,
                       const struct task *task, const struct run_result *result)
{
    struct out *out = &command->out;
    out_printf(out, "%.*s:", STR_ARG(task->label));
    for (size_t m = 0; m < plan->metrics.len; m++) {
        const struct metric_info *info = metric_find(plan->metrics.at[m]);
        out_printf(out, " %s ", info->name);
        out_fixed(out, result->metrics[info - metric_infos], 6);
    }
    out_printf(out, " trajectory %016llx\n",
               (unsigned long long)result->trajectory);
}

static void put_values_json(struct json_out *j, const struct plan *plan,
                            const struct task *task,
                            const struct run_result *result)
{
    json_open(j, '{');
    json_put_str(j, "run", task->label);
    json_put_int(j, "seed", result->seed);
    json_put_c(j, "key", result->key.text);
    for (size_t m = 0; m < plan->metrics.len; m++) {
        const struct metric_info *info = metric_find(plan->metrics.at[m]);
        json_put_double(j, info->name, result->metrics[info - metric_infos]);
    }
    json_close(j);
}

static enum exit_status show_seeds(struct experiments *experiments)
{
    struct command *command = experiments->command;
    const bool wants_json = command_wants_json(command);
    struct json_out j = {.out = &command->out};
    experiments_list_open(experiments, &j);
    for (size_t i = 0; i < experiments->len; i++) {
        const struct picked *picked = &experiments->at[i];
        for (size_t t = 0; t < picked->task_count; t++) {
            if (wants_json) {
                put_values_json(&j, picked->plan, &picked->tasks[t],
                                &picked->results[t]);
            } else {
                put_values(command, picked->plan, &picked->tasks[t],
                           &picked->results[t]);
            }
        }
    }
    experiments_list_close(experiments, &j);
    if (!wants_json) {
        out_c(&command->out, "Seeds given by hand write no evidence.\n");
    }
    return STATUS_CLEAN;
}

/* -- Evidence -------------------------------------------------------------- */

/* Removes a .pending.json that says nothing new any more. */
static bool drop_pending(struct experiments *experiments,
                         const struct plan *plan, struct failure *failure)
{
    const struct str path =
        experiments_file(experiments, plan, EVIDENCE_PENDING);
    return fs_kind(path.ptr) == FS_MISSING || fs_remove(path.ptr, failure);
}

/* A pending file that already says this stays as it is, its date too. */
static bool write_pending(struct experiments *experiments,
                          const struct plan *plan, struct str text,
                          struct failure *failure)
{
    const struct str path =
        experiments_file(experiments, plan, EVIDENCE_PENDING);
    struct strs differences = {0};
    struct str old = {0};
    bool found = false;
    if (!experiments_read(experiments, path.ptr, &old, &found, failure)) {
        return false;
    }
    if (found) {
        evidence_compare(&experiments->command->arena, plan->id, old, text,
                         &differences);
        if (differences.len == 0) {
            return true;
        }
    }
    return fs_write(path.ptr, text, FS_DURABLE, failure);
}

static bool settle(struct experiments *experiments, const struct picked *picked,
                   struct settled *settled, struct failure *failure)
{
    struct arena *arena = &experiments->command->arena;
    const struct plan *plan = picked->plan;
    const struct project *project = experiments->workspace->project;
    const struct str path =
        experiments_file(experiments, plan, EVIDENCE_ACCEPTED);
    const struct str text =
        experiments_derive(experiments, picked, &settled->evidence);
    struct str accepted = {0};
    bool found = false;
    settled->plan = plan;
    settled->path = evidence_path(arena, project, plan->id, EVIDENCE_ACCEPTED);
    if (!experiments_read(experiments, path.ptr, &accepted, &found, failure)) {
        return false;
    }
    if (!found) {
        settled->outcome = RUN_WROTE;
        return fs_write(path.ptr, text, FS_DURABLE, failure) &&
               drop_pending(experiments, plan, failure);
    }
    evidence_compare(arena, plan->id, accepted, text, &settled->differences);
    if (settled->differences.len == 0) {
        settled->outcome = RUN_UNCHANGED;
        return drop_pending(experiments, plan, failure);
    }
    settled->outcome = RUN_PENDING;
    settled->path = evidence_path(arena, project, plan->id, EVIDENCE_PENDING);
    return write_pending(experiments, plan, text, failure);
}

/* -- Telling --------------------------------------------------------------- */

enum { DIFFERENCES_SHOWN = 5 };

static void put_differences(struct command *command,
                            const struct strs *differences)
{
    for (size_t i = 0; i < differences->len && i < DIFFERENCES_SHOWN; i++) {
        out_printf(&command->out, "  %.*s\n", STR_ARG(differences->at[i]));
    }
    if (differences->len > DIFFERENCES_SHOWN) {
        out_printf(&command->out, "  and %zu more differences\n",
                   differences->len - DIFFERENCES_SHOWN);
    }
}

/* A changed plan explains every difference at once. */
static void put_cause(struct experiments *experiments,
                      const struct settled *settled)
{
    const struct evidence *accepted =
        evidences_find(&experiments->workspace->evidences, settled->plan->id);
    struct strs moved = {0};
    if (accepted) {
        evidence_moved(&experiments->command->arena, accepted, &moved);
    }
    put_differences(experiments->command,
                    moved.len ? &moved : &settled->differences);
}

static void put_text(struct experiments *experiments,
                     const struct settled *settled)
{
    struct out *out = &experiments->command->out;
    const struct evidence *evidence = &settled->evidence;
    out_printf(out, "%.*s: ", STR_ARG(settled->plan->id));
    switch (settled->outcome) {
    case RUN_UNCHANGED:
        out_c(out, "the evidence agrees with the runs; nothing is touched\n");
        break;
    case RUN_WROTE:
        out_printf(out, "wrote %.*s\n", STR_ARG(settled->path));
        break;
    case RUN_PENDING:
        out_printf(out,
                   "differs from the accepted evidence; wrote %.*s for "
                   "review\n",
                   STR_ARG(settled->path));
        put_cause(experiments, settled);
        break;
    case OUTCOMES:
        break;
    }
    for (size_t i = 0; i < evidence->decision_count; i++) {
        out_printf(out, "  %.*s: %.*s\n", STR_ARG(evidence->decisions[i].id),
                   STR_ARG(evidence->decisions[i].sentence));
    }
}

static void put_json(struct json_out *j, const struct settled *settled)
{
    json_open(j, '{');
    json_put_str(j, "experiment", settled->plan->id);
    json_put_c(j, "outcome", outcome_words[settled->outcome]);
    json_put_str(j, "path", settled->path);
    json_put_strs(j, "differences", &settled->differences);
    json_key(j, "verdicts");
    json_open(j, '{');
    for (size_t i = 0; i < settled->evidence.decision_count; i++) {
        const struct evidence_decision *decided =
            &settled->evidence.decisions[i];
        json_key_str(j, decided->id);
        json_str(j, str_from_c(verdict_name(decided->decision.verdict)));
    }
    json_close(j);
    json_close(j);
}

static enum exit_status settle_all(struct experiments *experiments)
{
    struct command *command = experiments->command;
    struct json_out j = {.out = &command->out};
    enum exit_status status = STATUS_CLEAN;
    struct failure failure = {0};
    experiments_put_summary(experiments);
    experiments_list_open(experiments, &j);
    for (size_t i = 0; i < experiments->len; i++) {
        struct settled settled = {0};
        if (!settle(experiments, &experiments->at[i], &settled, &failure)) {
            return command_failed(command, &failure);
        }
        if (command_wants_json(command)) {
            put_json(&j, &settled);
        } else {
            put_text(experiments, &settled);
        }
        if (settled.outcome == RUN_PENDING) {
            status = STATUS_FINDINGS;
        }
    }
    experiments_list_close(experiments, &j);
    return status;
}

/* -- The command ----------------------------------------------------------- */

static enum exit_status run(struct experiments *experiments)
{
    struct command *command = experiments->command;
    const bool is_by_hand = command_has(command, OPTION_SEEDS);
    enum exit_status status = STATUS_CLEAN;
    struct seeds seeds = {0};
    if (is_by_hand && !read_seeds(command, &seeds)) {
        return STATUS_USAGE;
    }
    if (is_by_hand) {
        pick_seeds(experiments, &seeds);
    }
    experiments_open_store(experiments);
    if (command_has(command, OPTION_ESTIMATE)) {
        return estimate_tell(experiments);
    }
    if (!experiments_train(experiments, command_has(command, OPTION_FRESH),
                           &status)) {
        return status;
    }
    return is_by_hand ? show_seeds(experiments) : settle_all(experiments);
}

/* An estimate writes nothing, so it does not wait for who does. */
static enum exit_status run_locked(struct experiments *experiments)
{
    struct command *command = experiments->command;
    const struct str path =
        fs_join(&command->arena, experiments->workspace->build, S("run.lock"));
    struct lock lock = {0};
    struct failure failure = {0};
    if (command_has(command, OPTION_ESTIMATE)) {
        return run(experiments);
    }
    if (!lock_take(path.ptr, &lock, &failure)) {
        return command_failed(command, &failure);
    }
    const enum exit_status status = run(experiments);
    experiments_close(experiments);
    lock_release(&lock);
    return status;
}

enum exit_status cmd_run(struct command *command)
{
    return experiments_command(command, run_locked);
}
