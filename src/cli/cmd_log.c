/* probatum log: what became of a record, newest first: when, in which commit,
 * by whom, and which fields it changed. What git cannot tell is said, and the
 * record's own history stands in for it. */

#include "cli/changes.h"
#include "cli/past.h"
#include "cli/text.h"
#include "history/tell.h"

enum { INDENT = 2 };

struct log {
    struct command *command;
    struct past past;
    struct str field; /* empty: all of them */
    struct tellings tellings;
    struct formers formers;
};

/* -- Which changes are asked for ------------------------------------------- */

/* True when the field named by --field is, or holds, what changed. A role is
 * the field of a citation: "source" finds "citations[LIT-022 source]". */
static bool is_about(struct str field, struct str changed)
{
    if (str_starts(changed, field)) {
        struct str rest = str_from(changed, field.len);
        return rest.len == 0 || rest.ptr[0] == '[' || rest.ptr[0] == '.';
    }

    struct str name, roles;
    if (!str_starts(changed, S("citations[")) ||
        !str_cut(changed, ' ', &name, &roles) || !str_starts(roles, field)) {
        return false;
    }
    struct str rest = str_from(roles, field.len);
    return rest.len > 0 && (rest.ptr[0] == ']' || rest.ptr[0] == ',');
}

static bool is_about_version(struct str field)
{
    return str_is(field, "version") || str_is(field, "history");
}

static void keep_field(const struct log *log, struct field_changes *changes)
{
    size_t kept = 0;

    for (size_t i = 0; i < changes->len; i++) {
        if (is_about(log->field, changes->at[i].field)) {
            changes->at[kept++] = changes->at[i];
        }
    }
    changes->len = kept;
}

/* With --field, what does not concern it is left out. */
static void add_telling(struct log *log, struct telling telling)
{
    if (log->field.len > 0) {
        keep_field(log, &telling.changes);
        bool is_bump = is_about_version(log->field) &&
                       telling.version != telling.version_before;
        if (telling.changes.len == 0 && !is_bump) {
            return;
        }
    }
    *LIST_PUSH(&log->command->arena, &log->tellings) = telling;
}

/* The file as it is against HEAD, then the commits. */
static void find_tellings(struct log *log)
{
    const struct past *past = &log->past;
    struct teller teller = {.arena = &log->command->arena,
                            .project = past->workspace.project,
                            .vcs = past->workspace.vcs,
                            .is_telling_beginnings = log->field.len > 0};
    bool is_same =
        past->today && past->at_head &&
        str_equal(past->today->source->text, past->at_head->source->text);

    if (!is_same && past->histories.reach != HISTORY_NONE &&
        (past->today || past->at_head)) {
        add_telling(log,
                    history_tell_between(&teller, past->at_head, past->today));
    }
    struct tellings committed = history_tell(&teller, past->history);
    for (size_t i = 0; i < committed.len; i++) {
        add_telling(log, committed.at[i]);
    }
    log->formers = history_formers(&teller, past->history, past->today);
}

static bool is_telling_formers(const struct log *log)
{
    return log->field.len == 0 || is_about(log->field, S("citations")) ||
           str_is(log->field, "formerly_cited");
}

/* -- Text ------------------------------------------------------------------ */

static void put_version(struct out *out, const struct telling *telling)
{
    if (telling->version_before && telling->version &&
        telling->version != telling->version_before) {
        out_printf(out, "  v%lld -> v%lld", (long long)telling->version_before,
                   (long long)telling->version);
    } else if (telling->version || telling->version_before) {
        out_printf(out, "  v%lld",
                   (long long)(telling->version ? telling->version
                                                : telling->version_before));
    }
}

static void put_wrapped(struct out *out, struct str text)
{
    out_repeat(out, ' ', INDENT);
    text_wrap(out, text, INDENT, INDENT);
}

/* When, where, which version, who; then the summary of the commit. The commit
 * that a history starts with did something else. */
static void put_head(struct out *out, const struct telling *telling)
{
    const struct vcs_commit *commit =
        telling->revision ? telling->revision->commit : NULL;

    if (!commit) {
        out_c(out, "not committed");
    } else {
        out_str(out, past_day(commit));
        out_c(out, "  ");
        out_str(out, past_short_id(commit));
    }
    put_version(out, telling);
    if (commit && telling->what != TELLING_CUT) {
        out_c(out, "  ");
        text_put(out, commit->author);
        out_c(out, commit->is_merge ? " (merge)" : "");
    }
    out_char(out, '\n');
    if (commit && telling->what != TELLING_CUT) {
        put_wrapped(out, commit->summary);
    }
}

