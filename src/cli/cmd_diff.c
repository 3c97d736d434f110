/* probatum diff: a record against what it was, field by field. A version is the
 * last text that said it was this version; the file as it is counts as the one
 * that it says. */

#include "cli/changes.h"
#include "cli/past.h"
#include "cli/text.h"
#include "history/tell.h"

/* One side of the comparison. */
struct side {
    int64_t version;                 /* asked for; 0: none was */
    const struct record *record;     /* NULL: there is none */
    const struct revision *revision; /* NULL: HEAD, or the file as it is */
    bool is_file;
};

struct diff {
    struct command *command;
    struct past past;
    struct side from, to;
};

/* -- Which two texts ------------------------------------------------------- */

static bool parse_version(struct str text, int64_t *version)
{
    if (str_starts(text, S("v")) || str_starts(text, S("V"))) {
        text = str_from(text, 1);
    }
    return str_to_int64(text, version) && *version > 0;
}

/* "V3..V4", "3..4" or "V3"; nothing asks for HEAD against the file. */
static bool parse_range(struct str text, int64_t *from, int64_t *to)
{
    size_t dots = str_find(text, S(".."));

    if (dots == STR_NONE) {
        return parse_version(text, from);
    }
    return parse_version(str_slice(text, 0, dots), from) &&
           parse_version(str_from(text, dots + 2), to);
}

/* The newest revision that says it is this version, or NULL. */
static const struct revision *find_version(const struct record_history *history,
                                           int64_t version)
{
    for (size_t i = history ? history->len : 0; i-- > 0;) {
        const struct revision *revision = &history->at[i];
        if (revision->blob.text[0] && revision->version == version) {
            return revision;
        }
    }
    return NULL;
}

static void use_file(struct diff *diff, struct side *side)
{
    side->record = diff->past.today;
    side->is_file = true;
}

static void find_side(struct diff *diff, struct side *side)
{
    struct workspace *workspace = &diff->past.workspace;
    const struct record *today = diff->past.today;

    side->revision = find_version(diff->past.history, side->version);
    if (side->revision) {
        side->record = history_read(&diff->command->arena, workspace->project,
                                    workspace->vcs, side->revision);
    } else if (today && today->version == side->version) {
        use_file(diff, side);
    }
}

static int64_t newest_version(const struct past *past)
{
    int64_t newest = past->today ? past->today->version : 0;

    for (size_t i = 0; past->history && i < past->history->len; i++) {
        int64_t version = past->history->at[i].version;
        newest = version > newest ? version : newest;
    }
    return newest;
}

/* A version that is not here may have been: beyond the cut of a shallow clone,
 * or wherever there is no git. What never can have been is a mistake. */
static bool is_answered(struct diff *diff, const struct side *side,
                        enum exit_status *status)
{
    const struct past *past = &diff->past;
    int64_t newest = newest_version(past);

    if (side->version == 0 || side->record) {
        return true;
    }
    if (past->gap.len == 0 || side->version > newest) {
        *status = command_usage(
            diff->command,
            "no revision of %.*s says that it is version %lld; the newest is "
            "%lld",
            STR_ARG(past->id), (long long)side->version, (long long)newest);
        return false;
    }
    return true;
}

static bool find_sides(struct diff *diff, enum exit_status *status)
{
    const struct past *past = &diff->past;
    struct str range =
        diff->command->operands.len > 1 ? diff->command->operands.at[1] : S("");
    if (range.len > 0 &&
        !parse_range(range, &diff->from.version, &diff->to.version)) {
        *status = command_usage(
            diff->command,
            "\"%.*s\" names no versions; write V3..V4, or V3 alone",
            STR_ARG(range));
        return false;
    }

    if (diff->from.version > 0) {
        find_side(diff, &diff->from);
    } else {
        diff->from.record = past->at_head;
    }
    if (diff->to.version > 0) {
        find_side(diff, &diff->to);
    } else {
        use_file(diff, &diff->to);
    }
    return is_answered(diff, &diff->from, status) &&
           is_answered(diff, &diff->to, status);
}

/* -- Telling --------------------------------------------------------------- */

/* "version 3, 2021-01-03 in 59b1a10f", "HEAD", "the file". */
static struct str side_text(struct diff *diff, const struct side *side)
{
    struct arena *arena = &diff->command->arena;

