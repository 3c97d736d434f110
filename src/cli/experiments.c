/* Shared by run, verify and why. */

#include "cli/experiments.h"

#include <stdio.h>

#include "base/fs.h"
#include "cli/progress.h"
#include "vcs/vcs.h"

/* -- Which experiments ----------------------------------------------------- */

static void add_picked(struct experiments *experiments, const struct plan *plan)
{
    struct task *tasks = NULL;
    struct picked picked = {.plan = plan};
    picked.task_count =
        evidence_tasks(&experiments->command->arena, plan, &tasks);
    picked.tasks = tasks;
    *LIST_PUSH(&experiments->command->arena, experiments) = picked;
}

static void report_unsound(struct experiments *experiments,
                           const struct plan *plan)
{
    const struct diags *diags = &experiments->workspace->diags;
    struct out out = {0};
    command_note(experiments->command,
                 "%.*s has faults and is left out:", STR_ARG(plan->id));
    for (size_t i = 0; i < diags->len; i++) {
        if (diags->at[i].place.source == plan->record->source &&
            diags->at[i].severity == SEVERITY_ERROR) {
            diag_print(&out, &experiments->command->scratch, &diags->at[i],
                       experiments->workspace->prefix,
                       experiments->command->has_err_colour);
        }
    }
    out_flush(&out, stderr);
    out_free(&out);
    experiments->has_unsound = true;
}

/* A planned experiment trains nothing, but what it would take can be asked. */
static void pick_planned(struct experiments *experiments,
                         const struct plan *plan)
{
    struct command *command = experiments->command;
    if (!plan->is_sound) {
        report_unsound(experiments, plan);
    } else if (!command_has(command, OPTION_ESTIMATE)) {
        command_note(command,
                     "%.*s is planned; it is not run until its status is "
                     "active",
                     STR_ARG(plan->id));
    } else if (plan->trained_count == 0 || plan_seeds(plan)->len == 0) {
        command_note(command,
                     "%.*s names no arms or no claim seeds, so there is "
                     "nothing to estimate",
                     STR_ARG(plan->id));
    } else {
        add_picked(experiments, plan);
    }
}

static void pick(struct experiments *experiments, const struct plan *plan,
                 bool is_named)
{
    const bool has_surveys = command_has(experiments->command, OPTION_SURVEYS);
    if (plan->status == PLAN_PLANNED) {
        if (is_named) {
            pick_planned(experiments, plan);
        }
        return;
    }
    if (plan->status == PLAN_SURVEY && !is_named && !has_surveys) {
        return;
    }
    if (!plan->is_sound) {
        report_unsound(experiments, plan);
        return;
    }
    add_picked(experiments, plan);
}

static enum exit_status no_such_experiment(struct command *command,
                                           const struct workspace *workspace,
                                           struct str id)
{
    struct strs ids = {0};
    for (size_t i = 0; i < workspace->plans.len; i++) {
        *LIST_PUSH(&command->arena, &ids) = workspace->plans.at[i].id;
    }
    const struct str near = nearest(id, &ids);
    return command_usage(command, "no experiment has the id \"%.*s\"%s%.*s%s",
                         STR_ARG(id), near.len ? "; did you mean " : "",
                         STR_ARG(near), near.len ? "?" : "");
}

bool experiments_pick(struct command *command, struct workspace *workspace,
                      struct experiments *experiments, enum exit_status *status)
{
    *experiments =
        (struct experiments){.command = command, .workspace = workspace};
    for (size_t i = 0; i < command->operands.len; i++) {
        const struct str id = command->operands.at[i];
        const struct plan *plan = plans_find(&workspace->plans, id);
        if (!plan) {
            *status = no_such_experiment(command, workspace, id);
            return false;
        }
        pick(experiments, plan, true);
    }
    if (command->operands.len == 0) {
        for (size_t i = 0; i < workspace->plans.len; i++) {
            pick(experiments, &workspace->plans.at[i], false);
        }
    }
    return true;
}

/* -- The cache ------------------------------------------------------------- */

static void say_notice(struct experiments *experiments)
{
    const char *notice = store_notice(experiments->store);
    if (notice[0]) {
        command_note(experiments->command, "%s", notice);
    }
}

void experiments_open_store(struct experiments *experiments)
{
    struct command *command = experiments->command;
    struct failure failure = {0};
    bool was_damaged = false;
    if (store_open(experiments->workspace->cache.ptr, &experiments->store,
                   &was_damaged, &failure)) {
        say_notice(experiments);
        return;
    }
    experiments->store = NULL;
    command_note(command, "%s; going on without a cache, so no run is kept",
                 failure.why);
}

