/* probatum why: whether an experiment would be run again and what moved, where
 * a value comes from, or whether a page would be made again. It trains nothing
 * and writes no file; a cache that is there may keep what was looked up. */

#include "cli/experiments.h"
#include "cli/why.h"

#include "base/fs.h"
#include "base/json.h"

/* -- An experiment --------------------------------------------------------- */

/* What `run` would find. */
struct state {
    size_t known, distinct;
    bool has_evidence, is_unreadable, is_pending;
    struct strs moved;       /* plan, settings, numerics */
    struct strs differences; /* of the runs, when all are known */
};

/* With every run known, deriving the evidence costs nothing. */
static bool compare(struct experiments *experiments, struct str text,
                    struct state *state, struct failure *failure)
{
    struct arena *arena = &experiments->command->arena;
    struct picked *picked = &experiments->at[0];
    const struct runner_options options = {.jobs = 1};
    struct evidence evidence = {0};
    picked->results = ARENA_ARRAY(arena, struct run_result, picked->task_count);
    if (!runner_run(arena, experiments->store, picked->tasks,
                    picked->task_count, &options, picked->results, failure)) {
        return false;
    }
    const struct str derived =
        experiments_derive(experiments, picked, &evidence);
    evidence_compare(arena, picked->plan->id, text, derived,
                     &state->differences);
    return true;
}

static bool look(struct experiments *experiments, struct state *state,
                 struct failure *failure)
{
    struct arena *arena = &experiments->command->arena;
    const struct picked *picked = &experiments->at[0];
    const struct str id = picked->plan->id;
    const struct evidence *evidence =
        evidences_find(&experiments->workspace->evidences, id);
    const struct str path =
        experiments_file(experiments, picked->plan, EVIDENCE_ACCEPTED);
    const struct str pending =
        experiments_file(experiments, picked->plan, EVIDENCE_PENDING);
    struct str text = {0};
    struct runner_work work = {0};
    *state = (struct state){.is_pending = fs_kind(pending.ptr) == FS_FILE};
    if (!experiments_read(experiments, path.ptr, &text, &state->has_evidence,
                          failure) ||
        !runner_look(arena, experiments->store, picked->tasks,
                     picked->task_count, &work, failure)) {
        return false;
    }
    state->distinct = work.distinct;
    state->known = work.distinct - work.len;
    state->is_unreadable = experiments_unreadable(experiments, id) != NULL;
    if (evidence) {
        evidence_moved(arena, evidence, &state->moved);
    }
    const bool is_comparable = state->has_evidence && state->moved.len == 0 &&
                               state->known == state->distinct;
    return !is_comparable || compare(experiments, text, state, failure);
}

static bool is_settled(const struct state *state)
{
    return state->has_evidence && !state->is_unreadable &&
           state->moved.len == 0 && state->known == state->distinct &&
           state->differences.len == 0;
}

static void put_list(struct out *out, const struct strs *lines)
{
    enum { SHOWN = 20 };
    for (size_t i = 0; i < lines->len && i < SHOWN; i++) {
        out_printf(out, "    %.*s\n", STR_ARG(lines->at[i]));
    }
    if (lines->len > SHOWN) {
        out_printf(out, "    and %zu more\n", lines->len - SHOWN);
    }
}

static void put_runs(struct out *out, const struct state *state)
{
    if (state->known == state->distinct) {
        out_printf(out,
                   "  runs: all %zu are known under their keys (numerics %d)\n",
                   state->distinct, CORE_NUMERICS);
    } else {
        out_printf(out,
                   "  runs: %zu of %zu are not known under their keys "
                   "(numerics %d) and would be trained\n",
                   state->distinct - state->known, state->distinct,
                   CORE_NUMERICS);
    }
}

static void put_plan(struct out *out, const struct plan *plan,
                     const struct evidence *evidence, const struct state *state)
{
    if (!evidence) {
        out_printf(out, "  plan: hash %.12s\n", plan->hash.text);
    } else if (state->moved.len == 0) {
        out_printf(out,
                   "  plan: as it was on %.*s, when the evidence was made "
                   "(hash %.12s)\n",
                   STR_ARG(evidence->provenance.date), plan->hash.text);
    } else {
        out_printf(out, "  moved since the evidence of %.*s:\n",
                   STR_ARG(evidence->provenance.date));
        put_list(out, &state->moved);
    }
}

