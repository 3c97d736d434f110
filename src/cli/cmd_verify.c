/* probatum verify: derive evidence again from runs and compare it with the
 * committed bytes. It writes nothing but the cache. Whatever differs is named
 * by file, arm, seed and field. */

#include "cli/experiments.h"

#include <stdio.h>

#include "base/fs.h"

/* What was found about one experiment; none when it verifies. */
struct verification {
    struct str id, path;
    struct strs findings;
    bool is_to_be_compared; /* JSON and not stale: its runs decide */
    struct str text;        /* as committed */
};

struct verifications {
    struct verification *at;
    size_t len, cap;
};

static void add(struct arena *arena, struct verification *verification,
                struct str finding)
{
    *LIST_PUSH(arena, &verification->findings) = finding;
}

static void add_unreadable(struct experiments *experiments,
                           const struct diag *diag,
                           struct verification *verification)
{
    struct arena *arena = &experiments->command->arena;
    const struct position at =
        source_position(arena, diag->place.source, diag->place.start);
    add(arena, verification,
        arena_printf(arena, "line %zu, column %zu: %.*s", at.line, at.column,
                     STR_ARG(diag->message)));
}

/* A plan that changed after its run explains every difference, so the runs are
 * not even looked at. */
static void add_moved(struct experiments *experiments,
                      const struct evidence *evidence,
                      struct verification *verification)
{
    struct arena *arena = &experiments->command->arena;
    struct strs moved = {0};
    evidence_moved(arena, evidence, &moved);
    for (size_t i = 0; i < moved.len; i++) {
        add(arena, verification,
            arena_printf(arena, "stale: %.*s", STR_ARG(moved.at[i])));
    }
}

/* What is JSON can be compared, however far it has been edited out of shape. */
static bool is_json(struct arena *arena, struct str text)
{
    struct json *tree = NULL;
    struct failure failure = {0};
    return json_read(arena, text, &tree, &failure);
}

static bool look_at(struct experiments *experiments, const struct plan *plan,
                    struct verification *verification, struct failure *failure)
{
    struct arena *arena = &experiments->command->arena;
    const struct workspace *workspace = experiments->workspace;
    const struct diag *diag = experiments_unreadable(experiments, plan->id);
    const struct evidence *evidence =
        evidences_find(&workspace->evidences, plan->id);
    bool found = false;
    *verification = (struct verification){
        .id = plan->id,
        .path = evidence_path(arena, workspace->project, plan->id,
                              EVIDENCE_ACCEPTED)};
    const struct str path =
        experiments_file(experiments, plan, EVIDENCE_ACCEPTED);
    if (!experiments_read(experiments, path.ptr, &verification->text, &found,
                          failure)) {
        return false;
    }
    if (!found) {
        add(arena, verification,
            arena_printf(arena,
                         "there is no evidence yet: `probatum run "
                         "%.*s` writes it",
                         STR_ARG(plan->id)));
    } else if (evidence && evidence->is_stale) {
        add_moved(experiments, evidence, verification);
    } else {
        if (diag) {
            add_unreadable(experiments, diag, verification);
        }
        verification->is_to_be_compared = is_json(arena, verification->text);
    }
    return true;
}

/* Keeps those whose runs will be needed. */
static bool look_at_all(struct experiments *experiments,
                        struct verifications *verifications,
                        struct failure *failure)
{
    size_t kept = 0;
    for (size_t i = 0; i < experiments->len; i++) {
        const struct picked picked = experiments->at[i];
        struct verification verification = {0};
        if (!look_at(experiments, picked.plan, &verification, failure)) {
            return false;
        }
        *LIST_PUSH(&experiments->command->arena, verifications) = verification;
        if (verification.is_to_be_compared) {
            experiments->at[kept++] = picked;
        }
    }
    experiments->len = kept;
    return true;
}

/* Evidence whose plan was deleted is looked at when everything is. */
static void look_at_orphans(struct experiments *experiments,
                            struct verifications *verifications)
{
    struct arena *arena = &experiments->command->arena;
    const struct workspace *workspace = experiments->workspace;
    for (size_t i = 0; i < workspace->evidences.len; i++) {
        const struct evidence *evidence = &workspace->evidences.at[i];
        if (evidence->plan) {
            continue;
        }
        struct verification verification = {.id = evidence->id,
                                            .path = evidence->source->path};
        add_moved(experiments, evidence, &verification);
        *LIST_PUSH(arena, verifications) = verification;
    }
}

static void compare_all(struct experiments *experiments,
                        struct verifications *verifications)
{
    struct arena *arena = &experiments->command->arena;
    size_t at = 0;
    for (size_t i = 0; i < verifications->len; i++) {
        struct verification *verification = &verifications->at[i];
        if (!verification->is_to_be_compared) {
            continue;
        }
        struct evidence evidence = {0};
        const struct str derived =
            experiments_derive(experiments, &experiments->at[at++], &evidence);
        evidence_compare(arena, verification->id, verification->text, derived,
                         &verification->findings);
    }
}

/* -- Telling --------------------------------------------------------------- */

static void put_text(struct command *command,
                     const struct verification *verification)
{
    struct out *out = &command->out;
    if (verification->findings.len == 0) {
        out_printf(out, "%.*s: verified, the evidence is what the runs give\n",
                   STR_ARG(verification->id));
        return;
    }
    out_printf(out, "%.*s: not verified\n", STR_ARG(verification->path));
    for (size_t i = 0; i < verification->findings.len; i++) {
        out_printf(out, "  %.*s\n", STR_ARG(verification->findings.at[i]));
    }
}

static void put_json(struct json_out *j,
                     const struct verification *verification)
{
    json_open(j, '{');
    json_put_str(j, "experiment", verification->id);
    json_put_str(j, "path", verification->path);
    json_put_bool(j, "verified", verification->findings.len == 0);
    json_put_strs(j, "findings", &verification->findings);
    json_close(j);
}

static enum exit_status tell(struct experiments *experiments,
                             const struct verifications *verifications)
{
    struct command *command = experiments->command;
    struct json_out j = {.out = &command->out};
    enum exit_status status = STATUS_CLEAN;
    experiments_list_open(experiments, &j);
    for (size_t i = 0; i < verifications->len; i++) {
        const struct verification *verification = &verifications->at[i];
        if (command_wants_json(command)) {
            put_json(&j, verification);
        } else {
            put_text(command, verification);
        }
        if (verification->findings.len > 0) {
            status = STATUS_FINDINGS;
        }
    }
    experiments_list_close(experiments, &j);
    experiments_put_summary(experiments);
    return status;
}

/* -- The command ----------------------------------------------------------- */

static enum exit_status verify(struct experiments *experiments)
{
    struct command *command = experiments->command;
    struct verifications verifications = {0};
    enum exit_status status = STATUS_CLEAN;
    struct failure failure = {0};
    if (!look_at_all(experiments, &verifications, &failure)) {
        return command_failed(command, &failure);
    }
    if (command->operands.len == 0) {
        look_at_orphans(experiments, &verifications);
    }
    experiments_open_store(experiments);
    if (!experiments_train(experiments, command_has(command, OPTION_FRESH),
                           &status)) {
        return status;
    }
    compare_all(experiments, &verifications);
    return tell(experiments, &verifications);
}

enum exit_status cmd_verify(struct command *command)
{
    return experiments_command(command, verify);
}
