/* probatum new: a record of a kind under the next free number, with the fields
 * that its kind asks for. What only a person can know is left as an empty
 * field, which `check` names until it is filled. */

#include "base/fs.h"
#include "base/utf8.h"
#include "cli/workspace.h"

/* -- Its text -------------------------------------------------------------- */

/* What a new record of each role starts with, below id, title, status, version
 * and date. Only what is true of every new record has a value. */
static const struct {
    enum role role;
    const char *fields;
} starts[] = {
    {ROLE_PRACTICE, "summary:\n"
                    "# One sentence an experiment could contradict, with its "
                    "scope.\n"
                    "claim:\n"
                    "citations:\n"
                    "# Whether any source runs the arm without it.\n"
                    "ablation: {present: unknown}\n"},
    {ROLE_LITERATURE, "# article, preprint, report, code or supplied\n"
                      "type:\n"
                      "authors:\n"
                      "published:\n"
                      "# At least one of arxiv, doi and url.\n"
                      "arxiv:\n"
                      "read: unread\n"
                      "summary:\n"},
    {ROLE_THEORY, "summary:\n"
                  "source:\n"
                  "explains:\n"},
    {ROLE_EXPERIMENT, "question:\n"
                      "# What it takes, until it can be run here: then status "
                      "active.\n"
                      "needs:\n"
                      "cost:\n"
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
    return "summary:\n";
}

static struct str first_status(const struct kind *kind)
{
    const char *wanted = kind->role == ROLE_EXPERIMENT   ? "planned"
                         : kind->role == ROLE_LITERATURE ? "Active"
                                                         : "Proposed";
    const struct status *status = kind_status(kind, str_from_c(wanted));
    return status               ? status->word
           : kind->status_count ? kind->statuses[0].word
                                : str_from_c(wanted);
}

static bool has_key(struct str fields, struct str key)
{
    struct str line, name, value;
    while (str_next_line(&fields, &line)) {
        str_cut(line, ':', &name, &value);
        if (str_equal(name, key)) {
            return true;
        }
    }
    return false;
}

static void add_missing(struct out *out, const struct strs *keys)
{
    for (size_t i = 0; i < keys->len; i++) {
        if (!has_key(out_text(out), keys->at[i])) {
            out_printf(out, "%.*s:\n", STR_ARG(keys->at[i]));
        }
    }
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

struct draft {
    const struct kind *kind;
    struct str id, title, today;
    bool is_yaml; /* no body */
};

static void write_fields(struct out *out, const struct draft *draft)
{
    const struct kind *kind = draft->kind;
    struct str word = first_status(kind);
    const struct status *status = kind_status(kind, word);
    out_printf(out, "id: %.*s\ntitle:", STR_ARG(draft->id));
    if (draft->title.len) {
        out_char(out, ' ');
        quoted(out, draft->title);
    }
    out_printf(out, "\nstatus: %.*s\nversion: 1\ndate: '%.*s'\n", STR_ARG(word),
               STR_ARG(draft->today));
    out_c(out, start_of(kind->role));
    add_missing(out, &kind->required);
    if (status) {
        add_missing(out, &status->requires);
    }
}

static void write_draft(struct out *out, const struct draft *draft)
{
    if (draft->is_yaml) {
        write_fields(out, draft);
        return;
    }
    struct out fields = {0};
    write_fields(&fields, draft);
    out_printf(out, "---\n%.*s---\n\n# %.*s", STR_ARG(out_text(&fields)),
               STR_ARG(draft->id));
    out_free(&fields);
    if (draft->title.len) {
        out_c(out, ": ");
        out_markdown(out, draft->title);
    }
    out_char(out, '\n');
}

/* -- The command ----------------------------------------------------------- */

/* One line that a YAML scalar and a heading can both hold. */
static bool read_title(struct command *command, struct str *title)
{
    *title = str_trim(command_text(command, OPTION_TITLE, ""));
    bool is_line = utf8_first_invalid(*title) == STR_NONE;
    for (size_t i = 0; i < title->len; i++) {
        is_line = is_line && (unsigned char)title->ptr[i] >= ' ' &&
                  title->ptr[i] != 0x7f;
    }
    if (!is_line) {
        command_usage(command, "--title takes one line of UTF-8 text");
    }
    return is_line;
}

static enum exit_status write_new(struct command *command,
                                  const struct workspace *workspace,
                                  const struct draft *draft)
{
    struct failure failure;
    struct str name = arena_printf(
        &command->arena, "%.*s/%.*s%s", STR_ARG(draft->kind->folder),
        STR_ARG(draft->id), draft->is_yaml ? ".yaml" : ".md");
    struct str path = fs_join(&command->arena, workspace->project->root, name);
    if (fs_kind(path.ptr) != FS_MISSING) {
        fail(&failure, "%.*s%.*s is there already and is not a record",
             STR_ARG(workspace->prefix), STR_ARG(name));
        return command_failed(command, &failure);
    }
    struct out text = {0};
    write_draft(&text, draft);
    bool is_written = fs_write(path.ptr, out_text(&text), FS_DURABLE, &failure);
    out_free(&text);
    if (!is_written) {
        return command_failed(command, &failure);
    }
    out_printf(&command->out, "%.*s%.*s\n", STR_ARG(workspace->prefix),
               STR_ARG(name));
    command_note(command,
                 "fill its empty fields; `probatum check %.*s` names them",
                 STR_ARG(draft->id));
    return STATUS_CLEAN;
}

static enum exit_status make(struct command *command,
                             struct workspace *workspace)
{
    struct draft draft = {0};
    struct failure failure;
    draft.kind = workspace_kind(command, workspace, command->operands.at[0]);
    if (!draft.kind || !read_title(command, &draft.title)) {
        return STATUS_USAGE;
    }
    if (workspace->is_incomplete) {
        fail(&failure, "some files could not be read, so the next free number "
                       "is not known; `probatum check` names them");
        return command_failed(command, &failure);
    }
    draft.id = library_next_id(&command->arena, workspace->library, draft.kind);
    draft.today = command_today(command);
    draft.is_yaml = library_writes_yaml(workspace->library, draft.kind);
    return write_new(command, workspace, &draft);
}

/* -- Chapters -------------------------------------------------------------- */

/* File systems take 255 bytes, and people read fewer. */
enum { SLUG_LONGEST = 60 };

/* At the last hyphen, unless that leaves too little. */
static struct str cut_slug(struct str slug)
{
    if (slug.len <= SLUG_LONGEST) {
        return slug;
    }
    const size_t hyphen = str_rfind_char(str_slice(slug, 0, SLUG_LONGEST), '-');
    return str_slice(slug, 0,
                     hyphen != STR_NONE && hyphen > SLUG_LONGEST / 2
                         ? hyphen
                         : SLUG_LONGEST);
}

/* "The decoder" -> "the-decoder", of the letters that addresses have. */
static struct str slug_of(struct arena *arena, struct str title)
{
    struct out out = {0};
    for (size_t i = 0; i < title.len; i++) {
        const char c = title.ptr[i];
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool is_plain =
            is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool has_gap =
            out.len > 0 && out_text(&out).ptr[out.len - 1] == '-';
        if (is_plain) {
            out_char(&out, is_upper ? (char)(c | 0x20) : c);
        } else if (out.len > 0 && !has_gap) {
            out_char(&out, '-');
        }
    }
    struct str slug = out_take(&out, arena);
    slug = cut_slug(slug);
    slug.len -= str_ends(slug, S("-")) ? 1 : 0;
    return slug.len > 0 ? slug : S("untitled");
}

static int64_t next_number(const struct chapters *chapters)
{
    int64_t last = 0;
    for (size_t i = 0; i < chapters->len; i++) {
        last = chapters->at[i].number > last ? chapters->at[i].number : last;
    }
    return last + 1;
}

static void write_chapter(struct out *out, struct str title, struct str today)
{
    out_c(out, "---\ntitle: ");
    quoted(out, title);
    out_printf(out,
               "\ndate: '%.*s'\nversion: 1\n---\n\n"
               "<!-- Every number is named, never typed: probatum-chapter(5). "
               "-->\n",
               STR_ARG(today));
}

static enum exit_status make_chapter(struct command *command,
                                     struct workspace *workspace)
{
    struct arena *arena = &command->arena;
    struct failure failure;
    struct str title = {0};
    if (!read_title(command, &title)) {
        return STATUS_USAGE;
    }
    if (title.len == 0) {
        return command_usage(command, "give the chapter a --title");
    }
    const struct str slug = slug_of(arena, title);
    const struct str name = arena_printf(
        arena, "%s/%02lld-%.*s.md", chapter_folder,
        (long long)next_number(&workspace->library->chapters), STR_ARG(slug));
    const struct str path = fs_join(arena, workspace->project->root, name);
    struct out text = {0};
    write_chapter(&text, title, command_today(command));
    const bool is_written =
        fs_write(path.ptr, out_text(&text), FS_DURABLE, &failure);
    out_free(&text);
    if (!is_written) {
        return command_failed(command, &failure);
    }
    out_printf(&command->out, "%.*s%.*s\n", STR_ARG(workspace->prefix),
               STR_ARG(name));
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
    status = str_is(command->operands.at[0], "chapter")
                 ? make_chapter(command, &workspace)
                 : make(command, &workspace);
    workspace_close(&workspace);
    return status;
}