    if (side->revision) {
        const struct vcs_commit *commit = side->revision->commit;
        return arena_printf(arena, "version %lld, %.*s in %.*s",
                            (long long)side->version, STR_ARG(past_day(commit)),
                            STR_ARG(past_short_id(commit)));
    }
    if (side->is_file) {
        return side->record ? arena_printf(arena, "the file, version %lld",
                                           (long long)side->record->version)
                            : S("the file, which is gone");
    }
    return S("HEAD");
}

/* Why there is nothing to compare, or the empty text. */
static struct str silence(struct diff *diff)
{
    const struct past *past = &diff->past;
    struct arena *arena = &diff->command->arena;
    const struct side *missing =
        !diff->from.record && diff->from.version > 0 ? &diff->from
        : !diff->to.record && diff->to.version > 0   ? &diff->to
                                                     : NULL;
    if (missing) {
        return arena_printf(arena, "Version %lld of %.*s is not here. %.*s",
                            (long long)missing->version, STR_ARG(past->id),
                            STR_ARG(past->gap));
    }
    if (diff->from.record || past->histories.reach == HISTORY_NONE) {
        return diff->from.record ? S("") : past->gap;
    }
    return past->history
               ? arena_printf(arena, "%.*s is not in HEAD.", STR_ARG(past->id))
               : arena_printf(arena, "%.*s was never committed.",
                              STR_ARG(past->id));
}

static void put_text(struct diff *diff, struct str why_not,
                     const struct telling *telling)
{
    struct out *out = &diff->command->out;

    text_put(out, diff->past.id);
    out_char(out, '\n');
    if (why_not.len > 0) {
        text_wrap(out, why_not, 0, 0);
        return;
    }
    out_c(out, "- ");
    text_put(out, side_text(diff, &diff->from));
    out_c(out, "\n+ ");
    text_put(out, side_text(diff, &diff->to));
    out_c(out, "\n\n");
    if (telling->what == TELLING_REMOVED) {
        out_c(out, "removed\n");
    } else if (telling->changes.len == 0) {
        out_c(out, "no field differs\n");
    }
    changes_text(out, &telling->changes, 0);
}

static void side_json(struct json_out *j, const char *key,
                      const struct side *side)
{
    json_key(j, key);
    json_open(j, '{');
    json_put_c(j, "is",
               side->revision  ? "commit"
               : side->is_file ? "file"
                               : "head");
    json_key(j, "version");
    if (side->record) {
        json_int(j, side->record->version);
    } else {
        json_none(j);
    }
    json_key(j, "commit");
    if (side->revision) {
        json_str(j, str_from_c(side->revision->commit->id.text));
    } else {
        json_none(j);
    }
    json_close(j);
}

static void put_json(struct diff *diff, struct str why_not,
                     const struct telling *telling)
{
    struct json_out j = {.out = &diff->command->out};
    json_open(&j, '{');
    json_put_str(&j, "id", diff->past.id);
    side_json(&j, "from", &diff->from);
    side_json(&j, "to", &diff->to);
    json_key(&j, "cannot_compare");
    if (why_not.len > 0) {
        json_str(&j, why_not);
    } else {
        json_none(&j);
    }
    json_put_c(&j, "level", level_name(changes_level(&telling->changes)));
    json_key(&j, "changes");
    changes_json(&j, &telling->changes);
    json_close(&j);
    out_char(&diff->command->out, '\n');
}

/* -- The command ----------------------------------------------------------- */

static void compare(struct diff *diff)
{
    struct teller teller = {.arena = &diff->command->arena,
                            .project = diff->past.workspace.project,
                            .vcs = diff->past.workspace.vcs};
    const struct str why_not = silence(diff);
    struct telling telling = {0};

    if (why_not.len == 0) {
        telling =
            history_tell_between(&teller, diff->from.record, diff->to.record);
    }
    if (command_wants_json(diff->command)) {
        put_json(diff, why_not, &telling);
    } else {
        put_text(diff, why_not, &telling);
    }
}

enum exit_status cmd_diff(struct command *command)
{
    struct diff diff = {.command = command};
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len < 1 || command->operands.len > 2) {
        return command_usage(command,
                             "name one record, and versions if you like: "
                             "probatum diff SOTA-060 V3..V4");
    }
    if (!past_open(command, &diff.past, command->operands.at[0], &status)) {
        return status;
    }
    if (find_sides(&diff, &status)) {
        compare(&diff);
    }
    past_close(&diff.past);
    return status;
}
