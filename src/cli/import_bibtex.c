/* probatum import bibtex: what each entry became, or why it did not. */

#include "cli/import.h"

#include "base/batch.h"
#include "base/fs.h"
#include "base/json.h"
#include "cli/text.h"
#include "cli/workspace.h"
#include "exchange/import.h"

struct job {
    struct command *command;
    struct workspace workspace;
    struct source *source;
    struct bib bib;
    struct import import;
    struct diags diags; /* about the file */
    bool is_dry;
};

/* -- What is said about an entry ------------------------------------------- */

static struct place place_of(const struct import_item *item)
{
    const struct place place = item->entry->place;
    return (struct place){place.source, place.start, place.start + 1};
}

static struct str list(struct arena *arena, const struct strs *words,
                       const char *prefix)
{
    struct out out = {0};
    for (size_t i = 0; i < words->len; i++) {
        out_printf(&out, "%s%s%.*s", i > 0 ? ", " : "", prefix,
                   STR_ARG(words->at[i]));
    }
    return out_take(&out, arena);
}

/* "LIT-022" or "kirk2019 of this file". */
static struct str other_of(struct arena *arena, const struct import_item *item)
{
    return item->is_of_file
               ? arena_printf(arena, "the entry %.*s", STR_ARG(item->other))
               : item->other;
}

static void say_duplicate(struct job *job, const struct import_item *item)
{
    struct arena *arena = &job->command->arena;
    const struct str other = other_of(arena, item);
    const bool is_odd = item->other_title.len > 0;
    struct diag *diag = diag_add(
        &job->diags, is_odd ? SEVERITY_WARNING : SEVERITY_NOTE, "",
        place_of(item), "%.*s is %.*s already, by %.*s%s",
        STR_ARG(item->entry->key), STR_ARG(other), STR_ARG(item->shared),
        is_odd ? ", but under another title" : "");
    if (is_odd) {
        diag_hint(&job->diags, diag,
                  "one of the two has the wrong identifier: here it is "
                  "\"%.*s\", there \"%.*s\"",
                  STR_ARG(item->title), STR_ARG(item->other_title));
    }
}

static void say_conflict(struct job *job, const struct import_item *item)
{
    const struct str other = other_of(&job->command->arena, item);
    struct diag *diag = diag_add(
        &job->diags, SEVERITY_ERROR, "", place_of(item),
        "the key %.*s belongs to %.*s, which is another work: \"%.*s\"",
        STR_ARG(item->entry->key), STR_ARG(other), STR_ARG(item->other_title));
    diag_hint(&job->diags, diag, "give the entry another key");
}

/* Where it became a record, what of it did not come along. */
static void say_leftovers(struct job *job, const struct import_item *item)
{
    struct arena *arena = &job->command->arena;
    if (item->unknown.len > 0) {
        struct diag *diag =
            diag_add(&job->diags, SEVERITY_WARNING, "", place_of(item),
                     "%.*s stays as it is: no text is known for it",
                     STR_ARG(list(arena, &item->unknown, "\\")));
        diag_hint(&job->diags, diag, "look at %.*s", STR_ARG(item->id));
    }
    if (item->left.len > 0) {
        diag_add(&job->diags, SEVERITY_NOTE, "", place_of(item),
                 "records have no place for %.*s; %.*s keeps it as a comment",
                 STR_ARG(list(arena, &item->left, "")), STR_ARG(item->id));
    }
}

/* The table of the file's lines is made once, for all of them. */
static void print_all(struct job *job, struct out *out)
{
    struct arena *scratch = &job->command->scratch;
    source_position(&job->command->arena, job->source, 0);
    for (size_t i = 0; i < job->diags.len; i++) {
        const struct arena_mark mark = arena_mark(scratch);
        diag_print(out, scratch, &job->diags.at[i], S(""),
                   job->command->has_err_colour);
        arena_rewind(scratch, mark);
    }
}

static void say_all(struct job *job)
{
    struct out out = {0};
    for (size_t i = 0; i < job->import.count; i++) {
        const struct import_item *item = &job->import.items[i];
        switch (item->fate) {
        case IMPORT_NEW:
            say_leftovers(job, item);
            break;
        case IMPORT_DUPLICATE:
            say_duplicate(job, item);
            break;
        case IMPORT_CONFLICT:
            say_conflict(job, item);
            break;
        }
    }
    diags_sort(&job->diags);
    print_all(job, &out);
    text_guard(&out, job->command->has_err_colour);
    out_flush(&out, stderr);
    out_free(&out);
}

/* -- Text ------------------------------------------------------------------ */

static void put_count(struct out *out, size_t count, const char *one,
                      const char *many)
{
    out_printf(out, "%zu %s", count, count == 1 ? one : many);
}

/* Every @ of the file is in this sentence once. */
static struct str summary(struct job *job)
{
    struct out out = {0};
    const struct bib *bib = &job->bib;
    put_count(&out, bib->entry_count + bib->failed, "entry", "entries");
    out_printf(&out,
               ": %zu %s, %zu there already, %zu with a key that is "
               "taken, %zu that cannot be read",
               job->import.fresh, job->is_dry ? "to be written" : "written",
               job->import.duplicates, job->import.conflicts, bib->failed);
    if (bib->strings + bib->others > 0) {
        out_c(&out, "; beside them ");
        put_count(&out, bib->strings, "macro", "macros");
        out_c(&out, " and ");
        put_count(&out, bib->others, "comment or preamble",
                  "comments and preambles");
    }
    return out_take(&out, &job->command->arena);
}

