/* probatum review: decides about runs that differ from accepted evidence, one
 * experiment at a time, as one decides about a changed test. Nothing is
 * accepted that was not asked for by name or by key. */

#include "base/fs.h"
#include "cli/review_text.h"
#include "experiment/lock.h"

#include <stdio.h>
#include <unistd.h>

enum { EVIDENCE_CEILING = 64 << 20 };

/* -- Deciding -------------------------------------------------------------- */

static struct str file_of(const struct reviewing *reviewing, struct str id,
                          enum evidence_file file)
{
    struct arena *arena = &reviewing->command->arena;
    const struct project *project = reviewing->workspace->project;
    return fs_join(arena, project->root,
                   evidence_path(arena, project, id, file));
}

/* Written first and removed then: whoever interrupts finds the old evidence
 * with the pending file beside it, or the new one. */
static bool accept(struct reviewing *reviewing, const struct review *review,
                   struct failure *failure)
{
    const struct str pending = file_of(reviewing, review->id, EVIDENCE_PENDING);
    const struct str accepted =
        file_of(reviewing, review->id, EVIDENCE_ACCEPTED);
    struct str text = {0};
    if (review->is_outdated) {
        return fail(failure,
                    "the pending runs of %.*s are of another plan than today's;"
                    " `probatum run %.*s` makes new ones",
                    STR_ARG(review->id), STR_ARG(review->id));
    }
    if (!fs_read(&reviewing->command->arena, pending.ptr, EVIDENCE_CEILING,
                 &text, failure)) {
        return false;
    }
    if (!str_equal(text, review->pending->source->text)) {
        return fail(failure, "%s changed meanwhile; look again", pending.ptr);
    }
    return fs_write(accepted.ptr, text, FS_DURABLE, failure) &&
           fs_remove(pending.ptr, failure);
}

static bool reject(struct reviewing *reviewing, const struct review *review,
                   struct failure *failure)
{
    return fs_remove(file_of(reviewing, review->id, EVIDENCE_PENDING).ptr,
                     failure);
}

enum choice { CHOICE_ACCEPT, CHOICE_REJECT };

static const struct {
    bool (*carry_out)(struct reviewing *reviewing, const struct review *review,
                      struct failure *failure);
    const char *done;
} choices[] = {
    [CHOICE_ACCEPT] = {accept, "accepted"},
    [CHOICE_REJECT] = {reject, "rejected; the accepted evidence stays"},
};

static bool decide(struct reviewing *reviewing, const struct review *review,
                   enum choice choice, enum exit_status *status)
{
    struct failure failure = {0};
    if (!choices[choice].carry_out(reviewing, review, &failure)) {
        *status = command_failed(reviewing->command, &failure);
        return false;
    }
    out_printf(&reviewing->command->out, "%.*s: %s\n", STR_ARG(review->id),
               choices[choice].done);
    return true;
}

/* -- By name --------------------------------------------------------------- */

static const struct review *find_review(struct reviewing *reviewing,
                                        struct str id, enum exit_status *status)
{
    for (size_t i = 0; i < reviewing->reviews.len; i++) {
        if (str_equal(reviewing->reviews.at[i].id, id)) {
            return &reviewing->reviews.at[i];
        }
    }
    if (workspace_record(reviewing->command, reviewing->workspace, id,
                         status) != NULL) {
        *status = command_usage(reviewing->command,
                                "nothing of %.*s awaits review", STR_ARG(id));
    }
    return NULL;
}

/* All names are looked up before the first file is touched. */
static bool check_names(struct reviewing *reviewing, const struct strs *ids,
                        enum exit_status *status)
{
    for (size_t i = 0; i < ids->len; i++) {
        if (find_review(reviewing, ids->at[i], status) == NULL) {
            return false;
        }
    }
    return true;
}

static enum exit_status decide_named(struct reviewing *reviewing)
{
    static const enum option options[] = {
        [CHOICE_ACCEPT] = OPTION_ACCEPT, [CHOICE_REJECT] = OPTION_REJECT};
    const struct command *command = reviewing->command;
    enum exit_status status = STATUS_CLEAN;
    for (enum choice choice = CHOICE_ACCEPT; choice <= CHOICE_REJECT;
         choice++) {
        if (!check_names(reviewing, &command->options[options[choice]].values,
                         &status)) {
            return status;
        }
    }
    for (enum choice choice = CHOICE_ACCEPT; choice <= CHOICE_REJECT;
         choice++) {
        const struct strs *ids = &command->options[options[choice]].values;
        for (size_t i = 0; i < ids->len; i++) {
            const struct review *review =
                find_review(reviewing, ids->at[i], &status);
            if (!decide(reviewing, review, choice, &status)) {
                return status;
            }
        }
    }
    return status;
}

/* -- One by one ------------------------------------------------------------ */

static const char keys[] =
    "a accept, r reject, s skip; A, R the same for all that follow; q quit";

/* The first letter of what was typed; 'q' at the end of input. */
static int ask(struct reviewing *reviewing)
{
    char line[64];
    out_flush(&reviewing->command->out, stdout);
    fprintf(stderr, "%s? ", keys);
    if (!fgets(line, sizeof line, stdin)) {
        return 'q';
    }
    return line[0];
}