void experiments_close(struct experiments *experiments)
{
    store_close(experiments->store);
    experiments->store = NULL;
}

/* -- Training -------------------------------------------------------------- */

struct pool {
    struct task *tasks;
    struct run_result *results;
    size_t len;
};

static struct pool pool_tasks(struct arena *arena,
                              struct experiments *experiments)
{
    struct pool pool = {0};
    size_t at = 0;
    for (size_t i = 0; i < experiments->len; i++) {
        pool.len += experiments->at[i].task_count;
    }
    pool.tasks = ARENA_ARRAY(arena, struct task, pool.len);
    pool.results = ARENA_ARRAY(arena, struct run_result, pool.len);
    for (size_t i = 0; i < experiments->len; i++) {
        struct picked *picked = &experiments->at[i];
        picked->results = pool.results + at;
        for (size_t t = 0; t < picked->task_count; t++) {
            pool.tasks[at++] = picked->tasks[t];
        }
    }
    return pool;
}

struct training {
    struct experiments *experiments;
    struct progress_view view;
};

static void on_progress(void *context, const struct progress *progress)
{
    struct training *training = context;
    training->experiments->total = progress->total;
    training->experiments->known = progress->cached;
    progress_show(&training->view, progress);
}

static void on_start(void *context, const struct runner_need *need)
{
    struct training *training = context;
    struct command *command = training->experiments->command;
    training->experiments->need = *need;
    if (need->is_squeezed) {
        command_note(command,
                     "%s of memory are free, so no more than %zu run%s at a "
                     "time",
                     memory_text(&command->arena, need->available).ptr,
                     need->jobs, need->jobs == 1 ? " goes" : "s go");
    }
    progress_start(&training->view, need);
}

static bool train(struct experiments *experiments, const struct pool *pool,
                  size_t jobs, bool is_fresh, struct failure *failure)
{
    struct training training = {
        .experiments = experiments,
        .view = {.has_terminal = experiments->command->has_terminal}};
    const struct runner_options options = {.jobs = jobs,
                                           .is_fresh = is_fresh,
                                           .on_start = on_start,
                                           .on_progress = on_progress,
                                           .context = &training};
    const bool is_done =
        runner_run(&experiments->command->arena, experiments->store,
                   pool->tasks, pool->len, &options, pool->results, failure);
    progress_end(&training.view);
    return is_done;
}

/* A cache that turns out damaged half-way is set aside, and what it held is
 * trained again. */
static bool train_anew(struct experiments *experiments, const struct pool *pool,
                       size_t jobs, bool is_fresh, struct failure *failure)
{
    if (!experiments->store || !store_is_damaged(experiments->store)) {
        return false;
    }
    if (store_begin_anew(&experiments->store, failure)) {
        say_notice(experiments);
    }
    return train(experiments, pool, jobs, is_fresh, failure);
}

bool experiments_train(struct experiments *experiments, bool is_fresh,
                       enum exit_status *status)
{
    struct command *command = experiments->command;
    struct failure failure = {0};
    int64_t jobs = 0;
    const char *unfit = core_self_test();
    if (!command_number(command, OPTION_JOBS, 0, 1, &jobs)) {
        *status = STATUS_USAGE;
        return false;
    }
    if (unfit) {
        fail(&failure, "this build or machine would give other numbers: %s",
             unfit);
        *status = command_failed(command, &failure);
        return false;
    }
    const struct pool pool = pool_tasks(&command->arena, experiments);
    if (train(experiments, &pool, (size_t)jobs, is_fresh, &failure) ||
        train_anew(experiments, &pool, (size_t)jobs, is_fresh, &failure)) {
        return true;
    }
    *status = command_failed(command, &failure);
    return false;
}

void experiments_put_counts(struct out *out, size_t total, size_t known)
{
    out_printf(out, "%zu run%s, %zu of them known", total,
               total == 1 ? "" : "s", known);
}

void experiments_put_summary(struct experiments *experiments)
{
    struct command *command = experiments->command;
    const struct runner_need *need = &experiments->need;
    if (command_wants_json(command)) {
        return;
    }
    experiments_put_counts(&command->out, experiments->total,
                           experiments->known);
    if (need->runs > 0) {
        out_printf(&command->out, "; %zu at a time, %s each", need->jobs,
                   memory_text(&command->arena, need->each).ptr);
    }
    out_char(&command->out, '\n');
}

void experiments_list_open(const struct experiments *experiments,
                           struct json_out *j)
{
    if (command_wants_json(experiments->command)) {
        json_open(j, '[');
    }
}