static void put_evidence(struct out *out, const struct state *state)
{
    if (!state->has_evidence) {
        out_c(out, "  evidence: there is none yet\n");
    } else if (state->is_unreadable) {
        out_c(out, "  evidence: the file cannot be read; `probatum check` "
                   "says where\n");
    } else if (state->differences.len > 0) {
        out_c(out, "  evidence: the runs give something else:\n");
        put_list(out, &state->differences);
    } else if (state->moved.len == 0 && state->known == state->distinct) {
        out_c(out, "  evidence: what the runs give, so it stays untouched\n");
    }
    if (state->is_pending) {
        out_c(out, "  review: a .pending.json beside it awaits review\n");
    }
}

static void put_state(struct experiments *experiments,
                      const struct state *state)
{
    struct out *out = &experiments->command->out;
    const struct plan *plan = experiments->at[0].plan;
    const struct evidence *evidence =
        evidences_find(&experiments->workspace->evidences, plan->id);
    const char *todo = is_settled(state) ? "nothing to do"
                       : state->known < state->distinct
                           ? "would be run"
                           : "would be derived anew, without training";
    out_printf(out, "%.*s: %s\n", STR_ARG(plan->id), todo);
    put_runs(out, state);
    put_plan(out, plan, evidence, state);
    put_evidence(out, state);
}

static void put_state_json(struct experiments *experiments,
                           const struct state *state)
{
    struct json_out j = {.out = &experiments->command->out};
    const struct plan *plan = experiments->at[0].plan;
    json_open(&j, '{');
    json_put_str(&j, "experiment", plan->id);
    json_put_bool(&j, "nothing_to_do", is_settled(state));
    json_put_int(&j, "runs", (int64_t)state->distinct);
    json_put_int(&j, "known", (int64_t)state->known);
    json_put_int(&j, "numerics", CORE_NUMERICS);
    json_put_c(&j, "plan_hash", plan->hash.text);
    json_put_bool(&j, "has_evidence", state->has_evidence);
    json_put_bool(&j, "is_pending", state->is_pending);
    json_put_strs(&j, "moved", &state->moved);
    json_put_strs(&j, "differences", &state->differences);
    json_close(&j);
    out_char(j.out, '\n');
}

static enum exit_status why_experiment(struct experiments *experiments)
{
    struct command *command = experiments->command;
    struct failure failure = {0};
    struct state state = {0};
    if (!look(experiments, &state, &failure)) {
        return command_failed(command, &failure);
    }
    if (command_wants_json(command)) {
        put_state_json(experiments, &state);
    } else {
        put_state(experiments, &state);
    }
    return STATUS_CLEAN;
}

/* -- A value --------------------------------------------------------------- */

/* Label and text, in the order in which they are told. */
struct origin {
    struct arena *arena;
    struct lines lines;
};

static void put(struct origin *origin, const char *label, struct str text)
{
    *LIST_PUSH(origin->arena, &origin->lines) =
        (struct line){str_from_c(label), text};
}

static void put_arm_changes(struct origin *origin, const struct value *value)
{
    const struct plan *plan = value->evidence->plan;
    const size_t arm =
        plan && value->arm ? plan_arm(plan, value->arm->name) : 0;
    if (!plan || !value->arm || arm == plan->arm_count) {
        return;
    }
    for (size_t i = 0; i < plan->arms[arm].change_count; i++) {
        const struct arm_change *change = &plan->arms[arm].changes[i];
        put(origin, "setting",
            arena_printf(origin->arena, "%.*s = %.*s", STR_ARG(change->key),
                         STR_ARG(change->value)));
    }
}

static void put_run(struct origin *origin, const struct run_result *run)
{
    put(origin, "run",
        arena_printf(origin->arena, "seed %lu, key %s, trajectory %016llx",
                     (unsigned long)run->seed, run->key.text,
                     (unsigned long long)run->trajectory));
}

/* A derived arm's value: what it was picked from. */
static void put_derived(struct origin *origin, const struct value *value)
{
    const struct plan *plan = value->evidence->plan;
    const size_t arm = plan ? plan_arm(plan, value->arm->name) : 0;
    if (!plan || arm == plan->arm_count || !plan->arms[arm].derived) {
        return;
    }
    const struct derived *derived = plan->arms[arm].derived;
    for (size_t i = 0; i < derived->member_count; i++) {
        put(origin, "picked from", plan->arms[derived->members[i]].name);
    }
    put(origin, "picked by",
        arena_printf(origin->arena, "%s %.*s of each seed",
                     derived->is_highest ? "highest" : "lowest",
                     STR_ARG(derived->metric)));
}