static void put_text(struct job *job)
{
    struct out *out = &job->command->out;
    for (size_t i = 0; i < job->import.count; i++) {
        const struct import_item *item = &job->import.items[i];
        if (item->fate != IMPORT_NEW) {
            continue;
        }
        out_printf(out, "%.*s%.*s  ", STR_ARG(job->workspace.prefix),
                   STR_ARG(item->path));
        text_put(out, item->entry->key);
        out_char(out, '\n');
        if (job->is_dry) {
            out_str(out, item->text);
            out_char(out, '\n');
        }
    }
    command_note(job->command, "%.*s", STR_ARG(summary(job)));
}

/* -- JSON ------------------------------------------------------------------ */

static const char *fate_name(enum import_fate fate)
{
    switch (fate) {
    case IMPORT_NEW:
        return "new";
    case IMPORT_DUPLICATE:
        return "duplicate";
    case IMPORT_CONFLICT:
        return "conflict";
    }
    BUG("fate %d", (int)fate);
}

static void put_item(struct json_out *j, const struct import_item *item)
{
    json_open(j, '{');
    json_put_str(j, "key", item->entry->key);
    json_put_c(j, "fate", fate_name(item->fate));
    json_put_str(j, "title", item->title);
    if (item->fate == IMPORT_NEW) {
        json_put_str(j, "id", item->id);
        json_put_str(j, "path", item->path);
        json_put_str(j, "text", item->text);
        json_put_strs(j, "left_over", &item->left);
        json_put_strs(j, "unknown_commands", &item->unknown);
    } else {
        json_put_str(j, "other", item->other);
        json_put_bool(j, "other_is_entry", item->is_of_file);
        json_put_str(j, "shared", item->shared);
        json_put_str(j, "other_title", item->other_title);
    }
    json_close(j);
}

static void put_fault(struct job *job, struct json_out *j,
                      const struct diag *diag)
{
    const struct position position =
        source_position(&job->command->arena, job->source, diag->place.start);
    json_open(j, '{');
    json_put_int(j, "line", (int64_t)position.line);
    json_put_int(j, "column", (int64_t)position.column);
    json_put_c(j, "severity", severity_name(diag->severity));
    json_put_str(j, "message", diag->message);
    json_close(j);
}

static void put_json(struct job *job)
{
    struct json_out j = {.out = &job->command->out};
    json_open(&j, '{');
    json_put_str(&j, "file", job->source->path);
    json_put_bool(&j, "dry_run", job->is_dry);
    json_key(&j, "counts");
    json_open(&j, '{');
    json_put_int(&j, "new", (int64_t)job->import.fresh);
    json_put_int(&j, "duplicates", (int64_t)job->import.duplicates);
    json_put_int(&j, "conflicts", (int64_t)job->import.conflicts);
    json_put_int(&j, "failed", (int64_t)job->bib.failed);
    json_put_int(&j, "strings", (int64_t)job->bib.strings);
    json_put_int(&j, "comments_and_preambles", (int64_t)job->bib.others);
    json_close(&j);
    json_key(&j, "entries");
    json_open(&j, '[');
    for (size_t i = 0; i < job->import.count; i++) {
        put_item(&j, &job->import.items[i]);
    }
    json_close(&j);
    json_key(&j, "faults");
    json_open(&j, '[');
    for (size_t i = 0; i < job->diags.len; i++) {
        put_fault(job, &j, &job->diags.at[i]);
    }
    json_close(&j);
    json_close(&j);
    out_char(&job->command->out, '\n');
}

/* -- The import ------------------------------------------------------------ */

static bool write_records(struct job *job, struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    struct batch batch = {0};
    for (size_t i = 0; i < job->import.count; i++) {
        const struct import_item *item = &job->import.items[i];
        if (item->fate == IMPORT_NEW) {
            *LIST_PUSH(arena, &batch) = (struct batch_change){
                .path = item->path, .new_text = item->text, .is_new = true};
        }
    }
    return batch.len == 0 ||
           batch_commit(arena_cstr(arena, job->workspace.project->root), &batch,
                        failure);
}

static bool read_file(struct job *job, struct str file, struct failure *failure)
{
    struct arena *arena = &job->command->arena;
    struct str text;
    if (!fs_read(arena, arena_cstr(arena, file), BIB_FILE_CEILING, &text,
                 failure)) {
        return false;
    }
    job->source = source_new(arena, file, text);
    bib_read(arena, job->source, &job->bib, &job->diags);
    return true;
}

static bool plan(struct job *job, struct failure *failure)
{
    const struct kind *kind =
        project_kind_by_role(job->workspace.project, ROLE_LITERATURE);
    if (!kind) {
        return fail(failure, "probatum.yaml has no kind with the role "
                             "literature");
    }
    if (job->workspace.is_incomplete) {
        return fail(failure,
                    "some files could not be read, so it is not known what is "
                    "there already; `probatum check` names them");
    }
    import_plan(&job->command->arena, job->workspace.library, kind, &job->bib,
                command_today(job->command), &job->import);
    return true;
}

static enum exit_status run(struct job *job, struct str file)
{
    struct failure failure;
    if (!read_file(job, file, &failure) || !plan(job, &failure) ||
        (!job->is_dry && !write_records(job, &failure))) {
        return command_failed(job->command, &failure);
    }
    if (command_wants_json(job->command)) {
        put_json(job);
    } else {
        say_all(job);
        put_text(job);
    }
    return job->bib.failed + job->import.conflicts > 0 ? STATUS_FINDINGS
                                                       : STATUS_CLEAN;
}

enum exit_status import_bibtex(struct command *command, struct str file)
{
    enum exit_status status;
    struct job job = {
        .command = command,
        .diags = {.arena = &command->arena},
        .is_dry = command_has(command, OPTION_DRY_RUN),
    };
    if (!workspace_open(command, &job.workspace, &status)) {
        return status;
    }
    status = run(&job, file);
    workspace_close(&job.workspace);
    return status;
}
