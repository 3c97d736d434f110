/* probatum bump: a new version of a record, once what it rests on holds. It
 * writes the version and what is to be said of it, and never commits. */

#include "cli/bump.h"

#include "base/batch.h"
#include "base/fs.h"
#include "base/utf8.h"

/* -- What is said ---------------------------------------------------------- */

/* A text of the command line on one line; false after saying what is wrong. */
static bool read_words(struct command *command, enum option option,
                       struct str *words)
{
    struct out out = {0};
    struct str rest = command_text(command, option, ""), line;
    bool is_text = utf8_first_invalid(rest) == STR_NONE;
    while (str_next_line(&rest, &line)) {
        line = str_trim(line);
        out_c(&out, out.len > 0 && line.len > 0 ? " " : "");
        out_str(&out, line);
    }
    *words = out_take(&out, &command->arena);
    for (size_t i = 0; i < words->len; i++) {
        const unsigned char c = (unsigned char)words->ptr[i];
        is_text = is_text && c >= ' ' && c != 0x7f;
    }
    if (!is_text) {
        command_usage(command, "--%s takes plain UTF-8 text",
                      option_infos[option].spelling);
    } else if (command_has(command, option) && words->len == 0) {
        command_usage(command, "--%s says nothing",
                      option_infos[option].spelling);
        is_text = false;
    }
    return is_text;
}

static bool read_options(struct command *command, struct bump *bump)
{
    if (command->operands.len != 1) {
        command_usage(command, "name one record, such as SOTA-060");
        return false;
    }
    if (!command_has(command, OPTION_NOTE)) {
        command_usage(command, "say what changed with --note \"…\"");
        return false;
    }
    bump->id = command->operands.at[0];
    bump->is_dry = command_has(command, OPTION_DRY_RUN);
    return read_words(command, OPTION_NOTE, &bump->note) &&
           read_words(command, OPTION_BECAUSE, &bump->because);
}

/* -- Writing --------------------------------------------------------------- */

/* Whoever saves the file while this runs must not lose what they wrote. */
static bool write_one(const struct bump *bump, const char *root,
                      struct failure *failure)
{
    struct str now;
    enum { CEILING = YML_SIZE_CEILING + MD_SIZE_CEILING };
    const char *path =
        fs_join(bump->arena, str_from_c(root), bump->file.path).ptr;
    if (!fs_read(bump->arena, path, CEILING, &now, failure)) {
        return false;
    }
    if (!str_equal(now, bump->file.source->text)) {
        return fail(failure, "%.*s was changed just now; bump it again",
                    STR_ARG(bump->file.path));
    }
    return fs_write(path, bump->file.text, FS_DURABLE, failure);
}

/* Both ends of a succession, or neither. */
static bool write_all(const struct bump *bump, const char *root,
                      struct failure *failure)
{
    struct batch batch = {0};
    for (size_t i = 0; i <= bump->other_count; i++) {
        const struct bump_file *file = bump_file_at(bump, i);
        *LIST_PUSH(bump->arena, &batch) =
            (struct batch_change){.path = file->path,
                                  .old_text = file->source->text,
                                  .new_text = file->text};
    }
    return batch_commit(root, &batch, failure);
}

static bool write(struct bump *bump, enum exit_status *status)
{
    struct failure failure;
    const char *root = arena_cstr(bump->arena, bump->workspace->project->root);
    bump->is_written = bump->other_count > 0 ? write_all(bump, root, &failure)
                                             : write_one(bump, root, &failure);
    if (!bump->is_written) {
        *status = command_failed(bump->command, &failure);
    }
    return bump->is_written;
}

/* -- The steps ------------------------------------------------------------- */

static bool text_failed(struct bump *bump, enum exit_status *status)
{
    struct failure failure;
    fail(&failure,
         "cannot write version %lld into %.*s without touching something else; "
         "write it by hand",
         (long long)bump->to, STR_ARG(bump->file.path));
    *status = command_failed(bump->command, &failure);
    return false;
}

/* The note names the checks that could not be made, and the checks look at the
 * note; so it is written again when they are known. What cannot be written is
 * mostly faulty already, which the checks tell better. */
static bool check(struct bump *bump, enum exit_status *status)
{
    const bool is_text = bump_text(bump);
    bump_checks(bump);
    if (bump_is_refused(bump)) {
        return true;
    }
    const bool is_final = is_text && bump->refusals.len == 0;
    return is_final || (is_text && bump_text(bump)) ||
           text_failed(bump, status);
}

static bool take_steps(struct bump *bump, enum exit_status *status)
{
    return bump_find(bump, status) && bump_set(bump, status) &&
           bump_level(bump, status) && check(bump, status) &&
           (bump->is_dry || bump_is_refused(bump) || write(bump, status));
}

enum exit_status cmd_bump(struct command *command)
{
    struct workspace workspace;
    enum exit_status status = STATUS_CLEAN;
    struct bump bump = {.command = command,
                        .workspace = &workspace,
                        .arena = &command->arena,
                        .today = command_today(command)};
    if (!read_options(command, &bump)) {
        return STATUS_USAGE;
    }
    if (!workspace_find(command, &workspace, &status)) {
        return status;
    }
    if (take_steps(&bump, &status)) {
        status = command_wants_json(command) ? bump_report_json(&bump)
                                             : bump_report_text(&bump);
    }
    workspace_close(&workspace);
    return status;
}