/* False to stop. `rest` holds the key that was given for all that follow. */
static bool decide_asked(struct reviewing *reviewing,
                         const struct review *review, int *rest,
                         enum exit_status *status)
{
    const int key = *rest ? *rest : ask(reviewing);
    switch (key) {
    case 'A':
    case 'R':
        *rest = key;
        break;
    case 'a':
    case 'r':
        break;
    case 's':
    case '\n':
        *status = STATUS_FINDINGS;
        return true;
    case 'q':
        *status = STATUS_FINDINGS;
        return false;
    default:
        return decide_asked(reviewing, review, rest, status);
    }
    return decide(reviewing, review,
                  key == 'a' || key == 'A' ? CHOICE_ACCEPT : CHOICE_REJECT,
                  status);
}

static enum exit_status ask_each(struct reviewing *reviewing)
{
    enum exit_status status = STATUS_CLEAN;
    int rest = 0;
    for (size_t i = 0; i < reviewing->reviews.len; i++) {
        const struct review *review = &reviewing->reviews.at[i];
        review_show(reviewing, review);
        if (!decide_asked(reviewing, review, &rest, &status)) {
            break;
        }
    }
    return status;
}

/* -- Listing --------------------------------------------------------------- */

static enum exit_status list(struct reviewing *reviewing)
{
    struct command *command = reviewing->command;
    struct json_out j = {.out = &command->out};
    const struct reviews *reviews = &reviewing->reviews;
    if (command_wants_json(command)) {
        json_open(&j, '[');
        for (size_t i = 0; i < reviews->len; i++) {
            review_json(reviewing, &j, &reviews->at[i]);
        }
        json_close(&j);
        out_char(&command->out, '\n');
    } else {
        for (size_t i = 0; i < reviews->len; i++) {
            out_c(&command->out, i > 0 ? "\n" : "");
            review_show(reviewing, &reviews->at[i]);
        }
        if (reviews->len == 0) {
            out_c(&command->out, "nothing awaits review\n");
        }
    }
    return reviews->len > 0 ? STATUS_FINDINGS : STATUS_CLEAN;
}

/* -- The command ----------------------------------------------------------- */

/* What cannot be read cannot be reviewed, and must not look decided. */
static bool has_unreadable(struct reviewing *reviewing,
                           const struct diags *diags)
{
    for (size_t i = 0; i < diags->len; i++) {
        const struct source *source = diags->at[i].place.source;
        if (source && str_ends(source->path, S(".pending.json"))) {
            command_note(reviewing->command, "%.*s: %.*s",
                         STR_ARG(source->path), STR_ARG(diags->at[i].message));
            return true;
        }
    }
    return false;
}

/* Only those that the operands name. */
static bool keep_named(struct reviewing *reviewing, enum exit_status *status)
{
    const struct strs *names = &reviewing->command->operands;
    struct reviews kept = {0};
    if (!check_names(reviewing, names, status)) {
        return false;
    }
    for (size_t i = 0; names->len > 0 && i < reviewing->reviews.len; i++) {
        for (size_t n = 0; n < names->len; n++) {
            if (str_equal(names->at[n], reviewing->reviews.at[i].id)) {
                *LIST_PUSH(&reviewing->command->arena, &kept) =
                    reviewing->reviews.at[i];
            }
        }
    }
    reviewing->reviews = names->len > 0 ? kept : reviewing->reviews;
    return true;
}

static bool is_told(const struct command *command)
{
    return command_has(command, OPTION_ACCEPT) ||
           command_has(command, OPTION_REJECT);
}

static bool is_asked(const struct command *command)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
           !command_has(command, OPTION_LIST) && !command_wants_json(command);
}

static enum exit_status review(struct reviewing *reviewing)
{
    struct command *command = reviewing->command;
    struct workspace *workspace = reviewing->workspace;
    const struct site_input input = workspace_site_input(workspace);
    struct diags diags = {.arena = &command->arena};
    enum exit_status status = STATUS_CLEAN;
    reviewing->after = evidences_load_pending(
        &command->arena, workspace->library, &workspace->plans, &diags);
    reviewing->reviews = reviews_of(&command->arena, &input, &reviewing->after);
    if (has_unreadable(reviewing, &diags)) {
        return STATUS_FAILED;
    }
    if (!keep_named(reviewing, &status)) {
        return status;
    }
    if (is_told(command)) {
        return decide_named(reviewing);
    }
    return is_asked(command) && reviewing->reviews.len > 0 ? ask_each(reviewing)
                                                           : list(reviewing);
}

/* A run that ends meanwhile would write what was not looked at. Who only looks
 * waits for nobody. */
static enum exit_status review_locked(struct reviewing *reviewing)
{
    struct command *command = reviewing->command;
    const struct str path =
        fs_join(&command->arena, reviewing->workspace->build, S("run.lock"));
    struct lock lock = {0};
    struct failure failure = {0};
    if (!is_told(command) && !is_asked(command)) {
        return review(reviewing);
    }
    if (!lock_take(path.ptr, &lock, &failure)) {
        return command_failed(command, &failure);
    }
    const enum exit_status status = review(reviewing);
    lock_release(&lock);
    return status;
}

enum exit_status cmd_review(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_USAGE;
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    struct reviewing reviewing = {.command = command, .workspace = &workspace};
    status = review_locked(&reviewing);
    workspace_close(&workspace);
    return status;
}