static void put_source(struct origin *origin, const struct value *value)
{
    if (value->arm && value->arm->is_derived) {
        put_derived(origin, value);
    } else if (value->run) {
        put_run(origin, value->run);
    } else if (value->arm) {
        for (size_t i = 0; i < value->arm->run_count; i++) {
            put_run(origin, &value->arm->runs[i]);
        }
    } else {
        put(origin, "decided", value->decision->sentence);
        put(origin, "arms",
            arena_printf(origin->arena, "%.*s against %.*s, by %.*s",
                         STR_ARG(value->decision->treatment),
                         STR_ARG(value->decision->control),
                         STR_ARG(value->decision->metric)));
    }
}

static void put_provenance(struct origin *origin, const struct value *value)
{
    const struct provenance *provenance = &value->evidence->provenance;
    put(origin, "evidence", value->evidence->source->path);
    put(origin, "freshness",
        value->evidence->is_stale
            ? arena_printf(origin->arena, "stale: %.*s",
                           STR_ARG(value->evidence->stale_reason))
            : S("fresh"));
    put(origin, "plan hash", provenance->plan_hash);
    put(origin, "numerics",
        arena_printf(origin->arena, "%lld", (long long)provenance->numerics));
    put(origin, "preregistered", provenance->preregistration);
    put(origin, "made",
        arena_printf(origin->arena, "%.*s by %.*s, %.*s%s%.*s",
                     STR_ARG(provenance->date),
                     STR_ARG(provenance->tool_version),
                     STR_ARG(provenance->compiler),
                     provenance->commit.len ? ", at commit " : "",
                     STR_ARG(provenance->commit)));
}

static void tell_value(struct command *command, struct str reference,
                       const struct origin *origin)
{
    struct json_out j = {.out = &command->out};
    if (!command_wants_json(command)) {
        out_printf(&command->out, "%.*s\n", STR_ARG(reference));
        for (size_t i = 0; i < origin->lines.len; i++) {
            out_printf(&command->out, "  %.*s: %.*s\n",
                       STR_ARG(origin->lines.at[i].key),
                       STR_ARG(origin->lines.at[i].value));
        }
        return;
    }
    json_open(&j, '[');
    for (size_t i = 0; i < origin->lines.len; i++) {
        json_open(&j, '{');
        json_key_str(&j, origin->lines.at[i].key);
        json_str(&j, origin->lines.at[i].value);
        json_close(&j);
    }
    json_close(&j);
    out_char(&command->out, '\n');
}

static enum exit_status why_value(struct command *command,
                                  const struct workspace *workspace,
                                  struct str reference)
{
    struct origin origin = {.arena = &command->arena};
    struct failure failure = {0};
    struct value value = {0};
    if (!evidence_value(&command->arena, &workspace->evidences, reference,
                        &value, &failure)) {
        return command_usage(command, "%s", failure.why);
    }
    put(&origin, "value",
        arena_printf(&command->arena, "%.*s%s%.*s", STR_ARG(value.text),
                     value.unit.len ? " " : "", STR_ARG(value.unit)));
    put_source(&origin, &value);
    put_arm_changes(&origin, &value);
    put_provenance(&origin, &value);
    tell_value(command, reference, &origin);
    return STATUS_CLEAN;
}

/* -- The command ----------------------------------------------------------- */

static enum exit_status why(struct command *command,
                            struct workspace *workspace)
{
    struct experiments experiments = {0};
    enum exit_status status = STATUS_CLEAN;
    const struct str what = command->operands.at[0];
    if (why_is_page(command, workspace, what)) {
        return why_page(command, workspace, what);
    }
    if (str_find_char(what, '.') != STR_NONE) {
        return why_value(command, workspace, what);
    }
    if (!experiments_pick(command, workspace, &experiments, &status)) {
        return status;
    }
    if (experiments.len > 0) {
        experiments_open_store(&experiments);
        status = why_experiment(&experiments);
        experiments_close(&experiments);
    }
    return status == STATUS_CLEAN && experiments.has_unsound ? STATUS_FINDINGS
                                                             : status;
}

enum exit_status cmd_why(struct command *command)
{
    struct workspace workspace = {0};
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len != 1) {
        return command_usage(command,
                             "name one experiment (EXP-002), one value "
                             "(EXP-002.arm.metric) or one page "
                             "(practices/SOTA-060.html)");
    }
    if (!workspace_find(command, &workspace, &status)) {
        return status;
    }
    workspace.project->keeps_trees = true;
    workspace_reread(command, &workspace, NULL);
    status = why(command, &workspace);
    workspace_close(&workspace);
    return status;
}
