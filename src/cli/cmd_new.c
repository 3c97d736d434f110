/* probatum new: a record of a kind under the next free number, with the fields
 * that its kind asks for. What only a person can know is left as an empty
 * field, which `check` names until it is filled. */

#include "base/fs.h"
#include "cli/workspace.h"

static const struct kind *kind_by_word(const struct project *project,
                                       struct str word)
{
    for (size_t i = 0; i < project->kind_count; i++) {
        const struct kind *kind = &project->kinds[i];
        if (kind->role != ROLE_JOURNAL &&
            (str_is(word, role_name(kind->role)) ||
             str_equal_nocase(word, kind->prefix) ||
             str_equal_nocase(word, kind->slug))) {
            return kind;
        }
    }
    return NULL;
}

/* One more than the largest number in use, former ids included. */
static int64_t next_number(const struct library *library,
                           const struct kind *kind)
{
    int64_t largest = 0;
    for (size_t i = 0; i < library->by_id.len; i++) {
        struct str id = library->by_id.at[i].key;
        int64_t number = 0;
        if (str_starts(id, kind->prefix) && id.len > kind->prefix.len &&
            str_to_int64(str_from(id, kind->prefix.len + 1), &number) &&
            number > largest) {
            largest = number;
        }
    }
    return largest + 1;
}

/* A single-quoted YAML scalar. */
static void quoted(struct out *out, struct str text)
{
    out_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        out_str(out, text.ptr[i] == '\'' ? S("''") : str_slice(text, i, i + 1));
    }
    out_char(out, '\'');
}

/* What a new record of each role starts with, below id, title, status, version
 * and date. */
static const struct {
    enum role role;
    const char *fields;
} starts[] = {
    {ROLE_PRACTICE, "tags: []\n"
                    "summary:\n"
                    "# One sentence an experiment could contradict, with its "
                    "scope.\n"
                    "claim:\n"
                    "citations: []\n"
                    "# Whether any source runs the arm without it.\n"
                    "ablation: {present: unknown}\n"},
    {ROLE_LITERATURE, "type: preprint\n"
                      "authors: []\n"
                      "published:\n"
                      "arxiv:\n"
                      "tags: []\n"
                      "read: unread\n"
                      "summary:\n"},
    {ROLE_THEORY, "source: []\n"
                  "explains: []\n"
                  "tags: []\n"
                  "summary:\n"},
    {ROLE_EXPERIMENT, "question:\n"
                      "model: {preset: decoder-16}\n"
                      "data: {source: letters-recall, set: a}\n"
                      "train: {steps: 1500}\n"
                      "arms:\n"
                      "  control: {}\n"
                      "seeds:\n"
                      "  tuning: [1, 2, 3]\n"
                      "  noise: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]\n"
                      "  claim: [101, 102, 103, 104, 105, 106, 107, 108, "
                      "109, 110]\n"
                      "measure: [final-loss]\n"},
};

static const char *start_of(enum role role)
{
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (starts[i].role == role) {
            return starts[i].fields;
        }
    }
    return "tags: []\nsummary:\n";
}

static const char *first_status(const struct kind *kind, struct arena *arena)
{
    if (kind->role == ROLE_EXPERIMENT) {
        return "planned";
    }
    bool has_proposed = kind_status(kind, S("Proposed")) != NULL;
    return has_proposed || !kind->status_count
               ? "Proposed"
               : arena_cstr(arena, kind->statuses[0].word);
}

static void write_record(struct command *command, struct out *out,
                         const struct kind *kind, struct str id,
                         struct str today)
{
    struct str title = command_text(command, OPTION_TITLE, "");
    const char *status = first_status(kind, &command->arena);
    bool is_yaml = kind->role == ROLE_EXPERIMENT;
    out_printf(out, "%sid: %.*s\ntitle: ", is_yaml ? "" : "---\n", STR_ARG(id));
    if (title.len) {
        quoted(out, title);
    }
    out_printf(out, "\nstatus: %s\nversion: 1\ndate: '%.*s'\n", status,
               STR_ARG(today));
    out_c(out, start_of(kind->role));
    if (kind->role == ROLE_PRACTICE && str_is(S("Proposed"), status)) {
        out_c(out, "# The kind of evidence that would settle it.\n"
                   "promote_when:\n");
    }
    if (!is_yaml) {
        out_printf(out, "---\n\n# %.*s: %.*s\n", STR_ARG(id), STR_ARG(title));
    }
}

static enum exit_status make(struct command *command,
                             struct workspace *workspace,
                             const struct kind *kind)
{
    struct arena *arena = &command->arena;
    struct failure failure;
    struct str id =
        arena_printf(arena, "%.*s-%03lld", STR_ARG(kind->prefix),
                     (long long)next_number(workspace->library, kind));
    struct str name =
        arena_printf(arena, "%.*s/%.*s%s", STR_ARG(kind->folder), STR_ARG(id),
                     kind->role == ROLE_EXPERIMENT ? ".yaml" : ".md");
    struct str path = fs_join(arena, workspace->project->root, name);
    if (fs_kind(path.ptr) != FS_MISSING) {
        fail(&failure, "%.*s is there already", STR_ARG(name));
        return command_failed(command, &failure);
    }
    struct out text = {0};
    write_record(command, &text, kind, id,
                 workspace_check_input(command, workspace).today);
    bool is_written = fs_write(path.ptr, out_text(&text), FS_DURABLE, &failure);
    out_free(&text);
    if (!is_written) {
        return command_failed(command, &failure);
    }
    out_printf(&command->out, "%.*s%.*s\n", STR_ARG(workspace->prefix),
               STR_ARG(name));
    command_note(command,
                 "fill its empty fields; `probatum check %.*s` names them",
                 STR_ARG(id));
    return STATUS_CLEAN;
}

enum exit_status cmd_new(struct command *command)
{
    struct workspace workspace;
    enum exit_status status;
    if (command->operands.len != 1) {
        return command_usage(command, "name a kind, such as practice");
    }
    if (!workspace_open(command, &workspace, &status)) {
        return status;
    }
    struct str word = command->operands.at[0];
    const struct kind *kind = kind_by_word(workspace.project, word);
    status = kind ? make(command, &workspace, kind)
                  : command_usage(command, "no kind is called \"%.*s\"",
                                  STR_ARG(word));
    workspace_close(&workspace);
    return status;
}