/* What there is to say where no field is named. */
static const char *remark_of(const struct log *log,
                             const struct telling *telling)
{
    switch (telling->what) {
    case TELLING_CUT:
        return "as it was where the history of this clone starts";
    case TELLING_BEGAN:
    case TELLING_REMOVED:
        return telling_what_name(telling->what);
    case TELLING_CHANGED:
        break;
    }
    if (telling->changes.len > 0 || log->field.len > 0) {
        return NULL;
    }
    return telling->version != telling->version_before
               ? "no field but the version"
               : "layout or comments only";
}

static void put_telling(struct log *log, const struct telling *telling)
{
    struct out *out = &log->command->out;
    const char *remark = remark_of(log, telling);

    out_char(out, '\n');
    put_head(out, telling);
    if (telling->note.len > 0) {
        struct str note =
            arena_printf(&log->command->arena, "version %lld: %.*s",
                         (long long)telling->version, STR_ARG(telling->note));
        put_wrapped(out, note);
    }
    if (remark) {
        put_wrapped(out, str_from_c(remark));
    }
    changes_text(out, &telling->changes, INDENT);
}

static void put_former(struct log *log, const struct former *former)
{
    struct out *out = &log->command->out;
    const struct record *source =
        library_find(log->past.workspace.library, former->ref);

    out_repeat(out, ' ', INDENT);
    text_pad(out, former->ref, 9);
    out_c(out, "  ");
    if (!former->since) {
        out_c(out, "no commit here cites it");
    } else if (!former->until) {
        out_c(out, "dropped, not committed");
    } else {
        out_c(out, "dropped ");
        out_str(out, history_day(former->until));
        out_c(out, " in ");
        out_str(out, past_short_id(former->until->commit));
        out_c(out, " by ");
        text_put(out, former->until->commit->author);
    }
    out_c(out, former->is_recorded ? "\n" : "; formerly_cited is silent\n");
    if (source) {
        out_repeat(out, ' ', INDENT + 11);
        text_wrap(out, source->title, INDENT + 11, INDENT + 11);
    }
}

/* Without git the record's own history is all there is. */
static void put_own_history(struct out *out, const struct record *record)
{
    if (record->history_count > 0) {
        out_c(out, "\nversions, as the record itself tells them\n");
    }
    for (size_t i = record->history_count; i-- > 0;) {
        const struct history_entry *entry = &record->history[i];
        out_repeat(out, ' ', INDENT);
        out_printf(out, "v%lld  ", (long long)entry->version);
        text_pad(out, entry->date, 12);
        text_wrap(out, entry->note, 18, 18);
    }
}

static void put_title(const struct log *log)
{
    struct out *out = &log->command->out;
    const struct record *record =
        log->past.today ? log->past.today : log->past.at_head;

    text_put(out, log->past.id);
    if (record) {
        out_c(out, ": ");
        text_put(out, record->title);
    }
    out_char(out, '\n');
}

static void put_text(struct log *log)
{
    struct out *out = &log->command->out;
    const struct past *past = &log->past;

    put_title(log);
    if (past->histories.reach != HISTORY_NONE && !past->history) {
        text_put(out, past->id);
        out_c(out, " was never committed.\n");
    } else if (log->field.len > 0 && log->tellings.len == 0 && past->history) {
        out_c(out, "no revision changed ");
        text_put(out, log->field);
        out_char(out, '\n');
    }
    for (size_t i = 0; i < log->tellings.len; i++) {
        put_telling(log, &log->tellings.at[i]);
    }
    if (past->histories.reach == HISTORY_NONE && past->today) {
        put_own_history(out, past->today);
    }
    if (is_telling_formers(log) && log->formers.len > 0) {
        out_c(out, "\nformerly cited\n");
        for (size_t i = 0; i < log->formers.len; i++) {
            put_former(log, &log->formers.at[i]);
        }
    }
    if (past->gap.len > 0) {
        out_char(out, '\n');
        text_wrap(out, past->gap, 0, 0);
    }
}

/* -- JSON ------------------------------------------------------------------ */

static void put_json_or_none(struct json_out *j, const char *key,
                             struct str text)
{
    json_key(j, key);
    if (text.len > 0) {
        json_str(j, text);
    } else {
        json_none(j);
    }
}

/* Of what is not committed the four are null. */
static void commit_json(struct json_out *j, const struct revision *revision)
{
    const struct vcs_commit none = {0};
    const struct vcs_commit *commit = revision ? revision->commit : &none;

    put_json_or_none(j, "commit", str_from_c(commit->id.text));
    put_json_or_none(j, "date", commit->stamp);
    put_json_or_none(j, "author", commit->author);
    put_json_or_none(j, "summary", commit->summary);
}