void experiments_list_close(const struct experiments *experiments,
                            struct json_out *j)
{
    if (command_wants_json(experiments->command)) {
        json_close(j);
        out_char(j->out, '\n');
    }
}

/* The status in the light of plans that were left out: a finding, or a failure
 * where files are unread, since they may hold what the plans miss. */
static enum exit_status full_status(struct experiments *experiments,
                                    enum exit_status status)
{
    if (!experiments->has_unsound || status == STATUS_FAILED ||
        status == STATUS_USAGE) {
        return status;
    }
    /* What a plan names may be in a file that could not be read. */
    return experiments->workspace->is_incomplete
               ? workspace_completeness(experiments->command,
                                        experiments->workspace)
               : STATUS_FINDINGS;
}

enum exit_status experiments_command(
    struct command *command,
    enum exit_status (*work)(struct experiments *experiments))
{
    struct workspace workspace = {0};
    struct experiments experiments = {0};
    enum exit_status status = STATUS_CLEAN;
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    if (experiments_pick(command, &workspace, &experiments, &status)) {
        status = work(&experiments);
        experiments_close(&experiments);
        status = full_status(&experiments, status);
    }
    workspace_close(&workspace);
    return status;
}

/* -- Files ----------------------------------------------------------------- */

struct str experiments_file(const struct experiments *experiments,
                            const struct plan *plan, enum evidence_file file)
{
    struct arena *arena = &experiments->command->arena;
    const struct project *project = experiments->workspace->project;
    return fs_join(arena, project->root,
                   evidence_path(arena, project, plan->id, file));
}

bool experiments_read(struct experiments *experiments, const char *path,
                      struct str *text, bool *found, struct failure *failure)
{
    enum { CEILING = 64 << 20 };
    *found = fs_kind(path) != FS_MISSING;
    return !*found ||
           fs_read(&experiments->command->arena, path, CEILING, text, failure);
}

const struct diag *experiments_unreadable(const struct experiments *experiments,
                                          struct str id)
{
    const struct diags *diags = &experiments->workspace->diags;
    for (size_t i = 0; i < diags->len; i++) {
        if (str_is(str_from_c(diags->at[i].rule), "evidence-unreadable") &&
            str_equal(diags->at[i].subject, id)) {
            return &diags->at[i];
        }
    }
    return NULL;
}

/* -- Provenance ------------------------------------------------------------ */

static struct str compiler(void)
{
#ifdef __clang__
    return S("clang " __clang_version__);
#else
    return S("gcc " __VERSION__);
#endif
}

static void preregister(struct arena *arena, struct vcs *vcs, const char *path,
                        struct provenance *provenance)
{
    static const char *const words[] = {
        [VCS_NONE] = "no git repository holds the plan",
        [VCS_UNTRACKED] = "the plan was not committed",
        [VCS_MODIFIED] = "the plan differed from the committed one",
        [VCS_CLEAN] = "the plan was committed and unchanged",
        [VCS_UNKNOWN] = "git could not tell about the plan",
    };
    const enum vcs_state state = vcs_state(vcs, path);
    provenance->is_preregistered = state == VCS_CLEAN;
    provenance->preregistration = str_from_c(words[state]);
    if (state == VCS_CLEAN) {
        const struct vcs_id change = vcs_last_change(vcs, path);
        if (change.text[0]) {
            provenance->preregistration =
                arena_printf(arena,
                             "the plan was committed in %.12s and "
                             "unchanged",
                             change.text);
        }
    }
}

static void put_provenance(struct experiments *experiments,
                           const struct plan *plan,
                           struct provenance *provenance)
{
    struct arena *arena = &experiments->command->arena;
    struct vcs *vcs = experiments->workspace->vcs;
    const struct vcs_id head = vcs_head(vcs);
    provenance->commit = arena_copy(arena, str_from_c(head.text));
    provenance->tool_version = S("probatum " PROBATUM_VERSION);
    provenance->date = command_today(experiments->command);
    provenance->compiler = compiler();
    preregister(arena, vcs, arena_cstr(arena, plan->record->source->path),
                provenance);
}

struct str experiments_derive(struct experiments *experiments,
                              const struct picked *picked,
                              struct evidence *evidence)
{
    struct arena *arena = &experiments->command->arena;
    struct out out = {0};
    evidence_derive(arena, picked->plan, picked->results, evidence);
    put_provenance(experiments, picked->plan, &evidence->provenance);
    evidence_write(&out, evidence);
    return out_take(&out, arena);
}