static void version_json(struct json_out *j, const char *key, int64_t version)
{
    json_key(j, key);
    if (version) {
        json_int(j, version);
    } else {
        json_none(j);
    }
}

static void telling_json(struct json_out *j, const struct telling *telling)
{
    json_open(j, '{');
    commit_json(j, telling->revision);
    put_json_or_none(j, "path",
                     telling->revision ? telling->revision->path : S(""));
    json_put_c(j, "what", telling_what_name(telling->what));
    version_json(j, "version", telling->version);
    version_json(j, "version_before", telling->version_before);
    put_json_or_none(j, "note", telling->note);
    json_key(j, "changes");
    changes_json(j, &telling->changes);
    json_close(j);
}

static void former_json(struct json_out *j, const struct former *former)
{
    json_open(j, '{');
    json_put_str(j, "ref", former->ref);
    put_json_or_none(j, "cited_since",
                     former->since ? former->since->commit->stamp : S(""));
    commit_json(j, former->until);
    json_put_bool(j, "is_recorded", former->is_recorded);
    json_close(j);
}

static void versions_json(struct json_out *j, const struct record *record)
{
    json_open(j, '[');
    for (size_t i = record ? record->history_count : 0; i-- > 0;) {
        const struct history_entry *entry = &record->history[i];
        json_open(j, '{');
        json_put_int(j, "version", entry->version);
        put_json_or_none(j, "date", entry->date);
        put_json_or_none(j, "level", entry->level);
        put_json_or_none(j, "note", entry->note);
        json_close(j);
    }
    json_close(j);
}

static void put_json(struct log *log)
{
    static const char *const reaches[] = {[HISTORY_NONE] = "none",
                                          [HISTORY_CUT] = "cut",
                                          [HISTORY_COMPLETE] = "complete"};
    struct json_out j = {.out = &log->command->out};
    json_open(&j, '{');
    json_put_str(&j, "id", log->past.id);
    put_json_or_none(&j, "path",
                     log->past.today ? log->past.today->source->path : S(""));
    json_put_c(&j, "reach", reaches[log->past.histories.reach]);
    put_json_or_none(&j, "gap", log->past.gap);
    json_key(&j, "revisions");
    json_open(&j, '[');
    for (size_t i = 0; i < log->tellings.len; i++) {
        telling_json(&j, &log->tellings.at[i]);
    }
    json_close(&j);
    json_key(&j, "formerly_cited");
    json_open(&j, '[');
    for (size_t i = 0; i < log->formers.len; i++) {
        former_json(&j, &log->formers.at[i]);
    }
    json_close(&j);
    json_key(&j, "versions");
    versions_json(&j, log->past.today);
    json_close(&j);
    out_char(&log->command->out, '\n');
}

/* -- The command ----------------------------------------------------------- */

/* Every field that a record of the kind may have. */
static struct strs known_fields(struct log *log)
{
    struct arena *arena = &log->command->arena;
    const struct record *record =
        log->past.today ? log->past.today : log->past.at_head;
    struct strs fields = {0};

    for (size_t i = 0; i < FIELD_COUNT; i++) {
        *LIST_PUSH(arena, &fields) = str_from_c(field_infos[i].key);
    }
    for (size_t i = 0; record && i < record->kind->extra_count; i++) {
        *LIST_PUSH(arena, &fields) = record->kind->extras[i].key;
    }
    for (size_t i = 0; record && record->front && i < record->front->len; i++) {
        *LIST_PUSH(arena, &fields) = record->front->pairs[i].key->text;
    }
    return fields;
}

static bool is_field_known(struct log *log, enum exit_status *status)
{
    const struct strs fields = known_fields(log);
    if (strs_has(&fields, log->field)) {
        return true;
    }
    struct str hint = command_nearest(log->command, log->field, &fields);
    *status = command_usage(log->command, "no field is called \"%.*s\"%.*s",
                            STR_ARG(log->field), STR_ARG(hint));
    return false;
}

enum exit_status cmd_log(struct command *command)
{
    struct log log = {.command = command,
                      .field = command_text(command, OPTION_FIELD, "")};
    enum exit_status status = STATUS_CLEAN;
    if (command->operands.len != 1) {
        return command_usage(command, "name one record, such as SOTA-060");
    }
    if (!past_open(command, &log.past, command->operands.at[0], &status)) {
        return status;
    }

    if (log.field.len == 0 || is_field_known(&log, &status)) {
        find_tellings(&log);
        if (command_wants_json(command)) {
            put_json(&log);
        } else {
            put_text(&log);
        }
    }
    past_close(&log.past);
    return status;
}
